/* SPDX-License-Identifier: MIT
 *
 * Words of texture resources and colour targets, on every chip: in which order the texels of a tile are said to
 * stand. Cayman's texture unit and colour block take blocks of 16 bytes in the non-displayable order only, which
 * no document of AMD's says: what Mesa's r600 programs (evergreen_state.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "db/terascale/cm_regs.h"
#include "db/terascale/eg_regs.h"
#include "db/terascale/r6_regs.h"
#include "terascale/public.h"
#include "terascale/state/cso.h"
#include "ts_replay.h"
#include "ts_scene.h"

#define FOR_EACH_CHIP(chip)                                                                                  \
   const struct terascale_chip *chip;                                                                        \
   for (unsigned ci = 0; (chip = terascale_chip_by_index(ci)); ci++)

/** One triangle of \p r as texture into \p target, or into the scene's. */
static void
draw_textured(struct scene *s, struct pipe_resource *r, struct pipe_resource *target)
{
   struct pipe_context *c = s->ctx;
   char error[200];
   struct ir_shader *ir = scene_fs(true);
   void *fs = c->create_fs_state(c, ir, error, sizeof error);
   ir_shader_destroy(ir);
   assert_non_null(fs);
   const struct pipe_sampler_state ss = {0};
   void *sampler = c->create_sampler_state(c, &ss);
   const struct pipe_sampler_view_desc d = {
      .texture = r, .format = r->format, .swizzle = {0, 1, 2, 3}
   };
   struct pipe_sampler_view *v = c->create_sampler_view(c, &d);
   struct pipe_framebuffer_state fb = {.width = 64, .height = 64, .nr_cbufs = 1};
   fb.cbufs[0] = (struct pipe_surface){target, target->format, 0, 0};
   c->set_framebuffer_state(c, &fb);
   c->bind_fs_state(c, fs);
   c->bind_sampler_states(c, PIPE_SHADER_FRAGMENT, 1, &sampler);
   c->set_sampler_views(c, PIPE_SHADER_FRAGMENT, 1, &v);
   scene_draw(s);
   c->flush(c, NULL);
   c->set_framebuffer_state(c, &s->fb);
   c->set_sampler_views(c, PIPE_SHADER_FRAGMENT, 0, NULL);
   c->bind_sampler_states(c, PIPE_SHADER_FRAGMENT, 0, NULL);
   c->bind_fs_state(c, s->fs);
   c->sampler_view_destroy(c, v);
   c->delete_fs_state(c, fs);
   c->delete_sampler_state(c, sampler);
}

struct words {
   uint32_t resource_at; /* of the texture in unit 0 of fragment shaders, dwords */
   uint32_t resource0, attrib;
};

/** Keeps WORD0 of the texture, and CB_COLOR0_ATTRIB of the last draw. */
static void
keep_words(const struct regs *r, unsigned op, const uint32_t *body, unsigned n, void *data)
{
   struct words *w = data;
   if (op == DB_PKT3_SET_RESOURCE && body[0] == w->resource_at)
      w->resource0 = body[1];
   if (is_draw(op))
      w->attrib = r->value[EG_CB_COLOR_ATTRIB_OFFSET(0) / 4];
}

static void
test_order_of_texels(void **state)
{
   static const struct {
      unsigned format;
      bool depth, sixteen_B, target;
   } rows[] = {
      {PIPE_FORMAT_R8G8B8A8_UNORM,     false, false, true },
      {PIPE_FORMAT_R16G16B16A16_FLOAT, false, false, true },
      {PIPE_FORMAT_R32G32B32A32_FLOAT, false, true,  true },
      {PIPE_FORMAT_DXT1_RGBA,          false, false, false},
      {PIPE_FORMAT_DXT3_RGBA,          false, true,  false},
      {PIPE_FORMAT_DXT5_RGBA,          false, true,  false},
      {PIPE_FORMAT_RGTC1_UNORM,        false, false, false},
      {PIPE_FORMAT_RGTC2_UNORM,        false, true,  false},
      {PIPE_FORMAT_BPTC_RGBA_UNORM,    false, true,  false},
      {PIPE_FORMAT_Z16_UNORM,          true,  false, false},
      {PIPE_FORMAT_Z32_FLOAT,          true,  false, false},
   };
   FOR_EACH_CHIP(chip)
   {
      struct mock_ws *m = mock_create(chip);
      struct pipe_screen *screen = ts_screen_create(&m->base);
      struct scene s;
      assert_true(scene_init(&s, screen, 64, 64, PIPE_BIND_RENDER_TARGET));
      for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
         if (!screen->is_format_supported(screen, rows[i].format, PIPE_TEXTURE_2D, 0, PIPE_BIND_SAMPLER_VIEW))
            continue;
         struct pipe_resource *r = scene_texture(screen, rows[i].format, 64, 64, PIPE_BIND_SAMPLER_VIEW);
         struct pipe_resource *target = s.color;
         if (rows[i].target)
            target = scene_texture(screen, rows[i].format, 64, 64, PIPE_BIND_RENDER_TARGET);
         draw_textured(&s, r, target);
         const bool other = rows[i].depth || (chip->gen == DB_CAYMAN && rows[i].sixteen_B);
         const bool r6 = chip->gen <= DB_R700, cayman = chip->gen == DB_CAYMAN;
         struct words w = {.resource_at = VLIW_TEX_RESOURCE_BASE *
                                          (r6 ? DB_R6_RESOURCE_STRIDE_B : DB_EG_RESOURCE_STRIDE_B) / 4};
         assert_int_equal(replay(m, keep_words, &w), 1);
         const uint32_t order = r6       ? R6_SQ_TEX_RESOURCE_WORD0_get_TILE_TYPE(w.resource0)
                                : cayman ? CM_SQ_TEX_RESOURCE_WORD0_get_NON_DISP_TILING_ORDER(w.resource0)
                                         : EG_SQ_TEX_RESOURCE_WORD0_get_NON_DISP_TILING_ORDER(w.resource0);
         assert_int_equal(order, other);
         if (!r6)
            assert_int_equal(EG_CB_COLOR_ATTRIB_get_NON_DISP_TILING_ORDER(w.attrib), other && rows[i].target);
         if (cayman && rows[i].sixteen_B) /* as Mesa's r600 writes it, for 64 x 64 */
            assert_int_equal(w.resource0, 0x00FC01D1);
         if (target != s.color)
            pipe_resource_unref(target);
         pipe_resource_unref(r);
      }
      assert_int_equal(m->refused, 0);
      scene_fini(&s);
      screen->destroy(screen);
      assert_int_equal(m->live_bos, 0);
      mock_free(m);
   }
}

/* MAX_LOD of a sampler without levels: where the filters differ it must leave the level of detail alone, which
 * chooses between them. */
static void
test_level_limit(void **state)
{
   static const struct pipe_sampler_state rows[] = {
      {.min_img_filter = PIPE_TEX_FILTER_LINEAR,  .mag_img_filter = PIPE_TEX_FILTER_NEAREST, .max_lod = 1000},
      {.min_img_filter = PIPE_TEX_FILTER_NEAREST,                                         .mag_img_filter = PIPE_TEX_FILTER_LINEAR,                                          .max_lod = 1000},
      {.min_img_filter = PIPE_TEX_FILTER_LINEAR,                          .mag_img_filter = PIPE_TEX_FILTER_LINEAR,                          .max_lod = 1000},
      {.min_mip_filter = PIPE_TEX_MIPFILTER_LINEAR,.max_lod = 1000},
   };
   FOR_EACH_CHIP(chip)
   {
      struct mock_ws *m = mock_create(chip);
      struct pipe_screen *screen = ts_screen_create(&m->base);
      struct pipe_context *c = screen->context_create(screen);
      assert_non_null(c);
      for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
         struct ts_sampler *s = c->create_sampler_state(c, &rows[i]);
         assert_non_null(s);
         if (chip->gen <= DB_R700)
            assert_int_equal(R6_SQ_TEX_SAMPLER_WORD1_get_MAX_LOD(s->word[1]), 1023);
         else
            assert_int_equal(EG_SQ_TEX_SAMPLER_WORD1_get_MAX_LOD(s->word[1]), i == 2 ? 0 : 4095);
         c->delete_sampler_state(c, s);
      }
      c->destroy(c);
      screen->destroy(screen);
      mock_free(m);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order_of_texels),
      cmocka_unit_test(test_level_limit),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
