/* SPDX-License-Identifier: MIT
 *
 * The readers of decode/words.h for one instruction set: the including file has said DB_PREFIX
 * (db_generations.h).
 */
#define F(word, field, dw) DB_PASTE3(GEN(SQ_##word), _get_, field)(dw)

static void
GEN_FN(read_cf)(const uint32_t dw[2], const uint32_t *ext, struct sq_cf_word *o)
{
   if (F(CF_ALU_WORD1, CF_INST, dw[1]) & 8) {
      o->op = db_cf_decode(GEN_ENUM, true, F(CF_ALU_WORD1, CF_INST, dw[1]));
      o->addr = F(CF_ALU_WORD0, ADDR, dw[0]);
      o->count = (uint16_t)(F(CF_ALU_WORD1, COUNT, dw[1]) + 1);
      o->kcache[0].bank = F(CF_ALU_WORD0, KCACHE_BANK0, dw[0]);
      o->kcache[1].bank = F(CF_ALU_WORD0, KCACHE_BANK1, dw[0]);
      o->kcache[0].mode = (uint8_t)F(CF_ALU_WORD0, KCACHE_MODE0, dw[0]);
      o->kcache[1].mode = F(CF_ALU_WORD1, KCACHE_MODE1, dw[1]);
      o->kcache[0].addr = F(CF_ALU_WORD1, KCACHE_ADDR0, dw[1]);
      o->kcache[1].addr = F(CF_ALU_WORD1, KCACHE_ADDR1, dw[1]);
#if GEN_FROM(R7)
      o->alt_const = F(CF_ALU_WORD1, ALT_CONST, dw[1]);
#endif
#if GEN_FROM(EG)
      if (ext) {
         o->kcache[0].index_mode = F(CF_ALU_WORD0_EXT, KCACHE_BANK_INDEX_MODE0, ext[0]);
         o->kcache[1].index_mode = F(CF_ALU_WORD0_EXT, KCACHE_BANK_INDEX_MODE1, ext[0]);
         o->kcache[2].index_mode = F(CF_ALU_WORD0_EXT, KCACHE_BANK_INDEX_MODE2, ext[0]);
         o->kcache[3].index_mode = F(CF_ALU_WORD0_EXT, KCACHE_BANK_INDEX_MODE3, ext[0]);
         o->kcache[2].bank = F(CF_ALU_WORD0_EXT, KCACHE_BANK2, ext[0]);
         o->kcache[3].bank = F(CF_ALU_WORD0_EXT, KCACHE_BANK3, ext[0]);
         o->kcache[2].mode = (uint8_t)F(CF_ALU_WORD0_EXT, KCACHE_MODE2, ext[0]);
         o->kcache[3].mode = F(CF_ALU_WORD1_EXT, KCACHE_MODE3, ext[1]);
         o->kcache[2].addr = F(CF_ALU_WORD1_EXT, KCACHE_ADDR2, ext[1]);
         o->kcache[3].addr = F(CF_ALU_WORD1_EXT, KCACHE_ADDR3, ext[1]);
      }
#endif
      return;
   }
   o->op = db_cf_decode(GEN_ENUM, false, F(CF_WORD1, CF_INST, dw[1]));
   o->valid_pixel_mode = F(CF_WORD1, VALID_PIXEL_MODE, dw[1]);
#if !GEN_IS(CM)
   o->end = F(CF_WORD1, END_OF_PROGRAM, dw[1]);
#endif
   if (o->op >= 0 && db_cf_info((enum db_cf_op)o->op)->form == DB_CF_FORM_EXPORT) {
      o->array_base = F(CF_ALLOC_EXPORT_WORD0, ARRAY_BASE, dw[0]);
      o->type = F(CF_ALLOC_EXPORT_WORD0, TYPE, dw[0]);
      o->gpr = F(CF_ALLOC_EXPORT_WORD0, RW_GPR, dw[0]);
      o->rel = F(CF_ALLOC_EXPORT_WORD0, RW_REL, dw[0]);
      o->index_gpr = F(CF_ALLOC_EXPORT_WORD0, INDEX_GPR, dw[0]);
      o->elem_size = (uint8_t)F(CF_ALLOC_EXPORT_WORD0, ELEM_SIZE, dw[0]);
      o->burst = F(CF_ALLOC_EXPORT_WORD1, BURST_COUNT, dw[1]);
      o->sel[0] = F(CF_ALLOC_EXPORT_WORD1_SWIZ, SEL_X, dw[1]);
      o->sel[1] = F(CF_ALLOC_EXPORT_WORD1_SWIZ, SEL_Y, dw[1]);
      o->sel[2] = F(CF_ALLOC_EXPORT_WORD1_SWIZ, SEL_Z, dw[1]);
      o->sel[3] = F(CF_ALLOC_EXPORT_WORD1_SWIZ, SEL_W, dw[1]);
      o->array_size = F(CF_ALLOC_EXPORT_WORD1_BUF, ARRAY_SIZE, dw[1]);
      o->comp_mask = F(CF_ALLOC_EXPORT_WORD1_BUF, COMP_MASK, dw[1]);
      return;
   }
   o->addr = F(CF_WORD0, ADDR, dw[0]);
   o->pop_count = F(CF_WORD1, POP_COUNT, dw[1]);
   o->cf_const = F(CF_WORD1, CF_CONST, dw[1]);
   o->cond = F(CF_WORD1, COND, dw[1]);
   o->count = (uint16_t)(F(CF_WORD1, COUNT, dw[1]) + 1);
#if GEN_IS(R7)
   o->count = (uint16_t)(o->count + F(CF_WORD1, COUNT_3, dw[1]) * 8);
#endif
}

static void
GEN_FN(read_alu)(const uint32_t dw[2], struct sq_alu_word *o)
{
   o->src[0].sel = F(ALU_WORD0, SRC0_SEL, dw[0]);
   o->src[0].rel = F(ALU_WORD0, SRC0_REL, dw[0]);
   o->src[0].chan = F(ALU_WORD0, SRC0_CHAN, dw[0]);
   o->src[0].neg = F(ALU_WORD0, SRC0_NEG, dw[0]);
   o->src[1].sel = F(ALU_WORD0, SRC1_SEL, dw[0]);
   o->src[1].rel = F(ALU_WORD0, SRC1_REL, dw[0]);
   o->src[1].chan = F(ALU_WORD0, SRC1_CHAN, dw[0]);
   o->src[1].neg = F(ALU_WORD0, SRC1_NEG, dw[0]);
   o->index_mode = F(ALU_WORD0, INDEX_MODE, dw[0]);
   o->pred_sel = F(ALU_WORD0, PRED_SEL, dw[0]);
   o->last = F(ALU_WORD0, LAST, dw[0]);
   o->op3 = F(ALU_WORD1, ENCODING, dw[1]) != 0;
   o->bank_swizzle = F(ALU_WORD1, BANK_SWIZZLE, dw[1]);
   o->dst_gpr = F(ALU_WORD1, DST_GPR, dw[1]);
   o->dst_rel = F(ALU_WORD1, DST_REL, dw[1]);
   o->dst_chan = F(ALU_WORD1, DST_CHAN, dw[1]);
   o->clamp = F(ALU_WORD1, CLAMP, dw[1]);
   if (o->op3) {
      o->code = F(ALU_WORD1_OP3, ALU_INST, dw[1]);
      o->src[2].sel = F(ALU_WORD1_OP3, SRC2_SEL, dw[1]);
      o->src[2].rel = F(ALU_WORD1_OP3, SRC2_REL, dw[1]);
      o->src[2].chan = F(ALU_WORD1_OP3, SRC2_CHAN, dw[1]);
      o->src[2].neg = F(ALU_WORD1_OP3, SRC2_NEG, dw[1]);
      o->write_mask = true;
   } else {
      o->code = F(ALU_WORD1_OP2, ALU_INST, dw[1]);
      o->src[0].abs = F(ALU_WORD1_OP2, SRC0_ABS, dw[1]);
      o->src[1].abs = F(ALU_WORD1_OP2, SRC1_ABS, dw[1]);
      o->update_exec = F(ALU_WORD1_OP2, UPDATE_EXECUTE_MASK, dw[1]);
      o->update_pred = F(ALU_WORD1_OP2, UPDATE_PRED, dw[1]);
      o->write_mask = F(ALU_WORD1_OP2, WRITE_MASK, dw[1]);
      o->omod = F(ALU_WORD1_OP2, OMOD, dw[1]);
   }
   o->op = db_alu_decode(GEN_ENUM, o->op3, o->code);
#if GEN_IS(CM)
   if (o->op >= 0 && !o->op3) {
      unsigned flags = db_alu_info((enum db_alu_op)o->op)->flags;
      if ((flags & DB_ALU_PRED_F) && !o->write_mask) {
         o->exec_op = F(ALU_WORD1_OP2_EXECUTE_MASK, EXECUTE_MASK_OP, dw[1]);
         o->omod = 0;
      }
      if (flags & DB_ALU_MOVA_F)
         o->mova_dst = F(ALU_WORD1_OP2_MOVA, MOVA_DST, dw[1]);
   }
#endif
}

static void
GEN_FN(read_tex)(const uint32_t dw[4], struct sq_fetch_word *o)
{
   unsigned mod = 0;
#if GEN_FROM(EG)
   mod = F(TEX_WORD0, INST_MOD, dw[0]);
   o->resource_index_mode = F(TEX_WORD0, RESOURCE_INDEX_MODE, dw[0]);
   o->sampler_index_mode = F(TEX_WORD0, SAMPLER_INDEX_MODE, dw[0]);
#endif
   o->inst = F(TEX_WORD0, TEX_INST, dw[0]);
   o->inst_mod = (uint8_t)mod;
   o->op = db_tex_decode(GEN_ENUM, o->inst, mod);
   if (o->op < 0 && mod) { /* of a gather the modifier is the component */
      int op = db_tex_decode(GEN_ENUM, o->inst, 0);
      bool gather =
         op == DB_TEX_GATHER4 || op == DB_TEX_GATHER4_O || op == DB_TEX_GATHER4_C || op == DB_TEX_GATHER4_C_O;
      o->op = gather ? op : -1;
   }
   o->resource = F(TEX_WORD0, RESOURCE_ID, dw[0]);
   o->src_gpr = F(TEX_WORD0, SRC_GPR, dw[0]);
   o->src_rel = F(TEX_WORD0, SRC_REL, dw[0]);
   o->dst_gpr = F(TEX_WORD1, DST_GPR, dw[1]);
   o->dst_rel = F(TEX_WORD1, DST_REL, dw[1]);
   o->dst_sel[0] = F(TEX_WORD1, DST_SEL_X, dw[1]);
   o->dst_sel[1] = F(TEX_WORD1, DST_SEL_Y, dw[1]);
   o->dst_sel[2] = F(TEX_WORD1, DST_SEL_Z, dw[1]);
   o->dst_sel[3] = F(TEX_WORD1, DST_SEL_W, dw[1]);
   o->lod_bias = (int8_t)((int32_t)(F(TEX_WORD1, LOD_BIAS, dw[1]) << 25) >> 25);
   o->coord_norm = (uint8_t)(F(TEX_WORD1, COORD_TYPE_X, dw[1]) | F(TEX_WORD1, COORD_TYPE_Y, dw[1]) << 1 |
                             F(TEX_WORD1, COORD_TYPE_Z, dw[1]) << 2 | F(TEX_WORD1, COORD_TYPE_W, dw[1]) << 3);
   o->offset[0] = (int8_t)((int32_t)(F(TEX_WORD2, OFFSET_X, dw[2]) << 27) >> 27);
   o->offset[1] = (int8_t)((int32_t)(F(TEX_WORD2, OFFSET_Y, dw[2]) << 27) >> 27);
   o->offset[2] = (int8_t)((int32_t)(F(TEX_WORD2, OFFSET_Z, dw[2]) << 27) >> 27);
   o->sampler = F(TEX_WORD2, SAMPLER_ID, dw[2]);
   o->src_sel[0] = F(TEX_WORD2, SRC_SEL_X, dw[2]);
   o->src_sel[1] = F(TEX_WORD2, SRC_SEL_Y, dw[2]);
   o->src_sel[2] = F(TEX_WORD2, SRC_SEL_Z, dw[2]);
   o->src_sel[3] = (uint8_t)F(TEX_WORD2, SRC_SEL_W, dw[2]);
}

static void
GEN_FN(read_vtx)(const uint32_t dw[4], struct sq_fetch_word *o)
{
   o->is_vtx = true;
   o->inst = F(VTX_WORD0, VTX_INST, dw[0]);
   unsigned mem_op = 0;
   if (o->inst == 2) { /* memory reads have words of their own from R7xx on; MEM_OP stands at 10:8 */
      mem_op = dw[0] >> 8 & 7;
#if GEN_FROM(EG)
      mem_op = F(MEM_RD_WORD0, MEM_OP, dw[0]);
      o->elem_size = F(MEM_RD_WORD0, ELEM_SIZE, dw[0]);
      o->indexed = F(MEM_RD_WORD0, INDEXED, dw[0]);
      o->burst = F(MEM_RD_WORD0, BURST_CNT, dw[0]);
      o->array_base = F(MEM_RD_WORD2, ARRAY_BASE, dw[2]);
      o->array_size = (uint16_t)F(MEM_RD_WORD2, ARRAY_SIZE, dw[2]);
#else
      o->elem_size = dw[0] >> 5 & 3;
      o->indexed = dw[0] >> 12 & 1;
      o->burst = dw[0] >> 26 & 15;
      o->array_base = dw[2] & 0x1fff;
      o->array_size = (uint16_t)(dw[2] >> 20);
#endif
   }
   o->op = db_vtx_decode(GEN_ENUM, o->inst, mem_op);
   o->fetch_type = F(VTX_WORD0, FETCH_TYPE, dw[0]);
   o->resource = F(VTX_WORD0, BUFFER_ID, dw[0]);
   o->src_gpr = F(VTX_WORD0, SRC_GPR, dw[0]);
   o->src_rel = F(VTX_WORD0, SRC_REL, dw[0]);
   o->src_sel[0] = F(VTX_WORD0, SRC_SEL_X, dw[0]);
   o->dst_gpr = F(VTX_WORD1_GPR, DST_GPR, dw[1]);
   o->dst_rel = F(VTX_WORD1_GPR, DST_REL, dw[1]);
   o->semantic = F(VTX_WORD1_SEM, SEMANTIC_ID, dw[1]);
   o->dst_sel[0] = F(VTX_WORD1, DST_SEL_X, dw[1]);
   o->dst_sel[1] = F(VTX_WORD1, DST_SEL_Y, dw[1]);
   o->dst_sel[2] = F(VTX_WORD1, DST_SEL_Z, dw[1]);
   o->dst_sel[3] = F(VTX_WORD1, DST_SEL_W, dw[1]);
   o->use_const_fields = F(VTX_WORD1, USE_CONST_FIELDS, dw[1]);
   o->data_format = F(VTX_WORD1, DATA_FORMAT, dw[1]);
   o->num_format = F(VTX_WORD1, NUM_FORMAT_ALL, dw[1]);
   o->is_signed = F(VTX_WORD1, FORMAT_COMP_ALL, dw[1]);
   o->srf_no_zero = F(VTX_WORD1, SRF_MODE_ALL, dw[1]);
   o->offset_B = F(VTX_WORD2, OFFSET, dw[2]);
   o->endian = F(VTX_WORD2, ENDIAN_SWAP, dw[2]);
   o->no_stride = F(VTX_WORD2, CONST_BUF_NO_STRIDE, dw[2]);
#if GEN_FROM(EG)
   if (o->inst != 2)
      o->resource_index_mode = F(VTX_WORD2, BUFFER_INDEX_MODE, dw[2]);
#endif
}

#undef F
#undef DB_PREFIX
