/* SPDX-License-Identifier: MIT
 *
 * R6xx/R7xx: the words of fetch shaders. Their buffers are the slots of the FS window, which count from the
 * VS window here.
 */
#include "db/terascale/db_format_numbers.h"
#include "db/terascale/isa.h"
#include "r600/r600_priv.h"
#include "terascale/resource/format.h"
#include "terascale/shader/shader.h"
#include "terascale/state/cso.h"

static void
cf_words(const struct terascale_chip *chip, enum db_cf_op op, unsigned addr, unsigned count, uint32_t dw[2])
{
   dw[0] = R7_SQ_CF_WORD0(.ADDR = addr);
   const uint32_t inst = (uint32_t)db_cf_info(op)->code[chip->gen];
   unsigned n = count ? count - 1 : 0;
   if (chip->gen == DB_R600)
      dw[1] = R6_SQ_CF_WORD1(.COUNT = n, .CF_INST = inst, .BARRIER = 1);
   else
      dw[1] = R7_SQ_CF_WORD1(.COUNT = n & 7, .COUNT_3 = n >> 3, .CF_INST = inst, .BARRIER = 1);
}

static void
vtx_words(const struct terascale_chip *chip, const struct pipe_vertex_element *e, unsigned gpr,
          uint32_t dw[4])
{
   const struct ts_vertex_format *f = ts_vertex_format(e->format);
   const unsigned buffer = DB_R6_RESOURCE_FS - DB_R6_RESOURCE_VS + e->vertex_buffer_index;
   dw[0] = R7_SQ_VTX_WORD0(.VTX_INST = (uint32_t)db_vtx_info(DB_VTX_VFETCH)->inst[DB_R700],
                           .FETCH_TYPE = e->instance_divisor != 0, .BUFFER_ID = buffer, .SRC_GPR = 0,
                           .SRC_SEL_X = e->instance_divisor ? 3 : 0, .MEGA_FETCH_COUNT = 0x1F);
   dw[1] = R7_SQ_VTX_WORD1_GPR(.DST_GPR = gpr, .DST_SEL_X = 0, .DST_SEL_Y = f->ncomp > 1 ? 1 : 4,
                               .DST_SEL_Z = f->ncomp > 2 ? 2 : 4, .DST_SEL_W = f->ncomp > 3 ? 3 : 5,
                               .DATA_FORMAT = f->hw, .NUM_FORMAT_ALL = f->num_format,
                               .FORMAT_COMP_ALL = f->is_signed, .SRF_MODE_ALL = !e->symmetric);
   if (!gpr) /* the number of the instance, where the hardware puts it */
      dw[1] =
         R7_SQ_VTX_WORD1_GPR(.DST_GPR = 0, .DST_SEL_X = 7, .DST_SEL_Y = 7, .DST_SEL_Z = 7, .DST_SEL_W = 0,
                             .DATA_FORMAT = DB_FMT_32, .NUM_FORMAT_ALL = 1, .SRF_MODE_ALL = 1);
   dw[2] = R7_SQ_VTX_WORD2(.OFFSET = e->src_offset_B, .MEGA_FETCH = 1);
   dw[3] = 0;
}

unsigned
r600_encode_fetch(const struct terascale_chip *chip, const struct ts_velems *ve, const uint8_t *attrib_gpr,
                  uint32_t *dw, unsigned max_dw)
{
   const struct ts_fetch_words words = {
      .per_clause = chip->gen == DB_R600 ? 8 : 16,
      .clause = chip->vertex_cache ? DB_CF_VTX : DB_CF_VTX_TC,
      .cf = cf_words,
      .element = vtx_words,
   };
   return ts_encode_fetch(chip, &words, ve, attrib_gpr, dw, max_dw);
}
