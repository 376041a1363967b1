/* SPDX-License-Identifier: MIT
 *
 * The fragment shader of a draw and its textures.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/r300/state/derive.h"
#include "emulator/r300/us/jit.h"
#include "emulator/raster/raster.h"
#include "util/u_arena.h"
#include "util/u_disk_cache.h"
#include "util/u_math.h"

/* Lives in the arena, as all does that bins refer to. */
static struct us_program *
new_program(struct emulator *e, unsigned insts)
{
   struct us_program *p = u_arena_alloc(raster_arena(e->raster), sizeof *p + insts * sizeof p->inst[0]);
   if (!p)
      r300_error(e, "out of memory for a fragment shader");
   return p;
}

/* \p key: hash of all that the program was decoded from. */
static void
bind_program(struct emulator *e, struct us_program *p, uint64_t key)
{
   if (r300_codes_is_full(&e->codes)) {
      raster_execute(e->raster); /* what is binned may run the code that goes */
      r300_codes_clear(&e->codes);
   }
   p->code = r300_codes_find(&e->codes, key, us_jit_create, p, e->level->us);
   e->us_program = p;
   e->us_key = key;
}

static bool
decode_r5(struct emulator *e)
{
   const uint32_t code = e->r5.mmio.US_CODE_ADDR;
   const unsigned first = R5_US_CODE_ADDR_get_START_ADDR(code), last = R5_US_CODE_ADDR_get_END_ADDR(code);
   struct us_program *p = new_program(e, last + 1);
   unsigned at;
   if (!p)
      return false;
   const char *why = us_decode_r5(e->us_code, first, last,
                                  R5_US_CODE_OFFSET_get_OFFSET_ADDR(e->r5.mmio.US_CODE_OFFSET), p, &at);
   if (why)
      return r300_error(e, "fragment shader instruction %u %s", at, why);
   p->zero_times = R5_US_CONFIG_get_ZERO_TIMES_ANYTHING_EQUALS_ZERO(e->r5.mmio.US_CONFIG);
   const uint32_t offset = R5_US_CODE_OFFSET_get_OFFSET_ADDR(e->r5.mmio.US_CODE_OFFSET);
   const uint32_t about[3] = {first, last, p->zero_times};
   bind_program(e, p,
                u_hash64(e->us_code[first + offset], (last - first + 1) * sizeof e->us_code[0]) ^
                   u_hash64(about, sizeof about));
   return true;
}

static bool
decode_r3(struct emulator *e)
{
   struct us_r3_setup setup = {
      .config = e->r3.mmio.US_CONFIG,
      .code_offset = e->r3.mmio.US_CODE_OFFSET,
      .code_ext = e->reg[R3_US_CODE_EXT_OFFSET / 4],
      .extended = e->chip->gen == R300_GEN_R400 &&
                  R3_US_CODE_BANK_get_R390_MODE_ENABLE(e->reg[R3_US_CODE_BANK_OFFSET / 4]),
   };
   for (unsigned i = 0; i < ARRAY_SIZE(setup.code_addr); i++)
      setup.code_addr[i] = e->reg[R3_US_CODE_ADDR_OFFSET(i) / 4];
   struct us_program *p = new_program(e, US_MAX_INSTS);
   unsigned at;
   if (!p)
      return false;
   const char *why = us_decode_r3(&e->us_r3, &setup, p, &at);
   if (why)
      return r300_error(e, "fragment shader instruction %u %s", at, why);
   bind_program(e, p, u_hash64(&e->us_r3, sizeof e->us_r3) ^ u_hash64(&setup, sizeof setup));
   return true;
}

/* A number of 7 bits of exponent, bias 63, and 16 of mantissa. */
static float
float24(uint32_t raw)
{
   const uint32_t exponent = (raw >> 16 & 127) + (127 - 63);
   return raw & 0x7fffff ? uif((raw >> 23 & 1) << 31 | exponent << 23 | (raw & 0xffff) << 7) : 0;
}

static void
load_constants(const struct emulator *e, struct us_stage *us)
{
   if (e->r500) {
      memcpy(us->constant, e->us_constant, sizeof us->constant);
      us->booleans = e->r5.mmio.US_FC_BOOL_CONST;
      for (unsigned i = 0; i < ARRAY_SIZE(us->integers); i++)
         us->integers[i] = e->reg[R5_US_FC_INT_CONST_OFFSET(i) / 4];
      return;
   }
   for (unsigned i = 0; i < 32; i++)
      for (unsigned c = 0; c < 4; c++) /* R, G, B, A follow each other */
         us->constant[i][c] = float24(e->reg[R3_US_ALU_CONST_R_OFFSET(i) / 4 + c]);
}

static void
find_fixed_code(struct emulator *e, struct us_stage *us)
{
   const struct us_program *p = us->program;
   if (p->code && p->num_constants)
      us->code = r300_codes_find_fixed(&e->codes, e->us_key,
                                       u_hash64(us->constant, p->num_constants * sizeof us->constant[0]),
                                       us_jit_create_fixed, us, e->level->us);
}

bool
derive_fragment(struct emulator *e, struct r300_draw *d)
{
   struct us_stage *us = &d->us;
   if (e->us_changed && !(e->r500 ? decode_r5(e) : decode_r3(e)))
      return false;
   e->us_changed = false;
   struct pixel_pipeline *px = &d->draw.pixel;
   us->program = e->us_program;
   load_constants(e, us);
   find_fixed_code(e, us);
   px->kill = us->program->kills;
   px->z_export = us->program->writes_depth && RX(FG_DEPTH_SRC, DEPTH_SRC);
   d->draw.program = us;
   d->draw.inputs = d;
   return true;
}

static struct tx_setup
texture_setup(const struct emulator *e, unsigned i)
{
   static const uint8_t filters[4] = {0, 1, 2, 2}; /* four taps, point, linear, anisotropic */
   struct tx_setup s;
   memset(&s, 0, sizeof s);
   s.format = (uint8_t)RX_AT(TX_FORMAT1, i, TXFORMAT);
   s.dim = (uint8_t)RX_AT(TX_FORMAT1, i, TEX_COORD_TYPE);
   s.num_levels = (uint8_t)(RX_AT(TX_FORMAT0, i, NUM_LEVELS) + 1);
   s.first_level = (uint8_t)RX_AT(TX_FILTER0, i, MAX_MIP_LEVEL);
   s.log2_depth = (uint8_t)RX_AT(TX_FORMAT0, i, TXDEPTH);
   s.w = RX_AT(TX_FORMAT0, i, TXWIDTH) + 1;
   s.h = RX_AT(TX_FORMAT0, i, TXHEIGHT) + 1;
   s.pitch_px = RX_AT(TX_FORMAT0, i, TXPITCH_EN) ? RX_AT(TX_FORMAT2, i, TXPITCH) + 1 : 0;
   s.address = (uint64_t)RX_AT(TX_OFFSET, i, TXOFFSET) << 5;
   s.macro = RX_AT(TX_OFFSET, i, MACRO_TILE);
   s.micro = (uint8_t)RX_AT(TX_OFFSET, i, MICRO_TILE);
   s.rv350_tiling = e->chip->family != R300_FAMILY_R300;
   s.wide_rows = e->chip->gen == R300_GEN_R400 && e->chip->igp;
   s.gamma = RX_AT(TX_FORMAT1, i, GAMMA);
   s.yuv_to_rgb = RX_AT(TX_FORMAT1, i, YUV_TO_RGB) != 0;
   s.signs = (uint8_t)(e->rx.mmio.TX_FORMAT1[i] >> 5 & 15); /* SIGNED_COMP0 to 3 */
   s.select[0] = (uint8_t)RX_AT(TX_FORMAT1, i, SEL_RED);
   s.select[1] = (uint8_t)RX_AT(TX_FORMAT1, i, SEL_GREEN);
   s.select[2] = (uint8_t)RX_AT(TX_FORMAT1, i, SEL_BLUE);
   s.select[3] = (uint8_t)RX_AT(TX_FORMAT1, i, SEL_ALPHA);
   s.wrap[0] = (uint8_t)RX_AT(TX_FILTER0, i, CLAMP_S);
   s.wrap[1] = (uint8_t)RX_AT(TX_FILTER0, i, CLAMP_T);
   s.wrap[2] = (uint8_t)RX_AT(TX_FILTER0, i, CLAMP_R);
   s.mag = filters[RX_AT(TX_FILTER0, i, MAG_FILTER)];
   s.min = filters[RX_AT(TX_FILTER0, i, MIN_FILTER)];
   s.mip = (uint8_t)RX_AT(TX_FILTER0, i, MIP_FILTER);
   s.volume = (uint8_t)RX_AT(TX_FILTER0, i, VOL_FILTER);
   s.lod_bias = (int16_t)((int32_t)(RX_AT(TX_FILTER1, i, LOD_BIAS) << 22) >> 22);
   s.border = e->rx.mmio.TX_BORDER_COLOR[i];
   if (e->r500) {
      s.format |= R5_TX_FORMAT2_get_TXFORMAT_MSB(e->r5.mmio.TX_FORMAT2[i]) ? 32 : 0;
      s.w += R5_TX_FORMAT2_get_TXWIDTH_11(e->r5.mmio.TX_FORMAT2[i]) << 11;
      s.h += R5_TX_FORMAT2_get_TXHEIGHT_11(e->r5.mmio.TX_FORMAT2[i]) << 11;
      s.dxt_swizzle = R5_TX_FILTER1_get_DXTC_SWIZZLE_ENABLE(e->r5.mmio.TX_FILTER1[i]);
   } else {
      s.dxt_swizzle = R3_TX_FILTER1_get_DXTC_SWIZZLE_ENABLE(e->r3.mmio.TX_FILTER1[i]);
   }
   return s;
}

/* The last draw's view, if its registers said the same. */
static const struct tx_view *
same_view(const struct emulator *e, unsigned i, const struct tx_setup *setup)
{
   const struct tx_view *v = e->bound ? e->bound->us.view[i] : NULL;
   return v && !memcmp(&v->asked, setup, sizeof *setup) ? v : NULL;
}

bool
derive_textures(struct emulator *e, struct r300_draw *d)
{
   for (unsigned i = 0; i < ARRAY_SIZE(d->us.view); i++) {
      if (!(e->rx.mmio.TX_ENABLE >> i & 1) || !(d->us.program->units >> i & 1))
         continue;
      if (RX_AT(TX_OFFSET, i, ENDIAN_SWAP))
         return r300_error(e, "TX_OFFSET: swapped bytes are not implemented");
      const struct tx_setup setup = texture_setup(e, i);
      d->us.view[i] = same_view(e, i, &setup);
      if (d->us.view[i])
         continue;
      struct tx_view *v = u_arena_new(raster_arena(e->raster), struct tx_view);
      if (!v)
         return r300_error(e, "out of memory for textures");
      if (setup.dim > TX_CUBE || setup.mip > 2)
         return r300_error(e, "TX_FORMAT1, TX_FILTER0: reserved dimension or filter of unit %u", i);
      const char *why = tx_describe(&e->mem, &setup, v);
      if (why)
         return r300_error(e, "texture unit %u (format %u): %s", i, setup.format, why);
      d->us.view[i] = v;
   }
   return true;
}
