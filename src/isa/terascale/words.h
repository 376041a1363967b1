/* SPDX-License-Identifier: MIT
 *
 * One neutral struct per kind of instruction word, and functions that encode and decode it for each of the
 * four instruction sets through the generated packers. Emission, assembler, disassembler and validator all
 * stand on these, so that where a bit lives is known in db alone.
 */
#ifndef ISA_TERASCALE_WORDS_H
#define ISA_TERASCALE_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "db/terascale/isa.h"

struct vliw_w_alu {
   int op; /* enum db_alu_op; -1 = the generation has no such code */
   uint8_t nsrc;
   bool op3;
   uint16_t code;
   uint16_t sel[3];
   uint8_t chan[3];
   bool rel[3], neg[3], abs[2];
   uint8_t index_mode, pred_sel, omod, bank, dst_gpr, dst_chan;
   bool last, update_exec, update_pred, write, fog_merge, dst_rel, clamp;
};

struct vliw_w_kcache {
   uint8_t bank, mode, addr;
};

struct vliw_w_cf {
   int op;               /* enum db_cf_op; -1 = unknown */
   uint8_t form, clause; /* enum db_cf_form, db_clause */
   uint32_t addr;        /* in 64-bit units */
   uint32_t count;       /* as encoded: number - 1 */
   bool barrier, wqm, vpm, eop;
   /* CF */
   uint8_t pop_count, cf_const, cond, call_count, jumptable;
   /* ALU */
   struct vliw_w_kcache kc[2];
   bool alt_const; /* R600: USES_WATERFALL */
   /* EXPORT */
   uint16_t array_base, array_size;
   uint8_t type, gpr, index_gpr, elem_size, sel[4], comp_mask, burst;
   bool rel, swiz, mark;
};

struct vliw_w_tex {
   int op; /* enum db_tex_op; -1 = unknown */
   uint8_t resource, sampler, src_gpr, dst_gpr, src_sel[4], dst_sel[4], lod_bias, offset[3];
   bool whole_quad, src_rel, dst_rel, alt_const, bc_frac, norm[4];
   uint8_t resource_index, sampler_index;
};

struct vliw_w_vtx {
   int op; /* enum db_vtx_op; -1 = unknown. Only the fetch forms and READ_SCRATCH are taken apart. */
   uint8_t fetch_type, buffer, src_gpr, src_sel[2], dst_gpr, dst_sel[4], mega_count, data_format, num_format;
   uint8_t endian, buffer_index, structured;
   bool whole_quad, src_rel, dst_rel, use_const, comp_signed, srf_mode, no_stride, mega, alt_const, lds_req,
      coalesced;
   uint16_t offset;
   /* READ_SCRATCH */
   bool uncached, indexed;
   uint8_t elem_size, burst;
   uint16_t array_base, array_size;
};

/** Between a structure and its words: an instruction is 2 dwords, a fetch is 4. What the generation has no
 * field for has to be 0 when encoded and is 0 when decoded. */
void vliw_enc_alu(enum db_gen gen, const struct vliw_w_alu *w, uint32_t dw[2]);
void vliw_dec_alu(enum db_gen gen, const uint32_t dw[2], struct vliw_w_alu *w);
void vliw_enc_cf(enum db_gen gen, const struct vliw_w_cf *w, uint32_t dw[2]);
void vliw_dec_cf(enum db_gen gen, const uint32_t dw[2], struct vliw_w_cf *w);
void vliw_enc_tex(enum db_gen gen, const struct vliw_w_tex *w, uint32_t dw[4]);
void vliw_dec_tex(enum db_gen gen, const uint32_t dw[4], struct vliw_w_tex *w);
void vliw_enc_vtx(enum db_gen gen, const struct vliw_w_vtx *w, uint32_t dw[4]);
void vliw_dec_vtx(enum db_gen gen, const uint32_t dw[4], struct vliw_w_vtx *w);
/** A word of a TEX clause may be a vertex fetch on chips without a vertex cache: their opcodes are disjoint.
 */
bool vliw_tex_is_vtx(enum db_gen gen, const uint32_t dw[4]);

#endif
