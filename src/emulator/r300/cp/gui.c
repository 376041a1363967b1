/* SPDX-License-Identifier: MIT
 *
 * The 2D engine as far as user streams reach it, by registers: a write to DST_HEIGHT_WIDTH or DST_WIDTH_HEIGHT fills a
 * rectangle or copies one, pixel by pixel in the direction that DP_CNTL says, with the raster operation of
 * DP_GUI_MASTER_CNTL. Mesa's r300 has no use for it, X's accelerated fills and copies do. Register names are those of
 * "R5xx Acceleration" and of X's driver. Left out, and refused by name: patterns, lines, mono sources, host data, colour
 * comparison, clipping but the default one, which lets all pass.
 */
#include <string.h>

#include "db/r300/rx_regs.h"
#include "emulator/r300/cp/cp.h"
#include "emulator/r300/surface.h"
#include "util/u_math.h"

#define RX(reg, field) RX_##reg##_get_##field(e->rx.mmio.reg)
#define GMC(name)      RX_DP_GUI_MASTER_CNTL__GMC_##name

/* A surface, and the corner where the engine begins. */
struct side {
   struct r300_surface surface;
   uint8_t *base;
   int32_t x, y;
};

struct operation {
   struct side dst, src;
   bool reads_src;
   uint8_t rop, bytes;
   int32_t w, h, dx, dy; /* steps: 1 or -1 */
   uint32_t pattern, mask;
};

/* Bytes of a pixel, 0: refused. */
static uint8_t
pixel_bytes(unsigned datatype)
{
   switch (datatype) {
   case GMC(DST_DATATYPE__8BPP_CI):
   case GMC(DST_DATATYPE__8BPP_RGB):
   case GMC(DST_DATATYPE__Y8):
   case GMC(DST_DATATYPE__RGB8):
      return 1;
   case GMC(DST_DATATYPE__15BPP):
   case GMC(DST_DATATYPE__16BPP):
   case GMC(DST_DATATYPE__ARGB4444):
      return 2;
   case GMC(DST_DATATYPE__32BPP):
      return 4;
   default:
      return 0;
   }
}

static bool
refuse(struct emulator *e, const struct operation *o)
{
   const uint32_t brush = RX(DP_GUI_MASTER_CNTL, GMC_BRUSH_DATATYPE);
   const bool reads_pattern = (o->rop >> 4 ^ o->rop) & 15;
   if (!o->bytes)
      return r300_error(e, "DP_GUI_MASTER_CNTL: pixels of type %u are not implemented",
                        RX(DP_GUI_MASTER_CNTL, GMC_DST_DATATYPE));
   if (reads_pattern && brush != GMC(BRUSH_DATATYPE__SOLID_COLOR))
      return r300_error(e, "DP_GUI_MASTER_CNTL: the brush %u is not implemented", brush);
   if (o->reads_src &&
       (RX(DP_GUI_MASTER_CNTL, DP_SRC_SOURCE) != RX_DP_GUI_MASTER_CNTL__DP_SRC_SOURCE__MEMORY ||
        RX(DP_GUI_MASTER_CNTL, GMC_SRC_DATATYPE) != GMC(SRC_DATATYPE__COLOR)))
      return r300_error(e, "DP_GUI_MASTER_CNTL: sources but colours in memory are not implemented");
   if (!RX(DP_GUI_MASTER_CNTL, GMC_DST_PITCH_OFFSET_CNTL) ||
       (o->reads_src && !RX(DP_GUI_MASTER_CNTL, GMC_SRC_PITCH_OFFSET_CNTL)))
      return r300_error(e, "DP_GUI_MASTER_CNTL: the default pitch is not implemented");
   if (RX(DP_GUI_MASTER_CNTL, GMC_SRC_CLIPPING) || RX(DP_GUI_MASTER_CNTL, GMC_DST_CLIPPING))
      return r300_error(e, "DP_GUI_MASTER_CNTL: clipping is not implemented");
   if (!RX(DP_GUI_MASTER_CNTL, GMC_CLR_CMP_CNTL_DIS) && e->rx.mmio.CLR_CMP_CNTL)
      return r300_error(e, "CLR_CMP_CNTL: colour comparison is not implemented");
   return true;
}

/* \p pitch_offset: SRC_PITCH_OFFSET or DST_PITCH_OFFSET, which have the same fields. */
static bool
bind(struct emulator *e, const struct operation *o, uint32_t pitch_offset, const char *name, bool write,
     struct side *s)
{
   static const char too_far[] = "%s: the rectangle lies outside of memory";
   const uint32_t tile = RX_DST_PITCH_OFFSET_get_TILE(pitch_offset);
   const int32_t left = o->dx > 0 ? s->x : s->x - (o->w - 1), top = o->dy > 0 ? s->y : s->y - (o->h - 1);
   struct r300_surface *f = &s->surface;
   uint32_t unit_w = 1, unit_h = 1;
   memset(f, 0, sizeof *f);
   f->address = (uint64_t)RX_DST_PITCH_OFFSET_get_OFFSET_1K(pitch_offset) << 10;
   f->bytes = o->bytes;
   f->pitch_px = RX_DST_PITCH_OFFSET_get_PITCH_64B(pitch_offset) * 64 / o->bytes;
   f->macro = tile & 1;
   f->micro = tile & 2 ? R300_MICRO_TILED : R300_MICRO_LINEAR;
   if (left < 0 || top < 0)
      return r300_error(e, too_far, name);
   f->height_px = (uint32_t)(top + o->h);
   if (tile && (!r300_surface_unit(f, &unit_w, &unit_h) || f->pitch_px % unit_w))
      return r300_error(e, "%s: such a tiling with a pitch of %u pixels does not exist", name, f->pitch_px);
   if ((uint32_t)(left + o->w) > f->pitch_px)
      return r300_error(e, "%s: %d pixels from %d on are more than a row has", name, o->w, left);
   const uint64_t size_B = r300_surface_size(f);
   s->base = emu_mem_ptr(&e->mem, f->address, size_B);
   if (!s->base)
      return r300_error(e, too_far, name);
   r300_sync(e, f->address, size_B, write);
   return true;
}

/* Bit 4 * pattern + 2 * source + destination of the operation is the result. */
static uint32_t
combine(unsigned rop, uint32_t p, uint32_t s, uint32_t d)
{
   uint32_t r = 0;
   for (unsigned i = 0; i < 8; i++)
      if (rop >> i & 1)
         r |= (i & 4 ? p : ~p) & (i & 2 ? s : ~s) & (i & 1 ? d : ~d);
   return r;
}

static void
run(const struct operation *o)
{
   for (int32_t j = 0; j < o->h; j++)
      for (int32_t i = 0; i < o->w; i++) {
         const struct side *sides[2] = {&o->dst, &o->src};
         uint32_t v[2] = {0};
         uint8_t *at[2] = {NULL};
         for (unsigned k = 0; k < (o->reads_src ? 2 : 1); k++) {
            const struct side *s = sides[k];
            at[k] = s->base + r300_surface_offset(&s->surface, (uint32_t)(s->x + i * o->dx),
                                                  (uint32_t)(s->y + j * o->dy));
            memcpy(&v[k], at[k], o->bytes);
         }
         const uint32_t r = combine(o->rop, o->pattern, v[1], v[0]);
         v[0] = (v[0] & ~o->mask) | (r & o->mask);
         memcpy(at[0], &v[0], o->bytes);
      }
}

bool
r300_cp_gui_rectangle(struct emulator *e, uint32_t w, uint32_t h)
{
   struct operation o = {
      .w = (int32_t)w,
      .h = (int32_t)h,
      .dx = RX(DP_CNTL, DST_X_DIR) ? 1 : -1,
      .dy = RX(DP_CNTL, DST_Y_DIR) ? 1 : -1,
      .rop = (uint8_t)RX(DP_GUI_MASTER_CNTL, GMC_ROP3),
      .bytes = pixel_bytes(RX(DP_GUI_MASTER_CNTL, GMC_DST_DATATYPE)),
      .pattern = e->rx.mmio.DP_BRUSH_FRGD_CLR,
      .mask = RX(DP_GUI_MASTER_CNTL, GMC_WR_MSK_DIS) ? ~0u : e->rx.mmio.DP_WRITE_MSK,
      .dst = {.x = (int32_t)RX(DST_Y_X, DST_X), .y = (int32_t)RX(DST_Y_X, DST_Y)},
      .src = {.x = (int32_t)RX(SRC_Y_X, SRC_X), .y = (int32_t)RX(SRC_Y_X, SRC_Y)},
   };
   o.reads_src = (o.rop >> 2 ^ o.rop) & 0x33;
   if (!refuse(e, &o))
      return false;
   if (!w || !h)
      return true;
   if (!bind(e, &o, e->rx.mmio.DST_PITCH_OFFSET, "DST_PITCH_OFFSET", true, &o.dst) ||
       (o.reads_src && !bind(e, &o, e->rx.mmio.SRC_PITCH_OFFSET, "SRC_PITCH_OFFSET", false, &o.src)))
      return false;
   run(&o);
   return true;
}
