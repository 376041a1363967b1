/* SPDX-License-Identifier: MIT
 * The rules, by what they are about. Who calls whom, downwards:
 *    check.c                 packets, one after another
 *    packets.c vm.c          what each packet may do, without and with virtual memory
 *    regs.c resource.c       registers; textures and vertex buffers
 *    draw.c                  the surfaces that a draw uses
 *    meta.c strmout.c        what stands beside them; stream-out buffers
 *    tiling.c surface.c      tiles as buffers say them; alignments and sizes */
#ifndef KERNEL_RADEON_CHECKER_RULES_H
#define KERNEL_RADEON_CHECKER_RULES_H

#include "kernel/radeon/checker/state.h"

/* packets.c: a type-3 packet of known length that a user may send. */
bool check_packet3(struct checker *c, enum db_pkt3 op);
/* A register that a packet copies from or to: dword i of its body. */
bool check_copied_register(struct checker *c, uint32_t i);

/* vm.c: such a packet with virtual memory. */
bool check_packet3_vm(struct checker *c, enum db_pkt3 op);
/* Packets with addresses that the kernel takes with virtual memory although it refuses them otherwise. */
bool check_vm_only(enum db_pkt3 op);

/* regs.c: dword i of the window of SET_CONTEXT_REG or SET_CONFIG_REG, value at stream position dw. */
bool check_context_reg(struct checker *c, uint32_t i, uint32_t dw);
bool check_config_reg(struct checker *c, uint32_t i, uint32_t dw);
void check_regs_init(struct checker *c);

/* tiling.c: what a register says about a surface's tiles, if buffers may say it. */
enum check_tiled { CHECK_TILED_NONE, CHECK_TILED_COLOR, CHECK_TILED_ATTRIB, CHECK_TILED_DEPTH };
enum check_tiled check_tiled_reg(const struct checker *c, uint32_t offset);
/* Takes the buffer's tiling into *v, the value at stream position dw. */
bool check_tile_reg(struct checker *c, uint32_t offset, enum check_tiled what, uint32_t dw, uint32_t *v);
/* Takes it into a texture's words, a copy of those at stream position dw. */
void check_tile_texture(struct checker *c, const struct check_reloc *r, uint32_t dw, uint32_t w[8]);

/* draw.c: the surfaces that the next draw uses. */
bool check_draw(struct checker *c);
/* Which colour buffer's height the register at \p offset holds. */
unsigned check_target_of_size(const struct checker *c, uint32_t offset);

/* strmout.c: the stream-out buffers that the next draw fills; STRMOUT_BASE_UPDATE. */
bool check_strmout(struct checker *c);
bool check_strmout_base_update(struct checker *c);

/* meta.c: HTILE of a depth surface of that many pixels; CMASK and FMASK of colour buffer i of R6xx, R7xx. */
bool check_htile(struct checker *c, uint32_t base_reg, uint32_t surface_reg, uint32_t pitch_px,
                 uint32_t height_px);
bool check_r6_masks(struct checker *c, unsigned i, uint32_t samples);

/* resource.c: the body of a SET_RESOURCE. */
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

/* surface.c: alignments and layer size. NULL, or what the kernel does not take about it. The layer size
 * uses pitch and height as they are. */
const char *check_surface_layout(const struct terascale_chip *chip, const struct check_surface *s,
                                 struct check_layout *l);

#endif
