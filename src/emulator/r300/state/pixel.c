/* SPDX-License-Identifier: MIT
 *
 * FG, ZB and RB3D to struct pixel_pipeline: alpha test, depth, stencil, blending, formats, surfaces. RB3D's components are
 * blue, green, red and alpha from the lowest on; US_OUT_FMT says what of the shader's colour each is.
 */
#include <assert.h>
#include <string.h>

#include "emulator/r300/state/derive.h"
#include "util/u_math.h"

enum { B = 2, G = 1, R = 0, A = 3 };

struct color_format {
   uint8_t out;   /* US_OUT_FMT.OUT_FMT */
   uint8_t color; /* RB3D_COLORPITCH.COLORFORMAT */
   const char *name;
   struct pixel_format pixel;
   uint8_t alpha; /* pixel_target::alpha_of */
};

#define OUT(name)   RX_US_OUT_FMT__OUT_FMT__##name
#define COLOR(name) RX_RB3D_COLORPITCH__COLORFORMAT__##name

/* I8 stores what C2_SEL selects, and blends it with the constant's green; UV88 has C2_SEL and C0_SEL. The one component, or the
 * upper one, is their destination's alpha (inferred from Mesa's constants and masks; X's driver blends I8 with it). */
/* clang-format off */
static const struct color_format formats[] = {
   {OUT(C4_8), COLOR(ARGB8888), "C4_8 ARGB8888", {4, 4, {8, 8, 8, 8}, {B, G, R, A}, PIXEL_UNORM}},
   {OUT(C4_8), COLOR(RGB565), "C4_8 RGB565", {2, 3, {5, 6, 5}, {B, G, R}, PIXEL_UNORM}},
   {OUT(C4_8), COLOR(ARGB1555), "C4_8 ARGB1555", {2, 4, {5, 5, 5, 1}, {B, G, R, A}, PIXEL_UNORM}},
   {OUT(C4_8), COLOR(ARGB4444), "C4_8 ARGB4444", {2, 4, {4, 4, 4, 4}, {B, G, R, A}, PIXEL_UNORM}},
   {OUT(C4_8), COLOR(I8), "C4_8 I8", {1, 1, {8}, {G}, PIXEL_UNORM}, 1 + G},
   {OUT(C4_8), COLOR(UV88), "C4_8 UV88", {2, 2, {8, 8}, {R, B}, PIXEL_UNORM}, 1 + B},
   {OUT(C4_10), COLOR(ARGB2101010), "C4_10 ARGB2101010", {4, 4, {10, 10, 10, 2}, {B, G, R, A}, PIXEL_UNORM}},
   {OUT(C4_16), COLOR(ARGB16161616), "C4_16 ARGB16161616", {8, 4, {16, 16, 16, 16}, {B, G, R, A}, PIXEL_UNORM}},
   {OUT(C4_16_FP), COLOR(ARGB16161616), "C4_16_FP ARGB16161616", {8, 4, {16, 16, 16, 16}, {B, G, R, A}, PIXEL_FLOAT}},
   {OUT(C2_16), COLOR(ARGB8888), "C2_16 ARGB8888", {4, 2, {16, 16}, {B, G}, PIXEL_UNORM}},
   {OUT(C2_16_FP), COLOR(ARGB8888), "C2_16_FP ARGB8888", {4, 2, {16, 16}, {B, G}, PIXEL_FLOAT}},
   {OUT(C_32_FP), COLOR(ARGB8888), "C_32_FP ARGB8888", {4, 1, {32}, {B}, PIXEL_FLOAT}},
   {OUT(C2_32_FP), COLOR(ARGB16161616), "C2_32_FP ARGB16161616", {8, 2, {32, 32}, {B, R}, PIXEL_FLOAT}},
   {OUT(C_16), COLOR(UV88), "C_16 UV88", {2, 1, {16}, {B}, PIXEL_UNORM}},
   {OUT(C_16_FP), COLOR(UV88), "C_16_FP UV88", {2, 1, {16}, {B}, PIXEL_FLOAT}},
   {OUT(C4_32_FP), COLOR(ARGB32323232), "C4_32_FP ARGB32323232", {16, 4, {32, 32, 32, 32}, {B, G, R, A}, PIXEL_FLOAT}},
};
/* clang-format on */

static const struct color_format *
find_format(unsigned out, unsigned color)
{
   for (unsigned i = 0; i < ARRAY_SIZE(formats); i++)
      if (formats[i].out == out && formats[i].color == color)
         return &formats[i];
   return NULL;
}

/* ZB's order; FG's is GL's. */
static const uint8_t z_compares[8] = {PIXEL_NEVER,  PIXEL_LESS,    PIXEL_LEQUAL,   PIXEL_EQUAL,
                                      PIXEL_GEQUAL, PIXEL_GREATER, PIXEL_NOTEQUAL, PIXEL_ALWAYS};
static const uint8_t alpha_compares[8] = {PIXEL_NEVER,   PIXEL_LESS,     PIXEL_EQUAL,  PIXEL_LEQUAL,
                                          PIXEL_GREATER, PIXEL_NOTEQUAL, PIXEL_GEQUAL, PIXEL_ALWAYS};
static const uint8_t stencil_ops[8] = {PIXEL_KEEP,           PIXEL_ZERO,          PIXEL_REPLACE,
                                       PIXEL_INCREMENT,      PIXEL_DECREMENT,     PIXEL_INVERT,
                                       PIXEL_INCREMENT_WRAP, PIXEL_DECREMENT_WRAP};

/* GL_ZERO to GL_ONE_MINUS_CONSTANT_ALPHA are 32 to 46; the lower codes are Direct3D's, 1 and on. */
static bool
factor(unsigned code, uint8_t *out)
{
   static const uint8_t gl[15] = {PIXEL_FACTOR_ZERO,
                                  PIXEL_FACTOR_ONE,
                                  PIXEL_FACTOR_SRC_COLOR,
                                  PIXEL_FACTOR_INV_SRC_COLOR,
                                  PIXEL_FACTOR_DST_COLOR,
                                  PIXEL_FACTOR_INV_DST_COLOR,
                                  PIXEL_FACTOR_SRC_ALPHA,
                                  PIXEL_FACTOR_INV_SRC_ALPHA,
                                  PIXEL_FACTOR_DST_ALPHA,
                                  PIXEL_FACTOR_INV_DST_ALPHA,
                                  PIXEL_FACTOR_SRC_ALPHA_SATURATE,
                                  PIXEL_FACTOR_CONST_COLOR,
                                  PIXEL_FACTOR_INV_CONST_COLOR,
                                  PIXEL_FACTOR_CONST_ALPHA,
                                  PIXEL_FACTOR_INV_CONST_ALPHA};
   static const uint8_t d3d[12] = {[1] = PIXEL_FACTOR_ZERO,
                                   [2] = PIXEL_FACTOR_ONE,
                                   [3] = PIXEL_FACTOR_SRC_COLOR,
                                   [4] = PIXEL_FACTOR_INV_SRC_COLOR,
                                   [5] = PIXEL_FACTOR_SRC_ALPHA,
                                   [6] = PIXEL_FACTOR_INV_SRC_ALPHA,
                                   [7] = PIXEL_FACTOR_DST_ALPHA,
                                   [8] = PIXEL_FACTOR_INV_DST_ALPHA,
                                   [9] = PIXEL_FACTOR_DST_COLOR,
                                   [10] = PIXEL_FACTOR_INV_DST_COLOR,
                                   [11] = PIXEL_FACTOR_SRC_ALPHA_SATURATE};
   if (code >= 32 && code < 32 + ARRAY_SIZE(gl))
      *out = gl[code - 32];
   else if (code && code < ARRAY_SIZE(d3d))
      *out = d3d[code];
   else
      return false;
   return true;
}

static bool
equation(struct emulator *e, uint32_t dw, struct pixel_equation *out)
{
   static const uint8_t functions[8] = {PIXEL_ADD, PIXEL_ADD, PIXEL_SUBTRACT,         PIXEL_SUBTRACT,
                                        PIXEL_MIN, PIXEL_MAX, PIXEL_REVERSE_SUBTRACT, PIXEL_REVERSE_SUBTRACT};
   out->func = functions[RX_RB3D_BLENDCNTL_get_COMB_FCN(dw)];
   if (!factor(RX_RB3D_BLENDCNTL_get_SRCBLEND(dw), &out->src) ||
       !factor(RX_RB3D_BLENDCNTL_get_DESTBLEND(dw), &out->dst))
      return r300_error(e, "RB3D_BLENDCNTL: unknown factor in 0x%08x", dw);
   return true;
}

/* ---- surfaces ---- */

/* Heights end where the scissor does: no register has them. */
static bool
bind_surface(struct emulator *e, struct r300_surface s, const char *name, struct pixel_surface *out)
{
   uint32_t w, h;
   if (!r300_surface_unit(&s, &w, &h))
      return r300_error(e, "%s: such a tiling does not exist", name);
   if (!s.pitch_px || s.pitch_px % w)
      return r300_error(e, "%s: the pitch of %u pixels is no multiple of %u", name, s.pitch_px, w);
   s.height_px = (uint32_t)u_align(MAX2(s.height_px, 2), MAX2(h, 2));
   if (!emu_mem_ptr(&e->mem, s.address, r300_surface_size(&s)))
      return r300_error(e, "%s: a surface of %u rows lies outside of memory", name, s.height_px);
   memset(out, 0, sizeof *out);
   out->bytes = s.bytes;
   out->log2_samples = (uint8_t)u_log2(2u * MAX2(s.samples, 1u) - 1);
   memcpy(out->layout, &s, sizeof s);
   return true;
}

static uint32_t
height_of(const struct r300_draw *d)
{
   return (uint32_t)CLAMP(d->rows, 2, 4096);
}

/* Surfaces with samples are tiled both ways, whatever the registers say: RB3D_COLORPITCH of a resolve has the tiling of what it
 * is resolved to (inferred from Mesa's driver, "not programmable"). */
static void
set_samples(const struct emulator *e, struct r300_surface *s)
{
   const unsigned n = r300_samples(e);
   if (n == 1)
      return;
   s->samples = (uint8_t)n;
   s->macro = true;
   s->micro = R300_MICRO_TILED;
}

static struct r300_surface
color_surface(const struct emulator *e, const struct r300_draw *d, unsigned i, unsigned bytes)
{
   struct r300_surface s;
   memset(&s, 0, sizeof s); /* compared as bytes */
   s.address = RX_AT(RB3D_COLOROFFSET, i, COLOROFFSET) << 5;
   s.pitch_px = RX_AT(RB3D_COLORPITCH, i, COLORPITCH) << 1;
   s.height_px = height_of(d);
   s.bytes = (uint8_t)bytes;
   s.macro = RX_AT(RB3D_COLORPITCH, i, COLORTILE);
   s.micro = (uint8_t)RX_AT(RB3D_COLORPITCH, i, COLORMICROTILE);
   set_samples(e, &s);
   return s;
}

struct r300_surface
r300_depth_surface(const struct emulator *e, const struct r300_draw *d)
{
   struct r300_surface s;
   memset(&s, 0, sizeof s);
   s.address = RX(ZB_DEPTHOFFSET, DEPTHOFFSET) << 5;
   s.pitch_px = RX(ZB_DEPTHPITCH, DEPTHPITCH) << 2;
   s.height_px = height_of(d);
   s.bytes = RX(ZB_FORMAT, DEPTHFORMAT) == RX_ZB_FORMAT__DEPTHFORMAT__Z24_INT_S8_LSBS ? 4 : 2;
   s.macro = RX(ZB_DEPTHPITCH, DEPTHMACROTILE);
   s.micro = (uint8_t)RX(ZB_DEPTHPITCH, DEPTHMICROTILE);
   set_samples(e, &s);
   return s;
}

/* ---- targets ---- */

/* Of two components of 16 bits the lower one goes by green's bit, the other by blue's, though their values are what
 * C0_SEL and C1_SEL select: blue and green (inferred from Mesa's driver, which sets red's and alpha's likewise). */
static uint8_t
write_mask(unsigned out, uint32_t bits)
{
   if (out == OUT(C2_16) || out == OUT(C2_16_FP))
      return (uint8_t)((bits & 1) << G | (bits >> 1 & 1) << B);
   if (out == OUT(C2_32_FP)) /* the upper one is what C2_SEL selects */
      return (uint8_t)((bits & 1) << R | (bits >> 1 & 1) << B);
   return (uint8_t)((bits >> 2 & 1) | (bits & 2) | (bits & 1) << 2 |
                    (bits & 8)); /* B, G, R, A to R, G, B, A */
}

static void
select_components(const struct emulator *e, struct r300_draw *d, unsigned i)
{
   static const uint8_t names[4] = {A, R, G, B}; /* ALPHA, RED, GREEN, BLUE */
   d->output_select[i][B] = names[RX_AT(US_OUT_FMT, i, C0_SEL)];
   d->output_select[i][G] = names[RX_AT(US_OUT_FMT, i, C1_SEL)];
   d->output_select[i][R] = names[RX_AT(US_OUT_FMT, i, C2_SEL)];
   d->output_select[i][A] = names[RX_AT(US_OUT_FMT, i, C3_SEL)];
   if (RX_AT(RB3D_COLORPITCH, i, COLORFORMAT) == COLOR(I8))
      d->output_select[i][G] = d->output_select[i][R];
}

/* Which components of a target are dithered. US gives 8 bits or more: only those that are stored in fewer can be. The
 * chips' table is not documented: the pattern is the pixel room's. */
static uint8_t
dithered(const struct emulator *e, const struct pixel_format *f)
{
   const bool color = RX(RB3D_DITHER_CTL, DITHER_MODE) == RX_RB3D_DITHER_CTL__DITHER_MODE__LUT_DITHER;
   const bool alpha =
      RX(RB3D_DITHER_CTL, ALPHA_DITHER_MODE) == RX_RB3D_DITHER_CTL__ALPHA_DITHER_MODE__LUT_DITHER;
   unsigned mask = 0;
   for (unsigned k = 0; k < f->comps && f->number == PIXEL_UNORM; k++)
      if (f->bits[k] < 8 && (f->channel[k] == A ? alpha : color))
         mask |= 1u << f->channel[k];
   return (uint8_t)mask;
}

static bool
target(struct emulator *e, struct r300_draw *d, unsigned i)
{
   struct pixel_target *t = &d->draw.pixel.target[i];
   const uint32_t blend = e->rx.mmio.RB3D_BLENDCNTL;
   const unsigned from =
      i <= RX(RB3D_CCTL, NUM_MULTIWRITES) ? 0 : i; /* the first colour goes to several buffers */
   const unsigned out = RX_AT(US_OUT_FMT, from, OUT_FMT), color = RX_AT(RB3D_COLORPITCH, i, COLORFORMAT);
   const unsigned masks_of = RX(RB3D_CCTL, INDEPENDENT_COLOR_CHANNEL_MASK_ENABLE) ? i : 0;
   const uint32_t masks = e->rx.mmio.RB3D_COLOR_CHANNEL_MASK >> (4 * masks_of) & 15;
   select_components(e, d, i);
   if (out == OUT(UNUSED) || !masks) /* of a target that is not written no register needs to make sense */
      return true;
   const struct color_format *found = find_format(out, color);
   if (!found)
      return r300_error(e, "US_OUT_FMT %u with RB3D_COLORPITCH.COLORFORMAT %u is not implemented", out,
                        color);
   const unsigned signs = RX_AT(US_OUT_FMT, i, OUT_SIGN); /* a bit a component */
   if (signs && (signs != 15 || found->pixel.number != PIXEL_UNORM))
      return r300_error(e, "US_OUT_FMT: signs of some components alone (%u) are not implemented", signs);
   if (RX_AT(RB3D_COLORPITCH, i, COLORENDIAN))
      return r300_error(e, "RB3D_COLORPITCH: swapped bytes are not implemented");
   const struct pixel_format *f = &found->pixel;
   if (i == 0)
      d->format_name = found->name;
   t->enabled = true;
   t->output = (uint8_t)from;
   t->format = *f;
   t->alpha_of = found->alpha;
   if (signs)
      t->format.number = PIXEL_SNORM;
   t->write_mask = write_mask(out, masks);
   t->dither = dithered(e, &t->format);
   d->us.varies |= t->dither != 0;
   t->blend = RX_RB3D_BLENDCNTL_get_ALPHA_BLEND_ENABLE(blend);
   t->blend_clamp = f->number != PIXEL_FLOAT;
   if (t->blend) {
      const bool separate = RX_RB3D_BLENDCNTL_get_SEPARATE_ALPHA_ENABLE(blend);
      if (!equation(e, blend, &t->rgb) ||
          !equation(e, separate ? e->rx.mmio.RB3D_ABLENDCNTL : blend, &t->alpha))
         return false;
   }
   d->us.targets |= (uint8_t)(1u << from);
   d->draw.pixel.num_targets = (uint8_t)(i + 1);
   return bind_surface(e, color_surface(e, d, i, f->bytes), "RB3D_COLORPITCH", &d->draw.surfaces.color[i]);
}

static void
blend_constant(const struct emulator *e, float out[4])
{
   if (!e->r500) {
      out[R] = (float)RX(RB3D_CONSTANT_COLOR, RED) / 255;
      out[G] = (float)RX(RB3D_CONSTANT_COLOR, GREEN) / 255;
      out[B] = (float)RX(RB3D_CONSTANT_COLOR, BLUE) / 255;
      out[A] = (float)RX(RB3D_CONSTANT_COLOR, ALPHA) / 255;
      return;
   }
   const uint32_t ar = e->r5.mmio.RB3D_CONSTANT_COLOR_AR, gb = e->r5.mmio.RB3D_CONSTANT_COLOR_GB;
   const uint32_t raw[4] = {R5_RB3D_CONSTANT_COLOR_AR_get_RED(ar), R5_RB3D_CONSTANT_COLOR_GB_get_GREEN(gb),
                            R5_RB3D_CONSTANT_COLOR_GB_get_BLUE(gb), R5_RB3D_CONSTANT_COLOR_AR_get_ALPHA(ar)};
   /* ten bits, or halves where the target is of floats */
   const unsigned fmt = RX_AT(US_OUT_FMT, 0, OUT_FMT);
   const bool halves = fmt == OUT(C4_16_FP) || fmt == OUT(C2_16_FP) || fmt == OUT(C_16_FP);
   for (unsigned c = 0; c < 4; c++)
      out[c] = halves ? u_half_to_float((uint16_t)raw[c]) : (float)raw[c] / 1023;
}

/* ---- depth ---- */

static bool
depth(struct emulator *e, struct r300_draw *d)
{
   struct pixel_pipeline *px = &d->draw.pixel;
   const bool stencil = RX(ZB_CNTL, STENCIL_ENABLE), z = RX(ZB_CNTL, Z_ENABLE);
   const unsigned format = RX(ZB_FORMAT, DEPTHFORMAT);
   if (!stencil && !z)
      return true;
   if (format != RX_ZB_FORMAT__DEPTHFORMAT__Z16_INT && format != RX_ZB_FORMAT__DEPTHFORMAT__Z24_INT_S8_LSBS)
      return r300_error(e, "ZB_FORMAT: depth format %u is not implemented", format);
   const bool z16 = format == RX_ZB_FORMAT__DEPTHFORMAT__Z16_INT;
   px->depth_format = z16 ? PIXEL_Z_16 : PIXEL_Z_24;
   px->depth_high = !z16;
   px->stencil_place = z16 ? PIXEL_NO_STENCIL : PIXEL_STENCIL_PACKED;
   px->z_enable = z;
   px->z_write = z && RX(ZB_CNTL, ZWRITEENABLE);
   px->z_func = z_compares[RX(ZB_ZSTENCILCNTL, ZFUNC)];
   px->stencil_enable = stencil && !z16;
   px->face[0] = (struct pixel_stencil_face){
      .func = z_compares[RX(ZB_ZSTENCILCNTL, STENCILFUNC)],
      .fail = stencil_ops[RX(ZB_ZSTENCILCNTL, STENCILFAIL)],
      .zpass = stencil_ops[RX(ZB_ZSTENCILCNTL, STENCILZPASS)],
      .zfail = stencil_ops[RX(ZB_ZSTENCILCNTL, STENCILZFAIL)],
      .ref = (uint8_t)RX(ZB_STENCILREFMASK, STENCILREF),
      .mask = (uint8_t)RX(ZB_STENCILREFMASK, STENCILMASK),
      .writemask = (uint8_t)RX(ZB_STENCILREFMASK, STENCILWRITEMASK),
   };
   px->face[1] = px->face[0];
   if (RX(ZB_CNTL, STENCIL_FRONT_BACK)) {
      px->face[1].func = z_compares[RX(ZB_ZSTENCILCNTL, STENCILFUNC_BF)];
      px->face[1].fail = stencil_ops[RX(ZB_ZSTENCILCNTL, STENCILFAIL_BF)];
      px->face[1].zpass = stencil_ops[RX(ZB_ZSTENCILCNTL, STENCILZPASS_BF)];
      px->face[1].zfail = stencil_ops[RX(ZB_ZSTENCILCNTL, STENCILZFAIL_BF)];
   }
   if (e->r500 && R5_ZB_CNTL_get_STENCIL_REFMASK_FRONT_BACK(e->r5.mmio.ZB_CNTL)) {
      const uint32_t back = e->r5.mmio.ZB_STENCILREFMASK_BF;
      px->face[1].ref = (uint8_t)R5_ZB_STENCILREFMASK_BF_get_STENCILREF(back);
      px->face[1].mask = (uint8_t)R5_ZB_STENCILREFMASK_BF_get_STENCILMASK(back);
      px->face[1].writemask = (uint8_t)R5_ZB_STENCILREFMASK_BF_get_STENCILWRITEMASK(back);
   }
   return bind_surface(e, r300_depth_surface(e, d), "ZB_DEPTHPITCH", &d->draw.surfaces.depth);
}

/* ZB_CB_CLEAR: ZB, pointed at the other half of a colour buffer, fills what is drawn with ZB_DEPTHCLEARVALUE. */
static bool
cbzb_clear(struct emulator *e, struct r300_draw *d)
{
   if (!RX(ZB_BW_CNTL, ZB_CB_CLEAR))
      return true;
   const bool z16 = RX(ZB_FORMAT, DEPTHFORMAT) == RX_ZB_FORMAT__DEPTHFORMAT__Z16_INT;
   d->clears_cbzb = true;
   d->cbzb = d->draw;
   memset(&d->cbzb.pixel, 0, sizeof d->cbzb.pixel);
   memset(&d->cbzb.surfaces, 0, sizeof d->cbzb.surfaces);
   d->cbzb.program = d->cbzb.inputs = NULL;
   struct pixel_pipeline *px = &d->cbzb.pixel;
   px->mode = PIXEL_MODE_CLEAR;
   px->logic_op = 0xc;
   px->num_targets = 1;
   px->target[0].enabled = true;
   px->target[0].write_mask = 15;
   px->target[0].format = find_format(OUT(C4_8), z16 ? COLOR(RGB565) : COLOR(ARGB8888))->pixel;
   d->cbzb.constants.clear_color[0][0] = e->rx.mmio.ZB_DEPTHCLEARVALUE;
   return bind_surface(e, r300_depth_surface(e, d), "ZB_DEPTHPITCH", &d->cbzb.surfaces.color[0]);
}

static bool
alpha_test(struct emulator *e, struct r300_draw *d)
{
   const uint32_t dw = e->rx.mmio.FG_ALPHA_FUNC;
   if (RX_FG_ALPHA_FUNC_get_DITH_EN(dw))
      return r300_error(e, "FG_ALPHA_FUNC: dithered alpha to mask is not implemented");
   d->draw.pixel.alpha_to_mask = RX_FG_ALPHA_FUNC_get_AM_EN(dw) && r300_samples(e) > 1;
   if (RX_FG_ALPHA_FUNC_get_AF_EN(dw) || d->draw.pixel.alpha_to_mask)
      d->us.targets |= 1; /* colour 0 has the alpha, even if nothing is drawn with it */
   memset(d->draw.pixel.alpha_offset, 2, sizeof d->draw.pixel.alpha_offset); /* to nearest: not documented */
   d->draw.pixel.alpha_test = RX_FG_ALPHA_FUNC_get_AF_EN(dw);
   d->draw.pixel.alpha_func = alpha_compares[RX_FG_ALPHA_FUNC_get_AF_FUNC(dw)];
   d->draw.constants.alpha_ref = (float)RX_FG_ALPHA_FUNC_get_AF_VAL(dw) / 255;
   d->draw.pixel.alpha_steps = 1023; /* R300 and R400 name no other precision (inferred) */
   d->draw.pixel.alpha_half = false;
   if (!e->r500)
      return true;
   /* R500 has a register for references of 10 bits and halves */
   const uint16_t value = (uint16_t)R5_FG_ALPHA_VALUE_get_AF_VAL(e->r5.mmio.FG_ALPHA_VALUE);
   if (R5_FG_ALPHA_FUNC_get_FP16_ENABLE(dw)) {
      d->draw.pixel.alpha_half = true;
      d->draw.constants.alpha_ref = u_half_to_float(value);
   } else if (R5_FG_ALPHA_FUNC_get_AF_EN_8BIT(dw)) {
      d->draw.pixel.alpha_steps = 255;
   } else {
      d->draw.constants.alpha_ref = (float)(value & 0x3ff) / 1023;
   }
   return true;
}

/* What is drawn makes pixels of RB3D_AARESOLVE_OFFSET's surface the means of target 0's samples. */
static bool
resolve(struct emulator *e, struct r300_draw *d)
{
   if (!RX(RB3D_AARESOLVE_CTL, AARESOLVE_MODE))
      return true;
   if (RX(RB3D_AARESOLVE_CTL, AARESOLVE_GAMMA) || !RX(RB3D_AARESOLVE_CTL, AARESOLVE_ALPHA))
      return r300_error(e,
                        "RB3D_AARESOLVE_CTL: a gamma of 2.2 and the alpha of sample 0 are not implemented");
   if (r300_samples(e) == 1 || !d->draw.pixel.target[0].enabled)
      return r300_error(e, "RB3D_AARESOLVE_CTL: there are no samples to resolve");
   struct r300_surface s;
   memset(&s, 0, sizeof s);
   s.address = RX(RB3D_AARESOLVE_OFFSET, AARESOLVE_OFFSET) << 5;
   s.pitch_px = RX(RB3D_AARESOLVE_PITCH, AARESOLVE_PITCH) << 1;
   s.height_px = height_of(d);
   s.bytes = d->draw.pixel.target[0].format.bytes;
   s.macro = RX_AT(RB3D_COLORPITCH, 0, COLORTILE);
   s.micro = (uint8_t)RX_AT(RB3D_COLORPITCH, 0, COLORMICROTILE);
   struct pixel_pipeline *px = &d->draw.pixel;
   px->mode = PIXEL_MODE_RESOLVE;
   px->num_targets = 2;
   px->target[0].write_mask = 15;
   px->target[1] = px->target[0];
   return bind_surface(e, s, "RB3D_AARESOLVE_PITCH", &d->draw.surfaces.color[1]);
}

bool
derive_pixel(struct emulator *e, struct r300_draw *d)
{
   struct pixel_pipeline *px = &d->draw.pixel;
   px->mode = PIXEL_MODE_SHADE;
   px->logic_op = RX(RB3D_ROPCNTL, ROP_ENABLE) ? (uint8_t)RX(RB3D_ROPCNTL, ROP) : 0xc;
   px->count_passed = true;
   d->draw.constants.z_max = 1;
   for (unsigned i = 0; i < US_TARGETS; i++)
      if (!target(e, d, i))
         return false;
   blend_constant(e, d->draw.constants.blend_color);
   return alpha_test(e, d) && depth(e, d) && resolve(e, d) && cbzb_clear(e, d);
}
