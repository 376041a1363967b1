/* SPDX-License-Identifier: MIT
 *
 * Body of terascale/words.c, included once per instruction set with PFX = R6, R7, EG, CM and GEN = its enum
 * db_gen.
 */
#define CAT_(a, b, c)  a##b##c
#define CAT(a, b, c)   CAT_(a, b, c)
#define W(word)        CAT(PFX, _SQ_, word)
#define G(word, field) CAT(CAT(PFX, _SQ_, word), _get_, field)
#define FN(name)       CAT(name, _, PFX)

static void
FN(enc_alu)(const struct vliw_w_alu *w, uint32_t dw[2])
{
   dw[0] = W(ALU_WORD0)(.SRC0_SEL = w->sel[0], .SRC0_REL = w->rel[0], .SRC0_CHAN = w->chan[0],
                        .SRC0_NEG = w->neg[0], .SRC1_SEL = w->sel[1], .SRC1_REL = w->rel[1],
                        .SRC1_CHAN = w->chan[1], .SRC1_NEG = w->neg[1], .INDEX_MODE = w->index_mode,
                        .PRED_SEL = w->pred_sel, .LAST = w->last);
   if (w->op3)
      dw[1] = W(ALU_WORD1_OP3)(.SRC2_SEL = w->sel[2], .SRC2_REL = w->rel[2], .SRC2_CHAN = w->chan[2],
                               .SRC2_NEG = w->neg[2], .ALU_INST = w->code, .BANK_SWIZZLE = w->bank,
                               .DST_GPR = w->dst_gpr, .DST_REL = w->dst_rel, .DST_CHAN = w->dst_chan,
                               .CLAMP = w->clamp);
   else
      dw[1] =
         W(ALU_WORD1_OP2)(.SRC0_ABS = w->abs[0], .SRC1_ABS = w->abs[1], .UPDATE_EXECUTE_MASK = w->update_exec,
                          .UPDATE_PRED = w->update_pred, .WRITE_MASK = w->write, .OMOD = w->omod,
                          .ALU_INST = w->code, .BANK_SWIZZLE = w->bank, .DST_GPR = w->dst_gpr,
                          .DST_REL = w->dst_rel, .DST_CHAN = w->dst_chan, .CLAMP = w->clamp
#if IS_R6
                          ,
                          .FOG_MERGE = w->fog_merge
#endif
         );
}

static void
FN(dec_alu)(const uint32_t dw[2], struct vliw_w_alu *w)
{
   w->op3 = G(ALU_WORD1, ENCODING)(dw[1]) != 0;
   w->sel[0] = (uint16_t)G(ALU_WORD0, SRC0_SEL)(dw[0]);
   w->rel[0] = G(ALU_WORD0, SRC0_REL)(dw[0]);
   w->chan[0] = (uint8_t)G(ALU_WORD0, SRC0_CHAN)(dw[0]);
   w->neg[0] = G(ALU_WORD0, SRC0_NEG)(dw[0]);
   w->sel[1] = (uint16_t)G(ALU_WORD0, SRC1_SEL)(dw[0]);
   w->rel[1] = G(ALU_WORD0, SRC1_REL)(dw[0]);
   w->chan[1] = (uint8_t)G(ALU_WORD0, SRC1_CHAN)(dw[0]);
   w->neg[1] = G(ALU_WORD0, SRC1_NEG)(dw[0]);
   w->index_mode = (uint8_t)G(ALU_WORD0, INDEX_MODE)(dw[0]);
   w->pred_sel = (uint8_t)G(ALU_WORD0, PRED_SEL)(dw[0]);
   w->last = G(ALU_WORD0, LAST)(dw[0]);
   w->bank = (uint8_t)G(ALU_WORD1, BANK_SWIZZLE)(dw[1]);
   w->dst_gpr = (uint8_t)G(ALU_WORD1, DST_GPR)(dw[1]);
   w->dst_rel = G(ALU_WORD1, DST_REL)(dw[1]);
   w->dst_chan = (uint8_t)G(ALU_WORD1, DST_CHAN)(dw[1]);
   w->clamp = G(ALU_WORD1, CLAMP)(dw[1]);
   if (w->op3) {
      w->sel[2] = (uint16_t)G(ALU_WORD1_OP3, SRC2_SEL)(dw[1]);
      w->rel[2] = G(ALU_WORD1_OP3, SRC2_REL)(dw[1]);
      w->chan[2] = (uint8_t)G(ALU_WORD1_OP3, SRC2_CHAN)(dw[1]);
      w->neg[2] = G(ALU_WORD1_OP3, SRC2_NEG)(dw[1]);
      w->code = (uint16_t)G(ALU_WORD1_OP3, ALU_INST)(dw[1]);
      w->write = true;
   } else {
      w->abs[0] = G(ALU_WORD1_OP2, SRC0_ABS)(dw[1]);
      w->abs[1] = G(ALU_WORD1_OP2, SRC1_ABS)(dw[1]);
      w->update_exec = G(ALU_WORD1_OP2, UPDATE_EXECUTE_MASK)(dw[1]);
      w->update_pred = G(ALU_WORD1_OP2, UPDATE_PRED)(dw[1]);
      w->write = G(ALU_WORD1_OP2, WRITE_MASK)(dw[1]);
      w->omod = (uint8_t)G(ALU_WORD1_OP2, OMOD)(dw[1]);
      w->code = (uint16_t)G(ALU_WORD1_OP2, ALU_INST)(dw[1]);
#if IS_R6
      w->fog_merge = G(ALU_WORD1_OP2, FOG_MERGE)(dw[1]);
#endif
   }
}

static void
FN(enc_cf)(const struct vliw_w_cf *w, uint32_t dw[2])
{
   const struct db_cf_info *info = db_cf_info((enum db_cf_op)w->op);
   uint32_t inst = (uint32_t)info->code[GEN];
   switch ((enum db_cf_form)info->form) {
   case DB_CF_FORM_CF:
      dw[0] = W(CF_WORD0)(.ADDR = w->addr
#if !IS_R6 && !IS_R7
                          ,
                          .JUMPTABLE_SEL = w->jumptable
#endif
      );
      dw[1] = W(CF_WORD1)(.POP_COUNT = w->pop_count, .CF_CONST = w->cf_const, .COND = w->cond,
                          .VALID_PIXEL_MODE = w->vpm, .CF_INST = inst, .BARRIER = w->barrier,
#if IS_R7
                          .COUNT = w->count & 7, .COUNT_3 = w->count >> 3 & 1,
#else
                          .COUNT = w->count,
#endif
#if IS_R6 || IS_R7
                          .CALL_COUNT = w->call_count,
#endif
#if !IS_CM
                          .END_OF_PROGRAM = w->eop, .WHOLE_QUAD_MODE = w->wqm
#endif
      );
      break;
   case DB_CF_FORM_EXPORT:
      dw[0] =
         W(CF_ALLOC_EXPORT_WORD0)(.ARRAY_BASE = w->array_base, .TYPE = w->type, .RW_GPR = w->gpr,
                                  .RW_REL = w->rel, .INDEX_GPR = w->index_gpr, .ELEM_SIZE = w->elem_size);
      if (w->swiz)
         dw[1] = W(CF_ALLOC_EXPORT_WORD1_SWIZ)(.SEL_X = w->sel[0], .SEL_Y = w->sel[1], .SEL_Z = w->sel[2],
                                               .SEL_W = w->sel[3]);
      else
         dw[1] = W(CF_ALLOC_EXPORT_WORD1_BUF)(.ARRAY_SIZE = w->array_size, .COMP_MASK = w->comp_mask);
      dw[1] |= W(CF_ALLOC_EXPORT_WORD1)(.BURST_COUNT = w->burst, .VALID_PIXEL_MODE = w->vpm, .CF_INST = inst,
                                        .BARRIER = w->barrier,
#if !IS_CM
                                        .END_OF_PROGRAM = w->eop,
#endif
#if IS_R6 || IS_R7
                                        .WHOLE_QUAD_MODE = w->wqm
#else
                                        .MARK = w->mark
#endif
      );
      break;
   case DB_CF_FORM_ALU:
      dw[0] = W(CF_ALU_WORD0)(.ADDR = w->addr, .KCACHE_BANK0 = w->kc[0].bank, .KCACHE_BANK1 = w->kc[1].bank,
                              .KCACHE_MODE0 = w->kc[0].mode);
      dw[1] = W(CF_ALU_WORD1)(.KCACHE_MODE1 = w->kc[1].mode, .KCACHE_ADDR0 = w->kc[0].addr,
                              .KCACHE_ADDR1 = w->kc[1].addr, .COUNT = w->count,
#if IS_R6
                              .USES_WATERFALL = w->alt_const,
#else
                              .ALT_CONST = w->alt_const,
#endif
                              .CF_INST = inst, .WHOLE_QUAD_MODE = w->wqm, .BARRIER = w->barrier);
      break;
   }
}

static void
FN(dec_cf)(const uint32_t dw[2], struct vliw_w_cf *w)
{
   bool alu = G(CF_ALU_WORD1, CF_INST)(dw[1]) >= 8;
   w->op = db_cf_decode(GEN, alu, alu ? G(CF_ALU_WORD1, CF_INST)(dw[1]) : G(CF_WORD1, CF_INST)(dw[1]));
   if (w->op < 0)
      return;
   const struct db_cf_info *info = db_cf_info((enum db_cf_op)w->op);
   w->form = info->form;
   w->clause = info->clause;
   w->barrier = G(CF_WORD1, BARRIER)(dw[1]);
   switch ((enum db_cf_form)info->form) {
   case DB_CF_FORM_CF:
      w->addr = G(CF_WORD0, ADDR)(dw[0]);
      w->pop_count = (uint8_t)G(CF_WORD1, POP_COUNT)(dw[1]);
      w->cf_const = (uint8_t)G(CF_WORD1, CF_CONST)(dw[1]);
      w->cond = (uint8_t)G(CF_WORD1, COND)(dw[1]);
      w->vpm = G(CF_WORD1, VALID_PIXEL_MODE)(dw[1]);
      w->count = G(CF_WORD1, COUNT)(dw[1]);
#if IS_R7
      w->count |= G(CF_WORD1, COUNT_3)(dw[1]) << 3;
#endif
#if IS_R6 || IS_R7
      w->call_count = (uint8_t)G(CF_WORD1, CALL_COUNT)(dw[1]);
#else
      w->jumptable = (uint8_t)G(CF_WORD0, JUMPTABLE_SEL)(dw[0]);
#endif
#if !IS_CM
      w->eop = G(CF_WORD1, END_OF_PROGRAM)(dw[1]);
      w->wqm = G(CF_WORD1, WHOLE_QUAD_MODE)(dw[1]);
#endif
      break;
   case DB_CF_FORM_EXPORT:
      w->array_base = (uint16_t)G(CF_ALLOC_EXPORT_WORD0, ARRAY_BASE)(dw[0]);
      w->type = (uint8_t)G(CF_ALLOC_EXPORT_WORD0, TYPE)(dw[0]);
      w->gpr = (uint8_t)G(CF_ALLOC_EXPORT_WORD0, RW_GPR)(dw[0]);
      w->rel = G(CF_ALLOC_EXPORT_WORD0, RW_REL)(dw[0]);
      w->index_gpr = (uint8_t)G(CF_ALLOC_EXPORT_WORD0, INDEX_GPR)(dw[0]);
      w->elem_size = (uint8_t)G(CF_ALLOC_EXPORT_WORD0, ELEM_SIZE)(dw[0]);
      w->swiz = w->op == DB_CF_EXPORT || w->op == DB_CF_EXPORT_DONE;
      if (w->swiz) {
         w->sel[0] = (uint8_t)G(CF_ALLOC_EXPORT_WORD1_SWIZ, SEL_X)(dw[1]);
         w->sel[1] = (uint8_t)G(CF_ALLOC_EXPORT_WORD1_SWIZ, SEL_Y)(dw[1]);
         w->sel[2] = (uint8_t)G(CF_ALLOC_EXPORT_WORD1_SWIZ, SEL_Z)(dw[1]);
         w->sel[3] = (uint8_t)G(CF_ALLOC_EXPORT_WORD1_SWIZ, SEL_W)(dw[1]);
      } else {
         w->array_size = (uint16_t)G(CF_ALLOC_EXPORT_WORD1_BUF, ARRAY_SIZE)(dw[1]);
         w->comp_mask = (uint8_t)G(CF_ALLOC_EXPORT_WORD1_BUF, COMP_MASK)(dw[1]);
      }
      w->burst = (uint8_t)G(CF_ALLOC_EXPORT_WORD1, BURST_COUNT)(dw[1]);
      w->vpm = G(CF_ALLOC_EXPORT_WORD1, VALID_PIXEL_MODE)(dw[1]);
#if !IS_CM
      w->eop = G(CF_ALLOC_EXPORT_WORD1, END_OF_PROGRAM)(dw[1]);
#endif
#if IS_R6 || IS_R7
      w->wqm = G(CF_ALLOC_EXPORT_WORD1, WHOLE_QUAD_MODE)(dw[1]);
#else
      w->mark = G(CF_ALLOC_EXPORT_WORD1, MARK)(dw[1]);
#endif
      break;
   case DB_CF_FORM_ALU:
      w->addr = G(CF_ALU_WORD0, ADDR)(dw[0]);
      w->kc[0].bank = (uint8_t)G(CF_ALU_WORD0, KCACHE_BANK0)(dw[0]);
      w->kc[1].bank = (uint8_t)G(CF_ALU_WORD0, KCACHE_BANK1)(dw[0]);
      w->kc[0].mode = (uint8_t)G(CF_ALU_WORD0, KCACHE_MODE0)(dw[0]);
      w->kc[1].mode = (uint8_t)G(CF_ALU_WORD1, KCACHE_MODE1)(dw[1]);
      w->kc[0].addr = (uint8_t)G(CF_ALU_WORD1, KCACHE_ADDR0)(dw[1]);
      w->kc[1].addr = (uint8_t)G(CF_ALU_WORD1, KCACHE_ADDR1)(dw[1]);
      w->count = G(CF_ALU_WORD1, COUNT)(dw[1]);
#if IS_R6
      w->alt_const = G(CF_ALU_WORD1, USES_WATERFALL)(dw[1]);
#else
      w->alt_const = G(CF_ALU_WORD1, ALT_CONST)(dw[1]);
#endif
      w->wqm = G(CF_ALU_WORD1, WHOLE_QUAD_MODE)(dw[1]);
      break;
   }
}

static void
FN(enc_tex)(const struct vliw_w_tex *w, uint32_t dw[4])
{
   const struct db_fetch_info *info = db_tex_info((enum db_tex_op)w->op);
   dw[0] = W(TEX_WORD0)(.TEX_INST = (uint32_t)info->inst[GEN], .FETCH_WHOLE_QUAD = w->whole_quad,
                        .RESOURCE_ID = w->resource, .SRC_GPR = w->src_gpr, .SRC_REL = w->src_rel,
#if !IS_R6
                        .ALT_CONST = w->alt_const,
#endif
#if IS_R6 || IS_R7
                        .BC_FRAC_MODE = w->bc_frac
#else
                        .INST_MOD = info->inst_mod[GEN], .RESOURCE_INDEX_MODE = w->resource_index,
                        .SAMPLER_INDEX_MODE = w->sampler_index
#endif
   );
   dw[1] = W(TEX_WORD1)(.DST_GPR = w->dst_gpr, .DST_REL = w->dst_rel, .DST_SEL_X = w->dst_sel[0],
                        .DST_SEL_Y = w->dst_sel[1], .DST_SEL_Z = w->dst_sel[2], .DST_SEL_W = w->dst_sel[3],
                        .LOD_BIAS = w->lod_bias, .COORD_TYPE_X = w->norm[0], .COORD_TYPE_Y = w->norm[1],
                        .COORD_TYPE_Z = w->norm[2], .COORD_TYPE_W = w->norm[3]);
   dw[2] = W(TEX_WORD2)(.OFFSET_X = w->offset[0], .OFFSET_Y = w->offset[1], .OFFSET_Z = w->offset[2],
                        .SAMPLER_ID = w->sampler, .SRC_SEL_X = w->src_sel[0], .SRC_SEL_Y = w->src_sel[1],
                        .SRC_SEL_Z = w->src_sel[2], .SRC_SEL_W = w->src_sel[3]);
   dw[3] = 0;
}

static void
FN(dec_tex)(const uint32_t dw[4], struct vliw_w_tex *w)
{
   unsigned mod = 0;
#if IS_R6 || IS_R7
   w->bc_frac = G(TEX_WORD0, BC_FRAC_MODE)(dw[0]);
#else
   mod = G(TEX_WORD0, INST_MOD)(dw[0]);
   w->resource_index = (uint8_t)G(TEX_WORD0, RESOURCE_INDEX_MODE)(dw[0]);
   w->sampler_index = (uint8_t)G(TEX_WORD0, SAMPLER_INDEX_MODE)(dw[0]);
#endif
   w->op = db_tex_decode(GEN, G(TEX_WORD0, TEX_INST)(dw[0]), mod);
#if !IS_R6
   w->alt_const = G(TEX_WORD0, ALT_CONST)(dw[0]);
#endif
   w->whole_quad = G(TEX_WORD0, FETCH_WHOLE_QUAD)(dw[0]);
   w->resource = (uint8_t)G(TEX_WORD0, RESOURCE_ID)(dw[0]);
   w->src_gpr = (uint8_t)G(TEX_WORD0, SRC_GPR)(dw[0]);
   w->src_rel = G(TEX_WORD0, SRC_REL)(dw[0]);
   w->dst_gpr = (uint8_t)G(TEX_WORD1, DST_GPR)(dw[1]);
   w->dst_rel = G(TEX_WORD1, DST_REL)(dw[1]);
   w->dst_sel[0] = (uint8_t)G(TEX_WORD1, DST_SEL_X)(dw[1]);
   w->dst_sel[1] = (uint8_t)G(TEX_WORD1, DST_SEL_Y)(dw[1]);
   w->dst_sel[2] = (uint8_t)G(TEX_WORD1, DST_SEL_Z)(dw[1]);
   w->dst_sel[3] = (uint8_t)G(TEX_WORD1, DST_SEL_W)(dw[1]);
   w->lod_bias = (uint8_t)G(TEX_WORD1, LOD_BIAS)(dw[1]);
   w->norm[0] = G(TEX_WORD1, COORD_TYPE_X)(dw[1]);
   w->norm[1] = G(TEX_WORD1, COORD_TYPE_Y)(dw[1]);
   w->norm[2] = G(TEX_WORD1, COORD_TYPE_Z)(dw[1]);
   w->norm[3] = G(TEX_WORD1, COORD_TYPE_W)(dw[1]);
   w->offset[0] = (uint8_t)G(TEX_WORD2, OFFSET_X)(dw[2]);
   w->offset[1] = (uint8_t)G(TEX_WORD2, OFFSET_Y)(dw[2]);
   w->offset[2] = (uint8_t)G(TEX_WORD2, OFFSET_Z)(dw[2]);
   w->sampler = (uint8_t)G(TEX_WORD2, SAMPLER_ID)(dw[2]);
   w->src_sel[0] = (uint8_t)G(TEX_WORD2, SRC_SEL_X)(dw[2]);
   w->src_sel[1] = (uint8_t)G(TEX_WORD2, SRC_SEL_Y)(dw[2]);
   w->src_sel[2] = (uint8_t)G(TEX_WORD2, SRC_SEL_Z)(dw[2]);
   w->src_sel[3] = (uint8_t)G(TEX_WORD2, SRC_SEL_W)(dw[2]);
}

static void
FN(enc_vtx)(const struct vliw_w_vtx *w, uint32_t dw[4])
{
   const struct db_fetch_info *info = db_vtx_info((enum db_vtx_op)w->op);
#if !IS_R6
   if (w->op == DB_VTX_READ_SCRATCH) {
      dw[0] = W(MEM_RD_WORD0)(.MEM_INST = (uint32_t)info->inst[GEN], .MEM_OP = info->inst_mod[GEN],
                              .ELEM_SIZE = w->elem_size, .FETCH_WHOLE_QUAD = w->whole_quad,
                              .UNCACHED = w->uncached, .INDEXED = w->indexed, .SRC_GPR = w->src_gpr,
                              .SRC_REL = w->src_rel, .SRC_SEL_X = w->src_sel[0] & 3u, .BURST_CNT = w->burst);
      dw[1] =
         W(MEM_RD_WORD1)(.DST_GPR = w->dst_gpr, .DST_REL = w->dst_rel, .DST_SEL_X = w->dst_sel[0],
                         .DST_SEL_Y = w->dst_sel[1], .DST_SEL_Z = w->dst_sel[2], .DST_SEL_W = w->dst_sel[3],
                         .DATA_FORMAT = w->data_format, .NUM_FORMAT_ALL = w->num_format,
                         .FORMAT_COMP_ALL = w->comp_signed, .SRF_MODE_ALL = w->srf_mode);
      dw[2] =
         W(MEM_RD_WORD2)(.ARRAY_BASE = w->array_base, .ENDIAN_SWAP = w->endian, .ARRAY_SIZE = w->array_size);
      dw[3] = 0;
      return;
   }
#endif
   dw[0] = W(VTX_WORD0)(.VTX_INST = (uint32_t)info->inst[GEN], .FETCH_TYPE = w->fetch_type,
                        .FETCH_WHOLE_QUAD = w->whole_quad, .BUFFER_ID = w->buffer, .SRC_GPR = w->src_gpr,
                        .SRC_REL = w->src_rel, .SRC_SEL_X = w->src_sel[0],
#if IS_CM
                        .SRC_SEL_Y = w->src_sel[1], .STRUCTURED_READ = w->structured, .LDS_REQ = w->lds_req,
                        .COALESCED_READ = w->coalesced
#else
                        .MEGA_FETCH_COUNT = w->mega_count
#endif
   );
   dw[1] = W(VTX_WORD1_GPR)(.DST_GPR = w->dst_gpr, .DST_REL = w->dst_rel, .DST_SEL_X = w->dst_sel[0],
                            .DST_SEL_Y = w->dst_sel[1], .DST_SEL_Z = w->dst_sel[2],
                            .DST_SEL_W = w->dst_sel[3], .USE_CONST_FIELDS = w->use_const,
                            .DATA_FORMAT = w->data_format, .NUM_FORMAT_ALL = w->num_format,
                            .FORMAT_COMP_ALL = w->comp_signed, .SRF_MODE_ALL = w->srf_mode);
   dw[2] = W(VTX_WORD2)(.OFFSET = w->offset, .ENDIAN_SWAP = w->endian, .CONST_BUF_NO_STRIDE = w->no_stride,
#if !IS_CM
                        .MEGA_FETCH = w->mega,
#endif
#if !IS_R6
                        .ALT_CONST = w->alt_const,
#endif
#if !IS_R6 && !IS_R7
                        .BUFFER_INDEX_MODE = w->buffer_index
#endif
   );
   dw[3] = 0;
}

static void
FN(dec_vtx)(const uint32_t dw[4], struct vliw_w_vtx *w)
{
   unsigned inst = G(VTX_WORD0, VTX_INST)(dw[0]);
   w->op = inst == 2 ? -1 : db_vtx_decode(GEN, inst, 0);
#if !IS_R6
   if (inst == 2 && db_vtx_decode(GEN, inst, G(MEM_RD_WORD0, MEM_OP)(dw[0])) == DB_VTX_READ_SCRATCH) {
      w->op = DB_VTX_READ_SCRATCH;
      w->elem_size = (uint8_t)G(MEM_RD_WORD0, ELEM_SIZE)(dw[0]);
      w->whole_quad = G(MEM_RD_WORD0, FETCH_WHOLE_QUAD)(dw[0]);
      w->uncached = G(MEM_RD_WORD0, UNCACHED)(dw[0]);
      w->indexed = G(MEM_RD_WORD0, INDEXED)(dw[0]);
      w->src_gpr = (uint8_t)G(MEM_RD_WORD0, SRC_GPR)(dw[0]);
      w->src_rel = G(MEM_RD_WORD0, SRC_REL)(dw[0]);
      w->src_sel[0] = (uint8_t)G(MEM_RD_WORD0, SRC_SEL_X)(dw[0]);
      w->burst = (uint8_t)G(MEM_RD_WORD0, BURST_CNT)(dw[0]);
      w->dst_gpr = (uint8_t)G(MEM_RD_WORD1, DST_GPR)(dw[1]);
      w->dst_rel = G(MEM_RD_WORD1, DST_REL)(dw[1]);
      w->dst_sel[0] = (uint8_t)G(MEM_RD_WORD1, DST_SEL_X)(dw[1]);
      w->dst_sel[1] = (uint8_t)G(MEM_RD_WORD1, DST_SEL_Y)(dw[1]);
      w->dst_sel[2] = (uint8_t)G(MEM_RD_WORD1, DST_SEL_Z)(dw[1]);
      w->dst_sel[3] = (uint8_t)G(MEM_RD_WORD1, DST_SEL_W)(dw[1]);
      w->data_format = (uint8_t)G(MEM_RD_WORD1, DATA_FORMAT)(dw[1]);
      w->num_format = (uint8_t)G(MEM_RD_WORD1, NUM_FORMAT_ALL)(dw[1]);
      w->comp_signed = G(MEM_RD_WORD1, FORMAT_COMP_ALL)(dw[1]);
      w->srf_mode = G(MEM_RD_WORD1, SRF_MODE_ALL)(dw[1]);
      w->array_base = (uint16_t)G(MEM_RD_WORD2, ARRAY_BASE)(dw[2]);
      w->endian = (uint8_t)G(MEM_RD_WORD2, ENDIAN_SWAP)(dw[2]);
      w->array_size = (uint16_t)G(MEM_RD_WORD2, ARRAY_SIZE)(dw[2]);
      return;
   }
#endif
   w->fetch_type = (uint8_t)G(VTX_WORD0, FETCH_TYPE)(dw[0]);
   w->whole_quad = G(VTX_WORD0, FETCH_WHOLE_QUAD)(dw[0]);
   w->buffer = (uint8_t)G(VTX_WORD0, BUFFER_ID)(dw[0]);
   w->src_gpr = (uint8_t)G(VTX_WORD0, SRC_GPR)(dw[0]);
   w->src_rel = G(VTX_WORD0, SRC_REL)(dw[0]);
   w->src_sel[0] = (uint8_t)G(VTX_WORD0, SRC_SEL_X)(dw[0]);
#if IS_CM
   w->src_sel[1] = (uint8_t)G(VTX_WORD0, SRC_SEL_Y)(dw[0]);
   w->structured = (uint8_t)G(VTX_WORD0, STRUCTURED_READ)(dw[0]);
   w->lds_req = G(VTX_WORD0, LDS_REQ)(dw[0]);
   w->coalesced = G(VTX_WORD0, COALESCED_READ)(dw[0]);
#else
   w->mega_count = (uint8_t)G(VTX_WORD0, MEGA_FETCH_COUNT)(dw[0]);
   w->mega = G(VTX_WORD2, MEGA_FETCH)(dw[2]);
#endif
   w->dst_gpr = (uint8_t)G(VTX_WORD1_GPR, DST_GPR)(dw[1]);
   w->dst_rel = G(VTX_WORD1_GPR, DST_REL)(dw[1]);
   w->dst_sel[0] = (uint8_t)G(VTX_WORD1, DST_SEL_X)(dw[1]);
   w->dst_sel[1] = (uint8_t)G(VTX_WORD1, DST_SEL_Y)(dw[1]);
   w->dst_sel[2] = (uint8_t)G(VTX_WORD1, DST_SEL_Z)(dw[1]);
   w->dst_sel[3] = (uint8_t)G(VTX_WORD1, DST_SEL_W)(dw[1]);
   w->use_const = G(VTX_WORD1, USE_CONST_FIELDS)(dw[1]);
   w->data_format = (uint8_t)G(VTX_WORD1, DATA_FORMAT)(dw[1]);
   w->num_format = (uint8_t)G(VTX_WORD1, NUM_FORMAT_ALL)(dw[1]);
   w->comp_signed = G(VTX_WORD1, FORMAT_COMP_ALL)(dw[1]);
   w->srf_mode = G(VTX_WORD1, SRF_MODE_ALL)(dw[1]);
   w->offset = (uint16_t)G(VTX_WORD2, OFFSET)(dw[2]);
   w->endian = (uint8_t)G(VTX_WORD2, ENDIAN_SWAP)(dw[2]);
   w->no_stride = G(VTX_WORD2, CONST_BUF_NO_STRIDE)(dw[2]);
#if !IS_R6
   w->alt_const = G(VTX_WORD2, ALT_CONST)(dw[2]);
#endif
#if !IS_R6 && !IS_R7
   w->buffer_index = (uint8_t)G(VTX_WORD2, BUFFER_INDEX_MODE)(dw[2]);
#endif
}

#undef CAT_
#undef CAT
#undef W
#undef G
#undef FN
#undef PFX
#undef GEN
#undef IS_R6
#undef IS_R7
#undef IS_CM
