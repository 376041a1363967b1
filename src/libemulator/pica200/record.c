/* SPDX-License-Identifier: MIT
 *
 * The recorder: VRAM and FCRAM are buffers 1 and 2 at their physical addresses; a call is a submission. Pages that changed since the GPU's last
 * work are written before the next one. A recording that cannot be written ends, with a sentence; the program goes on.
 */
#include "libemulator/pica200/record.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "capture/capture.h"
#include "util/u_debug.h"

enum { MEMORIES = 2 };

struct pica_record {
   struct capture_writer *file; /* NULL: it could not be written any more */
   uint8_t *known[MEMORIES];    /* contents that a player has; NULL: zeros */
};

static const uint8_t *
memory_of(const struct pica_gpu *gpu, unsigned i, uint64_t *size_B)
{
   *size_B = i ? gpu->fcram_size_B : PICA_VRAM_SIZE_B;
   return i ? gpu->fcram : gpu->vram;
}

static void
end_unless(struct pica_record *r, bool ok)
{
   if (ok || !r->file)
      return;
   u_log("capture: writing failed, the recording ends here");
   capture_writer_destroy(r->file);
   r->file = NULL;
}

struct pica_record *
pica_record_create(const struct pica_gpu *gpu)
{
   const char *name = u_getenv("TERAGL_CAPTURE");
   struct pica_record *r = name ? calloc(1, sizeof *r) : NULL;
   if (!r)
      return NULL;
   char path[PATH_MAX], error[200];
   u_path_of_process(path, sizeof path, name);
   r->file = capture_writer_create(path, error, sizeof error);
   if (!r->file) {
      u_log("capture: %s", error);
      free(r);
      return NULL;
   }
   bool ok = capture_write_chip(
      r->file, &(struct capture_chip){.family = "pica200", .name = "pica200", .has_va = true});
   for (unsigned i = 0; i < MEMORIES; i++) {
      struct capture_bo bo = {.id = i + 1, .domain = i ? 2 : 4, .va = i ? PICA_FCRAM_BASE : PICA_VRAM_BASE};
      memory_of(gpu, i, &bo.size_B);
      ok = ok && (!bo.size_B || capture_write_bo(r->file, &bo));
   }
   end_unless(r, ok);
   return r;
}

void
pica_record_destroy(struct pica_record *r)
{
   if (!r)
      return;
   capture_writer_destroy(r->file);
   for (unsigned i = 0; i < MEMORIES; i++)
      free(r->known[i]);
   free(r);
}

void
pica_record_call(struct pica_record *r, const struct pica_gpu *gpu, enum pica_call kind,
                 const uint32_t *words, unsigned num_words)
{
   if (!r || !r->file)
      return;
   uint32_t dw[9] = {kind};
   bool ok = true;
   memcpy(dw + 1, words, 4 * num_words);
   for (unsigned i = 0; i < MEMORIES; i++) {
      uint64_t size_B;
      const uint8_t *contents = memory_of(gpu, i, &size_B);
      ok = ok && (!size_B || capture_changes(r->file, i + 1, contents, size_B, &r->known[i]));
   }
   ok = ok && capture_write_submit(r->file, 0, NULL, 0, dw, num_words + 1) && capture_flush(r->file);
   end_unless(r, ok);
}

void
pica_record_done(struct pica_record *r, const struct pica_gpu *gpu)
{
   if (!r || !r->file)
      return;
   for (unsigned i = 0; i < MEMORIES; i++) {
      uint64_t size_B;
      const uint8_t *contents = memory_of(gpu, i, &size_B);
      if (!r->known[i])
         r->known[i] = malloc(size_B ? size_B : 1);
      if (!r->known[i]) {
         end_unless(r, false);
         return;
      }
      memcpy(r->known[i], contents, size_B);
   }
}
