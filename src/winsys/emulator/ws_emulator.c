/* SPDX-License-Identifier: MIT
 *
 * The winsys in front of an emulator: an allocator for its memory, and submission as the kernel does it: the
 * stream is checked, relocations are patched, then it runs. Submission returns when the GPU is done, so
 * nothing is ever busy.
 *
 * Buffers of others are mapped into the GPU's memory, and what others get is mapped there in place of the
 * pages that were: sharing copies nothing.
 *
 * Memory is given out in pages (util/u_ranges.h). Freed pages go back to the host and read as zero when they are
 * given out again. A GPU may have two memories, one for each domain (emu_gpu::video_memory).
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/udmabuf.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emulator/gpu.h"
#include "util/u_debug.h"
#include "util/u_math.h"
#include "winsys/winsys.h"
#include "winsys/ws_done.h"
#include "winsys/ws_info.h"
#include "util/u_ranges.h"

#define PAGE_B 4096u

/** A memory of the GPU. */
struct memory {
   uint8_t *host;
   uint64_t base;          /* its first address */
   struct u_ranges ranges; /* addresses that nobody owns */
};

struct ws_bo {
   int32_t refcount;
   struct memory *memory;
   uint64_t gpu_addr, size_B; /* the range that it owns */
   uint8_t domain;
   uint32_t tiling_flags, pitch_B;
   int fd; /* what its pages are of, if it is shared; -1: the emulator's own */
   dev_t dev;
   ino_t ino;
   struct ws_bo *next_shared;
};

struct ws_emulator {
   struct winsys base;
   const struct emu_gpu *gpu;
   struct emulator *emu;
   struct memory system, video; /* the latter without ranges: all domains are the former */
   pthread_mutex_t share_lock;
   struct ws_bo *shared; /* under share_lock, also the last unref of a shared buffer */
   pthread_mutex_t submit_lock;
   struct emu_buffer *relocs; /* scratch of submit */
   uint32_t *patched;
   uint32_t max_relocs, max_dw;
   uint32_t resets;
   bool complained;
   bool owns_hyperz; /* under submit_lock */
};

static struct ws_emulator *
ws_emulator(struct winsys *ws)
{
   return (struct ws_emulator *)ws;
}

/* ---- memory ---------------------------------------------------------------------------------------------
 */

static struct ws_bo *
bo_create(struct winsys *ws, uint64_t size_B, uint32_t align_B, enum ws_domain domain)
{
   struct ws_emulator *w = ws_emulator(ws);
   struct ws_bo *bo = calloc(1, sizeof *bo);
   if (!bo || size_B > MAX2(ws->info.vram_B, ws->info.gart_B)) {
      free(bo);
      return NULL;
   }
   bo->size_B = u_align(MAX2(size_B, 1), PAGE_B);
   assert(u_is_pow2(align_B) && align_B >= 256);
   bo->memory = domain == WS_DOMAIN_VRAM && w->gpu->video_memory ? &w->video : &w->system;
   if (!u_ranges_alloc(&bo->memory->ranges, bo->size_B, MAX2(align_B, PAGE_B), &bo->gpu_addr)) {
      free(bo);
      return NULL;
   }
   bo->refcount = 1;
   bo->fd = -1;
   bo->domain = (uint8_t)domain;
   return bo;
}

static void
bo_ref(struct winsys *ws, struct ws_bo *bo)
{
   assert(__atomic_load_n(&bo->refcount, __ATOMIC_RELAXED) > 0);
   __atomic_fetch_add(&bo->refcount, 1, __ATOMIC_RELAXED);
}

static uint8_t *
pages(const struct ws_bo *bo)
{
   assert(bo->gpu_addr >= bo->memory->base && bo->gpu_addr % PAGE_B == 0);
   return bo->memory->host + (bo->gpu_addr - bo->memory->base);
}

static void
destroy_bo(struct ws_emulator *w, struct ws_bo *bo)
{
   bool free_again = true;
   if (bo->fd < 0) {
      w->gpu->discard(w->emu, bo->gpu_addr, bo->size_B);
   } else {
      close(bo->fd);
      /* A range that can't get pages of its own again is lost. */
      free_again = mmap(pages(bo), bo->size_B, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) != MAP_FAILED;
   }
   if (free_again)
      u_ranges_free(&bo->memory->ranges, bo->gpu_addr, bo->size_B);
   free(bo);
}

static void
bo_unref(struct winsys *ws, struct ws_bo *bo)
{
   struct ws_emulator *w = ws_emulator(ws);
   if (!bo)
      return;
   if (__atomic_load_n(&bo->fd, __ATOMIC_ACQUIRE) < 0) {
      if (__atomic_sub_fetch(&bo->refcount, 1, __ATOMIC_ACQ_REL) == 0)
         destroy_bo(w, bo);
      return;
   }
   /* An import may find it until it has left the list. */
   pthread_mutex_lock(&w->share_lock);
   if (__atomic_sub_fetch(&bo->refcount, 1, __ATOMIC_ACQ_REL) == 0) {
      struct ws_bo **p = &w->shared;
      while (*p != bo)
         p = &(*p)->next_shared;
      *p = bo->next_shared;
      destroy_bo(w, bo);
   }
   pthread_mutex_unlock(&w->share_lock);
}

static void *
bo_map(struct winsys *ws, struct ws_bo *bo)
{
   (void)ws;
   return pages(bo);
}

static uint64_t
bo_va(struct winsys *ws, struct ws_bo *bo)
{
   return ws->info.has_va ? bo->gpu_addr : 0;
}

static void
bo_set_tiling(struct winsys *ws, struct ws_bo *bo, uint32_t flags, uint32_t pitch_B)
{
   bo->tiling_flags = flags;
   bo->pitch_B = pitch_B;
}

/* ---- sharing --------------------------------------------------------------------------------------------
 */

/** Puts a buffer with its descriptor on the list. share_lock held. */
static void
share(struct ws_emulator *w, struct ws_bo *bo, int fd, const struct stat *st)
{
   bo->dev = st->st_dev;
   bo->ino = st->st_ino;
   bo->next_shared = w->shared;
   w->shared = bo;
   __atomic_store_n(&bo->fd, fd, __ATOMIC_RELEASE);
}

/** A memfd of a buffer's size, which nobody can shrink, as a dma-buf if the kernel makes one of it. */
static int
shareable_memory(uint64_t size_B)
{
   int memfd = memfd_create("teragl", MFD_CLOEXEC | MFD_ALLOW_SEALING);
   if (memfd < 0)
      return -1;
   if (ftruncate(memfd, (off_t)size_B) || fcntl(memfd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW)) {
      close(memfd);
      return -1;
   }
   int device = open("/dev/udmabuf", O_RDWR | O_CLOEXEC);
   if (device < 0)
      return memfd;
   struct udmabuf_create args = {.memfd = (uint32_t)memfd, .flags = UDMABUF_FLAGS_CLOEXEC, .size = size_B};
   int fd = ioctl(device, UDMABUF_CREATE, &args);
   close(device);
   if (fd < 0)
      return memfd;
   close(memfd);
   return fd;
}

/** Moves the buffer's contents to memory with a descriptor, in the same place. */
static bool
make_shareable(struct ws_emulator *w, struct ws_bo *bo)
{
   struct stat st;
   int fd = shareable_memory(bo->size_B);
   if (fd < 0)
      return false;
   void *copy = mmap(NULL, bo->size_B, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
   bool ok = copy != MAP_FAILED && !fstat(fd, &st);
   if (ok) {
      memcpy(copy, pages(bo), bo->size_B);
      ok = mmap(pages(bo), bo->size_B, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) != MAP_FAILED;
   }
   if (copy != MAP_FAILED)
      munmap(copy, bo->size_B);
   if (!ok) {
      close(fd);
      return false;
   }
   share(w, bo, fd, &st);
   return true;
}

static int
bo_export(struct winsys *ws, struct ws_bo *bo)
{
   struct ws_emulator *w = ws_emulator(ws);
   pthread_mutex_lock(&w->submit_lock); /* no stream writes while the pages move */
   pthread_mutex_lock(&w->share_lock);
   int fd = bo->fd >= 0 || make_shareable(w, bo) ? fcntl(bo->fd, F_DUPFD_CLOEXEC, 0) : -1;
   pthread_mutex_unlock(&w->share_lock);
   pthread_mutex_unlock(&w->submit_lock);
   return fd;
}

/** Ordinary files may be cut while they are mapped, memfds too unless they are sealed. */
static bool
is_safe_to_map(int fd, const struct stat *st)
{
   int seals = S_ISREG(st->st_mode) ? fcntl(fd, F_GET_SEALS) : F_SEAL_SHRINK;
   return seals >= 0 && seals & F_SEAL_SHRINK;
}

static struct ws_bo *
adopt(struct ws_emulator *w, int fd, const struct stat *st)
{
   off_t end = lseek(fd, 0, SEEK_END);
   if (end <= 0 || !is_safe_to_map(fd, st)) {
      errno = EINVAL;
      return NULL;
   }
   struct ws_bo *bo = bo_create(&w->base, (uint64_t)end, PAGE_B, WS_DOMAIN_GTT);
   if (!bo) {
      errno = ENOMEM;
      return NULL;
   }
   int own = fcntl(fd, F_DUPFD_CLOEXEC, 0);
   if (own < 0 ||
       mmap(pages(bo), bo->size_B, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, own, 0) == MAP_FAILED) {
      int why = errno;
      if (own >= 0)
         close(own);
      destroy_bo(w, bo);
      errno = why;
      return NULL;
   }
   share(w, bo, own, st);
   return bo;
}

static struct ws_bo *
bo_import(struct winsys *ws, int fd, uint64_t *size_B)
{
   struct ws_emulator *w = ws_emulator(ws);
   struct stat st;
   if (fstat(fd, &st))
      return NULL;
   pthread_mutex_lock(&w->share_lock);
   struct ws_bo *bo = w->shared;
   while (bo && (bo->dev != st.st_dev || bo->ino != st.st_ino))
      bo = bo->next_shared;
   if (bo)
      bo_ref(ws, bo);
   else
      bo = adopt(w, fd, &st);
   pthread_mutex_unlock(&w->share_lock);
   if (bo)
      *size_B = bo->size_B;
   return bo;
}

/* ---- submission -----------------------------------------------------------------------------------------
 */

static bool
reserve(struct ws_emulator *w, uint32_t ndw, uint32_t num_relocs)
{
   if (ndw > w->max_dw) {
      uint32_t *p = realloc(w->patched, (size_t)ndw * 4);
      if (!p)
         return false;
      w->patched = p;
      w->max_dw = ndw;
   }
   if (num_relocs > w->max_relocs) {
      struct emu_buffer *p = realloc(w->relocs, num_relocs * sizeof *p);
      if (!p)
         return false;
      w->relocs = p;
      w->max_relocs = num_relocs;
   }
   return true;
}

/** GPU addresses in place of relocations. */
static bool
patch(struct ws_emulator *w, enum emu_ring ring, const uint32_t *dw, uint32_t ndw,
      const struct ws_reloc *relocs, uint32_t n)
{
   for (uint32_t i = 0; i < n; i++) {
      const struct ws_bo *bo = relocs[i].bo;
      w->relocs[i] = (struct emu_buffer){
         .address = bo->gpu_addr,
         .size_B = bo->size_B,
         .domains = relocs[i].read_domains | relocs[i].write_domain,
         .tiling_flags = bo->tiling_flags,
         .pitch_B = bo->pitch_B,
      };
   }
   const struct emu_submission how = {.ring = ring,
                                      .virtual_addresses = w->base.info.has_va,
                                      .owns_hyperz = w->owns_hyperz,
                                      .buffers = w->relocs,
                                      .num_buffers = n};
   struct emu_error err;
   assert(ndw <= w->max_dw && n <= w->max_relocs); /* reserve */
   if (w->gpu->check(w->base.info.chip, &how, dw, ndw, w->patched, &err))
      return true;
   if (!w->complained)
      u_log("the kernel would refuse this command stream: %s", err.reason);
   w->complained = true;
   return false;
}

static bool
cs_submit(struct winsys *ws, enum ws_ring ws_ring, const uint32_t *dw, uint32_t ndw,
          const struct ws_reloc *relocs, uint32_t num_relocs, struct ws_fence **fence)
{
   struct ws_emulator *w = ws_emulator(ws);
   const enum emu_ring ring = ws_ring == WS_RING_DMA ? EMU_RING_DMA : EMU_RING_GFX;
   if (u_debug(U_DEBUG_CS))
      w->gpu->print(stderr, ws->info.chip, ring, dw, ndw);
   pthread_mutex_lock(&w->submit_lock);
   bool ok = reserve(w, ndw, num_relocs) && patch(w, ring, dw, ndw, relocs, num_relocs);
   if (ok) {
      struct emu_error err;
      ok = w->gpu->submit(w->emu, ring, w->patched, ndw, &err);
      if (!ok) {
         w->resets++;
         if (!w->complained)
            u_log("the emulator stopped at dword %u (packet %08x): %s", err.dword, err.packet, err.reason);
         w->complained = true;
      }
   }
   pthread_mutex_unlock(&w->submit_lock);
   if (fence)
      *fence = ws_done_fence();
   return ok;
}

/* Nobody else has this GPU. */
static bool
lend_hyperz(struct winsys *ws, bool want)
{
   struct ws_emulator *w = ws_emulator(ws);
   pthread_mutex_lock(&w->submit_lock);
   w->owns_hyperz = want;
   pthread_mutex_unlock(&w->submit_lock);
   return want;
}

static uint32_t
reset_count(struct winsys *ws, enum ws_blame *blame)
{
   struct ws_emulator *w = ws_emulator(ws);
   *blame = w->resets > 0 ? WS_BLAME_SELF : WS_BLAME_NOBODY;
   return w->resets;
}

static void
destroy(struct winsys *ws)
{
   struct ws_emulator *w = ws_emulator(ws);
   if (w->emu && u_debug(U_DEBUG_EMU)) {
      char line[256];
      w->gpu->print_stats(w->emu, line, sizeof line);
      u_log("%s", line);
   }
   u_ranges_fini(&w->system.ranges);
   u_ranges_fini(&w->video.ranges);
   w->gpu->destroy(w->emu);
   pthread_mutex_destroy(&w->submit_lock);
   pthread_mutex_destroy(&w->share_lock);
   free(w->relocs);
   free(w->patched);
   free(w);
}

struct winsys *
ws_emulator_create(const struct db_chip *chip, const struct emu_gpu *gpu, char *error, size_t error_B)
{
   struct ws_emulator *w = calloc(1, sizeof *w);
   if (!w) {
      snprintf(error, error_B, "out of memory");
      return NULL;
   }
   pthread_mutex_init(&w->submit_lock, NULL);
   pthread_mutex_init(&w->share_lock, NULL);
   const struct emu_config cfg = {.chip = chip};
   w->gpu = gpu;
   w->emu = gpu->create(&cfg, error, error_B);
   if (!w->emu) {
      destroy(&w->base);
      return NULL;
   }
   uint64_t size_B, video_B = 0;
   w->system.host = gpu->memory(w->emu, &size_B);
   w->system.base = gpu->base;
   if (gpu->video_memory)
      w->video.host = gpu->video_memory(w->emu, &w->video.base, &video_B);
   if (!u_ranges_init(&w->system.ranges, gpu->base, size_B) ||
       (gpu->video_memory && !u_ranges_init(&w->video.ranges, w->video.base, video_B))) {
      snprintf(error, error_B, "out of memory");
      destroy(&w->base);
      return NULL;
   }
   w->base = (struct winsys){
      .destroy = destroy,
      .bo_create = bo_create,
      .bo_ref = bo_ref,
      .bo_unref = bo_unref,
      .bo_map = bo_map,
      .bo_va = bo_va,
      .bo_set_tiling = bo_set_tiling,
      .bo_wait = ws_done_bo_wait,
      .cs_submit = cs_submit,
      .fence_wait = ws_done_fence_wait,
      .fence_ref = ws_done_fence_ref,
      .fence_unref = ws_done_fence_unref,
      .reset_count = reset_count,
      .lend_hyperz = lend_hyperz,
      .bo_export = bo_export,
      .bo_import = bo_import,
   };
   ws_info_of_chip(&w->base.info, chip);
   if (gpu->video_memory) {
      w->base.bo_export = NULL;
      w->base.bo_import = NULL;
   }
   w->base.info.vram_B = gpu->video_memory ? video_B : size_B;
   w->base.info.gart_B = size_B;
   return &w->base;
}
