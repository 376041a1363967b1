/* SPDX-License-Identifier: MIT
 * SET_RESOURCE: textures and vertex buffers. After that case of r600_packet3_check and evergreen_packet3_check. As
 * there, a vertex buffer that overruns its buffer object is cut, to one byte more than it has.
 *
 * Stricter than the kernel: slots begin at slots; a vertex buffer begins inside of its buffer object; on R6xx and
 * R7xx it is the first of its packet, as the kernel puts the address of any other into another dword. */
#include <string.h>

#include "kernel/radeon/checker/rules.h"

enum { TYPE_TEXTURE = 2, TYPE_BUFFER = 3 };

static bool
check_texture_slot(struct checker *c, uint32_t dw)
{
   bool r6 = check_is_r6(c);
   uint32_t w[8] = {0};
   memcpy(w, c->dw + dw, r6 ? 28 : 32);
   const struct check_reloc *base = check_take_reloc(c, "a texture's base address"), *mip = NULL;
   if (!base)
      return false;
   if (c->buffer_tiling)
      check_tile_texture(c, base, dw, w);
   /* Evergreen: a multisampled texture may do without the second address, which is the FMASK's. */
   bool optional = !r6 && (w[0] & 7) >= DIM_2D_MSAA && !w[3] && !check_has_reloc_next(c);
   if (!optional && !(mip = check_take_reloc(c, "a texture's mip address")))
      return false;
   if (r6 && c->buffer_tiling)
      w[0] = check_tiled_r6_word0(mip, w[0]);
   if (!(r6 ? check_r6_texture(c, dw, w, base, mip) : check_eg_texture(c, dw, w, base, mip)))
      return false;
   patch(c, dw + 2, w[2] + (uint32_t)(base->gpu_addr >> 8));
   if (mip)
      patch(c, dw + 3, w[3] + (uint32_t)(mip->gpu_addr >> 8));
   return true;
}

static bool
check_buffer_slot(struct checker *c, uint32_t dw)
{
   const uint32_t *w = c->dw + dw;
   const struct check_reloc *r = check_take_reloc(c, "a vertex buffer's address");
   if (!r)
      return false;
   if (check_is_r6(c) && dw != c->body + 1)
      return check_fail(c, dw,
                        "a vertex buffer behind another resource of its packet, where the kernel puts its "
                        "address into another word");
   if (w[0] >= r->size_B)
      return check_fail(c, dw, "a vertex buffer starts at byte %u of a buffer of %llu bytes", w[0],
                        (unsigned long long)r->size_B);
   /* in 32 bits */
   uint32_t end = w[0] + w[1] + (check_is_r6(c) ? 1 : 0);
   if (end > r->size_B)
      patch(c, dw + 1, (uint32_t)(r->size_B - w[0]));
   uint64_t addr = r->gpu_addr + w[0];
   patch(c, dw, (uint32_t)addr);
   patch(c, dw + 2, (w[2] & 0xffffff00u) | ((uint32_t)(addr >> 32) & 0xff));
   return true;
}

bool
check_resources(struct checker *c)
{
   uint32_t words = check_is_r6(c) ? 7 : 8;
   if ((c->body_dw - 1) % words || c->dw[c->body] % words)
      return check_fail(c, c->body, "SET_RESOURCE writes %u dwords from dword %u, but slots have %u dwords",
                        c->body_dw - 1, c->dw[c->body], words);
   for (uint32_t dw = c->body + 1; dw < c->body + c->body_dw; dw += words) {
      uint32_t type = c->dw[dw + words - 1] >> 30;
      if (type != TYPE_TEXTURE && type != TYPE_BUFFER)
         return check_fail(c, dw + words - 1, "resource slot %u has type %u, neither texture nor buffer",
                           (c->dw[c->body] + dw - c->body - 1) / words, type);
      if (!(type == TYPE_TEXTURE ? check_texture_slot(c, dw) : check_buffer_slot(c, dw)))
         return false;
   }
   return true;
}
