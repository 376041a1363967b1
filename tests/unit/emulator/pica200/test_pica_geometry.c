/* SPDX-License-Identifier: MIT
 * Geometry shaders: the three ways their input comes, EMIT and SETEMIT. Expected values are written out. */
#include "tests/unit/emulator/pica200/pica_fixture.h"

/* The vertex shader gives o0 = (number, 10 number, -1/2, 1), o1 = (number, 0, 0, 0) of vertices 0, 1, ... */
static void
open_stage(struct fix *f, unsigned mode_misc0, uint32_t geostage)
{
   fix_open(f);
   float v[64];
   for (unsigned i = 0; i < 64; i++)
      v[i] = (float)i;
   uint8_t *to = pica_mem(f->gpu, FIX_DATA_AT, sizeof v);
   memcpy(to, v, sizeof v);
   FIX_SET(f, VSH_COM_MODE, 1);
   FIX_SET(f, GEOSTAGE_CONFIG, 2 | geostage);
   fix_program(f, false, "mov r0, c0\nmad o0, v0.xxxx, c1, r0\nmov o1, v0\nend");
   uint32_t w[7] = {0};
   fix_pack24(w + 1, (float[]){0, 0, -0.5f, 1});
   fix_pack24(w + 4, (float[]){1, 10, 0, 0});
   fix_packet(f, PICA_ID(VSH_FLOATUNIFORM_CONFIG), 15, true, w, 7);
   FIX_SET(f, VSH_OUTMAP_MASK, 3);
   FIX_SET(f, ATTRIBBUFFERS_LOC, PICA_VRAM_BASE / 8);
   FIX_SET(f, ATTRIBBUFFERS_FORMAT_LOW, 3);
   fix_set(f, PICA_ID_AT(ATTRIBBUFFER_OFFSET, 0), FIX_DATA_AT - PICA_VRAM_BASE);
   fix_set(f, PICA_ID_AT(ATTRIBBUFFER_CONFIG2, 0), 1u << 28 | 4 << 16);
   FIX_SET(f, GSH_MISC0, mode_misc0);
   FIX_SET(f, GSH_OUTMAP_MASK, 3);
   FIX_SET(f, GSH_ATTRIBUTES_PERMUTATION_LOW, 0x76543210);
   FIX_SET(f, GSH_ATTRIBUTES_PERMUTATION_HIGH, 0xfedcba98);
   FIX_SET(f, PRIMITIVE_CONFIG, 3 << 8);
   const uint32_t map[3] = {2, 0x03020100, 0x0b0a0908};
   fix_packet(f, PICA_ID(SH_OUTMAP_TOTAL), 15, true, map, 3);
}

static void
draw(struct fix *f, const uint8_t *index, unsigned count)
{
   FIX_SET(f, NUMVERTICES, count);
   if (index) {
      memcpy(pica_mem(f->gpu, FIX_DATA_AT + 0x1000, count), index, count);
      FIX_SET(f, INDEXBUFFER_CONFIG, FIX_DATA_AT + 0x1000 - PICA_VRAM_BASE);
      FIX_SET(f, DRAWELEMENTS, 1);
   } else {
      FIX_SET(f, VERTEX_OFFSET, 0);
      FIX_SET(f, DRAWARRAYS, 1);
   }
   fix_run(f);
}

static void
expect(unsigned triangle, unsigned corner, float color)
{
   const float c = fix_seen.triangle[triangle][corner].color[0];
   if (c != color)
      fail_msg("corner %u of triangle %u has colour %g, not %g", corner, triangle, c, color);
}

static const char position[] = "mov o0, c90\n";

static void
set_position(struct fix *f)
{
   uint32_t w[7] = {90};
   fix_pack24(w + 1, (float[]){0, 0, -0.5f, 1});
   fix_pack24(w + 4, (float[]){1 / 64.0f, 0.5f, 0, 0});
   fix_packet(f, PICA_ID(GSH_FLOATUNIFORM_CONFIG), 15, true, w, 7);
}

static void
program(struct fix *f, const char *text)
{
   char all[1000];
   snprintf(all, sizeof all, "%s%s", position, text);
   fix_program(f, true, all);
}

/* Four vectors are two vertices: a triangle of both, and one that shares two of its corners. */
static void
test_point(void **state)
{
   (void)state;
   struct fix f;
   open_stage(&f, 0, 0);
   set_position(&f);
   FIX_SET(&f, GSH_INPUTBUFFER_CONFIG, 0x08000003);
   program(&f, "mul r0.x, c91, v1\nmul r1.x, c91, v3\n"
               "setemit 0\nmov o1, r0.x\nemit\nsetemit 1\nmov o0, c90\nmov o1, r1.x\nemit\n"
               "setemit 2, prim\nmov o1, c91.y\nemit\nsetemit 0, prim inv\nmov o1, c91.x\nemit\nend");
   FIX_SET(&f, GSH_BOOLUNIFORM, 0);
   draw(&f, NULL, 5); /* the fifth vertex waits in vain */
   assert_int_equal(fix_seen.triangles, 4);
   for (unsigned i = 0; i < 2; i++) {
      expect(2 * i, 0, (float)(2 * i) / 64);
      expect(2 * i, 1, (float)(2 * i + 1) / 64);
      expect(2 * i, 2, 0.5f);
      /* the first two exchanged */
      expect(2 * i + 1, 0, (float)(2 * i + 1) / 64);
      expect(2 * i + 1, 1, 1 / 64.0f);
      expect(2 * i + 1, 2, 0.5f);
   }
   assert_int_equal(f.gpu->gs.booleans, 1u << 15);
   fix_close(&f);
}

/* An output that is not written since the last EMIT has what it had at the EMIT before that. */
static void
test_banks(void **state)
{
   (void)state;
   struct fix f;
   open_stage(&f, 0, 0);
   set_position(&f);
   FIX_SET(&f, GSH_INPUTBUFFER_CONFIG, 0x08000001);
   program(&f, "setemit 0\nmov o1, c91.x\nemit\nmov o0, c90\nsetemit 1\nmov o1, c91.y\nemit\n"
               "setemit 2, prim\nemit\nend");
   draw(&f, NULL, 1);
   assert_int_equal(fix_seen.triangles, 1);
   expect(0, 2, 1 / 64.0f);
   fix_close(&f);
}

/* Registers of the unit stay between the runs of a draw; b15 tells the first run from the others. */
static void
test_state(void **state)
{
   (void)state;
   struct fix f;
   open_stage(&f, 0, 0);
   set_position(&f);
   FIX_SET(&f, GSH_INPUTBUFFER_CONFIG, 0x08000001);
   program(
      &f, "ifu b15\nadd r5, c91.x, r5\n.else\nmov r5, c91.y\n.end\nmov o1, r5\nsetemit 0\nemit\nmov o0, c90\n"
          "mov o1, r5\nsetemit 1\nemit\nsetemit 2, prim\nemit\nend");
   draw(&f, NULL, 3);
   assert_int_equal(fix_seen.triangles, 3);
   expect(0, 0, 0.5f);
   expect(1, 0, 0.5f + 1 / 64.0f);
   expect(2, 0, 0.5f + 2 / 64.0f);
   fix_close(&f);
}

/* A primitive begins with its number of vertices; the first two come with both outputs, the others with one. */
static void
test_variable(void **state)
{
   (void)state;
   struct fix f;
   open_stage(&f, 1, 1u << 31);
   set_position(&f);
   FIX_SET(&f, GSH_MISC1, 1);
   /* c0 the number; c1, c2 and c3, c4 the first vertices; c5, c6, ... the others */
   program(
      &f,
      "mov r0, c0\nmul r0.x, c91, r0\nmov r1, c4\nmul r1.x, c91, r1\nmova a0.x, c0\nnop\nmov r2, c4[a0.x]\n"
      "mul r2.x, c91, r2\nmov o1, r0.x\nsetemit 0\nemit\nmov o0, c90\nmov o1, r1.x\nsetemit 1\nemit\n"
      "mov o1, r2.x\nsetemit 2, prim\nemit\nend");
   draw(&f, (uint8_t[]){4, 10, 11, 12, 13, 3, 20, 21, 22}, 9);
   assert_int_equal(fix_seen.triangles, 2);
   expect(0, 0, 4 / 64.0f);
   expect(0, 1, 11 / 64.0f);
   assert_true(f.gpu->gs.uniform[3][0] == 21 && f.gpu->gs.uniform[5][0] == 22);
   assert_true(f.gpu->gs.uniform[6][0] == 13 && f.gpu->gs.uniform[6][1] == 130); /* of the first primitive */
   expect(1, 0, 3 / 64.0f);
   expect(1, 1, 21 / 64.0f);
   FIX_SET(&f, DRAWARRAYS, 1);
   fix_refused(&f, 0, PICA_ID(DRAWARRAYS),
               "Primitives of variable size need indices, which tell their sizes.");
   memcpy(pica_mem(f.gpu, FIX_DATA_AT + 0x1000, 1), "", 1);
   FIX_SET(&f, DRAWELEMENTS, 1);
   fix_refused(&f, 0, PICA_ID(DRAWELEMENTS), "A primitive of the geometry stage has no vertices.");
   fix_close(&f);
}

/* Three vertices of two vectors each, from c40 on. */
static void
test_fixed(void **state)
{
   (void)state;
   struct fix f;
   open_stage(&f, 2 | 2 << 8 | 1 << 12 | 40 << 16 | 1 << 24, 0);
   set_position(&f);
   program(&f,
           "mov r0, c41\nmul r0.x, c91, r0\nmov r1, c43\nmul r1.x, c91, r1\nmov r2, c45\nmul r2.x, c91, r2\n"
           "mov o1, r0.x\nsetemit 0\nemit\nmov o0, c90\nmov o1, r1.x\nsetemit 1\nemit\nmov o1, r2.x\n"
           "setemit 2, prim\nemit\nend");
   draw(&f, (uint8_t[]){5, 6, 7, 8, 9, 10, 11}, 7);
   assert_int_equal(fix_seen.triangles, 2);
   for (unsigned i = 0; i < 6; i++)
      expect(i / 3, i % 3, (float)(5 + i) / 64);
   assert_true(f.gpu->gs.uniform[44][0] == 10 && f.gpu->gs.uniform[44][1] == 100);
   /* uniforms beyond the last one are dropped */
   FIX_SET(&f, GSH_MISC0, 2 | 15 << 8 | 15 << 12 | 250 << 16);
   draw(&f, NULL, 40);
   FIX_SET(&f, GSH_MISC0, 7);
   FIX_SET(&f, DRAWARRAYS, 1);
   fix_refused(&f, 8, PICA_ID(GSH_MISC0), "The geometry stage has no mode 7.");
   fix_close(&f);
}

static void
test_errors(void **state)
{
   (void)state;
   struct fix f;
   open_stage(&f, 0, 0);
   FIX_SET(&f, GSH_INPUTBUFFER_CONFIG, 0x08000000);
   fix_program(&f, true, "setemit 3\nemit\nend");
   FIX_SET(&f, NUMVERTICES, 1);
   fix_run(&f);
   FIX_SET(&f, DRAWARRAYS, 1);
   fix_refused(&f, 0, PICA_ID(GSH_ENTRYPOINT), "The geometry shader emits vertex 3 of a triangle.");
   fix_program(&f, true, "break\nend");
   fix_run(&f);
   FIX_SET(&f, DRAWARRAYS, 1);
   fix_refused(&f, 0, PICA_ID(GSH_ENTRYPOINT),
               "The geometry shader has a BREAK outside of a loop, where the chip hangs, at address 0x0.");
   fix_close(&f);
}

/* Runs that read nothing of one another go together; the triangles are those of runs one by one, and cost less work. */
static void
test_together(void **state)
{
   (void)state;
   static const char *const programs[] = {
      "mul r0.x, c91, v1\nmov r0.yzw, c91\nsetemit 0\nmov o1, r0\nemit\nsetemit 1\nmov o0, c90\nmov o1, "
      "r0.yyyy\nemit\n"
      "setemit 2, prim\nmov o1, r0.zzzz\nemit\nsetemit 0, prim inv\nmov o1, r0.x\nemit\n",
      "mul r0, c91.xxxx, v1\nfor i0\nadd r0, c91.xxxx, r0\nsetemit 0\nmov o0, c90\nmov o1, r0\nemit\nsetemit "
      "1\nmov o0, c90\n"
      "mov o1, c91.y\nemit\nifu b1\nsetemit 2, prim\nmov o0, c90\nmov o1, r0\nemit\n.end\n.end\n",
   };
   static struct pica_vertex first[FIX_TRIANGLES][3];
   for (unsigned n = 0; n < 2 * ARRAY_SIZE(programs); n++) {
      struct fix f;
      char text[900];
      open_stage(&f, 0, 0);
      set_position(&f);
      FIX_SET(&f, GSH_INPUTBUFFER_CONFIG, 0x08000003);
      FIX_SET(&f, GSH_BOOLUNIFORM, 2);
      fix_set(&f, PICA_ID_AT(GSH_INTUNIFORM, 0), 2);
      /* what r15 has is of the run before */
      snprintf(text, sizeof text, "%s%smov o0, c90\nend", programs[n / 2], n & 1 ? "" : "mov r15, r15\n");
      program(&f, text);
      f.gpu->limits.work = 1 << 20;
      draw(&f, NULL, 400);
      static uint64_t left;
      static unsigned triangles;
      if (n & 1) {
         assert_int_equal(fix_seen.triangles, triangles);
         assert_memory_equal(fix_seen.triangle, first, triangles * sizeof first[0]);
         assert_true((1 << 20) - f.gpu->work_left < ((1 << 20) - left) / 2);
      } else {
         triangles = fix_seen.triangles;
         left = f.gpu->work_left;
         assert_int_equal(triangles, n ? 600 : 400);
         memcpy(first, fix_seen.triangle, sizeof first);
      }
      fix_close(&f);
   }
}

/* What stops a draw comes behind what the runs before it have drawn. */
static void
test_together_stopped(void **state)
{
   (void)state;
   struct fix f;
   open_stage(&f, 0, 0);
   set_position(&f);
   FIX_SET(&f, GSH_INPUTBUFFER_CONFIG, 0x08000001);
   FIX_SET(&f, GSH_BOOLUNIFORM, 1u << 15);
   static const char triangle[] = "mov o1, v1\nsetemit 0\nemit\nmov o0, c90\nmov o1, v1\nsetemit 1\nemit\n"
                                  "setemit 2, prim\nemit\n";
   char text[900];
   snprintf(text, sizeof text, "%smov o0, c90\nmov o1, v1\nsetemit 3\nemit\nend", triangle);
   program(&f, text);
   FIX_SET(&f, NUMVERTICES, 10);
   fix_run(&f);
   FIX_SET(&f, DRAWARRAYS, 1);
   fix_refused(&f, 0, PICA_ID(GSH_ENTRYPOINT), "The geometry shader emits vertex 3 of a triangle.");
   assert_int_equal(fix_seen.triangles, 1);
   /* the hundredth vertex is not in memory, nor is what shares a wave with it */
   fix_seen.triangles = 0;
   snprintf(text, sizeof text, "%send", triangle);
   program(&f, text);
   FIX_SET(&f, NUMVERTICES, 110);
   fix_set(&f, PICA_ID_AT(ATTRIBBUFFER_OFFSET, 0), PICA_VRAM_SIZE_B - 400);
   fix_run(&f);
   FIX_SET(&f, DRAWARRAYS, 1);
   fix_refused(&f, 0, PICA_ID(ATTRIBBUFFERS_LOC),
               "Attribute 0 of vertex 100 is at 0x18600000, which is not in VRAM or FCRAM.");
   assert_int_equal(fix_seen.triangles, 64);
   fix_close(&f);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_point),    cmocka_unit_test(test_banks),
      cmocka_unit_test(test_state),    cmocka_unit_test(test_variable),
      cmocka_unit_test(test_fixed),    cmocka_unit_test(test_errors),
      cmocka_unit_test(test_together), cmocka_unit_test(test_together_stopped),
   };
   return cmocka_run_group_tests_name("pica_geometry", tests, NULL, NULL);
}
