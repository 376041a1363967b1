/* SPDX-License-Identifier: MIT
 *
 * Registers to struct pica_draw. What only a draw can tell is refused here by name: a target outside memory, formats that are none, blocks
 * of 32x32 pixels, whose order no source knows. Gas has no public description: its density pass writes nothing, its shading leaves
 * colours alone. Gates of reading (112, 114) and early depth are left out, as no emulator has them.
 */
#include <string.h>

#include "emulator/pica200/pica_gpu.h"
#include "emulator/pica200/raster/draw.h"
#include "emulator/pica200/small_float.h"

/* Is the colour that is written that of the fragment, whatever was there? */
static bool
ignores_target(const struct pica_om *om)
{
   if (!om->blends)
      return om->logic_op == 3; /* COPY */
   for (unsigned i = 0; i < 2; i++)
      if (om->equation[i] == PICA_BLEND_MIN || om->equation[i] == PICA_BLEND_MAX ||
          om->equation[i] == PICA_BLEND_REVERSE || om->src[i] != PICA_FACTOR_ONE ||
          om->dst[i] != PICA_FACTOR_ZERO)
         return false;
   return true;
}

static void
decode_depth(struct pica_om *om, const union pica_mmio_regs *r)
{
   uint32_t mask = r->DEPTH_COLOR_MASK, test = r->STENCIL_TEST, op = r->STENCIL_OP,
            gate = r->DEPTHBUFFER_WRITE;
   om->depth_format = (uint8_t)PICA_DEPTHBUFFER_FORMAT_get_FORMAT(r->DEPTHBUFFER_FORMAT);
   om->depth_func = PICA_DEPTH_COLOR_MASK_get_DEPTH_TEST(mask)
                       ? (uint8_t)PICA_DEPTH_COLOR_MASK_get_DEPTH_FUNC(mask)
                       : PICA_CMP_ALWAYS;
   om->depth_write = PICA_DEPTH_COLOR_MASK_get_WRITE_DEPTH(mask) && PICA_DEPTHBUFFER_WRITE_get_DEPTH(gate);
   om->stencil = PICA_STENCIL_TEST_get_ENABLE(test) && om->depth_format == PICA_DEPTH_D24S8;
   om->stencil_func = (uint8_t)PICA_STENCIL_TEST_get_FUNC(test);
   om->stencil_ref = (uint8_t)PICA_STENCIL_TEST_get_REF(test);
   om->stencil_compare_mask = (uint8_t)PICA_STENCIL_TEST_get_INPUT_MASK(test);
   om->stencil_write_mask =
      PICA_DEPTHBUFFER_WRITE_get_STENCIL(gate) ? (uint8_t)PICA_STENCIL_TEST_get_WRITE_MASK(test) : 0;
   om->stencil_fail = (uint8_t)PICA_STENCIL_OP_get_FAIL(op);
   om->stencil_zfail = (uint8_t)PICA_STENCIL_OP_get_ZFAIL(op);
   om->stencil_zpass = (uint8_t)PICA_STENCIL_OP_get_ZPASS(op);
   om->reads_ds = om->stencil || om->depth_func != PICA_CMP_ALWAYS;
   om->writes_ds = om->depth_write || (om->stencil && om->stencil_write_mask);
}

void
pica_om_decode(struct pica_om *om, const union pica_mmio_regs *r, const struct pica_pixel_params *params)
{
   memset(om, 0, sizeof *om);
   uint32_t alpha = r->FRAGOP_ALPHA_TEST, mask = r->DEPTH_COLOR_MASK, blend = r->BLEND_FUNC;
   om->params = *params;
   om->mode = (uint8_t)PICA_COLOR_OPERATION_get_FRAGOP_MODE(r->COLOR_OPERATION);
   om->alpha_func = PICA_FRAGOP_ALPHA_TEST_get_ENABLE(alpha) ? (uint8_t)PICA_FRAGOP_ALPHA_TEST_get_FUNC(alpha)
                                                             : PICA_CMP_ALWAYS;
   om->alpha_ref = (uint8_t)PICA_FRAGOP_ALPHA_TEST_get_REF(alpha);
   decode_depth(om, r);
   om->color_format = (uint8_t)PICA_COLORBUFFER_FORMAT_get_FORMAT(r->COLORBUFFER_FORMAT);
   om->write_mask =
      (uint8_t)(PICA_DEPTH_COLOR_MASK_get_WRITE_R(mask) | PICA_DEPTH_COLOR_MASK_get_WRITE_G(mask) << 1 |
                PICA_DEPTH_COLOR_MASK_get_WRITE_B(mask) << 2 | PICA_DEPTH_COLOR_MASK_get_WRITE_A(mask) << 3);
   if (!PICA_COLORBUFFER_WRITE_get_ALLOW(r->COLORBUFFER_WRITE))
      om->write_mask = 0;
   om->blends = PICA_COLOR_OPERATION_get_BLEND_MODE(r->COLOR_OPERATION);
   om->logic_op = (uint8_t)PICA_LOGIC_OP_get_OP(r->LOGIC_OP);
   om->equation[0] = (uint8_t)PICA_BLEND_FUNC_get_RGB_EQ(blend);
   om->equation[1] = (uint8_t)PICA_BLEND_FUNC_get_A_EQ(blend);
   om->src[0] = (uint8_t)PICA_BLEND_FUNC_get_RGB_SRC(blend);
   om->src[1] = (uint8_t)PICA_BLEND_FUNC_get_A_SRC(blend);
   om->dst[0] = (uint8_t)PICA_BLEND_FUNC_get_RGB_DST(blend);
   om->dst[1] = (uint8_t)PICA_BLEND_FUNC_get_A_DST(blend);
   om->constant[0] = (uint8_t)PICA_BLEND_COLOR_get_RED(r->BLEND_COLOR);
   om->constant[1] = (uint8_t)PICA_BLEND_COLOR_get_GREEN(r->BLEND_COLOR);
   om->constant[2] = (uint8_t)PICA_BLEND_COLOR_get_BLUE(r->BLEND_COLOR);
   om->constant[3] = (uint8_t)PICA_BLEND_COLOR_get_ALPHA(r->BLEND_COLOR);
   om->reads_color = !ignores_target(om);
   om->shadow_constant = pica_float16(PICA_FRAGOP_SHADOW_get_CONSTANT(r->FRAGOP_SHADOW));
   om->shadow_linear = pica_float16(PICA_FRAGOP_SHADOW_get_LINEAR(r->FRAGOP_SHADOW));
}

static void
decode_geometry(struct pica_draw *d, const union pica_mmio_regs *r)
{
   d->half_size[0] = pica_float24(PICA_VIEWPORT_WIDTH_get_HALF_WIDTH(r->VIEWPORT_WIDTH));
   d->half_size[1] = pica_float24(PICA_VIEWPORT_HEIGHT_get_HALF_HEIGHT(r->VIEWPORT_HEIGHT));
   /* 10 bits with a sign */
   d->corner[0] = (float)((int32_t)(PICA_VIEWPORT_XY_get_X(r->VIEWPORT_XY) ^ 0x200) - 0x200);
   d->corner[1] = (float)((int32_t)(PICA_VIEWPORT_XY_get_Y(r->VIEWPORT_XY) ^ 0x200) - 0x200);
   unsigned culling = PICA_FACECULLING_CONFIG_get_MODE(r->FACECULLING_CONFIG);
   d->culling = culling == 1 ? PICA_CULL_CCW : culling == 2 ? PICA_CULL_CW : PICA_CULL_NONE;
   d->depth_scale = pica_float24(PICA_DEPTHMAP_SCALE_get_SCALE(r->DEPTHMAP_SCALE));
   d->depth_offset = pica_float24(PICA_DEPTHMAP_OFFSET_get_OFFSET(r->DEPTHMAP_OFFSET));
   d->w_buffer = !PICA_DEPTHMAP_ENABLE_get_ENABLE(r->DEPTHMAP_ENABLE);
}

static void
decode_scissor(struct pica_draw *d, const union pica_mmio_regs *r)
{
   int32_t x1 = (int32_t)PICA_SCISSORTEST_POS_get_X1(r->SCISSORTEST_POS);
   int32_t y1 = (int32_t)PICA_SCISSORTEST_POS_get_Y1(r->SCISSORTEST_POS);
   int32_t x2 = (int32_t)PICA_SCISSORTEST_DIM_get_X2(r->SCISSORTEST_DIM);
   int32_t y2 = (int32_t)PICA_SCISSORTEST_DIM_get_Y2(r->SCISSORTEST_DIM);
   unsigned mode = PICA_SCISSORTEST_MODE_get_MODE(r->SCISSORTEST_MODE);
   if (mode == 3) {
      d->first[0] = MAX2(d->first[0], x1);
      d->last[0] = MIN2(d->last[0], x2);
      d->first[1] = MAX2(d->first[1], d->height - 1 - y2);
      d->last[1] = MIN2(d->last[1], d->height - 1 - y1);
   } else if (mode == 1) {
      d->excludes = true;
      d->exclude_first[0] = x1;
      d->exclude_last[0] = x2;
      d->exclude_first[1] = d->height - 1 - y2;
      d->exclude_last[1] = d->height - 1 - y1;
   }
}

static bool
decode_target(struct pica_draw *d, struct pica_gpu *gpu)
{
   const union pica_mmio_regs *r = &gpu->r;
   struct pica_om *om = &d->om;
   uint32_t width = PICA_FRAMEBUFFER_DIM_get_WIDTH(r->FRAMEBUFFER_DIM) & ~7u;
   uint32_t height = PICA_FRAMEBUFFER_DIM_get_HEIGHT_M1(r->FRAMEBUFFER_DIM) + 1;
   uint64_t pixels = (uint64_t)width * u_align(height, 8);
   d->height = (int32_t)height;
   d->tiles_per_row = width / 8;
   d->last[0] = (int32_t)width - 1;
   d->last[1] = (int32_t)height - 1;
   bool shadow = om->mode == PICA_FRAGMENT_SHADOW;
   bool wants_color = shadow || om->write_mask, wants_depth = !shadow && (om->reads_ds || om->writes_ds);
   d->nothing = !width || om->mode == PICA_FRAGMENT_GAS || (!wants_color && !om->writes_ds);
   if (d->nothing)
      return true;
   if (PICA_FRAMEBUFFER_BLOCK32_get_MODE(r->FRAMEBUFFER_BLOCK32))
      return pica_error(gpu, PICA_ID(FRAMEBUFFER_BLOCK32), "the order of 32x32 blocks is not known");
   if (wants_color) {
      if (om->color_format >= PICA_COLOR_FORMATS)
         return pica_error(gpu, PICA_ID(COLORBUFFER_FORMAT), "colour format %u is none", om->color_format);
      uint32_t address = PICA_COLORBUFFER_LOC_get_ADDR(r->COLORBUFFER_LOC) * 8;
      d->color = pica_mem(gpu, address, pixels * (shadow ? 4 : pica_color_bytes[om->color_format]));
      if (!d->color)
         return pica_error(gpu, PICA_ID(COLORBUFFER_LOC),
                           "a colour buffer of %u x %u pixels at %08x is not in memory", width, height,
                           address);
   }
   if (wants_depth) {
      if (om->depth_format == PICA_DEPTH_INVALID)
         return pica_error(gpu, PICA_ID(DEPTHBUFFER_FORMAT), "depth format 1 is none");
      uint32_t address = PICA_DEPTHBUFFER_LOC_get_ADDR(r->DEPTHBUFFER_LOC) * 8;
      d->depth = pica_mem(gpu, address, pixels * pica_depth_bytes[om->depth_format]);
      if (!d->depth)
         return pica_error(gpu, PICA_ID(DEPTHBUFFER_LOC),
                           "a depth buffer of %u x %u pixels at %08x is not in memory", width, height,
                           address);
   }
   return true;
}

static void
decode_texenv(struct pica_draw *d, const struct pica_gpu *gpu, const uint8_t as[4],
              const struct pica_pixel_params *params)
{
   const union pica_mmio_regs *r = &gpu->r;
   struct pica_texenv_words words[PICA_TEXENV_STAGES];
   for (unsigned i = 0; i < PICA_TEXENV_STAGES; i++) {
      if (i < 4)
         words[i] = (struct pica_texenv_words){r->TEXENV[i].SOURCE, r->TEXENV[i].OPERAND,
                                               r->TEXENV[i].COMBINER, r->TEXENV[i].COLOR, r->TEXENV[i].SCALE};
      else
         words[i] = (struct pica_texenv_words){r->TEXENV4[i - 4].SOURCE, r->TEXENV4[i - 4].OPERAND,
                                               r->TEXENV4[i - 4].COMBINER, r->TEXENV4[i - 4].COLOR,
                                               r->TEXENV4[i - 4].SCALE};
   }
   pica_texenv_decode(&d->texenv, words, r->TEXENV_UPDATE_BUFFER, gpu->reg[PICA_ID(TEXENV_BUFFER_COLOR)], as,
                      params);
}

static bool
decode_units(struct pica_draw *d, struct pica_gpu *gpu, const struct pica_pixel_params *params)
{
   static const uint8_t coords[4] = {PICA_AT_TEXCOORD0, PICA_AT_TEXCOORD1, PICA_AT_TEXCOORD2,
                                     PICA_AT_TEXCOORD2};
   uint32_t config = gpu->r.TEXUNIT_CONFIG;
   d->unit_coords[0] = PICA_AT_TEXCOORD0;
   d->unit_coords[1] = PICA_AT_TEXCOORD1;
   d->unit_coords[2] = coords[PICA_TEXUNIT_CONFIG_get_TEX2_COORD(config) ? 1 : 2];
   d->unit_coords[3] = coords[PICA_TEXUNIT_CONFIG_get_TEX3_COORD(config)];
   for (unsigned u = 0; u < PICA_TEXTURES; u++)
      if (d->units >> u & 1) {
         if (!pica_texture_decode(&d->texture[u], gpu, u, params))
            return false;
      }
   d->proctex_on = PICA_TEXUNIT_CONFIG_get_TEX3_ENABLE(config);
   if ((d->units & 8) && d->proctex_on)
      pica_proctex_decode(&d->proctex, &gpu->r,
                          &(struct pica_proctex_tables){
                             .noise = gpu->tables.proctex_noise,
                             .rgb = gpu->tables.proctex_rgb,
                             .alpha = gpu->tables.proctex_alpha,
                             .color = gpu->tables.proctex_color,
                             .diff = gpu->tables.proctex_color_diff,
                          });
   return true;
}

/* The attributes that shading wants. */
static uint32_t
attributes_of(const struct pica_draw *d)
{
   uint32_t a = 1u << PICA_AT_Z | 1u << PICA_AT_W;
   a |= (uint32_t)d->texenv.primary << PICA_AT_COLOR;
   for (unsigned u = 0; u < PICA_UNITS; u++)
      if (d->units >> u & 1)
         a |= 3u << d->unit_coords[u];
   if ((d->units & 1) && d->texture[0].type != PICA_TEXTURE_2D)
      a |= 1u << PICA_AT_TEXCOORD0_W;
   if (d->lights)
      a |= 15u << PICA_AT_QUATERNION | 7u << PICA_AT_VIEW;
   return a;
}

/* Does a texture have bytes of the target, or a buffer of the other? */
static bool
reads_target(const struct pica_draw *d)
{
   uint64_t pixels = (uint64_t)d->tiles_per_row * 8 * u_align((uint32_t)d->height, 8);
   if (d->color && d->depth && d->color < d->depth + 4 * pixels && d->depth < d->color + 4 * pixels)
      return true;
   for (unsigned u = 0; u < PICA_TEXTURES; u++)
      for (unsigned f = 0; f < 6 && (d->units >> u & 1); f++) {
         const uint8_t *from = d->texture[u].face[f], *to = from + d->texture[u].bytes;
         if (!from)
            continue;
         if (d->color && from < d->color + 4 * pixels && d->color < to)
            return true;
         if (d->depth && from < d->depth + 4 * pixels && d->depth < to)
            return true;
      }
   return false;
}

bool
pica_draw_decode(struct pica_draw *d, struct pica_gpu *gpu, const struct pica_light_lut *luts,
                 const struct pica_pixel_params *params)
{
   const union pica_mmio_regs *r = &gpu->r;
   memset(d, 0, sizeof *d);
   decode_geometry(d, r);
   d->subpixel_bits = (uint8_t)(4 + params->position_finer);
   pica_om_decode(&d->om, r, params);
   if (!decode_target(d, gpu))
      return false;
   decode_scissor(d, r);
   if (d->nothing)
      return true;
   decode_texenv(d, gpu, NULL, params);
   d->lights = PICA_LIGHTING_ENABLE0_get_ENABLE(r->LIGHTING_ENABLE0) &&
               !PICA_LIGHTING_ENABLE1_get_DISABLE(r->LIGHTING_ENABLE1) &&
               (d->texenv.inputs & (1u << PICA_SRC_LIGHT_PRIMARY | 1u << PICA_SRC_LIGHT_SECONDARY));
   if (d->lights)
      pica_light_decode(&d->lighting, r, luts, params);
   d->units = (d->texenv.inputs >> PICA_SRC_TEXTURE0 & 15) | d->lighting.units;
   if (!decode_units(d, gpu, params))
      return false;
   if ((d->units & 8) && d->proctex_on) {
      decode_texenv(d, gpu, d->proctex.as, params); /* which is known only now */
      if (!(d->lighting.units & 8))
         d->proctex.copies = 0;
   }
   d->has_fog = PICA_TEXENV_UPDATE_BUFFER_get_FOG_MODE(r->TEXENV_UPDATE_BUFFER) == 5;
   if (d->has_fog)
      pica_fog_decode(&d->fog, gpu->tables.fog, r->FOG_COLOR,
                      PICA_TEXENV_UPDATE_BUFFER_get_Z_FLIP(r->TEXENV_UPDATE_BUFFER));
   d->has_depth = d->has_fog || d->om.reads_ds || d->om.writes_ds || d->om.mode == PICA_FRAGMENT_SHADOW;
   d->attributes = attributes_of(d);
   d->feedback = reads_target(d);
   d->by_lines = (d->units & 8) && d->proctex_on && d->proctex.noise && !d->proctex.mips;
   for (unsigned u = 0; u < PICA_TEXTURES; u++)
      d->by_lines &= !(d->units >> u & 1) || d->unit_coords[u] != d->unit_coords[PICA_TEXTURES];
   d->quads = (d->units & 8) && d->proctex_on && d->proctex.mips;
   for (unsigned u = 0; u < PICA_TEXTURES; u++)
      d->quads |= (d->units >> u & 1) && d->texture[u].needs_lod;
   return true;
}
