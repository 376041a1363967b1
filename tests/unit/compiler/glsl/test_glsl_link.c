/* SPDX-License-Identifier: MIT
 *
 * Linking: matching rules, limits, packing, and the lists of active uniforms and attributes.
 */
#include <stdio.h>

#include "compiler/glsl/link/link.h"
#include "glsl_fixture.h"

#define VS_MIN "void main() { gl_Position = vec4(0.0); }"
#define FS_MIN "void main() { gl_FragColor = vec4(1.0); }"
#define PREC   "precision mediump float;\n"

/* ---- what links and what does not ---- */

static const struct {
   const char *vs, *fs, *log; /* "": links */
} rules[] = {
  /* clang-format off */
   {VS_MIN, FS_MIN, ""},
   {"void f() { }", FS_MIN, "ERROR: the vertex shader has no function main\n"},
   {VS_MIN, "void main();", "ERROR: the fragment shader has no function main\n"},
   {"void f(); void main() { f(); }", FS_MIN,
    "ERROR: the function \"f\" of the vertex shader is called but not defined\n"},
   {"void f(); void g() { f(); } void main() { }", FS_MIN, "" }, /* never called */
   /* varyings */
   {"varying vec2 a; void main() { a = vec2(1.0); }",
    PREC "varying vec2 a; void main() { gl_FragColor = a.xyxy; }", ""},
   {VS_MIN, PREC "varying vec2 a; void main() { gl_FragColor = a.xyxy; }",
    "ERROR: the varying \"a\" of the fragment shader is not declared in the vertex shader\n"},
   {VS_MIN, PREC "varying vec2 a; void main() { }", "" }, /* not used */
   {VS_MIN,
    PREC "varying vec2 a; void f() { a; } void main() { }", /* statically used although never called */
    "ERROR: the varying \"a\" of the fragment shader is not declared in the vertex shader\n"},
   {"varying vec2 a; " VS_MIN, PREC "varying vec2 a; void main() { gl_FragColor = a.xyxy; }",
    "" }, /* never written */
   {"varying vec3 a; " VS_MIN, PREC "varying vec2 a; void main() { gl_FragColor = a.xyxy; }",
    "ERROR: the varying \"a\" is vec3 in the vertex shader and vec2 in the fragment shader\n"},
   {"varying float a[2]; " VS_MIN, PREC "varying float a[3]; void main() { gl_FragColor = vec4(a[0]); }",
    "ERROR: the varying \"a\" is float[2] in the vertex shader and float[3] in the fragment shader\n"},
   {"varying highp vec2 a; " VS_MIN, "varying lowp vec2 a; void main() { gl_FragColor = a.xyxy; }", ""},
   {"invariant varying vec2 a; " VS_MIN, PREC "varying vec2 a; void main() { gl_FragColor = a.xyxy; }",
    "ERROR: the varying \"a\" is invariant in one shader only\n"},
   {"varying vec2 a; invariant a; " VS_MIN,
    PREC "invariant varying vec2 a; void main() { gl_FragColor = a.xyxy; }", ""},
   {VS_MIN, "invariant gl_FragCoord; " FS_MIN,
    "ERROR: gl_FragCoord is invariant in the fragment shader but gl_Position is not in the vertex shader\n"},
   {"invariant gl_Position; " VS_MIN, "invariant gl_FragCoord; " FS_MIN, ""},
   {"#pragma STDGL invariant(all)\n" VS_MIN, "invariant gl_FragCoord, gl_PointCoord; " FS_MIN, ""},
   {"#pragma STDGL invariant(all)\nvarying vec2 a; " VS_MIN,
    PREC "invariant varying vec2 a; void main() { gl_FragColor = a.xyxy; }", ""},
   {"#pragma STDGL invariant(all)\nvarying vec2 a; " VS_MIN,
    PREC "varying vec2 a; void main() { gl_FragColor = a.xyxy; }",
    "ERROR: the varying \"a\" is invariant in one shader only\n"},
   {"varying vec2 a; " VS_MIN,
    "#pragma STDGL invariant(all)\n" PREC "varying vec2 a; void main() { gl_FragColor = a.xyxy; }", ""},
   {"#pragma STDGL invariant(all)\nvarying vec2 a; " VS_MIN,
    "#pragma STDGL invariant(all)\n" PREC "varying vec2 a; void main() { gl_FragColor = a.xyxy; }", ""},
   {"varying vec2 a; " VS_MIN, PREC "invariant varying vec2 a; void main() { gl_FragColor = a.xyxy; }",
    "ERROR: the varying \"a\" is invariant in one shader only\n"},
   {"attribute vec2 a; " VS_MIN, PREC "varying vec2 a; void main() { gl_FragColor = a.xyxy; }",
    "ERROR: the varying \"a\" of the fragment shader is not declared in the vertex shader\n"},
   {"varying vec4 a[8]; " VS_MIN, PREC "varying vec4 a[8]; void main() { gl_FragColor = a[0]; }", ""},
   {"varying vec4 a[9]; " VS_MIN, PREC "varying vec4 a[9]; void main() { gl_FragColor = a[0]; }",
    "ERROR: too many varyings: they do not fit into 8 vectors\n"},
   {"varying vec4 a[9]; " VS_MIN, FS_MIN, "" }, /* nobody reads it */
   {"varying float a[32]; " VS_MIN, PREC "varying float a[32]; void main() { gl_FragColor = vec4(a[0]); }",
    "ERROR: too many varyings: they do not fit into 8 vectors\n" }, /* arrays are not split */
   {"varying float a[8]; varying vec3 b[8]; " VS_MIN,
    PREC "varying vec3 b[8]; varying float a[8]; void main() { gl_FragColor = vec4(a[0]) + b[0].xyzx; }", ""},
   /* uniforms */
   {"uniform highp float u; void main() { gl_Position = vec4(u); }",
    "uniform highp float u; void main() { gl_FragColor = vec4(u); }", ""},
   {"uniform highp float u; void main() { gl_Position = vec4(u); }",
    "uniform highp vec2 u; void main() { gl_FragColor = vec4(u, u); }", "ERROR: the uniform \"u\" is float in the vertex shader and vec2 in the fragment shader\n"},
   {"uniform highp float u; void main() { gl_Position = vec4(u); }",
    "uniform lowp float u; void main() { gl_FragColor = vec4(u); }", "ERROR: the uniform \"u\" has different precisions in the two shaders\n"},
   {"uniform highp float u; " VS_MIN, "uniform lowp float u; void main() { gl_FragColor = vec4(u); }", ""},
   {"struct S { highp float a; }; uniform S u; void main() { gl_Position = vec4(u.a); }",
    "struct S { highp float a; }; uniform S u; void main() { gl_FragColor = vec4(u.a); }", ""},
   {"struct S { highp float a; }; uniform S u; void main() { gl_Position = vec4(u.a); }",
    "struct S { mediump float a; }; uniform S u; void main() { gl_FragColor = vec4(u.a); }", "ERROR: the uniform \"u\" has different precisions in the two shaders\n"},
   {"struct S { highp float a; }; uniform S u; void main() { gl_Position = vec4(u.a); }",
    "struct S { highp float b; }; uniform S u; void main() { gl_FragColor = vec4(u.b); }", "ERROR: the uniform \"u\" is struct S in the vertex shader and struct S in the fragment shader\n"},
   {VS_MIN, "uniform highp vec4 u[64]; void main() { gl_FragColor = u[0]; }", ""},
   {VS_MIN, "uniform highp vec4 u[65]; void main() { gl_FragColor = u[0]; }",
    "ERROR: too many uniforms in the fragment shader: they do not fit into 64 vectors\n"},
   {VS_MIN, "uniform highp vec4 u[65]; void main() { }", ""},
   {VS_MIN,
    "uniform highp float a[64], b[64], c[64], d[64]; void main() { gl_FragColor = vec4(a[0], b[0], c[0], "
    "d[0]); }", ""},
   {VS_MIN,
    "uniform highp float a[64], b[64], c[64], d[64], e; void main() { gl_FragColor = vec4(a[0], b[0], c[0], "
    "d[0] + e); }", "ERROR: too many uniforms in the fragment shader: they do not fit into 64 vectors\n"},
   {VS_MIN, "uniform sampler2D s[9]; void main() { gl_FragColor = texture2D(s[0], vec2(0.0)); }",
    "ERROR: too many samplers in the fragment shader: found 9, expected at most 8\nERROR: too many samplers "
    "in both shaders together: found 9, expected at most 8\n"},
   {"uniform sampler2D s; void main() { gl_Position = texture2D(s, vec2(0.0)); }",
    "uniform sampler2D s; uniform sampler2D t[7]; void main() { gl_FragColor = texture2D(s, vec2(0.0)) + "
    "texture2D(t[0], vec2(0.0)); }", "ERROR: too many samplers in both shaders together: found 9, expected at most 8\n"},
   /* attributes */
   {"attribute mat4 a, b, c, d; void main() { gl_Position = a[0] + b[0] + c[0] + d[0]; }", FS_MIN, ""},
   {"attribute mat4 a, b, c, d; attribute float e; void main() { gl_Position = a[0] + b[0] + c[0] + d[0] * "
    "e; }", FS_MIN, "ERROR: no room for the attribute \"e\": there are 16 locations\n"},
   {"attribute mat4 a, b, c, d; attribute float e; void main() { gl_Position = a[0] + b[0] + c[0] + d[0]; }",
    FS_MIN, ""},
  /* clang-format on */
};

static void
test_rules(void **state)
{
   for (unsigned i = 0; i < ARRAY_SIZE(rules); i++) {
      struct glsl_program *p = glsl_test_link(rules[i].vs, rules[i].fs);
      if (strcmp(p->log, rules[i].log))
         print_error("%s\n%s\n", rules[i].vs, rules[i].fs);
      assert_string_equal(p->log, rules[i].log);
      assert_int_equal(p->ok, !rules[i].log[0]);
      glsl_program_destroy(p);
   }
}

/** Where the back end counts what a shader reads, more link than the limit that is told. */
static void
test_more_uniforms(void **state)
{
   static const char *const texts[] = {
      "uniform highp vec4 u[70]; void main() { gl_FragColor = u[0]; }",
      "uniform highp vec4 u[71]; void main() { gl_FragColor = u[0]; }",
   };
   static const char *const logs[] = {
      "", "ERROR: too many uniforms in the fragment shader: they do not fit into 70 vectors\n"};
   struct glsl_options more = glsl_test_options;
   more.max_linked_uniform_vectors = 70;
   for (unsigned i = 0; i < ARRAY_SIZE(texts); i++) {
      struct glsl_shader *v = glsl_compile(IR_VERTEX, VS_MIN, strlen(VS_MIN), &more);
      struct glsl_shader *f = glsl_compile(IR_FRAGMENT, texts[i], strlen(texts[i]), &more);
      struct glsl_program *p = glsl_link(v, f, NULL, 0, &more);
      assert_string_equal(p->log ? p->log : "", logs[i]);
      assert_int_equal(p->ok, !i);
      glsl_program_destroy(p);
      glsl_shader_unref(v);
      glsl_shader_unref(f);
   }
}

static void
test_missing_shaders(void **state)
{
   struct glsl_shader *v = glsl_test_compile(IR_VERTEX, VS_MIN), *bad = glsl_test_compile(IR_FRAGMENT, "x");
   struct glsl_program *p = glsl_link(NULL, NULL, NULL, 0, &glsl_test_options);
   assert_string_equal(p->log,
                       "ERROR: no vertex shader is attached\nERROR: no fragment shader is attached\n");
   glsl_program_destroy(p);
   p = glsl_link(v, bad, NULL, 0, &glsl_test_options);
   assert_string_equal(p->log, "ERROR: the fragment shader has not been compiled successfully\n");
   assert_false(p->ok);
   glsl_program_destroy(p);
   glsl_program_destroy(NULL);
   glsl_shader_unref(v);
   glsl_shader_unref(bad);
   glsl_shader_unref(NULL);
}

/* ---- active uniforms ---- */

static const struct {
   const char *name;
   unsigned base, rows, cols, len, is_array, location;
   int slot[2];
} uniforms[] = {
  /* clang-format off */
   {"a", GLSL_FLOAT, 3, 1, 1, 0, 0, {0, -1}},
   {"m[0]", GLSL_FLOAT, 3, 3, 2, 1, 1, {1, 0}},
   {"s[0].i", GLSL_INT, 2, 1, 1, 0, 3, {7, -1}},
   {"s[0].t[0].f[0]", GLSL_FLOAT, 1, 1, 3, 1, 4, {8, -1}},
   {"s[0].t[0].tex", GLSL_SAMPLER_2D, 1, 1, 1, 0, 7, {0, -1}},
   {"s[0].t[1].f[0]", GLSL_FLOAT, 1, 1, 3, 1, 8, {11, -1}},
   {"s[0].t[1].tex", GLSL_SAMPLER_2D, 1, 1, 1, 0, 11, {1, -1}},
   {"s[0].b", GLSL_BOOL, 1, 1, 1, 0, 12, {14, -1}},
   {"s[1].i", GLSL_INT, 2, 1, 1, 0, 13, {15, -1}},
   {"s[1].t[0].f[0]", GLSL_FLOAT, 1, 1, 3, 1, 14, {16, -1}},
   {"s[1].t[0].tex", GLSL_SAMPLER_2D, 1, 1, 1, 0, 17, {2, -1}},
   {"s[1].t[1].f[0]", GLSL_FLOAT, 1, 1, 3, 1, 18, {19, -1}},
   {"s[1].t[1].tex", GLSL_SAMPLER_2D, 1, 1, 1, 0, 21, {3, -1}},
   {"s[1].b", GLSL_BOOL, 1, 1, 1, 0, 22, {22, -1}},
   {"cubes[0]", GLSL_SAMPLER_CUBE, 1, 1, 2, 1, 23, {-1, 0}},
   {"tex", GLSL_SAMPLER_2D, 1, 1, 1, 0, 25, {-1, 2}},
   {"gl_DepthRange.near", GLSL_FLOAT, 1, 1, 1, 0, 26, {-1, 6}},
   {"gl_DepthRange.far", GLSL_FLOAT, 1, 1, 1, 0, 27, {-1, 7}},
   {"gl_DepthRange.diff", GLSL_FLOAT, 1, 1, 1, 0, 28, {-1, 8}},
  /* clang-format on */
};

static void
test_uniform_list(void **state)
{
   struct glsl_program *p = glsl_test_link(
      "precision mediump float; uniform float unused; uniform vec3 a; uniform mat3 m[2];\n"
      "struct T { float f[3]; sampler2D tex; }; struct S { ivec2 i; T t[2]; bool b; }; uniform S s[2];\n"
      "void main() { gl_Position = vec4(a * m[1] + s[1].t[0].f[2], s[0].b); }",
      "precision mediump float; uniform samplerCube cubes[2]; uniform sampler2D tex; uniform mat3 m[2];\n"
      "uniform vec4 dead; void never() { dead; }\n"
      "void main() { gl_FragColor = textureCube(cubes[0], m[0][0]) + texture2D(tex, "
      "vec2(gl_DepthRange.diff)); }");
   assert_string_equal(p->log, "");
   assert_int_equal(p->num_uniforms, ARRAY_SIZE(uniforms));
   assert_int_equal(p->num_uniform_locations, 29);
   for (unsigned i = 0; i < ARRAY_SIZE(uniforms); i++) {
      const struct glsl_uniform *u = &p->uniforms[i];
      assert_string_equal(u->name, uniforms[i].name);
      assert_int_equal(u->base, uniforms[i].base);
      assert_int_equal(u->rows, uniforms[i].rows);
      assert_int_equal(u->cols, uniforms[i].cols);
      assert_int_equal(u->array_len, uniforms[i].len);
      assert_int_equal(u->is_array, uniforms[i].is_array);
      assert_int_equal(u->location, uniforms[i].location);
      assert_int_equal(u->slot[IR_VERTEX], uniforms[i].slot[IR_VERTEX]);
      assert_int_equal(u->slot[IR_FRAGMENT], uniforms[i].slot[IR_FRAGMENT]);
   }
   assert_int_equal(p->ir[IR_VERTEX]->num_uniform_slots, 23);
   assert_int_equal(p->ir[IR_FRAGMENT]->num_uniform_slots, 9);
   assert_int_equal(p->ir[IR_FRAGMENT]->samplers_used, 1u << 0 | 1u << 2);
   glsl_program_destroy(p);
}

/** What stands in arms that a constant condition never takes is not active; what stands elsewhere, too, is. */
static void
test_constant_conditions(void **state)
{
   static const char *const active[] = {"g", "h", "i"};
   struct glsl_program *p = glsl_test_link("attribute vec4 v, w; const int kind = 2; void main() { "
                                           "gl_Position = v; if (kind == 1) gl_Position += w; }",
                                           "precision mediump float; const int kind = 2; uniform sampler2D "
                                           "a[9]; uniform vec4 b, c, d, e, f, g, h, i;\n"
                                           "void main() { gl_FragColor = vec4(0.0);\n"
                                           "if (kind == 1) gl_FragColor += texture2D(a[0], b.xy); else if "
                                           "(kind == 2) gl_FragColor += g; else if (h.x > 0.0) { "
                                           "gl_FragColor = c; } else { gl_FragColor = d; }\n"
                                           "if (i.x > 1.0) { if (!(kind == 2)) gl_FragColor = e; } else if "
                                           "(false) { gl_FragColor = f; } else gl_FragColor += "
                                           "h; }");
   assert_string_equal(p->log, "");
   assert_true(p->ok);
   assert_int_equal(p->num_uniforms, ARRAY_SIZE(active));
   for (unsigned i = 0; i < ARRAY_SIZE(active); i++)
      assert_string_equal(p->uniforms[i].name, active[i]);
   assert_int_equal(p->num_attributes, 1);
   assert_string_equal(p->attributes[0].name, "v");
   glsl_program_destroy(p);
}

/* ---- attributes ---- */

static void
test_attributes(void **state)
{
   static const struct glsl_attrib_binding bind[] = {
  /* clang-format off */
   {"b", 5},
   {"m", 1},
   {"alias", 5},
   {"unknown", 3}
  /* clang-format on */
   };
   struct glsl_program *p =
      glsl_test_link_bound("attribute vec4 a; attribute vec2 b; attribute mat3 m; attribute float unused; "
                           "attribute mat4 n; attribute vec4 alias;\n"
                           "void main() { gl_Position = a + b.xyxy + vec4(m[1], 1.0) + n[2] + alias; }",
                           FS_MIN, bind, 4);
   assert_true(p->ok);
   static const struct {
      const char *name;
      int rows, cols, location;
   } want[] = {
  /* clang-format off */
   {"b", 2, 1, 5},
   {"m", 3, 3, 1},
   {"alias", 4, 1, 5},
   {"n", 4, 4, 6},
   {"a", 4, 1, 0}
  /* clang-format on */
   };
   assert_int_equal(p->num_attributes, ARRAY_SIZE(want));
   for (unsigned i = 0; i < ARRAY_SIZE(want); i++) {
      assert_string_equal(p->attributes[i].name, want[i].name);
      assert_int_equal(p->attributes[i].rows, want[i].rows);
      assert_int_equal(p->attributes[i].cols, want[i].cols);
      assert_int_equal(p->attributes[i].location, want[i].location);
   }
   /* b and alias share an input, which has the components of the larger */
   const struct ir_shader *ir = p->ir[IR_VERTEX];
   assert_int_equal(ir->inputs.count, 9);
   for (unsigned i = 0; i < ir->inputs.count; i++) {
      for (unsigned k = 0; k < i; k++)
         assert_int_not_equal(ir->inputs.data[i].sem_index, ir->inputs.data[k].sem_index);
      if (ir->inputs.data[i].sem_index == 5)
         assert_int_equal(ir->inputs.data[i].ncomp, 4);
   }
   glsl_program_destroy(p);

   static const struct glsl_attrib_binding high[] = {
  /* clang-format off */
   {"m", 14}
  /* clang-format on */
   };
   p = glsl_test_link_bound("attribute mat3 m; void main() { gl_Position = m[0].xyzz; }", FS_MIN, high, 1);
   assert_string_equal(p->log, "ERROR: no room for the attribute \"m\": there are 16 locations\n");
   glsl_program_destroy(p);
}

/* ---- outputs ---- */

static unsigned
color_semantic(const char *fs)
{
   struct glsl_program *p = glsl_test_link(VS_MIN, fs);
   assert_true(p->ok);
   assert_int_equal(p->ir[IR_FRAGMENT]->outputs.count, 1);
   unsigned semantic = p->ir[IR_FRAGMENT]->outputs.data[0].semantic;
   glsl_program_destroy(p);
   return semantic;
}

static void
test_outputs(void **state)
{
   assert_int_equal(color_semantic(FS_MIN), IR_SEM_COLOR);
   assert_int_equal(color_semantic("#extension GL_EXT_draw_buffers : enable\n" FS_MIN), IR_SEM_COLOR_ALL);
   assert_int_equal(color_semantic("void main() { gl_FragData[0] = vec4(1.0); }"), IR_SEM_COLOR);
   struct glsl_program *p = glsl_test_link("void main() { }", "void main() { }");
   assert_true(p->ok);
   assert_int_equal(p->ir[IR_FRAGMENT]->outputs.count, 0);
   assert_int_equal(p->ir[IR_VERTEX]->outputs.count, 1); /* there is always a position */
   assert_int_equal(p->ir[IR_VERTEX]->outputs.data[0].semantic, IR_SEM_POSITION);
   glsl_program_destroy(p);
   p = glsl_test_link(VS_MIN, "uniform int i; void main() { gl_FragData[i] = vec4(1.0); }");
   assert_int_equal(p->ir[IR_FRAGMENT]->outputs.count, 4);
   glsl_program_destroy(p);
}

/** A shader may be linked many times, in other company, and freed in between. */
static void
test_relink(void **state)
{
   struct glsl_shader *v = glsl_test_compile(
      IR_VERTEX,
      "attribute vec4 p; uniform vec4 x, y; varying vec4 c; void main() { c = y; gl_Position = p + x; }");
   struct glsl_shader *f1 = glsl_test_compile(
      IR_FRAGMENT, PREC "uniform vec4 y; varying vec4 c; void main() { gl_FragColor = c + y; }");
   struct glsl_shader *f2 = glsl_test_compile(IR_FRAGMENT, FS_MIN);
   for (unsigned i = 0; i < 6; i++) {
      struct glsl_program *p = glsl_link(v, i & 1 ? f1 : f2, NULL, 0, &glsl_test_options);
      assert_int_equal(p->ok, !(i & 1)); /* y differs in precision */
      if (p->ok)
         assert_int_equal(p->ir[IR_VERTEX]->outputs.count, 1);
      glsl_program_destroy(p);
   }
   glsl_shader_ref(v);
   glsl_shader_unref(v);
   glsl_shader_unref(v);
   glsl_shader_unref(f1);
   glsl_shader_unref(f2);
}

/* ---- packing ---- */

static void
check_pack(unsigned max_rows, unsigned n, const uint8_t (*sizes)[2], bool fits)
{
   struct u_arena arena;
   u_arena_init(&arena);
   jmp_buf oom;
   struct glsl_mem mem = {&arena, &oom};
   struct glsl_pack_item items[32] = {0};
   if (setjmp(oom))
      fail_msg("out of memory");
   for (unsigned i = 0; i < n; i++) {
      items[i].rows = sizes[i][0];
      items[i].comps = sizes[i][1];
   }
   assert_int_equal(glsl_pack(&mem, items, n, max_rows), fits);
   uint8_t grid[64][4] = {0};
   for (unsigned i = 0; i < n && fits; i++) {
      for (unsigned r = 0; r < items[i].rows; r++) {
         assert_true(items[i].row + r < max_rows && items[i].col + items[i].comps <= 4);
         for (unsigned c = 0; c < items[i].comps; c++)
            assert_int_equal(grid[items[i].row + r][items[i].col + c]++, 0);
      }
   }
   u_arena_fini(&arena);
}

static void
test_packing(void **state)
{
   /* {rows, components}; the first is the example of ESSL 1.00 Appendix A.7 */
   check_pack(8, 8,
              (const uint8_t[][2]){
                 {1, 4},
                 {3, 3},
                 {3, 2},
                 {2, 2},
                 {1, 2},
                 {3, 1},
                 {2, 1},
                 {1, 1}
   },
              true);
   check_pack(2, 2,
              (const uint8_t[][2]){
                 {2, 3},
                 {2, 1}
   },
              true);
   check_pack(2, 2,
              (const uint8_t[][2]){
                 {2, 3},
                 {1, 2}
   },
              false);
   check_pack(1, 4,
              (const uint8_t[][2]){
                 {1, 1},
                 {1, 1},
                 {1, 1},
                 {1, 1}
   },
              true);
   check_pack(1, 5,
              (const uint8_t[][2]){
                 {1, 1},
                 {1, 1},
                 {1, 1},
                 {1, 1},
                 {1, 1}
   },
              false);
   check_pack(4, 4,
              (const uint8_t[][2]){
                 {4, 1},
                 {4, 1},
                 {4, 1},
                 {4, 1}
   },
              true);
   check_pack(4, 1,
              (const uint8_t[][2]){
                 {5, 1}
   },
              false);
   check_pack(0, 0, NULL, true);
   check_pack(0, 1,
              (const uint8_t[][2]){
                 {1, 1}
   },
              false);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      /* clang-format off */
    cmocka_unit_test(test_rules), cmocka_unit_test(test_missing_shaders),
    cmocka_unit_test(test_uniform_list),
      cmocka_unit_test(test_constant_conditions), cmocka_unit_test(test_attributes),
    cmocka_unit_test(test_outputs), cmocka_unit_test(test_relink), cmocka_unit_test(test_more_uniforms),
    cmocka_unit_test(test_packing),
      /* clang-format on */
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
