/* SPDX-License-Identifier: MIT
 *
 * What state becomes in the list, register by register, against numbers worked out from 3dbrew's "GPU/Internal Registers" and from what
 * libctru and citro3d send. A draw of one triangle under a state; then the registers as the chip would have them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "db/pica200/pica_chips.h"
#include "db/pica200/pica_regs.h"
#include "db/pica200/pica_tables.h"
#include "db/pica200/pica_words.h"
#include "driver/blit.h"
#include "pica200/number.h"
#include "pica200/public.h"
#include "pipe/p_context.h"
#include "util/u_math.h"
#include "winsys/winsys.h"

enum { SIZE = 64, CALLS = 8 };

/* What was submitted since the last look: registers as the lists leave them, and the commands. */
static struct {
   struct winsys *ws;
   uint32_t reg[PICA_REGS];
   uint32_t call[CALLS][8];
   unsigned calls, draws, finalized;
   uint32_t fixed[12][3];
   uint8_t drawing_without_mode; /* triggers outside of START_DRAW_FUNC0 = 0 */
} seen;

static const uint8_t *
memory_at(const struct ws_reloc *relocs, uint32_t n, uint32_t address, uint32_t bytes)
{
   struct ws_bo *bo = NULL; /* the one that begins last before the address */
   for (uint32_t i = 0; i < n; i++) {
      const uint64_t va = seen.ws->bo_va(seen.ws, relocs[i].bo);
      if (va <= address && (!bo || va > seen.ws->bo_va(seen.ws, bo)))
         bo = relocs[i].bo;
   }
   if (!bo ||
       address + bytes > seen.ws->bo_va(seen.ws, bo) + (1 << 20)) /* lists stand in pieces of a megabyte */
      return NULL;
   return (const uint8_t *)seen.ws->bo_map(seen.ws, bo) + (address - seen.ws->bo_va(seen.ws, bo));
}

static void
write_register(unsigned id, unsigned mask, uint32_t v)
{
   uint32_t m = 0;
   for (unsigned b = 0; b < 4; b++)
      m |= mask >> b & 1 ? 0xffu << (8 * b) : 0;
   assert_true(id < PICA_REGS);
   seen.reg[id] = (seen.reg[id] & ~m) | (v & m);
   if (id == PICA_ID(DRAWARRAYS) || id == PICA_ID(DRAWELEMENTS)) {
      seen.draws++;
      seen.drawing_without_mode |= seen.reg[PICA_ID(START_DRAW_FUNC0)] & 1;
   }
   seen.finalized += id == PICA_ID(FINALIZE) && v == 0x12345678;
}

static void
read_list(const uint8_t *list, uint32_t bytes)
{
   assert_int_equal(bytes % 16, 0);
   for (uint32_t at = 0; at < bytes;) {
      uint32_t first, header;
      memcpy(&first, list + at, 4);
      memcpy(&header, list + at + 4, 4);
      const unsigned id = header & 0xffff, mask = header >> 16 & 15, more = header >> 20 & 255;
      assert_true(at + 8 + 4 * more <= bytes);
      write_register(id, mask, first);
      for (unsigned i = 0; i < more; i++) {
         uint32_t v;
         memcpy(&v, list + at + 8 + 4 * i, 4);
         write_register(id + (header >> 31 ? i + 1 : 0), mask, v);
      }
      at += (8 + 4 * more + 7) & ~7u;
   }
}

static bool
capture(struct winsys *ws, enum ws_ring ring, const uint32_t *dw, uint32_t ndw, const struct ws_reloc *relocs,
        uint32_t num_relocs, struct ws_fence **fence)
{
   (void)ring;
   seen.ws = ws;
   assert_int_equal(ndw, 9);
   assert_int_equal(dw[0], 2);
   assert_true(seen.calls < CALLS);
   memcpy(seen.call[seen.calls++], dw + 1, 32);
   if ((dw[1] & 255) == 1) {
      /* where programs see FCRAM */
      const uint8_t *list = memory_at(relocs, num_relocs, dw[2] - 0x30000000 + 0x20000000, dw[3]);
      assert_non_null(list);
      read_list(list, dw[3]);
   }
   *fence = NULL;
   return true;
}

struct fix {
   struct pipe_screen *screen;
   struct pipe_context *c;
   struct drv_blit_objects o;
   struct pipe_resource *color, *zs;
};

/* FCRAM and VRAM at their addresses, as far as the test needs them; nothing is run. */
static uint64_t next[2];
static struct winsys *plain;
struct placed {
   struct ws_bo *inner;
   uint64_t va;
   int refs;
};

static struct ws_bo *
bo_create(struct winsys *ws, uint64_t size_B, uint32_t align_B, enum ws_domain domain)
{
   struct placed *p = calloc(1, sizeof *p);
   (void)ws;
   const unsigned d = domain == WS_DOMAIN_VRAM;
   p->inner = plain->bo_create(plain, size_B, align_B, domain);
   p->va = u_align((d ? 0x18000000 : 0x20000000) + next[d], align_B);
   next[d] = p->va + u_align(size_B, 4096) - (d ? 0x18000000 : 0x20000000);
   p->refs = 1;
   return (struct ws_bo *)p;
}
static void
bo_ref(struct winsys *ws, struct ws_bo *bo)
{
   (void)ws;
   ((struct placed *)bo)->refs++;
}
static void
bo_unref(struct winsys *ws, struct ws_bo *bo)
{
   struct placed *p = (struct placed *)bo;
   (void)ws;
   if (!p || --p->refs)
      return;
   plain->bo_unref(plain, p->inner);
   free(p);
}
static void *
bo_map(struct winsys *ws, struct ws_bo *bo)
{
   (void)ws;
   return plain->bo_map(plain, ((struct placed *)bo)->inner);
}
static uint64_t
bo_va(struct winsys *ws, struct ws_bo *bo)
{
   (void)ws;
   return ((struct placed *)bo)->va;
}
static void
ws_destroy(struct winsys *ws)
{
   plain->destroy(plain);
   free(ws);
}

static struct pipe_resource *
target(struct fix *f, enum pipe_format format, uint32_t bind)
{
   const struct pipe_resource t = {.target = PIPE_TEXTURE_2D,
                                   .format = (uint16_t)format,
                                   .width0 = SIZE,
                                   .height0 = SIZE,
                                   .depth0 = 1,
                                   .array_size = 1,
                                   .bind = bind};
   struct pipe_resource *r = f->screen->resource_create(f->screen, &t);
   assert_non_null(r);
   return r;
}

static void
open_fix(struct fix *f)
{
   memset(&seen, 0, sizeof seen);
   memset(f, 0, sizeof *f);
   next[0] = next[1] = 0;
   plain = ws_null_create(pica200_chip_by_index(0));
   struct winsys *ws = malloc(sizeof *ws);
   *ws = *plain;
   ws->cs_submit = capture;
   ws->bo_create = bo_create;
   ws->bo_ref = bo_ref;
   ws->bo_unref = bo_unref;
   ws->bo_map = bo_map;
   ws->bo_va = bo_va;
   ws->destroy = ws_destroy;
   f->screen = pica200_screen_create(ws);
   assert_non_null(f->screen);
   f->c = f->screen->context_create(f->screen);
   assert_non_null(f->c);
   assert_true(drv_blit_objects_init(&f->o, f->c));
   f->color = target(f, PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_BIND_RENDER_TARGET);
   f->zs = target(f, PIPE_FORMAT_Z24_UNORM_S8_UINT, PIPE_BIND_DEPTH_STENCIL);
   const struct pipe_framebuffer_state fb = {
      .width = SIZE,
      .height = SIZE,
      .nr_cbufs = 1,
      .cbufs = {{f->color, f->color->format}},
      .zsbuf = { f->zs,               f->zs->format}
   };
   f->c->set_framebuffer_state(f->c, &fb);
   const struct pipe_viewport_state vp = {
      .scale = {16, 8,  0.5f},
      .translate = {20, 40, 0.5f},
   };
   f->c->set_viewport_state(f->c, &vp);
}

static void
close_fix(struct fix *f)
{
   static const struct pipe_framebuffer_state none;
   f->c->set_framebuffer_state(f->c, &none);
   drv_blit_objects_fini(&f->o, f->c);
   assert_false(f->c->get_oom(f->c));
   assert_null(f->c->get_refusal(f->c));
   f->c->destroy(f->c);
   pipe_resource_unref(f->color);
   pipe_resource_unref(f->zs);
   f->screen->destroy(f->screen);
}

/* A triangle of constant colour; what is not bound is the blitter's. */
static void
draw(struct fix *f, void *blend, void *dsa, void *rast)
{
   static const float v[3][8] = {
      {-1, -1, 0, 1},
      {1,  -1, 0, 1},
      {-1, 1,  0, 1}
   };
   static const float color[4] = {1, 0.5f, 0, 0.25f};
   struct pipe_context *p = f->c;
   const struct pipe_vertex_buffer vb = {.user = v, .stride_B = 32};
   const struct pipe_constant_buffer cb = {.user = color, .size_B = 16};
   const struct pipe_draw_info info = {.mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1};
   p->bind_vertex_elements_state(p, f->o.velems);
   p->bind_vs_state(p, f->o.vs);
   p->bind_fs_state(p, f->o.fs_color);
   p->bind_blend_state(p, blend ? blend : drv_blit_blend(&f->o, p, PIPE_MASK_RGBA));
   p->bind_dsa_state(p, dsa ? dsa : drv_blit_dsa(&f->o, p, false, false, 0));
   p->bind_rasterizer_state(p, rast ? rast : f->o.rast[0]);
   p->set_constant_buffer(p, PIPE_SHADER_FRAGMENT, 0, &cb);
   p->set_vertex_buffers(p, 1, &vb);
   seen.draws = seen.calls = seen.finalized = 0;
   p->draw(p, &info);
   p->flush(p, NULL);
}

#define REG(name)        seen.reg[PICA_ID(name)]
#define ASSERT_REG(n, v) assert_int_equal(REG(n), v)

/* Numbers of 1, 7 and 16 bits. */
static void
numbers(void **state)
{
   (void)state;
   assert_int_equal(pica200_float24(0.0f), 0);
   assert_int_equal(pica200_float24(1.0f), 0x3f0000);
   assert_int_equal(pica200_float24(-1.0f), 0xbf0000);
   assert_int_equal(pica200_float24(0.5f), 0x3e0000);
   assert_int_equal(pica200_float24(200.0f), 0x469000);
   assert_int_equal(pica200_float24(1.0f + 1.0f / 131072), 0x3f0000); /* a tie goes to even */
   assert_int_equal(pica200_float24(1.0f + 3.0f / 131072), 0x3f0002);
   assert_int_equal(pica200_float24(1e30f), 0x7effff);
   assert_int_equal(pica200_float24(-1e-30f), 0x800000);
   assert_int_equal(pica200_float24(uif(0x7fc00000)), 0);
   assert_int_equal(pica200_float31(1.0f / 3.0f), 61 << 23 | 0x2aaaab);
   uint32_t v[3];
   /* README of the public sources: (1, 1, 1, 1) is 3F00003F 00003F00 003F0000 */
   pica200_vector24(v, (const float[4]){1, 1, 1, 1});
   assert_int_equal(v[0], 0x3F00003F);
   assert_int_equal(v[1], 0x00003F00);
   assert_int_equal(v[2], 0x003F0000);
   assert_int_equal(pica200_byte(0.5f), 128);
   assert_int_equal(pica200_byte(-1.0f), 0);
   assert_int_equal(pica200_byte(2.0f), 255);
}

static void
frames(void **state)
{
   struct fix f;
   (void)state;
   open_fix(&f);
   draw(&f, NULL, NULL, NULL);
   assert_int_equal(seen.calls, 1);
   assert_int_equal(seen.call[0][0], 0x01000101);
   assert_int_equal(seen.call[0][7], 1);
   assert_true(seen.finalized >= 1);
   assert_int_equal(seen.draws, 1);
   assert_false(seen.drawing_without_mode);
   /* targets: colour first, then depth, at the beginning of VRAM */
   ASSERT_REG(COLORBUFFER_LOC, 0x18000000 / 8);
   ASSERT_REG(DEPTHBUFFER_LOC, 0x18004000 / 8);
   ASSERT_REG(COLORBUFFER_FORMAT, 0x00000002);
   ASSERT_REG(DEPTHBUFFER_FORMAT, 3);
   ASSERT_REG(FRAMEBUFFER_DIM, 1 << 24 | 63 << 12 | 64);
   ASSERT_REG(RENDERBUF_DIM, 1 << 24 | 63 << 12 | 64);
   /* viewport: half sizes, their inverses, the corner; depth from z - w */
   ASSERT_REG(VIEWPORT_WIDTH, 0x430000);
   ASSERT_REG(VIEWPORT_INVW, (59u << 23) << 1);
   ASSERT_REG(VIEWPORT_HEIGHT, 0x420000);
   ASSERT_REG(VIEWPORT_XY, 32 << 16 | 4);
   ASSERT_REG(DEPTHMAP_ENABLE, 1);
   ASSERT_REG(DEPTHMAP_SCALE, 0x3f0000);
   ASSERT_REG(DEPTHMAP_OFFSET, 0x3f0000);
   ASSERT_REG(SCISSORTEST_MODE, 3);
   ASSERT_REG(SCISSORTEST_POS, 0);
   ASSERT_REG(SCISSORTEST_DIM, 63 << 16 | 63);
   /* registers that must agree, or the chip hangs */
   const uint32_t outputs = REG(SH_OUTMAP_TOTAL);
   ASSERT_REG(VSH_OUTMAP_TOTAL1, outputs - 1);
   ASSERT_REG(VSH_OUTMAP_TOTAL2, outputs - 1);
   assert_int_equal(REG(PRIMITIVE_CONFIG) & 15, outputs - 1);
   assert_int_equal(__builtin_popcount(REG(VSH_OUTMAP_MASK)), (int)outputs);
   const uint32_t inputs = REG(ATTRIBBUFFERS_FORMAT_HIGH) >> 28;
   ASSERT_REG(VSH_NUM_ATTR, inputs);
   assert_int_equal(REG(VSH_INPUTBUFFER_CONFIG) & 15, inputs);
   assert_int_equal(REG(VSH_ENTRYPOINT) >> 16, 0x7fff);
   ASSERT_REG(NUMVERTICES, 3);
   ASSERT_REG(START_DRAW_FUNC0, 1);
   close_fix(&f);
}

static void
merging(void **state)
{
   struct fix f;
   (void)state;
   open_fix(&f);
   struct pipe_context *p = f.c;
   ASSERT_REG(COLOR_OPERATION, 0);
   draw(&f, NULL, NULL, NULL);
   ASSERT_REG(COLOR_OPERATION, 0x00e40000);
   ASSERT_REG(LOGIC_OP, 3);
   ASSERT_REG(DEPTH_COLOR_MASK, 0xf10);
   ASSERT_REG(COLORBUFFER_READ, 0);
   ASSERT_REG(COLORBUFFER_WRITE, 15);
   ASSERT_REG(DEPTHBUFFER_READ, 0);
   ASSERT_REG(DEPTHBUFFER_WRITE, 0);
   struct pipe_blend_state b = {
      .rt = {{true, PIPE_BLEND_REVERSE_SUBTRACT, PIPE_BLENDFACTOR_SRC_ALPHA, PIPE_BLENDFACTOR_INV_DST_COLOR,
              PIPE_BLEND_MAX, PIPE_BLENDFACTOR_ZERO, PIPE_BLENDFACTOR_ZERO, PIPE_MASK_R | PIPE_MASK_A}}};
   struct pipe_depth_stencil_alpha_state d = {
      .depth_enabled = true,
      .depth_writemask = true,
      .depth_func = PIPE_FUNC_LEQUAL,
      .stencil = {{true, PIPE_FUNC_NOTEQUAL, PIPE_STENCIL_OP_ZERO, PIPE_STENCIL_OP_INCR_WRAP,
                   PIPE_STENCIL_OP_REPLACE, 0x7f, 0x0f}},
   };
   void *blend = p->create_blend_state(p, &b), *dsa = p->create_dsa_state(p, &d);
   p->set_stencil_ref(p, &(struct pipe_stencil_ref){
                            {0x55, 0x55}
   });
   p->set_blend_color(p, &(struct pipe_blend_color){
                            {1, 0.5f, 0, 2}
   });
   draw(&f, blend, dsa, NULL);
   ASSERT_REG(COLOR_OPERATION, 0x00e40100);
   /* reverse subtraction of source alpha and one less target colour; the greater alpha, whose factors count nothing */
   ASSERT_REG(BLEND_FUNC, 1u << 28 | 1 << 24 | 5 << 20 | 6 << 16 | 4 << 8 | 2);
   ASSERT_REG(BLEND_COLOR, 0xff0080ff);
   ASSERT_REG(DEPTH_COLOR_MASK, 1 << 12 | 9 << 8 | 5 << 4 | 1);
   ASSERT_REG(STENCIL_TEST, 0x7fu << 24 | 0x55 << 16 | 0x0f << 8 | 3 << 4 | 1);
   ASSERT_REG(STENCIL_OP, 6 << 8 | 2 << 4 | 1);
   ASSERT_REG(COLORBUFFER_READ, 15);
   ASSERT_REG(DEPTHBUFFER_READ, 3);
   ASSERT_REG(DEPTHBUFFER_WRITE, 3);
   p->delete_blend_state(p, blend);
   p->delete_dsa_state(p, dsa);
   close_fix(&f);
}

static void
faces(void **state)
{
   struct fix f;
   (void)state;
   open_fix(&f);
   struct pipe_context *p = f.c;
   static const struct {
      bool ccw;
      uint8_t cull;
      uint32_t mode;
      unsigned draws;
   } cases[] = {
      {true,  PIPE_FACE_NONE,           0, 1},
      {true,  PIPE_FACE_BACK,           2, 1},
      {true,  PIPE_FACE_FRONT,          1, 1},
      {false, PIPE_FACE_BACK,           1, 1},
      {false, PIPE_FACE_FRONT,          2, 1},
      {true,  PIPE_FACE_FRONT_AND_BACK, 2, 0},
   };
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      const struct pipe_rasterizer_state s = {
         .front_ccw = cases[i].ccw, .cull_face = cases[i].cull, .point_size = 1, .line_width = 1};
      void *rast = p->create_rasterizer_state(p, &s);
      draw(&f, NULL, NULL, rast);
      assert_int_equal(seen.draws, cases[i].draws);
      if (cases[i].draws)
         ASSERT_REG(FACECULLING_CONFIG, cases[i].mode);
      p->bind_rasterizer_state(p, NULL);
      p->delete_rasterizer_state(p, rast);
   }
   close_fix(&f);
}

/* Whole buffers are filled, in their own bits; at addresses as programs see them. */
static void
fills(void **state)
{
   struct fix f;
   (void)state;
   open_fix(&f);
   const struct pipe_clear_info info = {.buffers = PIPE_CLEAR_COLOR0 | PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL,
                                        .colormask = PIPE_MASK_RGBA,
                                        .stencil_writemask = 0xff,
                                        .color = {.f = {1, 0.2f, 0.4f, 0.6f}},
                                        .depth = 0.5,
                                        .stencil = 0xab};
   f.c->clear(f.c, &info);
   assert_int_equal(seen.calls, 2);
   static const uint32_t want[2][8] = {
      {0x01000102, 0x1f000000, 0xff336699, 0x1f004000, 0, 0, 0, 0x201},
      {0x01000102, 0x1f004000, 0xab7fffff, 0x1f008000, 0, 0, 0, 0x201},
   };
   assert_memory_equal(seen.call, want, sizeof want);
   close_fix(&f);
}

/* Whole tiles go by the transfer engine: a rectangle of 5 x 2 tiles, whose first row in memory is its upper one; then all without gaps, and
 * rectangles that it cannot copy. */
static void
copies(void **state)
{
   struct fix f;
   (void)state;
   open_fix(&f);
   struct pipe_resource *to = target(&f, PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_BIND_SAMPLER_VIEW);
   const struct pipe_box five = {16, 8, 0, 40, 16, 1}, all = {0, 0, 0, SIZE, SIZE, 1};
   /* rows of tiles from above: 5 and 6 of the source, 2 and 3 of the destination; a row has 2048 bytes */
   static const uint32_t want[2][8] = {
      {0x01000104, 0x1f000000 + 5 * 2048 + 512, 0x30000000 + 2 * 2048 + 256, 2 * 5 * 256,     80 | 48 << 16,
       80 | 48 << 16,                                                                                           12, 0},
      {0x01000104, 0x1f000000,                  0x30000000,                  SIZE * SIZE * 4, 0,             0, 8,  0},
   };
   draw(&f, NULL, NULL, NULL); /* gives the storages their places */
   seen.calls = 0;
   f.c->resource_copy_region(f.c, to, 0, 8, 32, 0, f.color, 0, &five);
   f.c->resource_copy_region(f.c, to, 0, 0, 0, 0, f.color, 0, &all);
   assert_int_equal(seen.calls, 2);
   const uint32_t base = seen.call[1][2]; /* FCRAM has other things before it */
   for (unsigned i = 0; i < 2; i++)
      seen.call[i][2] = seen.call[i][2] - base + 0x30000000;
   assert_memory_equal(seen.call, want, sizeof want);
   static const struct {
      struct pipe_box from;
      unsigned x, y;
   } others[] = {
      {{16, 8, 0, 40, 16, 1}, 9, 32},
      {{15, 8, 0, 40, 16, 1}, 8, 32},
      {{16, 8, 0, 41, 16, 1}, 8, 32},
      {{16, 8, 0, 40, 17, 1}, 8, 32},
      {{16, 9, 0, 40, 16, 1}, 8, 32},
      {{16, 8, 0, 40, 16, 1}, 8, 31},
   };
   for (unsigned i = 0; i < ARRAY_SIZE(others); i++)
      f.c->resource_copy_region(f.c, to, 0, others[i].x, others[i].y, 0, f.color, 0, &others[i].from);
   /* within one picture the CPU copies, as rectangles may overlap */
   f.c->resource_copy_region(f.c, f.color, 0, 8, 32, 0, f.color, 0, &five);
   assert_int_equal(seen.calls, 2);
   pipe_resource_unref(to);
   close_fix(&f);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers), cmocka_unit_test(frames), cmocka_unit_test(merging),
      cmocka_unit_test(faces),   cmocka_unit_test(fills),  cmocka_unit_test(copies),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
