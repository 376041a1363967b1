/* SPDX-License-Identifier: MIT
 *
 * Who finds rules broken: what draws have written and no cache has given back, registers that this stream has not written,
 * changes that come too early. Vertex arrays are not looked at: VC is invalidated by each draw.
 */
#include "emulator/r300/strict/strict.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/r300/r300_tables.h"
#include "emulator/core/said.h"
#include "emulator/r300/state/derive.h"
#include "emulator/r300/strict/act.h"
#include "emulator/r300/strict/hiz.h"
#include "emulator/r300/strict/program.h"
#include "util/u_debug.h"
#include "util/u_math.h"

enum { MAX_RANGES = 64, REGISTERS = 0x10000 / 4 };

struct range {
   uint64_t first, size_B;
};

/* Memory that was drawn to; the oldest is forgotten when there is too much of it. */
struct ranges {
   struct range range[MAX_RANGES];
   unsigned n;
};

struct r300_strict {
   bool fails, exit_fails;
   struct r300_act *act; /* NULL: not mode act */
   uint64_t stream, draw;
   uint32_t written[REGISTERS / 32];
   struct ranges color, depth, untagged; /* not flushed; drawn since the texture cache was emptied */
   bool tags_valid;                      /* TX_INVALTAGS was written in this stream */
   bool drawn_color, drawn_depth;        /* since the last flush */
   bool drawn_vertices;                  /* since the last flush of PVS */
   /* of all streams; the last members: a stream's begin clears those before them */
   struct r300_programs programs;
   struct r300_hiz hiz;
};

struct r300_strict *
r300_strict_create(const char *mode, bool exit_fails)
{
   struct r300_strict *s = calloc(1, sizeof *s);
   if (!s)
      return NULL;
   s->fails = !strcmp(mode, "fail");
   s->exit_fails = exit_fails;
   if (!strcmp(mode, "act")) {
      s->act = r300_act_create();
      if (!s->act) {
         free(s);
         return NULL;
      }
   }
   return s;
}

void
r300_strict_destroy(struct r300_strict *s)
{
   if (s)
      r300_act_destroy(s->act);
   free(s);
}

/* ---- what is said ---- */

static void
register_name(const struct emulator *e, uint32_t offset, char *name, size_t name_B)
{
   if (offset)
      db_table_reg_full_name(r300_regs(e->chip->gen), e->chip->gen, offset, name, name_B);
   else
      name[0] = 0;
}

/* False: the stream ends. */
__attribute__((format(printf, 4, 5))) static bool
broken(struct emulator *e, enum r300_rule_id id, uint32_t reg, const char *fmt, ...)
{
   struct r300_strict *s = e->strict;
   const struct r300_rule *r = &r300_rules[id];
   char name[64], what[200];
   va_list ap;
   va_start(ap, fmt);
   vsnprintf(what, sizeof what, fmt, ap);
   va_end(ap);
   register_name(e, reg, name, sizeof name);
   if (emu_said(r->id, reg, name, s->fails && s->exit_fails))
      u_log("strict: %s: stream %llu, draw %llu: %s%s%s. Rule: %s (%s)", r->id, (unsigned long long)s->stream,
            (unsigned long long)s->draw, name, reg ? ": " : "", what, r->text, r->source);
   return !s->fails || r300_error(e, "strict hardware, rule %s, draw %llu: %s%s%s", r->id,
                                  (unsigned long long)s->draw, name, reg ? ": " : "", what);
}

/* ---- memory ---- */

static void
add(struct ranges *r, uint64_t first, uint64_t size_B)
{
   for (unsigned i = 0; i < r->n; i++)
      if (r->range[i].first == first && r->range[i].size_B >= size_B)
         return;
   if (r->n == MAX_RANGES)
      memmove(r->range, r->range + 1, --r->n * sizeof *r->range);
   r->range[r->n++] = (struct range){first, size_B};
}

static bool
overlaps(const struct ranges *r, uint64_t first, uint64_t size_B)
{
   for (unsigned i = 0; i < r->n; i++)
      if (r->range[i].first < first + size_B && first < r->range[i].first + r->range[i].size_B)
         return true;
   return false;
}

static bool
check_textures(struct emulator *e, const struct r300_draw *d)
{
   const struct r300_strict *s = e->strict;
   bool ok = true;
   for (unsigned i = 0; i < ARRAY_SIZE(d->us.view) && ok; i++) {
      const struct tx_view *v = d->us.view[i];
      const uint32_t reg = RX_TX_OFFSET_OFFSET(i);
      if (!v)
         continue;
      const uint64_t at = v->setup.address, size_B = v->range_B;
      const bool tagged = !s->tags_valid || overlaps(&s->untagged, at, size_B);
      const bool color = overlaps(&s->color, at, size_B), depth = overlaps(&s->depth, at, size_B);
      if (tagged)
         ok = broken(e, R300_RULE_RT1, reg, "the texture cache may have what was there before");
      if (ok && color)
         ok = broken(e, R300_RULE_RT2, reg, "colours are still in their cache");
      if (ok && depth)
         ok = broken(e, R300_RULE_RT3, reg, "depth is still in its cache");
      if (s->act && (tagged || color || depth))
         r300_act_serve(e, s->act, at, size_B);
   }
   return ok;
}

static void
note_surface(struct emulator *e, bool depth, const struct pixel_surface *surface)
{
   struct r300_strict *s = e->strict;
   struct r300_surface l;
   memcpy(&l, surface->layout, sizeof l);
   const uint64_t size_B = r300_surface_size(&l);
   add(depth ? &s->depth : &s->color, l.address, size_B);
   add(&s->untagged, l.address, size_B);
   if (s->act)
      r300_act_keep(e, s->act, l.address, size_B, (depth ? R300_ACT_DEPTH : R300_ACT_COLOR) | R300_ACT_TAGS);
}

static void
note_targets(struct emulator *e, const struct r300_draw *d)
{
   struct r300_strict *s = e->strict;
   const struct pixel_pipeline *px = &d->draw.pixel;
   for (unsigned i = 0; i < px->num_targets; i++)
      if (px->target[i].enabled && px->target[i].write_mask && d->draw.surfaces.color[i].bytes) {
         note_surface(e, false, &d->draw.surfaces.color[i]);
         s->drawn_color = true;
      }
   if (d->clears_cbzb)
      note_surface(e, true, &d->cbzb.surfaces.color[0]);
   else if (d->draw.surfaces.depth.bytes && (px->z_write || px->stencil_enable))
      note_surface(e, true, &d->draw.surfaces.depth);
   s->drawn_depth |= d->clears_cbzb || d->draw.surfaces.depth.bytes;
   s->drawn_vertices = true;
}

/* ---- registers ---- */

/* What every draw goes by, whatever it does. */
static const uint32_t always[] = {
   RX_GB_AA_CONFIG_OFFSET,
   RX_GB_ENABLE_OFFSET,
   RX_SC_SCISSOR0_OFFSET,
   RX_SC_SCISSOR1_OFFSET,
   RX_SC_CLIP_RULE_OFFSET,
   RX_SC_SCREENDOOR_OFFSET,
   RX_SU_CULL_MODE_OFFSET,
   RX_SU_POLY_OFFSET_ENABLE_OFFSET,
   RX_SU_DEPTH_SCALE_OFFSET,
   RX_SU_DEPTH_OFFSET_OFFSET,
   RX_GA_POLY_MODE_OFFSET,
   RX_VAP_CLIP_CNTL_OFFSET,
   RX_VAP_CNTL_OFFSET,
   RX_VAP_CNTL_STATUS_OFFSET,
   RX_VAP_OUT_VTX_FMT_0_OFFSET,
   RX_VAP_OUT_VTX_FMT_1_OFFSET,
   RX_VAP_VSM_VTX_ASSM_OFFSET,
   RX_VAP_PROG_STREAM_CNTL_OFFSET(0),
   RX_RS_COUNT_OFFSET,
   RX_RS_INST_COUNT_OFFSET,
   RX_TX_ENABLE_OFFSET,
   RX_US_OUT_FMT_OFFSET(0),
   RX_US_OUT_FMT_OFFSET(1),
   RX_US_OUT_FMT_OFFSET(2),
   RX_US_OUT_FMT_OFFSET(3),
   RX_FG_ALPHA_FUNC_OFFSET,
   RX_FG_FOG_BLEND_OFFSET,
   RX_FG_DEPTH_SRC_OFFSET,
   RX_ZB_CNTL_OFFSET,
   RX_ZB_BW_CNTL_OFFSET,
   RX_RB3D_CCTL_OFFSET,
   RX_RB3D_BLENDCNTL_OFFSET,
   RX_RB3D_ROPCNTL_OFFSET,
   RX_RB3D_COLOR_CHANNEL_MASK_OFFSET,
   RX_RB3D_AARESOLVE_CTL_OFFSET,
   RX_RB3D_DITHER_CTL_OFFSET,
};

/* What some draws go by: check_written() knows which. */
static const uint32_t sometimes[] = {
   RX_RB3D_COLOROFFSET_OFFSET(0), RX_RB3D_COLORPITCH_OFFSET(0), RX_ZB_ZSTENCILCNTL_OFFSET,
   RX_ZB_FORMAT_OFFSET,           RX_ZB_DEPTHOFFSET_OFFSET,     RX_ZB_DEPTHPITCH_OFFSET,
   RX_ZB_STENCILREFMASK_OFFSET,   RX_GA_COLOR_CONTROL_OFFSET,   RX_VAP_VTE_CNTL_OFFSET,
   RX_VAP_PVS_CODE_CNTL_0_OFFSET, RX_VAP_PVS_CONST_CNTL_OFFSET,
};

static void
make_garbage(struct emulator *e, const uint32_t *offsets, unsigned n)
{
   for (unsigned i = 0; i < n; i++)
      e->reg[offsets[i] / 4] =
         (uint32_t)((e->strict->stream * 0x9e3779b97f4a7c15u ^ offsets[i] * 0xd6e8feb86659fd93u) >> 29);
}

void
r300_strict_begin(struct emulator *e)
{
   struct r300_strict *s = e->strict;
   struct r300_act *act = s->act;
   const bool fails = s->fails, exit_fails = s->exit_fails;
   const uint64_t stream = s->stream + 1;
   memset(s, 0, offsetof(struct r300_strict, programs));
   s->fails = fails;
   s->exit_fails = exit_fails;
   s->act = act;
   s->stream = stream;
   if (!act)
      return;
   r300_act_drop(act, R300_ACT_COLOR | R300_ACT_DEPTH | R300_ACT_TAGS);
   make_garbage(e, always, ARRAY_SIZE(always));
   make_garbage(e, sometimes, ARRAY_SIZE(sometimes));
   e->dirty = true;
}

static bool
has_written(const struct r300_strict *s, uint32_t offset)
{
   return s->written[offset / 4 / 32] >> (offset / 4 % 32) & 1;
}

static bool
need(struct emulator *e, bool needed, uint32_t offset)
{
   return !needed || has_written(e->strict, offset) ||
          broken(e, R300_RULE_RR1, offset, "an older stream's value, 0x%08x, counts", e->reg[offset / 4]);
}

static bool
check_written(struct emulator *e, const struct r300_draw *d)
{
   const struct pixel_pipeline *px = &d->draw.pixel;
   const bool depth = px->z_enable || px->stencil_enable;
   bool ok = true, colors = false;
   for (unsigned i = 0; i < R300_COLORS; i++)
      colors |= d->vertex.color[i] >= 0;
   for (unsigned i = 0; i < ARRAY_SIZE(always) && ok; i++)
      ok = need(e, true, always[i]);
   const unsigned targets =
      px->mode == PIXEL_MODE_RESOLVE ? 1 : px->num_targets; /* the second is not RB3D_COLOROFFSET's */
   for (unsigned i = 0; i < targets && ok; i++)
      ok = need(e, px->target[i].enabled, RX_RB3D_COLOROFFSET_OFFSET(i)) &&
           need(e, px->target[i].enabled, RX_RB3D_COLORPITCH_OFFSET(i));
   ok = ok && need(e, depth, RX_ZB_ZSTENCILCNTL_OFFSET) && need(e, depth, RX_ZB_FORMAT_OFFSET) &&
        need(e, e->chip->tcl, RX_VAP_VTE_CNTL_OFFSET) && need(e, colors, RX_GA_COLOR_CONTROL_OFFSET) &&
        need(e, depth, RX_ZB_DEPTHOFFSET_OFFSET) && need(e, depth, RX_ZB_DEPTHPITCH_OFFSET) &&
        need(e, px->stencil_enable, RX_ZB_STENCILREFMASK_OFFSET) &&
        need(e, !d->vertex.bypass, RX_VAP_PVS_CODE_CNTL_0_OFFSET) &&
        need(e, !d->vertex.bypass, RX_VAP_PVS_CONST_CNTL_OFFSET);
   for (unsigned i = 0; i < ARRAY_SIZE(d->us.view) && ok; i++) {
      const bool sampled = d->us.view[i] != NULL;
      ok = need(e, sampled, RX_TX_FILTER0_OFFSET(i)) && need(e, sampled, RX_TX_FORMAT0_OFFSET(i)) &&
           need(e, sampled, RX_TX_FORMAT1_OFFSET(i)) && need(e, sampled, RX_TX_OFFSET_OFFSET(i));
   }
   return ok;
}

/* Position, a colour, texture coordinates: the assembler's bits and the formats'. */
static bool
check_vertex_format(struct emulator *e, const struct r300_draw *d)
{
   const uint32_t f1 = e->rx.mmio.VAP_OUT_VTX_FMT_1, assembled = e->rx.mmio.VAP_VSM_VTX_ASSM;
   for (unsigned i = 0; i < R300_TEXCOORDS; i++) {
      const bool there = RX_VAP_OUT_VTX_FMT_1_get_TEX_0_COMP_CNT(f1 >> (3 * i));
      if (there != RX_VAP_VSM_VTX_ASSM_get_TEX_0(assembled >> i))
         return broken(e, R300_RULE_RS2, RX_VAP_VSM_VTX_ASSM_OFFSET, "set %u of texture coordinates", i);
   }
   (void)d;
   return true;
}

static bool
check_programs(struct emulator *e, const struct r300_draw *d)
{
   static const enum r300_rule_id ids[] = {[R300_ISA_FORM] = R300_RULE_RU4,
                                           [R300_ISA_LOOKUP] = R300_RULE_RU1,
                                           [R300_ISA_SLOT] = R300_RULE_RU2,
                                           [R300_ISA_END] = R300_RULE_RU3};
   struct r300_program_fault f;
   return r300_check_programs(e, d, &e->strict->programs, &f) ||
          broken(e, ids[f.rule], 0, "%s shader: %s", f.vertex ? "vertex" : "pixel", f.text);
}

static bool
check_hiz(struct emulator *e, const struct r300_draw *d)
{
   const char *why = r300_hiz_draw(&e->strict->hiz, e, d);
   return !why || broken(e, R300_RULE_RT4, RX_ZB_BW_CNTL_OFFSET, "%s", why);
}

void
r300_strict_clear_hiz(struct emulator *e)
{
   r300_hiz_clear(&e->strict->hiz);
}

bool
r300_strict_draw(struct emulator *e, const struct r300_draw *d)
{
   e->strict->draw++;
   const bool ok = check_written(e, d) && check_vertex_format(e, d) && check_textures(e, d) &&
                   check_programs(e, d) && check_hiz(e, d);
   note_targets(e, d);
   return ok;
}

void
r300_strict_drawn(struct emulator *e)
{
   if (e->strict->act)
      r300_act_restore(e, e->strict->act);
}

/* ---- writes ---- */

static bool
is_unpipelined(uint32_t offset)
{
   static const uint32_t regs[] = {
      RX_GB_AA_CONFIG_OFFSET,         RX_RB3D_CCTL_OFFSET,           RX_RB3D_AARESOLVE_OFFSET_OFFSET,
      RX_RB3D_AARESOLVE_PITCH_OFFSET, RX_RB3D_AARESOLVE_CTL_OFFSET,  RX_ZB_DEPTHOFFSET_OFFSET,
      RX_ZB_DEPTHPITCH_OFFSET,        RX_ZB_FORMAT_OFFSET,           RX_RB3D_COLOROFFSET_OFFSET(0),
      RX_RB3D_COLOROFFSET_OFFSET(1),  RX_RB3D_COLOROFFSET_OFFSET(2), RX_RB3D_COLOROFFSET_OFFSET(3),
      RX_RB3D_COLORPITCH_OFFSET(0),   RX_RB3D_COLORPITCH_OFFSET(1),  RX_RB3D_COLORPITCH_OFFSET(2),
      RX_RB3D_COLORPITCH_OFFSET(3),
   };
   for (unsigned i = 0; i < ARRAY_SIZE(regs); i++)
      if (regs[i] == offset)
         return true;
   return false;
}

/* Writes that caches hear of. */
static void
note_flushes(struct r300_strict *s, uint32_t offset, uint32_t value)
{
   unsigned gone = 0;
   if (offset == RX_RB3D_DSTCACHE_CTLSTAT_OFFSET && RX_RB3D_DSTCACHE_CTLSTAT_get_DC_FLUSH(value)) {
      s->color.n = 0;
      s->drawn_color = false;
      gone = R300_ACT_COLOR;
   } else if (offset == RX_ZB_ZCACHE_CTLSTAT_OFFSET && RX_ZB_ZCACHE_CTLSTAT_get_ZC_FLUSH(value)) {
      s->depth.n = 0;
      s->drawn_depth = false;
      gone = R300_ACT_DEPTH;
   } else if (offset == RX_TX_INVALTAGS_OFFSET) {
      s->untagged.n = 0;
      s->tags_valid = true;
      gone = R300_ACT_TAGS;
   } else if (offset == RX_VAP_PVS_STATE_FLUSH_REG_OFFSET) {
      s->drawn_vertices = false;
   }
   if (s->act && gone)
      r300_act_drop(s->act, gone);
}

bool
r300_strict_write(struct emulator *e, uint32_t offset, uint32_t value)
{
   struct r300_strict *s = e->strict;
   const bool changes = e->reg[offset / 4] != value;
   s->written[offset / 4 / 32] |= 1u << (offset / 4 % 32);
   note_flushes(s, offset, value);
   if (changes && (s->drawn_color || s->drawn_depth) && is_unpipelined(offset))
      return broken(e, R300_RULE_RS1, offset, "0x%08x becomes 0x%08x", e->reg[offset / 4], value);
   if (s->drawn_vertices && offset == RX_VAP_PVS_VECTOR_INDX_REG_OFFSET)
      return broken(e, R300_RULE_RS3, offset, "vertices may still be shaded by what is there");
   return true;
}
