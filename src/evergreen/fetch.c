/* SPDX-License-Identifier: MIT
 *
 * Evergreen, Northern Islands: the words of fetch shaders. Their buffers are the slots of the FS window.
 * Chips without a vertex cache fetch through the texture cache, in TEX clauses.
 */
#include "db/terascale/db_format_numbers.h"
#include "db/terascale/isa.h"
#include "evergreen/eg_priv.h"
#include "terascale/resource/format.h"
#include "terascale/shader/shader.h"
#include "terascale/state/cso.h"

static void
cf_words(const struct terascale_chip *chip, enum db_cf_op op, unsigned addr, unsigned count, uint32_t dw[2])
{
   dw[0] = EG_SQ_CF_WORD0(.ADDR = addr);
   const uint32_t inst = (uint32_t)db_cf_info(op)->code[chip->gen];
   dw[1] = EG_SQ_CF_WORD1(.COUNT = count ? count - 1 : 0, .CF_INST = inst, .BARRIER = 1);
}

static void
vtx_words(const struct terascale_chip *chip, const struct pipe_vertex_element *e, unsigned gpr,
          uint32_t dw[4])
{
   const struct ts_vertex_format *f = ts_vertex_format(e->format);
   const bool mega = chip->gen != DB_CAYMAN; /* Cayman has other fields there */
   dw[0] = EG_SQ_VTX_WORD0(.VTX_INST = (uint32_t)db_vtx_info(DB_VTX_VFETCH)->inst[chip->gen],
                           .FETCH_TYPE = e->instance_divisor != 0, .BUFFER_ID = e->vertex_buffer_index,
                           .SRC_GPR = 0, .SRC_SEL_X = e->instance_divisor ? 3 : 0,
                           .MEGA_FETCH_COUNT = mega ? 0x1F : 0);
   dw[1] = EG_SQ_VTX_WORD1_GPR(.DST_GPR = gpr, .DST_SEL_X = 0, .DST_SEL_Y = f->ncomp > 1 ? 1 : 4,
                               .DST_SEL_Z = f->ncomp > 2 ? 2 : 4, .DST_SEL_W = f->ncomp > 3 ? 3 : 5,
                               .DATA_FORMAT = f->hw, .NUM_FORMAT_ALL = f->num_format,
                               .FORMAT_COMP_ALL = f->is_signed, .SRF_MODE_ALL = !e->symmetric);
   if (!gpr) /* the number of the instance, where the hardware puts it */
      dw[1] =
         EG_SQ_VTX_WORD1_GPR(.DST_GPR = 0, .DST_SEL_X = 7, .DST_SEL_Y = 7, .DST_SEL_Z = 7, .DST_SEL_W = 0,
                             .DATA_FORMAT = DB_FMT_32, .NUM_FORMAT_ALL = 1, .SRF_MODE_ALL = 1);
   dw[2] = EG_SQ_VTX_WORD2(.OFFSET = e->src_offset_B, .MEGA_FETCH = mega);
   dw[3] = 0;
}

unsigned
eg_encode_fetch(const struct terascale_chip *chip, const struct ts_velems *ve, const uint8_t *attrib_gpr,
                uint32_t *dw, unsigned max_dw)
{
   const struct ts_fetch_words words = {
      .per_clause = 16,
      .clause = chip->vertex_cache ? DB_CF_VTX : DB_CF_TEX,
      .cf = cf_words,
      .element = vtx_words,
   };
   return ts_encode_fetch(chip, &words, ve, attrib_gpr, dw, max_dw);
}
