/* SPDX-License-Identifier: MIT
 *
 * Part of strict/draw_gen.h: CB_*, the colour targets and what the pixel shader exports to them.
 */

#if GEN_FROM(EG)
/* How many targets of a mask have any component. */
static inline unsigned
targets_of(uint32_t mask)
{
   unsigned n = 0;
   for (; mask; mask >>= 4)
      n += (mask & 15) != 0;
   return n;
}

static bool
is_src1(unsigned factor)
{
   return factor >= 15 && factor <= 18; /* SRC1_COLOR, INV_SRC1_COLOR, SRC1_ALPHA, INV_SRC1_ALPHA */
}

/* Target 0 blends with the shader's second colour. */
static bool
is_dual_source(const struct front *f)
{
   const uint32_t b = RVI(CB_BLEND_CONTROL, 0);
   return f->bound->cb[0].enabled && f->bound->cb[0].blend_enable &&
          (is_src1(GET(CB_BLEND_CONTROL, COLOR_SRCBLEND, b)) ||
           is_src1(GET(CB_BLEND_CONTROL, COLOR_DESTBLEND, b)) ||
           (GET(CB_BLEND_CONTROL, SEPARATE_ALPHA_BLEND, b) &&
            (is_src1(GET(CB_BLEND_CONTROL, ALPHA_SRCBLEND, b)) ||
             is_src1(GET(CB_BLEND_CONTROL, ALPHA_DESTBLEND, b)))));
}

#endif

static void
rules_of_exports(struct front *f)
{
   const uint32_t exports = RV(SQ_PGM_EXPORTS_PS), mask = RV(CB_SHADER_MASK);
   if (!GET(SQ_PGM_EXPORTS_PS, EXPORT_MODE, exports))
      strict_report(f, STRICT_S2, OFFSET(SQ_PGM_EXPORTS_PS), exports, "the pixel shader exports nothing");
#if GEN_FROM(EG)
   const unsigned colors = GET(SQ_PGM_EXPORTS_PS, EXPORT_COLORS, exports);
   const bool normal =
      GET(CB_COLOR_CONTROL, MODE, RV(CB_COLOR_CONTROL)) == GEN(CB_COLOR_CONTROL__MODE__CB_NORMAL);
   if (normal && !is_dual_source(f) && targets_of(mask) != colors)
      strict_report(f, STRICT_S1, OFFSET(CB_SHADER_MASK), mask, "%u targets, the shader exports %u colours",
                    targets_of(mask), colors);
   const uint32_t info0 = RVI(CB_COLOR_INFO, 0), info1 = RVI(CB_COLOR_INFO, 1);
   if (is_dual_source(f) &&
       GET(CB_COLOR_INFO, SOURCE_FORMAT, info0) != GET(CB_COLOR_INFO, SOURCE_FORMAT, info1))
      strict_report(f, STRICT_S4, OFFSET(CB_COLOR_INFO)(1), info1,
                    "SOURCE_FORMAT is not that of CB_COLOR0_INFO, 0x%08x", info0);
#else
   if (!(mask & 15))
      strict_report(f, STRICT_S1, OFFSET(CB_SHADER_MASK), mask, "target 0 is none");
#endif
}

/* Numbers of NUMBER_TYPE. */
static bool
is_norm(unsigned type)
{
   return type <= 1 || type == 6; /* unorm, snorm, srgb */
}

static bool
is_integer(unsigned type)
{
   return type == 4 || type == 5;
}

/* Formats that depth with stencil has as colour: 8_24, 24_8 and those of floats. */
static bool
is_depth_like(unsigned format)
{
   const struct color_format *c = &color_formats[format & 63];
   return c->comps == 2 && (c->bits[0] == 24 || c->bits[1] == 24);
}

static unsigned
widest(unsigned format)
{
   unsigned bits = 0;
   for (unsigned k = 0; k < color_formats[format & 63].comps; k++)
      bits = MAX2(bits, color_formats[format & 63].bits[k]);
   return bits;
}

/* CB_COLOR_INFO of an enabled target: what its format asks of the bits around it. */
static void
rules_of_info(struct front *f, unsigned i)
{
   const uint32_t info = RVI(CB_COLOR_INFO, i), offset = OFFSET(CB_COLOR_INFO)(i);
   const unsigned type = GET(CB_COLOR_INFO, NUMBER_TYPE, info), format = GET(CB_COLOR_INFO, FORMAT, info);
   const bool clamp = GET(CB_COLOR_INFO, BLEND_CLAMP, info), bypass = GET(CB_COLOR_INFO, BLEND_BYPASS, info);
   const bool is_float = type == 7;
   const unsigned bits = widest(format);
   if ((is_integer(type) || is_depth_like(format)) && !bypass)
      strict_report(f, STRICT_S3B, offset, info, "BLEND_BYPASS is 0");
   if (clamp && (bypass || is_float || type == 2 || type == 3))
      strict_report(f, STRICT_S3C, offset, info, "BLEND_CLAMP is 1");
   bool short_ok = is_norm(type) && bits < 12 && !is_depth_like(format);
#if GEN_FROM(EG)
   const bool short_export = GET(CB_COLOR_INFO, SOURCE_FORMAT, info) == 1;
   short_ok |= is_float && bits < 17;
#else
   const bool short_export = GET(CB_COLOR_INFO, SOURCE_FORMAT, info),
              wide = GET(CB_COLOR_INFO, BLEND_FLOAT32, info);
   if (f->e->chip->gen == DB_R600)
      short_ok = short_ok && clamp && !wide;
   else
      short_ok |= is_float && bits < 17;
   const bool want = is_float ? bits > 16 : bits > 12;
   if (!is_integer(type) && !bypass && wide != want)
      strict_report(f, STRICT_S3D, offset, info, "BLEND_FLOAT32 is %u", wide);
#endif
   if (short_export && !short_ok)
      strict_report(f, STRICT_S3E, offset, info, "SOURCE_FORMAT 1 for components of %u bits, number type %u",
                    bits, type);
}

#if GEN_FROM(EG)
/* A target that has marks of fast clears. */
static void
rules_of_fast_clear(struct front *f, unsigned i)
{
   const struct emu_cb_state *cb = &f->bound->cb[i];
   const uint32_t info = RVI(CB_COLOR_INFO, i), attrib = RVI(CB_COLOR_ATTRIB, i);
   const uint32_t offset = OFFSET(CB_COLOR_INFO)(i);
   if (!GET(CB_COLOR_INFO, FAST_CLEAR, info))
      return;
   if (cb->surf.array_mode < EMU_1D_THIN1)
      strict_report(f, STRICT_S6, offset, info, "FAST_CLEAR of a linear surface");
   if (GET(CB_COLOR_INFO, COMPRESSION, info))
      return;
   if (cb->surf.log2_samples)
      strict_report(f, STRICT_S6, offset, info, "FAST_CLEAR of an uncompressed surface with samples");
   if (RVI(CB_COLOR_FMASK, i) != RVI(CB_COLOR_BASE, i))
      strict_report(f, STRICT_S6, OFFSET(CB_COLOR_FMASK)(i), RVI(CB_COLOR_FMASK, i),
                    "there is no FMASK, and it is not CB_COLOR%u_BASE", i);
   if (GET(CB_COLOR_FMASK_SLICE, TILE_MAX, RVI(CB_COLOR_FMASK_SLICE, i)) !=
       GET(CB_COLOR_SLICE, TILE_MAX, RVI(CB_COLOR_SLICE, i)))
      strict_report(f, STRICT_S6, OFFSET(CB_COLOR_FMASK_SLICE)(i), RVI(CB_COLOR_FMASK_SLICE, i),
                    "there is no FMASK, and it is not CB_COLOR%u_SLICE", i);
   if (GET(CB_COLOR_ATTRIB, FMASK_BANK_HEIGHT, attrib) != GET(CB_COLOR_ATTRIB, BANK_HEIGHT, attrib))
      strict_report(f, STRICT_S6, OFFSET(CB_COLOR_ATTRIB)(i), attrib,
                    "there is no FMASK, and FMASK_BANK_HEIGHT is not BANK_HEIGHT");
}

static void
rules_of_resolve(struct front *f)
{
   const uint32_t from = RVI(CB_COLOR_INFO, 0), to = RVI(CB_COLOR_INFO, 1), offset = OFFSET(CB_COLOR_INFO)(1);
   if (GET(CB_COLOR_INFO, FORMAT, from) != GET(CB_COLOR_INFO, FORMAT, to) ||
       GET(CB_COLOR_INFO, NUMBER_TYPE, from) != GET(CB_COLOR_INFO, NUMBER_TYPE, to) ||
       GET(CB_COLOR_INFO, COMP_SWAP, from) != GET(CB_COLOR_INFO, COMP_SWAP, to) ||
       GET(CB_COLOR_INFO, ENDIAN, from) != GET(CB_COLOR_INFO, ENDIAN, to))
      strict_report(f, STRICT_S6, offset, to, "a resolve changes the format of 0x%08x", from);
   if (GET(CB_COLOR_INFO, FAST_CLEAR, to))
      strict_report(f, STRICT_S6, offset, to, "a resolve's destination has FAST_CLEAR");
   if (GET(CB_COLOR_INFO, ARRAY_MODE, to) < EMU_1D_THIN1 ||
       GET(CB_COLOR_INFO, ARRAY_MODE, from) < EMU_1D_THIN1)
      strict_report(f, STRICT_S6, offset, to, "a resolve of or to a linear surface");
}

/* Modes of CB_COLOR_CONTROL other than drawing. */
static void
rules_of_special(struct front *f)
{
   const uint32_t control = RV(CB_COLOR_CONTROL), mode = GET(CB_COLOR_CONTROL, MODE, control);
   const uint32_t shader = RV(CB_SHADER_MASK), target = RV(CB_TARGET_MASK);
   if (mode <= GEN(CB_COLOR_CONTROL__MODE__CB_NORMAL) || !f->bound->cb[0].enabled)
      return;
   if ((mode == GEN(CB_COLOR_CONTROL__MODE__CB_DECOMPRESS) ||
        mode == GEN(CB_COLOR_CONTROL__MODE__CB_FMASK_DECOMPRESS)) &&
       !GET(CB_COLOR_INFO, COMPRESSION, RVI(CB_COLOR_INFO, 0)))
      strict_report(f, STRICT_S5, OFFSET(CB_COLOR_CONTROL), control,
                    "mode %u, and target 0 is not compressed", mode);
   if (shader != 15)
      strict_report(f, STRICT_S6, OFFSET(CB_SHADER_MASK), shader,
                    "mode %u wants target 0 alone, fully enabled", mode);
   if ((target & 15) != 15)
      strict_report(f, STRICT_S6, OFFSET(CB_TARGET_MASK), target, "mode %u wants target 0 fully enabled",
                    mode);
   if (f->bound->cb[0].blend_enable || GET(CB_COLOR_CONTROL, ROP3, control) != 0xcc)
      strict_report(f, STRICT_S6, OFFSET(CB_COLOR_CONTROL), control,
                    "mode %u with blending or a raster operation", mode);
   if (mode == GEN(CB_COLOR_CONTROL__MODE__CB_RESOLVE))
      rules_of_resolve(f);
}
#else
static void
rules_of_special(struct front *f)
{
   const uint32_t to = RVI(CB_COLOR_INFO, 1);
   if (f->e->chip->gen == DB_R600 && f->bound->cb_special == EMU_CB_RESOLVE &&
       GET(CB_COLOR_INFO, TILE_MODE, to) != R6_CB_COLOR_INFO__TILE_MODE__TILE_FRAG_ENABLE)
      strict_report(f, STRICT_S7, OFFSET(CB_COLOR_INFO)(1), to,
                    "a resolve's destination without CMASK and FMASK");
}

static void
rules_of_fast_clear(struct front *f, unsigned i)
{
   const uint32_t info = RVI(CB_COLOR_INFO, i);
   if (f->bound->cb_special == EMU_CB_NORMAL && f->bound->cb[i].surf.log2_samples &&
       GET(CB_COLOR_INFO, TILE_MODE, info) != R6_CB_COLOR_INFO__TILE_MODE__TILE_FRAG_ENABLE)
      strict_report(f, STRICT_S17, OFFSET(CB_COLOR_INFO)(i), info, "%u samples without CMASK and FMASK",
                    1u << f->bound->cb[i].surf.log2_samples);
}
#endif

static void
rules_of_targets(struct front *f)
{
   bool blends = false;
   for (unsigned i = 0; i < f->bound->num_cb; i++) {
      const struct emu_cb_state *cb = &f->bound->cb[i];
      if (!cb->enabled)
         continue;
      const bool destination = f->bound->cb_special == EMU_CB_RESOLVE && i == 1;
      blends |= cb->blend_enable && !cb->blend_bypass && !destination;
      rules_of_info(f, i);
      if (!destination)
         rules_of_fast_clear(f, i);
#if GEN_IS(CM)
      if (cb->surf.bytes_per_el >= 16 && cb->surf.array_mode >= EMU_1D_THIN1 && !cb->surf.tile_type)
         strict_report(f, STRICT_S12, OFFSET(CB_COLOR_ATTRIB)(i), RVI(CB_COLOR_ATTRIB, i),
                       "NON_DISP_TILING_ORDER is 0");
#endif
   }
   const uint32_t control = RV(CB_COLOR_CONTROL);
   if (blends && GET(CB_COLOR_CONTROL, ROP3, control) != 0xcc)
      strict_report(f, STRICT_S3A, OFFSET(CB_COLOR_CONTROL), control, "ROP3 while a target blends");
   rules_of_special(f);
}
