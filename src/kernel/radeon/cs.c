/* SPDX-License-Identifier: MIT
 *
 * DRM_RADEON_CS: reads a submission's chunks, checks the stream as the kernel does, puts addresses in place
 * of relocations, runs it. The ioctl returns when the GPU is done; other threads may ask and wait for the
 * buffers meanwhile. A stream that the kernel would refuse fails with EINVAL; one that the GPU stops at
 * counts as a reset.
 *
 * Left out: UVD and VCE rings.
 */
#include <errno.h>
#include <libdrm/radeon_drm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/radeon/checker/check.h"
#include "db/terascale/db_print.h"
#include "util/u_debug.h"
#include "util/u_math.h"
#include "kernel/device/device.h"

#define MAX_CHUNKS     16
#define MAX_COMPLAINTS 10
#define MAX_IB_DW      (256u << 10) /* the kernel's pool of indirect buffers */
#define MAX_IB_VM_DW   (64u << 10)
#define MAX_RELOCS     (64u << 10)

struct submission {
   struct vr_file *file;
   uint32_t *ib;
   uint32_t ib_dw;
   struct drm_radeon_cs_reloc *relocs;
   struct check_reloc *check;
   struct vr_bo **bos; /* with references */
   uint32_t num_relocs, num_bos;
   uint32_t flags, ring;
   uint32_t *flag_dw;
   uint32_t num_flags;
};

static void
complain(struct vr_device *d, const char *what, const char *text)
{
   if (d->complaints++ < MAX_COMPLAINTS)
      u_log("virtual radeon: %s: %s", what, text);
}

/** Copies one chunk's data; NULL and *err on failure. */
static void *
read_chunk(const struct drm_radeon_cs_chunk *c, uint32_t max_dw, int *err)
{
   if (c->length_dw > max_dw) {
      *err = ENOMEM;
      return NULL;
   }
   void *p = malloc(MAX2((size_t)c->length_dw * 4, 1));
   *err = p ? vr_copy_in(p, c->chunk_data, (size_t)c->length_dw * 4) : ENOMEM;
   if (*err) {
      free(p);
      p = NULL;
   }
   return p;
}

static int
read_chunks(struct submission *s, const struct drm_radeon_cs *a)
{
   uint64_t list[MAX_CHUNKS];
   if (a->num_chunks > MAX_CHUNKS)
      return EINVAL;
   int err = vr_copy_in(list, a->chunks, a->num_chunks * 8);
   for (uint32_t i = 0; i < a->num_chunks && !err; i++) {
      struct drm_radeon_cs_chunk c;
      err = vr_copy_in(&c, list[i], sizeof c);
      if (err)
         break;
      switch (c.chunk_id) {
      case RADEON_CHUNK_ID_IB:
         if (!c.length_dw || s->ib)
            return EINVAL;
         s->ib = read_chunk(&c, MAX_IB_DW, &err);
         s->ib_dw = c.length_dw;
         break;
      case RADEON_CHUNK_ID_RELOCS:
         if (s->relocs)
            return EINVAL;
         s->relocs = read_chunk(&c, MAX_RELOCS * 4, &err);
         s->num_relocs = c.length_dw / 4;
         break;
      case RADEON_CHUNK_ID_FLAGS:
         if (!c.length_dw || s->flag_dw)
            return EINVAL;
         s->flag_dw = read_chunk(&c, 16, &err);
         s->num_flags = c.length_dw;
         break;
      case RADEON_CHUNK_ID_CONST_IB: /* Southern Islands */
         return EINVAL;
      default:
         break;
      }
   }
   return err;
}

static int
check_flags(struct vr_device *d, struct submission *s)
{
   s->flags = s->num_flags > 0 ? s->flag_dw[0] : 0;
   s->ring = s->num_flags > 1 ? s->flag_dw[1] : RADEON_CS_RING_GFX;
   bool vm = s->flags & RADEON_CS_USE_VM;
   if (vm && !d->chip->virtual_memory)
      return EINVAL;
   if (s->ring > RADEON_CS_RING_DMA)
      return EINVAL;
   if (vm && s->ib_dw > MAX_IB_VM_DW)
      return EINVAL;
   return 0;
}

/* The lock is held. */
static int
find_buffers(struct submission *s)
{
   s->check = calloc(MAX2(s->num_relocs, 1), sizeof *s->check);
   s->bos = calloc(MAX2(s->num_relocs, 1), sizeof(struct vr_bo *));
   if (!s->check || !s->bos)
      return ENOMEM;
   for (uint32_t i = 0; i < s->num_relocs; i++) {
      const struct drm_radeon_cs_reloc *r = &s->relocs[i];
      struct vr_bo *bo = vr_bo_of(s->file, r->handle);
      if (!bo)
         return ENOENT;
      if ((r->read_domains | r->write_domain) & RADEON_GEM_DOMAIN_CPU)
         return EINVAL;
      bo->refs++;
      s->bos[s->num_bos++] = bo;
      s->check[i] = (struct check_reloc){
         .gpu_addr = EMU_VRAM_BASE + bo->offset_B,
         .size_B = bo->size_B,
         .domains = r->read_domains | r->write_domain,
         .tiling_flags = bo->tiling_flags,
         .pitch_B = bo->pitch_B,
      };
   }
   return 0;
}

static int
run(struct vr_device *d, struct submission *s, struct emulator *emu)
{
   bool dma = s->ring == RADEON_CS_RING_DMA, va = s->flags & RADEON_CS_USE_VM;
   if (s->ib_dw > d->max_patched) {
      uint32_t *p = realloc(d->patched, (size_t)s->ib_dw * 4);
      if (!p)
         return ENOMEM;
      d->patched = p;
      d->max_patched = s->ib_dw;
   }
   if (u_debug(U_DEBUG_CS) && !dma)
      db_print_packets(stderr, d->chip->gen, s->ib, s->ib_dw);
   struct check_error refused;
   const struct db_chip *chip = d->chip;
   uint32_t n = s->ib_dw, nb = s->num_relocs, *out = d->patched;
   bool ok = dma ? check_dma_stream(chip, va, s->ib, n, s->check, nb, out, &refused)
             : va || (s->flags & RADEON_CS_KEEP_TILING_FLAGS)
                ? check_stream_va(chip, va, s->ib, n, s->check, nb, out, &refused)
                : check_stream_buffer_tiling(chip, s->ib, n, s->check, nb, out, &refused);
   if (!ok) {
      complain(d, "the kernel would refuse this command stream", refused.text);
      return EINVAL;
   }
   vr_capture_submission(d, &(struct vr_capture_stream){
                               .file = s->file,
                               .ring = s->ring,
                               .virtual_addresses = va,
                               .buffer_tiling = !va && !dma && !(s->flags & RADEON_CS_KEEP_TILING_FLAGS),
                               .dw = s->ib,
                               .ndw = s->ib_dw,
                               .num_bos = s->num_bos,
                               .bos = s->bos,
                               .relocs = s->relocs,
                            });
   struct emu_error stopped;
   ok = dma ? emu_submit_dma(emu, d->patched, s->ib_dw, &stopped)
            : emu_submit(emu, d->patched, s->ib_dw, &stopped);
   if (!ok) {
      char text[300];
      snprintf(text, sizeof text, "dword %u, packet %08x: %s", stopped.dword, stopped.packet, stopped.reason);
      complain(d, dma ? "the DMA engine stopped" : "the GPU stopped", text);
      d->resets++;
   }
   if (u_debug(U_DEBUG_EMU)) {
      char line[256];
      emu_print_stats(emu, line, sizeof line);
      u_log("after submission %llu: %s", (unsigned long long)d->submitted, line);
   }
   return 0;
}

/* The lock is held. */
static void
report_fault(struct vr_device *d, const struct vr_file *f)
{
   char text[80];
   uint64_t va = vr_vm_fault(f);
   if (!va)
      return;
   snprintf(text, sizeof text, "no buffer is mapped at GPU address 0x%llx", (unsigned long long)va);
   complain(d, "GPU fault", text);
}

static int
submit(struct vr_device *d, struct submission *s)
{
   struct emulator *emu = d->emu;
   pthread_mutex_lock(&d->submit);
   pthread_mutex_lock(&d->lock);
   int err = find_buffers(s);
   if (!err && (s->flags & RADEON_CS_USE_VM)) {
      struct vr_vm *vm = vr_vm_of(d, s->file);
      emu = vm ? vm->emu : NULL;
      err = emu ? 0 : ENOMEM;
   }
   uint64_t fence = 0;
   if (!err) {
      fence = ++d->submitted;
      for (uint32_t i = 0; i < s->num_bos; i++)
         s->bos[i]->last_fence = fence;
   }
   pthread_mutex_unlock(&d->lock);
   if (!err)
      err = run(d, s, emu);
   pthread_mutex_lock(&d->lock);
   if (fence) {
      d->finished = fence;
      if (s->flags & RADEON_CS_USE_VM)
         report_fault(d, s->file);
   }
   pthread_cond_broadcast(&d->idle);
   for (uint32_t i = 0; i < s->num_bos; i++)
      vr_bo_put(d, s->bos[i]);
   pthread_mutex_unlock(&d->lock);
   pthread_mutex_unlock(&d->submit);
   return err;
}

VR_IOCTL(cs)
{
   struct submission s = {.file = f};
   int err = read_chunks(&s, arg);
   if (!err && s.ib)
      err = check_flags(d, &s);
   if (!err && s.ib)
      err = submit(d, &s);
   free(s.ib);
   free(s.relocs);
   free(s.check);
   free(s.bos);
   free(s.flag_dw);
   return err;
}
