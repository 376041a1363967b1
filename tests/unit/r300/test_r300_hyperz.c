/* SPDX-License-Identifier: MIT
 *
 * Clears of depth by marks: programs of random clears, draws and looks from outside, once with a kernel that lends the memory for
 * them and once with one that does not, must leave the same colours and the same depth. And who may use that memory when.
 */
#include "r300_pictures.h"

#include "db/r300/r300_pm4.h"
#include "db/r300/rx_regs.h"
#include "util/u_debug.h"
#include "winsys/winsys.h"
#include "../random_share.h"

enum { W = 70, H = 45, BUFFERS = 2, PROGRAMS = 24, STEPS = 60 };

/* ---- a kernel that counts ---- */

static struct {
   bool (*submit)(struct winsys *ws, enum ws_ring ring, const uint32_t *dw, uint32_t ndw,
                  const struct ws_reloc *relocs, uint32_t num_relocs, struct ws_fence **fence);
   bool (*lend)(struct winsys *ws, bool want);
   unsigned clears, bounds_clears, rejects, asked, given_back;
   bool refuse;
} kernel;

static bool
counting_submit(struct winsys *ws, enum ws_ring ring, const uint32_t *dw, uint32_t ndw,
                const struct ws_reloc *relocs, uint32_t num_relocs, struct ws_fence **fence)
{
   for (uint32_t i = 0; i + 1 < ndw; i += 1 + (R300_PKT_TYPE(dw[i]) == 2 ? 0 : R300_PKT_BODY_DW(dw[i]))) {
      kernel.clears += dw[i] == R300_PKT3(R300_PKT3_3D_CLEAR_ZMASK, 3);
      kernel.bounds_clears += dw[i] == R300_PKT3(R300_PKT3_3D_CLEAR_HIZ, 3);
      kernel.rejects +=
         dw[i] == R300_PKT0(RX_ZB_BW_CNTL_OFFSET, 1) && RX_ZB_BW_CNTL_get_HIZ_ENABLE(dw[i + 1]);
   }
   return kernel.submit(ws, ring, dw, ndw, relocs, num_relocs, fence);
}

static bool
counting_lend(struct winsys *ws, bool want)
{
   kernel.asked += want;
   kernel.given_back += !want;
   return kernel.lend(ws, want && !kernel.refuse);
}

static struct fix
open_counting(const char *chip)
{
   char error[300] = "";
   struct winsys *ws = target_emulator_open(chip, error, sizeof error);
   if (!ws)
      fail_msg("%s", error);
   memset(&kernel, 0, sizeof kernel);
   kernel.submit = ws->cs_submit;
   kernel.lend = ws->lend_hyperz;
   ws->cs_submit = counting_submit;
   ws->lend_hyperz = counting_lend;
   struct fix f = {chip, r300_screen_create(ws), NULL};
   f.c = f.screen->context_create(f.screen);
   assert_non_null(f.c);
   return f;
}

static struct fix
open_without(const char *chip)
{
   char error[300] = "";
   struct winsys *ws = target_emulator_open(chip, error, sizeof error);
   if (!ws)
      fail_msg("%s", error);
   ws->lend_hyperz = NULL;
   struct fix f = {chip, r300_screen_create(ws), NULL};
   f.c = f.screen->context_create(f.screen);
   assert_non_null(f.c);
   return f;
}

/* ---- programs ---- */

struct world {
   struct fix f;
   struct drv_blit_objects o;
   struct pipe_resource *color, *zs[BUFFERS];
   unsigned bound; /* which of zs */
   uint32_t seed;
};

static uint32_t
next(struct world *w, uint32_t n)
{
   w->seed = w->seed * 1664525 + 1013904223;
   return (uint32_t)((uint64_t)w->seed * n >> 32);
}

static void
open_world(struct world *w, struct fix f, uint32_t seed)
{
   *w = (struct world){.f = f, .seed = seed};
   assert_true(drv_blit_objects_init(&w->o, f.c));
   w->color = texture(&w->f, PIPE_TEXTURE_2D, PIPE_FORMAT_R8G8B8A8_UNORM, W, H, 0,
                      PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW);
   for (unsigned i = 0; i < BUFFERS; i++)
      w->zs[i] =
         texture(&w->f, PIPE_TEXTURE_2D, seed % 4 ? PIPE_FORMAT_Z24_UNORM_S8_UINT : PIPE_FORMAT_Z24X8_UNORM,
                 W, H, 0, PIPE_BIND_DEPTH_STENCIL | PIPE_BIND_SAMPLER_VIEW);
   bind_target(&w->f, w->color, w->zs[0]);
   clear_color(&w->f, 0, 0, 0, 0);
}

static void
close_world(struct world *w)
{
   struct pipe_context *c = w->f.c;
   c->set_sampler_views(c, PIPE_SHADER_FRAGMENT, 0, NULL);
   c->bind_dsa_state(c, NULL);
   drv_blit_objects_fini(&w->o, c);
   pipe_resource_unref(w->color);
   for (unsigned i = 0; i < BUFFERS; i++)
      pipe_resource_unref(w->zs[i]);
   close_chip(&w->f);
}

static void
clear_some(struct world *w)
{
   struct pipe_clear_info ci = {.buffers = PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL,
                                .depth = (double)next(w, 9) / 8,
                                .stencil = (uint8_t)next(w, 256),
                                .stencil_writemask = 0xff};
   const uint32_t kind = next(w, 8);
   if (kind == 0)
      ci.buffers = PIPE_CLEAR_DEPTH;
   if (kind == 1)
      ci.buffers = PIPE_CLEAR_STENCIL;
   if (kind == 2)
      ci.stencil_writemask = (uint8_t)next(w, 256);
   if (kind == 3) {
      ci.scissor_enable = true;
      ci.scissor =
         (struct pipe_scissor_state){(uint16_t)next(w, 30), (uint16_t)next(w, 20),
                                     (uint16_t)(30 + next(w, W - 30)), (uint16_t)(20 + next(w, H - 20))};
   }
   w->f.c->clear(w->f.c, &ci);
}

static struct pipe_stencil_state
random_stencil(struct world *w)
{
   struct pipe_stencil_state s = {.enabled = true,
                                  .func = next(w, 8) & 7,
                                  .zpass_op = next(w, 8) & 7,
                                  .valuemask = (uint8_t)next(w, 256),
                                  .writemask = (uint8_t)next(w, 256)};
   if (next(w, 3) == 0) {
      s.fail_op = next(w, 8) & 7;
      s.zfail_op = next(w, 8) & 7;
   }
   return s;
}

static void
draw_some(struct world *w, bool samples)
{
   struct pipe_context *c = w->f.c;
   struct pipe_depth_stencil_alpha_state s = {.depth_enabled = next(w, 6) != 0,
                                              .depth_writemask = next(w, 4) != 0,
                                              .depth_func = next(w, 3) ? PIPE_FUNC_LEQUAL : next(w, 8) & 7};
   if (next(w, 4) == 0 && w->zs[0]->format == PIPE_FORMAT_Z24_UNORM_S8_UINT)
      s.stencil[0] = random_stencil(w);
   void *dsa = c->create_dsa_state(c, &s);
   const int x = (int)next(w, W), y = (int)next(w, H), width = 1 + (int)next(w, W),
             height = 1 + (int)next(w, H);
   const float color[4] = {(float)next(w, 256) / 255, (float)next(w, 256) / 255, (float)next(w, 256) / 255,
                           1};
   const struct pipe_constant_buffer cb = {.user = color, .size_B = sizeof color};
   const struct pipe_stencil_ref ref = {
      {(uint8_t)next(w, 256), 0}
   };
   float v[24];
   drv_blit_vertices(v, (float)next(w, 9) / 8, 0, 0, 1, 1);
   const struct pipe_vertex_buffer vb = {.user = v, .stride_B = 32};
   const struct pipe_viewport_state vp = {
      .scale = {(float)width * 0.5f,            (float)height * 0.5f,            1},
      .translate = {(float)x + (float)width * 0.5f, (float)y + (float)height * 0.5f, 0},
   };
   const struct pipe_draw_info info = {.mode = PIPE_PRIM_TRIANGLES, .count = 3, .instance_count = 1};
   c->bind_blend_state(c, drv_blit_blend(&w->o, c, 15));
   c->bind_dsa_state(c, dsa);
   c->bind_rasterizer_state(c, w->o.rast[0]);
   c->bind_vertex_elements_state(c, w->o.velems);
   c->bind_vs_state(c, w->o.vs);
   c->bind_fs_state(c, samples ? w->o.fs_tex : w->o.fs_color);
   c->set_constant_buffer(c, PIPE_SHADER_FRAGMENT, 0, &cb);
   c->set_viewport_state(c, &vp);
   c->set_sample_mask(c, ~0u);
   c->set_stencil_ref(c, &ref);
   c->set_vertex_buffers(c, 1, &vb);
   c->draw(c, &info);
   c->bind_dsa_state(c, NULL);
   c->delete_dsa_state(c, dsa);
}

/** The bits of a buffer's pixels that are defined. */
static uint32_t
defined(const struct pipe_resource *r)
{
   return r->format == PIPE_FORMAT_Z24X8_UNORM ? 0xffffff : ~0u;
}

/** Depth as a texture, of a buffer that is not bound for depth. */
static void
sample_some(struct world *w)
{
   struct pipe_context *c = w->f.c;
   struct pipe_resource *r = w->zs[w->bound];
   const struct pipe_sampler_view_desc d = {
      .texture = r, .format = r->format, .swizzle = {0, 0, 0, 5}
   };
   struct pipe_sampler_view *v = c->create_sampler_view(c, &d);
   assert_non_null(v);
   bind_target(&w->f, w->color, NULL);
   c->set_sampler_views(c, PIPE_SHADER_FRAGMENT, 1, &v);
   c->bind_sampler_states(c, PIPE_SHADER_FRAGMENT, 1, &w->o.sampler[0]);
   c->sampler_view_destroy(c, v);
   draw_some(w, true);
   c->set_sampler_views(c, PIPE_SHADER_FRAGMENT, 0, NULL);
   bind_target(&w->f, w->color, w->zs[w->bound]);
}

/** Another context copies depth to the other buffer. */
static void
look_from_another(struct world *w)
{
   struct pipe_context *c = w->f.c, *other;
   const struct pipe_box all = {0, 0, 0, W, H, 1};
   const bool late = next(w, 2);
   if (late)
      c->flush(c, NULL);
   other = w->f.screen->context_create(w->f.screen);
   assert_non_null(other);
   if (!late)
      c->flush(c, NULL);
   struct pipe_transfer *t;
   const void *p = other->texture_map(other, w->zs[w->bound], 0, PIPE_MAP_READ, &all, &t);
   assert_non_null(p);
   const struct pipe_framebuffer_state none = {0};
   const uint32_t at = next(w, W * H);
   uint32_t seen;
   memcpy(&seen, (const uint8_t *)p + (at / W) * t->stride_B + at % W * 4, 4);
   w->seed += seen & defined(w->zs[w->bound]); /* what it sees counts */
   other->texture_unmap(other, t);
   other->set_framebuffer_state(other, &none);
   other->destroy(other);
}

static void
look_at_pixel(struct world *w)
{
   struct pipe_resource *r = w->zs[next(w, BUFFERS)];
   const int x = (int)next(w, W), y = (int)next(w, H);
   w->seed += read_dword(&w->f, r, x, y) & defined(r);
}

static void
step(struct world *w)
{
   struct pipe_context *c = w->f.c;
   switch (next(w, 16)) {
   case 0:
   case 1:
   case 2:
      clear_some(w);
      break;
   case 3:
      w->bound = next(w, BUFFERS);
      bind_target(&w->f, w->color, w->zs[w->bound]);
      break;
   case 4:
      c->flush(c, NULL);
      break;
   case 5:
      sample_some(w);
      break;
   case 6: {
      const struct pipe_box some = {(int)next(w, W / 2), (int)next(w, H / 2), 0, W / 2, H / 2, 1};
      const unsigned from = next(w, BUFFERS);
      c->resource_copy_region(c, w->zs[!from], 0, next(w, W / 2), next(w, H / 2), 0, w->zs[from], 0, &some);
      break;
   }
   case 7:
      look_at_pixel(w);
      break;
   case 8:
      clear_color(&w->f, (float)next(w, 256) / 255, 0, 0, 1);
      break;
   case 9:
      if (next(w, 4) == 0)
         look_from_another(w);
      break;
   default:
      draw_some(w, false);
   }
}

static void
compare(struct world *a, struct world *b)
{
   static uint32_t of_a[W * H], of_b[W * H];
   const struct pipe_box all = {0, 0, 0, W, H, 1};
   assert_int_equal(a->seed, b->seed); /* which depends on depth that was looked at */
   for (unsigned i = 0; i <= BUFFERS; i++) {
      read_box(&a->f, i ? a->zs[i - 1] : a->color, 0, all, of_a, W * 4);
      read_box(&b->f, i ? b->zs[i - 1] : b->color, 0, all, of_b, W * 4);
      const uint32_t mask = i ? defined(a->zs[i - 1]) : ~0u;
      for (unsigned p = 0; p < W * H; p++)
         if ((of_a[p] ^ of_b[p]) & mask)
            fail_msg("%s, surface %u, pixel %u, %u: 0x%08x with marks, 0x%08x without", a->f.chip, i, p % W,
                     p / W, of_a[p], of_b[p]);
   }
}

static void
test_same_pictures(void **state)
{
   for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
      unsigned clears = 0, rejects = 0;
      const unsigned programs = random_share(PROGRAMS);
      for (uint32_t seed = 1; seed <= programs; seed++) {
         struct world with, without;
         open_world(&with, open_counting(chips[k]), seed);
         open_world(&without, open_without(chips[k]), seed);
         for (unsigned i = 0; i < STEPS; i++) {
            step(&with);
            step(&without);
         }
         compare(&with, &without);
         clears += kernel.clears;
         rejects += kernel.rejects;
         close_world(&with);
         close_world(&without);
      }
      assert_in_range(clears, programs, programs * STEPS); /* else nothing was compared */
      assert_true(rejects > 0 || !strcmp(chips[k], "rv350"));
   }
}

/* ---- who has the memory ---- */

static void
clear_zs(struct pipe_context *c)
{
   const struct pipe_clear_info ci = {.buffers = PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL,
                                      .depth = 0.25,
                                      .stencil = 7,
                                      .stencil_writemask = 0xff};
   c->clear(c, &ci);
}

/** A context that has made marks and flushed them makes none for long: the memory goes back, and comes again. */
static void
test_idle_gives_back(void **state)
{
   struct fix f = open_counting("rv530");
   struct pipe_resource *z =
      texture(&f, PIPE_TEXTURE_2D, PIPE_FORMAT_Z24_UNORM_S8_UINT, W, H, 0, PIPE_BIND_DEPTH_STENCIL);
   bind_target(&f, NULL, z);
   clear_zs(f.c);
   f.c->flush(f.c, NULL);
   assert_int_equal(kernel.clears, 1);
   for (unsigned i = 0; i < 300; i++)
      f.c->flush(f.c, NULL);
   assert_int_equal(kernel.given_back, 0); /* the marks are live */
   assert_int_equal(read_dword(&f, z, 3, 3), 0x07400000);
   clear_zs(f.c); /* while the memory is lent it is not asked for */
   assert_int_equal(read_dword(&f, z, 3, 3), 0x07400000);
   assert_int_equal(kernel.clears, 2);
   assert_int_equal(kernel.asked, 1);
   for (unsigned i = 0; i < 300; i++)
      f.c->flush(f.c, NULL);
   assert_int_equal(kernel.given_back, 1);
   clear_zs(f.c);
   assert_int_equal(kernel.asked, 2);
   assert_int_equal(read_dword(&f, z, 3, 3), 0x07400000);
   pipe_resource_unref(z);
   close_chip(&f);
   assert_int_equal(kernel.given_back, 2);
}

/** Where the kernel has lent it to others, clears draw, and it is not asked at each of them. */
static void
test_refused(void **state)
{
   struct fix f = open_counting("rv530");
   struct pipe_resource *z =
      texture(&f, PIPE_TEXTURE_2D, PIPE_FORMAT_Z24_UNORM_S8_UINT, W, H, 0, PIPE_BIND_DEPTH_STENCIL);
   bind_target(&f, NULL, z);
   kernel.refuse = true;
   for (unsigned i = 0; i < 10; i++)
      clear_zs(f.c);
   assert_int_equal(read_dword(&f, z, 3, 3), 0x07400000);
   assert_int_equal(kernel.clears, 0);
   assert_int_equal(kernel.asked, 1);
   kernel.refuse = false;
   for (unsigned i = 0; i < 100; i++)
      clear_zs(f.c);
   assert_int_equal(read_dword(&f, z, 3, 3), 0x07400000);
   assert_int_equal(kernel.asked, 2);
   assert_true(kernel.clears > 0);
   pipe_resource_unref(z);
   close_chip(&f);
}

/** Of two contexts that clear one has the memory; the other's depth is drawn. The first one's flush makes room. */
static void
test_one_context(void **state)
{
   struct fix f = open_counting("rv530"), g = f;
   g.c = f.screen->context_create(f.screen);
   assert_non_null(g.c);
   struct pipe_resource *z[2];
   for (unsigned i = 0; i < 2; i++)
      z[i] = texture(&f, PIPE_TEXTURE_2D, PIPE_FORMAT_Z24_UNORM_S8_UINT, W, H, 0, PIPE_BIND_DEPTH_STENCIL);
   bind_target(&f, NULL, z[0]);
   bind_target(&g, NULL, z[1]);
   clear_zs(f.c);
   clear_zs(g.c);
   g.c->flush(g.c, NULL);
   assert_int_equal(kernel.clears, 0); /* the first one's stream is not there yet */
   f.c->flush(f.c, NULL);
   assert_int_equal(kernel.clears, 1);
   clear_zs(g.c);
   g.c->flush(g.c, NULL);
   assert_int_equal(kernel.clears, 2);
   assert_int_equal(read_dword(&g, z[0], 3, 3), 0x07400000); /* each may look at the other's */
   assert_int_equal(read_dword(&f, z[1], 3, 3), 0x07400000);
   pipe_resource_unref(z[0]);
   pipe_resource_unref(z[1]);
   g.c->destroy(g.c);
   close_chip(&f);
}

int
main(void)
{
   const char *tiling = u_getenv("TERAGL_DEBUG");
   setenv("TERAGL_DEBUG", tiling && strstr(tiling, "tile2d") ? "fastclear,tile2d" : "fastclear",
          1); /* before R500, too */
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_pictures),
      cmocka_unit_test(test_idle_gives_back),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_one_context),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
