/* SPDX-License-Identifier: MIT
 *
 * The radeon kernel driver on a device (kernel/device/device.h), with the emulator as its GPU: what its files
 * tell each other. Who calls whom, downwards:
 *
 *   device.c    the device with its memory, and the table of ioctls
 *   cs.c        command submission
 *   info.c      DRM_RADEON_INFO
 *   families.c  what depends on the family of chips
 *   gem.c       buffer objects
 *   vm.c        GPU virtual memory of Cayman and later
 *   capture.c   what is submitted, into a file
 *   checker/    the rules for streams
 *
 * Facts: the kernel's UAPI header radeon_drm.h, and the behaviour of Linux 6.1's radeon driver. Functions that
 * handle an ioctl return 0 or a positive errno.
 */
#ifndef KERNEL_RADEON_RADEON_H
#define KERNEL_RADEON_RADEON_H

#include "db/db_chip.h"
#include "emulator/gpu.h"
#include "kernel/device/device.h"
#include "util/u_ranges.h"

/** GPU address space of one open file, with its own register state. */
struct radeon_vm {
   uint8_t *memory; /* host address of EMU_VRAM_BASE */
   int nobody;      /* storage of what no buffer is mapped to; at offset address - EMU_VRAM_BASE */
   struct emulator *emu;
};

struct radeon_bo {
   struct vr_bo base;
   uint32_t domain, flags;
   uint32_t tiling_flags, pitch_B;
   uint32_t align_B;    /* of its place in the GPU's memory, at least a page */
   uint64_t last_fence; /* of the last submission that names it */
   uint32_t capture_id; /* 0: not in the capture file */
   uint32_t captured_tiling, captured_pitch_B;
   uint8_t *captured; /* contents as that file has them; NULL: zero */
};

/** Under the device's lock, but for the GPU itself. */
struct radeon_gpu {
   const struct db_chip *chip;
   const struct radeon_family *family;
   const struct emu_gpu *emulated; /* the chip's emulator, and the kernel's rules for its streams */
   pthread_mutex_t submit;         /* the GPU: one submission at a time; taken before the device's lock */
   pthread_cond_t idle;            /* a submission has finished */
   uint8_t *memory;                /* host address of EMU_VRAM_BASE */
   uint64_t memory_B;
   struct u_ranges ranges; /* offsets in memory */
   struct emulator *emu;   /* for streams without virtual memory */
   struct vr_file *hyperz_owner, *cmask_owner;
   uint64_t vram_B, gart_B, used_vram_B, used_gart_B;
   uint64_t submitted, finished; /* fences */
   uint32_t resets;
   uint32_t complaints;
   struct radeon_capture *capture; /* NULL: nobody asked for one */
   bool strict;                    /* processes are told what their CPU does not see */
   /* scratch of a submission */
   uint32_t *patched;
   uint32_t max_patched;
};

static inline struct radeon_gpu *
radeon_gpu(const struct vr_device *d)
{
   return d->gpu;
}

static inline struct radeon_bo *
radeon_bo(struct vr_bo *bo)
{
   return (struct radeon_bo *)bo;
}

/** The buffer of a handle; NULL: there is none. */
static inline struct radeon_bo *
radeon_bo_of(const struct vr_file *f, uint32_t handle)
{
   return (struct radeon_bo *)vr_bo_of(f, handle);
}

/** A file's address space; NULL until it is needed. */
static inline struct radeon_vm *
radeon_vm(const struct vr_file *f)
{
   return f->gpu;
}

/* families.c */
/** What depends on the family of chips. */
struct radeon_family {
   bool timestamp, lends_hyperz, lends_cmask, has_dma;
   /** DRM_RADEON_INFO of 32 bits: 0 with the answer in *v, a positive errno; -1 if all families answer the same. */
   int (*info)(const struct db_chip *chip, uint32_t request, uint32_t *v);
   bool (*tiling_legal)(const struct db_chip *chip, uint32_t flags); /* of a buffer: RADEON_TILING_* */
   uint32_t (*tiling_config)(const struct db_chip *chip); /* as captures have it; 0: there is none */
};
const struct radeon_family *radeon_family_of(const struct db_chip *chip);

/* gem.c: struct vr_driver's functions about buffers */
int radeon_create_dumb(struct vr_device *d, struct vr_file *f, uint64_t size_B, uint32_t *handle);
void radeon_bo_wait(struct vr_device *d, struct vr_bo *bo);
bool radeon_bo_is_linear(const struct vr_bo *bo);
void radeon_bo_free(struct vr_device *d, struct vr_bo *base);

/* vm.c */
struct radeon_vm *radeon_vm_get(struct vr_device *d, struct vr_file *f); /* makes it; NULL: out of memory */
void radeon_vm_destroy(struct radeon_vm *vm);                            /* NULL is fine */
void radeon_va_unmap(struct vr_file *f, uint64_t va, uint64_t size_B);
/** The lowest address that submissions of a file have touched since the last call without a buffer there; 0:
 * none. */
uint64_t radeon_vm_fault(const struct vr_file *f);

/* capture.c */
struct drm_radeon_cs_reloc;
/** A stream that is about to run: its buffers are those of its relocations. */
struct radeon_capture_stream {
   const struct vr_file *file;
   uint32_t ring;
   bool virtual_addresses, buffer_tiling;
   const uint32_t *dw;
   uint32_t ndw, num_bos;
   struct radeon_bo *const *bos;
   const struct drm_radeon_cs_reloc *relocs;
};
/** The recorder if TERAGL_CAPTURE names a file; NULL: there is nothing to record. */
struct radeon_capture *radeon_capture_create(void);
/** Records a submission, if anything is recorded. */
void radeon_capture_submission(struct radeon_gpu *gpu, const struct radeon_capture_stream *s);
/** The buffer ends. */
void radeon_capture_forget(struct radeon_gpu *gpu, struct radeon_bo *bo);

/* ioctls */
#define RADEON_IOCTL(name) int radeon_##name(struct vr_device *d, struct vr_file *f, void *arg)
/* with the lock held */
RADEON_IOCTL(gem_info);
RADEON_IOCTL(gem_create);
RADEON_IOCTL(gem_mmap);
RADEON_IOCTL(gem_userptr);
RADEON_IOCTL(gem_set_domain);
RADEON_IOCTL(gem_wait_idle);
RADEON_IOCTL(gem_busy);
RADEON_IOCTL(gem_set_tiling);
RADEON_IOCTL(gem_get_tiling);
RADEON_IOCTL(gem_op);
RADEON_IOCTL(gem_va);
RADEON_IOCTL(info);
/* without */
RADEON_IOCTL(cs);

#endif
