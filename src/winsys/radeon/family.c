/* SPDX-License-Identifier: MIT
 * What the kernel winsys knows of each family of chips: what the kernel tells about a board, the rules for its streams.
 *
 * TILING_CONFIG (radeon_drm.h, and the registers GB_TILING_CONFIG and GB_ADDR_CONFIG that the kernel makes it
 * from) differs between R6xx/R7xx and later chips; everything that the board decides replaces the
 * representative values of the chip table. R300 to R500 have neither it nor virtual memory. */
#include "winsys/radeon/priv.h"

#include <radeon_drm.h>
#include <stdio.h>
#include <string.h>
#include <xf86drm.h>

#include "db/r300/r300_print.h"
#include "db/terascale/db_print.h"
#include "kernel/radeon/checker/check.h"
#include "kernel/radeon/checker/r300/check.h"

int
drm_info(int fd, uint32_t request, uint32_t *value)
{
   uint32_t wide[2] = {*value, 0}; /* some requests answer with 64 bits */
   struct drm_radeon_info info = {.request = request, .value = (uintptr_t)wide};
   int ret = drmCommandWriteRead(fd, DRM_RADEON_INFO, &info, sizeof info);
   if (ret)
      return -ret;
   *value = wide[0];
   return 0;
}

void
drm_info_optional(int fd, uint32_t request, uint32_t *value)
{
   uint32_t v = 0;
   if (!drm_info(fd, request, &v) && v)
      *value = v;
}

/** One field of TILING_CONFIG: \p base << code; false if no chip has the code. */
static bool
decode(uint32_t config, unsigned shift, unsigned bits, unsigned max_code, uint32_t base, uint32_t *value)
{
   uint32_t code = config >> shift & ((1u << bits) - 1);
   *value = base << code;
   return code <= max_code;
}

static bool
decode_tiling(struct terascale_chip *chip)
{
   const uint32_t c = chip->tiling_config;
   uint32_t pipes, banks, group_B, row_B = 0;
   bool ok;
   if (chip->gen < DB_EVERGREEN)
      ok =
         decode(c, 1, 3, 3, 1, &pipes) && decode(c, 4, 2, 1, 4, &banks) && decode(c, 6, 2, 1, 256, &group_B);
   else
      ok = decode(c, 0, 4, 3, 1, &pipes) && decode(c, 4, 4, 2, 4, &banks) &&
           decode(c, 8, 4, 1, 256, &group_B) && decode(c, 12, 4, 2, 1024, &row_B);
   if (!ok)
      return false;
   chip->tile_pipes = (uint8_t)pipes;
   chip->num_banks = (uint8_t)banks;
   chip->group_bytes = (uint16_t)group_B;
   chip->row_bytes = (uint16_t)row_B;
   return true;
}

static bool
read_terascale(struct ws_drm *w, const struct terascale_chip *chip, char *error, size_t error_B)
{
   w->chip.terascale = *chip;
   int e = drm_info(w->fd, RADEON_INFO_TILING_CONFIG, &w->chip.terascale.tiling_config);
   if (e || !decode_tiling(&w->chip.terascale)) {
      snprintf(error, error_B, "%s: the kernel's tiling configuration 0x%08x is not understood (%s)",
               chip->base.name, w->chip.terascale.tiling_config, e ? strerror(e) : "unknown code");
      return false;
   }
   uint32_t simds = chip->simds, backends = chip->render_backends;
   drm_info_optional(w->fd, RADEON_INFO_ACTIVE_CU_COUNT, &simds);
   drm_info_optional(w->fd, RADEON_INFO_NUM_BACKENDS, &backends);
   w->chip.terascale.simds = (uint8_t)simds;
   w->chip.terascale.render_backends = (uint8_t)backends;
   return true;
}

static bool
is_r300(const struct db_chip *chip)
{
   return !strcmp(chip->family, R300_FAMILY);
}

static void
read_r300(struct ws_drm *w, const struct r300_chip *chip)
{
   uint32_t pipes = chip->pipes, z_pipes = chip->z_pipes;
   drm_info_optional(w->fd, RADEON_INFO_NUM_GB_PIPES, &pipes);
   drm_info_optional(w->fd, RADEON_INFO_NUM_Z_PIPES, &z_pipes);
   w->chip.r300 = *chip;
   w->chip.r300.pipes = (uint8_t)pipes;
   w->chip.r300.z_pipes = (uint8_t)z_pipes;
}

const struct db_chip *
drm_chip_by_pci_id(uint16_t id)
{
   const struct terascale_chip *t = terascale_chip_by_pci_id(id);
   const struct r300_chip *r = t ? NULL : r300_chip_by_pci_id(id);
   return t ? &t->base : r ? &r->base : NULL;
}

bool
drm_chip_read(struct ws_drm *w, const struct db_chip *chip, char *error, size_t error_B)
{
   if (!is_r300(chip))
      return read_terascale(w, terascale_chip(chip), error, error_B);
   read_r300(w, r300_chip(chip));
   return true;
}

bool
drm_lend_hyperz(struct winsys *ws, bool want)
{
   struct ws_drm *w = ws_drm(ws);
   uint32_t owner = want;
   atomic_store(&w->owns_hyperz, !drm_info(w->fd, RADEON_INFO_WANT_HYPERZ, &owner) && owner && want);
   return atomic_load(&w->owns_hyperz);
}

bool
drm_chip_check(const struct ws_drm *w, const uint32_t *dw, uint32_t ndw, const struct check_reloc *relocs,
               uint32_t n, struct check_error *err)
{
   const struct check_r300_how how = {.owns_hyperz = atomic_load(&w->owns_hyperz)};
   if (is_r300(&w->chip.base))
      return check_r300_stream(&w->chip.r300, &how, dw, ndw, relocs, n, NULL, err);
   return check_stream_va(&w->chip.terascale, w->base.info.has_va, dw, ndw, relocs, n, NULL, err);
}

void
drm_chip_print(const struct ws_drm *w, const uint32_t *dw, uint32_t ndw)
{
   if (is_r300(&w->chip.base))
      r300_print_packets(stderr, w->chip.r300.gen, dw, ndw, NULL);
   else
      db_print_packets(stderr, w->chip.terascale.gen, dw, ndw);
}
