/* SPDX-License-Identifier: MIT
 *
 * Instruction words read into one shape for all four instruction sets. The words themselves are described in
 * db/isa-words-*.xml (R6xx/R7xx 3D Register Reference Guide; Evergreen register headers).
 */
#ifndef EMULATOR_TERASCALE_SQ_DECODE_WORDS_H
#define EMULATOR_TERASCALE_SQ_DECODE_WORDS_H

#include "db/terascale/isa.h"

struct sq_cf_word {
   int op;        /* enum db_cf_op, -1 = unknown */
   uint32_t addr; /* 64-bit units */
   uint8_t pop_count, cf_const, cond, call_count;
   uint16_t count; /* instructions (fetch) or 64-bit slots (ALU) of the clause */
   bool end, valid_pixel_mode;
   bool alt_const; /* constants of the other stage */
   struct {
      uint8_t bank, mode, index_mode;
      uint16_t addr; /* lines of 16 vec4 */
   } kcache[4];
   /* exports */
   uint16_t array_base, array_size;
   uint8_t type, gpr, index_gpr, elem_size, burst, comp_mask;
   bool rel;
   uint8_t sel[4];
};

struct sq_alu_word {
   int op; /* enum db_alu_op, -1 = unknown */
   uint16_t code;
   bool op3, last, clamp, write_mask, update_exec, update_pred;
   struct {
      uint16_t sel;
      uint8_t chan;
      bool rel, neg, abs;
   } src[3];
   uint8_t index_mode, pred_sel, bank_swizzle, dst_gpr, dst_chan, omod;
   bool dst_rel;
   uint8_t exec_op;  /* Cayman: EXECUTE_MASK_OP of a PRED_SET without destination: 0 deactivate, 1 break, 2
                        continue, 3 kill */
   uint8_t mova_dst; /* Cayman: where MOVA_INT writes: 0 AR.x, 2, 3 CF index 0, 1 */
};

struct sq_fetch_word {
   bool is_vtx;
   int op; /* enum db_tex_op or db_vtx_op, -1 = unknown */
   uint8_t inst, inst_mod;
   uint8_t src_gpr, dst_gpr, src_sel[4], dst_sel[4];
   bool src_rel, dst_rel;
   uint8_t resource, sampler, resource_index_mode, sampler_index_mode;
   uint8_t coord_norm;
   int8_t lod_bias; /* 4 fraction bits */
   int8_t offset[3];
   /* vertices */
   uint8_t fetch_type, data_format, num_format, endian, semantic;
   bool use_const_fields, is_signed, srf_no_zero, no_stride;
   uint16_t offset_B;
   /* memory reads */
   uint16_t array_base, array_size;
   bool indexed;
   uint8_t burst, elem_size;
};

/** One CF instruction of two dwords. \p ext: the two dwords of the ALU_EXT before it, or NULL. */
void sq_read_cf(enum db_gen gen, const uint32_t dw[2], const uint32_t *ext, struct sq_cf_word *out);
void sq_read_alu(enum db_gen gen, const uint32_t dw[2], struct sq_alu_word *out);
void sq_read_tex(enum db_gen gen, const uint32_t dw[4], struct sq_fetch_word *out);
void sq_read_vtx(enum db_gen gen, const uint32_t dw[4], struct sq_fetch_word *out);
/** Whether an instruction of a TEX clause is a vertex fetch (Cayman, chips without vertex cache). */
bool sq_is_vtx_inst(enum db_gen gen, const uint32_t dw[4]);

#endif
