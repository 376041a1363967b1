/* SPDX-License-Identifier: MIT
 *
 * A winsys for driver tests: host memory, streams run through the kernel's rules and are kept patched for
 * inspection. Header only; one test program includes it.
 */
#ifndef TESTS_UNIT_TERASCALE_RADEON_MOCK_H
#define TESTS_UNIT_TERASCALE_RADEON_MOCK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/radeon/checker/check.h"
#include "util/u_math.h"
#include "winsys/winsys.h"
#include "winsys/ws_info.h"

struct ws_bo {
   int32_t refcount;
   uint64_t size_B, gpu_addr;
   uint8_t *mem;
};

struct ws_fence {
   int32_t refcount;
};

struct mock_ws {
   struct winsys base;
   uint64_t next_addr;
   uint32_t *dw; /* the last stream, patched */
   uint32_t ndw, submits, refused;
   int live_bos;
   bool busy; /* bo_wait with no time to wait says so */
   char error[300];
};

static struct ws_bo *
mock_bo_create(struct winsys *ws, uint64_t size_B, uint32_t align_B, enum ws_domain domain)
{
   struct mock_ws *m = (struct mock_ws *)ws;
   struct ws_bo *bo = calloc(1, sizeof *bo);
   bo->refcount = 1;
   bo->size_B = size_B;
   bo->mem = calloc(1, size_B);
   bo->gpu_addr = m->next_addr = u_align(m->next_addr, MAX2(align_B, 4096));
   m->next_addr += size_B;
   m->live_bos++;
   return bo;
}

static void
mock_bo_ref(struct winsys *ws, struct ws_bo *bo)
{
   bo->refcount++;
}

static void
mock_bo_unref(struct winsys *ws, struct ws_bo *bo)
{
   if (bo && --bo->refcount == 0) {
      ((struct mock_ws *)ws)->live_bos--;
      free(bo->mem);
      free(bo);
   }
}

static void *
mock_bo_map(struct winsys *ws, struct ws_bo *bo)
{
   return bo->mem;
}

static uint64_t
mock_bo_va(struct winsys *ws, struct ws_bo *bo)
{
   return ws->info.has_va ? bo->gpu_addr : 0;
}

static void
mock_bo_set_tiling(struct winsys *ws, struct ws_bo *bo, uint32_t flags, uint32_t pitch_B)
{
}

static bool
mock_bo_wait(struct winsys *ws, struct ws_bo *bo, uint64_t timeout_ns, bool for_write)
{
   return timeout_ns || !((struct mock_ws *)ws)->busy;
}

static bool
mock_cs_submit(struct winsys *ws, enum ws_ring ring, const uint32_t *dw, uint32_t ndw,
               const struct ws_reloc *relocs, uint32_t num_relocs, struct ws_fence **fence)
{
   struct mock_ws *m = (struct mock_ws *)ws;
   struct check_reloc *r = calloc(num_relocs + 1, sizeof *r);
   for (uint32_t i = 0; i < num_relocs; i++)
      r[i] = (struct check_reloc){.gpu_addr = relocs[i].bo->gpu_addr,
                                  .size_B = relocs[i].bo->size_B,
                                  .domains = relocs[i].read_domains | relocs[i].write_domain};
   struct check_error err;
   m->dw = realloc(m->dw, ndw * 4 + 4);
   m->ndw = ndw;
   m->submits++;
   bool ok = check_stream(terascale_chip(ws->info.chip), dw, ndw, r, num_relocs, m->dw, &err);
   free(r);
   if (!ok) {
      m->refused++;
      snprintf(m->error, sizeof m->error, "%s: %s", ws->info.chip->name, err.text);
      fprintf(stderr, "%s\n", m->error);
   }
   if (fence) {
      *fence = calloc(1, sizeof **fence);
      (*fence)->refcount = 1;
   }
   return ok;
}

static bool
mock_fence_wait(struct winsys *ws, struct ws_fence *f, uint64_t timeout_ns)
{
   return true;
}

static void
mock_fence_ref(struct winsys *ws, struct ws_fence *f)
{
   f->refcount++;
}

static void
mock_fence_unref(struct winsys *ws, struct ws_fence *f)
{
   if (f && --f->refcount == 0)
      free(f);
}

static uint32_t
mock_reset_count(struct winsys *ws, enum ws_blame *blame)
{
   *blame = WS_BLAME_NOBODY;
   return 0;
}

/** The test frees it after the screen is gone. */
static void
mock_destroy(struct winsys *ws)
{
}

static struct mock_ws *
mock_create(const struct terascale_chip *chip)
{
   struct mock_ws *m = calloc(1, sizeof *m);
   m->next_addr = 0x10000000;
   m->base = (struct winsys){
      .destroy = mock_destroy,
      .bo_create = mock_bo_create,
      .bo_ref = mock_bo_ref,
      .bo_unref = mock_bo_unref,
      .bo_map = mock_bo_map,
      .bo_va = mock_bo_va,
      .bo_set_tiling = mock_bo_set_tiling,
      .bo_wait = mock_bo_wait,
      .cs_submit = mock_cs_submit,
      .fence_wait = mock_fence_wait,
      .fence_ref = mock_fence_ref,
      .fence_unref = mock_fence_unref,
      .reset_count = mock_reset_count,
   };
   ws_info_of_chip(&m->base.info, &chip->base);
   return m;
}

static void
mock_free(struct mock_ws *m)
{
   free(m->dw);
   free(m);
}

#endif
