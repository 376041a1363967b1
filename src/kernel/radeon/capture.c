/* SPDX-License-Identifier: MIT
 *
 * TERAGL_CAPTURE on the virtual radeon: what the driver in front of it submits, as a capture file
 * (capture/capture.h) for teragl-dump and teragl-replay. Recorded are streams that were not refused,
 * with the buffers they name and what changed in these. With virtual memory every open file has addresses of
 * its own: the first one that submits is recorded.
 */
#include <assert.h>
#include <libdrm/radeon_drm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture/capture.h"
#include "kernel/radeon/radeon.h"
#include "util/u_debug.h"

struct radeon_capture {
   pthread_mutex_t lock;
   char *path;                  /* NULL once the file was opened */
   struct capture_writer *file; /* NULL: nothing is recorded (yet, or any more) */
   struct capture_exit at_exit; /* the device lives as long as its process: the file ends with that */
   bool started, virtual_addresses, told;
   uint32_t of_file; /* whose streams; with virtual addresses */
   uint32_t last_id;
};

struct radeon_capture *
radeon_capture_create(void)
{
   const char *path = u_getenv("TERAGL_CAPTURE");
   struct radeon_capture *c = path ? calloc(1, sizeof *c) : NULL;
   if (!c || !(c->path = strdup(path))) {
      free(c);
      return NULL;
   }
   pthread_mutex_init(&c->lock, NULL);
   capture_end_at_exit(&c->at_exit, &c->file, &c->lock);
   return c;
}

/** At the first submission: a device that only shows pictures leaves the file to the program that draws them. */
static void
open_file(struct radeon_capture *c)
{
   char error[200];
   c->file = capture_writer_create(c->path, error, sizeof error);
   if (!c->file)
      u_log("virtual radeon: %s", error);
   free(c->path);
   c->path = NULL;
}

/** After each record: a write error ends the recording. */
static void
end_capture_unless(struct radeon_capture *c, bool ok)
{
   if (ok)
      return;
   u_log("capture: writing failed, the recording ends here");
   capture_writer_destroy(c->file);
   c->file = NULL;
}

static void
record_chip(struct radeon_capture *c, const struct radeon_gpu *gpu, const struct radeon_capture_stream *s)
{
   assert(!c->started);
   struct capture_chip of = {.has_va = s->virtual_addresses,
                             .tiling_config = gpu->family->tiling_config(gpu->chip)};
   snprintf(of.family, sizeof of.family, "%s", gpu->chip->family);
   snprintf(of.name, sizeof of.name, "%s", gpu->chip->name);
   end_capture_unless(c, capture_write_chip(c->file, &of));
   c->started = true;
   c->virtual_addresses = s->virtual_addresses;
   c->of_file = s->file->id;
}

static void
record_buffer(struct radeon_capture *c, const struct radeon_gpu *gpu, const struct radeon_capture_stream *s,
              uint32_t i)
{
   assert(i < s->num_bos);
   struct radeon_bo *bo = s->bos[i];
   uint64_t va = s->virtual_addresses ? s->file->handles[s->relocs[i].handle].va : 0;
   if (!bo->capture_id) {
      bo->capture_id = ++c->last_id;
      const struct capture_bo of = {bo->capture_id, bo->domain, bo->base.size_B, va, bo->align_B};
      end_capture_unless(c, !c->file || capture_write_bo(c->file, &of));
   }
   if (bo->captured_tiling != bo->tiling_flags || bo->captured_pitch_B != bo->pitch_B) {
      end_capture_unless(c, !c->file ||
                               capture_write_tiling(c->file, bo->capture_id, bo->tiling_flags, bo->pitch_B));
      bo->captured_tiling = bo->tiling_flags;
      bo->captured_pitch_B = bo->pitch_B;
   }
   end_capture_unless(c, !c->file || capture_changes(c->file, bo->capture_id, gpu->memory + bo->base.offset_B,
                                                     bo->base.size_B, &bo->captured));
}

void
radeon_capture_submission(struct radeon_gpu *gpu, const struct radeon_capture_stream *s)
{
   struct radeon_capture *c = gpu->capture;
   if (!c)
      return;
   pthread_mutex_lock(&c->lock);
   if (c->path)
      open_file(c);
   struct capture_reloc *list = c->file ? malloc(((size_t)s->num_bos + 1) * sizeof *list) : NULL;
   if (!list)
      goto out;
   if (!c->started)
      record_chip(c, gpu, s);
   if (s->virtual_addresses != c->virtual_addresses || (s->virtual_addresses && s->file->id != c->of_file)) {
      if (!c->told)
         u_log("capture: streams of another address space are not recorded");
      c->told = true;
      goto out;
   }
   for (uint32_t i = 0; i < s->num_bos; i++) {
      record_buffer(c, gpu, s, i);
      list[i] =
         (struct capture_reloc){s->bos[i]->capture_id, s->relocs[i].read_domains, s->relocs[i].write_domain};
   }
   const uint32_t ring = s->ring | (s->buffer_tiling ? CAPTURE_BUFFER_TILING : 0);
   end_capture_unless(c, !c->file || capture_write_submit(c->file, ring, list, s->num_bos, s->dw, s->ndw));
   if (c->file)
      capture_flush(c->file);
out:
   free(list);
   pthread_mutex_unlock(&c->lock);
}

void
radeon_capture_forget(struct radeon_gpu *gpu, struct radeon_bo *bo)
{
   struct radeon_capture *c = gpu->capture;
   if (!c || !bo->capture_id)
      return;
   pthread_mutex_lock(&c->lock);
   end_capture_unless(c, !c->file || capture_write_free(c->file, bo->capture_id));
   pthread_mutex_unlock(&c->lock);
   free(bo->captured);
}
