/* SPDX-License-Identifier: MIT
 *
 * The opcodes that the emulator executes, by the file that implements them. FLOAT and TRANS opcodes have a plain form
 * and one with modifiers, BITS opcodes only a plain one, EFFECT opcodes only one with modifiers.
 */
#ifndef EMULATOR_TERASCALE_SQ_OPCODES_H
#define EMULATOR_TERASCALE_SQ_OPCODES_H

/* sq/alu.c */
#define SQ_FLOAT_OPS(X)                                                                                      \
   X(ADD)                                                                                                    \
   X(MUL)                                                                                                    \
   X(MUL_IEEE)                                                                                               \
   X(MAX)                                                                                                    \
   X(MIN)                                                                                                    \
   X(MAX_DX10)                                                                                               \
   X(MIN_DX10)                                                                                               \
   X(SETE)                                                                                                   \
   X(SETGT)                                                                                                  \
   X(SETGE)                                                                                                  \
   X(SETNE)                                                                                                  \
   X(SETE_DX10)                                                                                              \
   X(SETGT_DX10)                                                                                             \
   X(SETGE_DX10)                                                                                             \
   X(SETNE_DX10)                                                                                             \
   X(FRACT)                                                                                                  \
   X(TRUNC)                                                                                                  \
   X(CEIL)                                                                                                   \
   X(RNDNE)                                                                                                  \
   X(FLOOR)                                                                                                  \
   X(MOV)                                                                                                    \
   X(MULADD)                                                                                                 \
   X(MULADD_M2)                                                                                              \
   X(MULADD_M4)                                                                                              \
   X(MULADD_D2)                                                                                              \
   X(MULADD_IEEE)                                                                                            \
   X(MULADD_IEEE_M2)                                                                                         \
   X(MULADD_IEEE_M4)                                                                                         \
   X(MULADD_IEEE_D2)                                                                                         \
   X(CNDE)                                                                                                   \
   X(CNDGT)                                                                                                  \
   X(CNDGE)                                                                                                  \
   X(FMA)                                                                                                    \
   X(DOT4)                                                                                                   \
   X(DOT4_IEEE)                                                                                              \
   X(MAX4)

/* sq/alu_trans.c */
#define SQ_TRANS_OPS(X)                                                                                      \
   X(EXP_IEEE)                                                                                               \
   X(LOG_CLAMPED)                                                                                            \
   X(LOG_IEEE)                                                                                               \
   X(RECIP_CLAMPED)                                                                                          \
   X(RECIP_FF)                                                                                               \
   X(RECIP_IEEE)                                                                                             \
   X(RECIPSQRT_CLAMPED)                                                                                      \
   X(RECIPSQRT_FF)                                                                                           \
   X(RECIPSQRT_IEEE)                                                                                         \
   X(SQRT_IEEE)                                                                                              \
   X(SIN)                                                                                                    \
   X(COS)                                                                                                    \
   X(MUL_LIT)                                                                                                \
   X(MUL_LIT_M2)                                                                                             \
   X(MUL_LIT_M4)                                                                                             \
   X(MUL_LIT_D2)                                                                                             \
   X(FLT_TO_INT)                                                                                             \
   X(FLT_TO_INT_TRUNC)                                                                                       \
   X(FLT_TO_INT_RPI)                                                                                         \
   X(FLT_TO_INT_FLOOR)                                                                                       \
   X(FLT_TO_UINT)                                                                                            \
   X(FLT_TO_UINT4)                                                                                           \
   X(INT_TO_FLT)                                                                                             \
   X(UINT_TO_FLT)                                                                                            \
   X(FLT32_TO_FLT16)                                                                                         \
   X(FLT16_TO_FLT32)                                                                                         \
   X(UBYTE0_FLT)                                                                                             \
   X(UBYTE1_FLT)                                                                                             \
   X(UBYTE2_FLT)                                                                                             \
   X(UBYTE3_FLT)

/* sq/alu_int.c */
#define SQ_BITS_OPS(X)                                                                                       \
   X(ASHR_INT)                                                                                               \
   X(LSHR_INT)                                                                                               \
   X(LSHL_INT)                                                                                               \
   X(AND_INT)                                                                                                \
   X(OR_INT)                                                                                                 \
   X(XOR_INT)                                                                                                \
   X(NOT_INT)                                                                                                \
   X(ADD_INT)                                                                                                \
   X(SUB_INT)                                                                                                \
   X(MAX_INT)                                                                                                \
   X(MIN_INT)                                                                                                \
   X(MAX_UINT)                                                                                               \
   X(MIN_UINT)                                                                                               \
   X(SETE_INT)                                                                                               \
   X(SETGT_INT)                                                                                              \
   X(SETGE_INT)                                                                                              \
   X(SETNE_INT)                                                                                              \
   X(SETGT_UINT)                                                                                             \
   X(SETGE_UINT)                                                                                             \
   X(BFREV_INT)                                                                                              \
   X(ADDC_UINT)                                                                                              \
   X(SUBB_UINT)                                                                                              \
   X(MULLO_INT)                                                                                              \
   X(MULHI_INT)                                                                                              \
   X(MULLO_UINT)                                                                                             \
   X(MULHI_UINT)                                                                                             \
   X(RECIP_INT)                                                                                              \
   X(RECIP_UINT)                                                                                             \
   X(BFM_INT)                                                                                                \
   X(BCNT_INT)                                                                                               \
   X(FFBH_UINT)                                                                                              \
   X(FFBL_INT)                                                                                               \
   X(FFBH_INT)                                                                                               \
   X(MUL_UINT24)                                                                                             \
   X(MULHI_UINT24)                                                                                           \
   X(MUL_INT24)                                                                                              \
   X(MULHI_INT24)                                                                                            \
   X(BFE_UINT)                                                                                               \
   X(BFE_INT)                                                                                                \
   X(BFI_INT)                                                                                                \
   X(LERP_UINT)                                                                                              \
   X(BIT_ALIGN_INT)                                                                                          \
   X(BYTE_ALIGN_INT)                                                                                         \
   X(MULADD_UINT24)                                                                                          \
   X(MULADD_INT24)                                                                                           \
   X(CNDE_INT)                                                                                               \
   X(CNDGT_INT)                                                                                              \
   X(CNDGE_INT)                                                                                              \
   X(MOVA)                                                                                                   \
   X(MOVA_FLOOR)                                                                                             \
   X(MOVA_INT)                                                                                               \
   X(MOVA_GPR_INT)

/* sq/alu_effect.c: predicates and kills; handle their modifiers themselves */
#define SQ_EFFECT_OPS(X)                                                                                     \
   X(PRED_SETE)                                                                                              \
   X(PRED_SETGT)                                                                                             \
   X(PRED_SETGE)                                                                                             \
   X(PRED_SETNE)                                                                                             \
   X(PRED_SETE_INT)                                                                                          \
   X(PRED_SETGT_INT)                                                                                         \
   X(PRED_SETGE_INT)                                                                                         \
   X(PRED_SETNE_INT)                                                                                         \
   X(PRED_SETGT_UINT)                                                                                        \
   X(PRED_SETGE_UINT)                                                                                        \
   X(PRED_SET_INV)                                                                                           \
   X(PRED_SET_POP)                                                                                           \
   X(PRED_SET_CLR)                                                                                           \
   X(PRED_SET_RESTORE)                                                                                       \
   X(PRED_SETE_PUSH)                                                                                         \
   X(PRED_SETGT_PUSH)                                                                                        \
   X(PRED_SETGE_PUSH)                                                                                        \
   X(PRED_SETNE_PUSH)                                                                                        \
   X(PRED_SETE_PUSH_INT)                                                                                     \
   X(PRED_SETGT_PUSH_INT)                                                                                    \
   X(PRED_SETGE_PUSH_INT)                                                                                    \
   X(PRED_SETNE_PUSH_INT)                                                                                    \
   X(PRED_SETLT_PUSH_INT)                                                                                    \
   X(PRED_SETLE_PUSH_INT)                                                                                    \
   X(KILLE)                                                                                                  \
   X(KILLGT)                                                                                                 \
   X(KILLGE)                                                                                                 \
   X(KILLNE)                                                                                                 \
   X(KILLE_INT)                                                                                              \
   X(KILLGT_INT)                                                                                             \
   X(KILLGE_INT)                                                                                             \
   X(KILLNE_INT)                                                                                             \
   X(KILLGT_UINT)                                                                                            \
   X(KILLGE_UINT)

/* sq/alu_effect.c */
#define SQ_SPECIAL_OPS(X)                                                                                    \
   X(MODIFY)                                                                                                 \
   X(REL_LOAD)                                                                                               \
   X(REL_STORE)                                                                                              \
   X(KREL_LOAD)                                                                                              \
   X(COMMIT)                                                                                                 \
   X(INTERP)                                                                                                 \
   X(INTERP_P)                                                                                               \
   X(CUBE_T)                                                                                                 \
   X(CUBE_S)                                                                                                 \
   X(CUBE_MA)                                                                                                \
   X(CUBE_FACE)                                                                                              \
   X(SET_CF_IDX)

#endif
