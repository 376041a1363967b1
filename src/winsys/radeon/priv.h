/* SPDX-License-Identifier: MIT
 * The kernel winsys, what its files share: ws_drm.c opens and describes the device, radeon/device.c finds it,
 * radeon/family.c knows the
 * families of chips, radeon/bo.c has buffers, radeon/cs.c streams and fences.
 *
 * It stands on libdrm alone. libdrm_radeon's buffer and stream objects are not used: they count references
 * without atomics, wait when they map, and know neither GPU virtual addresses nor rings. */
#ifndef WINSYS_RADEON_PRIV_H
#define WINSYS_RADEON_PRIV_H

#include <pthread.h>
#include <stdatomic.h>

#include "db/r300/r300_chips.h"
#include "db/terascale/db_chips.h"
#include "winsys/radeon/public.h"
#include "util/u_ranges.h"

#define DRM_PAGE_B      4096u
#define DRM_FENCE_POOL  16
#define DRM_SEQ_UNKNOWN UINT64_MAX

struct ws_bo {
   atomic_int refs;
   uint32_t handle;
   uint64_t size_B, va, va_span_B;
   void *map; /* under ws_drm.lock until set */
   uint8_t domain;
   atomic_bool shared; /* others may use it: only the kernel knows whether it is busy */
   /* number of this winsys' last submission that named it; DRM_SEQ_UNKNOWN: only the kernel knows */
   _Atomic uint64_t last_seq;
   /* numbers of the last submission that named it, of any ring, and of the last one that GEM_WAIT_IDLE on it
    * came after */
   _Atomic uint64_t used_seq, flushed_seq;
   struct ws_bo *next_shared; /* ws_drm.shared */
};

struct ws_fence {
   atomic_int refs;
   struct ws_bo *bo; /* named by that submission alone */
};

union drm_chip {
   struct db_chip base; /* whose name says which of the others it is */
   struct terascale_chip terascale;
   struct r300_chip r300;
};

struct ws_drm {
   struct winsys base;
   int fd;
   union drm_chip chip; /* the chip's description with what this board reports */
   struct u_ranges va;  /* GPU addresses that no buffer has */
   pthread_mutex_t lock;
   struct ws_bo *shared; /* exported and imported buffers: the kernel gives one handle a buffer */
   struct ws_bo *fence_bos[DRM_FENCE_POOL];
   unsigned num_fence_bos;
   pthread_mutex_t submit_lock; /* order of submissions = order of their numbers */
   struct drm_radeon_cs_reloc *relocs;
   uint32_t max_relocs;
   uint64_t seq;
   _Atomic uint64_t done_seq; /* this submission and all before it are through */
   bool complained;
   atomic_bool owns_hyperz;
   /* resets */
   uint32_t kernel_resets_at_open;
   atomic_uint lost;     /* submissions that died with the GPU */
   uint32_t resets_seen; /* under lock */
   uint64_t quiet_seq;   /* submissions up to here were done when the last look found no reset; under lock */
   enum ws_blame blame;  /* under lock */
};

static inline struct ws_drm *
ws_drm(struct winsys *ws)
{
   return (struct ws_drm *)ws;
}

/* radeon/device.c */

/** Opens the radeon that \p device names, or the first one that works. -1 and one sentence in \p error; else
 * *chip is its entry of the chip table. */
int drm_device_open(const char *device, const struct db_chip **chip, char *error, size_t error_B);

/* radeon/family.c */

struct check_error;
struct check_reloc;

/** One value of the INFO ioctl; \p value goes in and out. Returns 0 or a positive errno. */
int drm_info(int fd, uint32_t request, uint32_t *value);
/** drm_info() that leaves *value alone where the kernel does not know the request. */
void drm_info_optional(int fd, uint32_t request, uint32_t *value);
/** NULL: no chip of the tables has the id. */
const struct db_chip *drm_chip_by_pci_id(uint16_t id);
/** Fills w->chip from the table's entry \p chip and what the kernel reports. False and one sentence. */
bool drm_chip_read(struct ws_drm *w, const struct db_chip *chip, char *error, size_t error_B);
/** winsys::lend_hyperz. */
bool drm_lend_hyperz(struct winsys *ws, bool want);
/** The kernel's rules for a stream, to say which one it broke. */
bool drm_chip_check(const struct ws_drm *w, const uint32_t *dw, uint32_t ndw,
                    const struct check_reloc *relocs, uint32_t n, struct check_error *err);
/** Prints a stream to standard error. */
void drm_chip_print(const struct ws_drm *w, const uint32_t *dw, uint32_t ndw);

/* ws_drm.c */

/** The winsys of an open device; takes \p fd over, also on failure. */
struct winsys *ws_drm_create_fd(int fd, const struct db_chip *chip, char *error, size_t error_B);

/* radeon/bo.c */

/* The functions of struct winsys of these names. */
struct ws_bo *drm_bo_create(struct winsys *ws, uint64_t size_B, uint32_t align_B, enum ws_domain domain);
void drm_bo_ref(struct winsys *ws, struct ws_bo *bo);
void drm_bo_unref(struct winsys *ws, struct ws_bo *bo);
void *drm_bo_map(struct winsys *ws, struct ws_bo *bo);
uint64_t drm_bo_va(struct winsys *ws, struct ws_bo *bo);
void drm_bo_set_tiling(struct winsys *ws, struct ws_bo *bo, uint32_t flags, uint32_t pitch_B);
bool drm_bo_get_tiling(struct winsys *ws, struct ws_bo *bo, uint32_t *flags, uint32_t *pitch_B);
bool drm_bo_wait(struct winsys *ws, struct ws_bo *bo, uint64_t timeout_ns, bool for_write);
int drm_bo_export(struct winsys *ws, struct ws_bo *bo);
struct ws_bo *drm_bo_import(struct winsys *ws, int fd, uint64_t *size_B);

/* radeon/cs.c */

/* The functions of struct winsys of these names. */
bool drm_cs_submit(struct winsys *ws, enum ws_ring ring, const uint32_t *dw, uint32_t ndw,
                   const struct ws_reloc *relocs, uint32_t num_relocs, struct ws_fence **fence);
bool drm_fence_wait(struct winsys *ws, struct ws_fence *f, uint64_t timeout_ns);
void drm_fence_ref(struct winsys *ws, struct ws_fence *f);
void drm_fence_unref(struct winsys *ws, struct ws_fence *f);
uint32_t drm_reset_count(struct winsys *ws, enum ws_blame *blame);

#endif
