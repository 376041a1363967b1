/* SPDX-License-Identifier: MIT
 *
 * Rules about the order in which a stream writes: pairs of registers, what has to stand before a draw, and textures
 * whose words are looked at when a shader uses them.
 */
#include <string.h>

#include "db/terascale/db_formats.h"
#include "db/terascale/eg_regs.h"
#include "db/terascale/cm_regs.h"
#include "db/terascale/pm4.h"
#include "db/terascale/r6_regs.h"
#include "db/terascale/ts_regs.h"
#include "emulator/terascale/sq/stage.h"
#include "emulator/terascale/strict/strict_priv.h"
#include "emulator/terascale/surface.h"

#define CONTEXT_DW(offset) (((offset)-DB_R6_CONTEXT_REG_BASE) / 4)
#define CONFIG_DW(offset)  (((offset)-DB_R6_CONFIG_REG_BASE) / 4)

void
strict_order_begin(struct front *f)
{
   memset(&f->strict->order, 0, sizeof f->strict->order);
}

void
strict_order_packet(struct front *f, unsigned op, const uint32_t *body, uint32_t n)
{
   struct strict_order *o = &f->strict->order;
   o->instances_set |= op == DB_PKT3_NUM_INSTANCES;
   o->index_type_set |= op == DB_PKT3_INDEX_TYPE;
   if (op == DB_PKT3_EVENT_WRITE && n &&
       DB_PKT3_EVENT_WRITE_DW0_get_EVENT_TYPE(body[0]) == DB_EVENT_PS_PARTIAL_FLUSH)
      o->ps_flushed = true;
}

/* A constant buffer's size and address, by number and stage; -1: it is neither. */
static int
const_buffer(uint32_t dword, bool *size)
{
   static const struct {
      uint32_t size, base;
   } places[] = {
      {CONTEXT_DW(TS_SQ_ALU_CONST_BUFFER_SIZE_PS_OFFSET(0)), CONTEXT_DW(TS_SQ_ALU_CONST_CACHE_PS_OFFSET(0))},
      {CONTEXT_DW(TS_SQ_ALU_CONST_BUFFER_SIZE_VS_OFFSET(0)), CONTEXT_DW(TS_SQ_ALU_CONST_CACHE_VS_OFFSET(0))},
   };
   for (int stage = 0; stage < 2; stage++) {
      *size = dword - places[stage].size < 16;
      if (*size)
         return stage * 16 + (int)(dword - places[stage].size);
      if (dword - places[stage].base < 16)
         return stage * 16 + (int)(dword - places[stage].base);
   }
   return -1;
}

static void
context_written(struct front *f, uint32_t dword)
{
   struct strict_order *o = &f->strict->order;
   bool size;
   const int n = const_buffer(dword, &size);
   if (n >= 0 && size)
      o->size_alone =
         f->win[FRONT_SET_CONTEXT].store[dword] ? (o->size_alone | 1u << n) : (o->size_alone & ~(1u << n));
   if (n >= 0 && size)
      o->sized |= 1u << n;
   else if (n >= 0)
      o->based |= 1u << n;
   const uint32_t offset = DB_R6_CONTEXT_REG_BASE + 4 * dword;
   o->cb_written |= offset == TS_CB_TARGET_MASK_OFFSET || offset == TS_CB_SHADER_MASK_OFFSET ||
                    offset == TS_CB_COLOR_CONTROL_OFFSET;
}

void
strict_order_registers(struct front *f, enum front_set set, uint32_t first, uint32_t count)
{
   enum { TA = CONFIG_DW(TS_TA_CNTL_AUX_OFFSET) };
   struct strict_order *o = &f->strict->order;
   if (set == FRONT_SET_SAMPLER && o->cube_wrap_written)
      o->sampler_behind = true;
   if (set == FRONT_SET_CONFIG && TA >= first && TA < first + count) {
      o->cube_wrap_written = true;
      o->sampler_behind = false;
   }
   for (uint32_t i = first; set == FRONT_SET_CONTEXT && i < first + count; i++)
      context_written(f, i);
}

void
strict_depth_range(struct front *f, uint32_t htile, bool precision, bool clears, uint32_t reg, uint32_t value)
{
   struct strict_order *o = &f->strict->order;
   unsigned i = 0;
   while (i < o->num_ranges && o->range[i].htile != htile)
      i++;
   if (i == STRICT_RANGES)
      return; /* no stream of a driver has so many depth buffers */
   if (i < o->num_ranges && o->range[i].precision != precision && !clears)
      strict_report(f, STRICT_S22, reg, value, "ZRANGE_PRECISION becomes %u without a clear", precision);
   o->range[i].htile = htile;
   o->range[i].precision = precision;
   o->num_ranges = MAX2(o->num_ranges, i + 1);
}

/* Words of a texture that a shader samples. */
static void
texture(struct front *f, uint32_t first)
{
   const uint32_t *w = f->win[FRONT_SET_RESOURCE].store + first;
   const uint32_t offset = f->win[FRONT_SET_RESOURCE].base + 4 * first;
   if (f->e->chip->gen == DB_CAYMAN) {
      const struct db_format *format = db_format(CM_SQ_TEX_RESOURCE_WORD7_get_DATA_FORMAT(w[7]));
      if (format && format->bytes_per_el >= 16 &&
          CM_SQ_TEX_RESOURCE_WORD1_get_ARRAY_MODE(w[1]) >= EMU_1D_THIN1 &&
          !CM_SQ_TEX_RESOURCE_WORD0_get_NON_DISP_TILING_ORDER(w[0]))
         strict_report(f, STRICT_S12, offset, w[0], "NON_DISP_TILING_ORDER is 0 for %s", format->name);
   }
   if (f->e->chip->gen < DB_EVERGREEN) {
      const struct db_format *format = db_format(R6_SQ_TEX_RESOURCE_WORD1_get_DATA_FORMAT(w[1]));
      if (format && format->ncomp == 2 && (format->bits[0] == 24 || format->bits[1] == 24) &&
          R6_SQ_TEX_RESOURCE_WORD0_get_TILE_TYPE(w[0]))
         strict_report(f, STRICT_S11, offset, w[0], "TILE_TYPE is depth order, the format %s", format->name);
   }
}

static void
use(void *data, const struct sq_use *u)
{
   struct front *f = data;
   if (u->kind == SQ_USE_TEXTURE &&
       u->first + u->count <= (f->win[FRONT_SET_RESOURCE].end - f->win[FRONT_SET_RESOURCE].base) / 4)
      texture(f, u->first);
}

void
strict_order_draw(struct front *f, const struct front_draw *d)
{
   struct strict_order *o = &f->strict->order;
   if (!o->instances_set)
      strict_report_key(f, STRICT_R4, 0, "this stream has no NUM_INSTANCES before it");
   if (d->idx != FRONT_IDX_AUTO && !o->index_type_set)
      strict_report_key(f, STRICT_R4, 1, "indices, and this stream has no INDEX_TYPE before it");
   const uint32_t odd = (o->size_alone & ~o->based) | (o->based & ~o->sized);
   for (unsigned i = 0; i < 32; i++)
      if (odd >> i & 1)
         strict_report(f, STRICT_S10,
                       i < 16 ? TS_SQ_ALU_CONST_BUFFER_SIZE_PS_OFFSET(i)
                              : TS_SQ_ALU_CONST_BUFFER_SIZE_VS_OFFSET(i - 16),
                       0, "only one of size and address was written since the last draw");
   if (f->e->chip->gen == DB_R600 && (!o->ps_flushed || !o->cb_written))
      strict_report(f, STRICT_S18A, TS_CB_TARGET_MASK_OFFSET, 0, "since the last draw there was no %s",
                    o->ps_flushed ? "write to a CB register" : "PS_PARTIAL_FLUSH");
   if (f->e->chip->gen < DB_EVERGREEN && o->sampler_behind)
      strict_report(f, STRICT_S21, TS_TA_CNTL_AUX_OFFSET,
                    f->win[FRONT_SET_CONFIG].store[CONFIG_DW(TS_TA_CNTL_AUX_OFFSET)],
                    "samplers were written behind it, before this draw");
   if (!strict_draws_nothing(f)) {
      sq_stage_for_each_use(f->vs, use, f);
      sq_stage_for_each_use(f->bound->ps, use, f);
   }
   o->sized = o->based = o->size_alone = 0;
   o->ps_flushed = o->cb_written = o->cube_wrap_written = o->sampler_behind = false;
}
