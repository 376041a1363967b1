/* SPDX-License-Identifier: MIT
 *
 * What differs between generations: a table that src/r600 and src/evergreen fill.
 */
#ifndef TERASCALE_CHIP_OPS_H
#define TERASCALE_CHIP_OPS_H

#include <stdbool.h>
#include <stdint.h>

#include "pipe/p_state.h"
#include "terascale/atoms.h"

struct terascale_chip;
struct ts_blend;
struct drv_bo;
struct ts_context;
struct drv_cs;
struct ts_draw;
struct ts_rast;
struct ts_sampler;
struct ts_sampler_view;
struct ts_target;
struct ts_tiling;
struct ts_variant;
struct ts_velems;
struct ts_view_desc;

/** Where a stage's state goes. */
struct ts_stage_regs {
   uint32_t start, resources;                     /* SQ_PGM_START_x, SQ_PGM_RESOURCES_x */
   uint32_t ring_base, ring_size, ring_item_size; /* scratch; item size: context register, in dwords */
   uint16_t resource_slot, sampler_slot;          /* the first of the stage's window */
};

/* The rows of both generations' tables that differ in the first part of a name alone: \p P is that of its
 * registers. */
/* clang-format off */
#define TS_STAGE_REGS(P, STAGE) { \
   .start = P##_SQ_PGM_START_##STAGE##_OFFSET, \
   .resources = P##_SQ_PGM_RESOURCES_##STAGE##_OFFSET, \
   .ring_base = P##_SQ_##STAGE##TMP_RING_BASE_OFFSET, \
   .ring_size = P##_SQ_##STAGE##TMP_RING_SIZE_OFFSET, \
   .ring_item_size = P##_SQ_##STAGE##TMP_RING_ITEMSIZE_OFFSET, \
   .resource_slot = DB_##P##_RESOURCE_##STAGE, \
   .sampler_slot = DB_##P##_SAMPLER_##STAGE, \
}
#define TS_STAGES(P) { \
   [PIPE_SHADER_VERTEX] = TS_STAGE_REGS(P, VS), \
   [PIPE_SHADER_FRAGMENT] = TS_STAGE_REGS(P, PS), \
}
#define TS_RESOURCE_WINDOW(P) \
   .resource_dw = DB_##P##_RESOURCE_STRIDE_B / 4, \
   .vertex_slot = DB_##P##_RESOURCE_FS
#define TS_MOVED_REGS(P) \
   .poly_offset_fmt = P##_PA_SU_POLY_OFFSET_DB_FMT_CNTL_OFFSET, \
   .poly_offset_scale = P##_PA_SU_POLY_OFFSET_FRONT_SCALE_OFFSET, \
   .vs_out_id = P##_SPI_VS_OUT_ID_OFFSET(0), \
   .fetch_start = P##_SQ_PGM_START_FS_OFFSET
/* clang-format on */

struct chip_ops {
   unsigned max_texture_size;
   float max_coordinate;      /* of window space after the viewport transform: guard band */
   bool depth_stencil_planes; /* stencil in its own plane */
   bool bptc;                 /* BC6H and BC7 textures */
   /* only the depth block knows how 24-bit depth, and depth with stencil, lies (terascale/blit/depth_copy.h) */
   bool depth24_copied;
   bool samples_compressed;     /* colour with samples has CMASK and FMASK from its first draw on */
   bool cube_wraps_by_register; /* TS_ATOM_CUBE_WRAP; else each sampler says whether faces join */
   bool border_as_float;        /* integers of border colours are floats, 1 for the largest of the format */
   bool border_indexed; /* border colours: an index and what it selects, five config registers in a packet */
   uint8_t non_displayable_B; /* blocks of so many bytes and more are in non-displayable order */

   uint8_t resource_dw;  /* dwords of a resource: 7 or 8 */
   uint16_t vertex_slot; /* resource of vertex buffer 0 */
   /* registers that moved between the generations */
   struct {
      uint32_t poly_offset_fmt, poly_offset_scale; /* PA_SU_POLY_OFFSET_ DB_FMT_CNTL and FRONT_SCALE */
      uint32_t vs_out_id;                          /* SPI_VS_OUT_ID_0 */
      uint32_t fetch_start;                        /* SQ_PGM_START_FS */
      uint32_t index_offset;                       /* VGT_INDX_OFFSET */
      uint32_t strmout_cntl;                       /* CP_STRMOUT_CNTL */
      uint32_t draw_mode;    /* PA_SU_SC_MODE_CNTL, if draws may set it anew for their primitive */
      uint32_t engine_index; /* which shader engine writes go to, if there are several */
   } reg;
   const struct ts_stage_regs *stage; /* by enum pipe_shader_type */
   uint32_t no_atoms;                 /* TS_DIRTY of atoms that the generation does not have */
   uint8_t gpr_mgmt_regs;             /* SQ_GPR_RESOURCE_MGMT_1 and its followers */

   /** Tiling parameters that the winsys does not say. */
   void (*init_tiling)(const struct terascale_chip *chip, struct ts_tiling *t);

   /* state objects -> dwords */
   void (*encode_blend)(const struct pipe_blend_state *s, struct ts_blend *out);
   void (*encode_rast)(struct ts_context *c, const struct pipe_rasterizer_state *s, struct ts_rast *out);
   /** Filters and levels; wrap modes and border stand in \p out. \p aniso: log2 of samples, at most 4. */
   void (*encode_sampler)(const struct pipe_sampler_state *s, unsigned aniso, struct ts_sampler *out);
   void (*encode_view)(struct ts_context *c, const struct ts_view_desc *d, struct ts_sampler_view *out);
   /** Resource words of a buffer: resource_dw of them. */
   void (*encode_buffer)(uint64_t address, uint32_t size_B, uint32_t stride_B, uint32_t *word);
   void (*encode_color)(struct ts_context *c, const struct pipe_surface *s, struct ts_target *out);
   void (*encode_depth)(struct ts_context *c, const struct pipe_surface *s, struct ts_target *out);
   void (*encode_fs)(struct ts_context *c, struct ts_variant *v);
   /** Machine code of a fetch shader; returns dwords written, at most \p max_dw. */
   unsigned (*encode_fetch)(const struct terascale_chip *chip, const struct ts_velems *ve,
                            const uint8_t *attrib_gpr, uint32_t *dw, unsigned max_dw);

   void (*emit_preamble)(struct ts_context *c);
   void (*emit_flush)(struct ts_context *c, uint32_t flags);
   void (*emit[TS_ATOM_COUNT])(struct ts_context *c);
   /** Positions, line mode and number of samples, whose log2 is given; see ts_emit_samples. */
   void (*emit_samples)(struct ts_context *c, unsigned log2);
   void (*emit_draw)(struct ts_context *c, const struct ts_draw *d);
   /** Says once more where buffer \p i of stream-out begins; NULL: the register is enough. */
   void (*emit_stream_base)(struct ts_context *c, unsigned i, struct drv_bo *bo);
   /** Switches stream-out on for \p buffers, a bit each; 0: off. */
   void (*emit_streamout)(struct ts_context *c, uint32_t buffers);
   /** Fills a range of \p bo with a dword, in order with the draws around it. NULL before Evergreen, whose CP DMA
    * was the first to take a constant for its source (R6xx's copies only): CMASK is then filled by a special
    * draw, and all targets share one clear colour. */
   void (*emit_fill)(struct ts_context *c, struct drv_bo *bo, uint64_t size_B, uint32_t value);
   /** Waits until the 3D pipe is idle: before config state that draws depend on. */
   void (*emit_wait_idle)(struct drv_cs *cs);
   /** Header of a packet whose four last values, which follow, are the sampler's border colour. */
   void (*open_border_color)(struct drv_cs *cs, enum pipe_shader_type stage, unsigned sampler);
   /** Value of reg.engine_index for one shader engine; ~0 = all. */
   uint32_t (*engine_index)(unsigned engine);
};

extern const struct chip_ops r600_chip_ops, eg_chip_ops, cm_chip_ops;

#endif
