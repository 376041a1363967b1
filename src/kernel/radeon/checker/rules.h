/* SPDX-License-Identifier: MIT
 * The rules, by what they are about. Who calls whom, downwards:
 *    check.c                       whose streams
 *    begin.c                       streams that begin as the last one
 *    walk.c                        packets, one after another
 *    packets.c vm.c                what each packet may do, without and with virtual memory
 *    regs.c resource.c             registers; textures and vertex buffers
 *    draw.c strmout.c              what a draw uses; stream-out buffers
 *    targets_r6.c targets_eg.c     colour, depth and stencil buffers
 *    texture_r6.c texture_eg.c     textures
 *    htile.c place.c               hierarchical depth; where surfaces stand
 *    tiling.c surface.c format.c   tiles as buffers say them; alignments and sizes; bytes of an element
 * docs/kernel-rules.md lists them with where they come from. */
#ifndef KERNEL_RADEON_CHECKER_RULES_H
#define KERNEL_RADEON_CHECKER_RULES_H

#include "kernel/radeon/checker/state.h"

/* walk.c: packets from c->at to the end of the stream, or to the first that is refused. */
bool check_packets(struct checker *c);

/* begin.c: the state behind the beginning that is remembered, if this stream has it, in place of check_regs_init(). */
bool check_begin_again(struct checker *c);
/* After check_packets() from the stream's first packet on. */
void check_begin_seen(const struct checker *c);

/* packets.c: a type-3 packet of known length that a user may send. */
bool check_packet3(struct checker *c, enum db_pkt3 op);

/* vm.c: such a packet with virtual memory. */
bool check_packet3_vm(struct checker *c, enum db_pkt3 op);

/* packets.c: SET_APPEND_CNT's register, in the first dword of its body, is one of the append counts. */
bool check_append_register(struct checker *c);
/* What CP_DMA counts in dwords where it does not copy from memory to memory. */
bool check_cp_dma_size(struct checker *c);

/* regs.c: SET_CONTEXT_REG and SET_CONFIG_REG. */
bool check_context_regs(struct checker *c);
bool check_config_regs(struct checker *c);
/* The body of a SET_* packet stays inside of its window; first and last register's offsets are right. */
bool check_window(struct checker *c);
/* Whether a register below the context's may be written with virtual memory. */
bool check_config_reg_va(const struct checker *c, uint32_t offset);
void check_regs_init(struct checker *c);

/* tiling.c: what a register says about a surface's tiles, if buffers may say it. */
enum check_tiled { CHECK_TILED_NONE, CHECK_TILED_COLOR, CHECK_TILED_ATTRIB, CHECK_TILED_DEPTH };
enum check_tiled check_tiled_reg(const struct checker *c, uint32_t offset);
/* Takes the buffer's tiling into the stream's value at position dw, and into *v what the checks know of it. */
bool check_tile_reg(struct checker *c, uint32_t offset, enum check_tiled what, uint32_t dw, uint32_t *v);
/* Takes it into a texture's words, a copy of those at stream position dw. */
void check_tile_texture(struct checker *c, const struct check_reloc *r, uint32_t dw, uint32_t w[8]);
/* What R6xx's first word is then checked with: the mip buffer's tiling counts, too. */
uint32_t check_tiled_r6_word0(const struct check_reloc *mip, uint32_t word0);

/* draw.c: the surfaces that the next draw uses. */
bool check_draw(struct checker *c);
/* Which colour buffer's height the register at \p offset holds. */
unsigned check_target_of_size(const struct checker *c, uint32_t offset);

/* targets_r6.c, targets_eg.c: colour buffers; depth and stencil. *validated: depth has been looked at. */
bool check_r6_colors(struct checker *c);
bool check_r6_depth(struct checker *c, bool *validated);
bool check_eg_colors(struct checker *c);
bool check_eg_depth(struct checker *c);

/* strmout.c: the stream-out buffers that the next draw fills; STRMOUT_BASE_UPDATE. */
bool check_strmout(struct checker *c);
bool check_strmout_base_update(struct checker *c);

/* htile.c: HTILE of a depth surface of that many pixels. */
bool check_htile(struct checker *c, uint32_t base_reg, uint32_t surface_reg, uint32_t pitch_px,
                 uint32_t height_px);

/* resource.c: the body of a SET_RESOURCE. */
bool check_resources(struct checker *c);

/* texture_r6.c, texture_eg.c: a texture's words, and the buffers of its two addresses; mip may be NULL on
 * Evergreen and later. dw: where it stands. */
bool check_r6_texture(struct checker *c, uint32_t dw, const uint32_t w[7], const struct check_reloc *base,
                      const struct check_reloc *mip);
bool check_eg_texture(struct checker *c, uint32_t dw, const uint32_t w[8], const struct check_reloc *base,
                      const struct check_reloc *mip);

/* SQ_TEX_DIM of both. */
enum check_dim {
   DIM_1D,
   DIM_2D,
   DIM_3D,
   DIM_CUBE,
   DIM_1D_ARRAY,
   DIM_2D_ARRAY,
   DIM_2D_MSAA,
   DIM_2D_ARRAY_MSAA
};

/* format.c: a texture's texels as the kernel counts them. False: the chip has no such format. */
struct check_format {
   uint8_t block_w, block_h, block_B;
};
bool check_texture_format(const struct terascale_chip *chip, unsigned number, struct check_format *f);
/* Bytes of a colour buffer's element, the kernel's count; 0: there is no such format. */
uint32_t check_color_format(unsigned number);

/* Surface geometry, in blocks (1x1, or 4x4 of a compressed format). */
struct check_surface {
   uint32_t array_mode;
   uint32_t pitch, height; /* blocks */
   uint32_t block_B;
   uint32_t samples;
   uint32_t bank_w, bank_h, banks, aspect, tile_split_B; /* Evergreen 2D modes */
};

struct check_layout {
   uint32_t pitch_align, height_align; /* blocks; powers of two */
   uint64_t base_align_B;              /* of an address a: !(a & base_align_B - 1), a power of two or not */
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
/* Size of a level below the first: halved, then the next power of two (r600_mip_minify). */
uint32_t check_mip_size(uint32_t size, uint32_t level);
/* Up to the next multiple of a power of two. */
uint32_t check_align(uint32_t v, uint32_t a);

/* place.c: where a surface stands and what it is called. */
struct check_place {
   const char *what; /* "colour buffer" */
   unsigned index;
   uint32_t base_reg;
   const struct check_reloc *bo;
   uint64_t offset_B;
};

struct check_place check_place_at(const struct checker *c, const char *what, unsigned index,
                                  uint32_t base_reg);
/* A sentence about it; arguments as the format says. */
bool check_fail_place(struct checker *c, const struct check_place *p, const char *format,
                      unsigned long long a, unsigned long long b);
/* Whether the place has a buffer and the surface a legal layout, into *l, with pitch and height aligned. */
bool check_place_layout(struct checker *c, const struct check_place *p, const struct check_surface *s,
                        struct check_layout *l);
/* address: the offset, or the whole address where that counts. */
bool check_place_address(struct checker *c, const struct check_place *p, const struct check_layout *l,
                         uint64_t address);
/* Its size_B bytes are inside of its buffer. */
bool check_place_size(struct checker *c, const struct check_place *p, uint64_t size_B);

#endif
