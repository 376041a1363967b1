/* SPDX-License-Identifier: MIT
 *
 * A winsys that records what goes through it into a capture file (capture/capture.h) and hands it on. Before
 * each submission the buffers it names are compared with what the file already holds, page by page, and what
 * changed is written: contents that the CPU wrote, and with them what the GPU wrote meanwhile. Buffers that
 * nobody mapped are taken for untouched. A write error ends the recording, not the application.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/u_debug.h"
#include "capture/capture.h"
#include "winsys/winsys.h"

struct trace_bo {
   struct ws_bo *inner;
   uint64_t size_B;
   uint32_t id;
   uint32_t refs;      /* under the winsys' lock */
   const uint8_t *map; /* NULL: never mapped */
   uint8_t *known;     /* contents as the file has them; NULL: zero */
};

struct trace_ws {
   struct winsys base;
   struct winsys *inner;
   struct capture_writer *file; /* NULL after a write error, or if another recording has the file */
   struct capture_exit at_exit;
   pthread_mutex_t lock;
   uint32_t next_id;
};

static struct trace_ws *
trace_ws(struct winsys *ws)
{
   return (struct trace_ws *)ws;
}

static struct trace_bo *
trace_bo(struct ws_bo *bo)
{
   return (struct trace_bo *)bo;
}

static void
end_recording(struct trace_ws *t)
{
   u_log("capture: writing failed, the recording ends here");
   capture_writer_destroy(t->file);
   t->file = NULL;
}

static void
destroy(struct winsys *ws)
{
   struct trace_ws *t = trace_ws(ws);
   t->inner->destroy(t->inner);
   capture_forget_exit(&t->at_exit);
   capture_writer_destroy(t->file);
   pthread_mutex_destroy(&t->lock);
   free(t);
}

/** Takes the inner buffer over; NULL is passed on. */
static struct ws_bo *
wrap(struct trace_ws *t, struct ws_bo *inner, uint64_t size_B, uint32_t align_B, enum ws_domain domain)
{
   struct trace_bo *bo = inner ? calloc(1, sizeof *bo) : NULL;
   if (!bo) {
      t->inner->bo_unref(t->inner, inner);
      return NULL;
   }
   bo->inner = inner;
   bo->size_B = size_B;
   bo->refs = 1;
   uint64_t va = t->inner->bo_va(t->inner, bo->inner);
   pthread_mutex_lock(&t->lock);
   bo->id = t->next_id++;
   if (t->file &&
       !capture_write_bo(t->file, &(struct capture_bo){bo->id, (uint32_t)domain, size_B, va, align_B}))
      end_recording(t);
   pthread_mutex_unlock(&t->lock);
   return (struct ws_bo *)bo;
}

static struct ws_bo *
bo_create(struct winsys *ws, uint64_t size_B, uint32_t align_B, enum ws_domain domain)
{
   struct trace_ws *t = trace_ws(ws);
   return wrap(t, t->inner->bo_create(t->inner, size_B, align_B, domain), size_B, align_B, domain);
}

/* Each import is a buffer of its own in the file. */
static struct ws_bo *
bo_import(struct winsys *ws, int fd, uint64_t *size_B)
{
   struct trace_ws *t = trace_ws(ws);
   struct ws_bo *inner = t->inner->bo_import(t->inner, fd, size_B);
   return wrap(t, inner, inner ? *size_B : 0, 0, WS_DOMAIN_GTT);
}

static int
bo_export(struct winsys *ws, struct ws_bo *bo)
{
   struct trace_ws *t = trace_ws(ws);
   return t->inner->bo_export(t->inner, trace_bo(bo)->inner);
}

static bool
bo_get_tiling(struct winsys *ws, struct ws_bo *bo, uint32_t *flags, uint32_t *pitch_B)
{
   struct trace_ws *t = trace_ws(ws);
   return t->inner->bo_get_tiling(t->inner, trace_bo(bo)->inner, flags, pitch_B);
}

static void
bo_ref(struct winsys *ws, struct ws_bo *bo)
{
   struct trace_ws *t = trace_ws(ws);
   pthread_mutex_lock(&t->lock);
   trace_bo(bo)->refs++;
   pthread_mutex_unlock(&t->lock);
}

static void
bo_unref(struct winsys *ws, struct ws_bo *wbo)
{
   struct trace_ws *t = trace_ws(ws);
   struct trace_bo *bo = trace_bo(wbo);
   if (!bo)
      return;
   pthread_mutex_lock(&t->lock);
   assert(bo->refs);
   bool last = --bo->refs == 0;
   if (last && t->file && !capture_write_free(t->file, bo->id))
      end_recording(t);
   pthread_mutex_unlock(&t->lock);
   if (!last)
      return;
   t->inner->bo_unref(t->inner, bo->inner);
   free(bo->known);
   free(bo);
}

static void *
bo_map(struct winsys *ws, struct ws_bo *wbo)
{
   struct trace_ws *t = trace_ws(ws);
   void *map = t->inner->bo_map(t->inner, trace_bo(wbo)->inner);
   pthread_mutex_lock(&t->lock);
   trace_bo(wbo)->map = map;
   pthread_mutex_unlock(&t->lock);
   return map;
}

static uint64_t
bo_va(struct winsys *ws, struct ws_bo *bo)
{
   struct trace_ws *t = trace_ws(ws);
   return t->inner->bo_va(t->inner, trace_bo(bo)->inner);
}

static void
bo_set_tiling(struct winsys *ws, struct ws_bo *bo, uint32_t flags, uint32_t pitch_B)
{
   struct trace_ws *t = trace_ws(ws);
   pthread_mutex_lock(&t->lock);
   if (t->file && !capture_write_tiling(t->file, trace_bo(bo)->id, flags, pitch_B))
      end_recording(t);
   pthread_mutex_unlock(&t->lock);
   t->inner->bo_set_tiling(t->inner, trace_bo(bo)->inner, flags, pitch_B);
}

static bool
bo_wait(struct winsys *ws, struct ws_bo *bo, uint64_t timeout_ns, bool for_write)
{
   struct trace_ws *t = trace_ws(ws);
   return t->inner->bo_wait(t->inner, trace_bo(bo)->inner, timeout_ns, for_write);
}

static void
record_contents(struct trace_ws *t, struct trace_bo *bo)
{
   if (bo->map && t->file && !capture_changes(t->file, bo->id, bo->map, bo->size_B, &bo->known))
      end_recording(t);
}

static bool
cs_submit(struct winsys *ws, enum ws_ring ring, const uint32_t *dw, uint32_t ndw,
          const struct ws_reloc *relocs, uint32_t num_relocs, struct ws_fence **fence)
{
   struct trace_ws *t = trace_ws(ws);
   struct ws_reloc *inner = malloc((num_relocs + 1) * sizeof *inner);
   struct capture_reloc *list = malloc((num_relocs + 1) * sizeof *list);
   bool ok = false;
   if (!inner || !list)
      goto out;
   pthread_mutex_lock(&t->lock);
   for (uint32_t i = 0; i < num_relocs; i++) {
      struct trace_bo *bo = trace_bo(relocs[i].bo);
      inner[i] = relocs[i];
      inner[i].bo = bo->inner;
      list[i] = (struct capture_reloc){bo->id, relocs[i].read_domains, relocs[i].write_domain};
      record_contents(t, bo);
   }
   if (t->file && !capture_write_submit(t->file, (uint32_t)ring, list, num_relocs, dw, ndw))
      end_recording(t);
   if (t->file)
      capture_flush(t->file); /* before it runs: what kills the process is then the last record */
   ok = t->inner->cs_submit(t->inner, ring, dw, ndw, inner, num_relocs, fence);
   pthread_mutex_unlock(&t->lock);
out:
   free(inner);
   free(list);
   return ok;
}

static bool
fence_wait(struct winsys *ws, struct ws_fence *f, uint64_t timeout_ns)
{
   struct trace_ws *t = trace_ws(ws);
   return t->inner->fence_wait(t->inner, f, timeout_ns);
}

static void
fence_ref(struct winsys *ws, struct ws_fence *f)
{
   struct trace_ws *t = trace_ws(ws);
   t->inner->fence_ref(t->inner, f);
}

static void
fence_unref(struct winsys *ws, struct ws_fence *f)
{
   struct trace_ws *t = trace_ws(ws);
   t->inner->fence_unref(t->inner, f);
}

static bool
lend_hyperz(struct winsys *ws, bool want)
{
   struct trace_ws *t = trace_ws(ws);
   return t->inner->lend_hyperz(t->inner, want);
}

static uint32_t
reset_count(struct winsys *ws, enum ws_blame *blame)
{
   struct trace_ws *t = trace_ws(ws);
   return t->inner->reset_count(t->inner, blame);
}

struct winsys *
ws_trace_create(struct winsys *inner, const struct capture_chip *chip, const char *path, char *error,
                size_t error_B)
{
   struct trace_ws *t = calloc(1, sizeof *t);
   if (!t) {
      snprintf(error, error_B, "capture: out of memory");
      inner->destroy(inner);
      return NULL;
   }
   t->file = capture_writer_create(path, error, error_B);
   if (!t->file && errno == EBUSY) {
      u_log("%s; nothing more is recorded",
            error); /* by another display or program: this one draws all the same */
      *error = 0;
   } else if (!t->file) {
      inner->destroy(inner);
      free(t);
      return NULL;
   }
   pthread_mutex_init(&t->lock, NULL);
   t->inner = inner;
   t->next_id = 1;
   t->base = (struct winsys){.info = inner->info,
                             .destroy = destroy,
                             .bo_create = bo_create,
                             .bo_ref = bo_ref,
                             .bo_unref = bo_unref,
                             .bo_map = bo_map,
                             .bo_va = bo_va,
                             .bo_set_tiling = bo_set_tiling,
                             .bo_wait = bo_wait,
                             .cs_submit = cs_submit,
                             .fence_wait = fence_wait,
                             .fence_ref = fence_ref,
                             .fence_unref = fence_unref,
                             .reset_count = reset_count,
                             .lend_hyperz = inner->lend_hyperz ? lend_hyperz : NULL,
                             .bo_export = inner->bo_export ? bo_export : NULL,
                             .bo_import = inner->bo_import ? bo_import : NULL,
                             .bo_get_tiling = inner->bo_get_tiling ? bo_get_tiling : NULL};
   if (t->file && !capture_write_chip(t->file, chip))
      end_recording(t);
   capture_end_at_exit(&t->at_exit, &t->file, &t->lock);
   return &t->base;
}
