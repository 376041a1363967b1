/* SPDX-License-Identifier: MIT
 * Stream-out: before a draw every buffer that the state enables must be there and hold what its size register
 * says; STRMOUT_BASE_UPDATE (RS780, RS880, R7xx) must name the same place as the register. After the
 * stream-out part of r600_cs_track_check and evergreen_cs_track_check, and r600_packet3_check.
 *
 * Stricter than the kernel: bytes are counted in 64 bits. */
#include "kernel/radeon/checker/rules.h"

#include "db/terascale/eg_regs.h"
#include "db/terascale/r6_regs.h"
#include "db/terascale/ts_regs.h"

#define BUFFERS 4

static uint32_t
base_reg(unsigned i)
{
   assert(i < BUFFERS);
   return TS_VGT_STRMOUT_BUFFER_BASE_OFFSET(i);
}

/* One bit a buffer. */
static uint32_t
enabled_buffers(const struct checker *c)
{
   if (check_is_r6(c))
      return ctx_get(c, R6_VGT_STRMOUT_BUFFER_EN_OFFSET) & 0xf;
   /* Four streams, each with a mask of the buffers that it goes to. */
   uint32_t streams = ctx_get(c, EG_VGT_STRMOUT_CONFIG_OFFSET) & 0xf;
   uint32_t config = ctx_get(c, EG_VGT_STRMOUT_BUFFER_CONFIG_OFFSET), mask = 0;
   for (unsigned i = 0; i < 4; i++) {
      if (streams & 1u << i)
         mask |= config >> 4 * i & 0xf;
   }
   return mask;
}

bool
check_strmout(struct checker *c)
{
   if (!ctx_get(c, check_is_r6(c) ? R6_VGT_STRMOUT_EN_OFFSET : EG_VGT_STRMOUT_CONFIG_OFFSET))
      return true; /* and looked at again with the next draw */
   uint32_t mask = enabled_buffers(c);
   for (unsigned i = 0; i < BUFFERS; i++) {
      if (!(mask & 1u << i))
         continue;
      const struct check_reloc *bo = ctx_reloc(c, base_reg(i));
      if (!bo)
         return check_fail_reg(c, base_reg(i), "stream-out buffer %u is enabled but has no buffer", i);
      uint64_t end =
         ((uint64_t)ctx_get(c, base_reg(i)) << 8) + 4ull * ctx_get(c, TS_VGT_STRMOUT_BUFFER_SIZE_OFFSET(i));
      if (end > bo->size_B)
         return check_fail_reg(c, base_reg(i),
                               "stream-out buffer %u ends at byte %llu of a buffer of %llu bytes", i,
                               (unsigned long long)end, (unsigned long long)bo->size_B);
   }
   c->strmout_new = false;
   return true;
}

bool
check_strmout_base_update(struct checker *c)
{
   uint32_t i = c->dw[c->body], base = c->dw[c->body + 1];
   if (c->chip->gen == DB_R600 && c->chip->kind != DB_CHIP_IGP)
      return check_fail(c, c->at, "is not for %s", c->chip->base.name);
   if (i >= BUFFERS)
      return check_fail(c, c->body, "stream-out buffer %u does not exist", i);
   c->reg = base_reg(i);
   const struct check_reloc *r = check_take_reloc(c, "the stream-out buffer"),
                            *bo = ctx_reloc(c, base_reg(i));
   if (!r)
      return false;
   if (!bo || r->gpu_addr != bo->gpu_addr || base != ctx_get(c, base_reg(i)))
      return check_fail(c, c->body + 1, "names another place than the register");
   if (((uint64_t)base << 8) + 4 > r->size_B)
      return check_fail(c, c->body + 1, "starts at byte %llu of a buffer of %llu bytes",
                        (unsigned long long)base << 8, (unsigned long long)r->size_B);
   patch(c, c->body + 1, base + (uint32_t)(r->gpu_addr >> 8));
   return true;
}
