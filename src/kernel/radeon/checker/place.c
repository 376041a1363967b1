/* SPDX-License-Identifier: MIT
 * Where a surface stands in its buffer: the questions that colour, depth and stencil buffers of all generations
 * share. After r600_cs_track_validate_cb and _db, evergreen_cs_track_validate_cb, _depth and _stencil.
 *
 * Stricter than the kernel: it counts bytes in 32 bits, so that a surface of more than 4 GiB may pass; here it
 * does not. */
#include <stdio.h>

#include "kernel/radeon/checker/rules.h"

struct check_place
check_place_at(const struct checker *c, const char *what, unsigned index, uint32_t base_reg)
{
   return (struct check_place){.what = what,
                               .index = index,
                               .base_reg = base_reg,
                               .bo = ctx_reloc(c, base_reg),
                               .offset_B = (uint64_t)ctx_get(c, base_reg) << 8};
}

bool
check_fail_place(struct checker *c, const struct check_place *p, const char *format, unsigned long long a,
                 unsigned long long b)
{
   char text[120];
   snprintf(text, sizeof text, format, a, b);
   return check_fail_reg(c, p->base_reg, "%s %u: %s", p->what, p->index, text);
}

bool
check_place_layout(struct checker *c, const struct check_place *p, const struct check_surface *s,
                   struct check_layout *l)
{
   if (!p->bo)
      return check_fail_place(c, p, "enabled but has no buffer", 0, 0);
   const char *bad = check_surface_layout(c->chip, s, l);
   if (bad)
      return check_fail_reg(c, p->base_reg, "%s %u has array mode %u with %s", p->what, p->index,
                            s->array_mode, bad);
   if (s->pitch & (l->pitch_align - 1))
      return check_fail_place(c, p, "pitch %llu is no multiple of %llu", s->pitch, l->pitch_align);
   if (s->height & (l->height_align - 1))
      return check_fail_place(c, p, "height %llu is no multiple of %llu", s->height, l->height_align);
   return true;
}

bool
check_place_address(struct checker *c, const struct check_place *p, const struct check_layout *l,
                    uint64_t address)
{
   if (address & (l->base_align_B - 1))
      return check_fail_place(c, p, "address 0x%llx is not aligned to %llu bytes", address, l->base_align_B);
   return true;
}

bool
check_place_size(struct checker *c, const struct check_place *p, uint64_t size_B)
{
   assert(p->bo);
   if (p->offset_B + size_B > p->bo->size_B)
      return check_fail_place(c, p, "ends at byte %llu of a buffer of %llu bytes", p->offset_B + size_B,
                              p->bo->size_B);
   return true;
}
