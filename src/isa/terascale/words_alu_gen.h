/* SPDX-License-Identifier: MIT
 *
 * ALU instructions: neutral words to machine words of the generation that DB_PREFIX says, and back. A part of
 * words_gen.h.
 */
static void
GEN_FN(enc_alu)(const struct vliw_w_alu *w, uint32_t dw[2])
{
   dw[0] = GEN(SQ_ALU_WORD0)(.SRC0_SEL = w->sel[0], .SRC0_REL = w->rel[0], .SRC0_CHAN = w->chan[0],
                             .SRC0_NEG = w->neg[0], .SRC1_SEL = w->sel[1], .SRC1_REL = w->rel[1],
                             .SRC1_CHAN = w->chan[1], .SRC1_NEG = w->neg[1], .INDEX_MODE = w->index_mode,
                             .PRED_SEL = w->pred_sel, .LAST = w->last);
   if (w->op3)
      dw[1] = GEN(SQ_ALU_WORD1_OP3)(.SRC2_SEL = w->sel[2], .SRC2_REL = w->rel[2], .SRC2_CHAN = w->chan[2],
                                    .SRC2_NEG = w->neg[2], .ALU_INST = w->code, .BANK_SWIZZLE = w->bank,
                                    .DST_GPR = w->dst_gpr, .DST_REL = w->dst_rel, .DST_CHAN = w->dst_chan,
                                    .CLAMP = w->clamp);
   else
      dw[1] = GEN(SQ_ALU_WORD1_OP2)(.SRC0_ABS = w->abs[0], .SRC1_ABS = w->abs[1],
                                    .UPDATE_EXECUTE_MASK = w->update_exec, .UPDATE_PRED = w->update_pred,
                                    .WRITE_MASK = w->write, .OMOD = w->omod, .ALU_INST = w->code,
                                    .BANK_SWIZZLE = w->bank, .DST_GPR = w->dst_gpr, .DST_REL = w->dst_rel,
                                    .DST_CHAN = w->dst_chan, .CLAMP = w->clamp
#if GEN_IS(R6)
                                    ,
                                    .FOG_MERGE = w->fog_merge
#endif
      );
}

static void
GEN_FN(dec_alu)(const uint32_t dw[2], struct vliw_w_alu *w)
{
   w->op3 = GEN(SQ_ALU_WORD1_get_ENCODING)(dw[1]) != 0;
   w->sel[0] = (uint16_t)GEN(SQ_ALU_WORD0_get_SRC0_SEL)(dw[0]);
   w->rel[0] = GEN(SQ_ALU_WORD0_get_SRC0_REL)(dw[0]);
   w->chan[0] = (uint8_t)GEN(SQ_ALU_WORD0_get_SRC0_CHAN)(dw[0]);
   w->neg[0] = GEN(SQ_ALU_WORD0_get_SRC0_NEG)(dw[0]);
   w->sel[1] = (uint16_t)GEN(SQ_ALU_WORD0_get_SRC1_SEL)(dw[0]);
   w->rel[1] = GEN(SQ_ALU_WORD0_get_SRC1_REL)(dw[0]);
   w->chan[1] = (uint8_t)GEN(SQ_ALU_WORD0_get_SRC1_CHAN)(dw[0]);
   w->neg[1] = GEN(SQ_ALU_WORD0_get_SRC1_NEG)(dw[0]);
   w->index_mode = (uint8_t)GEN(SQ_ALU_WORD0_get_INDEX_MODE)(dw[0]);
   w->pred_sel = (uint8_t)GEN(SQ_ALU_WORD0_get_PRED_SEL)(dw[0]);
   w->last = GEN(SQ_ALU_WORD0_get_LAST)(dw[0]);
   w->bank = (uint8_t)GEN(SQ_ALU_WORD1_get_BANK_SWIZZLE)(dw[1]);
   w->dst_gpr = (uint8_t)GEN(SQ_ALU_WORD1_get_DST_GPR)(dw[1]);
   w->dst_rel = GEN(SQ_ALU_WORD1_get_DST_REL)(dw[1]);
   w->dst_chan = (uint8_t)GEN(SQ_ALU_WORD1_get_DST_CHAN)(dw[1]);
   w->clamp = GEN(SQ_ALU_WORD1_get_CLAMP)(dw[1]);
   if (w->op3) {
      w->sel[2] = (uint16_t)GEN(SQ_ALU_WORD1_OP3_get_SRC2_SEL)(dw[1]);
      w->rel[2] = GEN(SQ_ALU_WORD1_OP3_get_SRC2_REL)(dw[1]);
      w->chan[2] = (uint8_t)GEN(SQ_ALU_WORD1_OP3_get_SRC2_CHAN)(dw[1]);
      w->neg[2] = GEN(SQ_ALU_WORD1_OP3_get_SRC2_NEG)(dw[1]);
      w->code = (uint16_t)GEN(SQ_ALU_WORD1_OP3_get_ALU_INST)(dw[1]);
      w->write = true;
   } else {
      w->abs[0] = GEN(SQ_ALU_WORD1_OP2_get_SRC0_ABS)(dw[1]);
      w->abs[1] = GEN(SQ_ALU_WORD1_OP2_get_SRC1_ABS)(dw[1]);
      w->update_exec = GEN(SQ_ALU_WORD1_OP2_get_UPDATE_EXECUTE_MASK)(dw[1]);
      w->update_pred = GEN(SQ_ALU_WORD1_OP2_get_UPDATE_PRED)(dw[1]);
      w->write = GEN(SQ_ALU_WORD1_OP2_get_WRITE_MASK)(dw[1]);
      w->omod = (uint8_t)GEN(SQ_ALU_WORD1_OP2_get_OMOD)(dw[1]);
      w->code = (uint16_t)GEN(SQ_ALU_WORD1_OP2_get_ALU_INST)(dw[1]);
#if GEN_IS(R6)
      w->fog_merge = GEN(SQ_ALU_WORD1_OP2_get_FOG_MERGE)(dw[1]);
#endif
   }
}
