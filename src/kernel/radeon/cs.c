/* SPDX-License-Identifier: MIT
 *
 * DRM_RADEON_CS: reads a submission's chunks, checks the stream as the kernel does, puts addresses in place
 * of relocations, runs it. The ioctl returns when the GPU is done; other threads may ask and wait for the
 * buffers meanwhile. A stream that the kernel would refuse fails with EINVAL; one that the GPU stops at
 * counts as a reset.
 *
 * Left out: UVD and VCE rings.
 */
#include <assert.h>
#include <errno.h>
#include <libdrm/radeon_drm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/device/display.h"
#include "kernel/device/user.h"
#include "kernel/radeon/checker/check.h"
#include "kernel/radeon/radeon.h"
#include "util/u_debug.h"
#include "util/u_math.h"

#define MAX_CHUNKS     16
#define MAX_COMPLAINTS 10
#define MAX_IB_DW      (256u << 10) /* the kernel's pool of indirect buffers */
#define MAX_IB_VM_DW   (64u << 10)
#define MAX_RELOCS     (64u << 10)
#define MAX_FLAGS      16

_Static_assert(CHECK_CRTC_ID == VR_CRTC_ID, "the checker knows the device's CRTC");

struct submission {
   struct vr_file *file;
   uint32_t *ib;
   uint32_t ib_dw;
   struct drm_radeon_cs_reloc *relocs;
   struct emu_buffer *buffers;
   struct radeon_bo **bos; /* with references */
   uint32_t num_relocs, num_bos;
   uint32_t flags, ring;
};

static void
complain_of_stream(struct radeon_gpu *gpu, const char *what, const char *text)
{
   if (gpu->complaints++ < MAX_COMPLAINTS)
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

/* Of chunks of one kind the last counts, one of an unknown kind or for a ring that there is not nothing (kernel,
 * radeon_cs_parser_init). The stream itself is read when all have been looked at. */
static int
read_chunk_of(struct submission *s, const struct drm_radeon_cs_chunk *c, struct drm_radeon_cs_chunk *ib)
{
   int err = 0;
   if (!c->length_dw && (c->chunk_id == RADEON_CHUNK_ID_IB || c->chunk_id == RADEON_CHUNK_ID_CONST_IB ||
                         c->chunk_id == RADEON_CHUNK_ID_FLAGS))
      return EINVAL;
   switch (c->chunk_id) {
   case RADEON_CHUNK_ID_IB:
      *ib = *c;
      break;
   case RADEON_CHUNK_ID_RELOCS:
      free(s->relocs);
      s->relocs = read_chunk(c, MAX_RELOCS * 4, &err);
      s->num_relocs = c->length_dw / 4;
      break;
   case RADEON_CHUNK_ID_FLAGS: {
      uint32_t *dw = read_chunk(c, MAX_FLAGS, &err);
      if (dw) {
         s->flags = dw[0];
         s->ring = c->length_dw > 1 ? dw[1] : s->ring;
      }
      free(dw);
      break;
   }
   default:
      break;
   }
   return err;
}

static int
read_chunks(struct submission *s, const struct drm_radeon_cs *a)
{
   uint64_t list[MAX_CHUNKS];
   struct drm_radeon_cs_chunk ib = {0};
   if (a->num_chunks > MAX_CHUNKS)
      return EINVAL;
   int err = vr_copy_in(list, a->chunks, a->num_chunks * 8);
   for (uint32_t i = 0; i < a->num_chunks && !err; i++) {
      struct drm_radeon_cs_chunk c;
      err = vr_copy_in(&c, list[i], sizeof c);
      if (!err)
         err = read_chunk_of(s, &c, &ib);
   }
   if (!err && ib.length_dw) {
      s->ib = read_chunk(&ib, MAX_IB_DW, &err);
      s->ib_dw = ib.length_dw;
   }
   return err;
}

static int
check_flags(struct radeon_gpu *gpu, struct submission *s)
{
   bool vm = s->flags & RADEON_CS_USE_VM;
   if (vm && !gpu->chip->virtual_memory)
      return EINVAL;
   if (s->ring > (gpu->family->has_dma ? RADEON_CS_RING_DMA : RADEON_CS_RING_COMPUTE))
      return EINVAL;
   if (vm && s->ib_dw > MAX_IB_VM_DW)
      return EINVAL;
   return 0;
}

/* The lock is held. */
static int
find_buffers(struct submission *s)
{
   s->buffers = calloc(MAX2(s->num_relocs, 1), sizeof *s->buffers);
   s->bos = calloc(MAX2(s->num_relocs, 1), sizeof(struct radeon_bo *));
   if (!s->buffers || !s->bos)
      return ENOMEM;
   for (uint32_t i = 0; i < s->num_relocs; i++) {
      const struct drm_radeon_cs_reloc *r = &s->relocs[i];
      struct radeon_bo *bo = radeon_bo_of(s->file, r->handle);
      if (!bo)
         return ENOENT;
      if ((r->write_domain ? r->write_domain : r->read_domains) & RADEON_GEM_DOMAIN_CPU)
         return EINVAL;
      assert(bo->base.refs && s->num_bos < s->num_relocs);
      bo->base.refs++;
      s->bos[s->num_bos++] = bo;
      s->buffers[i] = (struct emu_buffer){
         .address = EMU_VRAM_BASE + bo->base.offset_B,
         .size_B = bo->base.size_B,
         .domains = r->read_domains | r->write_domain,
         .tiling_flags = bo->tiling_flags,
         .pitch_B = bo->pitch_B,
      };
   }
   return 0;
}

static int
run_stream(struct radeon_gpu *gpu, struct submission *s, struct emulator *emu)
{
   bool dma = s->ring == RADEON_CS_RING_DMA, va = s->flags & RADEON_CS_USE_VM;
   if (s->ib_dw > gpu->max_patched) {
      uint32_t *p = realloc(gpu->patched, (size_t)s->ib_dw * 4);
      if (!p)
         return ENOMEM;
      gpu->patched = p;
      gpu->max_patched = s->ib_dw;
   }
   if (u_debug(U_DEBUG_CS) && !dma)
      gpu->emulated->print(stderr, gpu->chip, EMU_RING_GFX, s->ib, s->ib_dw);
   const struct emu_submission how = {
      .ring = dma ? EMU_RING_DMA : EMU_RING_GFX,
      .virtual_addresses = va,
      .buffer_tiling = !va && !dma && !(s->flags & RADEON_CS_KEEP_TILING_FLAGS),
      .owns_hyperz = gpu->hyperz_owner == s->file,
      .owns_cmask = gpu->cmask_owner == s->file,
      .buffers = s->buffers,
      .num_buffers = s->num_relocs,
   };
   struct emu_error refused;
   bool ok = gpu->emulated->check(gpu->chip, &how, s->ib, s->ib_dw, gpu->patched, &refused);
   if (!ok) {
      complain_of_stream(gpu, "the kernel would refuse this command stream", refused.reason);
      return EINVAL;
   }
   radeon_capture_submission(gpu, &(struct radeon_capture_stream){
                                     .file = s->file,
                                     .ring = s->ring,
                                     .virtual_addresses = va,
                                     .buffer_tiling = how.buffer_tiling,
                                     .dw = s->ib,
                                     .ndw = s->ib_dw,
                                     .num_bos = s->num_bos,
                                     .bos = s->bos,
                                     .relocs = s->relocs,
                                  });
   struct emu_error stopped;
   ok = gpu->emulated->submit(emu, how.ring, gpu->patched, s->ib_dw, &stopped);
   if (!ok) {
      char text[300];
      snprintf(text, sizeof text, "dword %u, packet %08x: %s", stopped.dword, stopped.packet, stopped.reason);
      complain_of_stream(gpu, dma ? "the DMA engine stopped" : "the GPU stopped", text);
      gpu->resets++;
   }
   if (u_debug(U_DEBUG_EMU)) {
      char line[256];
      emu_print_stats(emu, line, sizeof line);
      u_log("after submission %llu: %s", (unsigned long long)gpu->submitted, line);
   }
   return 0;
}

/* The lock is held. */
static void
report_fault(struct radeon_gpu *gpu, const struct vr_file *f)
{
   char text[80];
   uint64_t va = radeon_vm_fault(f);
   if (!va)
      return;
   snprintf(text, sizeof text, "no buffer is mapped at GPU address 0x%llx", (unsigned long long)va);
   complain_of_stream(gpu, "GPU fault", text);
}

/** TERAGL_STRICT: what a submission may write to VRAM the CPU sees after GEM_WAIT_IDLE only. What says that it may is the
 * domain of the relocation, as for the kernel. */
static void
tell_of_writes(struct vr_device *d, const struct submission *s, uint32_t kind)
{
   for (uint32_t i = 0; radeon_gpu(d)->strict && i < s->num_bos; i++) {
      struct vr_bo *bo = &s->bos[i]->base;
      if (!s->relocs[i].write_domain || !(s->bos[i]->domain & RADEON_GEM_DOMAIN_VRAM))
         continue;
      pthread_mutex_lock(&d->lock);
      bo->stale = true;
      const bool mapped = bo->mapped;
      pthread_mutex_unlock(&d->lock);
      if (mapped)
         vr_tell(kind, bo->number);
   }
}

static int
submit_stream(struct vr_device *d, struct submission *s)
{
   struct radeon_gpu *gpu = radeon_gpu(d);
   struct emulator *emu = gpu->emu;
   pthread_mutex_lock(&gpu->submit);
   pthread_mutex_lock(&d->lock);
   int err = find_buffers(s);
   if (!err && (s->flags & RADEON_CS_USE_VM)) {
      struct radeon_vm *vm = radeon_vm_get(d, s->file);
      emu = vm ? vm->emu : NULL;
      err = emu ? 0 : ENOMEM;
   }
   uint64_t fence = 0;
   if (!err) {
      fence = ++gpu->submitted;
      for (uint32_t i = 0; i < s->num_bos; i++)
         s->bos[i]->last_fence = fence;
   }
   pthread_mutex_unlock(&d->lock);
   if (!err) {
      tell_of_writes(d, s, VR_MSG_BEFORE);
      err = run_stream(gpu, s, emu);
      tell_of_writes(d, s, VR_MSG_WRITTEN);
   }
   pthread_mutex_lock(&d->lock);
   assert(gpu->finished <= gpu->submitted);
   if (fence) {
      assert(gpu->finished == fence - 1); /* one at a time */
      gpu->finished = fence;
      if (s->flags & RADEON_CS_USE_VM)
         report_fault(gpu, s->file);
   }
   pthread_cond_broadcast(&gpu->idle);
   for (uint32_t i = 0; i < s->num_bos; i++)
      vr_bo_put(d, &s->bos[i]->base);
   pthread_mutex_unlock(&d->lock);
   pthread_mutex_unlock(&gpu->submit);
   return err;
}

RADEON_IOCTL(cs)
{
   struct submission s = {.file = f, .ring = RADEON_CS_RING_GFX};
   int err = read_chunks(&s, arg);
   if (!err && s.ib)
      err = check_flags(radeon_gpu(d), &s);
   if (!err && s.ib)
      err = submit_stream(d, &s);
   free(s.ib);
   free(s.relocs);
   free(s.buffers);
   free(s.bos);
   return err;
}
