/* SPDX-License-Identifier: MIT
 *
 * What state becomes in the stream, register by register, against numbers worked out from AMD's "R5xx Acceleration" (register
 * chapter) and, where it is silent, from what Mesa's r300 sends. A draw of one triangle under a state; then the registers as a
 * card would have them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "db/r300/r300_chips.h"
#include "db/r300/r300_pm4.h"
#include "driver/blit.h"
#include "pipe/p_context.h"
#include "r300/public.h"
#include "util/u_math.h"
#include "winsys/winsys.h"

#define REGISTERS (0x8000 / 4)

/* The stream that was submitted last, as registers. */
static struct {
   uint32_t reg[REGISTERS];
   bool written[REGISTERS];
   unsigned draws, submits;
   uint32_t draw[8]; /* VAP_VF_CNTL of the first draws */
} seen;

static bool
capture(struct winsys *ws, enum ws_ring ring, const uint32_t *dw, uint32_t ndw, const struct ws_reloc *relocs,
        uint32_t num_relocs, struct ws_fence **fence)
{
   memset(seen.written, 0, sizeof seen.written);
   seen.draws = 0;
   seen.submits++;
   for (uint32_t i = 0; i < ndw;) {
      const uint32_t h = dw[i], n = R300_PKT_BODY_DW(h);
      if (h == R300_PKT2) {
         i++;
         continue;
      }
      assert_true(i + 1 + n <= ndw);
      for (uint32_t k = 0; R300_PKT_TYPE(h) == 0 && k < n; k++) {
         const uint32_t r = R300_PKT0_OFFSET(h) / 4 + (h & R300_PKT0_ONE_REG_WR ? 0 : k);
         seen.reg[r] = dw[i + 1 + k];
         seen.written[r] = true;
      }
      const uint32_t op = R300_PKT_TYPE(h) == 3 ? R300_PKT3_OP(h) : 0;
      if (op == R300_PKT3_3D_DRAW_VBUF_2 || op == R300_PKT3_3D_DRAW_INDX_2) {
         if (seen.draws < ARRAY_SIZE(seen.draw))
            seen.draw[seen.draws] = dw[i + 1];
         seen.draws++;
      }
      if (op == R300_PKT3_NOP)
         assert_true(dw[i + 1] / 4 < num_relocs);
      i += 1 + n;
   }
   if (fence)
      *fence = NULL;
   return true;
}

/** State that a test changes before the triangle is drawn. */
struct setup {
   struct pipe_blend_state blend;
   struct pipe_depth_stencil_alpha_state dsa;
   struct pipe_rasterizer_state rast;
   struct pipe_viewport_state viewport;
   struct pipe_scissor_state scissor;
   struct pipe_stencil_ref ref;
   struct pipe_blend_color color;
   unsigned format, mode;
   uint32_t count;
   bool depth;
};

static struct setup
plain(void)
{
   return (struct setup){
      .blend = {.rt[0].colormask = PIPE_MASK_RGBA},
      .rast = { .point_size = 1, .line_width = 1, .front_ccw = true},
      .viewport = {                {32, 16, 0.5f},  {32, 16, 0.5f}, false},
      .format = PIPE_FORMAT_R8G8B8A8_UNORM,
      .mode = PIPE_PRIM_TRIANGLES,
      .count = 3,
      .depth = true,
   };
}

static struct pipe_resource *
target(struct pipe_screen *s, unsigned format, uint32_t bind)
{
   const struct pipe_resource t = {.target = PIPE_TEXTURE_2D,
                                   .format = (uint16_t)format,
                                   .width0 = 64,
                                   .height0 = 32,
                                   .depth0 = 1,
                                   .array_size = 1,
                                   .bind = bind};
   struct pipe_resource *r = s->resource_create(s, &t);
   assert_non_null(r);
   return r;
}

static void
draw_bound(struct pipe_context *c, struct drv_blit_objects *o, const struct setup *s)
{
   float *v = calloc(s->count, 8 * sizeof *v);
   const struct pipe_vertex_buffer vb = {.stride_B = 32, .user = v};
   const struct pipe_draw_info info = {
      .mode = (uint8_t)s->mode, .count = s->count, .instance_count = 1, .max_index = ~0u};
   assert_non_null(v);
   for (uint32_t i = 0; i < s->count; i++)
      v[8 * (size_t)i + 3] = 1; /* w: inside of the view volume */
   c->bind_vertex_elements_state(c, o->velems);
   c->bind_vs_state(c, o->vs);
   c->bind_fs_state(c, o->fs_color);
   c->set_vertex_buffers(c, 1, &vb);
   c->draw(c, &info);
   c->flush(c, NULL);
   c->set_vertex_buffers(c, 0, NULL);
   free(v);
}

/** Draws under the state; afterwards `seen` has the stream. */
static void
draw(const char *name, const struct setup *s)
{
   struct winsys *ws = ws_null_create(&r300_chip_find(name)->base);
   assert_non_null(ws);
   ws->cs_submit = capture;
   struct pipe_screen *screen = r300_screen_create(ws);
   struct pipe_context *c = screen->context_create(screen);
   struct drv_blit_objects o = {0};
   assert_true(drv_blit_objects_init(&o, c));
   struct pipe_resource *cb = target(screen, s->format, PIPE_BIND_RENDER_TARGET);
   struct pipe_resource *zs =
      s->depth ? target(screen, PIPE_FORMAT_Z24_UNORM_S8_UINT, PIPE_BIND_DEPTH_STENCIL) : NULL;
   const struct pipe_framebuffer_state fb = {
      .width = 64,
      .height = 32,
      .nr_cbufs = 1,
      .cbufs = {{cb, (uint16_t)s->format, 0, 0}},
      .zsbuf = { zs, PIPE_FORMAT_Z24_UNORM_S8_UINT, 0, 0}
   };
   void *blend = c->create_blend_state(c, &s->blend), *dsa = c->create_dsa_state(c, &s->dsa);
   void *rast = c->create_rasterizer_state(c, &s->rast);
   c->set_framebuffer_state(c, &fb);
   c->bind_blend_state(c, blend);
   c->bind_dsa_state(c, dsa);
   c->bind_rasterizer_state(c, rast);
   c->set_viewport_state(c, &s->viewport);
   c->set_scissor_state(c, &s->scissor);
   c->set_stencil_ref(c, &s->ref);
   c->set_blend_color(c, &s->color);
   seen.submits = 0;
   draw_bound(c, &o, s);
   c->bind_blend_state(c, NULL);
   c->bind_dsa_state(c, NULL);
   c->bind_rasterizer_state(c, NULL);
   c->delete_blend_state(c, blend);
   c->delete_dsa_state(c, dsa);
   c->delete_rasterizer_state(c, rast);
   drv_blit_objects_fini(&o, c);
   assert_false(c->get_oom(c));
   c->destroy(c);
   pipe_resource_unref(cb);
   pipe_resource_unref(zs);
   screen->destroy(screen);
}

static void
expect(uint32_t offset, uint32_t value)
{
   if (!seen.written[offset / 4] || seen.reg[offset / 4] != value)
      fail_msg("register 0x%04x is %s0x%08x, not 0x%08x", offset,
               seen.written[offset / 4] ? "" : "not written: ", seen.reg[offset / 4], value);
}

/* What a stream says once, and of a triangle without any test. */
static void
test_plain(void **state)
{
   const struct setup s = plain();
   draw("rv515", &s);
   expect(0x42C0, 0x4B7FFFFF); /* SU_DEPTH_SCALE: 2^24 - 1 */
   expect(0x43A8, 0x2DA49525); /* SC_EDGERULE */
   expect(0x4EA0, 0x01010101); /* RB3D_DISCARD_SRC_PIXEL_* */
   expect(0x4EA4, 0xFEFEFEFE);
   expect(0x2288, 0xFFFF);     /* VAP_PVS_VTX_TIMEOUT_REG */
   expect(0x21DC, 0xAAAAAAAA); /* VAP_PSC_SGN_NORM_CNTL */
   expect(0x20B0, 0x43F);      /* VAP_VTE_CNTL: scales and offsets, w is w */
   expect(0x1D98, fui(32));    /* SE_VPORT_XSCALE ... */
   expect(0x1DA0, fui(16));
   expect(0x43E0, 0); /* SC_SCISSOR0, 1: the target */
   expect(0x43E4, 31u << 13 | 63);
   expect(0x43B0, 0); /* SC_CLIP_0_A, B: the viewport */
   expect(0x43B4, 31u << 13 | 63);
   expect(0x43D0, 0xAAAA);   /* SC_CLIP_RULE: inside of it */
   expect(0x4E00, 1u << 14); /* RB3D_CCTL: formats of their own */
   expect(0x4E0C, 0xF);      /* RB3D_COLOR_CHANNEL_MASK */
   expect(0x4E04, 0);        /* RB3D_BLENDCNTL */
}

/* Before R500 windows begin at 1440 in SC's registers, R300 itself has no thresholds, nobody else's registers are written. */
static void
test_generations(void **state)
{
   const struct setup s = plain();
   draw("r300", &s);
   expect(0x43E0, 1440u << 13 | 1440);
   expect(0x43E4, (1440u + 31) << 13 | (1440 + 63));
   expect(0x43B0, 1440u << 13 | 1440);
   expect(0x4E00, 0);
   static const uint16_t r500_only[] = {0x208C, 0x4FD4, 0x4BE0, 0x2218, 0x4258, 0x4114, 0x4074, 0x4250};
   for (unsigned i = 0; i < ARRAY_SIZE(r500_only); i++)
      assert_false(seen.written[r500_only[i] / 4]);
   assert_false(seen.written[0x4EA0 / 4]);
   draw("rv350", &s);
   expect(0x4EA0, 0x01010101);
   draw("rs690", &s);
   expect(0x2140, 0x100); /* VAP_CNTL_STATUS: the vertex engine is bypassed */
   expect(0x20B0, 0x300); /* VAP_VTE_CNTL: coordinates are the window's */
   expect(0x221C, 0x10000);
   expect(0x2080, 0x0014025A); /* VAP_CNTL, as Mesa has it */
}

static void
test_blend(void **state)
{
   struct setup s = plain();
   s.blend.rt[0] = (struct pipe_rt_blend_state){.blend_enable = true,
                                                .rgb_func = PIPE_BLEND_SUBTRACT,
                                                .rgb_src_factor = PIPE_BLENDFACTOR_SRC_ALPHA,
                                                .rgb_dst_factor = PIPE_BLENDFACTOR_INV_CONST_COLOR,
                                                .alpha_func = PIPE_BLEND_MAX,
                                                .alpha_src_factor = PIPE_BLENDFACTOR_ZERO,
                                                .alpha_dst_factor = PIPE_BLENDFACTOR_ZERO,
                                                .colormask = PIPE_MASK_R | PIPE_MASK_A};
   s.color = (struct pipe_blend_color){
      {1, 0.5f, 0, 0.25f}
   };
   draw("rv530", &s);
   /* enabled, separate alpha, reads; SUB; GL_SRC_ALPHA 38, GL_ONE_MINUS_CONSTANT_COLOR 44 */
   expect(0x4E04, 7u | 2u << 12 | 38u << 16 | 44u << 24);
   expect(0x4E08, 5u << 12 | 33u << 16 | 33u << 24); /* MAX; factors of one, as GL's are not looked at */
   /* RGBA in memory: red is the buffer's blue, bit 0; alpha bit 3 */
   expect(0x4E0C, 9);
   expect(0x4EF8, 0u | 256u << 16); /* RB3D_CONSTANT_COLOR_AR: the buffer's red is GL's blue; 0.25 of 1023 */
   expect(0x4EFC, 1023u | 512u << 16);
   draw("r420", &s);
   expect(0x4E10, 64u << 24 | 0u << 16 | 128u << 8 | 255); /* RB3D_CONSTANT_COLOR */
   s.format = PIPE_FORMAT_R8_UNORM; /* stored is what C2_SEL says, and blended with the constant's green */
   draw("rv530", &s);
   expect(0x46A4, 1u << 10 | 1u << 12); /* US_OUT_FMT: red twice, alpha else */
   expect(0x4EFC, 256u | 1023u << 16);
   s.format = PIPE_FORMAT_R8G8_UNORM; /* with the constant's red and blue */
   draw("rv530", &s);
   expect(0x4EF8, 1023u | 256u << 16);
   expect(0x4EFC, 512u | 256u << 16);
}

static void
test_depth_stencil(void **state)
{
   struct setup s = plain();
   s.dsa = (struct pipe_depth_stencil_alpha_state){
      .depth_enabled = true,
      .depth_writemask = true,
      .depth_func = PIPE_FUNC_LEQUAL,
      .stencil = {{true, PIPE_FUNC_GREATER, PIPE_STENCIL_OP_INCR, PIPE_STENCIL_OP_DECR_WRAP,
                   PIPE_STENCIL_OP_INVERT, 0x0F, 0xF0},
                  {true, PIPE_FUNC_NEVER, PIPE_STENCIL_OP_ZERO, PIPE_STENCIL_OP_KEEP, PIPE_STENCIL_OP_REPLACE,
                   0x33, 0x44}},
   };
   s.ref = (struct pipe_stencil_ref){
      {0x12, 0x34}
   };
   draw("rv515", &s);
   expect(0x4F00, 1u | 2 | 4 | 1u << 4 | 1u << 6); /* ZB_CNTL: two faces, two references */
   /* LEQUAL 2; front: GREATER 5, fail 3, zpass 7, zfail 5; back: NEVER 0, ZERO 1, KEEP 0, REPLACE 2 */
   expect(0x4F04, 2u | 5u << 3 | 3u << 6 | 7u << 9 | 5u << 12 | 0u << 15 | 1u << 18 | 0u << 21 | 2u << 24);
   expect(0x4F08, 0x12u | 0x0Fu << 8 | 0xF0u << 16);
   expect(0x4FD4, 0x34u | 0x33u << 8 | 0x44u << 16);
   assert_int_equal(seen.draws, 1);
   expect(0x4F14, 1); /* ZB_ZTOP: tests before shading */
   /* One reference for both faces: two draws, the second of back faces alone. */
   draw("r300", &s);
   assert_int_equal(seen.draws, 2);
   expect(0x4F00, 1u | 2 | 4 | 1u << 4);
   expect(0x4F08, 0x34u | 0x0Fu << 8 | 0x44u << 16); /* NEVER has no use for its mask */
   expect(0x42B8, 4 | 1);                            /* SU_CULL_MODE: fronts are culled */
   s.mode = PIPE_PRIM_LINES;                         /* which have a front alone */
   draw("r300", &s);
   assert_int_equal(seen.draws, 1);
   expect(0x4F08, 0x12u | 0x0Fu << 8 | 0xF0u << 16);
   /* Only one face depends on what differs: one draw with its values. */
   s.mode = PIPE_PRIM_TRIANGLES;
   s.dsa.stencil[0] = (struct pipe_stencil_state){
      true, PIPE_FUNC_ALWAYS, PIPE_STENCIL_OP_REPLACE, PIPE_STENCIL_OP_KEEP, PIPE_STENCIL_OP_KEEP, 0x0F,
      0xF0};
   s.dsa.stencil[1].func = PIPE_FUNC_LESS;
   draw("r300", &s);
   assert_int_equal(seen.draws, 1);
   expect(0x4F08, 0x34u | 0x33u << 8 | 0x44u << 16);
   s.depth = false; /* no such buffer: no test */
   draw("rv515", &s);
   expect(0x4F00, 0);
}

static void
test_rasteriser(void **state)
{
   struct setup s = plain();
   s.rast = (struct pipe_rasterizer_state){.cull_face = PIPE_FACE_BACK,
                                           .offset_tri = true,
                                           .offset_units = 3,
                                           .offset_scale = 2,
                                           .scissor = true,
                                           .point_size = 5,
                                           .line_width = 2.5f,
                                           .point_sprite_upper_left = true};
   s.scissor = (struct pipe_scissor_state){10, 4, 20, 100};
   draw("r580", &s);
   expect(0x42B8, 2);               /* SU_CULL_MODE: backs; clockwise with y upwards is the front */
   expect(0x42B4, 3);               /* SU_POLY_OFFSET_ENABLE: both faces */
   expect(0x42A4, fui(24));         /* FRONT_SCALE: slopes by 1/12 pixel */
   expect(0x42A8, fui(6));          /* FRONT_OFFSET: half steps of 24 bits */
   expect(0x421C, 30u | 30u << 16); /* GA_POINT_SIZE: halves in 1/12 pixel */
   expect(0x4230, 30u | 30u << 16); /* GA_POINT_MINMAX: no size of vertices */
   expect(0x4234, 15u | 2u << 16);  /* GA_LINE_CNTL: square ends */
   expect(0x43B0, 4u << 13 | 10);   /* SC_CLIP_0: inside of the target */
   expect(0x43B4, 31u << 13 | 19);
   expect(0x4204, fui(0)); /* GA_POINT_T0, at larger y */
   expect(0x420C, fui(1));
   expect(0x428C, 0x31); /* GA_ROUND_MODE */
   draw("rv350", &s);
   expect(0x428C, 0x01);
}

/* US_OUT_FMT and RB3D_COLORPITCH: which of the shader's components is which of the buffer's. */
static void
test_formats(void **state)
{
   struct setup s = plain();
   s.depth = false;
   draw("rv515", &s);
   expect(0x46A4, 0x3900); /* RGBA8: C0 red, C1 green, C2 blue, C3 alpha; as Mesa's stream */
   assert_int_equal(seen.reg[0x4E38 / 4] >> 21, 6);
   s.format = PIPE_FORMAT_B5G6R5_UNORM;
   draw("rv515", &s);
   expect(0x46A4, 0x1B00); /* BGRA */
   assert_int_equal(seen.reg[0x4E38 / 4] >> 21, 4);
   for (unsigned i = 1; i < 4; i++)
      expect(0x46A4 + 4 * i, 15); /* no such target */
}

/* A packet counts 16 bits before R500, 24 from there on. */
static void
test_long_draws(void **state)
{
   struct setup s = plain();
   s.count = 65536 + 3 * 11;
   draw("rv515", &s);
   assert_int_equal(seen.draws, 1);
   expect(0x2088, s.count);                                /* VAP_ALT_NUM_VERTICES */
   assert_int_equal(seen.draw[0], 4 | 2u << 4 | 1u << 14); /* triangles of a list, counted there */
   draw("r300", &s);
   assert_int_equal(seen.draws, 2);
   assert_int_equal(seen.draw[0] >> 16, 65532);
   assert_int_equal(seen.draw[1] >> 16, s.count - 65532);
   s.mode = PIPE_PRIM_TRIANGLE_STRIP;
   draw("r300", &s);
   assert_int_equal(seen.draw[0] >> 16, 65534); /* two of them are the next one's, too */
   assert_int_equal(seen.draw[1] >> 16, s.count - 65532);
   s.mode = PIPE_PRIM_TRIANGLE_FAN; /* a list of triangles, by 32-bit indices */
   draw("r300", &s);
   assert_int_equal(seen.draw[0], 4 | 1u << 4 | 1u << 11 | 65532u << 16);
   assert_int_equal(seen.draws, (3 * (s.count - 2) + 65531) / 65532);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_plain),      cmocka_unit_test(test_generations),
      cmocka_unit_test(test_blend),      cmocka_unit_test(test_depth_stencil),
      cmocka_unit_test(test_rasteriser), cmocka_unit_test(test_formats),
      cmocka_unit_test(test_long_draws),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
