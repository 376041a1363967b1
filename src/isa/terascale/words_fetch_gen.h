/* SPDX-License-Identifier: MIT
 *
 * Texture and vertex fetches, and reads of scratch memory: neutral words to machine words of the generation that
 * DB_PREFIX says, and back. A part of words_gen.h.
 */
static void
GEN_FN(enc_tex)(const struct vliw_w_tex *w, uint32_t dw[4])
{
   const struct db_fetch_info *info = db_tex_info((enum db_tex_op)w->op);
   dw[0] = GEN(SQ_TEX_WORD0)(.TEX_INST = (uint32_t)info->inst[GEN_ENUM], .FETCH_WHOLE_QUAD = w->whole_quad,
                             .RESOURCE_ID = w->resource, .SRC_GPR = w->src_gpr, .SRC_REL = w->src_rel,
#if GEN_FROM(R7)
                             .ALT_CONST = w->alt_const,
#endif
#if !GEN_FROM(EG)
                             .BC_FRAC_MODE = w->bc_frac
#else
                             .INST_MOD = info->inst_mod[GEN_ENUM], .RESOURCE_INDEX_MODE = w->resource_index,
                             .SAMPLER_INDEX_MODE = w->sampler_index
#endif
   );
   dw[1] =
      GEN(SQ_TEX_WORD1)(.DST_GPR = w->dst_gpr, .DST_REL = w->dst_rel, .DST_SEL_X = w->dst_sel[0],
                        .DST_SEL_Y = w->dst_sel[1], .DST_SEL_Z = w->dst_sel[2], .DST_SEL_W = w->dst_sel[3],
                        .LOD_BIAS = w->lod_bias, .COORD_TYPE_X = w->norm[0], .COORD_TYPE_Y = w->norm[1],
                        .COORD_TYPE_Z = w->norm[2], .COORD_TYPE_W = w->norm[3]);
   dw[2] = GEN(SQ_TEX_WORD2)(.OFFSET_X = w->offset[0], .OFFSET_Y = w->offset[1], .OFFSET_Z = w->offset[2],
                             .SAMPLER_ID = w->sampler, .SRC_SEL_X = w->src_sel[0], .SRC_SEL_Y = w->src_sel[1],
                             .SRC_SEL_Z = w->src_sel[2], .SRC_SEL_W = w->src_sel[3]);
   dw[3] = 0;
}

static void
GEN_FN(dec_tex)(const uint32_t dw[4], struct vliw_w_tex *w)
{
   unsigned mod = 0;
#if !GEN_FROM(EG)
   w->bc_frac = GEN(SQ_TEX_WORD0_get_BC_FRAC_MODE)(dw[0]);
#else
   mod = GEN(SQ_TEX_WORD0_get_INST_MOD)(dw[0]);
   w->resource_index = (uint8_t)GEN(SQ_TEX_WORD0_get_RESOURCE_INDEX_MODE)(dw[0]);
   w->sampler_index = (uint8_t)GEN(SQ_TEX_WORD0_get_SAMPLER_INDEX_MODE)(dw[0]);
#endif
   w->op = db_tex_decode(GEN_ENUM, GEN(SQ_TEX_WORD0_get_TEX_INST)(dw[0]), mod);
#if GEN_FROM(R7)
   w->alt_const = GEN(SQ_TEX_WORD0_get_ALT_CONST)(dw[0]);
#endif
   w->whole_quad = GEN(SQ_TEX_WORD0_get_FETCH_WHOLE_QUAD)(dw[0]);
   w->resource = (uint8_t)GEN(SQ_TEX_WORD0_get_RESOURCE_ID)(dw[0]);
   w->src_gpr = (uint8_t)GEN(SQ_TEX_WORD0_get_SRC_GPR)(dw[0]);
   w->src_rel = GEN(SQ_TEX_WORD0_get_SRC_REL)(dw[0]);
   w->dst_gpr = (uint8_t)GEN(SQ_TEX_WORD1_get_DST_GPR)(dw[1]);
   w->dst_rel = GEN(SQ_TEX_WORD1_get_DST_REL)(dw[1]);
   w->dst_sel[0] = (uint8_t)GEN(SQ_TEX_WORD1_get_DST_SEL_X)(dw[1]);
   w->dst_sel[1] = (uint8_t)GEN(SQ_TEX_WORD1_get_DST_SEL_Y)(dw[1]);
   w->dst_sel[2] = (uint8_t)GEN(SQ_TEX_WORD1_get_DST_SEL_Z)(dw[1]);
   w->dst_sel[3] = (uint8_t)GEN(SQ_TEX_WORD1_get_DST_SEL_W)(dw[1]);
   w->lod_bias = (uint8_t)GEN(SQ_TEX_WORD1_get_LOD_BIAS)(dw[1]);
   w->norm[0] = GEN(SQ_TEX_WORD1_get_COORD_TYPE_X)(dw[1]);
   w->norm[1] = GEN(SQ_TEX_WORD1_get_COORD_TYPE_Y)(dw[1]);
   w->norm[2] = GEN(SQ_TEX_WORD1_get_COORD_TYPE_Z)(dw[1]);
   w->norm[3] = GEN(SQ_TEX_WORD1_get_COORD_TYPE_W)(dw[1]);
   w->offset[0] = (uint8_t)GEN(SQ_TEX_WORD2_get_OFFSET_X)(dw[2]);
   w->offset[1] = (uint8_t)GEN(SQ_TEX_WORD2_get_OFFSET_Y)(dw[2]);
   w->offset[2] = (uint8_t)GEN(SQ_TEX_WORD2_get_OFFSET_Z)(dw[2]);
   w->sampler = (uint8_t)GEN(SQ_TEX_WORD2_get_SAMPLER_ID)(dw[2]);
   w->src_sel[0] = (uint8_t)GEN(SQ_TEX_WORD2_get_SRC_SEL_X)(dw[2]);
   w->src_sel[1] = (uint8_t)GEN(SQ_TEX_WORD2_get_SRC_SEL_Y)(dw[2]);
   w->src_sel[2] = (uint8_t)GEN(SQ_TEX_WORD2_get_SRC_SEL_Z)(dw[2]);
   w->src_sel[3] = (uint8_t)GEN(SQ_TEX_WORD2_get_SRC_SEL_W)(dw[2]);
}

static void
GEN_FN(enc_vtx)(const struct vliw_w_vtx *w, uint32_t dw[4])
{
   const struct db_fetch_info *info = db_vtx_info((enum db_vtx_op)w->op);
#if GEN_FROM(R7)
   if (w->op == DB_VTX_READ_SCRATCH) {
      dw[0] =
         GEN(SQ_MEM_RD_WORD0)(.MEM_INST = (uint32_t)info->inst[GEN_ENUM], .MEM_OP = info->inst_mod[GEN_ENUM],
                              .ELEM_SIZE = w->elem_size, .FETCH_WHOLE_QUAD = w->whole_quad,
                              .UNCACHED = w->uncached, .INDEXED = w->indexed, .SRC_GPR = w->src_gpr,
                              .SRC_REL = w->src_rel, .SRC_SEL_X = w->src_sel[0] & 3u, .BURST_CNT = w->burst);
      dw[1] = GEN(SQ_MEM_RD_WORD1)(.DST_GPR = w->dst_gpr, .DST_REL = w->dst_rel, .DST_SEL_X = w->dst_sel[0],
                                   .DST_SEL_Y = w->dst_sel[1], .DST_SEL_Z = w->dst_sel[2],
                                   .DST_SEL_W = w->dst_sel[3], .DATA_FORMAT = w->data_format,
                                   .NUM_FORMAT_ALL = w->num_format, .FORMAT_COMP_ALL = w->comp_signed,
                                   .SRF_MODE_ALL = w->srf_mode);
      dw[2] = GEN(SQ_MEM_RD_WORD2)(.ARRAY_BASE = w->array_base, .ENDIAN_SWAP = w->endian,
                                   .ARRAY_SIZE = w->array_size);
      dw[3] = 0;
      return;
   }
#endif
   dw[0] = GEN(SQ_VTX_WORD0)(.VTX_INST = (uint32_t)info->inst[GEN_ENUM], .FETCH_TYPE = w->fetch_type,
                             .FETCH_WHOLE_QUAD = w->whole_quad, .BUFFER_ID = w->buffer, .SRC_GPR = w->src_gpr,
                             .SRC_REL = w->src_rel, .SRC_SEL_X = w->src_sel[0],
#if GEN_IS(CM)
                             .SRC_SEL_Y = w->src_sel[1], .STRUCTURED_READ = w->structured,
                             .LDS_REQ = w->lds_req, .COALESCED_READ = w->coalesced
#else
                             .MEGA_FETCH_COUNT = w->mega_count
#endif
   );
   dw[1] = GEN(SQ_VTX_WORD1_GPR)(.DST_GPR = w->dst_gpr, .DST_REL = w->dst_rel, .DST_SEL_X = w->dst_sel[0],
                                 .DST_SEL_Y = w->dst_sel[1], .DST_SEL_Z = w->dst_sel[2],
                                 .DST_SEL_W = w->dst_sel[3], .USE_CONST_FIELDS = w->use_const,
                                 .DATA_FORMAT = w->data_format, .NUM_FORMAT_ALL = w->num_format,
                                 .FORMAT_COMP_ALL = w->comp_signed, .SRF_MODE_ALL = w->srf_mode);
   dw[2] =
      GEN(SQ_VTX_WORD2)(.OFFSET = w->offset, .ENDIAN_SWAP = w->endian, .CONST_BUF_NO_STRIDE = w->no_stride,
#if !GEN_IS(CM)
                        .MEGA_FETCH = w->mega,
#endif
#if GEN_FROM(R7)
                        .ALT_CONST = w->alt_const,
#endif
#if GEN_FROM(EG)
                        .BUFFER_INDEX_MODE = w->buffer_index
#endif
      );
   dw[3] = 0;
}

static void
GEN_FN(dec_vtx)(const uint32_t dw[4], struct vliw_w_vtx *w)
{
   unsigned inst = GEN(SQ_VTX_WORD0_get_VTX_INST)(dw[0]);
   w->op = inst == 2 ? -1 : db_vtx_decode(GEN_ENUM, inst, 0);
#if GEN_FROM(R7)
   if (inst == 2 &&
       db_vtx_decode(GEN_ENUM, inst, GEN(SQ_MEM_RD_WORD0_get_MEM_OP)(dw[0])) == DB_VTX_READ_SCRATCH) {
      w->op = DB_VTX_READ_SCRATCH;
      w->elem_size = (uint8_t)GEN(SQ_MEM_RD_WORD0_get_ELEM_SIZE)(dw[0]);
      w->whole_quad = GEN(SQ_MEM_RD_WORD0_get_FETCH_WHOLE_QUAD)(dw[0]);
      w->uncached = GEN(SQ_MEM_RD_WORD0_get_UNCACHED)(dw[0]);
      w->indexed = GEN(SQ_MEM_RD_WORD0_get_INDEXED)(dw[0]);
      w->src_gpr = (uint8_t)GEN(SQ_MEM_RD_WORD0_get_SRC_GPR)(dw[0]);
      w->src_rel = GEN(SQ_MEM_RD_WORD0_get_SRC_REL)(dw[0]);
      w->src_sel[0] = (uint8_t)GEN(SQ_MEM_RD_WORD0_get_SRC_SEL_X)(dw[0]);
      w->burst = (uint8_t)GEN(SQ_MEM_RD_WORD0_get_BURST_CNT)(dw[0]);
      w->dst_gpr = (uint8_t)GEN(SQ_MEM_RD_WORD1_get_DST_GPR)(dw[1]);
      w->dst_rel = GEN(SQ_MEM_RD_WORD1_get_DST_REL)(dw[1]);
      w->dst_sel[0] = (uint8_t)GEN(SQ_MEM_RD_WORD1_get_DST_SEL_X)(dw[1]);
      w->dst_sel[1] = (uint8_t)GEN(SQ_MEM_RD_WORD1_get_DST_SEL_Y)(dw[1]);
      w->dst_sel[2] = (uint8_t)GEN(SQ_MEM_RD_WORD1_get_DST_SEL_Z)(dw[1]);
      w->dst_sel[3] = (uint8_t)GEN(SQ_MEM_RD_WORD1_get_DST_SEL_W)(dw[1]);
      w->data_format = (uint8_t)GEN(SQ_MEM_RD_WORD1_get_DATA_FORMAT)(dw[1]);
      w->num_format = (uint8_t)GEN(SQ_MEM_RD_WORD1_get_NUM_FORMAT_ALL)(dw[1]);
      w->comp_signed = GEN(SQ_MEM_RD_WORD1_get_FORMAT_COMP_ALL)(dw[1]);
      w->srf_mode = GEN(SQ_MEM_RD_WORD1_get_SRF_MODE_ALL)(dw[1]);
      w->array_base = (uint16_t)GEN(SQ_MEM_RD_WORD2_get_ARRAY_BASE)(dw[2]);
      w->endian = (uint8_t)GEN(SQ_MEM_RD_WORD2_get_ENDIAN_SWAP)(dw[2]);
      w->array_size = (uint16_t)GEN(SQ_MEM_RD_WORD2_get_ARRAY_SIZE)(dw[2]);
      return;
   }
#endif
   w->fetch_type = (uint8_t)GEN(SQ_VTX_WORD0_get_FETCH_TYPE)(dw[0]);
   w->whole_quad = GEN(SQ_VTX_WORD0_get_FETCH_WHOLE_QUAD)(dw[0]);
   w->buffer = (uint8_t)GEN(SQ_VTX_WORD0_get_BUFFER_ID)(dw[0]);
   w->src_gpr = (uint8_t)GEN(SQ_VTX_WORD0_get_SRC_GPR)(dw[0]);
   w->src_rel = GEN(SQ_VTX_WORD0_get_SRC_REL)(dw[0]);
   w->src_sel[0] = (uint8_t)GEN(SQ_VTX_WORD0_get_SRC_SEL_X)(dw[0]);
#if GEN_IS(CM)
   w->src_sel[1] = (uint8_t)GEN(SQ_VTX_WORD0_get_SRC_SEL_Y)(dw[0]);
   w->structured = (uint8_t)GEN(SQ_VTX_WORD0_get_STRUCTURED_READ)(dw[0]);
   w->lds_req = GEN(SQ_VTX_WORD0_get_LDS_REQ)(dw[0]);
   w->coalesced = GEN(SQ_VTX_WORD0_get_COALESCED_READ)(dw[0]);
#else
   w->mega_count = (uint8_t)GEN(SQ_VTX_WORD0_get_MEGA_FETCH_COUNT)(dw[0]);
   w->mega = GEN(SQ_VTX_WORD2_get_MEGA_FETCH)(dw[2]);
#endif
   w->dst_gpr = (uint8_t)GEN(SQ_VTX_WORD1_GPR_get_DST_GPR)(dw[1]);
   w->dst_rel = GEN(SQ_VTX_WORD1_GPR_get_DST_REL)(dw[1]);
   w->dst_sel[0] = (uint8_t)GEN(SQ_VTX_WORD1_get_DST_SEL_X)(dw[1]);
   w->dst_sel[1] = (uint8_t)GEN(SQ_VTX_WORD1_get_DST_SEL_Y)(dw[1]);
   w->dst_sel[2] = (uint8_t)GEN(SQ_VTX_WORD1_get_DST_SEL_Z)(dw[1]);
   w->dst_sel[3] = (uint8_t)GEN(SQ_VTX_WORD1_get_DST_SEL_W)(dw[1]);
   w->use_const = GEN(SQ_VTX_WORD1_get_USE_CONST_FIELDS)(dw[1]);
   w->data_format = (uint8_t)GEN(SQ_VTX_WORD1_get_DATA_FORMAT)(dw[1]);
   w->num_format = (uint8_t)GEN(SQ_VTX_WORD1_get_NUM_FORMAT_ALL)(dw[1]);
   w->comp_signed = GEN(SQ_VTX_WORD1_get_FORMAT_COMP_ALL)(dw[1]);
   w->srf_mode = GEN(SQ_VTX_WORD1_get_SRF_MODE_ALL)(dw[1]);
   w->offset = (uint16_t)GEN(SQ_VTX_WORD2_get_OFFSET)(dw[2]);
   w->endian = (uint8_t)GEN(SQ_VTX_WORD2_get_ENDIAN_SWAP)(dw[2]);
   w->no_stride = GEN(SQ_VTX_WORD2_get_CONST_BUF_NO_STRIDE)(dw[2]);
#if GEN_FROM(R7)
   w->alt_const = GEN(SQ_VTX_WORD2_get_ALT_CONST)(dw[2]);
#endif
#if GEN_FROM(EG)
   w->buffer_index = (uint8_t)GEN(SQ_VTX_WORD2_get_BUFFER_INDEX_MODE)(dw[2]);
#endif
}
