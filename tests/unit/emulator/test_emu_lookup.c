/* SPDX-License-Identifier: MIT
 *
 * Draws whose shader is one lookup: the bits that the shader itself leaves when it runs, for random textures, samplers,
 * targets, equations and triangles at all SIMD levels. And which programs are such shaders.
 */
#include "emu_sq_text.h"
#include "emu_ta_fixture.h"

#include "emulator/raster/raster.h"
#include "emulator/raster/state.h"
#include "emulator/terascale/spi/spi.h"
#include "emulator/terascale/sq/lookup.h"
#include "emulator/terascale/state/describe.h"
#include "../random_share.h"

enum {
   W = 126,
   H = 72,
   PITCH = 128,
   ROWS = 80,
   COLOR_AT = 0x500000,
   COLOR_B = PITCH * ROWS * 8,
   ROUNDS = 250
};

/* s and t in R0.xy, a colour in R1 */
static const char interpolated[] = "ALU\n"
                                   "   x: INTERP_ZW _R1.x, R0.y, Param0.x\n"
                                   "   y: INTERP_ZW _R1.y, R0.x, Param0.y\n"
                                   "   z: INTERP_ZW R1.z, R0.y, Param0.z\n"
                                   "   w: INTERP_ZW R1.w, R0.x, Param0.w last\n"
                                   "   x: INTERP_XY R0.x, R0.y, Param0.x\n"
                                   "   y: INTERP_XY R0.y, R0.x, Param0.y\n"
                                   "   z: INTERP_XY _R0.z, R0.y, Param0.z\n"
                                   "   w: INTERP_XY _R0.w, R0.x, Param0.w last\n";
static const char lookup[] = "TEX\n"
                             "   SAMPLE R0.xyzw, R0.xy00, t0, s0\n"
                             "EXPORT_DONE PIXEL 0, R0.xyzw\n"
                             "END\n";

/* Lookups whose colour is more than the texel; what R0.zw hold before Evergreen are inputs, too. */
static const char *const modulated[] = {
   "TEX\n   SAMPLE R0.xyzw, R0.xy00, t0, s0\n"
   "ALU\n   x: MUL_IEEE R0.x, R0.x, 0x3f333333.x\n   y: MUL R0.y, R0.y, -0x3e99999a.y\n   z: MUL_IEEE R0.z, "
   "1.0, R0.z\n"
   "   w: MUL R0.w, R0.w, 0x3f666666.z last\nEXPORT_DONE PIXEL 0, R0.xyzw\nEND\n",
   "TEX\n   SAMPLE R2.xyzw, R0.xy00, t0, s0\n"
   "ALU\n   x: MUL_IEEE R2.x, R2.x, FACTOR.z\n   y: MUL R2.y, FACTOR.w, R2.y\n   z: MUL_IEEE R2.z, R2.z, "
   "FACTOR.w\n"
   "   w: MUL R2.w, R2.x, FACTOR.z last\nEXPORT_DONE PIXEL 0, R2.xyzw\nEND\n",
   "ALU\n   w: MOV R3.w, 0x3f19999a.x last\nTEX\n   SAMPLE R3.zyx_, R0.xy00, t0, s0\nEXPORT_DONE PIXEL 0, "
   "R3.xyzw\nEND\n",
   "TEX\n   SAMPLE R2.xyzw, R0.xy00, t0, s0\nALU\n   x: MOV R2.x, FACTOR.w\n   y: MOV R2.y, R2.w last\n"
   "EXPORT_DONE PIXEL 0, R2.wyxz\nEND\n",
};

static void
load_program(struct tex_rig *x, const char *behind)
{
   char text[2000];
   const char *in = x->r.gen >= DB_EVERGREEN ? "R1" : "R0", *factor;
   snprintf(text, sizeof text, "%s", x->r.gen >= DB_EVERGREEN ? interpolated : "");
   for (; (factor = strstr(behind, "FACTOR")); behind = factor + 6)
      snprintf(text + strlen(text), sizeof text - strlen(text), "%.*s%s", (int)(factor - behind), behind, in);
   snprintf(text + strlen(text), sizeof text - strlen(text), "%s", behind);
   rig_text(&x->r, SQ_PS, text);
}

/* The registers of the view's texture and sampler. */
static void
bind_view(struct tex_rig *x, const struct ta_view *v)
{
   struct emu_regs *r = &x->r.e.regs;
   if (x->r.gen >= DB_EVERGREEN)
      memcpy(&r->eg.resource.SQ_TEX_RESOURCE[DB_EG_RESOURCE_PS], v->key, 32);
   else
      memcpy(&r->r6.resource.SQ_TEX_RESOURCE[DB_R6_RESOURCE_PS], v->key, 28);
   memcpy(x->r.gen >= DB_EVERGREEN ? r->eg.sampler.raw : r->r6.sampler.raw, v->key + 8, 12);
}

static struct emu_surface
target_surface(const struct tex_rig *x, unsigned mode, unsigned type, unsigned bytes)
{
   struct emu_surface s = {.chip = x->r.e.chip,
                           .addr = EMU_VRAM_BASE + COLOR_AT,
                           .array_mode = (uint8_t)mode,
                           .tile_type = (uint8_t)type,
                           .bytes_per_el = (uint8_t)bytes,
                           .bank_width = 1,
                           .bank_height = 1,
                           .macro_aspect = 1,
                           .num_banks = 8,
                           .tile_split_B = 2048,
                           .pitch_el = PITCH,
                           .height_el = ROWS};
   s.slice_B = (uint64_t)s.pitch_el * s.height_el * bytes;
   return s;
}

static struct emu_draw_state
random_draw(const struct tex_rig *x, bool whole_range)
{
   static const uint8_t usual[][2] = {
      {4, 5},
      {1, 5},
      {1, 1},
      {8, 0}
   };
   static const struct {
      uint8_t format, number, bytes;
   } formats[] = {
      {26, 0, 4},
      {26, 0, 4},
      {8,  0, 2},
      {32, 7, 8}
   };
   const unsigned f = rnd() % (whole_range ? 3 : 4);
   const uint8_t *color = usual[rnd() % 4], *alpha = rnd() % 3 ? color : usual[rnd() % 4];
   struct emu_draw_state d = {
      .chip = x->r.e.chip,
      .pos_gpr = -1,
      .face_gpr = -1,
      .fixed_gpr = -1,
      .interp_in_shader = x->r.gen >= DB_EVERGREEN,
      .baryc_enable = rnd() % 4 ? 2 : 16,
      .num_ps_in = 1,
      .ps_in[0].linear = rnd() % 4 == 0,
      .draw.raster.num_params = 1,
      .draw.raster.pix_center_half = true,
      .draw.raster.quant_bits = 8,
      .draw.raster.scissor = {0, 0, W, H},
      .draw.constants.z_max = 1,
      .num_cb = 1,
      .rop3 = 0xcc,
      .cb_special = 1,
   };
   d.cb[0] = (struct emu_cb_state){
      .enabled = true,
      .surf = target_surface(x, rnd() % 3 ? EMU_1D_THIN1 : EMU_LINEAR_ALIGNED, rnd() & 1, formats[f].bytes),
      .format = formats[f].format,
      .number_type = formats[f].number,
      .comp_swap = (uint8_t)(f < 2 ? rnd() % 4 : 0),
      .blend_clamp = formats[f].number != 7,
      .force_alpha_1 = rnd() % 8 == 0,
      .write_mask = (uint8_t)(rnd() % 4 ? 15 : 1 + rnd() % 15),
      .blend_enable = rnd() % 3 != 0,
      .color_src = color[0],
      .color_dst = color[1],
      .alpha_src = alpha[0],
      .alpha_dst = alpha[1],
      .color_func = rnd() % 8 == 0 ? 4 : 0,
   };
   d.cb[0].size_B = d.cb[0].surf.slice_B;
   return d;
}

static const struct ta_view *
random_view(struct tex_rig *x)
{
   static const unsigned formats[] = {26, 26, 26, 8, 1, 7, 35, DB_FMT_BC1};
   const unsigned w = 1 + rnd() % 90, h = 1 + rnd() % 90;
   const bool linear = rnd() & 1;
   return view(x,
               (struct tex){
                  .w = w,
                  .h = h,
                  .dim = TA_2D,
                  .format = formats[rnd() % ARRAY_SIZE(formats)],
                  .mode = 1 + (rnd() & 1),
                  .tile_type = rnd() & 1,
                  .levels = rnd() % 3 ? 1 : 1 + u_log2(MAX2(w, h)),
                  .sel = {(uint8_t)(rnd() % 6), 1, 0, rnd() & 1 ? 5 : 3}
   },
               (struct samp){.clamp = {rnd() % 3, rnd() % 3, 2},
                             .mag = linear,
                             .min = rnd() % 4 ? linear : !linear,
                             .mip = rnd() % 3});
}

static const struct raster_vertex *
corner(struct raster *raster, float at_x, float at_y, float s, float t, float rw)
{
   struct raster_vertex *v = u_arena_new(raster_arena(raster), struct raster_vertex);
   float *p = u_arena_array(raster_arena(raster), float, 4);
   p[0] = s;
   p[1] = t;
   p[2] = (float)(rnd() % 3) * 0.5f;
   p[3] = (float)(rnd() % 256) / 255;
   *v = (struct raster_vertex){
      .x = floorf(at_x * 256) / 256, .y = floorf(at_y * 256) / 256, .rw = rw, .params = p};
   return v;
}

static float
between(float lo, float hi)
{
   return lo + (hi - lo) * (float)(rnd() % 4096) / 4096;
}

/* A rectangle of two triangles, seen from the front or turned, or in perspective. */
static void
add_random_rectangle(struct raster *raster, const struct ta_view *v)
{
   const bool turned = rnd() % 8 == 0, far = rnd() % 4 == 0, exact = rnd() & 1;
   const float x0 = exact ? 0 : between(-8, W / 2), y0 = exact ? 0 : between(-8, H / 2);
   const float x1 = exact ? W : x0 + between(10, W), y1 = exact ? H : y0 + between(10, H);
   /* a texel a pixel, in its middle or where rounding decides which texel or which weight it is */
   static const float offsets[] = {0, 0.5f, 1.0f / 512, -0.5f};
   const float off_s = offsets[rnd() % 4], off_t = offsets[rnd() % 4], w = v->level[0].fw, h = v->level[0].fh;
   const float s0 = exact ? off_s / w : between(-2, 1), t0 = exact ? off_t / h : between(-2, 1);
   const float s1 = exact ? (W + off_s) / w : s0 + between(-2, 2),
               t1 = exact ? (H + off_t) / h : t0 + between(-2, 2);
   const float lean = turned ? between(-20, 20) : 0;
   const struct raster_vertex *c[4];
   for (unsigned i = 0; i < 4; i++)
      c[i] = corner(raster, (i & 1 ? x1 : x0) + (i & 2 ? lean : 0), (i & 2 ? y1 : y0) - (i & 1 ? lean : 0),
                    i & 1 ? s1 : s0, i & 2 ? t1 : t0, far ? between(0.2f, 1) : 1);
   /* of the halves the first vertex is the one in the right angle or not: s and t depend on one barycentric or on both */
   static const uint8_t orders[2][2][3] = {
      {{0, 1, 2}, {2, 1, 3}},
      {{1, 0, 2}, {3, 1, 2}}
   };
   const uint8_t(*order)[3] = orders[rnd() & 1];
   for (unsigned k = 0; k < 2; k++) {
      const struct raster_prim p = {
         .kind = RASTER_PRIM_TRIANGLE, .front = true, .v = {c[order[k][0]], c[order[k][1]], c[order[k][2]]}
      };
      raster_add_prim(raster, &p);
   }
}

/* The target's bytes after a draw that the seed decides; false: it is no lookup. */
static bool
draw(struct tex_rig *x, struct raster *raster, bool short_way, uint8_t *out)
{
   for (unsigned i = TEX_AT; i < TEX_AT + 0x20000; i += 2) /* no floats that are none */
      memcpy(x->r.e.mem.base + i, &(uint16_t){(uint16_t)(rnd() & 0xbbff)}, 2);
   for (unsigned i = MIP_AT; i < MIP_AT + 0x20000; i += 2)
      memcpy(x->r.e.mem.base + i, &(uint16_t){(uint16_t)(rnd() & 0xbbff)}, 2);
   for (unsigned i = COLOR_AT; i < COLOR_AT + COLOR_B; i += 2)
      memcpy(x->r.e.mem.base + i, &(uint16_t){(uint16_t)(rnd() & 0xbbff)}, 2);
   const struct ta_view *v = random_view(x);
   struct emu_draw_state *d = u_arena_new(raster_arena(raster), struct emu_draw_state);
   uint64_t loaded[SQ_LOADED_WORDS];
   bind_view(x, v);
   *d = random_draw(x, v->kind == TA_PACKED || v->block_shift);
   d->ps = rig_state(&x->r, SQ_PS);
   if (!d->ps)
      fail_msg("%s", x->r.err.reason);
   spi_loaded(d, loaded);
   spi_find_reads(d);
   d->ps_clear = sq_stage_clear(raster_arena(raster), d->ps, loaded);
   d->lookup = spi_lookup(raster_arena(raster), d);
   const bool is = d->lookup != NULL;
   if (!short_way)
      d->lookup = NULL;
   state_describe_draw(d);
   raster_set_state(raster, &d->draw);
   for (unsigned i = 0; i < 3; i++)
      add_random_rectangle(raster, v);
   raster_flush(raster);
   memcpy(out, x->r.e.mem.base + COLOR_AT, COLOR_B);
   return is;
}

/* Blocks of strips, by what their texture needs: one level, or one or two of several. */
static struct {
   unsigned asked, done, levels_asked, levels_done;
} strips;

static unsigned
counted_strip(void *ctx, const void *program, const void *inputs, const struct pixel_strip *strip,
              struct pixel_strip_colors *out)
{
   const unsigned done = spi_gpu_ops.shade_strip(ctx, program, inputs, strip, out);
   const struct emu_draw_state *d = inputs;
   const bool levels = d->lookup->request.view->needs_lod;
   assert_false(done & ~strip->blocks);
   *(levels ? &strips.levels_asked : &strips.asked) += (unsigned)__builtin_popcount(strip->blocks);
   *(levels ? &strips.levels_done : &strips.done) += (unsigned)__builtin_popcount(done);
   return done;
}

static void
same_as_shader(void **state)
{
   static const enum db_gen gens[] = {DB_R700, DB_EVERGREEN, DB_CAYMAN};
   static uint8_t want[COLOR_B], got[COLOR_B];
   for (unsigned lv = 0; lv < ARRAY_SIZE(rig_levels); lv++)
      for (unsigned g = 0; g < ARRAY_SIZE(gens); g++) {
         struct tex_rig x;
         unsigned lookups = 0;
         struct pixel_gpu_ops ops = spi_gpu_ops;
         ops.shade_strip = counted_strip;
         memset(&strips, 0, sizeof strips);
         if (!tex_rig_init(&x, gens[g], rig_levels[lv]))
            continue;
         x.r.e.shadows = true;
         struct raster *raster = raster_create(&(struct raster_config){
            .ops = &ops, .gpu = &x.r.e, .kernels = x.r.e.kernels->raster, .threads = 1});
         assert_non_null(raster);
         x.r.e.raster = raster;
         const unsigned rounds =
            MAX2(random_share(ROUNDS), ROUNDS / 5); /* fewer have too few strips to judge by */
         for (unsigned round = 0; round < rounds; round++) {
            const unsigned program = round % (2 * ARRAY_SIZE(modulated));
            load_program(&x, program < ARRAY_SIZE(modulated) ? modulated[program] : lookup);
            seed = round * 7919 + g;
            const bool is = draw(&x, raster, false, want);
            seed = round * 7919 + g;
            draw(&x, raster, true, got);
            lookups += is;
            for (unsigned i = 0; i < COLOR_B; i++)
               if (want[i] != got[i])
                  fail_msg("%s %s round %u byte %u: %02x by the short way, %02x by the shader",
                           rig_levels[lv], rig_chips[gens[g]], round, i, got[i], want[i]);
         }
         assert_in_range(lookups, rounds * 9 / 10, rounds);
         /* the others are turned, in perspective, or of several levels in a tile */
         assert_in_range(strips.done, strips.asked / 2, strips.asked - 1);
         assert_in_range(strips.levels_done, strips.levels_asked / 6, strips.levels_asked - 1);
         raster_destroy(raster);
         tex_rig_fini(&x);
      }
}

static bool
is_lookup(struct tex_rig *x, const char *behind, bool plain)
{
   static const uint8_t first[1] = {0};
   struct sq_lookup l;
   load_program(x, behind);
   const struct sq_stage_state *s = rig_state(&x->r, SQ_PS);
   if (!s)
      fail_msg("%s", x->r.err.reason);
   return sq_stage_is_lookup(s, x->r.gen >= DB_EVERGREEN ? NULL : first, 1, &l) && l.plain == plain;
}

static void
which_programs(void **state)
{
   static const char *const others[] = {
      "TEX\n   SAMPLE R0.xyzw, R0.xy00, t0, s0\nEXPORT_DONE PIXEL 0, R3.xyzw\nEND\n",
      "TEX\n   SAMPLE R4.xyz_, R0.xy00, t0, s0\nEXPORT_DONE PIXEL 0, R4.xyzw\nEND\n",
      "TEX\n   SAMPLE R0.xyzw, R0.xy00, t0, s0\nALU\n   x: MUL R0.x, R0.x, R0.x last\nEXPORT_DONE PIXEL 0, "
      "R0.xyzw\n"
      "END\n",
      "TEX\n   SAMPLE R0.xyzw, R0.xy00, t0, s0\nALU\n   x: ADD R0.x, R0.x, 1.0 last\nEXPORT_DONE PIXEL 0, "
      "R0.xyzw\n"
      "END\n",
      "TEX\n   SAMPLE R0.xyzw, R2.xy00, t0, s0\nEXPORT_DONE PIXEL 0, R0.xyzw\nEND\n",
      "TEX\n   SAMPLE R0.xyzw, R0.xy00, t0, s0\nTEX\n   SAMPLE R0.xyzw, R0.xy00, t0, s0\nEXPORT_DONE PIXEL "
      "0, R0.xyzw\nEND\n",
      "TEX\n   SAMPLE R0.xyzw, R0.xy00, t0, s0\nALU\n   x: MUL R0.x, R0.x, 0.5 last\n   x: MUL R0.x, R0.x, "
      "0.5 last\n"
      "EXPORT_DONE PIXEL 0, R0.xyzw\nEND\n",
      "TEX\n   SAMPLE R0.xyzw, R0.xy00, t0, s0\nALU\n   x: MUL R0.x, |R0.x|, 0.5 last\nEXPORT_DONE PIXEL 0, "
      "R0.xyzw\nEND\n",
      "ALU\n   x: MUL R0.x, R0.x, R0.x last\nTEX\n   SAMPLE R0.xyzw, R0.xy00, t0, s0\nEXPORT_DONE PIXEL 0, "
      "R0.xyzw\nEND\n",
      "ALU\n   x: MOV R0.x, -R0.x last\nTEX\n   SAMPLE R0.xyzw, R0.xy00, t0, s0\nEXPORT_DONE PIXEL 0, "
      "R0.xyzw\nEND\n",
      "TEX\n   SAMPLE_LZ R0.xyzw, R0.xy00, t0, s0\nEXPORT_DONE PIXEL 0, R0.xyzw\nEND\n",
      "TEX\n   SAMPLE R0.xyzw, R0.xy00, t0, s0\nEXPORT_DONE PIXEL 61, R0.xyzw\nEND\n",
   };
   static const enum db_gen gens[] = {DB_R700, DB_EVERGREEN, DB_CAYMAN};
   for (unsigned g = 0; g < ARRAY_SIZE(gens); g++) {
      struct tex_rig x;
      assert_true(tex_rig_init(&x, gens[g], rig_levels[0]));
      bind_view(&x, view(&x,
                         (struct tex){
                            .w = 16, .h = 16, .dim = TA_2D, .format = 26, .mode = 2
      },
                         (struct samp){.clamp = {2, 2, 2}}));
      assert_true(is_lookup(&x, lookup, true));
      assert_true(is_lookup(&x,
                            "ALU\n   x: MOV R3.y, R0.x\n   y: MOV R3.x, R0.y last\n"
                            "TEX\n   SAMPLE R1.xyzw, R3.yx00, t0, s0\n"
                            "EXPORT_DONE PIXEL 0, R1.xyzw\nEND\n",
                            true));
      for (unsigned i = 0; i < ARRAY_SIZE(modulated); i++)
         if (!is_lookup(&x, modulated[i], false))
            fail_msg("%s: program %u is no lookup", rig_chips[gens[g]], i);
      for (unsigned i = 0; i < ARRAY_SIZE(others); i++)
         if (is_lookup(&x, others[i], true) || is_lookup(&x, others[i], false))
            fail_msg("%s: program %u is a lookup", rig_chips[gens[g]], i);
      tex_rig_fini(&x);
   }
}

/* Before Evergreen drivers count position and face as inputs: their registers hold no interpolated coordinates. */
static void
inputs_that_are_none(void **state)
{
   struct tex_rig x;
   assert_true(tex_rig_init(&x, DB_R700, rig_levels[0]));
   bind_view(&x, view(&x,
                      (struct tex){
                         .w = 16, .h = 16, .dim = TA_2D, .format = 26, .mode = 2
   },
                      (struct samp){.clamp = {2, 2, 2}}));
   load_program(&x, lookup);
   struct emu_draw_state d = random_draw(&x, true);
   struct u_arena arena;
   u_arena_init(&arena);
   d.ps = rig_state(&x.r, SQ_PS);
   assert_non_null(d.ps);
   spi_find_reads(&d);
   assert_int_equal(d.ps_inputs, 1);
   assert_non_null(spi_lookup(&arena, &d));
   int16_t *const place[] = {&d.pos_gpr, &d.fixed_gpr, &d.face_gpr};
   for (unsigned i = 0; i < ARRAY_SIZE(place); i++) {
      *place[i] = 0;
      spi_find_reads(&d);
      assert_int_equal(d.ps_inputs, place[i] == &d.face_gpr);
      assert_null(spi_lookup(&arena, &d));
      *place[i] = -1;
   }
   u_arena_fini(&arena);
   tex_rig_fini(&x);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(same_as_shader), cmocka_unit_test(which_programs),
                                      cmocka_unit_test(inputs_that_are_none)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
