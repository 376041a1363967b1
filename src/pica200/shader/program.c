/* SPDX-License-Identifier: MIT
 *
 * The vertex program in the list: code, operand descriptors, how inputs and outputs meet the loader and the rasteriser; and its constants.
 */
#include <string.h>

#include "pica200/context.h"
#include "pica200/draw.h"
#include "pica200/number.h"
#include "pica200/shader.h"
#include "util/u_math.h"

enum {
   UNUSED_OUTPUT = 0x1f1f1f1f,
   CONST_HIGH = 0x7fff, /* upper halves of words that citro3d fills so; other values may hang */
};

/** Clocks of the interpolators in use. */
static uint32_t
clocks(const struct pica200_vertex *v)
{
   uint32_t on[PICA200_UNUSED + 1] = {0};
   for (unsigned o = 0; o < v->num_outputs; o++)
      for (unsigned k = 0; k < 4; k++)
         on[v->outmap[o][k] & PICA200_UNUSED] = 1;
   return PICA_SH_OUTATTR_CLOCK(.POS_Z = on[PICA200_POSITION_X + 2],
                                .COLOR = on[PICA200_COLOR_R] | on[PICA200_COLOR_R + 1] |
                                         on[PICA200_COLOR_R + 2] | on[PICA200_COLOR_R + 3],
                                .TEXCOORD0 = on[PICA200_TC0_U] | on[PICA200_TC0_V],
                                .TEXCOORD1 = on[PICA200_TC1_U] | on[PICA200_TC1_V],
                                .TEXCOORD2 = on[PICA200_TC2_U] | on[PICA200_TC2_V],
                                .TEXCOORD0_W = on[PICA200_TC0_W]);
}

static void
emit_code(struct drv_cs *cs, const struct pica_program *p)
{
   CS_SET(cs, VSH_CODETRANSFER_CONFIG, PICA_VSH_CODETRANSFER_CONFIG(.OFFSET = 0));
   cs_port(cs, PICA_ID_AT(VSH_CODETRANSFER_DATA, 0), p->word, p->count);
   CS_SET(cs, VSH_CODETRANSFER_END, PICA_VSH_CODETRANSFER_END(.END = 1));
   if (!p->num_descs)
      return;
   CS_SET(cs, VSH_OPDESCS_CONFIG, PICA_VSH_OPDESCS_CONFIG(.OFFSET = 0));
   cs_port(cs, PICA_ID_AT(VSH_OPDESCS_DATA, 0), p->desc, p->num_descs);
}

static void
emit_outputs(struct drv_cs *cs, const struct pica200_vertex *v)
{
   uint32_t map[PICA200_OUTPUTS];
   const uint32_t clock = clocks(v), last = v->num_outputs - 1;
   for (unsigned o = 0; o < PICA200_OUTPUTS; o++) {
      const uint8_t *m = v->outmap[o];
      map[o] = o < v->num_outputs
                  ? PICA_SH_OUTMAP_O(.SEM_X = m[0], .SEM_Y = m[1], .SEM_Z = m[2], .SEM_W = m[3])
                  : UNUSED_OUTPUT;
   }
   CS_SET(cs, VSH_OUTMAP_MASK, v->output_mask);
   CS_SET(cs, VSH_OUTMAP_TOTAL1, PICA_VSH_OUTMAP_TOTAL1(.COUNT_M1 = last));
   CS_SET(cs, VSH_OUTMAP_TOTAL2, PICA_VSH_OUTMAP_TOTAL2(.COUNT_M1 = last));
   cs_bytes(cs, PICA_ID(PRIMITIVE_CONFIG), 1, PICA_PRIMITIVE_CONFIG(.OUTMAP_COUNT_M1 = last));
   CS_SET(cs, SH_OUTMAP_TOTAL, PICA_SH_OUTMAP_TOTAL(.COUNT = v->num_outputs));
   cs_values(cs, PICA_ID_AT(SH_OUTMAP_O, 0), true, map, PICA200_OUTPUTS);
   CS_SET(cs, SH_OUTATTR_MODE,
          PICA_SH_OUTATTR_MODE(.USE_TEXCOORD = PICA_SH_OUTATTR_CLOCK_get_TEXCOORD0(clock) ||
                                               PICA_SH_OUTATTR_CLOCK_get_TEXCOORD1(clock) ||
                                               PICA_SH_OUTATTR_CLOCK_get_TEXCOORD2(clock)));
   CS_SET(cs, SH_OUTATTR_CLOCK, clock);
}

void
pica200_emit_program(struct pica200_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   const struct pica200_vertex *v = &c->pair->vertex;
   const uint32_t inputs = MAX2(v->num_attribs, 1);
   emit_code(cs, &v->code);
   CS_SET(cs, VSH_ENTRYPOINT, PICA_VSH_ENTRYPOINT(.ENTRY = v->code.entry, .CONST = CONST_HIGH));
   emit_outputs(cs, v);
   cs_bytes(cs, PICA_ID(VSH_INPUTBUFFER_CONFIG), 11,
            PICA_VSH_INPUTBUFFER_CONFIG(.COUNT_M1 = inputs - 1,
                                        .UNIT_MODE = PICA_VSH_INPUTBUFFER_CONFIG__UNIT_MODE__VS));
   CS_SET(cs, VSH_NUM_ATTR, PICA_VSH_NUM_ATTR(.COUNT_M1 = inputs - 1));
   /* Attribute i is input register i. */
   CS_SET(cs, VSH_ATTRIBUTES_PERMUTATION_LOW, 0x76543210);
   CS_SET(cs, VSH_ATTRIBUTES_PERMUTATION_HIGH, 0x0000ba98);
   CS_SET(cs, VSH_BOOLUNIFORM, (uint32_t)CONST_HIGH << 16 | v->booleans);
   for (unsigned i = 0; i < v->num_integers; i++)
      cs_set(cs, PICA_ID_AT(VSH_INTUNIFORM, i),
             PICA_VSH_INTUNIFORM(.X = v->integers[i][0], .Y = v->integers[i][1], .Z = v->integers[i][2],
                                 .W = v->integers[i][3]));
}

/* ---- constants ---- */

static void
find_const(const struct pica200_context *c, const struct pica200_const *k, float out[4])
{
   const struct drv_consts *u = &c->uniforms[PIPE_SHADER_VERTEX];
   memset(out, 0, 4 * sizeof *out);
   switch ((enum pica200_const_kind)k->kind) {
   case PICA200_CONST_UNIFORM:
      if (4u * k->slot + 4 <= u->num_dw)
         memcpy(out, u->dw + 4 * (size_t)k->slot, 4 * sizeof *out);
      break;
   case PICA200_CONST_IMMEDIATE:
      memcpy(out, k->value, 4 * sizeof *out);
      break;
   case PICA200_CONST_PREAMBLE:
      assert(k->slot < c->pair->fragment.num_preamble + PICA200_UNITS);
      memcpy(out, c->pair->results[k->slot], 4 * sizeof *out);
      break;
   case PICA200_CONST_SCALE:
      pica200_attrib_scale(c, k->slot, out);
      break;
   }
}

void
pica200_emit_consts(struct pica200_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   const struct pica200_vertex *v = &c->pair->vertex;
   uint32_t words[PICA200_CONSTS * 3];
   float value[4];
   if (!v->num_consts)
      return;
   for (unsigned i = 0; i < v->num_consts; i++) {
      find_const(c, &v->consts[i], value);
      pica200_vector24(words + 3 * (size_t)i, value);
   }
   CS_SET(cs, VSH_FLOATUNIFORM_CONFIG, PICA_VSH_FLOATUNIFORM_CONFIG(.INDEX = 0, .MODE = 0));
   cs_port(cs, PICA_ID_AT(VSH_FLOATUNIFORM_DATA, 0), words, 3 * v->num_consts);
}
