/* SPDX-License-Identifier: MIT
 * The winsys on the radeon kernel driver: what the kernel tells about the board, and GPU resets. */
#include "winsys/radeon/priv.h"

#include <radeon_drm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xf86drm.h>

#include "util/u_math.h"
#include "winsys/ws_info.h"

/* The kernel's virtual address space of a process is 8 GiB unless its administrator said otherwise. */
#define VA_END_B (UINT64_C(8) << 30)

/* Earlier ones get its size wrong. */
#define MIN_HTILE_MINOR 26

static bool
read_info(struct ws_drm *w, const struct db_chip *chip, char *error, size_t error_B)
{
   struct ws_info *info = &w->base.info;
   if (!drm_chip_read(w, chip, error, error_B))
      return false;
   ws_info_of_chip(info, &w->chip.base);
   snprintf(info->name, sizeof info->name, "%s", chip->name);
   info->drm_fd = w->fd;
   info->vram_uncached = true; /* through the PCI aperture, write-combined; APUs' as well */
   drm_info_optional(w->fd, RADEON_INFO_CLOCK_CRYSTAL_FREQ, &info->clock_khz);
   struct drm_radeon_gem_info mem = {0};
   int e = -drmCommandWriteRead(w->fd, DRM_RADEON_GEM_INFO, &mem, sizeof mem);
   if (e) {
      snprintf(error, error_B, "%s: the kernel does not tell its memory sizes: %s", chip->name, strerror(e));
      return false;
   }
   drmVersionPtr version = drmGetVersion(w->fd);
   info->no_hierarchical_depth = !version || version->version_minor < MIN_HTILE_MINOR;
   drmFreeVersion(version);
   info->vram_B = mem.vram_size;
   info->gart_B = mem.gart_size;
   return true;
}

/** Cayman and later: an address space, if the kernel offers it. */
static bool
init_va(struct ws_drm *w)
{
   uint32_t start = 0, max_dw = 0;
   w->base.info.has_va = w->chip.base.virtual_memory && !drm_info(w->fd, RADEON_INFO_VA_START, &start) &&
                         !drm_info(w->fd, RADEON_INFO_IB_VM_MAX_SIZE, &max_dw);
   w->chip.base.virtual_memory = w->base.info.has_va;
   if (!w->base.info.has_va)
      return true;
   uint64_t first = u_align(MAX2(start, DRM_PAGE_B), DRM_PAGE_B);
   return u_ranges_init(&w->va, first, VA_END_B - first);
}

static uint32_t
kernel_resets(struct ws_drm *w)
{
   uint32_t n = 0;
   drm_info(w->fd, RADEON_INFO_GPU_RESET_COUNTER, &n);
   return n - w->kernel_resets_at_open;
}

/* The kernel does not say whose stream hung the GPU. Who had nothing under way did not do it. */
uint32_t
drm_reset_count(struct winsys *ws, enum ws_blame *blame)
{
   struct ws_drm *w = ws_drm(ws);
   uint32_t n = kernel_resets(w) + atomic_load(&w->lost);
   pthread_mutex_lock(&w->lock);
   uint64_t seq = __atomic_load_n(&w->seq, __ATOMIC_RELAXED);
   if (n != w->resets_seen) {
      w->blame = w->quiet_seq == seq ? WS_BLAME_OTHER : WS_BLAME_UNKNOWN;
      w->resets_seen = n;
   }
   w->quiet_seq = atomic_load(&w->done_seq);
   *blame = w->blame;
   pthread_mutex_unlock(&w->lock);
   return n;
}

static void
destroy(struct winsys *ws)
{
   struct ws_drm *w = ws_drm(ws);
   while (w->num_fence_bos)
      drm_bo_unref(ws, w->fence_bos[--w->num_fence_bos]);
   if (w->base.info.has_va)
      u_ranges_fini(&w->va);
   pthread_mutex_destroy(&w->lock);
   pthread_mutex_destroy(&w->submit_lock);
   close(w->fd);
   free(w->relocs);
   free(w);
}

struct winsys *
ws_drm_create_fd(int fd, const struct db_chip *chip, char *error, size_t error_B)
{
   struct ws_drm *w = calloc(1, sizeof *w);
   if (!w) {
      snprintf(error, error_B, "out of memory");
      close(fd);
      return NULL;
   }
   w->fd = fd;
   pthread_mutex_init(&w->lock, NULL);
   pthread_mutex_init(&w->submit_lock, NULL);
   w->base = (struct winsys){
      .destroy = destroy,
      .bo_create = drm_bo_create,
      .bo_ref = drm_bo_ref,
      .bo_unref = drm_bo_unref,
      .bo_map = drm_bo_map,
      .bo_va = drm_bo_va,
      .bo_set_tiling = drm_bo_set_tiling,
      .bo_wait = drm_bo_wait,
      .cs_submit = drm_cs_submit,
      .fence_wait = drm_fence_wait,
      .fence_ref = drm_fence_ref,
      .fence_unref = drm_fence_unref,
      .reset_count = drm_reset_count,
      .lend_hyperz = drm_lend_hyperz,
      .bo_export = drm_bo_export,
      .bo_import = drm_bo_import,
      .bo_get_tiling = drm_bo_get_tiling,
   };
   if (!read_info(w, chip, error, error_B) || !init_va(w)) {
      if (!*error)
         snprintf(error, error_B, "out of memory");
      destroy(&w->base);
      return NULL;
   }
   drm_info(fd, RADEON_INFO_GPU_RESET_COUNTER, &w->kernel_resets_at_open);
   return &w->base;
}

struct winsys *
ws_drm_create(const char *device, char *error, size_t error_B)
{
   const struct db_chip *chip;
   int fd = drm_device_open(device, &chip, error, error_B);
   if (fd < 0)
      return NULL;
   *error = 0;
   return ws_drm_create_fd(fd, chip, error, error_B);
}
