/* SPDX-License-Identifier: MIT
 *
 * The vertex shader of a draw: its program, constants, flow control and what its outputs are. PVS memory is one of vectors;
 * where constants and user planes begin in it depends on the generation.
 */
#include <assert.h>
#include <string.h>

#include "emulator/r300/pvs/jit.h"
#include "emulator/r300/state/derive.h"
#include "emulator/raster/raster.h"
#include "util/u_arena.h"
#include "util/u_disk_cache.h"
#include "util/u_math.h"

/* First vectors of the parts of PVS memory. */
static unsigned
constants_at(const struct emulator *e)
{
   return e->r500 ? 1024 : 512;
}
static unsigned
planes_at(const struct emulator *e)
{
   return e->r500 ? 1536 : 1024;
}

/* Inputs by number where the vertex shader is bypassed: position, point size, four colours, texture coordinates. */
enum { BYPASS_POINT_SIZE = 1, BYPASS_COLOR = 2, BYPASS_TEXCOORD = 6 };

static void
outputs(const struct emulator *e, struct r300_vertex_state *v)
{
   const uint32_t f0 = e->rx.mmio.VAP_OUT_VTX_FMT_0, f1 = e->rx.mmio.VAP_OUT_VTX_FMT_1;
   int8_t next = 1;
   v->point_size = -1;
   if (RX_VAP_OUT_VTX_FMT_0_get_VTX_PT_SIZE_PRESENT(f0))
      v->point_size = v->bypass ? BYPASS_POINT_SIZE : next++;
   for (unsigned i = 0; i < R300_COLORS; i++) { /* VTX_COLOR_0_PRESENT and its successors follow each other */
      const bool there = RX_VAP_OUT_VTX_FMT_0_get_VTX_COLOR_0_PRESENT(f0 >> i);
      v->color[i] = (int8_t)(!there ? -1 : v->bypass ? BYPASS_COLOR + (int)i : next++);
   }
   v->num_texcoords = 0;
   for (unsigned i = 0; i < R300_TEXCOORDS; i++)
      v->texcoord[i] = -1;
   for (unsigned i = 0; i < R300_TEXCOORDS; i++) {
      if (!RX_VAP_OUT_VTX_FMT_1_get_TEX_0_COMP_CNT(f1 >> (3 * i)))
         continue;
      const int from = v->bypass ? BYPASS_TEXCOORD + v->num_texcoords : next++;
      v->texcoord[v->num_texcoords++] = (int8_t)(from < PVS_OUTPUTS ? from : -1);
   }
}

static bool
decode_program(struct emulator *e)
{
   const unsigned first = RX(VAP_PVS_CODE_CNTL_0, PVS_FIRST_INST),
                  last = RX(VAP_PVS_CODE_CNTL_0, PVS_LAST_INST);
   if (last >= constants_at(e) || first > last)
      return r300_error(e, "VAP_PVS_CODE_CNTL_0: instructions %u to %u are not in memory", first, last);
   for (unsigned i = first; i <= last; i++) {
      const char *why = pvs_decode(e->pvs_memory[i], &e->pvs_inst[i]);
      if (why)
         return r300_error(e, "vertex shader instruction %u %s", i, why);
   }
   return true;
}

static struct pvs_slot
slot(const struct emulator *e, unsigned i, unsigned op)
{
   const uint32_t index = e->rx.mmio.VAP_PVS_FLOW_CNTL_LOOP_INDEX[i];
   struct pvs_slot s = {
      .op = (uint8_t)op,
      .loop_init = (uint8_t)RX_VAP_PVS_FLOW_CNTL_LOOP_INDEX_get_PVS_FC_LOOP_INIT_VAL_0(index),
      .loop_step = (int8_t)RX_VAP_PVS_FLOW_CNTL_LOOP_INDEX_get_PVS_FC_LOOP_STEP_VAL_0(index),
      .loop_inherit = RX_VAP_PVS_FLOW_CNTL_LOOP_INDEX_get_PVS_FC_LOOP_REPEAT_NO_FLI_0(index),
   };
   if (e->r500) {
      const uint32_t lw = e->reg[R5_VAP_PVS_FLOW_CNTL_ADDRS_LW_OFFSET(i) / 4],
                     uw = e->reg[R5_VAP_PVS_FLOW_CNTL_ADDRS_UW_OFFSET(i) / 4];
      s.at = (uint16_t)R5_VAP_PVS_FLOW_CNTL_ADDRS_LW_get_PVS_FC_ACT_ADRS_0(lw);
      s.count_or_jump = (uint16_t)R5_VAP_PVS_FLOW_CNTL_ADDRS_LW_get_PVS_FC_LOOP_CNT_JMP_INST_0(lw);
      s.last = (uint16_t)R5_VAP_PVS_FLOW_CNTL_ADDRS_UW_get_PVS_FC_LAST_INST_0(uw);
      s.back = (uint16_t)R5_VAP_PVS_FLOW_CNTL_ADDRS_UW_get_PVS_FC_RTN_INST_0(uw);
   } else {
      const uint32_t dw = e->rx.mmio.VAP_PVS_FLOW_CNTL_ADDRS[i];
      s.at = (uint16_t)RX_VAP_PVS_FLOW_CNTL_ADDRS_get_PVS_FC_ACT_ADRS_0(dw);
      s.count_or_jump = (uint16_t)RX_VAP_PVS_FLOW_CNTL_ADDRS_get_PVS_FC_LOOP_CNT_JMP_INST_0(dw);
      s.last = (uint16_t)RX_VAP_PVS_FLOW_CNTL_ADDRS_get_PVS_FC_LAST_INST_0(dw);
      s.back = (uint16_t)RX_VAP_PVS_FLOW_CNTL_ADDRS_get_PVS_FC_RTN_INST_0(dw);
   }
   return s;
}

static bool
program(struct emulator *e, struct pvs_stage *p)
{
   if (e->pvs_changed && !decode_program(e))
      return false;
   e->pvs_changed = false;
   p->first = (uint16_t)RX(VAP_PVS_CODE_CNTL_0, PVS_FIRST_INST);
   p->last = (uint16_t)RX(VAP_PVS_CODE_CNTL_0, PVS_LAST_INST);
   p->inst = e->pvs_inst;
   pvs_find_registers(p);
   const unsigned base = RX(VAP_PVS_CONST_CNTL, PVS_CONST_BASE_OFFSET);
   const unsigned n = RX(VAP_PVS_CONST_CNTL, PVS_MAX_CONST_ADDR) + 1;
   p->num_constants = (uint16_t)MIN2(n, PVS_MEMORY - constants_at(e) - base);
   p->constant = (const float(*)[4])e->pvs_memory[constants_at(e) + base];
   for (unsigned i = 0; i < PVS_SLOTS; i++) {
      const unsigned op = e->rx.mmio.VAP_PVS_FLOW_CNTL_OPC >> (2 * i) & 3;
      if (op)
         p->slot[p->num_slots++] = slot(e, i, op);
   }
   if (!pvs_jit_suits(p))
      return true;
   const uint32_t(*words)[4] = (const uint32_t(*)[4])e->pvs_memory + p->first;
   if (r300_codes_is_full(&e->pvs_codes))
      r300_codes_clear(&e->pvs_codes);
   p->code = r300_codes_find(&e->pvs_codes,
                             pvs_jit_key(p, u_hash64(words, (p->last - p->first + 1u) * sizeof words[0])),
                             pvs_jit_create, p, e->level->pvs);
   return true;
}

bool
derive_vertex(struct emulator *e, struct r300_draw *d)
{
   struct r300_vertex_state *v = &d->vertex;
   v->bypass = RX(VAP_CNTL_STATUS, PVS_BYPASS) || !e->chip->tcl;
   if (RX(VAP_CNTL_STATUS, VC_SWAP))
      return r300_error(e, "VAP_CNTL_STATUS: swapped bytes of vertices are not implemented");
   outputs(e, v);
   v->user_planes = d->draw.raster.clip_distances;
   for (unsigned i = 0; i < ARRAY_SIZE(v->user_plane); i++)
      memcpy(v->user_plane[i], e->pvs_memory[planes_at(e) + i], sizeof v->user_plane[i]);
   return v->bypass || program(e, &v->pvs);
}
