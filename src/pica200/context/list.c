/* SPDX-License-Identifier: MIT
 *
 * The context's command lists: opening and submitting them, and commands for the engines beside the 3D unit.
 *
 * A list is opened by the first draw after a submission; all state comes again because every atom is dirty. It is copied to memory that
 * the GPU reads, and what is submitted is a command of the system's queue (libctru's GX commands), which takes addresses as programs see
 * memory.
 */
#include <assert.h>
#include <string.h>

#include "db/pica200/picax_regs.h"
#include "pica200/context.h"
#include "util/u_math.h"

enum {
   CALL_COMMAND = 2, /* a capture's kind of call, in front of the eight words */
   CALL_DW = 9,
   /* Word 0 of a command: libctru's queue says to fail when something else is running, and to go on behind it. */
   GX_FLAGS = 0x01000100,
   GX_LIST = 1,
   GX_FILL = 2,
   GX_COPY = 4,
   VRAM = 0x18000000, /* physical, and where programs see it and FCRAM */
   VRAM_SEEN = 0x1f000000,
   FCRAM = 0x20000000,
   FCRAM_SEEN = 0x30000000,
   LIST_ALIGN_B = 16,
   LIST_ALIGN_DW = 4,
};

static void
open_list(struct pica200_context *c)
{
   assert(!c->base.in_stream && !c->base.cs.ndw);
   c->base.in_stream = true;
   c->base.dirty = PICA200_DIRTY_ALL;
   c->stale_textures = true;
   c->list_vertices = 0;
}

static uint32_t
seen(const struct drv_bo *bo, uint32_t offset_B)
{
   const uint32_t address = (uint32_t)bo->va + offset_B;
   return address >= FCRAM ? address - FCRAM + FCRAM_SEEN : address - VRAM + VRAM_SEEN;
}

static void
send(struct pica200_context *c, const uint32_t words[8])
{
   struct drv_cs *cs = &c->base.cs;
   cs->ndw = 0;
   cs_expect(cs, CALL_DW);
   cs_dw(cs, CALL_COMMAND);
   cs_array(cs, words, CALL_DW - 1);
   drv_context_submit(&c->base);
}

/** The list as it is, in memory of the GPU's. False: out of memory; it is lost. */
static bool
place_list(struct pica200_context *c, uint32_t *address)
{
   struct drv_cs *cs = &c->base.cs;
   uint32_t offset_B;
   if (!drv_upload_alloc(&c->lists, cs->ndw * 4, LIST_ALIGN_B, &offset_B)) {
      c->base.oom = true;
      drv_cs_reset(cs);
      c->base.in_stream = false;
      return false;
   }
   memcpy(c->lists.bo->map + offset_B, cs->dw, cs->ndw * 4u);
   (void)drv_bo_list_use(&cs->list, c->lists.bo, false);
   *address = seen(c->lists.bo, offset_B);
   return true;
}

void
pica200_submit(struct pica200_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   uint32_t address;
   if (!c->base.in_stream)
      return;
   cs_expect(cs, PICA200_CS_TAIL_DW); /* pica200_need_space left it free */
   CS_SET(cs, FRAMEBUFFER_FLUSH, PICA_FRAMEBUFFER_FLUSH(.FLUSH = 1));
   CS_SET(cs, FRAMEBUFFER_INVALIDATE, PICA_FRAMEBUFFER_INVALIDATE(.INVALIDATE = 1));
   do
      CS_SET(cs, FINALIZE, PICA_FINALIZE__VALUE__USUAL);
   while (cs->ndw % LIST_ALIGN_DW);
   c->drew = false;
   const uint32_t bytes = cs->ndw * 4;
   if (place_list(c, &address))
      send(c, (const uint32_t[8]){GX_FLAGS | GX_LIST, address, bytes, 0, 0, 0, 0, 1});
}

void
pica200_need_space(struct pica200_context *c, uint32_t ndw)
{
   if (c->base.in_stream && (c->base.cs.ndw + ndw + PICA200_CS_TAIL_DW > PICA200_CS_DW ||
                             c->base.cs.list.count + 64 > DRV_BO_LIST_MAX))
      pica200_submit(c);
   if (!c->base.in_stream)
      open_list(c);
   assert(c->base.cs.ndw + ndw + PICA200_CS_TAIL_DW <= PICA200_CS_DW);
   cs_expect(&c->base.cs, ndw);
}

void
pica200_fill(struct pica200_context *c, struct drv_bo *bo, uint32_t offset_B, uint32_t bytes, uint32_t value,
             unsigned width)
{
   pica200_submit(c);
   assert(offset_B % 16 == 0 && bytes % 16 == 0 && bo->domain == WS_DOMAIN_VRAM);
   (void)drv_bo_list_use(&c->base.cs.list, bo, true);
   const uint32_t start = seen(bo, offset_B);
   send(c, (const uint32_t[8]){GX_FLAGS | GX_FILL, start, value, start + bytes, 0, 0, 0, width << 8 | 1});
}

void
pica200_copy(struct pica200_context *c, struct drv_bo *dst, uint32_t dst_B, uint32_t dst_lines,
             struct drv_bo *src, uint32_t src_B, uint32_t src_lines, uint32_t bytes)
{
   pica200_submit(c);
   assert(dst_B % 16 == 0 && src_B % 16 == 0 && bytes % 16 == 0 && bytes);
   (void)drv_bo_list_use(&c->base.cs.list, src, false);
   (void)drv_bo_list_use(&c->base.cs.list, dst, true);
   const uint32_t flags = PICAX_PPF_FLAGS(.TEXTURE_COPY = 1, .CROP_LINES = (src_lines | dst_lines) != 0);
   send(c, (const uint32_t[8]){GX_FLAGS | GX_COPY, seen(src, src_B), seen(dst, dst_B), bytes, src_lines,
                               dst_lines, flags, 0});
}
