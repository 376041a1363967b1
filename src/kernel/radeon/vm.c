/* SPDX-License-Identifier: MIT
 *
 * GPU virtual memory of Cayman and later. The address space of an open file is a reserved range of host
 * memory that the emulator takes for the GPU's; mapping a buffer there is an mmap of its storage, so the
 * host's MMU does the translation.
 *
 * Where no buffer is, an empty file of nobody's is mapped. Its pages come into being when they are touched,
 * so after a submission the file's size on disk tells whether the GPU went astray and its first page where,
 * as the kernel's log of protection faults does. As on the chips such reads give zero and the GPU goes on.
 * The page behind a buffer is not counted: the emulator's vector loads look there, where the hardware does
 * not.
 *
 * 8 GiB, the kernel's default (radeon.vm_size); its lowest 8 MiB are the kernel's own.
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <libdrm/radeon_drm.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernel/radeon/radeon.h"
#include "util/u_debug.h"
#include "util/u_math.h"

#define VM_END (UINT64_C(8) << 30)
#define VM_B   (VM_END - EMU_VRAM_BASE)

struct radeon_vm *
radeon_vm_get(struct vr_device *d, struct vr_file *f)
{
   if (f->gpu)
      return f->gpu;
   struct radeon_vm *vm = calloc(1, sizeof *vm);
   if (!vm)
      return NULL;
   vm->nobody = vr_high_fd(memfd_create("teragl-unmapped", MFD_CLOEXEC));
   vm->memory = vm->nobody < 0 || ftruncate(vm->nobody, VM_B + EMU_VRAM_SLACK_B)
                   ? MAP_FAILED
                   : mmap(NULL, VM_B + EMU_VRAM_SLACK_B, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE,
                          vm->nobody, 0);
   if (vm->memory == MAP_FAILED) {
      if (vm->nobody >= 0)
         close(vm->nobody);
      free(vm);
      return NULL;
   }
   char error[200];
   const struct radeon_gpu *gpu = radeon_gpu(d);
   const struct emu_config cfg = {
      .chip = gpu->chip, .ops = gpu->emulated->ops, .vram_B = VM_B, .memory = vm->memory};
   vm->emu = emu_create(&cfg, error, sizeof error);
   if (!vm->emu) {
      u_log("virtual radeon: %s", error);
      radeon_vm_destroy(vm);
      return NULL;
   }
   f->gpu = vm;
   return vm;
}

void
radeon_vm_destroy(struct radeon_vm *vm)
{
   if (!vm)
      return;
   emu_destroy(vm->emu);
   munmap(vm->memory, VM_B + EMU_VRAM_SLACK_B);
   close(vm->nobody);
   free(vm);
}

void
radeon_va_unmap(struct vr_file *f, uint64_t va, uint64_t size_B)
{
   struct radeon_vm *vm = radeon_vm(f);
   assert(vm && va >= EMU_VRAM_BASE && va % VR_PAGE_B == 0 && va <= VM_END && size_B <= VM_END - va);
   if (mmap(vm->memory + (va - EMU_VRAM_BASE), size_B, PROT_READ | PROT_WRITE,
            MAP_SHARED | MAP_NORESERVE | MAP_FIXED, vm->nobody, (off_t)(va - EMU_VRAM_BASE)) == MAP_FAILED)
      u_log("virtual radeon: a GPU address can't be unmapped");
}

uint64_t
radeon_vm_fault(const struct vr_file *f)
{
   const struct radeon_vm *vm = radeon_vm(f);
   struct stat st;
   assert(vm); /* a submission made it */
   if (fstat(vm->nobody, &st) || !st.st_blocks)
      return 0;
   uint64_t fault = 0;
   for (off_t at = 0; !fault && (at = lseek(vm->nobody, at, SEEK_DATA)) >= 0; at += VR_PAGE_B) {
      uint64_t va = EMU_VRAM_BASE + (uint64_t)at;
      bool behind = va >= VM_END;
      for (uint32_t h = 1; h < f->num_handles && !behind; h++)
         behind = f->handles[h].bo && f->handles[h].va && f->handles[h].va + f->handles[h].bo->size_B == va;
      fault = behind ? 0 : va;
   }
   fallocate(vm->nobody, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, VM_B + EMU_VRAM_SLACK_B);
   return fault;
}

/** Where a buffer is mapped in a file's address space: handles of one buffer share it. */
static uint64_t *
va_of(struct vr_file *f, uint32_t handle)
{
   struct vr_bo *bo = f->handles[handle].bo;
   if (f->handles[handle].va || bo->refs == 1)
      return &f->handles[handle].va;
   for (uint32_t h = 1; h < f->num_handles; h++) {
      if (f->handles[h].bo == bo && f->handles[h].va)
         return &f->handles[h].va;
   }
   return &f->handles[handle].va;
}

static bool
va_overlaps(const struct vr_file *f, uint64_t va, uint64_t size_B)
{
   for (uint32_t h = 1; h < f->num_handles; h++) {
      const struct vr_handle *e = &f->handles[h];
      if (e->bo && e->va && va < e->va + e->bo->size_B && e->va < va + size_B)
         return true;
   }
   return false;
}

static int
map_buffer(struct vr_device *d, struct vr_file *f, struct vr_bo *bo, uint64_t *va, uint64_t want)
{
   struct radeon_vm *vm = radeon_vm_get(d, f);
   if (!vm)
      return ENOMEM;
   if (want % VR_PAGE_B || want >= VM_END || bo->size_B > VM_END - want || va_overlaps(f, want, bo->size_B))
      return EINVAL;
   if (mmap(vm->memory + (want - EMU_VRAM_BASE), bo->size_B, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
            bo->fd, 0) == MAP_FAILED)
      return ENOMEM;
   assert(want >= EMU_VRAM_BASE);
   *va = want;
   return 0;
}

RADEON_IOCTL(gem_va)
{
   struct drm_radeon_gem_va *a = arg;
   uint32_t operation = a->operation;
   a->operation = RADEON_VA_RESULT_ERROR;
   if (!radeon_gpu(d)->chip->virtual_memory)
      return ENOTTY;
   if (a->vm_id || a->offset < EMU_VRAM_BASE || (a->flags & (RADEON_VM_PAGE_VALID | RADEON_VM_PAGE_SYSTEM)) ||
       (operation != RADEON_VA_MAP && operation != RADEON_VA_UNMAP))
      return EINVAL;
   if (operation == RADEON_VA_UNMAP && vr_bo_of(f, a->handle))
      vr_bo_wait(d, vr_bo_of(f, a->handle));
   struct vr_bo *bo = vr_bo_of(f, a->handle);
   if (!bo)
      return ENOENT;
   uint64_t *va = va_of(f, a->handle);
   if (operation == RADEON_VA_UNMAP) {
      if (*va)
         radeon_va_unmap(f, *va, bo->size_B);
      *va = 0;
   } else if (*va) {
      a->operation = RADEON_VA_RESULT_VA_EXIST;
      a->offset = *va;
      return 0;
   } else {
      int err = map_buffer(d, f, bo, va, a->offset);
      if (err)
         return err;
   }
   a->operation = RADEON_VA_RESULT_OK;
   return 0;
}
