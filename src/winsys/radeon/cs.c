/* SPDX-License-Identifier: MIT
 * Submission and fences. A submission is three chunks: the stream, the list of its buffers, and flags (tiling
 * is in the stream; virtual memory; the ring). A fence is a small buffer of its own in that list: it is idle
 * when the submission is through.
 *
 * libdrm repeats a call that a signal or a GPU reset interrupted (EINTR, EAGAIN). What is left: memory that
 * others hold now (ENOMEM: wait and try again), a stream that the kernel's checker refuses (EINVAL: our own
 * checker, which has the same rules, says where), and a GPU that did not come back (EDEADLK, EIO, ENODEV). */
#include "winsys/radeon/priv.h"

#include <assert.h>
#include <errno.h>
#include <radeon_drm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <xf86drm.h>

#include "kernel/radeon/checker/check.h"
#include "util/u_debug.h"

#define MEMORY_TRIES 8

/* ---- fences ------------------------------------------------------------------------------------------- */

static struct ws_fence *
fence_create(struct ws_drm *w)
{
   struct ws_fence *f = calloc(1, sizeof *f);
   if (!f)
      return NULL;
   atomic_init(&f->refs, 1);
   pthread_mutex_lock(&w->lock);
   if (w->num_fence_bos)
      f->bo = w->fence_bos[--w->num_fence_bos];
   pthread_mutex_unlock(&w->lock);
   if (!f->bo)
      f->bo = drm_bo_create(&w->base, DRM_PAGE_B, DRM_PAGE_B, WS_DOMAIN_GTT);
   if (!f->bo) {
      free(f);
      return NULL;
   }
   return f;
}

bool
drm_fence_wait(struct winsys *ws, struct ws_fence *f, uint64_t timeout_ns)
{
   return drm_bo_wait(ws, f->bo, timeout_ns, true);
}

void
drm_fence_ref(struct winsys *ws, struct ws_fence *f)
{
   atomic_fetch_add(&f->refs, 1);
}

/* Idle ones wait for the next fence; a busy one would make that fence wait for this one. */
void
drm_fence_unref(struct winsys *ws, struct ws_fence *f)
{
   struct ws_drm *w = ws_drm(ws);
   if (!f || atomic_fetch_sub(&f->refs, 1) > 1)
      return;
   bool keep = drm_bo_wait(ws, f->bo, 0, true);
   if (keep) {
      pthread_mutex_lock(&w->lock);
      keep = w->num_fence_bos < DRM_FENCE_POOL;
      if (keep)
         w->fence_bos[w->num_fence_bos++] = f->bo;
      pthread_mutex_unlock(&w->lock);
   }
   if (!keep)
      drm_bo_unref(ws, f->bo);
   free(f);
}

/* ---- submission --------------------------------------------------------------------------------------- */

/** Where a buffer was made is where it stays: a domain that was not asked for would move it. */
static struct drm_radeon_cs_reloc
entry(const struct ws_reloc *r)
{
   struct drm_radeon_cs_reloc e = {.handle = r->bo->handle};
   if (r->write_domain)
      e.write_domain = r->bo->domain;
   assert(r->bo->handle && (r->bo->domain == WS_DOMAIN_GTT || r->bo->domain == WS_DOMAIN_VRAM));
   e.read_domains = r->bo->domain;
   return e;
}

static bool
list_buffers(struct ws_drm *w, const struct ws_reloc *relocs, uint32_t n, const struct ws_fence *f)
{
   if (n + 1 > w->max_relocs) {
      struct drm_radeon_cs_reloc *p = realloc(w->relocs, (n + 256) * sizeof *p);
      if (!p)
         return false;
      w->relocs = p;
      w->max_relocs = n + 256;
   }
   for (uint32_t i = 0; i < n; i++)
      w->relocs[i] = entry(&relocs[i]);
   if (f)
      w->relocs[n] = entry(&(struct ws_reloc){.bo = f->bo, .write_domain = WS_DOMAIN_GTT});
   return true;
}

static int
send(struct ws_drm *w, enum ws_ring ring, const uint32_t *dw, uint32_t ndw, uint32_t num_relocs)
{
   uint32_t flags[3] = {RADEON_CS_KEEP_TILING_FLAGS | (w->base.info.has_va ? RADEON_CS_USE_VM : 0), ring, 0};
   _Static_assert(sizeof(struct drm_radeon_cs_reloc) == 16 && (int)WS_DOMAIN_GTT == RADEON_GEM_DOMAIN_GTT &&
                     (int)WS_DOMAIN_VRAM == RADEON_GEM_DOMAIN_VRAM && (int)WS_RING_DMA == RADEON_CS_RING_DMA,
                  "the kernel's numbers");
   assert(num_relocs <= w->max_relocs);
   struct drm_radeon_cs_chunk chunks[3] = {
      {.chunk_id = RADEON_CHUNK_ID_IB,     .length_dw = ndw,        .chunk_data = (uintptr_t)dw   },
      {.chunk_id = RADEON_CHUNK_ID_RELOCS,
       .length_dw = num_relocs * (uint32_t)(sizeof *w->relocs / 4),
       .chunk_data = (uintptr_t)w->relocs                                                         },
      {.chunk_id = RADEON_CHUNK_ID_FLAGS,  .length_dw = 3,          .chunk_data = (uintptr_t)flags},
   };
   uint64_t list[3] = {(uintptr_t)&chunks[0], (uintptr_t)&chunks[1], (uintptr_t)&chunks[2]};
   struct drm_radeon_cs cs = {.num_chunks = 3, .chunks = (uintptr_t)list};
   return -drmCommandWriteRead(w->fd, DRM_RADEON_CS, &cs, sizeof cs);
}

/** Memory that other submissions or processes pin now may be free a little later. */
static int
send_patiently(struct ws_drm *w, enum ws_ring ring, const uint32_t *dw, uint32_t ndw, uint32_t num_relocs)
{
   int e = send(w, ring, dw, ndw, num_relocs);
   for (unsigned i = 0; e == ENOMEM && i < MEMORY_TRIES; i++) {
      nanosleep(&(struct timespec){.tv_nsec = 1000000 << i}, NULL);
      e = send(w, ring, dw, ndw, num_relocs);
   }
   return e;
}

static void
complain(struct ws_drm *w, const char *what)
{
   if (!w->complained)
      u_log("%s", what);
   w->complained = true;
}

/** The kernel tells only EINVAL to us, and the reason to its own log. */
static void
explain_refusal(struct ws_drm *w, const uint32_t *dw, uint32_t ndw, const struct ws_reloc *relocs, uint32_t n)
{
   struct check_error err;
   struct check_reloc *list = w->complained ? NULL : calloc(n + 1, sizeof *list);
   if (!list)
      return;
   for (uint32_t i = 0; i < n; i++)
      list[i] = (struct check_reloc){.gpu_addr = relocs[i].bo->va,
                                     .size_B = relocs[i].bo->size_B,
                                     .domains = relocs[i].read_domains | relocs[i].write_domain};
   char text[400];
   if (drm_chip_check(w, dw, ndw, list, n, &err))
      snprintf(text, sizeof text, "the kernel refuses a command stream; its log says why");
   else
      snprintf(text, sizeof text, "the kernel refuses a command stream: %s", err.text);
   complain(w, text);
   free(list);
}

static void
report(struct ws_drm *w, int e, const uint32_t *dw, uint32_t ndw, const struct ws_reloc *relocs, uint32_t n)
{
   char text[160];
   switch (e) {
   case EINVAL:
      explain_refusal(w, dw, ndw, relocs, n);
      break;
   case EDEADLK:
   case EIO:
   case ENODEV:
      atomic_fetch_add(&w->lost, 1);
      complain(w, "the GPU hangs and could not be reset");
      break;
   case ENOMEM:
      complain(w, "the kernel has no memory for a command stream and its buffers");
      break;
   default:
      snprintf(text, sizeof text, "a command stream could not be submitted: %s", strerror(e));
      complain(w, text);
   }
}

bool
drm_cs_submit(struct winsys *ws, enum ws_ring ring, const uint32_t *dw, uint32_t ndw,
              const struct ws_reloc *relocs, uint32_t num_relocs, struct ws_fence **fence)
{
   struct ws_drm *w = ws_drm(ws);
   if (u_debug(U_DEBUG_CS))
      drm_chip_print(w, dw, ndw);
   struct ws_fence *f = fence ? fence_create(w) : NULL;
   pthread_mutex_lock(&w->submit_lock);
   uint32_t n = num_relocs + (f != NULL);
   int e = list_buffers(w, relocs, num_relocs, f) ? send_patiently(w, ring, dw, ndw, n) : ENOMEM;
   if (!e) {
      uint64_t seq = __atomic_add_fetch(&w->seq, 1, __ATOMIC_RELAXED);
      /* Rings run beside one another; only the GFX ring's order is counted on. */
      uint64_t mark = ring == WS_RING_GFX ? seq : DRM_SEQ_UNKNOWN;
      for (uint32_t i = 0; i < num_relocs; i++) {
         atomic_store(&relocs[i].bo->last_seq, mark);
         atomic_store(&relocs[i].bo->used_seq, seq);
      }
      if (f)
         atomic_store(&f->bo->last_seq, mark);
   } else {
      report(w, e, dw, ndw, relocs, num_relocs);
   }
   pthread_mutex_unlock(&w->submit_lock);
   if (fence)
      *fence = f;
   return !e;
}
