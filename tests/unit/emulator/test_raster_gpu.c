/* SPDX-License-Identifier: MIT
 *
 * A second GPU on the rasteriser and the pixel room: ten lines of shader in C and linear surfaces, nothing of
 * TeraScale and no hardware database. It shows that these rooms serve any GPU; what it draws is compared with
 * pictures that follow from the definitions alone: pixel centres, the top-left rule, rounding to nearest.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "emulator/raster/assemble.h"
#include "emulator/raster/raster.h"
#include "emulator/raster/worker.h"
#include "emulator/simd/levels.h"
#include "util/u_math.h"

extern const struct raster_kernels EMU_FIRST_FN(raster_kernels);
extern const struct raster_vertex_kernels EMU_FIRST_FN(raster_vertex_kernels);

enum {
   W = 128,
   H = 128,
   PLANE_B = W * H * 4,
   COLOR_AT = 0,
   DEPTH_AT = 4 * PLANE_B,
   STENCIL_AT = 8 * PLANE_B,
   RESOLVED_AT = 9 * PLANE_B,
   MEM_B = 10 * PLANE_B
};

/* ---- the GPU ---- */

struct program {
   float color[4];
   bool gradient; /* red is x / 255, green y / 255 */
};

struct thread {
   struct emu_row color[PIXEL_MAX_TARGETS][4];
   const struct emu_row *colors[PIXEL_MAX_TARGETS];
   struct pixel_outputs out;
};

static void *
create_thread(void *gpu)
{
   struct thread *t = aligned_alloc(64, u_align(sizeof *t, 64));
   memset(t, 0, sizeof *t);
   for (unsigned i = 0; i < PIXEL_MAX_TARGETS; i++)
      t->colors[i] = t->color[i];
   t->out.color = t->colors;
   t->out.color_mask = 1;
   return t;
}

static const struct pixel_outputs *
run_program(void *ctx, const void *program, const void *inputs, const struct pixel_quads *quads)
{
   struct thread *t = ctx;
   const struct program *p = program;
   for (unsigned c = 0; c < 4; c++)
      for (unsigned i = 0; i < EMU_LANES; i++)
         t->color[0][c].u[i] = fui(p->color[c]);
   for (unsigned i = 0; p->gradient && i < quads->num_quads * 4; i++) {
      t->color[0][0].u[i] = fui((float)(quads->x[i / 4] + (i & 1)) / 255.0f);
      t->color[0][1].u[i] = fui((float)(quads->y[i / 4] + (i >> 1 & 1)) / 255.0f);
   }
   return &t->out;
}

/* layout[0]: offset in memory. Pixels in rows, samples in planes. */
static uint64_t
linear_offset(const struct pixel_surf *s, uint32_t x, uint32_t y)
{
   return (uint64_t)(y * W + x) << s->log2_bytes;
}

static unsigned num_located;

static bool
locate_linear(void *gpu, const struct pixel_surface *surface, unsigned sample, struct pixel_surf *s)
{
   num_located++;
   s->base = (uint8_t *)gpu + surface->layout[0] + (size_t)sample * PLANE_B;
   s->first = surface->layout[0];
   s->size_B = (uint64_t)PLANE_B << surface->log2_samples;
   s->width_px = W;
   s->height_px = H;
   s->log2_bytes = (uint8_t)u_log2(surface->bytes);
   s->offset_B = linear_offset;
   s->has_table = true;
   for (unsigned y = 0; y < 8; y++)
      for (unsigned x = 0; x < 8; x++)
         s->off_B[pixel_lane(x, y)] = (uint32_t)linear_offset(s, x, y);
   return true;
}

static const struct pixel_gpu_ops gpu_ops = {
   .ctx_create = create_thread,
   .ctx_destroy = free,
   .shade = run_program,
   .locate = locate_linear,
};

/* ---- drawing ---- */

struct test {
   uint8_t *mem;
   struct raster *raster;
};

static void
init(struct test *t, unsigned threads)
{
   t->mem = aligned_alloc(64, MEM_B);
   memset(t->mem, 0, MEM_B);
   t->raster = raster_create(&(struct raster_config){
      .ops = &gpu_ops, .gpu = t->mem, .kernels = &EMU_FIRST_FN(raster_kernels), .threads = threads});
   assert_non_null(t->raster);
}

static void
fini(struct test *t)
{
   raster_destroy(t->raster);
   free(t->mem);
}

static struct raster_draw
plain_draw(const struct program *p, unsigned log2_samples)
{
   static const int16_t four[4][2] = {
      {-32, -96},
      {96,  -32},
      {-96, 32 },
      {32,  96 }
   };
   struct raster_draw d = {.program = p};
   d.raster.scissor[2] = W;
   d.raster.scissor[3] = H;
   d.raster.pix_center_half = true;
   d.raster.log2_samples = (uint8_t)log2_samples;
   if (log2_samples == 2)
      memcpy(d.raster.sample_pos, four, sizeof four);
   d.constants.z_max = 1;
   d.pixel.logic_op = 0xc;
   d.pixel.num_targets = 1;
   d.pixel.target[0] = (struct pixel_target){
      .enabled = true,
      .write_mask = 15,
      .format =
         {.bytes = 4, .comps = 4, .bits = {8, 8, 8, 8}, .channel = {0, 1, 2, 3}, .number = PIXEL_UNORM},
   };
   d.surfaces.color[0] =
      (struct pixel_surface){.bytes = 4, .log2_samples = (uint8_t)log2_samples, .layout = {COLOR_AT}};
   return d;
}

static void
with_depth(struct raster_draw *d, enum pixel_compare func)
{
   d->pixel.depth_format = PIXEL_Z_24;
   d->pixel.z_enable = d->pixel.z_write = true;
   d->pixel.z_func = (uint8_t)func;
   d->surfaces.depth =
      (struct pixel_surface){.bytes = 4, .log2_samples = d->raster.log2_samples, .layout = {DEPTH_AT}};
}

static void
set_draw(struct test *t, const struct raster_draw *d)
{
   struct raster_draw *copy = u_arena_new(raster_arena(t->raster), struct raster_draw);
   *copy = *d;
   if (raster_needs_flush(t->raster, d))
      raster_execute(t->raster);
   raster_set_state(t->raster, copy);
}

static void
add_prim(struct test *t, unsigned kind, const float xy[3][2], float z)
{
   struct raster_prim p = {.kind = (uint8_t)kind, .front = true};
   for (unsigned i = 0; i < 3; i++) {
      struct raster_vertex *v = u_arena_new(raster_arena(t->raster), struct raster_vertex);
      *v = (struct raster_vertex){.x = xy[i][0], .y = xy[i][1], .z = z, .rw = 1};
      p.v[i] = v;
   }
   raster_add_prim(t->raster, &p);
}

static void
draw(struct test *t, const struct raster_draw *d, unsigned kind, const float xy[3][2], float z)
{
   set_draw(t, d);
   add_prim(t, kind, xy, z);
}

static const float corner[3][2] =
   {
      {8,  8 },
      {40, 8 },
      {8,  40}
},
                   everywhere[3][2] = {{0, 0}, {W, 0}, {0, H}};

/* Of the right triangle: centres on its long side belong to the neighbour on the right. */
static bool
in_corner(unsigned x, unsigned y)
{
   return x >= 8 && y >= 8 && x - 8 + (y - 8) + 1 < 32;
}

static uint32_t
dword(const struct test *t, size_t at, unsigned x, unsigned y)
{
   uint32_t v;
   memcpy(&v, t->mem + at + (y * W + x) * 4, 4);
   return v;
}

/* ---- tests ---- */

static void
area_edges_and_colours(void **state)
{
   for (unsigned threads = 1; threads <= 3; threads += 2) {
      struct test t;
      init(&t, threads);
      const struct program p = {
         .color = {0, 0, 1, 1},
           .gradient = true
      };
      struct raster_draw d = plain_draw(&p, 0);
      d.pixel.count_passed = true;
      draw(&t, &d, RASTER_PRIM_TRIANGLE, corner, 0);
      raster_flush(t.raster);
      for (unsigned y = 0; y < H; y++)
         for (unsigned x = 0; x < W; x++)
            assert_int_equal(dword(&t, COLOR_AT, x, y), in_corner(x, y) ? 0xffff0000 | y << 8 | x : 0);
      assert_int_equal(raster_zpass_count(t.raster), 31 * 32 / 2);
      assert_int_equal(raster_statistics(t.raster).pixels, 31 * 32 / 2);
      fini(&t);
   }
}

static void
nearer_wins(void **state)
{
   struct test t;
   init(&t, 3);
   const struct program far_p =
                           {
                              .color = {1, 0, 0, 1}
   },
                        near_p = {.color = {0, 1, 0, 1}};
   struct raster_draw d = plain_draw(&near_p, 0);
   memset(t.mem + DEPTH_AT, 0xff, PLANE_B);
   with_depth(&d, PIXEL_LESS);
   draw(&t, &d, RASTER_PRIM_TRIANGLE, corner, 0.5f);
   d.program = &far_p;
   draw(&t, &d, RASTER_PRIM_RECT, everywhere, 0.75f);
   raster_flush(t.raster);
   for (unsigned y = 0; y < H; y++)
      for (unsigned x = 0; x < W; x++) {
         assert_int_equal(dword(&t, COLOR_AT, x, y), in_corner(x, y) ? 0xff00ff00 : 0xff0000ff);
         /* the top byte is nobody's; 0.5 and 0.75 times 2^24 - 1, to nearest */
         assert_int_equal(dword(&t, DEPTH_AT, x, y), 0xff000000 | (in_corner(x, y) ? 8388608 : 12582911));
      }
   fini(&t);
}

static void
stencil_cuts_out(void **state)
{
   struct test t;
   init(&t, 1);
   const struct program p = {
      .color = {1, 1, 1, 1}
   };
   struct raster_draw d = plain_draw(&p, 0);
   d.pixel.stencil_place = PIXEL_STENCIL_APART;
   d.pixel.stencil_enable = true;
   d.surfaces.stencil = (struct pixel_surface){.bytes = 1, .layout = {STENCIL_AT}};
   d.pixel.face[0] = d.pixel.face[1] = (struct pixel_stencil_face){
      .func = PIXEL_ALWAYS, .zpass = PIXEL_REPLACE, .ref = 7, .mask = 255, .writemask = 255};
   d.pixel.target[0].write_mask = 0;
   draw(&t, &d, RASTER_PRIM_TRIANGLE, corner, 0);
   d.pixel.target[0].write_mask = 15;
   d.pixel.face[0].func = d.pixel.face[1].func = PIXEL_NOTEQUAL;
   d.pixel.face[0].zpass = d.pixel.face[1].zpass = PIXEL_INCREMENT;
   draw(&t, &d, RASTER_PRIM_RECT, everywhere, 0);
   raster_flush(t.raster);
   for (unsigned y = 0; y < H; y++)
      for (unsigned x = 0; x < W; x++) {
         assert_int_equal(dword(&t, COLOR_AT, x, y), in_corner(x, y) ? 0 : 0xffffffff);
         assert_int_equal(t.mem[STENCIL_AT + y * W + x], in_corner(x, y) ? 7 : 1);
      }
   fini(&t);
}

/* A word whose depth is on top: tested, written and kept apart from the stencil below it, in waves and in blocks. */
static void
depth_above_stencil(void **state)
{
   struct test t;
   init(&t, 1);
   const struct program p = {
      .color = {1, 1, 1, 1}
   };
   for (unsigned late = 0; late < 2; late++) {
      struct raster_draw d = plain_draw(&p, 0);
      for (unsigned i = 0; i < W * H; i++)
         memcpy(t.mem + DEPTH_AT + i * 4, &(uint32_t){0xffffff07}, 4);
      with_depth(&d, PIXEL_LESS);
      d.pixel.depth_high = true;
      d.pixel.kill = late; /* tests behind the shader */
      draw(&t, &d, RASTER_PRIM_TRIANGLE, corner, 0.5f);
      d.pixel.stencil_place = PIXEL_STENCIL_PACKED;
      d.pixel.stencil_enable = true;
      d.pixel.face[0] = d.pixel.face[1] = (struct pixel_stencil_face){.func = PIXEL_EQUAL,
                                                                      .zpass = PIXEL_INCREMENT,
                                                                      .zfail = PIXEL_ZERO,
                                                                      .ref = 7,
                                                                      .mask = 255,
                                                                      .writemask = 255};
      draw(&t, &d, RASTER_PRIM_RECT, everywhere, 0.75f);
      raster_flush(t.raster);
      for (unsigned y = 0; y < H; y++)
         for (unsigned x = 0; x < W; x++)
            assert_int_equal(dword(&t, DEPTH_AT, x, y), in_corner(x, y) ? 8388608u << 8 : 12582911u << 8 | 8);
   }
   fini(&t);
}

static void
blends_in_order(void **state)
{
   struct test t;
   init(&t, 3);
   const struct program blue =
                           {
                              .color = {0, 0, 1, 1}
   },
                        red = {.color = {1, 0, 0, 0.5f}};
   struct raster_draw d = plain_draw(&blue, 0);
   draw(&t, &d, RASTER_PRIM_RECT, everywhere, 0);
   d.program = &red;
   d.pixel.target[0].blend = true;
   d.pixel.target[0].rgb = d.pixel.target[0].alpha =
      (struct pixel_equation){PIXEL_ADD, PIXEL_FACTOR_SRC_ALPHA, PIXEL_FACTOR_INV_SRC_ALPHA};
   draw(&t, &d, RASTER_PRIM_TRIANGLE, corner, 0);
   raster_flush(t.raster);
   for (unsigned y = 0; y < H; y++)
      for (unsigned x = 0; x < W; x++) /* 0.5 is 127.5 steps, up to 128; 0.75 is 191.25, down */
         assert_int_equal(dword(&t, COLOR_AT, x, y), in_corner(x, y) ? 0xbf800080 : 0xffff0000);
   fini(&t);
}

static void
four_samples_and_their_mean(void **state)
{
   struct test t;
   init(&t, 3);
   const struct program p = {
      .color = {1, 1, 1, 1}
   };
   struct raster_draw d = plain_draw(&p, 2);
   memset(t.mem + DEPTH_AT, 0xff, 4 * PLANE_B);
   with_depth(&d, PIXEL_LEQUAL);
   /* ends in the middle of pixels 16: samples 0 and 2 stand left of it */
   static const float half[3][2] = {
      {8,     8 },
      {16.5f, 8 },
      {8,     24}
   };
   draw(&t, &d, RASTER_PRIM_RECT, half, 0.25f);
   raster_execute(t.raster);
   struct raster_draw r = plain_draw(NULL, 2);
   r.program = &p;
   r.pixel.mode = PIXEL_MODE_RESOLVE;
   r.pixel.num_targets = 2;
   r.pixel.target[1] = r.pixel.target[0];
   r.surfaces.color[1] = (struct pixel_surface){.bytes = 4, .layout = {RESOLVED_AT}};
   draw(&t, &r, RASTER_PRIM_RECT, everywhere, 0);
   raster_flush(t.raster);
   for (unsigned y = 0; y < H; y++)
      for (unsigned x = 0; x < W; x++) {
         const bool row = y >= 8 && y < 24, whole = row && x >= 8 && x < 16, cut = row && x == 16;
         for (unsigned s = 0; s < 4; s++) {
            const bool in = whole || (cut && s % 2 == 0);
            assert_int_equal(dword(&t, COLOR_AT + s * PLANE_B, x, y), in ? 0xffffffff : 0);
            assert_int_equal(dword(&t, DEPTH_AT + s * PLANE_B, x, y), in ? 0xff400000 : 0xffffffff);
         }
         assert_int_equal(dword(&t, RESOLVED_AT, x, y), whole ? 0xffffffff : cut ? 0x80808080 : 0);
      }
   fini(&t);
}

/* From clip space: the viewport transform, facing and culling are the rasteriser's, too. */
static void
vertices_to_pixels(void **state)
{
   struct test t;
   init(&t, 1);
   const struct program p = {
      .color = {1, 1, 1, 1}
   };
   struct raster_draw d = plain_draw(&p, 0);
   struct raster_state *r = &d.raster;
   r->quant_bits = 8;
   r->gb_clip_x = r->gb_clip_y = r->gb_disc_x = r->gb_disc_y = 1;
   r->vport_scale[0] = r->vport_offset[0] = W / 2;
   r->vport_scale[1] = r->vport_offset[1] = H / 2;
   r->vport_scale[2] = r->vport_offset[2] = 0.5f;
   struct emu_row pos[4] = {0};
   for (unsigned i = 0; i < 3; i++) {
      pos[0].u[i] = fui((corner[i][0] - W / 2) / (W / 2) * 2);
      pos[1].u[i] = fui((corner[i][1] - H / 2) / (H / 2) * 2);
      pos[3].u[i] = fui(2);
   }
   struct raster_assembly a = {.raster = t.raster, .kernels = &EMU_FIRST_FN(raster_vertex_kernels)};
   for (unsigned cull = 0; cull < 2; cull++) {
      struct raster_vertex *v = u_arena_array(raster_arena(t.raster), struct raster_vertex, 3);
      uint16_t code[3];
      int32_t fixed[3][2];
      r->cull_back = true;
      r->front_cw = cull == 0; /* rows are counted downwards: the triangle is clockwise */
      set_draw(&t, &d);
      a.kernels->transform_wave(r, pos, NULL, 3, v, code, fixed);
      assert_int_equal(code[0] | code[1] | code[2], 0);
      assert_int_equal(fixed[1][0], 40 * 256);
      const struct raster_vertex *const vs[3] = {&v[0], &v[1], &v[2]};
      assert_true(raster_assemble_prim(&a, r, vs, code, RASTER_PRIM_TRIANGLE, 0, 7));
      raster_flush(t.raster);
      assert_int_equal(raster_statistics(t.raster).pixels, 31 * 32 / 2); /* the second one is culled */
   }
   fini(&t);
}

/* A surface is located once as long as no other one takes its place, and where it stands, not where another stood. */
static void
surfaces_stay_located(void **state)
{
   static const struct {
      size_t at;
      unsigned located; /* so far */
   } steps[] = {
      {COLOR_AT,    1},
      {COLOR_AT,    1},
      {RESOLVED_AT, 2},
      {RESOLVED_AT, 2},
      {COLOR_AT,    3},
   };
   struct test t;
   init(&t, 1);
   num_located = 0;
   for (unsigned i = 0; i < ARRAY_SIZE(steps); i++) {
      const struct program p = {
         .color = {(float)(i + 1) / 255, 0, 0, 0}
      };
      struct raster_draw d = plain_draw(&p, 0);
      memset(&d.surfaces, 0, sizeof d.surfaces); /* they are compared as bytes */
      d.surfaces.color[0].bytes = 4;
      d.surfaces.color[0].layout[0] = steps[i].at;
      memset(t.mem, 0, MEM_B);
      draw(&t, &d, RASTER_PRIM_RECT, everywhere, 0);
      raster_flush(t.raster);
      assert_false(raster_pending_overlaps(t.raster, steps[i].at, PLANE_B, true));
      assert_int_equal(dword(&t, steps[i].at, 5, 5), i + 1);
      assert_int_equal(dword(&t, (size_t)COLOR_AT + RESOLVED_AT - steps[i].at, 5, 5), 0);
      assert_int_equal(num_located, steps[i].located);
   }
   fini(&t);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(area_edges_and_colours), cmocka_unit_test(nearer_wins),
      cmocka_unit_test(stencil_cuts_out),       cmocka_unit_test(depth_above_stencil),
      cmocka_unit_test(blends_in_order),        cmocka_unit_test(four_samples_and_their_mean),
      cmocka_unit_test(vertices_to_pixels),     cmocka_unit_test(surfaces_stay_located),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
