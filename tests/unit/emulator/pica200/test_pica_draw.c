/* SPDX-License-Identifier: MIT
 * From draws to triangles: vertex loader, immediate vertices, topologies, output map, clipping, geometry shaders. Expected values are written out. */
#include "emulator/pica200/va/va.h"
#include "tests/unit/emulator/pica200/pica_fixture.h"

/* o0 is the position, o1 the colour, o2 a texture coordinate and what else a test maps. */
static void
map_outputs(struct fix *f, unsigned mask)
{
   const uint32_t map[8] = {4,          0x03020100, 0x0b0a0908, 0x1f1f0d0c,
                            0x07060504, 0x1f1f1f1f, 0x1f1f1f1f, 0x1f1f1f1f};
   fix_packet(f, PICA_ID(SH_OUTMAP_TOTAL), 15, true, map, 8);
   FIX_SET(f, VSH_OUTMAP_MASK, mask);
}

/* Attributes go to v0, v1, ... in order. */
static void
set_attributes(struct fix *f, uint32_t low, uint32_t high, unsigned count)
{
   FIX_SET(f, ATTRIBBUFFERS_LOC, PICA_VRAM_BASE / 8);
   FIX_SET(f, ATTRIBBUFFERS_FORMAT_LOW, low);
   FIX_SET(f, ATTRIBBUFFERS_FORMAT_HIGH, high | (count - 1) << 28);
   FIX_SET(f, VSH_NUM_ATTR, count - 1);
   FIX_SET(f, VSH_ATTRIBUTES_PERMUTATION_LOW, 0x76543210);
   FIX_SET(f, VSH_ATTRIBUTES_PERMUTATION_HIGH, 0xfedcba98);
}

static void
set_array(struct fix *f, unsigned i, uint32_t at, uint32_t components, unsigned count, unsigned stride)
{
   fix_set(f, PICA_ID_AT(ATTRIBBUFFER_OFFSET, i), at - PICA_VRAM_BASE);
   fix_set(f, PICA_ID_AT(ATTRIBBUFFER_CONFIG1, i), components);
   fix_set(f, PICA_ID_AT(ATTRIBBUFFER_CONFIG2, i), count << 28 | stride << 16);
}

static void
draw_arrays(struct fix *f, unsigned topology, unsigned first, unsigned count)
{
   FIX_SET(f, PRIMITIVE_CONFIG, topology << 8 | 1);
   FIX_SET(f, RESTART_PRIMITIVE, 1);
   FIX_SET(f, NUMVERTICES, count);
   FIX_SET(f, VERTEX_OFFSET, first);
   FIX_SET(f, DRAWARRAYS, 1);
}

static void
draw_elements(struct fix *f, unsigned topology, uint32_t at, bool wide, unsigned count)
{
   FIX_SET(f, PRIMITIVE_CONFIG, topology << 8 | 1);
   FIX_SET(f, RESTART_PRIMITIVE, 1);
   FIX_SET(f, NUMVERTICES, count);
   FIX_SET(f, INDEXBUFFER_CONFIG, (uint32_t)wide << 31 | (at - PICA_VRAM_BASE));
   FIX_SET(f, DRAWELEMENTS, 1);
}

static void
put(struct fix *f, uint32_t at, const void *data, size_t bytes)
{
   uint8_t *to = pica_mem(f->gpu, at, bytes);
   assert_non_null(to);
   memcpy(to, data, bytes);
}

/* Vertices whose first colour component says which they are; all in the same place, which is inside. */
static void
open_numbered(struct fix *f)
{
   fix_open(f);
   float v[64];
   for (unsigned i = 0; i < 64; i++)
      v[i] = (float)i / 64;
   put(f, FIX_DATA_AT, v, sizeof v);
   fix_program(f, false, "mov o0, c0\nmov o1, v0\nend");
   uint32_t w[4] = {0};
   fix_pack24(w + 1, (float[]){0, 0, -0.5f, 1});
   fix_packet(f, PICA_ID(VSH_FLOATUNIFORM_CONFIG), 15, true, w, 4);
   map_outputs(f, 3);
   set_attributes(f, 3, 0, 1); /* one float */
   set_array(f, 0, FIX_DATA_AT, 0, 1, 4);
}

static void
expect_numbers(const unsigned *number, unsigned triangles)
{
   assert_int_equal(fix_seen.triangles, triangles);
   for (unsigned i = 0; i < triangles; i++)
      for (unsigned k = 0; k < 3; k++)
         if (fix_seen.triangle[i][k].color[0] * 64 != (float)number[3 * i + k])
            fail_msg("corner %u of triangle %u is vertex %g, not %u", k, i,
                     fix_seen.triangle[i][k].color[0] * 64, number[3 * i + k]);
   fix_seen.triangles = 0;
}

static void
test_topologies(void **state)
{
   (void)state;
   struct fix f;
   open_numbered(&f);
   draw_arrays(&f, 0, 3, 7);
   fix_run(&f);
   expect_numbers((unsigned[]){3, 4, 5, 6, 7, 8}, 2);
   draw_arrays(&f, 1, 0, 5);
   fix_run(&f);
   expect_numbers((unsigned[]){0, 1, 2, 2, 1, 3, 2, 3, 4}, 3);
   draw_arrays(&f, 2, 0, 5);
   fix_run(&f);
   expect_numbers((unsigned[]){0, 1, 2, 0, 2, 3, 0, 3, 4}, 3);
   draw_arrays(&f, 3, 0, 3);
   fix_run(&f);
   expect_numbers((unsigned[]){0, 1, 2}, 1);
   /* a strip goes on in the next draw unless it is restarted */
   draw_arrays(&f, 1, 0, 2);
   FIX_SET(&f, VERTEX_OFFSET, 2);
   FIX_SET(&f, NUMVERTICES, 1);
   FIX_SET(&f, DRAWARRAYS, 1);
   FIX_SET(&f, RESTART_PRIMITIVE, 1);
   FIX_SET(&f, NUMVERTICES, 2);
   FIX_SET(&f, DRAWARRAYS, 1);
   fix_run(&f);
   expect_numbers((unsigned[]){0, 1, 2}, 1);
   /* elements; VERTEX_OFFSET does not count */
   put(&f, FIX_DATA_AT + 0x1000, (uint8_t[]){9, 7, 9, 3, 2, 1, 63}, 7);
   FIX_SET(&f, VERTEX_OFFSET, 5);
   draw_elements(&f, 0, FIX_DATA_AT + 0x1000, false, 7);
   fix_run(&f);
   expect_numbers((unsigned[]){9, 7, 9, 3, 2, 1}, 2);
   put(&f, FIX_DATA_AT + 0x1000, (uint16_t[]){5, 6, 40}, 6);
   draw_elements(&f, 0, FIX_DATA_AT + 0x1000, true, 3);
   fix_run(&f);
   expect_numbers((unsigned[]){5, 6, 40}, 1);
   fix_close(&f);
}

/* More vertices than fit into a wave, with and without indices that come again. */
static void
test_waves(void **state)
{
   (void)state;
   struct fix f;
   open_numbered(&f);
   static uint16_t index[3 * 500];
   static unsigned number[3 * 500];
   for (unsigned i = 0; i < 3 * 500; i++)
      number[i] = index[i] = (uint16_t)(i * i % 63);
   put(&f, FIX_DATA_AT + 0x1000, index, sizeof index);
   draw_elements(&f, 0, FIX_DATA_AT + 0x1000, true, 3 * 500);
   fix_run(&f);
   expect_numbers(number, 500);
   assert_true(f.gpu->num_vertices < 3 * 500);
   FIX_SET(&f, ATTRIBBUFFERS_FORMAT_HIGH, 1 << 28); /* two attributes, whose second is nowhere */
   draw_arrays(&f, 0, 0, 63);
   fix_run(&f);
   for (unsigned i = 0; i < 63; i++)
      number[i] = i;
   expect_numbers(number, 21);
   fix_close(&f);
}

/* Types, paddings, alignment, several arrays, fixed values. */
static void
test_loader(void **state)
{
   (void)state;
   struct fix f;
   fix_open(&f);
   fix_program(&f, false,
               "mov r0, v1\nmov r1, v2\nmov r2, v3\nmov r3, v4\nmov r4, c0\n"
               "add o0, c0, r4\nmul o1, c1, r0\nmov o2, v5\nmov o3, r1\nend");
   uint32_t w[7] = {0};
   fix_pack24(w + 1, (float[]){0, 0, -0.25f, 0.5f});
   fix_pack24(w + 4, (float[]){1 / 128.0f, -1 / 128.0f, 1, 1});
   fix_packet(&f, PICA_ID(VSH_FLOATUNIFORM_CONFIG), 15, true, w, 7);
   map_outputs(&f, 15);
   /* 0: u8 x1; 1: s8 x2; 2: s16 x3; 3: f32 x1; 4: nowhere; 5: fixed */
   set_attributes(&f, 0x1 | 0x4 << 4 | 0xa << 8 | 0x3 << 12, 1 << 21, 6);
   struct __attribute__((packed)) {
      uint8_t a;
      int8_t b[2];
      uint8_t pad; /* up to a multiple of 2 */
      int16_t c[3];
      uint8_t pad2[2];
      float d;
      uint8_t pad3[8]; /* component 13 */
   } v[3] = {
      {7, {64, -32}, 0, {1, -2, 300}, {0}, 5, {0}}
   };
   v[1] = v[2] = v[0];
   put(&f, FIX_DATA_AT, v, sizeof v);
   set_array(&f, 0, FIX_DATA_AT, 0xd3210, 5, sizeof v[0]);
   FIX_SET(&f, FIXEDATTRIB_INDEX, 5);
   fix_pack24(w, (float[]){0.25f, -0.5f, 3, 4});
   fix_packet(&f, PICA_ID(FIXEDATTRIB_DATA0), 15, true, w, 3);
   draw_arrays(&f, 0, 0, 3);
   fix_run(&f);
   assert_int_equal(fix_seen.triangles, 1);
   const struct pica_vertex *t = &fix_seen.triangle[0][2];
   assert_true(t->position[2] == -0.5f && t->position[3] == 1);
   assert_true(t->color[0] == 0.5f && t->color[1] == 0.25f && t->color[2] == 0 && t->color[3] == 1);
   assert_true(t->texcoord0[0] == 0.25f && t->texcoord0[1] == -0.5f);
   assert_true(t->quaternion[0] == 1 && t->quaternion[1] == -2 && t->quaternion[2] == 300 &&
               t->quaternion[3] == 1);
   assert_true(t->texcoord1[0] == 1 && t->view[2] == 1); /* nothing writes them */
   /* a stride that is not the packed length */
   set_array(&f, 0, FIX_DATA_AT, 0xd3210, 5, sizeof v[0] + 1);
   draw_arrays(&f, 0, 0, 3);
   const uint32_t trigger = 3 * 8 + 4 * 8;
   fix_refused(&f, trigger, PICA_ID_AT(ATTRIBBUFFER_CONFIG2, 0),
               "Vertex array 0 has a stride of 25 bytes, but its attributes take 24: the chip freezes.");
   f.gpu->vertex_params.any_stride = true;
   set_array(&f, 0, PICA_FCRAM_BASE + FIX_FCRAM_B - 60, 0xd3210, 5, 24);
   draw_arrays(&f, 0, 0, 3);
   fix_refused(&f, trigger, PICA_ID(ATTRIBBUFFERS_LOC),
               "Attribute 3 of vertex 2 is at 0x20100000, which is not in VRAM or FCRAM.");
   draw_elements(&f, 0, PICA_FCRAM_BASE + FIX_FCRAM_B - 6, true, 4);
   fix_refused(&f, 4 * 8, PICA_ID(INDEXBUFFER_CONFIG), "4 indices at 0x200ffffa are not in VRAM or FCRAM.");
   fix_close(&f);
}

static void
test_immediate(void **state)
{
   (void)state;
   struct fix f;
   fix_open(&f);
   fix_program(&f, false, "mov o0, v1\nmov o1, v0\nend");
   map_outputs(&f, 3);
   set_attributes(&f, 0, 0, 2);
   FIX_SET(&f, VSH_ATTRIBUTES_PERMUTATION_LOW, 0x01); /* the first vector is the position */
   FIX_SET(&f, PRIMITIVE_CONFIG, 1 << 8);
   FIX_SET(&f, FIXEDATTRIB_INDEX, 15);
   uint32_t w[3];
   for (unsigned i = 0; i < 4; i++) {
      fix_pack24(w, (float[]){(float)(i & 1), (float)(i >> 1), -0.5f, 1});
      fix_packet(&f, PICA_ID(FIXEDATTRIB_DATA0), 15, true, w, 3);
      fix_pack24(w, (float[]){(float)i / 4, -2, 0.5f, -0.25f});
      fix_packet(&f, PICA_ID(FIXEDATTRIB_DATA0), 15, false, w, 3);
   }
   fix_run(&f);
   assert_int_equal(fix_seen.triangles, 2);
   const struct pica_vertex *v = &fix_seen.triangle[1][2];
   assert_true(v->position[0] == 1 && v->position[1] == 1 && v->position[2] == -0.5f);
   /* absolute value and clamp at the vertex */
   assert_true(v->color[0] == 0.75f && v->color[1] == 1 && v->color[2] == 0.5f && v->color[3] == 0.25f);
   FIX_SET(&f, FIXEDATTRIB_INDEX, 12);
   fix_packet(&f, PICA_ID(FIXEDATTRIB_DATA0), 15, true, w, 3);
   fix_refused(&f, 8, PICA_ID(FIXEDATTRIB_INDEX), "There is no fixed attribute 12.");
   fix_close(&f);
}

/* Draws one triangle of positions as they are, with texture coordinates 0 0, 1 0, 0 1. */
static void
draw_triangle(struct fix *f, const float position[3][4])
{
   uint32_t w[3];
   FIX_SET(f, PRIMITIVE_CONFIG, 0);
   FIX_SET(f, FIXEDATTRIB_INDEX, 15);
   for (unsigned i = 0; i < 3; i++) {
      fix_pack24(w, position[i]);
      fix_packet(f, PICA_ID(FIXEDATTRIB_DATA0), 15, true, w, 3);
      fix_pack24(w, (float[]){i == 1, i == 2, 0, 0});
      fix_packet(f, PICA_ID(FIXEDATTRIB_DATA0), 15, true, w, 3);
   }
   fix_seen.triangles = 0;
   fix_run(f);
}

/* Twice the area in texture coordinates of all triangles: what is left of 1. Every corner is in the volume. */
static double
area_left(void)
{
   double area = 0;
   for (unsigned i = 0; i < fix_seen.triangles; i++) {
      const struct pica_vertex *v = fix_seen.triangle[i];
      const double ax = v[1].texcoord0[0] - v[0].texcoord0[0], ay = v[1].texcoord0[1] - v[0].texcoord0[1];
      const double bx = v[2].texcoord0[0] - v[0].texcoord0[0], by = v[2].texcoord0[1] - v[0].texcoord0[1];
      area += ax * by - ay * bx;
      for (unsigned k = 0; k < 3; k++) {
         const float *p = v[k].position, e = 1e-5f;
         assert_true(p[3] > 0);
         assert_true(p[0] >= -p[3] - e && p[0] <= p[3] + e && p[1] >= -p[3] - e && p[1] <= p[3] + e);
         assert_true(p[2] >= -p[3] - e && p[2] <= e);
      }
   }
   return area;
}

static void
test_clip(void **state)
{
   (void)state;
   struct fix f;
   fix_open(&f);
   fix_program(&f, false, "mov o0, v0\nmov o2, v1\nend");
   map_outputs(&f, 5);
   fix_set(&f, PICA_ID_AT(SH_OUTMAP_O, 1), 0x1f1f0d0c); /* the second enabled output is o2 */
   set_attributes(&f, 0, 0, 2);
   static const struct {
      float position[3][4];
      double left;
   } cases[] = {
      {{{0, 0, -0.5f, 1}, {1, 0, -0.5f, 1}, {0, 1, -0.5f, 1}},        1                  },
      {{{0, 0, -0.5f, 1}, {2, 0, -0.5f, 1}, {0, 1, -0.5f, 1}},        0.75               },
      {{{0, 0, -0.5f, 1}, {-2, 0, -0.5f, 1}, {0, -2, -0.5f, 1}},      0.5                },
      {{{0, 0, -0.5f, 1}, {0.5f, 0, 0.5f, 1}, {0, 0.5f, 0.5f, 1}},    0.25               }, /* z <= 0 */
      {{{0, 0, -0.5f, 1}, {0.5f, 0, -1.5f, 1}, {0, 0.5f, -1.5f, 1}},  0.25               }, /* z >= -w */
      {{{3, 0, -0.5f, 1}, {4, 0, -0.5f, 1}, {3, 1, -0.5f, 1}},        0                  },
      {{{0, 0, -0.5f, -1}, {1, 0, -0.5f, -1}, {0, 1, -0.5f, -1}},     0                  },
      {{{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}},                    0                  },
      {{{-9, -9, -0.5f, 1}, {30, -9, -0.5f, 1}, {-9, 30, -0.5f, 1}},  4.0 / (39 * 39) * 2}, /* all around */
      {{{0, 0, -0.5f, 1}, {INFINITY, 0, -0.5f, 1}, {0, 1, -0.5f, 1}}, 0                  },
      {{{0, 0, -0.5f, 1}, {0, NAN, -0.5f, 1}, {0, 1, -0.5f, 1}},      0                  },
   };
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      draw_triangle(&f, cases[i].position);
      const double left = area_left();
      if (left < cases[i].left - 1e-4 || left > cases[i].left + 1e-4)
         fail_msg("case %u: %g is left in %u triangles, not %g", i, left, fix_seen.triangles, cases[i].left);
   }
   /* keep x <= 1/4 w */
   FIX_SET(&f, FRAGOP_CLIP, 1);
   fix_set(&f, PICA_ID_AT(FRAGOP_CLIP_DATA, 0), pica_float24_bits(-1));
   fix_set(&f, PICA_ID_AT(FRAGOP_CLIP_DATA, 3), pica_float24_bits(0.25f));
   draw_triangle(&f, cases[0].position);
   assert_true(area_left() > 0.4374 && area_left() < 0.4376);
   FIX_SET(&f, FRAGOP_CLIP, 0);
   fix_run(&f);
   /* the other half has no memory for it */
   fix_seen.refuse = true;
   FIX_SET(&f, FIXEDATTRIB_INDEX, 15);
   uint32_t w[3];
   fix_pack24(w, (float[]){0, 0, -0.5f, 1});
   for (unsigned i = 0; i < 6; i++)
      fix_packet(&f, PICA_ID(FIXEDATTRIB_DATA0), 15, true, w, 3);
   fix_refused(&f, 8 + 5 * 16, PICA_REGS, "The host has no memory left for triangles.");
   fix_close(&f);
}

/* The second and third quaternion follow the first one's sign. */
static void
test_quaternions(void **state)
{
   (void)state;
   struct fix f;
   fix_open(&f);
   fix_program(&f, false, "mov o0, v0\nmov o3, v1\nend");
   map_outputs(&f, 9);
   fix_set(&f, PICA_ID_AT(SH_OUTMAP_O, 1), 0x07060504);
   set_attributes(&f, 0, 0, 2);
   uint32_t w[3];
   FIX_SET(&f, PRIMITIVE_CONFIG, 0);
   FIX_SET(&f, FIXEDATTRIB_INDEX, 15);
   const float q[3][4] = {
      {0,    0,    1,  0},
      {0.5f, 0,    -1, 0},
      {0,    0.5f, 1,  0}
   };
   for (unsigned i = 0; i < 3; i++) {
      fix_pack24(w, (float[]){0, 0, -0.5f, 1});
      fix_packet(&f, PICA_ID(FIXEDATTRIB_DATA0), 15, true, w, 3);
      fix_pack24(w, q[i]);
      fix_packet(&f, PICA_ID(FIXEDATTRIB_DATA0), 15, true, w, 3);
   }
   fix_run(&f);
   assert_int_equal(fix_seen.triangles, 1);
   assert_true(fix_seen.triangle[0][1].quaternion[2] == 1 && fix_seen.triangle[0][1].quaternion[0] == -0.5f);
   assert_true(fix_seen.triangle[0][2].quaternion[2] == 1 && fix_seen.triangle[0][2].quaternion[1] == 0.5f);
   fix_close(&f);
}

static void
test_shader_errors(void **state)
{
   (void)state;
   struct fix f;
   open_numbered(&f);
   fix_program(&f, false, "l: nop\njmpu !b0, l\nend");
   draw_arrays(&f, 0, 0, 3);
   const uint32_t bytes = fix_end_at(&f, FIX_LIST_AT, true);
   assert_false(pica_submit(f.gpu, FIX_LIST_AT, bytes));
   assert_int_equal(f.gpu->error.reg, PICA_ID(VSH_ENTRYPOINT));
   assert_non_null(
      strstr(f.gpu->error.reason, "The vertex shader runs longer than the limit of instructions"));
   /* a draw that would take hours */
   fix_program(&f, false, "end");
   FIX_SET(&f, ATTRIBBUFFERS_FORMAT_HIGH, 0);
   set_array(&f, 0, FIX_DATA_AT, 0, 0, 0);
   draw_arrays(&f, 0, 0, UINT32_MAX);
   f.gpu->limits.work = 100000;
   const uint32_t more = fix_end_at(&f, FIX_LIST_AT, true);
   assert_false(pica_submit(f.gpu, FIX_LIST_AT, more));
   assert_string_equal(f.gpu->error.reason, "The list shades more than the limit of work of one submission.");
   fix_close(&f);
}

/* What is told to be inside goes through clipping as it is; on, before and behind every plane, infinite, no number. */
static void
test_inside(void **state)
{
   (void)state;
   static const uint32_t special[] = {0,          0x80000000, 0x3f800000, 0xbf800000, 0x3f800001, 0xbf800001,
                                      0x7f800000, 0xff800000, 0x7fc00000, 0x00000001, 0x80000001, 0x3727c5ac,
                                      0x7f7fffff, 0xbf000000, 0x40000000, 0x3727c5ab};
   struct fix f;
   fix_open(&f);
   uint32_t seed = 1;
   unsigned inside = 0, both = 0;
   for (unsigned n = 0; n < 200000; n++) {
      struct pica_vertex v[3], out[VA_MAX_CORNERS];
      memset(v, 0, sizeof v);
      for (unsigned i = 0; i < 12; i++) {
         seed = seed * 1103515245 + 12345;
         const unsigned any = seed >> 16 & 0x7fff;
         float *to = &v[i / 4].position[i & 3];
         *to = any % 31 == 0  ? uif(special[any / 31 % ARRAY_SIZE(special)])
               : (i & 3) == 3 ? 1
               : (i & 3) == 2 ? (float)any / -33000
               : n & 1        ? (float)any / 16384 - 1
                              : (float)any / 14000 - 1.1f;
      }
      const unsigned corners = va_clip(f.gpu, v, out);
      const bool same = corners == 3 && !memcmp(v, out, sizeof v);
      if (va_is_inside(f.gpu, v)) {
         inside++;
         assert_true(same);
      }
      both += same;
   }
   assert_true(inside > 20000 && inside == both);
   f.gpu->r.FRAGOP_CLIP = PICA_FRAGOP_CLIP(.ENABLE = 1);
   const struct pica_vertex in = {
      .position = {0, 0, -0.5f, 1}
   };
   assert_false(va_is_inside(f.gpu, (struct pica_vertex[3]){in, in, in}));
   fix_close(&f);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_topologies),    cmocka_unit_test(test_waves),  cmocka_unit_test(test_loader),
      cmocka_unit_test(test_immediate),     cmocka_unit_test(test_clip),   cmocka_unit_test(test_quaternions),
      cmocka_unit_test(test_shader_errors), cmocka_unit_test(test_inside),
   };
   return cmocka_run_group_tests_name("pica_draw", tests, NULL, NULL);
}
