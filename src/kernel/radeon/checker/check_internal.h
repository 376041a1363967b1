/* SPDX-License-Identifier: MIT
 * State of one check and what its files share: check.c walks packets, check_regs.c knows registers,
 * check_surface.c sizes, check_draw.c and check_resource.c use both. */
#ifndef CHECK_INTERNAL_H
#define CHECK_INTERNAL_H

#include <stddef.h>

#include "kernel/radeon/checker/check.h"
#include "db/terascale/pm4.h"

#define NO_BO     (-1)
#define CTX_BASE  DB_R6_CONTEXT_REG_BASE /* of all generations */
#define CTX_DW    ((DB_R6_CONTEXT_REG_END - CTX_BASE) / 4)
#define RELOC_NOP DB_PKT3(DB_PKT3_NOP, 1)
#define TARGETS   12 /* colour buffers of Evergreen; eight before */

struct checker {
   const struct db_chip *chip;
   bool va;            /* addresses, no relocations */
   bool buffer_tiling; /* tiling fields come from the buffers */
   const uint32_t *dw;
   uint32_t ndw;
   const struct check_reloc *relocs;
   uint32_t nrelocs;
   uint32_t *out; /* NULL: nobody wants the patched stream */
   struct check_error *err;
   uint32_t packet;   /* index of the current packet */
   uint32_t at;       /* its header */
   uint32_t body;     /* its first body dword */
   uint32_t body_dw;  /* length of its body */
   uint32_t next;     /* where its next relocation NOP has to be, then the next packet */
   uint32_t reg;      /* register being handled, for messages */
   bool surfaces_new; /* a register that places a surface changed since the last draw */
   bool strmout_new;  /* and one that places a stream-out buffer */
   const uint8_t *context_rules, *config_rules; /* enum db_kernel_rule by dword of the window */
   uint32_t size_dw[TARGETS]; /* where the stream gave a colour buffer's height, to cut it; 0: nowhere */
   uint32_t ctx[CTX_DW];      /* context registers as the stream wrote them */
   int32_t ctx_bo[CTX_DW];    /* buffer behind an address register, or NO_BO */
   int32_t indirect_bo;       /* of SET_BASE */
   uint64_t indirect_offset_B;
};

static inline uint32_t
ctx_get(const struct checker *c, uint32_t offset)
{
   return c->ctx[(offset - CTX_BASE) / 4];
}

/* NULL: no relocation was given for this register. */
static inline const struct check_reloc *
ctx_reloc(const struct checker *c, uint32_t offset)
{
   int32_t i = c->ctx_bo[(offset - CTX_BASE) / 4];
   return i == NO_BO ? NULL : &c->relocs[i];
}

static inline void
patch(struct checker *c, uint32_t dw, uint32_t value)
{
   if (c->out)
      c->out[dw] = value;
}

/* Fills the error at stream position dw and returns false. */
bool check_fail(struct checker *c, uint32_t dw, const char *format, ...)
   __attribute__((format(printf, 3, 4)));

/* Takes the relocation NOP that has to stand at c->next; NULL after an error. what: who needs it; NULL: the
 * register c->reg. */
const struct check_reloc *check_take_reloc(struct checker *c, const char *what);

/* check_regs.c: dword i of the window of SET_CONTEXT_REG or SET_CONFIG_REG, value at stream position dw. */
bool check_context_reg(struct checker *c, uint32_t i, uint32_t dw);
bool check_config_reg(struct checker *c, uint32_t i, uint32_t dw);
void check_regs_init(struct checker *c);

/* Whether a relocation stands at c->next. */
bool check_has_reloc_next(const struct checker *c);

/* check_tiling.c: what a register says about a surface's tiles, if buffers may say it. */
enum check_tiled { CHECK_TILED_NONE, CHECK_TILED_COLOR, CHECK_TILED_ATTRIB, CHECK_TILED_DEPTH };
enum check_tiled check_tiled_reg(const struct checker *c, uint32_t offset);
/* Takes the buffer's tiling into *v, the value at stream position dw. */
bool check_tile_reg(struct checker *c, uint32_t offset, enum check_tiled what, uint32_t dw, uint32_t *v);
/* The same for a texture's words, a copy of those at stream position dw. */
void check_tile_texture(struct checker *c, const struct check_reloc *r, uint32_t dw, uint32_t w[8]);

/* check_draw.c: the surfaces that the next draw uses. */
bool check_draw(struct checker *c);
/* Which colour buffer's height the register at \p offset holds. */
unsigned check_target_of_size(const struct checker *c, uint32_t offset);

/* check_strmout.c: the stream-out buffers that the next draw fills; STRMOUT_BASE_UPDATE. */
bool check_strmout(struct checker *c);
bool check_strmout_base_update(struct checker *c);

/* check_meta.c: HTILE of a depth surface of that many pixels; CMASK and FMASK of R6xx, R7xx colour buffer i.
 */
bool check_htile(struct checker *c, uint32_t base_reg, uint32_t surface_reg, uint32_t pitch_px,
                 uint32_t height_px);
bool check_r6_masks(struct checker *c, unsigned i, uint32_t samples);

/* check_resource.c: the body of a SET_RESOURCE. */
bool check_resources(struct checker *c);

/* Surface geometry, in blocks (1x1, or 4x4 of a compressed format). */
struct check_surface {
   uint32_t array_mode;
   uint32_t pitch, height; /* blocks */
   uint32_t block_B;
   uint32_t samples;
   uint32_t bank_w, bank_h, banks, aspect, tile_split_B; /* Evergreen 2D modes */
};

struct check_layout {
   uint32_t pitch_align, height_align; /* blocks */
   uint64_t base_align_B;
   uint64_t layer_B;
};

enum {
   MODE_LINEAR_GENERAL = 0,
   MODE_LINEAR_ALIGNED = 1,
   MODE_1D_TILED_THIN1 = 2,
   MODE_2D_TILED_THIN1 = 4,
};

/* check_surface.c: alignments and layer size. NULL, or what the kernel does not take about it. The layer size
 * uses pitch and height as they are. */
const char *check_surface_layout(const struct db_chip *chip, const struct check_surface *s,
                                 struct check_layout *l);

#endif
