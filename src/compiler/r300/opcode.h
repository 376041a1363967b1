/* SPDX-License-Identifier: MIT
 *
 * What the engines compute: scalar operations, of which their schedulers make instructions.
 */
#ifndef COMPILER_R300_OPCODE_H
#define COMPILER_R300_OPCODE_H

#include <stdbool.h>

enum r300_opcode {
   R300_OP_MOV,
   R300_OP_ADD,
   R300_OP_MUL,
   R300_OP_MAD,
   R300_OP_MIN,
   R300_OP_MAX,
   R300_OP_FRC,
   R300_OP_DP4, /* src 0..3 times src 4..7 */
   /* vertex engine: 1.0 or 0.0 */
   R300_OP_SGE,
   R300_OP_SLT,
   R300_OP_SEQ,
   R300_OP_SNE,
   R300_OP_CMP, /* pixel shader: src2 >= 0 ? src0 : src1 */
   R300_OP_CND, /* pixel shader: src2 > 0.5 ? src0 : src1 */
   /* one at a time */
   R300_OP_RCP,
   R300_OP_RSQ,
   R300_OP_EX2,
   R300_OP_LG2,
   R300_OP_SIN, /* vertex engine: radians in -pi..pi; pixel shader: turns */
   R300_OP_COS,
   /* pixel shader */
   R300_OP_TEX, /* src: coordinates as struct ir_tex has them, the bias or lod in src[3];
                   with gradients coordinates in src[0..2], those in src[3..5] and src[6..8] */
   R300_OP_KIL, /* if one of up to four sources is below 0 */
   R300_OP_DDX, /* of a temporary without modifiers; the result stands in the same component */
   R300_OP_DDY,
   /* flow.h; slot: which loop or branch */
   R300_OP_LOOP,
   R300_OP_BREAK, /* pixel shader: if src[0] compares with 0 as op->test says */
   R300_OP_ENDLOOP,
   R300_OP_IF, /* pixel shader: if src[0] compares with 0 as op->test says; up to ELSE or ENDIF */
   R300_OP_ELSE,
   R300_OP_ENDIF,
   R300_OP_FENCE,
};

/** May the first two sources change places (r300_swap)? */
static inline bool
r300_is_commutative(unsigned code)
{
   return code == R300_OP_ADD || code == R300_OP_MUL || code == R300_OP_MAD || code == R300_OP_MIN ||
          code == R300_OP_MAX || code == R300_OP_SEQ || code == R300_OP_SNE;
}
static inline bool
r300_is_derivative(unsigned code)
{
   return code == R300_OP_DDX || code == R300_OP_DDY;
}
static inline bool
r300_is_scalar(unsigned code)
{
   return code >= R300_OP_RCP && code <= R300_OP_COS;
}
/** Shares its instruction with nothing of another kind. */
static inline bool
r300_stands_alone(unsigned code)
{
   return code >= R300_OP_TEX;
}

#endif
