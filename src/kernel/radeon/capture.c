/* SPDX-License-Identifier: MIT
 *
 * TERAGL_CAPTURE on the virtual radeon: what the driver in front of it submits, as a capture file
 * (capture/capture.h) for teragl-dump and teragl-replay. Recorded are streams that were not refused,
 * with the buffers they name and what changed in these. With virtual memory every open file has addresses of
 * its own: the first one that submits is recorded.
 */
#include <libdrm/radeon_drm.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "util/u_debug.h"
#include "kernel/device/device.h"
#include "capture/capture.h"

struct vr_capture {
   pthread_mutex_t lock;
   struct capture_writer *file; /* NULL: nothing is recorded (any more) */
   bool started, virtual_addresses, told;
   uint32_t of_file; /* whose streams; with virtual addresses */
   uint32_t last_id;
   pid_t process; /* that writes the file */
};

/** The device lives as long as its process: the file ends with that. */
static void
end(int status, void *data)
{
   struct vr_capture *c = data;
   if (getpid() != c->process)
      return;
   pthread_mutex_lock(&c->lock);
   capture_writer_destroy(c->file);
   c->file = NULL;
   pthread_mutex_unlock(&c->lock);
}

struct vr_capture *
vr_capture_create(void)
{
   const char *path = u_getenv("TERAGL_CAPTURE");
   struct vr_capture *c = path ? calloc(1, sizeof *c) : NULL;
   char error[200];
   if (!c)
      return NULL;
   pthread_mutex_init(&c->lock, NULL);
   c->file = capture_writer_create(path, error, sizeof error);
   c->process = getpid();
   if (!c->file || on_exit(end, c))
      u_log("virtual radeon: %s", c->file ? "the capture file will have no end" : error);
   return c;
}

static void
record(struct vr_capture *c, enum capture_type type, const struct capture_part *parts, size_t nparts)
{
   if (c->file && !capture_write(c->file, type, parts, nparts)) {
      u_log("capture: writing failed, the recording ends here");
      capture_writer_destroy(c->file);
      c->file = NULL;
   }
}

static void
begin(struct vr_capture *c, const struct db_chip *chip, const struct vr_capture_stream *s)
{
   char name[16] = "";
   snprintf(name, sizeof name, "%s", chip->name);
   uint32_t rest[2] = {s->virtual_addresses, chip->tiling_config};
   const struct capture_part parts[] = {
      {name, sizeof name},
      {rest, sizeof rest},
   };
   record(c, CAPTURE_CHIP, parts, 2);
   c->started = true;
   c->virtual_addresses = s->virtual_addresses;
   c->of_file = s->file->id;
}

static void
record_buffer(struct vr_capture *c, const struct vr_device *d, const struct vr_capture_stream *s, uint32_t i)
{
   struct vr_bo *bo = s->bos[i];
   uint64_t va = s->virtual_addresses ? s->file->handles[s->relocs[i].handle].va : 0;
   if (!bo->capture_id) {
      bo->capture_id = ++c->last_id;
      uint32_t head[2] = {bo->capture_id, bo->domain};
      const struct capture_part parts[] = {
         {head,        sizeof head},
         {&bo->size_B, 8          },
         {&va,         8          }
      };
      record(c, CAPTURE_BO, parts, 3);
   }
   if (bo->captured_tiling != bo->tiling_flags || bo->captured_pitch_B != bo->pitch_B) {
      uint32_t tiling[3] = {bo->capture_id, bo->tiling_flags, bo->pitch_B};
      const struct capture_part part = {tiling, sizeof tiling};
      record(c, CAPTURE_BO_TILING, &part, 1);
      bo->captured_tiling = bo->tiling_flags;
      bo->captured_pitch_B = bo->pitch_B;
   }
   if (c->file &&
       !capture_changes(c->file, bo->capture_id, d->memory + bo->offset_B, bo->size_B, &bo->captured)) {
      u_log("capture: writing failed, the recording ends here");
      capture_writer_destroy(c->file);
      c->file = NULL;
   }
}

void
vr_capture_submission(struct vr_device *d, const struct vr_capture_stream *s)
{
   struct vr_capture *c = d->capture;
   if (!c)
      return;
   pthread_mutex_lock(&c->lock);
   uint32_t *list = c->file ? malloc(12 * ((size_t)s->num_bos + 1)) : NULL;
   if (!list)
      goto out;
   if (!c->started)
      begin(c, d->chip, s);
   if (s->virtual_addresses != c->virtual_addresses || (s->virtual_addresses && s->file->id != c->of_file)) {
      if (!c->told)
         u_log("capture: streams of another address space are not recorded");
      c->told = true;
      goto out;
   }
   for (uint32_t i = 0; i < s->num_bos; i++) {
      record_buffer(c, d, s, i);
      list[3 * i] = s->bos[i]->capture_id;
      list[3 * i + 1] = s->relocs[i].read_domains;
      list[3 * i + 2] = s->relocs[i].write_domain;
   }
   uint32_t head[3] = {s->ring | (s->buffer_tiling ? CAPTURE_BUFFER_TILING : 0), s->ndw, s->num_bos};
   const struct capture_part parts[] = {
      {head,  sizeof head       },
      {list,  s->num_bos * 12ull},
      {s->dw, s->ndw * 4ull     }
   };
   record(c, CAPTURE_SUBMIT, parts, 3);
   if (c->file)
      capture_flush(c->file);
out:
   free(list);
   pthread_mutex_unlock(&c->lock);
}

void
vr_capture_forget(struct vr_device *d, struct vr_bo *bo)
{
   struct vr_capture *c = d->capture;
   if (!c || !bo->capture_id)
      return;
   const struct capture_part part = {&bo->capture_id, 4};
   pthread_mutex_lock(&c->lock);
   record(c, CAPTURE_BO_FREE, &part, 1);
   pthread_mutex_unlock(&c->lock);
   free(bo->captured);
}
