/* SPDX-License-Identifier: MIT
 *
 * Encodings of the AArch64 instructions that write.c uses (Arm ARM, C6.2 and C7.2): words whose register
 * fields are zero. Vector instructions are those on four lanes of 32 bits (4S) or on 16 bytes. Only what is
 * needed is here.
 */
#ifndef EMULATOR_JIT_A64_ENCODE_H
#define EMULATOR_JIT_A64_ENCODE_H

#include <stdint.h>

/* Rd in bits 4:0, Rn in 9:5, Rm in 20:16 */
enum a64_vector {
   A64_FADD = 0x4e20d400,
   A64_FSUB = 0x4ea0d400,
   A64_FMUL = 0x6e20dc00,
   A64_FDIV = 0x6e20fc00,
   A64_FSQRT = 0x6ea1f800,
   A64_FCMEQ = 0x4e20e400,
   A64_FCMGE = 0x6e20e400,
   A64_FCMGT = 0x6ea0e400,
   A64_FCMEQ_0 = 0x4ea0d800, /* with +0.0 */
   A64_FCVTZS = 0x4ea1b800,
   A64_SCVTF = 0x4e21d800,
   A64_FRINTN = 0x4e218800,
   A64_FRINTM = 0x4e219800,
   A64_FRINTP = 0x4ea18800,
   A64_FRINTZ = 0x4ea19800,
   A64_AND = 0x4e201c00,
   A64_BIC = 0x4e601c00, /* Rn & ~Rm */
   A64_ORR = 0x4ea01c00,
   A64_EOR = 0x6e201c00,
   A64_BSL = 0x6e601c00, /* Rd ? Rn : Rm */
   A64_BIT = 0x6ea01c00, /* Rm ? Rn : Rd */
   A64_BIF = 0x6ee01c00, /* Rm ? Rd : Rn */
   A64_NOT = 0x6e205800,
   A64_ADD = 0x4ea08400,
   A64_SUB = 0x6ea08400,
   A64_MUL = 0x4ea09c00,
   A64_NEG = 0x6ea0b800,
   A64_SMAX = 0x4ea06400,
   A64_SMIN = 0x4ea06c00,
   A64_UMAX = 0x6ea06400,
   A64_UMIN = 0x6ea06c00,
   A64_SSHL = 0x4ea04400, /* by the low byte of Rm, signed: to the right if it is negative */
   A64_USHL = 0x6ea04400,
   A64_SHL = 0x4f005400, /* by immediates, see a64_shift_left, a64_shift_right */
   A64_SSHR = 0x4f000400,
   A64_USHR = 0x6f000400,
   A64_CMEQ = 0x6ea08c00,
   A64_CMGT = 0x4ea03400,
   A64_CMTST = 0x4ea08c00,  /* Rn & Rm is not 0 */
   A64_ADDV = 0x4eb1b800,   /* sum of all lanes to lane 0 */
   A64_DUP_W = 0x4e040c00,  /* a general register to all lanes */
   A64_DUP_S = 0x4e040400,  /* lane 0 to all lanes, see a64_lane */
   A64_UMOV_W = 0x0e043c00, /* lane 0 to a general register */
   A64_LD1_S = 0x0d408000   /* one lane from Rn, see a64_ld1_lane */
};

/* Rt in bits 4:0, Rn in 9:5 */
enum a64_memory {
   A64_LDR_Q = 0x3dc00000, /* at Rn + 16 * imm12 in 21:10 */
   A64_STR_Q = 0x3d800000,
   A64_LD1R = 0x4d40c800,          /* one float to all lanes */
   A64_LDR_Q_LITERAL = 0x9c000000, /* at pc + 4 * imm19 in 23:5 */
   A64_LDRB = 0x39400000,          /* at Rn + imm12 in 21:10 */
   A64_STRB = 0x39000000,
   A64_LDR_W = 0xb9400000, /* at Rn + 4 * imm12 */
   A64_STR_W = 0xb9000000,
   A64_LDR_X = 0xf9400000, /* at Rn + 8 * imm12 */
   A64_STR_X = 0xf9000000,
   A64_LDUR_X = 0xf8400000, /* at Rn + imm9 in 20:12 */
   A64_STUR_X = 0xf8000000,
   A64_STP_X = 0xa9000000, /* Rt and Rt2 in 14:10 at Rn + 8 * imm7 in 21:15 */
   A64_LDP_X = 0xa9400000,
   A64_STP_X_PRE = 0xa9800000,  /* Rn changes before */
   A64_LDP_X_POST = 0xa8c00000, /* Rn changes after */
};

enum a64_general {
   A64_BTI_C = 0xd503245f, /* no operation where it is not known */
   A64_RET = 0xd65f03c0,
   A64_ADD_X = 0x8b000000,     /* Rm in 20:16 */
   A64_ADD_X_IMM = 0x91000000, /* imm12 in 21:10 */
   A64_SUB_X_IMM = 0xd1000000,
   A64_IMM_LSL_12 = 1 << 22, /* of ADD and SUB: imm12 * 4096 */
   A64_MOV_W_0 = 0x52800000, /* MOVZ #0 */
   A64_MOV_W_15 = 0x528001e0,
   A64_CMP_W = 0x6b00001f, /* Rn with Rm */
   A64_B_LO = 0x54000003,  /* unsigned less; imm19 in 23:5 */
   A64_LSR_X_4 = 0xd344fc00,
   A64_LSR_W_5 = 0x53057c00,
   A64_UBFX_W_4_1 = 0x53041000, /* bit 4 */
   A64_LSL_W_2 = 0x531e7400,
   A64_LSLV_W = 0x1ac02000, /* Rn << Rm */
   A64_BIC_W = 0x0a200000,  /* Rn & ~Rm */
   A64_ORR_W = 0x2a000000,
   A64_SUB_X = 0xcb000000,
   A64_AND_X = 0x8a000000,
   A64_BIC_X = 0x8a200000,
   A64_ORR_X = 0xaa000000,
   A64_CMP_X = 0xeb00001f,       /* Rn with Rm */
   A64_ADD_X_LSL_2 = 0x8b000800, /* Rn + 4 * Rm */
   A64_MOVZ_X = 0xd2800000,      /* imm16 in 20:5, shift / 16 in 22:21 */
   A64_MOVN_X = 0x92800000,
   A64_MOVK_X = 0xf2800000,
   A64_CBZ_W = 0x34000000,  /* imm19 in 23:5 */
   A64_B = 0x14000000,      /* imm26 */
   A64_B_COND = 0x54000000, /* imm19 in 23:5, condition in 3:0 */
   A64_BLR = 0xd63f0000,
   A64_SP = 31,
   A64_ZR = 31,
};

/** Modified immediate: \p byte << \p shift in all lanes; \p shift 0, 8, 16 or 24. */
static inline uint32_t
a64_movi(unsigned byte, unsigned shift)
{
   return 0x4f000400 | shift / 8 << 13 | byte >> 5 << 16 | (byte & 31) << 5;
}

/** UMOV or DUP of lane \p l, added to A64_UMOV_W or A64_DUP_S. */
static inline uint32_t
a64_lane(unsigned l)
{
   return l << 19;
}

/** LD1 of lane \p l, added to A64_LD1_S. */
static inline uint32_t
a64_ld1_lane(unsigned l)
{
   return l >> 1 << 30 | (l & 1) << 12;
}

/** The immediate of SHL; \p count 0 to 31. */
static inline uint32_t
a64_shift_left(unsigned count)
{
   return (32 + count) << 16;
}

/** The immediate of SSHR and USHR; \p count 1 to 32. */
static inline uint32_t
a64_shift_right(unsigned count)
{
   return (64 - count) << 16;
}

#endif
