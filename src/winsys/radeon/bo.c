/* SPDX-License-Identifier: MIT
 * Buffers: GEM objects with a persistent mapping and, with virtual memory, a GPU address.
 *
 * Busy or idle is asked of the kernel only if this winsys can't know it: submissions of one ring finish in
 * order, so that the newest one known to be through answers for all before it.
 *
 * Idle is not enough for the CPU to see what the GPU wrote to VRAM: reads go through the host data path (HDP),
 * whose cache may hold older bytes. Of all that the kernel offers only GEM_WAIT_IDLE empties it, and only if the
 * buffer that it names lies in VRAM (radeon_gem.c, radeon_gem_wait_idle_ioctl). So each buffer in VRAM gets that
 * call once after the last submission that named it, however its being idle was found out.
 *
 * GEM has one handle a file for a buffer. Shared ones stand in a list, so that importing a buffer twice, or
 * one of our own, gives the same ws_bo. Reuse of buffers is the driver's (driver/bo.c). */
#include "winsys/radeon/priv.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <radeon_drm.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <xf86drm.h>

#include "util/u_math.h"

static void
close_handle(struct ws_drm *w, uint32_t handle)
{
   struct drm_gem_close args = {.handle = handle};
   drmIoctl(w->fd, DRM_IOCTL_GEM_CLOSE, &args);
}

/* ---- GPU addresses ------------------------------------------------------------------------------------ */

static struct drm_radeon_gem_va
va_request(const struct ws_bo *bo, uint32_t operation)
{
   return (struct drm_radeon_gem_va){.handle = bo->handle,
                                     .operation = operation,
                                     .flags = RADEON_VM_PAGE_READABLE | RADEON_VM_PAGE_WRITEABLE |
                                              RADEON_VM_PAGE_SNOOPED,
                                     .offset = bo->va};
}

static bool
map_va(struct ws_drm *w, struct ws_bo *bo, uint32_t align_B)
{
   if (!w->base.info.has_va)
      return true;
   bo->va_span_B = u_align(bo->size_B, DRM_PAGE_B);
   if (!u_ranges_alloc(&w->va, bo->va_span_B, MAX2(align_B, DRM_PAGE_B), &bo->va))
      return false;
   struct drm_radeon_gem_va args = va_request(bo, RADEON_VA_MAP);
   int ret = drmCommandWriteRead(w->fd, DRM_RADEON_GEM_VA, &args, sizeof args);
   if (!ret && args.operation == RADEON_VA_RESULT_OK)
      return true;
   u_ranges_free(&w->va, bo->va, bo->va_span_B);
   bo->va_span_B = 0;
   if (args.operation != RADEON_VA_RESULT_VA_EXIST)
      return false;
   bo->va = args.offset; /* an imported buffer that this file has mapped before */
   return true;
}

static void
unmap_va(struct ws_drm *w, struct ws_bo *bo)
{
   if (!bo->va_span_B)
      return;
   struct drm_radeon_gem_va args = va_request(bo, RADEON_VA_UNMAP);
   int ret = drmCommandWriteRead(w->fd, DRM_RADEON_GEM_VA, &args, sizeof args);
   /* A range that is still mapped is lost rather than given out twice. Old kernels unmap with the handle. */
   if (!ret || ret == -EINVAL)
      u_ranges_free(&w->va, bo->va, bo->va_span_B);
}

/* ---- life --------------------------------------------------------------------------------------------- */

struct ws_bo *
drm_bo_create(struct winsys *ws, uint64_t size_B, uint32_t align_B, enum ws_domain domain)
{
   struct ws_drm *w = ws_drm(ws);
   if (size_B > ws->info.vram_B + ws->info.gart_B)
      return NULL;
   struct ws_bo *bo = calloc(1, sizeof *bo);
   if (!bo)
      return NULL;
   assert(u_is_pow2(align_B) && align_B >= 256);
   struct drm_radeon_gem_create args = {.size = u_align(MAX2(size_B, 1), DRM_PAGE_B),
                                        .alignment = MAX2(align_B, DRM_PAGE_B),
                                        .initial_domain = (uint32_t)domain};
   if (drmCommandWriteRead(w->fd, DRM_RADEON_GEM_CREATE, &args, sizeof args)) {
      free(bo);
      return NULL;
   }
   atomic_init(&bo->refs, 1);
   bo->handle = args.handle;
   bo->size_B = args.size;
   bo->domain = (uint8_t)domain;
   if (!map_va(w, bo, align_B)) {
      close_handle(w, bo->handle);
      free(bo);
      return NULL;
   }
   return bo;
}

void
drm_bo_ref(struct winsys *ws, struct ws_bo *bo)
{
   atomic_fetch_add(&bo->refs, 1);
}

static void
unlink_shared(struct ws_drm *w, const struct ws_bo *bo)
{
   for (struct ws_bo **p = &w->shared; *p; p = &(*p)->next_shared) {
      if (*p == bo) {
         *p = bo->next_shared;
         return;
      }
   }
}

static void
bo_destroy(struct ws_drm *w, struct ws_bo *bo)
{
   if (bo->map)
      munmap(bo->map, bo->size_B);
   unmap_va(w, bo);
   close_handle(w, bo->handle);
   free(bo);
}

void
drm_bo_unref(struct winsys *ws, struct ws_bo *bo)
{
   struct ws_drm *w = ws_drm(ws);
   if (!bo)
      return;
   if (!atomic_load(&bo->shared)) {
      if (atomic_fetch_sub(&bo->refs, 1) == 1)
         bo_destroy(w, bo);
      return;
   }
   /* An import may find it until it has left the list and its handle is closed. */
   pthread_mutex_lock(&w->lock);
   if (atomic_fetch_sub(&bo->refs, 1) == 1) {
      unlink_shared(w, bo);
      bo_destroy(w, bo);
   }
   pthread_mutex_unlock(&w->lock);
}

void *
drm_bo_map(struct winsys *ws, struct ws_bo *bo)
{
   struct ws_drm *w = ws_drm(ws);
   pthread_mutex_lock(&w->lock);
   if (!bo->map) {
      struct drm_radeon_gem_mmap args = {.handle = bo->handle, .size = bo->size_B};
      if (!drmCommandWriteRead(w->fd, DRM_RADEON_GEM_MMAP, &args, sizeof args)) {
         void *p = mmap(NULL, bo->size_B, PROT_READ | PROT_WRITE, MAP_SHARED, w->fd, (off_t)args.addr_ptr);
         bo->map = p == MAP_FAILED ? NULL : p;
      }
   }
   void *map = bo->map;
   pthread_mutex_unlock(&w->lock);
   return map;
}

uint64_t
drm_bo_va(struct winsys *ws, struct ws_bo *bo)
{
   return bo->va;
}

/* ---- tiling ------------------------------------------------------------------------------------------- */

void
drm_bo_set_tiling(struct winsys *ws, struct ws_bo *bo, uint32_t flags, uint32_t pitch_B)
{
   struct drm_radeon_gem_set_tiling args = {.handle = bo->handle, .tiling_flags = flags, .pitch = pitch_B};
   drmCommandWriteRead(ws_drm(ws)->fd, DRM_RADEON_GEM_SET_TILING, &args, sizeof args);
}

bool
drm_bo_get_tiling(struct winsys *ws, struct ws_bo *bo, uint32_t *flags, uint32_t *pitch_B)
{
   struct drm_radeon_gem_get_tiling args = {.handle = bo->handle};
   if (drmCommandWriteRead(ws_drm(ws)->fd, DRM_RADEON_GEM_GET_TILING, &args, sizeof args))
      return false;
   *flags = args.tiling_flags;
   *pitch_B = args.pitch;
   return true;
}

/* ---- waiting ------------------------------------------------------------------------------------------ */

static void
note_done(struct ws_drm *w, uint64_t seq)
{
   uint64_t done = atomic_load(&w->done_seq);
   while (seq != DRM_SEQ_UNKNOWN && seq > done && !atomic_compare_exchange_weak(&w->done_seq, &done, seq))
      ;
}

static bool
is_idle(struct ws_drm *w, const struct ws_bo *bo)
{
   struct drm_radeon_gem_busy args = {.handle = bo->handle};
   return drmCommandWriteRead(w->fd, DRM_RADEON_GEM_BUSY, &args, sizeof args) != -EBUSY;
}

/* The kernel gives up after some seconds without a fence, looks whether the GPU hangs, and resets it then. */
static bool
wait_idle(struct ws_drm *w, const struct ws_bo *bo)
{
   struct drm_radeon_gem_wait_idle args = {.handle = bo->handle};
   int ret;
   do
      ret = drmCommandWrite(w->fd, DRM_RADEON_GEM_WAIT_IDLE, &args, sizeof args);
   while (ret == -EBUSY);
   return ret == 0;
}

static uint64_t
now_ns(void)
{
   struct timespec t;
   clock_gettime(CLOCK_MONOTONIC, &t);
   return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* The kernel has no wait with a time limit: look again and again, less and less often. */
static bool
poll_idle(struct ws_drm *w, const struct ws_bo *bo, uint64_t timeout_ns)
{
   uint64_t start = now_ns(), pause = 10000;
   while (!is_idle(w, bo)) {
      uint64_t passed = now_ns() - start;
      if (passed >= timeout_ns)
         return false;
      uint64_t ns = MIN2(pause, timeout_ns - passed);
      nanosleep(&(struct timespec){.tv_nsec = (long)ns}, NULL);
      pause = MIN2(pause * 2, 1000000);
   }
   return true;
}

/** Whether the CPU may still see old bytes of an idle buffer. Of a shared one neither who wrote to it nor where
 * it lies is known. */
static bool
needs_flush(const struct ws_bo *bo, uint64_t used_seq)
{
   if (atomic_load(&bo->shared))
      return true;
   return bo->domain == WS_DOMAIN_VRAM && atomic_load(&bo->flushed_seq) < used_seq;
}

/* GEM does not tell readers from writers here: every user counts, whatever \p for_write says. Without a limit the
 * one call waits and flushes; it returns at once for a buffer that was found idle. */
bool
drm_bo_wait(struct winsys *ws, struct ws_bo *bo, uint64_t timeout_ns, bool for_write)
{
   struct ws_drm *w = ws_drm(ws);
   uint64_t used = atomic_load(&bo->used_seq);
   uint64_t seq = atomic_load(&bo->last_seq);
   bool idle = !atomic_load(&bo->shared) && seq <= atomic_load(&w->done_seq);
   bool flush = needs_flush(bo, used);
   if (!idle && timeout_ns != UINT64_MAX) {
      idle = poll_idle(w, bo, timeout_ns);
      if (!idle)
         return false;
   }
   if (!idle || flush) {
      if (!wait_idle(w, bo))
         return false;
      atomic_store(&bo->flushed_seq, used);
   }
   note_done(w, seq);
   return true;
}

/* ---- sharing ------------------------------------------------------------------------------------------ */

int
drm_bo_export(struct winsys *ws, struct ws_bo *bo)
{
   struct ws_drm *w = ws_drm(ws);
   int fd = -1;
   if (drmPrimeHandleToFD(w->fd, bo->handle, DRM_CLOEXEC | DRM_RDWR, &fd))
      return -1;
   pthread_mutex_lock(&w->lock);
   if (!atomic_exchange(&bo->shared, true)) {
      bo->next_shared = w->shared;
      w->shared = bo;
   }
   pthread_mutex_unlock(&w->lock);
   return fd;
}

static struct ws_bo *
find_shared(struct ws_drm *w, uint32_t handle)
{
   for (struct ws_bo *bo = w->shared; bo; bo = bo->next_shared) {
      if (bo->handle == handle) {
         atomic_fetch_add(&bo->refs, 1);
         return bo;
      }
   }
   return NULL;
}

static struct ws_bo *
adopt(struct ws_drm *w, uint32_t handle, int fd)
{
   off_t end = lseek(fd, 0, SEEK_END);
   struct ws_bo *bo = end > 0 ? calloc(1, sizeof *bo) : NULL;
   if (bo) {
      atomic_init(&bo->refs, 1);
      atomic_init(&bo->shared, true);
      bo->handle = handle;
      bo->size_B = (uint64_t)end;
      bo->domain = WS_DOMAIN_GTT;
      struct drm_radeon_gem_op op = {.handle = handle, .op = RADEON_GEM_OP_GET_INITIAL_DOMAIN};
      if (!drmCommandWriteRead(w->fd, DRM_RADEON_GEM_OP, &op, sizeof op) && op.value & WS_DOMAIN_VRAM)
         bo->domain = WS_DOMAIN_VRAM;
      if (map_va(w, bo, 1u << 20)) {
         bo->next_shared = w->shared;
         w->shared = bo;
         return bo;
      }
      free(bo);
      errno = ENOMEM;
   }
   int e = errno;
   close_handle(w, handle);
   errno = e;
   return NULL;
}

struct ws_bo *
drm_bo_import(struct winsys *ws, int fd, uint64_t *size_B)
{
   struct ws_drm *w = ws_drm(ws);
   uint32_t handle;
   pthread_mutex_lock(&w->lock);
   struct ws_bo *bo = NULL;
   if (!drmPrimeFDToHandle(w->fd, fd, &handle)) {
      bo = find_shared(w, handle);
      if (!bo)
         bo = adopt(w, handle, fd);
   }
   pthread_mutex_unlock(&w->lock);
   if (bo)
      *size_B = bo->size_B;
   return bo;
}
