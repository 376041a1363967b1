/* SPDX-License-Identifier: MIT
 *
 * The lighting registers (140 to 1D9) to struct pica_lighting, by the description of fragment lighting. Disable bits count by a light's
 * number, the order of slots comes from LIGHTING_LIGHT_PERMUTATION. Which of the bits 20 and 22 of LIGHTING_CONFIG1 is red: pixel_params.h.
 */
#include "emulator/pica200/light/light.h"

#include <string.h>

#include "db/pica200/pica_regs.h"
#include "emulator/pica200/small_float.h"

void
pica_light_lut_decode(struct pica_light_lut *lut, const uint32_t words[PICA_LIGHT_ENTRIES])
{
   for (unsigned i = 0; i < PICA_LIGHT_ENTRIES; i++) {
      float diff = (float)PICA_LIGHTING_LUT_DATA_get_DIFF(words[i]) / 2047.0f;
      lut->entry[i].value = lut->value[i] = (float)PICA_LIGHTING_LUT_DATA_get_VALUE(words[i]) / 4095.0f;
      lut->entry[i].diff = lut->diff[i] = PICA_LIGHTING_LUT_DATA_get_DIFF_SIGN(words[i]) ? -diff : diff;
   }
}

/* Tables that LIGHTING_CONFIG0.LAYER_CONFIG offers, a bit each; a green and a blue table stand together. */
enum { D0 = 1, D1 = 2, SP = 4, FR = 8, RR = 16, RGB = 32 };
static const uint8_t offered[16] = {
   [0] = D0 | SP | RR,
   [1] = SP | FR | RR,
   [2] = D0 | D1 | RR,
   [3] = D0 | D1 | FR,
   [4] = D0 | D1 | SP | RR | RGB,
   [5] = D0 | SP | FR | RR | RGB,
   [6] = D0 | D1 | SP | FR | RR,
   [8] = D0 | D1 | SP | FR | RR | RGB,
};

static float
lut_scale(unsigned code)
{
   static const float scales[8] = {1, 2, 4, 8, 1, 1, 0.25f, 0.5f};
   return scales[code];
}

static void
color_of(uint32_t word, float out[3])
{
   /* 8 bits in slots of 10 */
   out[0] = (float)(PICA_LIGHT_DIFFUSE_get_RED(word) & 255) / 255.0f;
   out[1] = (float)(PICA_LIGHT_DIFFUSE_get_GREEN(word) & 255) / 255.0f;
   out[2] = (float)(PICA_LIGHT_DIFFUSE_get_BLUE(word) & 255) / 255.0f;
}

/* 1.1.11 in two's complement */
static float
spot_component(uint32_t bits)
{
   return (float)((int32_t)(bits ^ 0x1000) - 0x1000) / 2047.0f;
}

#define USE(use, NAME, number, is_on)                                                                        \
   do {                                                                                                      \
      (use).on = (is_on);                                                                                    \
      (use).table = (number);                                                                                \
      (use).is_signed = PICA_LIGHTING_LUTINPUT_ABS_get_ABS_DISABLE_##NAME(r->LIGHTING_LUTINPUT_ABS);         \
      (use).input = (uint8_t)PICA_LIGHTING_LUTINPUT_SELECT_get_INPUT_##NAME(r->LIGHTING_LUTINPUT_SELECT);    \
      (use).scale = lut_scale(PICA_LIGHTING_LUTINPUT_SCALE_get_SCALE_##NAME(r->LIGHTING_LUTINPUT_SCALE));    \
      if ((use).on)                                                                                          \
         l->tables |= 1u << (use).table;                                                                     \
   } while (0)

static void
decode_tables(struct pica_lighting *l, const union pica_mmio_regs *r, unsigned has,
              const struct pica_pixel_params *params)
{
   uint32_t off = r->LIGHTING_CONFIG1;
   bool red_off = PICA_LIGHTING_CONFIG1_get_LUT_RR_DISABLE(off);
   bool blue_off = PICA_LIGHTING_CONFIG1_get_LUT_RB_DISABLE(off);
   if (params->light_red_is_bit20) {
      bool was = red_off;
      red_off = blue_off;
      blue_off = was;
   }
   USE(l->d0, D0, PICA_TABLE_D0, (has & D0) && !PICA_LIGHTING_CONFIG1_get_LUT_D0_DISABLE(off));
   USE(l->d1, D1, PICA_TABLE_D1, (has & D1) && !PICA_LIGHTING_CONFIG1_get_LUT_D1_DISABLE(off));
   USE(l->fresnel, FR, PICA_TABLE_FR, (has & FR) && !PICA_LIGHTING_CONFIG1_get_LUT_FR_DISABLE(off));
   USE(l->reflect[0], RR, PICA_TABLE_RR, (has & RR) && !red_off);
   USE(l->reflect[1], RG, PICA_TABLE_RG, (has & RGB) && !PICA_LIGHTING_CONFIG1_get_LUT_RG_DISABLE(off));
   USE(l->reflect[2], RB, PICA_TABLE_RB, (has & RGB) && !blue_off);
}

static void
decode_light(struct pica_lighting *l, struct pica_light *light, const union pica_mmio_regs *r, unsigned n,
             unsigned has)
{
   uint32_t config = r->LIGHT[n].CONFIG, config0 = r->LIGHTING_CONFIG0, off = r->LIGHTING_CONFIG1 >> n;
   light->directional = PICA_LIGHT_CONFIG_get_TYPE(config);
   light->two_sided = PICA_LIGHT_CONFIG_get_TWO_SIDE_DIFFUSE(config);
   light->geometric0 = PICA_LIGHT_CONFIG_get_GEO_FACTOR0(config);
   light->geometric1 = PICA_LIGHT_CONFIG_get_GEO_FACTOR1(config);
   bool shadow = l->shadow && !PICA_LIGHTING_CONFIG1_get_SHADOW_DISABLE0(off);
   light->shadow_primary = shadow && PICA_LIGHTING_CONFIG0_get_SHADOW_PRIMARY(config0);
   light->shadow_secondary = shadow && PICA_LIGHTING_CONFIG0_get_SHADOW_SECONDARY(config0);
   USE(light->spot, SP, (uint8_t)(PICA_TABLE_SP + n),
       (has & SP) && !PICA_LIGHTING_CONFIG1_get_SPOT_DISABLE0(off));
   light->distance_on = !PICA_LIGHTING_CONFIG1_get_DISTATTN_DISABLE0(off);
   light->distance_table = (uint8_t)(PICA_TABLE_DA + n);
   if (light->distance_on)
      l->tables |= 1u << light->distance_table;
   light->position[0] = pica_float16(PICA_LIGHT_XY_get_X(r->LIGHT[n].XY));
   light->position[1] = pica_float16(PICA_LIGHT_XY_get_Y(r->LIGHT[n].XY));
   light->position[2] = pica_float16(PICA_LIGHT_Z_get_Z(r->LIGHT[n].Z));
   light->spot_direction[0] = spot_component(PICA_LIGHT_SPOTDIR_XY_get_X(r->LIGHT[n].SPOTDIR_XY));
   light->spot_direction[1] = spot_component(PICA_LIGHT_SPOTDIR_XY_get_Y(r->LIGHT[n].SPOTDIR_XY));
   light->spot_direction[2] = spot_component(PICA_LIGHT_SPOTDIR_Z_get_Z(r->LIGHT[n].SPOTDIR_Z));
   color_of(r->LIGHT[n].SPECULAR0, light->specular0);
   color_of(r->LIGHT[n].SPECULAR1, light->specular1);
   color_of(r->LIGHT[n].DIFFUSE, light->diffuse);
   color_of(r->LIGHT[n].AMBIENT, light->ambient);
   light->distance_scale =
      pica_float20(PICA_LIGHT_ATTENUATION_SCALE_get_SCALE(r->LIGHT[n].ATTENUATION_SCALE));
   light->distance_bias = pica_float20(PICA_LIGHT_ATTENUATION_BIAS_get_BIAS(r->LIGHT[n].ATTENUATION_BIAS));
}

void
pica_light_decode(struct pica_lighting *l, const union pica_mmio_regs *r, const struct pica_light_lut *luts,
                  const struct pica_pixel_params *params)
{
   memset(l, 0, sizeof *l);
   uint32_t config0 = r->LIGHTING_CONFIG0;
   unsigned layers = PICA_LIGHTING_CONFIG0_get_LAYER_CONFIG(config0), has = offered[layers];
   unsigned fresnel = PICA_LIGHTING_CONFIG0_get_FRESNEL_SEL(config0);
   l->luts = luts;
   l->half = params->light_half;
   l->has_cp = layers == 8;
   l->shadow = PICA_LIGHTING_CONFIG0_get_SHADOW_ENABLE(config0);
   l->shadow_invert = PICA_LIGHTING_CONFIG0_get_SHADOW_INVERT(config0);
   l->shadow_alpha = PICA_LIGHTING_CONFIG0_get_SHADOW_ALPHA(config0);
   l->shadow_unit = (uint8_t)PICA_LIGHTING_CONFIG0_get_SHADOW_UNIT(config0);
   l->clamp_highlights = PICA_LIGHTING_CONFIG0_get_CLAMP_HIGHLIGHTS(config0);
   l->bump_unit = (uint8_t)PICA_LIGHTING_CONFIG0_get_BUMP_UNIT(config0);
   l->bump_mode = (uint8_t)PICA_LIGHTING_CONFIG0_get_BUMP_MODE(config0);
   l->bump_z = PICA_LIGHTING_CONFIG0_get_BUMP_RENORM_DISABLE(config0);
   l->fresnel_primary = fresnel & 1;
   l->fresnel_secondary = fresnel & 2;
   if (l->shadow)
      l->units |= 1u << l->shadow_unit;
   if (l->bump_mode)
      l->units |= 1u << l->bump_unit;
   color_of(r->LIGHTING_AMBIENT, l->ambient);
   decode_tables(l, r, has, params);
   l->num_lights = (uint8_t)(PICA_LIGHTING_NUM_LIGHTS_get_COUNT_M1(r->LIGHTING_NUM_LIGHTS) + 1);
   for (unsigned i = 0; i < l->num_lights; i++)
      decode_light(l, &l->light[i], r,
                   PICA_LIGHTING_LIGHT_PERMUTATION_get_SLOT0(r->LIGHTING_LIGHT_PERMUTATION >> 4 * i), has);
}
