/* SPDX-License-Identifier: MIT
 *
 * Evergreen, Northern Islands: the fetch shader of vertex elements: one fetch clause, then RET. Its buffers
 * are the slots of the FS window. Chips without a vertex cache fetch through the texture cache, in TEX
 * clauses.
 */
#include "db/isa.h"
#include "evergreen/eg_priv.h"

static uint32_t
cf_word1(const struct db_chip *chip, enum db_cf_op op, unsigned count)
{
   uint32_t inst = (uint32_t)db_cf_info(op)->code[chip->gen];
   return EG_SQ_CF_WORD1(.COUNT = count ? count - 1 : 0, .CF_INST = inst, .BARRIER = 1);
}

static void
vtx_words(const struct db_chip *chip, const struct pipe_vertex_element *e, unsigned gpr, uint32_t *dw)
{
   const struct radeon_vertex_format *f = radeon_vertex_format(e->format);
   const bool mega = chip->gen != DB_CAYMAN; /* Cayman has other fields there */
   dw[0] = EG_SQ_VTX_WORD0(.VTX_INST = (uint32_t)db_vtx_info(DB_VTX_VFETCH)->inst[chip->gen],
                           .FETCH_TYPE = e->instance_divisor != 0, .BUFFER_ID = e->vertex_buffer_index,
                           .SRC_GPR = 0, .SRC_SEL_X = e->instance_divisor ? 3 : 0,
                           .MEGA_FETCH_COUNT = mega ? 0x1F : 0);
   dw[1] = EG_SQ_VTX_WORD1_GPR(.DST_GPR = gpr, .DST_SEL_X = 0, .DST_SEL_Y = f->ncomp > 1 ? 1 : 4,
                               .DST_SEL_Z = f->ncomp > 2 ? 2 : 4, .DST_SEL_W = f->ncomp > 3 ? 3 : 5,
                               .DATA_FORMAT = f->hw, .NUM_FORMAT_ALL = f->num_format,
                               .FORMAT_COMP_ALL = f->is_signed, .SRF_MODE_ALL = 1);
   dw[2] = EG_SQ_VTX_WORD2(.OFFSET = e->src_offset_B, .MEGA_FETCH = mega);
   dw[3] = 0;
}

unsigned
eg_encode_fetch(const struct db_chip *chip, const struct radeon_velems *ve, const uint8_t *attrib_gpr,
                uint32_t *dw, unsigned max_dw)
{
   const unsigned per_clause = 16;
   uint8_t used[PIPE_MAX_ATTRIBS];
   unsigned n = 0;
   for (unsigned i = 0; i < ve->count; i++)
      if (attrib_gpr[i] && radeon_vertex_format(ve->e[i].format)->hw)
         used[n++] = (uint8_t)i;
   const unsigned clauses = DIV_ROUND_UP(n, per_clause);
   unsigned at = (unsigned)u_align((clauses + 1) * 2, 4); /* clauses start on 16 bytes */
   memset(dw, 0, max_dw * 4);
   const enum db_cf_op op = chip->vertex_cache ? DB_CF_VTX : DB_CF_TEX;
   for (unsigned k = 0; k < clauses; k++) {
      unsigned count = MIN2(n - k * per_clause, per_clause);
      dw[2 * k] = EG_SQ_CF_WORD0(.ADDR = at / 2);
      dw[2 * k + 1] = cf_word1(chip, op, count);
      for (unsigned i = 0; i < count; i++, at += 4)
         vtx_words(chip, &ve->e[used[k * per_clause + i]], attrib_gpr[used[k * per_clause + i]], dw + at);
   }
   dw[2 * clauses + 1] = cf_word1(chip, DB_CF_RET, 0);
   return at;
}
