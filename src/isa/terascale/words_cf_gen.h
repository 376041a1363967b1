/* SPDX-License-Identifier: MIT
 *
 * Control-flow instructions: neutral words to machine words of the generation that DB_PREFIX says, and back. A part of
 * words_gen.h.
 */
static void
GEN_FN(enc_cf)(const struct vliw_w_cf *w, uint32_t dw[2])
{
   const struct db_cf_info *info = db_cf_info((enum db_cf_op)w->op);
   uint32_t inst = (uint32_t)info->code[GEN_ENUM];
   switch ((enum db_cf_form)info->form) {
   case DB_CF_FORM_CF:
      dw[0] = GEN(SQ_CF_WORD0)(.ADDR = w->addr
#if GEN_FROM(EG)
                               ,
                               .JUMPTABLE_SEL = w->jumptable
#endif
      );
      dw[1] = GEN(SQ_CF_WORD1)(.POP_COUNT = w->pop_count, .CF_CONST = w->cf_const, .COND = w->cond,
                               .VALID_PIXEL_MODE = w->vpm, .CF_INST = inst, .BARRIER = w->barrier,
#if GEN_IS(R7)
                               .COUNT = w->count & 7, .COUNT_3 = w->count >> 3 & 1,
#else
                               .COUNT = w->count,
#endif
#if !GEN_FROM(EG)
                               .CALL_COUNT = w->call_count,
#endif
#if !GEN_IS(CM)
                               .END_OF_PROGRAM = w->eop, .WHOLE_QUAD_MODE = w->wqm
#endif
      );
      break;
   case DB_CF_FORM_EXPORT:
      dw[0] = GEN(SQ_CF_ALLOC_EXPORT_WORD0)(.ARRAY_BASE = w->array_base, .TYPE = w->type, .RW_GPR = w->gpr,
                                            .RW_REL = w->rel, .INDEX_GPR = w->index_gpr,
                                            .ELEM_SIZE = w->elem_size);
      if (w->swiz)
         dw[1] = GEN(SQ_CF_ALLOC_EXPORT_WORD1_SWIZ)(.SEL_X = w->sel[0], .SEL_Y = w->sel[1],
                                                    .SEL_Z = w->sel[2], .SEL_W = w->sel[3]);
      else
         dw[1] = GEN(SQ_CF_ALLOC_EXPORT_WORD1_BUF)(.ARRAY_SIZE = w->array_size, .COMP_MASK = w->comp_mask);
      dw[1] |= GEN(SQ_CF_ALLOC_EXPORT_WORD1)(.BURST_COUNT = w->burst, .VALID_PIXEL_MODE = w->vpm,
                                             .CF_INST = inst, .BARRIER = w->barrier,
#if !GEN_IS(CM)
                                             .END_OF_PROGRAM = w->eop,
#endif
#if !GEN_FROM(EG)
                                             .WHOLE_QUAD_MODE = w->wqm
#else
                                             .MARK = w->mark
#endif
      );
      break;
   case DB_CF_FORM_ALU:
      dw[0] = GEN(SQ_CF_ALU_WORD0)(.ADDR = w->addr, .KCACHE_BANK0 = w->kc[0].bank,
                                   .KCACHE_BANK1 = w->kc[1].bank, .KCACHE_MODE0 = w->kc[0].mode);
      dw[1] = GEN(SQ_CF_ALU_WORD1)(.KCACHE_MODE1 = w->kc[1].mode, .KCACHE_ADDR0 = w->kc[0].addr,
                                   .KCACHE_ADDR1 = w->kc[1].addr, .COUNT = w->count,
#if GEN_IS(R6)
                                   .USES_WATERFALL = w->alt_const,
#else
                                   .ALT_CONST = w->alt_const,
#endif
                                   .CF_INST = inst, .WHOLE_QUAD_MODE = w->wqm, .BARRIER = w->barrier);
      break;
   }
}

static void
GEN_FN(dec_cf)(const uint32_t dw[2], struct vliw_w_cf *w)
{
   bool alu = GEN(SQ_CF_ALU_WORD1_get_CF_INST)(dw[1]) >= 8;
   w->op = db_cf_decode(GEN_ENUM, alu,
                        alu ? GEN(SQ_CF_ALU_WORD1_get_CF_INST)(dw[1]) : GEN(SQ_CF_WORD1_get_CF_INST)(dw[1]));
   if (w->op < 0)
      return;
   const struct db_cf_info *info = db_cf_info((enum db_cf_op)w->op);
   w->form = info->form;
   w->clause = info->clause;
   w->barrier = GEN(SQ_CF_WORD1_get_BARRIER)(dw[1]);
   switch ((enum db_cf_form)info->form) {
   case DB_CF_FORM_CF:
      w->addr = GEN(SQ_CF_WORD0_get_ADDR)(dw[0]);
      w->pop_count = (uint8_t)GEN(SQ_CF_WORD1_get_POP_COUNT)(dw[1]);
      w->cf_const = (uint8_t)GEN(SQ_CF_WORD1_get_CF_CONST)(dw[1]);
      w->cond = (uint8_t)GEN(SQ_CF_WORD1_get_COND)(dw[1]);
      w->vpm = GEN(SQ_CF_WORD1_get_VALID_PIXEL_MODE)(dw[1]);
      w->count = GEN(SQ_CF_WORD1_get_COUNT)(dw[1]);
#if GEN_IS(R7)
      w->count |= GEN(SQ_CF_WORD1_get_COUNT_3)(dw[1]) << 3;
#endif
#if !GEN_FROM(EG)
      w->call_count = (uint8_t)GEN(SQ_CF_WORD1_get_CALL_COUNT)(dw[1]);
#else
      w->jumptable = (uint8_t)GEN(SQ_CF_WORD0_get_JUMPTABLE_SEL)(dw[0]);
#endif
#if !GEN_IS(CM)
      w->eop = GEN(SQ_CF_WORD1_get_END_OF_PROGRAM)(dw[1]);
      w->wqm = GEN(SQ_CF_WORD1_get_WHOLE_QUAD_MODE)(dw[1]);
#endif
      break;
   case DB_CF_FORM_EXPORT:
      w->array_base = (uint16_t)GEN(SQ_CF_ALLOC_EXPORT_WORD0_get_ARRAY_BASE)(dw[0]);
      w->type = (uint8_t)GEN(SQ_CF_ALLOC_EXPORT_WORD0_get_TYPE)(dw[0]);
      w->gpr = (uint8_t)GEN(SQ_CF_ALLOC_EXPORT_WORD0_get_RW_GPR)(dw[0]);
      w->rel = GEN(SQ_CF_ALLOC_EXPORT_WORD0_get_RW_REL)(dw[0]);
      w->index_gpr = (uint8_t)GEN(SQ_CF_ALLOC_EXPORT_WORD0_get_INDEX_GPR)(dw[0]);
      w->elem_size = (uint8_t)GEN(SQ_CF_ALLOC_EXPORT_WORD0_get_ELEM_SIZE)(dw[0]);
      w->swiz = w->op == DB_CF_EXPORT || w->op == DB_CF_EXPORT_DONE;
      if (w->swiz) {
         w->sel[0] = (uint8_t)GEN(SQ_CF_ALLOC_EXPORT_WORD1_SWIZ_get_SEL_X)(dw[1]);
         w->sel[1] = (uint8_t)GEN(SQ_CF_ALLOC_EXPORT_WORD1_SWIZ_get_SEL_Y)(dw[1]);
         w->sel[2] = (uint8_t)GEN(SQ_CF_ALLOC_EXPORT_WORD1_SWIZ_get_SEL_Z)(dw[1]);
         w->sel[3] = (uint8_t)GEN(SQ_CF_ALLOC_EXPORT_WORD1_SWIZ_get_SEL_W)(dw[1]);
      } else {
         w->array_size = (uint16_t)GEN(SQ_CF_ALLOC_EXPORT_WORD1_BUF_get_ARRAY_SIZE)(dw[1]);
         w->comp_mask = (uint8_t)GEN(SQ_CF_ALLOC_EXPORT_WORD1_BUF_get_COMP_MASK)(dw[1]);
      }
      w->burst = (uint8_t)GEN(SQ_CF_ALLOC_EXPORT_WORD1_get_BURST_COUNT)(dw[1]);
      w->vpm = GEN(SQ_CF_ALLOC_EXPORT_WORD1_get_VALID_PIXEL_MODE)(dw[1]);
#if !GEN_IS(CM)
      w->eop = GEN(SQ_CF_ALLOC_EXPORT_WORD1_get_END_OF_PROGRAM)(dw[1]);
#endif
#if !GEN_FROM(EG)
      w->wqm = GEN(SQ_CF_ALLOC_EXPORT_WORD1_get_WHOLE_QUAD_MODE)(dw[1]);
#else
      w->mark = GEN(SQ_CF_ALLOC_EXPORT_WORD1_get_MARK)(dw[1]);
#endif
      break;
   case DB_CF_FORM_ALU:
      w->addr = GEN(SQ_CF_ALU_WORD0_get_ADDR)(dw[0]);
      w->kc[0].bank = (uint8_t)GEN(SQ_CF_ALU_WORD0_get_KCACHE_BANK0)(dw[0]);
      w->kc[1].bank = (uint8_t)GEN(SQ_CF_ALU_WORD0_get_KCACHE_BANK1)(dw[0]);
      w->kc[0].mode = (uint8_t)GEN(SQ_CF_ALU_WORD0_get_KCACHE_MODE0)(dw[0]);
      w->kc[1].mode = (uint8_t)GEN(SQ_CF_ALU_WORD1_get_KCACHE_MODE1)(dw[1]);
      w->kc[0].addr = (uint8_t)GEN(SQ_CF_ALU_WORD1_get_KCACHE_ADDR0)(dw[1]);
      w->kc[1].addr = (uint8_t)GEN(SQ_CF_ALU_WORD1_get_KCACHE_ADDR1)(dw[1]);
      w->count = GEN(SQ_CF_ALU_WORD1_get_COUNT)(dw[1]);
#if GEN_IS(R6)
      w->alt_const = GEN(SQ_CF_ALU_WORD1_get_USES_WATERFALL)(dw[1]);
#else
      w->alt_const = GEN(SQ_CF_ALU_WORD1_get_ALT_CONST)(dw[1]);
#endif
      w->wqm = GEN(SQ_CF_ALU_WORD1_get_WHOLE_QUAD_MODE)(dw[1]);
      break;
   }
}
