/* SPDX-License-Identifier: MIT
 *
 * The built-in functions (ESSL 1.00 chapter 8, and the extensions of enum glsl_ext) as a table of
 * signatures. A signature is one letter for the result and one for each parameter:
 *
 *    f  float          B  bool                2 3 4  vec2 vec3 vec4
 *    g  float, vec2, vec3, vec4 (genType)      v      vec2..vec4
 *    i  ivec2..ivec4   b  bvec2..bvec4         m      mat2..mat4
 *    s  sampler2D      c  samplerCube  t  sampler3D  e  samplerExternalOES
 *
 * All generic letters of one signature have the same size.
 */
#include <string.h>

#include "compiler/glsl/sema/sema.h"
#include "util/u_math.h"

#define VS   (1 << IR_VERTEX)
#define FS   (1 << IR_FRAGMENT)
#define BOTH (VS | FS)

static const struct glsl_builtin builtins[] = {
  /* 8.1 angle and trigonometry */
   {"radians",              "gg",    BOP_RADIANS,          BOTH, 0                           },
   {"degrees",              "gg",    BOP_DEGREES,          BOTH, 0                           },
   {"sin",                  "gg",    BOP_SIN,              BOTH, 0                           },
   {"cos",                  "gg",    BOP_COS,              BOTH, 0                           },
   {"tan",                  "gg",    BOP_TAN,              BOTH, 0                           },
   {"asin",                 "gg",    BOP_ASIN,             BOTH, 0                           },
   {"acos",                 "gg",    BOP_ACOS,             BOTH, 0                           },
   {"atan",                 "ggg",   BOP_ATAN2,            BOTH, 0                           },
   {"atan",                 "gg",    BOP_ATAN,             BOTH, 0                           },
 /* 8.2 exponential */
   {"pow",                  "ggg",   BOP_POW,              BOTH, 0                           },
   {"exp",                  "gg",    BOP_EXP,              BOTH, 0                           },
   {"log",                  "gg",    BOP_LOG,              BOTH, 0                           },
   {"exp2",                 "gg",    BOP_EXP2,             BOTH, 0                           },
   {"log2",                 "gg",    BOP_LOG2,             BOTH, 0                           },
   {"sqrt",                 "gg",    BOP_SQRT,             BOTH, 0                           },
   {"inversesqrt",          "gg",    BOP_RSQ,              BOTH, 0                           },
 /* 8.3 common */
   {"abs",                  "gg",    BOP_ABS,              BOTH, 0                           },
   {"sign",                 "gg",    BOP_SIGN,             BOTH, 0                           },
   {"floor",                "gg",    BOP_FLOOR,            BOTH, 0                           },
   {"ceil",                 "gg",    BOP_CEIL,             BOTH, 0                           },
   {"fract",                "gg",    BOP_FRACT,            BOTH, 0                           },
   {"mod",                  "ggg",   BOP_MOD,              BOTH, 0                           },
   {"mod",                  "ggf",   BOP_MOD,              BOTH, 0                           },
   {"min",                  "ggg",   BOP_MIN,              BOTH, 0                           },
   {"min",                  "ggf",   BOP_MIN,              BOTH, 0                           },
   {"max",                  "ggg",   BOP_MAX,              BOTH, 0                           },
   {"max",                  "ggf",   BOP_MAX,              BOTH, 0                           },
   {"clamp",                "gggg",  BOP_CLAMP,            BOTH, 0                           },
   {"clamp",                "ggff",  BOP_CLAMP,            BOTH, 0                           },
   {"mix",                  "gggg",  BOP_MIX,              BOTH, 0                           },
   {"mix",                  "gggf",  BOP_MIX,              BOTH, 0                           },
   {"step",                 "ggg",   BOP_STEP,             BOTH, 0                           },
   {"step",                 "gfg",   BOP_STEP,             BOTH, 0                           },
   {"smoothstep",           "gggg",  BOP_SMOOTHSTEP,       BOTH, 0                           },
   {"smoothstep",           "gffg",  BOP_SMOOTHSTEP,       BOTH, 0                           },
 /* 8.4 geometric */
   {"length",               "fg",    BOP_LENGTH,           BOTH, 0                           },
   {"distance",             "fgg",   BOP_DISTANCE,         BOTH, 0                           },
   {"dot",                  "fgg",   BOP_DOT,              BOTH, 0                           },
   {"cross",                "333",   BOP_CROSS,            BOTH, 0                           },
   {"normalize",            "gg",    BOP_NORMALIZE,        BOTH, 0                           },
   {"faceforward",          "gggg",  BOP_FACEFORWARD,      BOTH, 0                           },
   {"reflect",              "ggg",   BOP_REFLECT,          BOTH, 0                           },
   {"refract",              "gggf",  BOP_REFRACT,          BOTH, 0                           },
 /* 8.5 matrix */
   {"matrixCompMult",       "mmm",   BOP_MATRIXCOMPMULT,   BOTH, 0                           },
 /* 8.6 vector relational */
   {"lessThan",             "bvv",   BOP_LESSTHAN,         BOTH, 0                           },
   {"lessThan",             "bii",   BOP_LESSTHAN,         BOTH, 0                           },
   {"lessThanEqual",        "bvv",   BOP_LESSTHANEQUAL,    BOTH, 0                           },
   {"lessThanEqual",        "bii",   BOP_LESSTHANEQUAL,    BOTH, 0                           },
   {"greaterThan",          "bvv",   BOP_GREATERTHAN,      BOTH, 0                           },
   {"greaterThan",          "bii",   BOP_GREATERTHAN,      BOTH, 0                           },
   {"greaterThanEqual",     "bvv",   BOP_GREATERTHANEQUAL, BOTH, 0                           },
   {"greaterThanEqual",     "bii",   BOP_GREATERTHANEQUAL, BOTH, 0                           },
   {"equal",                "bvv",   BOP_EQUAL,            BOTH, 0                           },
   {"equal",                "bii",   BOP_EQUAL,            BOTH, 0                           },
   {"equal",                "bbb",   BOP_EQUAL,            BOTH, 0                           },
   {"notEqual",             "bvv",   BOP_NOTEQUAL,         BOTH, 0                           },
   {"notEqual",             "bii",   BOP_NOTEQUAL,         BOTH, 0                           },
   {"notEqual",             "bbb",   BOP_NOTEQUAL,         BOTH, 0                           },
   {"any",                  "Bb",    BOP_ANY,              BOTH, 0                           },
   {"all",                  "Bb",    BOP_ALL,              BOTH, 0                           },
   {"not",                  "bb",    BOP_NOT,              BOTH, 0                           },
 /* 8.7 texture lookup; the form with a bias exists in the fragment stage only */
   {"texture2D",            "4s2",   BOP_TEX,              BOTH, 0                           },
   {"texture2D",            "4s2f",  BOP_TEX,              FS,   0                           },
   {"texture2DProj",        "4s3",   BOP_TEX_PROJ,         BOTH, 0                           },
   {"texture2DProj",        "4s3f",  BOP_TEX_PROJ,         FS,   0                           },
   {"texture2DProj",        "4s4",   BOP_TEX_PROJ,         BOTH, 0                           },
   {"texture2DProj",        "4s4f",  BOP_TEX_PROJ,         FS,   0                           },
   {"texture2DLod",         "4s2f",  BOP_TEX_LOD,          VS,   0                           },
   {"texture2DProjLod",     "4s3f",  BOP_TEX_PROJ_LOD,     VS,   0                           },
   {"texture2DProjLod",     "4s4f",  BOP_TEX_PROJ_LOD,     VS,   0                           },
   {"textureCube",          "4c3",   BOP_TEX,              BOTH, 0                           },
   {"textureCube",          "4c3f",  BOP_TEX,              FS,   0                           },
   {"textureCubeLod",       "4c3f",  BOP_TEX_LOD,          VS,   0                           },
 /* OES_EGL_image_external */
   {"texture2D",            "4e2",   BOP_TEX,              BOTH, EXT_OES_EGL_IMAGE_EXTERNAL  },
   {"texture2DProj",        "4e3",   BOP_TEX_PROJ,         BOTH, EXT_OES_EGL_IMAGE_EXTERNAL  },
   {"texture2DProj",        "4e4",   BOP_TEX_PROJ,         BOTH, EXT_OES_EGL_IMAGE_EXTERNAL  },
 /* OES_texture_3D */
   {"texture3D",            "4t3",   BOP_TEX,              BOTH, EXT_OES_TEXTURE_3D          },
   {"texture3D",            "4t3f",  BOP_TEX,              FS,   EXT_OES_TEXTURE_3D          },
   {"texture3DProj",        "4t4",   BOP_TEX_PROJ,         BOTH, EXT_OES_TEXTURE_3D          },
   {"texture3DProj",        "4t4f",  BOP_TEX_PROJ,         FS,   EXT_OES_TEXTURE_3D          },
   {"texture3DLod",         "4t3f",  BOP_TEX_LOD,          VS,   EXT_OES_TEXTURE_3D          },
   {"texture3DProjLod",     "4t4f",  BOP_TEX_PROJ_LOD,     VS,   EXT_OES_TEXTURE_3D          },
 /* EXT_shader_texture_lod */
   {"texture2DLodEXT",      "4s2f",  BOP_TEX_LOD,          FS,   EXT_SHADER_TEXTURE_LOD      },
   {"texture2DProjLodEXT",  "4s3f",  BOP_TEX_PROJ_LOD,     FS,   EXT_SHADER_TEXTURE_LOD      },
   {"texture2DProjLodEXT",  "4s4f",  BOP_TEX_PROJ_LOD,     FS,   EXT_SHADER_TEXTURE_LOD      },
   {"textureCubeLodEXT",    "4c3f",  BOP_TEX_LOD,          FS,   EXT_SHADER_TEXTURE_LOD      },
   {"texture2DGradEXT",     "4s222", BOP_TEX_GRAD,         BOTH, EXT_SHADER_TEXTURE_LOD      },
   {"texture2DProjGradEXT", "4s322", BOP_TEX_PROJ_GRAD,    BOTH, EXT_SHADER_TEXTURE_LOD      },
   {"texture2DProjGradEXT", "4s422", BOP_TEX_PROJ_GRAD,    BOTH, EXT_SHADER_TEXTURE_LOD      },
   {"textureCubeGradEXT",   "4c333", BOP_TEX_GRAD,         BOTH, EXT_SHADER_TEXTURE_LOD      },
 /* EXT_shadow_samplers */
   {"shadow2DEXT",          "fh3",   BOP_TEX,              BOTH, EXT_SHADOW_SAMPLERS         },
   {"shadow2DProjEXT",      "fh4",   BOP_TEX_PROJ,         BOTH, EXT_SHADOW_SAMPLERS         },
 /* OES_standard_derivatives */
   {"dFdx",                 "gg",    BOP_DFDX,             FS,   EXT_OES_STANDARD_DERIVATIVES},
   {"dFdy",                 "gg",    BOP_DFDY,             FS,   EXT_OES_STANDARD_DERIVATIVES},
   {"fwidth",               "gg",    BOP_FWIDTH,           FS,   EXT_OES_STANDARD_DERIVATIVES},
};

static const struct glsl_type *
letter_type(char letter, unsigned n)
{
   switch (letter) {
   case 'f':
      return &glsl_type_float;
   case 'B':
      return &glsl_type_bool;
   case '2':
   case '3':
   case '4':
      return glsl_type_vec(GLSL_FLOAT, (unsigned)(letter - '0'));
   case 'g':
   case 'v':
      return glsl_type_vec(GLSL_FLOAT, n);
   case 'i':
      return glsl_type_vec(GLSL_INT, n);
   case 'b':
      return glsl_type_vec(GLSL_BOOL, n);
   case 'm':
      return glsl_type_mat(n, n);
   case 's':
      return &glsl_type_sampler2d;
   case 'c':
      return &glsl_type_samplercube;
   case 't':
      return &glsl_type_sampler3d;
   case 'e':
      return &glsl_type_samplerexternal;
   case 'h':
      return &glsl_type_sampler2dshadow;
   }
   return &glsl_type_error;
}

static bool
match(const struct glsl_builtin *b, const struct glsl_type *const *args, uint32_t num_args,
      const struct glsl_type **ret)
{
   if (strlen(b->sig) != num_args + 1)
      return false;
   for (unsigned n = strpbrk(b->sig, "vibm") ? 2 : 1; n <= 4; n++) {
      uint32_t i;
      for (i = 0; i < num_args && letter_type(b->sig[1 + i], n) == args[i]; i++)
         ;
      if (i == num_args) {
         *ret = letter_type(b->sig[0], n);
         return true;
      }
   }
   return false;
}

const struct glsl_builtin *
glsl_builtin_find(const struct glsl_ctx *c, const char *name, const struct glsl_type *const *args,
                  uint32_t num_args, const struct glsl_type **ret, bool *known, unsigned *disabled)
{
   if (c->version >= 300)
      return glsl_builtin_find_300(c, name, args, num_args, ret, known, disabled);
   *known = false;
   *disabled = EXT_NONE;
   for (unsigned i = 0; i < ARRAY_SIZE(builtins); i++) {
      const struct glsl_builtin *b = &builtins[i];
      if (strcmp(b->name, name) || !(b->stages & (1 << c->stage)))
         continue;
      if (b->ext && c->ext_state[b->ext] == EXT_DISABLE) {
         if (c->ext_supported[b->ext])
            *disabled = b->ext;
         continue;
      }
      *known = true;
      if (match(b, args, num_args, ret))
         return b;
   }
   return NULL;
}

static bool
is_other_function(const struct glsl_ctx *c, const char *name)
{
   if (c->version < 300)
      return glsl_is_builtin_name(c, name);
   for (unsigned i = 0; i < ARRAY_SIZE(builtins); i++)
      if (!strcmp(builtins[i].name, name) && (builtins[i].stages & (1 << c->stage)))
         return true;
   return false;
}

const char *
glsl_builtin_version(const struct glsl_ctx *c, const char *name, size_t n)
{
   char text[64];
   if (n >= sizeof text)
      return NULL;
   memcpy(text, name, n);
   text[n] = '\0';
   if (!is_other_function(c, text) && !glsl_is_other_builtin_var(c, text, n))
      return NULL;
   return c->version >= 300 ? "1.00" : "3.00";
}
