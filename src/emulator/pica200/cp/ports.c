/* SPDX-License-Identifier: MIT
 *
 * The memories behind registers: programs, operand descriptors and uniforms of the shader units, tables of the fragment half. 3dbrew, "GPU/Internal
 * Registers". What a byte mask does to words for a port is not known; they come whole.
 */
#include "emulator/pica200/cp/ports.h"

#include <string.h>

#include "emulator/pica200/sh/float24.h"
#include "util/u_math.h"

enum { GS_TO_VS = PICA_ID(VSH_BOOLUNIFORM) - PICA_ID(GSH_BOOLUNIFORM) };

void
pica_unpack_float24(const uint32_t word[3], float out[4])
{
   out[0] = pica_float24(word[2] & 0xffffff);
   out[1] = pica_float24(word[1] << 8 | word[2] >> 24);
   out[2] = pica_float24(word[0] << 16 | word[1] >> 16);
   out[3] = pica_float24(word[0] >> 8);
}

static void
write_uniform(struct pica_unit *u, uint32_t config, uint32_t value, enum pica_rounding rounding)
{
   const bool whole = PICA_VSH_FLOATUNIFORM_CONFIG_get_MODE(config);
   u->latch[u->latched++] = value;
   if (u->latched < (whole ? 4u : 3u))
      return;
   u->latched = 0;
   if (u->uniform_at < PICA_UNIFORMS) {
      float *to = u->uniform[u->uniform_at];
      if (whole)
         for (unsigned i = 0; i < 4; i++)
            to[i] = pica_round24(uif(u->latch[3 - i]), rounding);
      else
         pica_unpack_float24(u->latch, to);
   }
   u->uniform_at++;
}

static void
write_code(struct pica_unit *u, uint32_t value, unsigned limit)
{
   if (u->code_at < limit) {
      u->code[u->code_at] = value;
      u->code_end = MAX2(u->code_end, u->code_at + 1);
      u->generation++;
   }
   u->code_at++;
}

static void
write_descriptor(struct pica_unit *u, uint32_t value)
{
   if (u->desc_at < PICA_DESCRIPTORS) {
      u->desc[u->desc_at] = value;
      u->generation++;
   }
   u->desc_at++;
}

static bool
within(unsigned reg, unsigned first, unsigned count)
{
   return reg >= first && reg < first + count;
}

/* By the numbers of the vertex unit's registers; \p config: the unit's FLOATUNIFORM_CONFIG. */
static void
write_one_unit(struct pica_gpu *gpu, struct pica_unit *u, unsigned reg, uint32_t value, uint32_t config,
               unsigned limit)
{
   if (within(reg, PICA_ID_AT(VSH_FLOATUNIFORM_DATA, 0), 8)) {
      write_uniform(u, config, value, gpu->params.upload_rounding);
   } else if (within(reg, PICA_ID_AT(VSH_CODETRANSFER_DATA, 0), 8)) {
      write_code(u, value, limit);
   } else if (within(reg, PICA_ID_AT(VSH_OPDESCS_DATA, 0), 8)) {
      write_descriptor(u, value);
   } else if (within(reg, PICA_ID_AT(VSH_INTUNIFORM, 0), 4)) {
      for (unsigned i = 0; i < 4; i++)
         u->integer[reg - PICA_ID_AT(VSH_INTUNIFORM, 0)][i] = (uint8_t)(value >> (8 * i));
   } else if (reg == PICA_ID(VSH_BOOLUNIFORM)) {
      u->booleans = (uint16_t)value;
   } else if (reg == PICA_ID(VSH_FLOATUNIFORM_CONFIG)) {
      u->uniform_at = PICA_VSH_FLOATUNIFORM_CONFIG_get_INDEX(value);
      u->latched = 0;
   } else if (reg == PICA_ID(VSH_CODETRANSFER_CONFIG)) {
      u->code_at = PICA_VSH_CODETRANSFER_CONFIG_get_OFFSET(value);
   } else if (reg == PICA_ID(VSH_OPDESCS_CONFIG)) {
      u->desc_at = PICA_VSH_OPDESCS_CONFIG_get_OFFSET(value);
   }
}

void
pica_write_unit(struct pica_gpu *gpu, unsigned reg, uint32_t value)
{
   if (reg < PICA_ID(VSH_BOOLUNIFORM)) {
      write_one_unit(gpu, &gpu->gs, reg + GS_TO_VS, value, gpu->r.GSH_FLOATUNIFORM_CONFIG, PICA_CODE_WORDS);
      return;
   }
   const uint32_t config = gpu->r.VSH_FLOATUNIFORM_CONFIG;
   write_one_unit(gpu, &gpu->vs, reg, value, config, PICA_VS_CODE_WORDS);
   if (!PICA_VSH_COM_MODE_get_GS_EXCLUSIVE(gpu->r.VSH_COM_MODE))
      write_one_unit(gpu, &gpu->gs, reg, value, config, PICA_CODE_WORDS);
}

static void
write_light(struct pica_gpu *gpu, uint32_t value)
{
   uint32_t *index = &gpu->r.LIGHTING_LUT_INDEX;
   const unsigned table = PICA_LIGHTING_LUT_INDEX_get_LUT(*index),
                  at = PICA_LIGHTING_LUT_INDEX_get_INDEX(*index);
   if (table < ARRAY_SIZE(gpu->tables.light))
      gpu->tables.light[table][at] = value;
   *index = PICA_LIGHTING_LUT_INDEX_set_INDEX(*index, (at + 1) & 0xff);
}

static void
write_proctex(struct pica_gpu *gpu, uint32_t value)
{
   uint32_t *index = &gpu->r.PROCTEX_LUT;
   const unsigned at = PICA_PROCTEX_LUT_get_INDEX(*index);
   switch (PICA_PROCTEX_LUT_get_TABLE(*index)) {
   case PICA_PROCTEX_LUT__TABLE__NOISE:
      gpu->tables.proctex_noise[at & 127] = value;
      break;
   case PICA_PROCTEX_LUT__TABLE__RGB_MAP:
      gpu->tables.proctex_rgb[at & 127] = value;
      break;
   case PICA_PROCTEX_LUT__TABLE__ALPHA_MAP:
      gpu->tables.proctex_alpha[at & 127] = value;
      break;
   case PICA_PROCTEX_LUT__TABLE__COLOR:
      gpu->tables.proctex_color[at] = value;
      break;
   case PICA_PROCTEX_LUT__TABLE__COLOR_DIFF:
      gpu->tables.proctex_color_diff[at] = value;
      break;
   default:
      break;
   }
   *index = PICA_PROCTEX_LUT_set_INDEX(*index, (at + 1) & 0xff);
}

bool
pica_write_table(struct pica_gpu *gpu, unsigned reg, uint32_t value)
{
   if (within(reg, PICA_ID_AT(LIGHTING_LUT_DATA, 0), 8)) {
      write_light(gpu, value);
   } else if (within(reg, PICA_ID_AT(PROCTEX_LUT_DATA, 0), 8)) {
      write_proctex(gpu, value);
   } else if (within(reg, PICA_ID_AT(FOG_LUT_DATA, 0), 8)) {
      gpu->tables.fog[gpu->r.FOG_LUT_INDEX & 127] = value;
      gpu->r.FOG_LUT_INDEX = (gpu->r.FOG_LUT_INDEX + 1) & 127;
   } else if (reg == PICA_ID(GAS_LUT_DATA)) {
      gpu->tables.gas[gpu->r.GAS_LUT_INDEX & 15] = value;
      gpu->r.GAS_LUT_INDEX = (gpu->r.GAS_LUT_INDEX + 1) & 15;
   } else {
      return false;
   }
   gpu->state_changed = true;
   return true;
}
