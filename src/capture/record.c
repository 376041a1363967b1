/* SPDX-License-Identifier: MIT
 * The payloads of records, written and read: the layout that capture.h describes stands in this file alone. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "capture/capture.h"

enum { NAME_B = 16, SUBMIT_HEAD_B = 12, RELOC_B = 12 };

_Static_assert(sizeof(struct capture_reloc) == RELOC_B, "a list of them is written as it is");
_Static_assert(sizeof((struct capture_chip){0}.family) == NAME_B &&
                  sizeof((struct capture_chip){0}.name) == NAME_B,
               "names are written as they are");

bool
capture_write_chip(struct capture_writer *w, const struct capture_chip *chip)
{
   assert(chip->family[0] && chip->name[0] && !chip->family[NAME_B - 1] && !chip->name[NAME_B - 1]);
   const uint32_t rest[2] = {chip->has_va, chip->tiling_config};
   const struct capture_part parts[] = {
      {chip->family, NAME_B     },
      {chip->name,   NAME_B     },
      {rest,         sizeof rest}
   };
   return capture_write(w, CAPTURE_CHIP, parts, 3);
}

bool
capture_write_bo(struct capture_writer *w, const struct capture_bo *bo)
{
   assert(bo->size_B);
   const uint32_t head[2] = {bo->id, bo->domain};
   const struct capture_part parts[] = {
      {head,         sizeof head},
      {&bo->size_B,  8          },
      {&bo->va,      8          },
      {&bo->align_B, 4          },
   };
   return capture_write(w, CAPTURE_BO, parts, 4);
}

bool
capture_write_tiling(struct capture_writer *w, uint32_t id, uint32_t flags, uint32_t pitch_B)
{
   const uint32_t payload[3] = {id, flags, pitch_B};
   const struct capture_part part = {payload, sizeof payload};
   return capture_write(w, CAPTURE_BO_TILING, &part, 1);
}

bool
capture_write_free(struct capture_writer *w, uint32_t id)
{
   const struct capture_part part = {&id, sizeof id};
   return capture_write(w, CAPTURE_BO_FREE, &part, 1);
}

bool
capture_write_submit(struct capture_writer *w, uint32_t ring, const struct capture_reloc *relocs,
                     uint32_t nrelocs, const uint32_t *dw, uint32_t ndw)
{
   assert((relocs || !nrelocs) && (dw || !ndw));
   const uint32_t head[3] = {ring, ndw, nrelocs};
   const struct capture_part parts[] = {
      {head,   sizeof head              },
      {relocs, nrelocs * (size_t)RELOC_B},
      {dw,     ndw * sizeof *dw         }
   };
   return capture_write(w, CAPTURE_SUBMIT, parts, 3);
}

/* ---- reading ---- */

static void
get_name(const struct capture_record *rec, size_t at, char name[NAME_B])
{
   memset(name, 0, NAME_B);
   if (at < rec->size_B)
      memcpy(name, rec->data + at, rec->size_B - at < NAME_B - 1 ? rec->size_B - at : NAME_B - 1);
}

struct capture_chip
capture_get_chip(const struct capture_reader *r, const struct capture_record *rec)
{
   assert(rec->type == CAPTURE_CHIP);
   struct capture_chip chip = {0};
   size_t at = 0;
   if (capture_reader_version(r) > 1) {
      get_name(rec, 0, chip.family);
      at = NAME_B;
   }
   get_name(rec, at, chip.name);
   chip.has_va = capture_u32(rec, at + NAME_B);
   chip.tiling_config = capture_u32(rec, at + NAME_B + 4);
   return chip;
}

struct capture_bo
capture_get_bo(const struct capture_record *rec)
{
   assert(rec->type == CAPTURE_BO);
   return (struct capture_bo){.id = capture_u32(rec, 0),
                              .domain = capture_u32(rec, 4),
                              .size_B = capture_u64(rec, 8),
                              .va = capture_u64(rec, 16),
                              .align_B = capture_u32(rec, 24)};
}

bool
capture_get_submit(const struct capture_record *rec, struct capture_submit *s)
{
   assert(rec->type == CAPTURE_SUBMIT);
   const uint32_t ring = capture_u32(rec, 0);
   *s = (struct capture_submit){.ring = ring & ~CAPTURE_BUFFER_TILING,
                                .buffer_tiling = ring & CAPTURE_BUFFER_TILING,
                                .ndw = capture_u32(rec, 4),
                                .nrelocs = capture_u32(rec, 8)};
   return SUBMIT_HEAD_B + (uint64_t)RELOC_B * s->nrelocs + 4ull * s->ndw <= rec->size_B;
}

struct capture_reloc
capture_get_reloc(const struct capture_record *rec, uint32_t i)
{
   assert(i < capture_u32(rec, 8));
   const size_t at = SUBMIT_HEAD_B + (size_t)RELOC_B * i;
   return (struct capture_reloc){capture_u32(rec, at), capture_u32(rec, at + 4), capture_u32(rec, at + 8)};
}

void
capture_get_stream(const struct capture_record *rec, const struct capture_submit *s, uint32_t *dw)
{
   const uint64_t at = SUBMIT_HEAD_B + (uint64_t)RELOC_B * s->nrelocs;
   assert(at + 4ull * s->ndw <= rec->size_B);
   memcpy(dw, rec->data + at, 4ull * s->ndw);
}
