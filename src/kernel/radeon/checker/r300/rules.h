/* SPDX-License-Identifier: MIT
 * The rules for R300 to R500, by what they are about, and the state of one check. Who calls whom, downwards:
 *    check.c      packets, one after another
 *    regs.c       registers that take a relocation or count at draws
 *    draw.c       what a draw uses: colour, depth and resolve buffers, vertices
 *    texture.c    textures
 *    state.c      sentences, relocations, values before the first write
 * docs/kernel-rules.md lists them with where they come from. */
#ifndef KERNEL_RADEON_CHECKER_R300_RULES_H
#define KERNEL_RADEON_CHECKER_R300_RULES_H

#include <assert.h>
#include <stddef.h>

#include "kernel/radeon/checker/r300/check.h"

#define R300_TARGETS  4
#define R300_TEXTURES 16
#define R300_ARRAYS   16

/* A colour, depth or resolve buffer. */
struct r300_surface {
   const struct check_reloc *bo; /* NULL: no relocation was given */
   uint32_t offset_B, pitch_px, px_B;
};

struct r300_array {
   const struct check_reloc *bo;
   uint32_t stride_dw;
};

enum r300_blocks { R300_NO_BLOCKS, R300_BLOCKS_8, R300_BLOCKS_16 }; /* of 4x4 texels, by their bytes */

struct r300_texture {
   const struct check_reloc *bo;
   bool enabled, use_pitch, round_w, round_h; /* sizes are rounded up to powers of two */
   uint32_t pitch_px, width_px, height_px;
   uint32_t width_11, height_11; /* 0 or 1 << 11 (R500) */
   uint32_t last_level, log2_depth;
   uint32_t kind;    /* TX_FORMAT1.TEX_COORD_TYPE */
   uint32_t texel_B; /* 1 with blocks */
   enum r300_blocks blocks;
};

struct r300_checker {
   const struct r300_chip *chip;
   const uint32_t *free_regs; /* of the chip: r300_kernel_reg_free() */
   struct check_r300_how how;
   const uint32_t *dw;
   uint32_t ndw;
   const struct check_reloc *relocs;
   uint32_t nrelocs;
   uint32_t *out; /* NULL: nobody wants the patched stream */
   struct check_error *err;
   uint32_t packet;        /* index of the current packet */
   uint32_t at;            /* its header */
   uint32_t body, body_dw; /* its body */
   uint32_t next;          /* where its next relocation NOP has to be, then the next packet */
   uint32_t reg;           /* register being handled, for messages; 0: none */
   /* What the next draw has to look at again. */
   bool colors_new, depth_new, resolve_new, textures_new;
   uint32_t num_colors, color_mask;
   bool blend_reads, cb_clear, depth_on, resolve_on;
   uint32_t rows_px; /* down to the scissor's lower edge */
   struct r300_surface color[R300_TARGETS], depth, resolve;
   uint32_t vf_cntl, alt_vertices, vertex_dw, immediate_dw, max_index;
   uint32_t num_arrays;
   struct r300_array array[R300_ARRAYS];
   struct r300_texture texture[R300_TEXTURES];
};

static inline bool
check_r300_is_r500(const struct r300_checker *c)
{
   return c->chip->gen == R300_GEN_R500;
}

static inline void
r300_patch(struct r300_checker *c, uint32_t dw, uint32_t value)
{
   assert(dw < c->ndw);
   if (c->out)
      c->out[dw] = value;
}

/* state.c: values before the first write. */
void check_r300_init(struct r300_checker *c);
/* Fills the error at stream position dw and returns false. */
bool check_r300_fail(struct r300_checker *c, uint32_t dw, const char *format, ...)
   __attribute__((format(printf, 3, 4)));
/* Takes the relocation NOP that has to stand at c->next; NULL after an error. what: who needs it. */
const struct check_reloc *check_r300_reloc(struct r300_checker *c, const char *what);
/* Takes a relocation for the dword at stream position dw, an address in bytes. NULL after an error. */
const struct check_reloc *check_r300_address(struct r300_checker *c, uint32_t dw, const char *what);

/* regs.c: a register that is not free gets the value at stream position dw. */
bool check_r300_reg(struct r300_checker *c, uint32_t offset, uint32_t dw);

/* draw.c: all that a draw with c->vf_cntl uses. */
bool check_r300_draw(struct r300_checker *c);

/* texture.c: TX_FORMAT1 of unit u at stream position dw; then all units that are on. */
bool check_r300_texture_format(struct r300_checker *c, struct r300_texture *t, uint32_t dw);
bool check_r300_textures(struct r300_checker *c);

#endif
