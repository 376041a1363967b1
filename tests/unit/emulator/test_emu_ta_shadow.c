/* SPDX-License-Identifier: MIT
 *
 * Shadows of textures: they give the bits that lanes read from the texture itself give, hold for one epoch, and are not
 * made for what is hardly read.
 */
#include "emu_ta_fixture.h"

#include "emulator/terascale/ta/shadow.h"

enum { ENOUGH = 4096 /* waves that are worth any shadow here */ };

/* clang-format off */
static const unsigned formats[] = {1,          7,          8,          10,         11,         12,
                                   26,
                                   DB_FMT_BC1, DB_FMT_BC2, DB_FMT_BC3, DB_FMT_BC4, DB_FMT_BC5};
/* clang-format on */

static const struct ta_view *
random_view(struct tex_rig *x)
{
   const bool cube = rnd() % 4 == 0, array = !cube && x->r.gen >= DB_EVERGREEN && rnd() % 4 == 0;
   const unsigned w = 1 + rnd() % 70, h = cube ? w : 1 + rnd() % 70;
   const unsigned format = formats[rnd() % ARRAY_SIZE(formats)];
   const struct samp s = {
      .clamp = {rnd() % 3, rnd() % 3, 2},
      .mag = rnd() & 1,
      .min = format == 26 || rnd() & 1, /* bytes have one for linear filters */
      .mip = rnd() % 3,
      .faces_apart = rnd() & 1
   };
   const struct tex t = {
      .w = w,
      .h = h,
      .d = array ? 2 : 1,
      .dim = cube    ? TA_CUBE
             : array ? TA_2D_ARRAY
                     : TA_2D,
      .format = format,
      .mode = 1 + (rnd() & 1),
      .tile_type = rnd() & 1,
      .levels = 1 + rnd() % (u_log2(MAX2(w, h)) + 1),
      .degamma = format >= DB_FMT_BC1 && rnd() & 1,
      .sel = {2, 1, 0, rnd() & 1 ? 5 : 3}
   };
   return view(x, t, s);
}

/* Coordinates of anything, of a rectangle seen from the front, or of one that is turned. */
static void
random_coordinates(struct tex_rig *x, bool cube)
{
   const unsigned kind = rnd() % 3;
   for (unsigned l = 0; l < EMU_LANES; l++) {
      x->s.u[l] = fui((float)(int)(rnd() % 2001 - 1000) / 700 + (cube ? 1 : 0));
      x->t.u[l] = fui((float)(int)(rnd() % 2001 - 1000) / 700 + (cube ? 1 : 0));
      x->q.u[l] = fui((float)(rnd() % 6));
   }
   const float s0 = F(x->s.u[0]), t0 = F(x->t.u[0]), step = (float)(rnd() % 64) / 2048,
               other = kind == 2 ? (float)(int)(rnd() % 128 - 64) / 4096 : 0;
   for (unsigned l = 0; l < EMU_LANES && kind; l++) {
      const float column = (float)((l & 1) | (l >> 1 & 2) | (l >> 2 & 4)),
                  row = (float)((l >> 1 & 1) | (l >> 2 & 2) | (l >> 3 & 4));
      x->s.u[l] = fui(s0 + column * step - row * other);
      x->t.u[l] = fui(t0 + row * step + column * other);
      x->q.u[l] = x->q.u[kind == 2 ? 0 : l];
   }
}

static unsigned
waves_until_shadow(const struct ta_view *v, uint32_t epoch, const struct ta_view **s)
{
   unsigned n = 0;
   *s = v;
   while (n < ENOUGH && *s == v) {
      *s = ta_shadow_view(v, epoch, 1);
      n++;
   }
   return n;
}

static const struct ta_view *
shadow_of(const struct ta_view *v, uint32_t epoch)
{
   const struct ta_view *s;
   waves_until_shadow(v, epoch, &s);
   return s;
}

static void
same_texels(void **state)
{
   for (unsigned i = 0; i < 2 * ARRAY_SIZE(rig_levels); i++) {
      const unsigned lv = i / 2;
      struct tex_rig x;
      if (!tex_rig_init(&x, i & 1 ? DB_EVERGREEN : DB_R700, rig_levels[lv]))
         continue;
      for (uint32_t epoch = 1; epoch < 400; epoch++) {
         for (unsigned b = TEX_AT; b < TEX_AT + 0x8000; b++)
            x.r.e.mem.base[b] = (uint8_t)rnd();
         for (unsigned b = MIP_AT; b < MIP_AT + 0x8000; b++)
            x.r.e.mem.base[b] = (uint8_t)rnd();
         const struct ta_view *v = random_view(&x);
         assert_non_null(v->shadow);
         assert_ptr_not_equal(shadow_of(v, epoch), v);
         random_coordinates(&x, v->dim == TA_CUBE);
         x.rq.epoch = epoch;
         for (unsigned c = 0; c < 2; c++)
            x.rq.offset[c] = epoch % 4 == 0 ? (float)(int)(rnd() % 32 - 16) * 0.5f : 0;
         sample(&x, TA_LOD_IMPLICIT);
         struct emu_row got[4];
         memcpy(got, x.out, sizeof got);
         struct ta_view slow = *v;
         slow.fast = false;
         x.rq.view = &slow;
         sample(&x, TA_LOD_IMPLICIT);
         for (unsigned l = 0; l < EMU_LANES; l++)
            for (unsigned k = 0; k < 4; k++)
               if (got[k].u[l] != x.out[k].u[l])
                  fail_msg("%s case %u format %u dim %u size %ux%u levels %u mag %u min %u mip %u at %f %f "
                           "lane %u component %u: %08x by the shadow, %08x by lanes",
                           rig_levels[lv], epoch, v->format, v->dim, v->level[0].w, v->level[0].h,
                           v->num_levels, v->mag_linear, v->min_linear, v->mip, F(x.s.u[l]), F(x.t.u[l]), l,
                           k, got[k].u[l], x.out[k].u[l]);
      }
      tex_rig_fini(&x);
   }
}

/* The texture changes between two epochs. */
static void
epochs(void **state)
{
   struct tex_rig x;
   assert_true(tex_rig_init(&x, DB_R700, rig_levels[0]));
   const struct ta_view *v = view(&x,
                                  (struct tex){
                                     .w = 32, .h = 32, .dim = TA_2D, .format = 8, .mode = 1
   },
                                  (struct samp){.clamp = {2, 2, 2}});
   for (uint32_t epoch = 1; epoch < 4; epoch++) {
      const uint16_t texel = (uint16_t)(epoch * 5);
      put_texel(v, 0, 0, 0, 0, &texel, 2);
      if (epoch == 1) /* not for one wave */
         assert_ptr_equal(ta_shadow_view(v, epoch, 1), v);
      const struct ta_view *s = shadow_of(v, epoch);
      assert_ptr_not_equal(s, v);
      assert_int_equal(s->level[0].base[0], epoch * 5);
      assert_ptr_equal(ta_shadow_view(v, epoch, 1), s);
   }
   tex_rig_fini(&x);
}

/* What was worth a shadow is thought to be so again, for a while. */
static void
trust(void **state)
{
   struct tex_rig x;
   assert_true(tex_rig_init(&x, DB_R700, rig_levels[0]));
   const struct ta_view *s, *v = view(&x,
                                      (struct tex){
                                         .w = 256, .h = 256, .dim = TA_2D, .format = 8, .mode = 1
   },
                                      (struct samp){.clamp = {2, 2, 2}});
   const unsigned first = waves_until_shadow(v, 1, &s), second = waves_until_shadow(v, 2, &s);
   assert_in_range(second, first / 16, first / 4);
   for (uint32_t epoch = 3; epoch < 40; epoch++) /* with less than the first had */
      for (unsigned n = 0; n < second; n++)
         s = ta_shadow_view(v, epoch, 1);
   assert_ptr_equal(s, v);
   tex_rig_fini(&x);
}

/* Formats whose texels do not fit four bytes have none, nor bytes without a filter, which are read as fast. */
static void
others(void **state)
{
   /* clang-format off */
   static const struct tex none[] = {
      {.format = 26},
      {.format = 32},
      {.format = 35},
      {.format = 5},
      {.format = 8, .comp = 1},
      {.format = DB_FMT_BC4, .comp = 1},
      {.format = 26, .degamma = true}
   };
   /* clang-format on */
   struct tex_rig x;
   assert_true(tex_rig_init(&x, DB_R700, rig_levels[0]));
   for (unsigned i = 0; i < ARRAY_SIZE(none); i++) {
      struct tex t = none[i];
      t.w = t.h = 32;
      t.dim = TA_2D;
      t.mode = 1;
      assert_null(view(&x, t,
                       (struct samp){
                          .clamp = {2, 2, 2}
      })
                     ->shadow);
   }
   tex_rig_fini(&x);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(same_texels),
      cmocka_unit_test(epochs),
      cmocka_unit_test(trust),
      cmocka_unit_test(others),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
