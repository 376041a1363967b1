/* SPDX-License-Identifier: MIT
 *
 * The built-in functions of ESSL 3.00 chapter 8 as a table of signatures. A signature is one letter for the result
 * and one for each parameter:
 *
 *    f float  I int  U uint  B bool     2 3 4  vec2 vec3 vec4     x y  ivec2 ivec3
 *    g genType  j genIType  k genUType  q genBType: scalars and vectors
 *    v i w b  vectors alone, of float, int, uint, bool     m  mat2 mat3 mat4
 *    M a matrix of c columns and r rows  W of r columns and c rows  P a vector of r components  O of c
 *    S T Q R  gsampler2D gsampler3D gsamplerCube gsampler2DArray  V  gvec4
 *    h C A  sampler2DShadow samplerCubeShadow sampler2DArrayShadow     e  samplerExternalOES
 *
 * All generic letters of one signature have the same size and the same g.
 */
#include <string.h>

#include "compiler/glsl/sema/sema.h"
#include "util/u_math.h"

#define VS   (1 << IR_VERTEX)
#define FS   (1 << IR_FRAGMENT)
#define BOTH (VS | FS)

/* clang-format off */
static const struct glsl_builtin builtins[] = {
   {"radians", "gg", BOP_RADIANS, BOTH, 0, 0},
   {"degrees", "gg", BOP_DEGREES, BOTH, 0, 0},
   {"sin", "gg", BOP_SIN, BOTH, 0, 0},
   {"cos", "gg", BOP_COS, BOTH, 0, 0},
   {"tan", "gg", BOP_TAN, BOTH, 0, 0},
   {"asin", "gg", BOP_ASIN, BOTH, 0, 0},
   {"acos", "gg", BOP_ACOS, BOTH, 0, 0},
   {"atan", "ggg", BOP_ATAN2, BOTH, 0, 0},
   {"atan", "gg", BOP_ATAN, BOTH, 0, 0},
   {"sinh", "gg", BOP_SINH, BOTH, 0, 0},
   {"cosh", "gg", BOP_COSH, BOTH, 0, 0},
   {"tanh", "gg", BOP_TANH, BOTH, 0, 0},
   {"asinh", "gg", BOP_ASINH, BOTH, 0, 0},
   {"acosh", "gg", BOP_ACOSH, BOTH, 0, 0},
   {"atanh", "gg", BOP_ATANH, BOTH, 0, 0},
   {"pow", "ggg", BOP_POW, BOTH, 0, 0},
   {"exp", "gg", BOP_EXP, BOTH, 0, 0},
   {"log", "gg", BOP_LOG, BOTH, 0, 0},
   {"exp2", "gg", BOP_EXP2, BOTH, 0, 0},
   {"log2", "gg", BOP_LOG2, BOTH, 0, 0},
   {"sqrt", "gg", BOP_SQRT, BOTH, 0, 0},
   {"inversesqrt", "gg", BOP_RSQ, BOTH, 0, 0},
   {"abs", "gg", BOP_ABS, BOTH, 0, 0},
   {"abs", "jj", BOP_ABS, BOTH, 0, 0},
   {"sign", "gg", BOP_SIGN, BOTH, 0, 0},
   {"sign", "jj", BOP_SIGN, BOTH, 0, 0},
   {"floor", "gg", BOP_FLOOR, BOTH, 0, 0},
   {"trunc", "gg", BOP_TRUNC, BOTH, 0, 0},
   {"round", "gg", BOP_ROUND, BOTH, 0, 0},
   {"roundEven", "gg", BOP_ROUND, BOTH, 0, 0},
   {"ceil", "gg", BOP_CEIL, BOTH, 0, 0},
   {"fract", "gg", BOP_FRACT, BOTH, 0, 0},
   {"mod", "ggg", BOP_MOD, BOTH, 0, 0},
   {"mod", "ggf", BOP_MOD, BOTH, 0, 0},
   {"modf", "ggg", BOP_MODF, BOTH, 0, 0},
   {"min", "ggg", BOP_MIN, BOTH, 0, 0},
   {"min", "ggf", BOP_MIN, BOTH, 0, 0},
   {"min", "jjj", BOP_MIN, BOTH, 0, 0},
   {"min", "jjI", BOP_MIN, BOTH, 0, 0},
   {"min", "kkk", BOP_MIN, BOTH, 0, 0},
   {"min", "kkU", BOP_MIN, BOTH, 0, 0},
   {"max", "ggg", BOP_MAX, BOTH, 0, 0},
   {"max", "ggf", BOP_MAX, BOTH, 0, 0},
   {"max", "jjj", BOP_MAX, BOTH, 0, 0},
   {"max", "jjI", BOP_MAX, BOTH, 0, 0},
   {"max", "kkk", BOP_MAX, BOTH, 0, 0},
   {"max", "kkU", BOP_MAX, BOTH, 0, 0},
   {"clamp", "gggg", BOP_CLAMP, BOTH, 0, 0},
   {"clamp", "ggff", BOP_CLAMP, BOTH, 0, 0},
   {"clamp", "jjjj", BOP_CLAMP, BOTH, 0, 0},
   {"clamp", "jjII", BOP_CLAMP, BOTH, 0, 0},
   {"clamp", "kkkk", BOP_CLAMP, BOTH, 0, 0},
   {"clamp", "kkUU", BOP_CLAMP, BOTH, 0, 0},
   {"mix", "gggg", BOP_MIX, BOTH, 0, 0},
   {"mix", "gggf", BOP_MIX, BOTH, 0, 0},
   {"mix", "gggq", BOP_MIX_BOOL, BOTH, 0, 0},
   {"mix", "jjjq", BOP_MIX_BOOL, BOTH, EXT_SHADER_INTEGER_MIX, 0},
   {"mix", "kkkq", BOP_MIX_BOOL, BOTH, EXT_SHADER_INTEGER_MIX, 0},
   {"mix", "qqqq", BOP_MIX_BOOL, BOTH, EXT_SHADER_INTEGER_MIX, 0},
   {"step", "ggg", BOP_STEP, BOTH, 0, 0},
   {"step", "gfg", BOP_STEP, BOTH, 0, 0},
   {"smoothstep", "gggg", BOP_SMOOTHSTEP, BOTH, 0, 0},
   {"smoothstep", "gffg", BOP_SMOOTHSTEP, BOTH, 0, 0},
   {"isnan", "qg", BOP_ISNAN, BOTH, 0, 0},
   {"isinf", "qg", BOP_ISINF, BOTH, 0, 0},
   {"floatBitsToInt", "jg", BOP_BITCAST, BOTH, 0, 0},
   {"floatBitsToUint", "kg", BOP_BITCAST, BOTH, 0, 0},
   {"intBitsToFloat", "gj", BOP_BITCAST, BOTH, 0, 0},
   {"uintBitsToFloat", "gk", BOP_BITCAST, BOTH, 0, 0},
   {"packSnorm2x16", "U2", BOP_PACK_SNORM, BOTH, 0, 0},
   {"unpackSnorm2x16", "2U", BOP_UNPACK_SNORM, BOTH, 0, 0},
   {"packUnorm2x16", "U2", BOP_PACK_UNORM, BOTH, 0, 0},
   {"unpackUnorm2x16", "2U", BOP_UNPACK_UNORM, BOTH, 0, 0},
   {"packHalf2x16", "U2", BOP_PACK_HALF, BOTH, 0, 0},
   {"unpackHalf2x16", "2U", BOP_UNPACK_HALF, BOTH, 0, 0},
   {"length", "fg", BOP_LENGTH, BOTH, 0, 0},
   {"distance", "fgg", BOP_DISTANCE, BOTH, 0, 0},
   {"dot", "fgg", BOP_DOT, BOTH, 0, 0},
   {"cross", "333", BOP_CROSS, BOTH, 0, 0},
   {"normalize", "gg", BOP_NORMALIZE, BOTH, 0, 0},
   {"faceforward", "gggg", BOP_FACEFORWARD, BOTH, 0, 0},
   {"reflect", "ggg", BOP_REFLECT, BOTH, 0, 0},
   {"refract", "gggf", BOP_REFRACT, BOTH, 0, 0},
   {"matrixCompMult", "MMM", BOP_MATRIXCOMPMULT, BOTH, 0, 0},
   {"outerProduct", "MPO", BOP_OUTER_PRODUCT, BOTH, 0, 0},
   {"transpose", "MW", BOP_TRANSPOSE, BOTH, 0, 0},
   {"determinant", "fm", BOP_DETERMINANT, BOTH, 0, 0},
   {"inverse", "mm", BOP_INVERSE, BOTH, 0, 0},
   {"lessThan", "bvv", BOP_LESSTHAN, BOTH, 0, 0},
   {"lessThan", "bii", BOP_LESSTHAN, BOTH, 0, 0},
   {"lessThan", "bww", BOP_LESSTHAN, BOTH, 0, 0},
   {"lessThanEqual", "bvv", BOP_LESSTHANEQUAL, BOTH, 0, 0},
   {"lessThanEqual", "bii", BOP_LESSTHANEQUAL, BOTH, 0, 0},
   {"lessThanEqual", "bww", BOP_LESSTHANEQUAL, BOTH, 0, 0},
   {"greaterThan", "bvv", BOP_GREATERTHAN, BOTH, 0, 0},
   {"greaterThan", "bii", BOP_GREATERTHAN, BOTH, 0, 0},
   {"greaterThan", "bww", BOP_GREATERTHAN, BOTH, 0, 0},
   {"greaterThanEqual", "bvv", BOP_GREATERTHANEQUAL, BOTH, 0, 0},
   {"greaterThanEqual", "bii", BOP_GREATERTHANEQUAL, BOTH, 0, 0},
   {"greaterThanEqual", "bww", BOP_GREATERTHANEQUAL, BOTH, 0, 0},
   {"equal", "bvv", BOP_EQUAL, BOTH, 0, 0},
   {"equal", "bii", BOP_EQUAL, BOTH, 0, 0},
   {"equal", "bww", BOP_EQUAL, BOTH, 0, 0},
   {"equal", "bbb", BOP_EQUAL, BOTH, 0, 0},
   {"notEqual", "bvv", BOP_NOTEQUAL, BOTH, 0, 0},
   {"notEqual", "bii", BOP_NOTEQUAL, BOTH, 0, 0},
   {"notEqual", "bww", BOP_NOTEQUAL, BOTH, 0, 0},
   {"notEqual", "bbb", BOP_NOTEQUAL, BOTH, 0, 0},
   {"any", "Bb", BOP_ANY, BOTH, 0, 0},
   {"all", "Bb", BOP_ALL, BOTH, 0, 0},
   {"not", "bb", BOP_NOT, BOTH, 0, 0},
   {"textureSize", "xSI", BOP_TEXTURE, BOTH, 0, GLSL_TEX_SIZE},
   {"textureSize", "yTI", BOP_TEXTURE, BOTH, 0, GLSL_TEX_SIZE},
   {"textureSize", "xQI", BOP_TEXTURE, BOTH, 0, GLSL_TEX_SIZE},
   {"textureSize", "xhI", BOP_TEXTURE, BOTH, 0, GLSL_TEX_SIZE},
   {"textureSize", "xCI", BOP_TEXTURE, BOTH, 0, GLSL_TEX_SIZE},
   {"textureSize", "yRI", BOP_TEXTURE, BOTH, 0, GLSL_TEX_SIZE},
   {"textureSize", "yAI", BOP_TEXTURE, BOTH, 0, GLSL_TEX_SIZE},
   {"texture", "VS2", BOP_TEXTURE, BOTH, 0, 0},
   {"texture", "VS2f", BOP_TEXTURE, FS, 0, GLSL_TEX_BIAS},
   {"texture", "VT3", BOP_TEXTURE, BOTH, 0, 0},
   {"texture", "VT3f", BOP_TEXTURE, FS, 0, GLSL_TEX_BIAS},
   {"texture", "VQ3", BOP_TEXTURE, BOTH, 0, 0},
   {"texture", "VQ3f", BOP_TEXTURE, FS, 0, GLSL_TEX_BIAS},
   {"texture", "fh3", BOP_TEXTURE, BOTH, 0, 0},
   {"texture", "fh3f", BOP_TEXTURE, FS, 0, GLSL_TEX_BIAS},
   {"texture", "fC4", BOP_TEXTURE, BOTH, 0, 0},
   {"texture", "fC4f", BOP_TEXTURE, FS, 0, GLSL_TEX_BIAS},
   {"texture", "VR3", BOP_TEXTURE, BOTH, 0, 0},
   {"texture", "VR3f", BOP_TEXTURE, FS, 0, GLSL_TEX_BIAS},
   {"texture", "fA4", BOP_TEXTURE, BOTH, 0, 0},
   {"textureProj", "VS3", BOP_TEXTURE, BOTH, 0, GLSL_TEX_PROJ},
   {"textureProj", "VS3f", BOP_TEXTURE, FS, 0, GLSL_TEX_PROJ | GLSL_TEX_BIAS},
   {"textureProj", "VS4", BOP_TEXTURE, BOTH, 0, GLSL_TEX_PROJ},
   {"textureProj", "VS4f", BOP_TEXTURE, FS, 0, GLSL_TEX_PROJ | GLSL_TEX_BIAS},
   {"textureProj", "VT4", BOP_TEXTURE, BOTH, 0, GLSL_TEX_PROJ},
   {"textureProj", "VT4f", BOP_TEXTURE, FS, 0, GLSL_TEX_PROJ | GLSL_TEX_BIAS},
   {"textureProj", "fh4", BOP_TEXTURE, BOTH, 0, GLSL_TEX_PROJ},
   {"textureProj", "fh4f", BOP_TEXTURE, FS, 0, GLSL_TEX_PROJ | GLSL_TEX_BIAS},
   {"textureLod", "VS2f", BOP_TEXTURE, BOTH, 0, GLSL_TEX_LOD},
   {"textureLod", "VT3f", BOP_TEXTURE, BOTH, 0, GLSL_TEX_LOD},
   {"textureLod", "VQ3f", BOP_TEXTURE, BOTH, 0, GLSL_TEX_LOD},
   {"textureLod", "fh3f", BOP_TEXTURE, BOTH, 0, GLSL_TEX_LOD},
   {"textureLod", "VR3f", BOP_TEXTURE, BOTH, 0, GLSL_TEX_LOD},
   {"textureOffset", "VS2x", BOP_TEXTURE, BOTH, 0, GLSL_TEX_OFFSET},
   {"textureOffset", "VS2xf", BOP_TEXTURE, FS, 0, GLSL_TEX_OFFSET | GLSL_TEX_BIAS},
   {"textureOffset", "VT3y", BOP_TEXTURE, BOTH, 0, GLSL_TEX_OFFSET},
   {"textureOffset", "VT3yf", BOP_TEXTURE, FS, 0, GLSL_TEX_OFFSET | GLSL_TEX_BIAS},
   {"textureOffset", "fh3x", BOP_TEXTURE, BOTH, 0, GLSL_TEX_OFFSET},
   {"textureOffset", "fh3xf", BOP_TEXTURE, FS, 0, GLSL_TEX_OFFSET | GLSL_TEX_BIAS},
   {"textureOffset", "VR3x", BOP_TEXTURE, BOTH, 0, GLSL_TEX_OFFSET},
   {"textureOffset", "VR3xf", BOP_TEXTURE, FS, 0, GLSL_TEX_OFFSET | GLSL_TEX_BIAS},
   {"texelFetch", "VSxI", BOP_TEXTURE, BOTH, 0, GLSL_TEX_FETCH},
   {"texelFetch", "VTyI", BOP_TEXTURE, BOTH, 0, GLSL_TEX_FETCH},
   {"texelFetch", "VRyI", BOP_TEXTURE, BOTH, 0, GLSL_TEX_FETCH},
   {"texelFetchOffset", "VSxIx", BOP_TEXTURE, BOTH, 0, GLSL_TEX_FETCH | GLSL_TEX_OFFSET},
   {"texelFetchOffset", "VTyIy", BOP_TEXTURE, BOTH, 0, GLSL_TEX_FETCH | GLSL_TEX_OFFSET},
   {"texelFetchOffset", "VRyIx", BOP_TEXTURE, BOTH, 0, GLSL_TEX_FETCH | GLSL_TEX_OFFSET},
   {"textureProjOffset", "VS3x", BOP_TEXTURE, BOTH, 0, GLSL_TEX_PROJ | GLSL_TEX_OFFSET},
   {"textureProjOffset", "VS3xf", BOP_TEXTURE, FS, 0, GLSL_TEX_PROJ | GLSL_TEX_OFFSET | GLSL_TEX_BIAS},
   {"textureProjOffset", "VS4x", BOP_TEXTURE, BOTH, 0, GLSL_TEX_PROJ | GLSL_TEX_OFFSET},
   {"textureProjOffset", "VS4xf", BOP_TEXTURE, FS, 0, GLSL_TEX_PROJ | GLSL_TEX_OFFSET | GLSL_TEX_BIAS},
   {"textureProjOffset", "VT4y", BOP_TEXTURE, BOTH, 0, GLSL_TEX_PROJ | GLSL_TEX_OFFSET},
   {"textureProjOffset", "VT4yf", BOP_TEXTURE, FS, 0, GLSL_TEX_PROJ | GLSL_TEX_OFFSET | GLSL_TEX_BIAS},
   {"textureProjOffset", "fh4x", BOP_TEXTURE, BOTH, 0, GLSL_TEX_PROJ | GLSL_TEX_OFFSET},
   {"textureProjOffset", "fh4xf", BOP_TEXTURE, FS, 0, GLSL_TEX_PROJ | GLSL_TEX_OFFSET | GLSL_TEX_BIAS},
   {"textureLodOffset", "VS2fx", BOP_TEXTURE, BOTH, 0, GLSL_TEX_LOD | GLSL_TEX_OFFSET},
   {"textureLodOffset", "VT3fy", BOP_TEXTURE, BOTH, 0, GLSL_TEX_LOD | GLSL_TEX_OFFSET},
   {"textureLodOffset", "fh3fx", BOP_TEXTURE, BOTH, 0, GLSL_TEX_LOD | GLSL_TEX_OFFSET},
   {"textureLodOffset", "VR3fx", BOP_TEXTURE, BOTH, 0, GLSL_TEX_LOD | GLSL_TEX_OFFSET},
   {"textureProjLod", "VS3f", BOP_TEXTURE, BOTH, 0, GLSL_TEX_PROJ | GLSL_TEX_LOD},
   {"textureProjLod", "VS4f", BOP_TEXTURE, BOTH, 0, GLSL_TEX_PROJ | GLSL_TEX_LOD},
   {"textureProjLod", "VT4f", BOP_TEXTURE, BOTH, 0, GLSL_TEX_PROJ | GLSL_TEX_LOD},
   {"textureProjLod", "fh4f", BOP_TEXTURE, BOTH, 0, GLSL_TEX_PROJ | GLSL_TEX_LOD},
   {"textureProjLodOffset", "VS3fx", BOP_TEXTURE, BOTH, 0, GLSL_TEX_PROJ | GLSL_TEX_LOD | GLSL_TEX_OFFSET},
   {"textureProjLodOffset", "VS4fx", BOP_TEXTURE, BOTH, 0, GLSL_TEX_PROJ | GLSL_TEX_LOD | GLSL_TEX_OFFSET},
   {"textureProjLodOffset", "VT4fy", BOP_TEXTURE, BOTH, 0, GLSL_TEX_PROJ | GLSL_TEX_LOD | GLSL_TEX_OFFSET},
   {"textureProjLodOffset", "fh4fx", BOP_TEXTURE, BOTH, 0, GLSL_TEX_PROJ | GLSL_TEX_LOD | GLSL_TEX_OFFSET},
   {"textureGrad", "VS222", BOP_TEXTURE, BOTH, 0, GLSL_TEX_GRAD},
   {"textureGrad", "VT333", BOP_TEXTURE, BOTH, 0, GLSL_TEX_GRAD},
   {"textureGrad", "VQ333", BOP_TEXTURE, BOTH, 0, GLSL_TEX_GRAD},
   {"textureGrad", "fh322", BOP_TEXTURE, BOTH, 0, GLSL_TEX_GRAD},
   {"textureGrad", "fC433", BOP_TEXTURE, BOTH, 0, GLSL_TEX_GRAD},
   {"textureGrad", "VR322", BOP_TEXTURE, BOTH, 0, GLSL_TEX_GRAD},
   {"textureGrad", "fA422", BOP_TEXTURE, BOTH, 0, GLSL_TEX_GRAD},
   {"textureGradOffset", "VS222x", BOP_TEXTURE, BOTH, 0, GLSL_TEX_GRAD | GLSL_TEX_OFFSET},
   {"textureGradOffset", "VT333y", BOP_TEXTURE, BOTH, 0, GLSL_TEX_GRAD | GLSL_TEX_OFFSET},
   {"textureGradOffset", "fh322x", BOP_TEXTURE, BOTH, 0, GLSL_TEX_GRAD | GLSL_TEX_OFFSET},
   {"textureGradOffset", "VR322x", BOP_TEXTURE, BOTH, 0, GLSL_TEX_GRAD | GLSL_TEX_OFFSET},
   {"textureGradOffset", "fA422x", BOP_TEXTURE, BOTH, 0, GLSL_TEX_GRAD | GLSL_TEX_OFFSET},
   {"textureProjGrad", "VS322", BOP_TEXTURE, BOTH, 0, GLSL_TEX_PROJ | GLSL_TEX_GRAD},
   {"textureProjGrad", "VS422", BOP_TEXTURE, BOTH, 0, GLSL_TEX_PROJ | GLSL_TEX_GRAD},
   {"textureProjGrad", "VT433", BOP_TEXTURE, BOTH, 0, GLSL_TEX_PROJ | GLSL_TEX_GRAD},
   {"textureProjGrad", "fh422", BOP_TEXTURE, BOTH, 0, GLSL_TEX_PROJ | GLSL_TEX_GRAD},
   {"textureProjGradOffset", "VS322x", BOP_TEXTURE, BOTH, 0, GLSL_TEX_PROJ | GLSL_TEX_GRAD | GLSL_TEX_OFFSET},
   {"textureProjGradOffset", "VS422x", BOP_TEXTURE, BOTH, 0, GLSL_TEX_PROJ | GLSL_TEX_GRAD | GLSL_TEX_OFFSET},
   {"textureProjGradOffset", "VT433y", BOP_TEXTURE, BOTH, 0, GLSL_TEX_PROJ | GLSL_TEX_GRAD | GLSL_TEX_OFFSET},
   {"textureProjGradOffset", "fh422x", BOP_TEXTURE, BOTH, 0, GLSL_TEX_PROJ | GLSL_TEX_GRAD | GLSL_TEX_OFFSET},
   {"textureSize", "xeI", BOP_TEXTURE, BOTH, EXT_OES_EGL_IMAGE_EXTERNAL_ESSL3, GLSL_TEX_SIZE},
   {"texture", "4e2", BOP_TEXTURE, BOTH, EXT_OES_EGL_IMAGE_EXTERNAL_ESSL3, 0},
   {"texture", "4e2f", BOP_TEXTURE, FS, EXT_OES_EGL_IMAGE_EXTERNAL_ESSL3, GLSL_TEX_BIAS},
   {"textureProj", "4e3", BOP_TEXTURE, BOTH, EXT_OES_EGL_IMAGE_EXTERNAL_ESSL3, GLSL_TEX_PROJ},
   {"textureProj", "4e3f", BOP_TEXTURE, FS, EXT_OES_EGL_IMAGE_EXTERNAL_ESSL3, GLSL_TEX_PROJ | GLSL_TEX_BIAS},
   {"textureProj", "4e4", BOP_TEXTURE, BOTH, EXT_OES_EGL_IMAGE_EXTERNAL_ESSL3, GLSL_TEX_PROJ},
   {"textureProj", "4e4f", BOP_TEXTURE, FS, EXT_OES_EGL_IMAGE_EXTERNAL_ESSL3, GLSL_TEX_PROJ | GLSL_TEX_BIAS},
   {"texelFetch", "4exI", BOP_TEXTURE, BOTH, EXT_OES_EGL_IMAGE_EXTERNAL_ESSL3, GLSL_TEX_FETCH},
   {"dFdx", "gg", BOP_DFDX, FS, 0, 0},
   {"dFdy", "gg", BOP_DFDY, FS, 0, 0},
   {"fwidth", "gg", BOP_FWIDTH, FS, 0, 0},
};
/* clang-format on */

/** What generic letters stand for. */
struct generic {
   unsigned n, cols, rows;
   unsigned g; /* GLSL_FLOAT, GLSL_INT, GLSL_UINT */
};

static const struct glsl_type *
sampler_type(char letter, unsigned g)
{
   static const uint8_t samplers[4][3] = {
      {GLSL_SAMPLER_2D,       GLSL_ISAMPLER_2D,       GLSL_USAMPLER_2D      },
      {GLSL_SAMPLER_3D,       GLSL_ISAMPLER_3D,       GLSL_USAMPLER_3D      },
      {GLSL_SAMPLER_CUBE,     GLSL_ISAMPLER_CUBE,     GLSL_USAMPLER_CUBE    },
      {GLSL_SAMPLER_2D_ARRAY, GLSL_ISAMPLER_2D_ARRAY, GLSL_USAMPLER_2D_ARRAY},
   };
   _Static_assert(GLSL_FLOAT == 0 && GLSL_INT == 1 && GLSL_UINT == 2, "columns of samplers[]");
   return glsl_type_sampler(samplers[strchr("STQR", letter) - "STQR"][g]);
}

static const struct glsl_type *
vector_type(char letter, const struct generic *x)
{
   switch (letter) {
   case 'f':
   case '2':
   case '3':
   case '4':
      return glsl_type_vec(GLSL_FLOAT, letter == 'f' ? 1 : (unsigned)(letter - '0'));
   case 'I':
      return &glsl_type_int;
   case 'U':
      return &glsl_type_uint;
   case 'B':
      return &glsl_type_bool;
   case 'x':
   case 'y':
      return glsl_type_vec(GLSL_INT, letter == 'x' ? 2 : 3);
   case 'g':
   case 'v':
      return glsl_type_vec(GLSL_FLOAT, x->n);
   case 'j':
   case 'i':
      return glsl_type_vec(GLSL_INT, x->n);
   case 'k':
   case 'w':
      return glsl_type_vec(GLSL_UINT, x->n);
   case 'q':
   case 'b':
      return glsl_type_vec(GLSL_BOOL, x->n);
   case 'V':
      return glsl_type_vec(x->g, 4);
   default:
      return &glsl_type_error;
   }
}

static const struct glsl_type *
letter_type(char letter, const struct generic *x)
{
   switch (letter) {
   case 'm':
      return glsl_type_mat(x->n, x->n);
   case 'M':
      return glsl_type_mat(x->cols, x->rows);
   case 'W':
      return glsl_type_mat(x->rows, x->cols);
   case 'P':
      return glsl_type_vec(GLSL_FLOAT, x->rows);
   case 'O':
      return glsl_type_vec(GLSL_FLOAT, x->cols);
   case 'S':
   case 'T':
   case 'Q':
   case 'R':
      return sampler_type(letter, x->g);
   case 'e':
      return &glsl_type_samplerexternal;
   case 'h':
      return &glsl_type_sampler2dshadow;
   case 'C':
      return glsl_type_sampler(GLSL_SAMPLER_CUBE_SHADOW);
   case 'A':
      return glsl_type_sampler(GLSL_SAMPLER_2D_ARRAY_SHADOW);
   default:
      return vector_type(letter, x);
   }
}

static bool
match_generic(const struct glsl_builtin *b, const struct glsl_type *const *args, uint32_t num_args,
              const struct generic *x, const struct glsl_type **ret)
{
   for (uint32_t i = 0; i < num_args; i++)
      if (letter_type(b->sig[1 + i], x) != args[i])
         return false;
   *ret = letter_type(b->sig[0], x);
   return true;
}

static bool
match(const struct glsl_builtin *b, const struct glsl_type *const *args, uint32_t num_args,
      const struct glsl_type **ret)
{
   if (strlen(b->sig) != num_args + 1)
      return false;
   const bool matrix = strpbrk(b->sig, "MWPO"), sampler = strpbrk(b->sig, "STQR");
   struct generic x = {.n = 1, .cols = 2, .rows = 2};
   for (x.cols = 2; matrix && x.cols <= 4; x.cols++)
      for (x.rows = 2; x.rows <= 4; x.rows++)
         if (match_generic(b, args, num_args, &x, ret))
            return true;
   for (x.g = GLSL_FLOAT; sampler && x.g <= GLSL_UINT; x.g++)
      if (match_generic(b, args, num_args, &x, ret))
         return true;
   if (matrix || sampler)
      return false;
   for (x.n = strpbrk(b->sig, "viwbm") ? 2 : 1; x.n <= 4; x.n++)
      if (match_generic(b, args, num_args, &x, ret))
         return true;
   return false;
}

const struct glsl_builtin *
glsl_builtin_find_300(const struct glsl_ctx *c, const char *name, const struct glsl_type *const *args,
                      uint32_t num_args, const struct glsl_type **ret, bool *known, unsigned *disabled)
{
   *known = false;
   *disabled = EXT_NONE;
   for (unsigned i = 0; i < ARRAY_SIZE(builtins); i++) {
      const struct glsl_builtin *b = &builtins[i];
      if (strcmp(b->name, name) || !(b->stages & (1 << c->stage)))
         continue;
      *known = true;
      if (!match(b, args, num_args, ret))
         continue;
      if (!b->ext || c->ext_state[b->ext] != EXT_DISABLE)
         return b;
      *disabled = b->ext;
   }
   return NULL;
}

bool
glsl_is_builtin_name(const struct glsl_ctx *c, const char *name)
{
   for (unsigned i = 0; i < ARRAY_SIZE(builtins); i++)
      if (!strcmp(builtins[i].name, name) && (builtins[i].stages & (1 << c->stage)))
         return true;
   return false;
}
