/* SPDX-License-Identifier: MIT
 *
 * What depends on the family of chips: which answers of DRM_RADEON_INFO are its own, with values from db, and what it does
 * not have. What a family leaves to info.c all families answer the same.
 */
#include <errno.h>
#include <libdrm/radeon_drm.h>
#include <string.h>

#include "db/r300/r300_chips.h"
#include "db/terascale/db_chips.h"
#include "db/terascale/r6_regs.h"
#include "db/terascale/ts_regs.h"
#include "kernel/radeon/radeon.h"

/* A kernel of before 2.6.39 got Evergreen wrong, so Evergreen answers no for ever. */
static uint32_t
accel_working(const struct terascale_chip *c)
{
   return c->family < DB_FAMILY_CEDAR || c->family > DB_FAMILY_HEMLOCK;
}

/* GRBM_STATUS and its kin, seen idle. */
static int
read_register(uint32_t *v)
{
   if (*v != TS_GRBM_STATUS_OFFSET && *v != R6_GRBM_STATUS2_OFFSET && *v != TS_SRBM_STATUS_OFFSET)
      return EINVAL;
   *v = 0;
   return 0;
}

static int
terascale_info(const struct db_chip *chip, uint32_t request, uint32_t *v)
{
   const struct terascale_chip *c = terascale_chip(chip);
   switch (request) {
   case RADEON_INFO_NUM_GB_PIPES:
   case RADEON_INFO_NUM_Z_PIPES:
      *v = 0;
      return 0;
   case RADEON_INFO_ACCEL_WORKING:
      *v = accel_working(c);
      return 0;
   case RADEON_INFO_TILING_CONFIG:
      *v = c->tiling_config;
      return 0;
   case RADEON_INFO_NUM_BACKENDS:
      *v = c->render_backends;
      return 0;
   case RADEON_INFO_NUM_TILE_PIPES:
      *v = c->tile_pipes;
      return 0;
   case RADEON_INFO_BACKEND_MAP:
      *v = terascale_backend_map(c);
      return 0;
   case RADEON_INFO_MAX_PIPES:
      *v = c->quad_pipes;
      return 0;
   case RADEON_INFO_MAX_SE:
      *v = c->shader_engines;
      return 0;
   case RADEON_INFO_ACTIVE_CU_COUNT:
      *v = c->simds;
      return 0;
   case RADEON_INFO_READ_REG:
      return read_register(v);
   default:
      return -1;
   }
}

static bool
terascale_tiling_legal(const struct db_chip *chip, uint32_t flags)
{
   if (terascale_chip(chip)->gen < DB_EVERGREEN)
      return true;
   const unsigned literal[] = {RADEON_TILING_EG_BANKW_SHIFT, RADEON_TILING_EG_BANKH_SHIFT,
                               RADEON_TILING_EG_MACRO_TILE_ASPECT_SHIFT};
   for (unsigned i = 0; i < 3; i++) {
      unsigned v = flags >> literal[i] & 0xf;
      if (v & (v - 1))
         return false;
   }
   return (flags >> RADEON_TILING_EG_TILE_SPLIT_SHIFT & RADEON_TILING_EG_TILE_SPLIT_MASK) <= 6 &&
          (flags >> RADEON_TILING_EG_STENCIL_TILE_SPLIT_SHIFT & RADEON_TILING_EG_STENCIL_TILE_SPLIT_MASK) <=
             6;
}

static uint32_t
terascale_tiling_config(const struct db_chip *chip)
{
   return terascale_chip(chip)->tiling_config;
}

/* One pixel and one depth pipe, as many as any of these chips may have left: a query has then one count. */
static int
r300_info(const struct db_chip *chip, uint32_t request, uint32_t *v)
{
   switch (request) {
   case RADEON_INFO_NUM_GB_PIPES:
   case RADEON_INFO_NUM_Z_PIPES:
   case RADEON_INFO_ACCEL_WORKING:
   case RADEON_INFO_MAX_SE:
      *v = 1;
      return 0;
   default:
      return -1;
   }
}

static bool
r300_tiling_legal(const struct db_chip *chip, uint32_t flags)
{
   return true;
}

static uint32_t
r300_tiling_config(const struct db_chip *chip)
{
   return 0;
}

static const struct radeon_family terascale = {
   .timestamp = true,
   .lends_hyperz = true,
   .has_dma = true,
   .info = terascale_info,
   .tiling_legal = terascale_tiling_legal,
   .tiling_config = terascale_tiling_config,
};

/* Hyper-Z and fast colour clears keep pictures in on-chip memory, which is not emulated: the kernel may always answer that
 * another process has them. */
static const struct radeon_family r300 = {
   .lends_hyperz = true,
   .lends_cmask = true,
   .info = r300_info,
   .tiling_legal = r300_tiling_legal,
   .tiling_config = r300_tiling_config,
};

const struct radeon_family *
radeon_family_of(const struct db_chip *chip)
{
   return strcmp(chip->family, R300_FAMILY) ? &terascale : &r300;
}
