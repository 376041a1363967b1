/* SPDX-License-Identifier: MIT
 *
 * The built-in variables and constants (ESSL 1.00 and 3.00 chapter 7, EXT_frag_depth, EXT_draw_buffers) as
 * tables.
 * A variable becomes one of the shader's globals when it is first named.
 */
#include <stddef.h>
#include <string.h>

#include "compiler/glsl/sema/sema.h"
#include "util/u_math.h"

#define VS   (1 << IR_VERTEX)
#define FS   (1 << IR_FRAGMENT)
#define BOTH (VS | FS)

#define DEPTH_RANGE_TYPE "gl_DepthRangeParameters"

enum builtin_type {
   T_FLOAT,
   T_INT,
   T_BOOL,
   T_VEC2,
   T_VEC4,
   T_FRAG_DATA,
   T_SECOND_DATA,
   T_CLIP_DISTANCE,
   T_UNSIZED, /* floats */
   T_DEPTH_RANGE
};

static const struct {
   const char *name;
   uint8_t type, storage, semantic, precision, stages, ext;
} variables[] = {
   {"gl_Position",              T_VEC4,          GLSL_VAR_OUTPUT,  IR_SEM_POSITION,        GLSL_HIGHP,     VS,   0                 },
   {"gl_PointSize",             T_FLOAT,         GLSL_VAR_OUTPUT,  IR_SEM_POINT_SIZE,      GLSL_MEDIUMP,   VS,   0                 },
   {"gl_FragCoord",             T_VEC4,          GLSL_VAR_INPUT,   IR_SEM_FRAG_COORD,      GLSL_MEDIUMP,   FS,   0                 },
   {"gl_FrontFacing",           T_BOOL,          GLSL_VAR_INPUT,   IR_SEM_FACE,            GLSL_PREC_NONE, FS,   0                 },
   {"gl_PointCoord",            T_VEC2,          GLSL_VAR_INPUT,   IR_SEM_POINT_COORD,     GLSL_MEDIUMP,   FS,   0                 },
   {"gl_FragColor",             T_VEC4,          GLSL_VAR_OUTPUT,  IR_SEM_COLOR_ALL,       GLSL_MEDIUMP,   FS,   0                 },
   {"gl_FragData",              T_FRAG_DATA,     GLSL_VAR_OUTPUT,  IR_SEM_COLOR,           GLSL_MEDIUMP,   FS,   0                 },
   {"gl_FragDepthEXT",          T_FLOAT,         GLSL_VAR_OUTPUT,  IR_SEM_DEPTH,           GLSL_HIGHP,     FS,   EXT_FRAG_DEPTH    },
   {"gl_InstanceIDEXT",         T_INT,           GLSL_VAR_INPUT,   GLSL_SEM_INSTANCE_ID,   GLSL_HIGHP,     VS,   EXT_DRAW_INSTANCED},
   {"gl_LastFragData",          T_FRAG_DATA,     GLSL_VAR_INPUT,   IR_SEM_FB_FETCH,        GLSL_MEDIUMP,   FS,   EXT_FB_FETCH      },
   {"gl_SecondaryFragColorEXT", T_VEC4,          GLSL_VAR_OUTPUT,  IR_SEM_COLOR_SECONDARY, GLSL_MEDIUMP,   FS,
    EXT_BLEND_FUNC_EXTENDED                                                                                                        },
   {"gl_SecondaryFragDataEXT",  T_SECOND_DATA,   GLSL_VAR_OUTPUT,  IR_SEM_COLOR_SECONDARY, GLSL_MEDIUMP,   FS,
    EXT_BLEND_FUNC_EXTENDED                                                                                                        },
   {"gl_ClipDistance",          T_CLIP_DISTANCE, GLSL_VAR_OUTPUT,  IR_SEM_CLIP_DIST,       GLSL_HIGHP,     VS,
    EXT_APPLE_CLIP_DISTANCE                                                                                                        },
   {"gl_DepthRange",            T_DEPTH_RANGE,   GLSL_VAR_UNIFORM, 0,                      GLSL_PREC_NONE, BOTH, 0                 },
};

/* ESSL 1.00 7.4; the values come from the options. */
static const struct {
   const char *name;
   size_t offset;
   uint8_t ext;
} constants[] = {
   {"gl_MaxVertexAttribs",             offsetof(struct glsl_options, max_vertex_attribs),               0                      },
   {"gl_MaxVertexUniformVectors",      offsetof(struct glsl_options, max_vertex_uniform_vectors),       0                      },
   {"gl_MaxVaryingVectors",            offsetof(struct glsl_options, max_varying_vectors),              0                      },
   {"gl_MaxVertexTextureImageUnits",   offsetof(struct glsl_options, max_vertex_texture_image_units),   0                      },
   {"gl_MaxCombinedTextureImageUnits", offsetof(struct glsl_options, max_combined_texture_image_units), 0                      },
   {"gl_MaxTextureImageUnits",         offsetof(struct glsl_options, max_texture_image_units),          0                      },
   {"gl_MaxFragmentUniformVectors",    offsetof(struct glsl_options, max_fragment_uniform_vectors),     0                      },
   {"gl_MaxDrawBuffers",               offsetof(struct glsl_options, max_draw_buffers),                 0                      },
   {"gl_MaxClipDistances",             offsetof(struct glsl_options, max_clip_distances),               EXT_APPLE_CLIP_DISTANCE},
   {"gl_MaxDualSourceDrawBuffersEXT",  offsetof(struct glsl_options, max_dual_source_draw_buffers),
    EXT_BLEND_FUNC_EXTENDED                                                                                                    },
};

/* ESSL 3.00 7.1, 7.2, 7.4, EXT_clip_cull_distance, APPLE_clip_distance */
static const struct {
   const char *name;
   uint8_t type, storage, semantic, precision, stages, ext;
} variables_300[] = {
   {"gl_VertexID",     T_INT,         GLSL_VAR_INPUT,   GLSL_SEM_VERTEX_ID,     GLSL_HIGHP,     VS,   0},
   {"gl_InstanceID",   T_INT,         GLSL_VAR_INPUT,   GLSL_SEM_INSTANCE_ID,   GLSL_HIGHP,     VS,   0},
   {"gl_Position",     T_VEC4,        GLSL_VAR_OUTPUT,  IR_SEM_POSITION,        GLSL_HIGHP,     VS,   0},
   {"gl_PointSize",    T_FLOAT,       GLSL_VAR_OUTPUT,  IR_SEM_POINT_SIZE,      GLSL_HIGHP,     VS,   0},
   {"gl_FragCoord",    T_VEC4,        GLSL_VAR_INPUT,   IR_SEM_FRAG_COORD,      GLSL_HIGHP,     FS,   0},
   {"gl_FrontFacing",  T_BOOL,        GLSL_VAR_INPUT,   IR_SEM_FACE,            GLSL_PREC_NONE, FS,   0},
   {"gl_FragDepth",    T_FLOAT,       GLSL_VAR_OUTPUT,  IR_SEM_DEPTH,           GLSL_HIGHP,     FS,   0},
   {"gl_PointCoord",   T_VEC2,        GLSL_VAR_INPUT,   IR_SEM_POINT_COORD,     GLSL_MEDIUMP,   FS,   0},
   {"gl_DepthRange",   T_DEPTH_RANGE, GLSL_VAR_UNIFORM, 0,                      GLSL_PREC_NONE, BOTH, 0},
   {"gl_ClipDistance", T_UNSIZED,     GLSL_VAR_VARYING, GLSL_SEM_CLIP_DISTANCE, GLSL_HIGHP,     BOTH,
    EXT_CLIP_CULL_DISTANCE                                                                             },
   {"gl_ClipDistance", T_UNSIZED,     GLSL_VAR_VARYING, GLSL_SEM_CLIP_DISTANCE, GLSL_HIGHP,     VS,
    EXT_APPLE_CLIP_DISTANCE                                                                            },
   {"gl_CullDistance", T_UNSIZED,     GLSL_VAR_VARYING, GLSL_SEM_CULL_DISTANCE, GLSL_HIGHP,     BOTH,
    EXT_CLIP_CULL_DISTANCE                                                                             },
};

/* ESSL 3.00 7.3; the values come from the options. */
static const struct {
   const char *name;
   size_t offset;
   uint8_t ext;
} constants_300[] = {
   {"gl_MaxVertexAttribs",                offsetof(struct glsl_options, max_vertex_attribs),               0                      },
   {"gl_MaxVertexUniformVectors",         offsetof(struct glsl_options, max_vertex_uniform_vectors),       0                      },
   {"gl_MaxVertexOutputVectors",          offsetof(struct glsl_options, max_vertex_output_vectors),        0                      },
   {"gl_MaxFragmentInputVectors",         offsetof(struct glsl_options, max_fragment_input_vectors),       0                      },
   {"gl_MaxVertexTextureImageUnits",      offsetof(struct glsl_options, max_vertex_texture_image_units),   0                      },
   {"gl_MaxCombinedTextureImageUnits",    offsetof(struct glsl_options, max_combined_texture_image_units), 0                      },
   {"gl_MaxTextureImageUnits",            offsetof(struct glsl_options, max_texture_image_units),          0                      },
   {"gl_MaxFragmentUniformVectors",       offsetof(struct glsl_options, max_fragment_uniform_vectors),     0                      },
   {"gl_MaxDrawBuffers",                  offsetof(struct glsl_options, max_draw_buffers),                 0                      },
   {"gl_MinProgramTexelOffset",           offsetof(struct glsl_options, min_program_texel_offset),         0                      },
   {"gl_MaxProgramTexelOffset",           offsetof(struct glsl_options, max_program_texel_offset),         0                      },
   {"gl_MaxDualSourceDrawBuffersEXT",     offsetof(struct glsl_options, max_dual_source_draw_buffers),
    EXT_BLEND_FUNC_EXTENDED                                                                                                       },
   {"gl_MaxClipDistances",                offsetof(struct glsl_options, max_clip_distances),               EXT_CLIP_CULL_DISTANCE },
   {"gl_MaxClipDistances",                offsetof(struct glsl_options, max_clip_distances),               EXT_APPLE_CLIP_DISTANCE},
   {"gl_MaxCullDistances",                offsetof(struct glsl_options, max_clip_distances),               EXT_CLIP_CULL_DISTANCE },
   {"gl_MaxCombinedClipAndCullDistances", offsetof(struct glsl_options, max_clip_distances),
    EXT_CLIP_CULL_DISTANCE                                                                                                        },
};

static struct glsl_symbol *declare_outermost(struct glsl_ctx *c, const char *name);

static const struct glsl_type *
depth_range_type(struct glsl_ctx *c)
{
   const struct glsl_symbol *known = glsl_lookup(c, DEPTH_RANGE_TYPE, strlen(DEPTH_RANGE_TYPE));
   if (known && known->type)
      return known->type;
   static const char *const names[] = {"near", "far", "diff"};
   struct glsl_field *f = glsl_array(&c->mem, struct glsl_field, 3);
   for (unsigned i = 0; i < 3; i++)
      f[i] = (struct glsl_field){.name = names[i], .type = &glsl_type_float, .precision = GLSL_HIGHP};
   struct glsl_type *t = glsl_new(&c->mem, struct glsl_type);
   t->base = GLSL_STRUCT;
   t->name = DEPTH_RANGE_TYPE;
   t->fields = f;
   t->num_fields = 3;
   glsl_type_finish_struct(t);
   declare_outermost(c, DEPTH_RANGE_TYPE)->type = t;
   return t;
}

void
glsl_declare_builtin_type(struct glsl_ctx *c, const struct glsl_token *t)
{
   if (t->kind == TK_IDENT && glsl_token_is(t, DEPTH_RANGE_TYPE))
      depth_range_type(c);
}

static const struct glsl_type *
variable_type(struct glsl_ctx *c, unsigned type)
{
   switch ((enum builtin_type)type) {
   case T_FLOAT:
      return &glsl_type_float;
   case T_INT:
      return &glsl_type_int;
   case T_BOOL:
      return &glsl_type_bool;
   case T_VEC2:
      return glsl_type_vec(GLSL_FLOAT, 2);
   case T_VEC4:
      return glsl_type_vec(GLSL_FLOAT, 4);
   case T_FRAG_DATA:
      return glsl_type_array(&c->mem, glsl_type_vec(GLSL_FLOAT, 4), MAX2(c->opt->max_draw_buffers, 1));
   case T_SECOND_DATA:
      return glsl_type_array(&c->mem, glsl_type_vec(GLSL_FLOAT, 4),
                             MAX2(c->opt->max_dual_source_draw_buffers, 1));
   case T_CLIP_DISTANCE:
      return glsl_type_array(&c->mem, &glsl_type_float, MAX2(c->opt->max_clip_distances, 1));
   case T_UNSIZED:
      return glsl_type_array(&c->mem, &glsl_type_float, 0);
   case T_DEPTH_RANGE:
      return depth_range_type(c);
   }
   return &glsl_type_error;
}

/** Enters a symbol in the outermost scope, whatever the current one is. */
static struct glsl_symbol *
declare_outermost(struct glsl_ctx *c, const char *name)
{
   struct glsl_scope *inner = c->scope, *outer = c->scope;
   while (outer->parent)
      outer = outer->parent;
   c->scope = outer;
   struct glsl_symbol *s = glsl_declare(c, name, (struct glsl_loc){0, 0, 0});
   c->scope = inner;
   return s;
}

/** A constant whose value stands at \p offset of the options. */
static struct glsl_symbol *
declare_constant(struct glsl_ctx *c, const char *name, size_t offset)
{
   struct glsl_var *v = glsl_var_new(c, name, (struct glsl_loc){0, 0, 0}, &glsl_type_int, GLSL_VAR_CONST);
   uint32_t *value = glsl_new(&c->mem, uint32_t);
   memcpy(value, (const char *)c->opt + offset, sizeof(unsigned));
   v->value = value;
   v->builtin = true;
   v->precision = GLSL_MEDIUMP;
   struct glsl_symbol *s = declare_outermost(c, v->name);
   s->var = v;
   return s;
}

static struct glsl_symbol *
declare_variable(struct glsl_ctx *c, const char *name, unsigned type, unsigned storage, uint8_t semantic,
                 uint8_t precision)
{
   struct glsl_var *v = glsl_var_new(c, name, (struct glsl_loc){0, 0, 0}, variable_type(c, type), storage);
   v->semantic = semantic;
   v->precision = precision;
   v->builtin = true;
   glsl_push(&c->mem, &c->sh->globals, v);
   struct glsl_symbol *s = declare_outermost(c, v->name);
   s->var = v;
   return s;
}

static bool
is_called(const char *known, const char *name, size_t n)
{
   return strlen(known) == n && !memcmp(known, name, n);
}

static bool
is_enabled(const struct glsl_ctx *c, unsigned ext)
{
   return !ext || c->ext_state[ext] != EXT_DISABLE;
}

static struct glsl_symbol *
builtin_var_300(struct glsl_ctx *c, const char *name, size_t n)
{
   for (unsigned i = 0; i < ARRAY_SIZE(constants_300); i++)
      if (is_called(constants_300[i].name, name, n) && is_enabled(c, constants_300[i].ext))
         return declare_constant(c, constants_300[i].name, constants_300[i].offset);
   for (unsigned i = 0; i < ARRAY_SIZE(variables_300); i++) {
      if (!is_called(variables_300[i].name, name, n) || !(variables_300[i].stages & (1 << c->stage)) ||
          !is_enabled(c, variables_300[i].ext))
         continue;
      struct glsl_symbol *s =
         declare_variable(c, variables_300[i].name, variables_300[i].type, variables_300[i].storage,
                          variables_300[i].semantic, variables_300[i].precision);
      if (glsl_is_distance(s->var))
         glsl_distance_begin(c, s->var);
      return s;
   }
   return NULL;
}

bool
glsl_is_other_builtin_var(const struct glsl_ctx *c, const char *name, size_t n)
{
   if (c->version < 300) {
      for (unsigned i = 0; i < ARRAY_SIZE(variables_300); i++)
         if (is_called(variables_300[i].name, name, n) && (variables_300[i].stages & (1 << c->stage)))
            return !variables_300[i].ext;
      return false;
   }
   for (unsigned i = 0; i < ARRAY_SIZE(variables); i++)
      if (is_called(variables[i].name, name, n) && (variables[i].stages & (1 << c->stage)))
         return !variables[i].ext;
   return false;
}

struct glsl_symbol *
glsl_builtin_var(struct glsl_ctx *c, const char *name, size_t n)
{
   if (n < 3 || memcmp(name, "gl_", 3))
      return NULL;
   if (c->version >= 300)
      return builtin_var_300(c, name, n);
   for (unsigned i = 0; i < ARRAY_SIZE(constants); i++) {
      if (!is_called(constants[i].name, name, n) || !is_enabled(c, constants[i].ext))
         continue;
      return declare_constant(c, constants[i].name, constants[i].offset);
   }
   for (unsigned i = 0; i < ARRAY_SIZE(variables); i++) {
      if (!is_called(variables[i].name, name, n) || !(variables[i].stages & (1 << c->stage)) ||
          !is_enabled(c, variables[i].ext))
         continue;
      return declare_variable(c, variables[i].name, variables[i].type, variables[i].storage,
                              variables[i].semantic, variables[i].precision);
   }
   return NULL;
}
