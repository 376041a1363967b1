/* SPDX-License-Identifier: MIT
 *
 * What GLSL ES 3.00 shaders compute and what the linker says of them: switch, integers, arrays as values, uniform
 * blocks and their layout, packing, locations, transform feedback, programs as bytes. Shaders run as IR, as they are and
 * after the optimiser.
 */
#include "glsl_fixture.h"

#include <stdio.h>

#include "../ir/ir_eval.h"
#include "util/u_blob.h"
#include "util/u_math.h"

static struct glsl_program *
link_feedback(const char *vert, const char *frag, const struct glsl_feedback *feedback)
{
   char text[2][8000];
   struct glsl_shader *s[2];
   for (unsigned i = 0; i < 2; i++) {
      snprintf(text[i], sizeof text[i], "#version 300 es\n%s%s",
               i ? "precision highp float;precision highp int;\n" : "", i ? frag : vert);
      s[i] = glsl_compile(i ? IR_FRAGMENT : IR_VERTEX, text[i], strlen(text[i]), &glsl_all_options);
      assert_non_null(s[i]);
      if (!glsl_shader_ok(s[i]))
         fail_msg("%s\n%s", glsl_shader_log(s[i]), text[i]);
   }
   struct glsl_program *p =
      glsl_link_program(s[0], s[1], &(struct glsl_program_info){.feedback = feedback}, &glsl_all_options);
   assert_non_null(p);
   glsl_shader_unref(s[0]);
   glsl_shader_unref(s[1]);
   for (unsigned i = 0; i < 2 && p->ok; i++) {
      char error[200] = "";
      if (!ir_validate(p->ir[i], error, sizeof error))
         fail_msg("%s\n%s", error, i ? frag : vert);
   }
   return p;
}

static struct glsl_program *
fragment(const char *declarations, const char *body)
{
   char frag[7000];
   snprintf(frag, sizeof frag, "%s\nvoid main(){%s}", declarations, body);
   struct glsl_program *p = link_feedback("void main(){gl_Position=vec4(1.0);}", frag, NULL);
   if (!p->ok)
      fail_msg("%s\n%s", p->log, frag);
   return p;
}

static uint32_t
slot_of(const struct glsl_program *p, const char *name)
{
   for (unsigned i = 0; i < p->num_uniforms; i++)
      if (!strcmp(p->uniforms[i].name, name))
         return (uint32_t)p->uniforms[i].slot[IR_FRAGMENT];
   fail_msg("no uniform %s", name);
   return 0;
}

static void
optimise(struct glsl_program *p)
{
   static const struct ir_options all;
   ir_run_link_pipeline(p->ir[IR_VERTEX], p->ir[IR_FRAGMENT], &ir_target_any, &all);
}

static void
run(const struct glsl_program *p, struct ir_eval *e)
{
   if (!ir_eval_run(p->ir[IR_FRAGMENT], e))
      fail_msg("%s", e->error);
}

/* ---- switch ---- */

/** What the shader below does, in C. */
static int
reference(int a, int b)
{
   int r = 0;
   for (int k = 0; k < 4; k++) {
      switch (a + k) {
      case 0:
         r += 1;
         if (b > 2)
            break;
         r += 2; /* fall through */
      case 1:
      case 7:
         r += 10;
         break;
      case 2:
         if (b == 1)
            continue;
         r += 100;
         break;
      case 3:
         for (int j = 0; j < 5; j++) {
            if (j == b)
               break;
            r += 1000;
         }
         /* fall through */
      default:
         r += 10000;
         if (b == 5)
            return -r;
         break;
      case 4:
         switch (b) {
         case 1:
            r += 7;
            break;
         default:
            r += 100000;
         }
      }
      r *= 2;
   }
   return r;
}

static void
test_switch(void **state)
{
   struct glsl_program *p = fragment("uniform int a, b; out ivec4 o;"
                                     "int f(int a, int b){int r=0;for(int k=0;k<4;k++){switch(a+k){"
                                     "case 0: r+=1; if(b>2) break; r+=2; case 1: case 7: r+=10; break;"
                                     "case 2: if(b==1) continue; r+=100; break;"
                                     "case 3: for(int j=0;j<5;j++){if(j==b) break; r+=1000;}"
                                     "default: r+=10000; if(b==5) return -r; break;"
                                     "case 4: switch(b){case 1: r+=7; break; default: r+=100000;}}"
                                     "r*=2;} return r;}",
                                     "o=ivec4(f(a,b));");
   static struct ir_eval e;
   for (unsigned form = 0; form < 2; form++) {
      for (int a = -2; a < 9; a++)
         for (int b = 0; b < 7; b++) {
            memset(&e, 0, sizeof e);
            e.uniforms[slot_of(p, "a")][0] = (uint32_t)a;
            e.uniforms[slot_of(p, "b")][0] = (uint32_t)b;
            run(p, &e);
            if ((int)e.outputs[0][0] != reference(a, b))
               fail_msg("form %u: f(%d, %d) is %d, should be %d", form, a, b, (int)e.outputs[0][0],
                        reference(a, b));
         }
      optimise(p);
   }
   glsl_program_destroy(p);
}

/* ---- integers ---- */

static void
test_integers(void **state)
{
   struct glsl_program *p = fragment(
      "uniform int a, b; uniform uint c, d; layout(location=0) out ivec4 o; layout(location=1) out uvec4 q;"
      "layout(location=2) out ivec4 r; layout(location=3) out uvec4 s;",
      "o=ivec4(a/b,a%b,a>>(b&31),a*b); q=uvec4(c/d,c%d,c>>(d&31u),c*d);"
      "r=ivec4(abs(a),sign(a),clamp(a,-5,b&1023),min(a,b)); "
      "s=uvec4(max(c,d),uint(c<d),uint(float(c)),c<<(d&31u)^~d);");
   static const uint32_t values[] = {1,          2,          3,          7,          100,
                                     65535,      65537,      0x7fffffff, 0x80000000, 0x80000001,
                                     0xffffffff, 0xfffffff9, 123456789,  3000000000u};
   static struct ir_eval e;
   for (unsigned form = 0; form < 2; form++) {
      for (unsigned i = 0; i < ARRAY_SIZE(values); i++)
         for (unsigned k = 0; k < ARRAY_SIZE(values); k++) {
            const uint32_t x = values[i], y = values[k];
            const int64_t sx = (int32_t)x, sy = (int32_t)y;
            memset(&e, 0, sizeof e);
            e.uniforms[slot_of(p, "a")][0] = e.uniforms[slot_of(p, "c")][0] = x;
            e.uniforms[slot_of(p, "b")][0] = e.uniforms[slot_of(p, "d")][0] = y;
            run(p, &e);
            const int64_t upper = (int64_t)(y & 1023), lower = MAX2(sx, -5);
            const uint32_t want[4][4] = {
               {(uint32_t)(sx / sy),  (uint32_t)(sx % sy), (uint32_t)((int32_t)x >> (y & 31)),                   x * y},
               {                             x / y,               x % y,       x >> (y & 31),                                                x * y     },
               { (uint32_t)(sx < 0 ? -sx : sx),
                (uint32_t)(sx > 0   ? 1
                           : sx < 0 ? -1
                                    : 0),
                (uint32_t)MIN2(lower,                                                 upper),   (uint32_t)MIN2(sx, sy)},
               {                             MAX2(x,                  y),               x < y, (float)x >= 4294967296.0f ? ~0u : (uint32_t)(float)x,
                (x << (y & 31)) ^ ~y},
            };
            for (unsigned o = 0; o < 4; o++)
               for (unsigned c = 0; c < 4; c++)
                  if (e.outputs[o][c] != want[o][c])
                     fail_msg("form %u, %x and %x: output %u.%u is %x, should be %x", form, x, y, o, c,
                              e.outputs[o][c], want[o][c]);
         }
      optimise(p);
   }
   glsl_program_destroy(p);
}

/* ---- arrays as values ---- */

static void
test_arrays(void **state)
{
   struct glsl_program *p = fragment(
      "struct S{float x[3]; ivec2 y;}; uniform int i; layout(location=0) out vec4 o; layout(location=1) out "
      "ivec4 q;"
      "const float table[4]=float[](1.0,2.0,4.0,8.0);"
      "S[2] f(int k){S s=S(float[](1.0,float(k),3.0),ivec2(k,5)); S t=s; t.x[2]=9.0; return S[](s,t);}",
      "S g[2]=f(i); S h[]=g; bool same=h==g; h[i&1].y.x+=10; bool differs=h!=g;"
      "o=vec4(f(i)[i&1].x[2],table[i],float[2](7.0,11.0)[i&1],g[1].x[1]);"
      "q=ivec4(same,differs,h[i&1].y.x,h.length()*100+g[0].x.length());");
   static struct ir_eval e;
   for (unsigned form = 0; form < 2; form++) {
      for (uint32_t i = 0; i < 4; i++) {
         memset(&e, 0, sizeof e);
         e.uniforms[slot_of(p, "i")][0] = i;
         run(p, &e);
         const float want[4] = {i & 1 ? 9 : 3, (float)(1u << i), i & 1 ? 11 : 7, (float)i};
         for (unsigned c = 0; c < 4; c++)
            assert_true(uif(e.outputs[0][c]) == want[c]);
         assert_int_equal(e.outputs[1][0], 1);
         assert_int_equal(e.outputs[1][1], 1);
         assert_int_equal(e.outputs[1][2], i + 10);
         assert_int_equal(e.outputs[1][3], 203);
      }
      optimise(p);
   }
   glsl_program_destroy(p);
}

/** ?: selects whole arrays and structs with arrays: as constants, without a branch, and with one where there are side effects. */
static void
test_selected_arrays(void **state)
{
   struct glsl_program *p =
      fragment("struct S{int x[2];}; uniform int i; layout(location=0) out ivec4 o; int calls=0;"
               "int f(int a){calls++; return a;}"
               "const S s=false?S(int[](1,2)):S(int[](3,4)); const int t[2]=true?int[](5,6):int[](7,8);",
               "int size[s.x[0]]; S u=S(int[](i,9)); S v=i>1?s:u; int w[2]=i>1?t:u.x;"
               "int z=(i>1?int[2](f(11),12):int[2](f(13),f(14)))[i&1];"
               "o=ivec4(size.length()*100+v.x[0],w[i&1],z,calls);");
   static const int want[4][4] = {
      {300, 0, 13, 2},
      {301, 9, 14, 2},
      {303, 5, 11, 1},
      {303, 6, 12, 1}
   };
   static struct ir_eval e;
   for (unsigned form = 0; form < 2; form++) {
      for (uint32_t i = 0; i < 4; i++) {
         memset(&e, 0, sizeof e);
         e.uniforms[slot_of(p, "i")][0] = i;
         run(p, &e);
         for (unsigned c = 0; c < 4; c++)
            assert_int_equal((int)e.outputs[0][c], want[i][c]);
      }
      optimise(p);
   }
   glsl_program_destroy(p);
}

/* ---- blocks ---- */

static const struct glsl_uniform *
member(const struct glsl_program *p, const char *name)
{
   for (unsigned i = 0; i < p->num_uniforms; i++)
      if (!strcmp(p->uniforms[i].name, name))
         return &p->uniforms[i];
   fail_msg("no member %s", name);
   return NULL;
}

static void
expect_member(const struct glsl_program *p, const char *name, uint32_t offset_B, uint32_t array,
              uint32_t matrix, bool row_major)
{
   const struct glsl_uniform *u = member(p, name);
   if (u->offset_B != offset_B || u->array_stride_B != array || u->matrix_stride_B != matrix ||
       u->row_major != row_major || u->location != UINT32_MAX || u->block < 0)
      fail_msg("%s: offset %u, strides %u %u, row major %d", name, u->offset_B, u->array_stride_B,
               u->matrix_stride_B, u->row_major);
}

/** Offsets by the rules of ES 3.0.6, 2.12.6.4, worked out by hand. */
static void
test_block_layout(void **state)
{
   struct glsl_program *p = fragment(
      "struct T{float t; vec3 u[2];}; struct S{mat2x3 m; T t[2]; bool b;};"
      "layout(std140) uniform B{float a; vec2 b; vec3 c; float d; float e[3]; mat3x2 f; layout(row_major) "
      "mat3x2 g;"
      "S s; uint h; layout(row_major) mat4x2 k[2]; ivec4 l;} blk[2]; uniform C{uvec2 only;}; out vec4 o;",
      "o=blk[1].c.xyzz+vec4(only,only);");
   expect_member(p, "B.a", 0, 0, 0, false);
   expect_member(p, "B.b", 8, 0, 0, false);
   expect_member(p, "B.c", 16, 0, 0, false);
   expect_member(p, "B.d", 28, 0, 0, false);
   expect_member(p, "B.e[0]", 32, 16, 0, false);
   expect_member(p, "B.f", 80, 0, 16, false);
   expect_member(p, "B.g", 128, 0, 16, true);
   expect_member(p, "B.s.m", 160, 0, 16, false);
   expect_member(p, "B.s.t[0].t", 192, 0, 0, false);
   expect_member(p, "B.s.t[0].u[0]", 208, 16, 0, false);
   expect_member(p, "B.s.t[1].t", 240, 0, 0, false);
   expect_member(p, "B.s.t[1].u[0]", 256, 16, 0, false);
   expect_member(p, "B.s.b", 288, 0, 0, false);
   expect_member(p, "B.h", 304, 0, 0, false);
   expect_member(p, "B.k[0]", 320, 32, 16, true);
   expect_member(p, "B.l", 384, 0, 0, false);
   expect_member(p, "only", 0, 0, 0, false);
   assert_int_equal(p->num_blocks, 3);
   assert_string_equal(p->blocks[0].name, "B[0]");
   assert_string_equal(p->blocks[1].name, "B[1]");
   assert_string_equal(p->blocks[2].name, "C");
   assert_int_equal(p->blocks[1].size_B, 400);
   assert_int_equal(p->blocks[2].size_B, 16);
   assert_int_equal(p->blocks[0].buffer[IR_FRAGMENT], 1);
   assert_int_equal(p->blocks[2].buffer[IR_FRAGMENT], 3);
   assert_int_equal(p->blocks[2].buffer[IR_VERTEX], -1);
   glsl_program_destroy(p);
}

/** Of blocks that no shader names, packed ones alone are not active (ES 3.0.6 2.12.6). */
static void
test_unnamed_blocks(void **state)
{
   struct glsl_program *p = fragment("uniform A{vec4 a;}; layout(std140) uniform B{float b[2];} x[2]; "
                                     "layout(packed) uniform C{vec4 c;} y; out vec4 o;",
                                     "o=vec4(1);");
   assert_int_equal(p->num_blocks, 3);
   assert_string_equal(p->blocks[0].name, "A");
   assert_string_equal(p->blocks[2].name, "B[1]");
   expect_member(p, "a", 0, 0, 0, false);
   expect_member(p, "B.b[0]", 0, 16, 0, false);
   glsl_program_destroy(p);
}

/** Every dword of a buffer holds its number: what is loaded says where from. */
static void
test_block_loads(void **state)
{
   static const char *const decl = "struct S{vec2 v; mat2x3 m[2];}; uniform int i; layout(row_major) uniform "
                                   "A{mat4x3 r; layout(column_major) mat4x3 c;"
                                   "S s[3]; bool b;} x[2]; uniform B{float f[4]; uint u;}; "
                                   "layout(location=0) out vec4 o; layout(location=1) out vec4 q;"
                                   "layout(location=2) out vec4 w;";
   struct glsl_program *p =
      fragment(decl, "o=vec4(x[1].r[2][1],x[0].c[2][1],x[1].s[2].m[1][1].z,f[3]);"
                     "q=vec4(x[0].r[i].z,x[1].c[i][i],x[0].s[i].m[i&1][1][i],f[i]);"
                     "w=vec4(x[1].s[i].v.y,float(u),float(x[0].b),(x[1].r*vec4(0.0,0.0,1.0,0.0)).y);");
   static struct ir_eval e;
   for (unsigned form = 0; form < 2; form++) {
      for (uint32_t i = 0; i < 3; i++) {
         memset(&e, 0, sizeof e);
         for (unsigned b = 0; b < 3; b++)
            for (unsigned k = 0; k < 64 * 4; k++)
               e.blocks[b][k / 4][k % 4] = fui((float)(1000 * b + k));
         e.blocks[2][4][0] = 77; /* u, behind 4 slots */
         e.uniforms[slot_of(p, "i")][0] = i;
         run(p, &e);
         /* dwords: r is 3 rows of 4 at 0, c 4 columns at 12, s at 28: v at 0, m[k] at 4 + 12 k, 3 rows of 4, 28 in all */
         const float want[3][4] = {
            {1000 + 1 * 4 + 2,                12 + 2 * 4 + 1,                 1000 + 28 + 2 * 28 + 4 + 12 + 2 * 4 + 1, 2000 + 3 * 4         },
            {2.0f * 4 + (float)i,             (float)(1000 + 12 + i * 4 + i),
             (float)(28 + i * 28 + 4 + (i & 1) * 12 + i * 4 + 1),                                                      (float)(2000 + i * 4)},
            {(float)(1000 + 28 + i * 28 + 1), 77,                             1,                                       1000 + 1 * 4 + 2     },
         };
         for (unsigned o = 0; o < 3; o++)
            for (unsigned c = 0; c < 4; c++)
               if (uif(e.outputs[o][c]) != want[o][c])
                  fail_msg("form %u, i %u: output %u.%u is %g, should be %g", form, i, o, c,
                           (double)uif(e.outputs[o][c]), (double)want[o][c]);
      }
      optimise(p);
   }
   glsl_program_destroy(p);
}

/* ---- packing ---- */

static void
test_halves(void **state)
{
   struct glsl_program *p = fragment("uniform vec2 v; uniform uint u; layout(location=0) out uvec4 o;"
                                     "layout(location=1) out uvec2 q;",
                                     "o=uvec4(packHalf2x16(v),packSnorm2x16(v),packUnorm2x16(v),0u);"
                                     "q=floatBitsToUint(unpackHalf2x16(u));");
   static struct ir_eval e;
   for (unsigned form = 0; form < 2; form++) {
      for (uint32_t h = 0; h < 65536; h += 7) {
         memset(&e, 0, sizeof e);
         const uint32_t near = fui(u_half_to_float((uint16_t)h)) + (h % 3 - 1) * 0x800;
         e.uniforms[slot_of(p, "v")][0] = fui(u_half_to_float((uint16_t)h));
         e.uniforms[slot_of(p, "v")][1] = near;
         e.uniforms[slot_of(p, "u")][0] = h | h << 16;
         run(p, &e);
         if ((h & 0x7fff) > 0x7c00)
            continue; /* NaN: of any kind */
         if ((near & 0x7f800000) == 0 || (near & 0x7f800000) == 0x7f800000)
            continue;
         const uint32_t want = (h & 0xffff) | (uint32_t)u_float_to_half(uif(near)) << 16;
         if (e.outputs[0][0] != want)
            fail_msg("form %u: packHalf2x16 of %x is %x, should be %x", form, h, e.outputs[0][0], want);
         if (e.outputs[1][0] != fui(u_half_to_float((uint16_t)h)) || e.outputs[1][1] != e.outputs[1][0])
            fail_msg("form %u: unpackHalf2x16 of %x is %x", form, h, e.outputs[1][0]);
      }
      optimise(p);
   }
   glsl_program_destroy(p);
}

/* ---- transform feedback ---- */

static const char feedback_vs[] =
   "in vec4 p; flat out uvec3 a[3]; out mat2x3 m; out float lone;"
   "void main(){a[0]=a[1]=a[2]=uvec3(1u); m=mat2x3(p.x); lone=p.y; gl_Position=p;}";
static const char feedback_fs[] = "flat in uvec3 a[3]; out vec4 o; void main(){o=vec4(a[1],1.0);}";

static void
test_feedback(void **state)
{
   static const char *const names[] = {"lone", "a[1]", "gl_Position", "m"};
   struct glsl_feedback f = {names, 4, false};
   struct glsl_program *p = link_feedback(feedback_vs, feedback_fs, &f);
   if (!p->ok)
      fail_msg("%s", p->log);
   assert_int_equal(p->num_feedback, 4);
   assert_int_equal(p->feedback_stride_B[0], 4 * (1 + 3 + 4 + 6));
   static const uint32_t offsets[] = {0, 4, 16, 32};
   for (unsigned i = 0; i < 4; i++)
      assert_int_equal(p->feedback[i].offset_B, offsets[i]);
   const struct ir_shader *vs = p->ir[IR_VERTEX];
   assert_int_equal(vs->captured.count, 5); /* two columns of m */
   optimise(p);
   for (size_t i = 0; i < vs->captured.count; i++) { /* all of it is still written */
      unsigned mask = 0;
      for (struct ir_node *n = ir_first_node((struct ir_shader *)vs); n; n = ir_next_node(n))
         for (size_t k = 0; n->kind == IR_NODE_BLOCK && k < n->block->instrs.count; k++) {
            const struct ir_instr *in = n->block->instrs.data[k];
            if (in->op == IR_STORE_OUTPUT && in->index == vs->captured.data[i].output)
               mask |= 1u << in->comp;
         }
      const unsigned want = ((1u << vs->captured.data[i].ncomp) - 1) << vs->captured.data[i].comp;
      assert_int_equal(mask & want, want);
   }
   glsl_program_destroy(p);
}

/** Members of a structure; another one lies between them. */
static void
test_feedback_members(void **state)
{
   static const char vs[] = "struct S{float a; mat2x3 m; uvec2 u;}; in vec4 p; flat out S s; void main(){"
                            "s.a=p.x; s.m=mat2x3(p.y); s.u=uvec2(7u); gl_Position=p;}";
   static const char fs[] = "struct S{float a; mat2x3 m; uvec2 u;}; flat in S s; out vec4 o;"
                            "void main(){o=vec4(s.a, s.m[1].x, s.u);}";
   static const char *const names[] = {"s.u", "s.m", "gl_Position", "s.a"};
   static const char *const bad[] = {"s", "s.b", "s[0]", "s.", "s.a.x", ".a", "s.m[0]"};
   struct glsl_feedback f = {names, 4, false};
   struct glsl_program *p = link_feedback(vs, fs, &f);
   if (!p->ok)
      fail_msg("%s", p->log);
   static const uint32_t offsets[] = {0, 8, 32, 48}, rows[] = {2, 3, 4, 1};
   for (unsigned i = 0; i < 4; i++) {
      assert_int_equal(p->feedback[i].offset_B, offsets[i]);
      assert_int_equal(p->feedback[i].rows, rows[i]);
   }
   const struct ir_shader *ir = p->ir[IR_VERTEX];
   assert_int_equal(ir->captured.count, 5); /* two columns of m */
   for (size_t i = 0; i < ir->captured.count; i++)
      for (size_t k = 0; k < i; k++) /* each from a place of its own */
         assert_false(ir->captured.data[i].output == ir->captured.data[k].output &&
                      ir->captured.data[i].comp == ir->captured.data[k].comp);
   glsl_program_destroy(p);
   for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
      struct glsl_feedback one = {&bad[i], 1, false};
      p = link_feedback(vs, fs, &one);
      if (p->ok)
         fail_msg("%s is captured", bad[i]);
      glsl_program_destroy(p);
   }
}

static void
test_feedback_errors(void **state)
{
   static const struct {
      const char *names[5];
      unsigned n;
      bool separate;
   } bad[] = {
      {{"none"},                                        1, false},
      {{"p"},                                           1, false}, /* an input */
      {{"a", "a[1]"},                                   2, false}, /* twice */
      {{"lone", "lone"},                                2, false},
      {{"a[3]"},                                        1, false},
      {{"lone[0]"},                                     1, false},
      {{"m"},                                           1, true }, /* six components */
      {{"lone", "a[0]", "a[1]", "a[2]", "gl_Position"}, 5, true },
   };
   for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
      struct glsl_feedback f = {bad[i].names, bad[i].n, bad[i].separate};
      struct glsl_program *p = link_feedback(feedback_vs, feedback_fs, &f);
      if (p->ok || !strstr(p->log, "transform feedback"))
         fail_msg("case %u: %d, %s", i, p->ok, p->log);
      glsl_program_destroy(p);
   }
}

/* ---- programs as bytes ---- */

static void
test_bytes(void **state)
{
   static const char *const names[] = {"lone", "gl_Position"};
   struct glsl_feedback f = {names, 2, true};
   struct glsl_program *p =
      link_feedback(feedback_vs,
                    "flat in uvec3 a[3]; uniform B{mat3 m; float f[2];} b; uniform highp usampler2D s;"
                    "layout(location=2) out uvec4 o[2];"
                    "void main(){o[1]=texelFetch(s,ivec2(a[1].xy),0)+uvec4(b.m[1].x)+uvec4(b.f[a[0].x]);}",
                    &f);
   if (!p->ok)
      fail_msg("%s", p->log);
   struct u_blob b = {0}, c = {0};
   p->ir[IR_FRAGMENT]->guessed_rounds = 7;
   assert_true(glsl_program_write(p, &b));
   struct glsl_program *q = glsl_program_read(b.bytes.data, b.bytes.count);
   assert_non_null(q);
   assert_true(glsl_program_write(q, &c));
   assert_int_equal(b.bytes.count, c.bytes.count);
   assert_memory_equal(b.bytes.data, c.bytes.data, b.bytes.count);
   assert_int_equal(q->ir[IR_FRAGMENT]->guessed_rounds, 7);
   assert_int_equal(q->num_blocks, 1);
   assert_int_equal(q->num_feedback, 2);
   assert_int_equal(q->ir[IR_VERTEX]->captured.count, 2);
   assert_int_equal(q->frag_outputs[0].location, 2);
   for (size_t cut = 0; cut < b.bytes.count; cut += 3) /* no bytes crash */
      glsl_program_destroy(glsl_program_read(b.bytes.data, cut));
   u_blob_fini(&b);
   u_blob_fini(&c);
   glsl_program_destroy(q);
   glsl_program_destroy(p);
}

/** What is left of x near the far end keeps its bits; in GLSL ES 1.00, and between uniforms, it need not. */
static void
test_mix(void **state)
{
   struct glsl_program *p =
      fragment("uniform highp float x, y, a; out highp vec4 o;", "o=vec4(mix(x+y,y,a+y));");
   static struct ir_eval e;
   for (unsigned form = 0; form < 2; form++) {
      memset(&e, 0, sizeof e);
      e.uniforms[slot_of(p, "x")][0] = fui(12582913.0f);
      e.uniforms[slot_of(p, "y")][0] = fui(0.0f);
      e.uniforms[slot_of(p, "a")][0] = fui(1.0f - 0x1p-24f);
      run(p, &e);
      assert_int_equal(e.outputs[0][0], fui(12582913.0f * 0x1p-24f));
      optimise(p);
   }
   glsl_program_destroy(p);
}

/** Names of GLSL ES 1.00 are none of 3.00; the message says where they come from. */
static void
test_old_names(void **state)
{
   static const char text[] = "#version 300 es\nprecision highp float; uniform sampler2D s;\n"
                              "void main() { gl_FragColor = texture2D(s, vec2(0)); texelFetch2D(); }";
   struct glsl_shader *s = glsl_compile(IR_FRAGMENT, text, sizeof text - 1, &glsl_all_options);
   assert_non_null(s);
   assert_false(glsl_shader_ok(s));
   assert_string_equal(
      glsl_shader_log(s),
      "ERROR: 0:3:15: \"gl_FragColor\" is not declared; it is built into GLSL ES 1.00\n"
      "ERROR: 0:3:30: the function \"texture2D\" is not declared; it is built into GLSL ES 1.00\n"
      "ERROR: 0:3:53: the function \"texelFetch2D\" is not declared\n");
   glsl_shader_unref(s);
}

/** Neither version has the operator ##; the message names the shader's own. */
static void
test_pasting(void **state)
{
   static const char text[] = "#version 300 es\n#define A(x) x##1\n";
   struct glsl_shader *s = glsl_compile(IR_VERTEX, text, sizeof text - 1, &glsl_all_options);
   assert_non_null(s);
   assert_string_equal(glsl_shader_log(s),
                       "ERROR: 0:2:15: token pasting (##) is not supported in GLSL ES 3.00\n");
   glsl_shader_unref(s);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_switch),
      cmocka_unit_test(test_integers),
      cmocka_unit_test(test_arrays),
      cmocka_unit_test(test_selected_arrays),
      cmocka_unit_test(test_block_layout),
      cmocka_unit_test(test_unnamed_blocks),
      cmocka_unit_test(test_block_loads),
      cmocka_unit_test(test_halves),
      cmocka_unit_test(test_feedback),
      cmocka_unit_test(test_feedback_members),
      cmocka_unit_test(test_old_names),
      cmocka_unit_test(test_pasting),
      cmocka_unit_test(test_feedback_errors),
      cmocka_unit_test(test_bytes),
      cmocka_unit_test(test_mix),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
