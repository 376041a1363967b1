/* SPDX-License-Identifier: MIT
 *
 * The built-in functions and the extensions that bring some of them; the tables are in
 * sema/builtins.c and sema/builtins_300.c.
 */
#ifndef COMPILER_GLSL_BUILTINS_H
#define COMPILER_GLSL_BUILTINS_H

#include <stdint.h>

enum glsl_bop {
#define GLSL_BOPS(X)                                                                                         \
   X(RADIANS)                                                                                                \
   X(DEGREES)                                                                                                \
   X(SIN)                                                                                                    \
   X(COS)                                                                                                    \
   X(TAN)                                                                                                    \
   X(ASIN)                                                                                                   \
   X(ACOS)                                                                                                   \
   X(ATAN)                                                                                                   \
   X(ATAN2)                                                                                                  \
   X(POW)                                                                                                    \
   X(EXP)                                                                                                    \
   X(LOG)                                                                                                    \
   X(EXP2)                                                                                                   \
   X(LOG2)                                                                                                   \
   X(SQRT)                                                                                                   \
   X(RSQ)                                                                                                    \
   X(ABS)                                                                                                    \
   X(SIGN)                                                                                                   \
   X(FLOOR)                                                                                                  \
   X(CEIL)                                                                                                   \
   X(FRACT)                                                                                                  \
   X(MOD)                                                                                                    \
   X(MIN)                                                                                                    \
   X(MAX)                                                                                                    \
   X(CLAMP)                                                                                                  \
   X(MIX)                                                                                                    \
   X(STEP)                                                                                                   \
   X(SMOOTHSTEP)                                                                                             \
   X(LENGTH)                                                                                                 \
   X(DISTANCE)                                                                                               \
   X(DOT)                                                                                                    \
   X(CROSS)                                                                                                  \
   X(NORMALIZE)                                                                                              \
   X(FACEFORWARD)                                                                                            \
   X(REFLECT)                                                                                                \
   X(REFRACT)                                                                                                \
   X(MATRIXCOMPMULT)                                                                                         \
   X(LESSTHAN)                                                                                               \
   X(LESSTHANEQUAL)                                                                                          \
   X(GREATERTHAN)                                                                                            \
   X(GREATERTHANEQUAL)                                                                                       \
   X(EQUAL)                                                                                                  \
   X(NOTEQUAL)                                                                                               \
   X(ANY)                                                                                                    \
   X(ALL)                                                                                                    \
   X(NOT)                                                                                                    \
   X(SINH)                                                                                                   \
   X(COSH)                                                                                                   \
   X(TANH)                                                                                                   \
   X(ASINH)                                                                                                  \
   X(ACOSH)                                                                                                  \
   X(ATANH)                                                                                                  \
   X(TRUNC)                                                                                                  \
   X(ROUND)                                                                                                  \
   X(MODF)                                                                                                   \
   X(ISNAN)                                                                                                  \
   X(ISINF)                                                                                                  \
   X(MIX_BOOL)                                                                                               \
   X(BITCAST)                                                                                                \
   X(PACK_SNORM)                                                                                             \
   X(UNPACK_SNORM)                                                                                           \
   X(PACK_UNORM)                                                                                             \
   X(UNPACK_UNORM)                                                                                           \
   X(PACK_HALF)                                                                                              \
   X(UNPACK_HALF)                                                                                            \
   X(OUTER_PRODUCT)                                                                                          \
   X(TRANSPOSE)                                                                                              \
   X(DETERMINANT)                                                                                            \
   X(INVERSE)                                                                                                \
   X(DFDX)                                                                                                   \
   X(DFDY)                                                                                                   \
   X(FWIDTH)                                                                                                 \
   X(TEX)                                                                                                    \
   X(TEX_PROJ)                                                                                               \
   X(TEX_LOD)                                                                                                \
   X(TEX_PROJ_LOD)                                                                                           \
   X(TEX_GRAD)                                                                                               \
   X(TEX_PROJ_GRAD)                                                                                          \
   X(TEXTURE) /* of ESSL 3.00: flags say which */
#define X(n) BOP_##n,
   GLSL_BOPS(X)
#undef X
};

enum glsl_ext {
   EXT_NONE,
   EXT_OES_STANDARD_DERIVATIVES,
   EXT_OES_TEXTURE_3D,
   EXT_OES_EGL_IMAGE_EXTERNAL,
   EXT_OES_EGL_IMAGE_EXTERNAL_ESSL3,
   EXT_SHADER_TEXTURE_LOD,
   EXT_FRAG_DEPTH,
   EXT_DRAW_BUFFERS,
   EXT_DRAW_INSTANCED,
   EXT_APPLE_CLIP_DISTANCE,
   EXT_CLIP_CULL_DISTANCE,
   EXT_BLEND_FUNC_EXTENDED,
   EXT_BLEND_ADVANCED,
   EXT_FB_FETCH,
   EXT_FB_FETCH_NON_COHERENT,
   EXT_SEPARATE_SHADER_OBJECTS,
   EXT_SHADER_INTEGER_MIX,
   EXT_SHADOW_SAMPLERS,
   EXT_COUNT
};

struct glsl_builtin {
   const char *name;
   const char *sig; /* result and parameters, see the tables */
   uint8_t op;      /* enum glsl_bop */
   uint8_t stages;  /* bit 1 << IR_VERTEX, 1 << IR_FRAGMENT */
   uint8_t ext;     /* enum glsl_ext */
   uint8_t flags;   /* BOP_TEXTURE: GLSL_TEX_x */
};

enum {
   GLSL_TEX_PROJ = 1,
   GLSL_TEX_LOD = 2,
   GLSL_TEX_GRAD = 4,
   GLSL_TEX_OFFSET = 8,
   GLSL_TEX_BIAS = 16,
   GLSL_TEX_FETCH = 32,
   GLSL_TEX_SIZE = 64
};

#endif
