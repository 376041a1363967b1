/* SPDX-License-Identifier: MIT
 *
 * Machine operations and their operands: what selection makes and the other passes of the back end move about
 * (compiler/terascale/mir.h has what they stand in).
 */
#ifndef COMPILER_TERASCALE_OP_H
#define COMPILER_TERASCALE_OP_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#define VLIW_NONE UINT32_MAX

enum vliw_src_kind {
   VLIW_SRC_NONE,
   VLIW_SRC_REG,    /* v = register */
   VLIW_SRC_KCACHE, /* v = VLIW_KC_SLOTS * constant buffer + vec4 slot, chan = component */
   VLIW_SRC_IMM,    /* v = 32 bits */
   VLIW_SRC_ARRAY,  /* v = array, elem, chan = component; op->ar adds the dynamic index */
   VLIW_SRC_PARAM,  /* v = interpolated parameter, chan = component (INTERP_* src1) */
};

struct vliw_src {
   uint8_t kind, chan;
   bool neg, abs;
   uint32_t v;
   uint32_t elem;
};

/* MEM: a control-flow instruction that writes scratch memory (R600: also reads it) */
enum vliw_op_kind { VLIW_OP_ALU, VLIW_OP_TEX, VLIW_OP_VTX, VLIW_OP_MEM };

struct vliw_op {
   uint8_t kind;
   uint16_t op;      /* enum db_alu_op, db_tex_op or db_vtx_op */
   uint8_t nslots;   /* ALU: 1, or 4 for operations with operands of their own in x, y, z and w */
   uint8_t no_slots; /* of these four: those that stay free, a bit each (INTERP_X, INTERP_Z) */
   uint8_t nsrc;     /* ALU: operands per slot */
   bool clamp, pred; /* pred: updates predicate and execute mask; stands last in its block */
   bool side_effect; /* kill, predicate, array store */
   bool copy;        /* plain MOV that coalescing may remove */
   bool dead;        /* removed */
   uint8_t omod;     /* factor of the result: 0 = 1, 1 = 2, 2 = 4, 3 = 1/2 */
   uint32_t dst[4];  /* registers; slot k's result or component k of a fetch; DOT4: dst[0] */
   uint32_t dst_array, dst_elem;
   uint8_t dst_comp;
   uint32_t ar; /* register whose value indexes the ARRAY operand or destination */
   /* ALU: slot k, operand j = src[k * nsrc + j]. TEX: [0..3] coordinates x y z w, [4..7] and [8..11]
    * gradients if vliw_has_gradients. VTX: [0] index. A fetch reads registers of one vec per four. MEM: [0..3]
    * data, component k in channel k, [4] index or NONE. */
   struct vliw_src src[12];
   uint8_t resource, sampler;
   bool face_in_z;   /* z is the number of a face or layer, not a coordinate */
   bool whole_quad;  /* a fetch: for helper pixels, too */
   int8_t offset[3]; /* texels */
   uint32_t vtx_offset_B;
   /* scratch access: vec4 to start from, components, what it depends on (VLIW_NONE = no scratch access) */
   uint32_t mem_base, mem_object;
   uint8_t mem_mask;
   bool mem_write;
   uint32_t line;
   struct vliw_sched_node *node; /* the scheduler's; NULL outside of it, and of MOVA and NOP that it adds */
};

/** INTERP_*: an input at the pixel, which takes the four vector units (terascale/mir.c). */
bool vliw_op_interpolates(const struct vliw_op *op);

/** Entries of src that the operation may use, over all its units. */
static inline unsigned
vliw_op_num_src(const struct vliw_op *op)
{
   assert(op->kind != VLIW_OP_ALU || op->nslots * op->nsrc <= (int)(sizeof op->src / sizeof op->src[0]));
   switch ((enum vliw_op_kind)op->kind) {
   case VLIW_OP_ALU:
      return op->nslots * op->nsrc;
   case VLIW_OP_TEX:
      return 12;
   case VLIW_OP_VTX:
      return 1;
   case VLIW_OP_MEM:
      break;
   }
   return 5;
}

/** ... of dst. */
static inline unsigned
vliw_op_num_dst(const struct vliw_op *op)
{
   return op->kind == VLIW_OP_ALU && op->nslots == 1 ? 1 : 4;
}

static inline struct vliw_src
vliw_src_reg(uint32_t r)
{
   return (struct vliw_src){.kind = VLIW_SRC_REG, .v = r};
}
static inline struct vliw_src
vliw_src_imm(uint32_t bits)
{
   return (struct vliw_src){.kind = VLIW_SRC_IMM, .v = bits};
}

#endif
