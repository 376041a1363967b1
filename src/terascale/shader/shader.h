/* SPDX-License-Identifier: MIT
 *
 * Shaders, their compiled variants, and fetch shaders, which read vertices in front of a vertex shader.
 */
#ifndef TERASCALE_SHADER_SHADER_H
#define TERASCALE_SHADER_SHADER_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler/terascale/vliw.h"
#include "db/terascale/isa.h"
#include "driver/bo.h"
#include "pipe/p_state.h"
#include "terascale/cs.h"

struct ts_context;
struct ts_velems;

/** One compiled form of a shader. */
struct ts_variant {
   struct ts_variant *next;
   struct vliw_key key;
   struct vliw_binary bin; /* without code once uploaded */
   struct drv_bo *bo;
   uint32_t offset_B;
   struct drv_pm4 pm4;                      /* everything but the program address */
   uint32_t db_shader_control, shader_mask; /* FS */
   uint32_t vs_out_cntl;                    /* VS: PA_CL_VS_OUT_CNTL with per-vertex point size */
};

struct ts_shader {
   struct ir_shader *ir;
   uint8_t stage; /* enum pipe_shader_type */
   bool color_all, color_secondary;
   uint8_t fb_fetch_mask;    /* colour targets that are read */
   uint16_t const_buffers;   /* of uniform blocks that are read, a bit each */
   uint16_t explicit_levels; /* texture units that are looked at with one, a bit each */
   bool uses_instance_id, uses_vertex_id;
   uint16_t stream_stride_dw[PIPE_MAX_SO_BUFFERS]; /* of a vertex in each stream-out buffer; 0: none */
   struct ts_variant *variants;
};

struct ts_fetch_shader {
   struct ts_fetch_shader *next;
   uint8_t attrib_gpr[16];
   struct drv_bo *bo;
   uint32_t offset_B;
};

/** Chooses shader variants and the fetch shader for the bound state. False: cannot draw. */
bool ts_validate_shaders(struct ts_context *c);
/** Shader code to GPU memory; *bo gets a reference. */
bool ts_upload_code(struct ts_context *c, const uint32_t *dw, uint32_t ndw, struct drv_bo **bo,
                    uint32_t *offset_B);

/** What a generation says of its fetch shaders. */
struct ts_fetch_words {
   unsigned per_clause;  /* fetches at most */
   enum db_cf_op clause; /* starts one */
   /** A CF instruction; \p addr in 64-bit words, \p count fetches or 0. */
   void (*cf)(const struct terascale_chip *chip, enum db_cf_op op, unsigned addr, unsigned count,
              uint32_t dw[2]);
   /** The fetch of one element into \p gpr; of the number of the instance if that is 0. */
   void (*element)(const struct terascale_chip *chip, const struct pipe_vertex_element *e, unsigned gpr,
                   uint32_t dw[4]);
};
/** chip_ops::encode_fetch with these words. */
unsigned ts_encode_fetch(const struct terascale_chip *chip, const struct ts_fetch_words *words,
                         const struct ts_velems *ve, const uint8_t *attrib_gpr, uint32_t *dw,
                         unsigned max_dw);

/** Fills the shader functions of pipe_context. */
void ts_init_shader_functions(struct ts_context *c);

#endif
