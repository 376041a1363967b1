/* SPDX-License-Identifier: MIT
 *
 * ZMASK. The chips mark blocks of depth on the chip as cleared or compressed, and draws that look at the marks
 * (ZB_BW_CNTL.FAST_FILL) write blocks which nobody else can read, until a pass expands them: one that looks, writes depth
 * and does not compress (WR_COMP_ENABLE). Whoever reads memory before that (textures, draws that do not look, the CPU) reads what
 * was there. So here, too: the surface that looking draws have as depth is a copy outside of memory, from the first look after
 * a clear to the expanding pass, which puts it there. Codes of compressed blocks are not documented, and no stream reads them.
 *
 * A dword stands for 16 blocks of 4x4 pixels, or 8x8 by GB_Z_PEQ_CONFIG, of each pipe's (inferred from Mesa's driver). The
 * chip has the marks of one surface: a clear that is looked at with another one takes them, what was not expanded is lost.
 * The expanding pass expands all of the surface, not the blocks that it touches alone.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/r300/state/derive.h"
#include "emulator/raster/raster.h"
#include "util/u_math.h"

enum { PAGE_B = 4096 };

/* Pixels that a dword stands for. */
static void
dword_side(const struct emulator *e, uint32_t *w_px, uint32_t *h_px)
{
   static const uint8_t blocks[4][2] = {
      {4,  4},
      {8,  4},
      {12, 4},
      {8,  8}
   };
   const unsigned pipes = e->chip->family == R300_FAMILY_RV530 ? e->chip->z_pipes : e->chip->pipes;
   const uint32_t side_px = RX(GB_Z_PEQ_CONFIG, Z_PEQ_SIZE) ? 8 : 4;
   assert(pipes >= 1 && pipes <= ARRAY_SIZE(blocks));
   *w_px = blocks[pipes - 1][0] * side_px;
   *h_px = blocks[pipes - 1][1] * side_px;
}

/* The surface that ZB's registers name. False: the draw neither tests nor writes depth, and they make no sense. */
static bool
depth_surface(const struct emulator *e, const struct r300_draw *d, struct r300_surface *out)
{
   const struct pixel_surface *bound = &d->draw.surfaces.depth;
   uint32_t w_px, h_px;
   if (bound->bytes) {
      memcpy(out, bound->layout, sizeof *out);
      return true;
   }
   *out = r300_depth_surface(e, d);
   if (!r300_surface_unit(out, &w_px, &h_px) || !out->pitch_px || out->pitch_px % w_px)
      return false;
   out->height_px = (uint32_t)u_align(out->height_px, h_px);
   return emu_mem_ptr(&e->mem, out->address, r300_surface_size(out)) != NULL;
}

static bool
same_surface(const struct r300_surface *a, const struct r300_surface *b)
{
   return a->address == b->address && a->pitch_px == b->pitch_px && a->bytes == b->bytes &&
          a->macro == b->macro && a->micro == b->micro && a->samples == b->samples;
}

/* Pixels of the copy from \p from_B up to \p to_B. */
static void
fill(const struct r300_zmask *z, uint64_t from_B, uint64_t to_B)
{
   uint32_t page[PAGE_B / 4]; /* as libc copies faster than a loop writes */
   for (unsigned i = 0; i < PAGE_B / 4; i++)
      page[i] = z->of.bytes == 4 ? z->value : (z->value & 0xffff) * 0x10001;
   for (uint64_t at = from_B; at < to_B; at += PAGE_B)
      memcpy(z->copy + at, page, MIN2(to_B - at, (uint64_t)PAGE_B));
}

static void
take_clear(struct emulator *e, const struct r300_surface *s)
{
   struct r300_zmask *z = &e->zmask;
   uint32_t w_px, h_px;
   dword_side(e, &w_px, &h_px);
   struct r300_surface marked = *s;
   /* A surface has not more rows than registers can say. */
   marked.height_px = MIN2(DIV_ROUND_UP(z->cleared_dw, DIV_ROUND_UP(s->pitch_px, w_px)), 8192u) * h_px;
   if (!z->live || !same_surface(s, &z->of))
      z->size_B = 0;
   z->live = true;
   z->of = *s;
   z->value = e->rx.mmio.ZB_DEPTHCLEARVALUE;
   z->cleared_B = r300_surface_size(&marked);
   z->cleared_dw = 0;
   fill(z, 0, MIN2(z->cleared_B, z->size_B));
}

/* Room for a copy of \p size_B bytes, with what is there. A smaller one is kept: each frame begins with none. */
static bool
make_room(struct emulator *e, uint64_t size_B)
{
   struct r300_zmask *z = &e->zmask;
   if (size_B <= z->room_B)
      return true;
   const uint64_t room_B = u_align(size_B, PAGE_B);
   uint8_t *copy = aligned_alloc(PAGE_B, room_B);
   if (!copy)
      return r300_error(e, "out of memory for what ZMASK marks");
   if (z->size_B)
      memcpy(copy, z->copy, z->size_B);
   free(z->copy);
   z->copy = copy;
   z->room_B = room_B;
   z->serial++;
   return true;
}

/* The copy reaches as far as the draw; behind the marks it is what memory has. */
static bool
grow(struct emulator *e, uint64_t size_B)
{
   struct r300_zmask *z = &e->zmask;
   const uint8_t *memory = emu_mem_ptr(&e->mem, z->of.address, size_B);
   assert(memory); /* the surface was bound */
   if (!make_room(e, size_B))
      return false;
   const uint64_t old_B = z->size_B, marked_B = CLAMP(z->cleared_B, old_B, size_B);
   z->size_B = size_B;
   fill(z, old_B, marked_B);
   memcpy(z->copy + marked_B, memory + marked_B, size_B - marked_B);
   return true;
}

/* What draws see goes to memory. */
static void
expand(struct emulator *e)
{
   struct r300_zmask *z = &e->zmask;
   uint8_t *memory = emu_mem_ptr(&e->mem, z->of.address, z->size_B);
   if (memory)
      memcpy(memory, z->copy, z->size_B);
   z->live = false;
}

/* What is binned and touches \p s, or the copy, is drawn before these change. */
static void
draw_users(struct emulator *e, const struct r300_surface *s, uint64_t size_B)
{
   const struct r300_zmask *z = &e->zmask;
   if (raster_pending_overlaps(e->raster, s->address, size_B, true) ||
       raster_pending_overlaps(e->raster, z->of.address, z->size_B, true))
      raster_execute(e->raster);
}

bool
r300_apply_zmask(struct emulator *e, struct r300_draw *d)
{
   struct r300_zmask *z = &e->zmask;
   struct r300_surface s;
   if (!RX(ZB_BW_CNTL, FAST_FILL) || (!z->cleared_dw && !z->live) || !depth_surface(e, d, &s) ||
       (!z->cleared_dw && !same_surface(&s, &z->of)))
      return true;
   const uint64_t size_B = r300_surface_size(&s);
   const bool expands = !RX(ZB_BW_CNTL, WR_COMP_ENABLE) && RX(ZB_CNTL, ZWRITEENABLE);
   if (z->cleared_dw || !z->live || z->size_B < size_B || expands)
      draw_users(e, &s, size_B);
   if (z->cleared_dw)
      take_clear(e, &s);
   if (z->size_B < size_B && !grow(e, size_B))
      return false;
   if (expands) {
      expand(e);
   } else if (d->draw.surfaces.depth.bytes) {
      s.copy = z->serial;
      memcpy(d->draw.surfaces.depth.layout, &s, sizeof s);
   }
   return true;
}
