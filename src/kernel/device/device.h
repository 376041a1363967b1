/* SPDX-License-Identifier: MIT
 *
 * The virtual radeon from the inside: a `radeon` DRM device, with the emulator as its GPU, that serves any
 * number of processes. What its files tell each other:
 *
 * in each process
 *   vr_libc.c    the C library's functions that a program reaches the device with, interposed
 *   vr_dir.c     the same for directories
 *   vr_sysfs.c   the pretended part of the file system
 *   vr_client.c  carries system calls to the server (vr_client.h)
 *   vr_proto.c   messages (vr_proto.h)
 * in the server, which is a thread of teragl-run or of the first process
 *   vr_server.c  connections and requests
 *   vr_device.c  the device: chip, memory, open files
 *   vr_gem.c     buffer objects, handles, names, dma-bufs
 *   vr_vm.c      GPU virtual memory of Cayman and later
 *   vr_info.c    DRM_RADEON_INFO
 *   vr_cs.c      command submission
 *   vr_kms.c     the card node's display: connector, modes, frame buffers, flips
 *   vr_crtc.c    its cursor, gamma and vertical blanks
 *   vr_drm.c     the core's ioctls and the table of all
 *
 * Facts: the kernel's UAPI headers drm.h and radeon_drm.h, and the behaviour of Linux 6.1's radeon driver.
 * Functions that handle an ioctl return 0 or a positive errno.
 */
#ifndef VRADEON_H
#define VRADEON_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "db/terascale/db_chips.h"
#include "emulator/emulator.h"
#include "kernel/device/proto.h"
#include "util/u_ranges.h"

#define VR_PAGE_B UINT64_C(4096)
/* GEM_MMAP's offsets start here; no file of the host is that long. */
#define VR_MMAP_BASE (UINT64_C(1) << 44)

enum { VR_CRTC_ID = 1, VR_CONNECTOR_ID = 3, VR_GAMMA = 256 };

struct vr_bo {
   uint32_t refs;             /* handles, dma-bufs, submissions in flight */
   int fd;                    /* its storage, a file of its own: whoever maps it keeps it */
   uint64_t offset_B, size_B; /* in the device's memory */
   uint32_t domain, flags;
   uint32_t tiling_flags, pitch_B;
   uint32_t name;       /* flink; 0 = none */
   uint64_t last_fence; /* of the last submission that names it */
   uint32_t capture_id; /* 0: not in the capture file */
   uint32_t captured_tiling, captured_pitch_B;
   uint8_t *captured; /* contents as that file has them; NULL: zero */
};

/** A handle of one open file. */
struct vr_handle {
   struct vr_bo *bo; /* NULL: free */
   uint64_t va;      /* where it is mapped; 0 = nowhere */
};

/** GPU address space of one open file, with its own register state. */
struct vr_vm {
   uint8_t *memory; /* host address of EMU_VRAM_BASE */
   int nobody;      /* storage of what no buffer is mapped to; at offset address - EMU_VRAM_BASE */
   struct emulator *emu;
};

/** An open of a device node, or an exported dma-buf. */
struct vr_file {
   uint32_t refs;
   uint32_t id;
   int peer;  /* the other end of the descriptor's socket: hung up when nobody has the file any more */
   int minor; /* of a node */
   struct vr_bo *dmabuf; /* NULL: a node */
   struct vr_handle *handles;
   uint32_t num_handles;
   struct vr_vm *vm; /* NULL until needed */
   bool unique_set, universal_planes;
};

/** A frame buffer of the display. */
struct vr_fb {
   uint32_t id;
   const struct vr_file *file; /* that made it */
   struct vr_bo *bo;           /* a reference */
   uint32_t width, height;     /* pixels */
   uint32_t pitch_B, bpp;
   struct vr_fb *next;
};

struct vr_device {
   const struct db_chip *chip;
   pthread_mutex_t lock;   /* everything below but the GPU */
   pthread_mutex_t submit; /* the GPU: one submission at a time; taken before lock */
   pthread_cond_t idle;
   char name[VR_NAME_B]; /* the server's */
   uint8_t *memory;      /* host address of EMU_VRAM_BASE */
   uint64_t memory_B;
   struct ws_ranges ranges; /* offsets in memory */
   struct emulator *emu;    /* for streams without virtual memory */
   int epoll;               /* ready when a file's peer hangs up */
   struct vr_file **files;
   uint32_t num_files, max_files;
   uint32_t last_file;   /* id */
   struct vr_bo **names; /* by flink name - 1 */
   uint32_t num_names, max_names;
   struct vr_file *hyperz_owner;
   uint64_t vram_B, gart_B, used_vram_B, used_gart_B;
   uint64_t submitted, finished; /* fences */
   uint32_t resets;
   struct vr_fb *fbs; /* newest first */
   uint32_t num_fbs;  /* ever made */
   uint32_t shown_fb; /* id; 0: the display is off */
   uint32_t mode;
   uint32_t dpms;        /* DRM_MODE_DPMS_x */
   uint64_t blanks;      /* vertical blanks so far */
   struct vr_bo *cursor; /* a reference, or NULL */
   uint16_t gamma[3][VR_GAMMA];
   uint32_t complaints;
   struct vr_capture *capture; /* NULL: nobody asked for one */
   /* scratch of a submission */
   uint32_t *patched;
   uint32_t max_patched;
};

/** Creates the device and serves it on threads of their own, for as long as the process lives. \p name: out,
 * what TERAGL_VRADEON is to be for its users. False: it can't be; said on stderr. */
bool vr_serve(char name[VR_NAME_B]);
struct vr_device *vr_device_create(void);
/** The same file under a number that programs do not expect their own at, if there is room; closes the other.
 * -1 stays -1, with errno. */
int vr_high_fd(int fd);

/** A descriptor for an open of a node; -1 and errno. \p flags as of open(). */
int vr_open(struct vr_device *d, int minor, int flags);
/** A descriptor for a dma-buf, which takes a reference of its own. */
int vr_open_dmabuf(struct vr_device *d, struct vr_bo *bo);
/** An open file by its number with a reference; NULL: there is none. */
struct vr_file *vr_file_get(struct vr_device *d, uint32_t id);
void vr_file_put(struct vr_device *d, struct vr_file *f);
/** Ends the files that no descriptor refers to any more. */
void vr_reap(struct vr_device *d);

/* Memory of the process that this thread serves; may be anywhere. 0 or EFAULT. */
int vr_copy_in(void *to, uint64_t user, size_t size_B);
int vr_copy_out(uint64_t user, const void *from, size_t size_B);
/** Gives the process a copy of this descriptor with the answer, and closes it here. */
void vr_reply_fd(int fd);

/** Handles one ioctl of a file. \p arg: VR_ARG_B bytes, zero behind the caller's. */
int vr_ioctl(struct vr_device *d, struct vr_file *f, uint32_t request, void *arg);
/** Where mmap() of a file at this offset really goes: a new descriptor and the offset in it. */
int vr_mmap_range(struct vr_device *d, struct vr_file *f, uint64_t offset, uint64_t size_B, int *fd,
                  uint64_t *real_offset);

/* vr_gem.c; with the lock held unless said otherwise */
struct vr_bo *vr_bo_of(const struct vr_file *f, uint32_t handle);
void vr_bo_put(struct vr_device *d, struct vr_bo *bo);
void vr_gem_release(struct vr_device *d, struct vr_file *f); /* all handles of a file that is closed */
/** Waits for the submissions that name a buffer. */
void vr_bo_wait(struct vr_device *d, struct vr_bo *bo);

/** A new handle that takes a reference; 0: out of memory. */
uint32_t vr_new_handle(struct vr_file *f, struct vr_bo *bo);
/** A buffer of whole pages in VRAM and a handle of it: 0, ENOMEM. */
int vr_new_buffer(struct vr_device *d, struct vr_file *f, uint64_t size_B, uint32_t *handle);

/* vr_capture.c */
struct drm_radeon_cs_reloc;
/** A stream that is about to run: its buffers are those of its relocations. */
struct vr_capture_stream {
   const struct vr_file *file;
   uint32_t ring;
   bool virtual_addresses, buffer_tiling;
   const uint32_t *dw;
   uint32_t ndw, num_bos;
   struct vr_bo *const *bos;
   const struct drm_radeon_cs_reloc *relocs;
};
/** The recorder if TERAGL_CAPTURE names a file; NULL: there is nothing to record. */
struct vr_capture *vr_capture_create(void);
/** Records a submission, if anything is recorded. */
void vr_capture_submission(struct vr_device *d, const struct vr_capture_stream *s);
/** The buffer ends. */
void vr_capture_forget(struct vr_device *d, struct vr_bo *bo);

/* vr_kms.c; with the lock held */
void vr_kms_release(struct vr_device *d,
                    const struct vr_file *f); /* all frame buffers of a file that is closed */

/** Copies n elements if the caller has room for them (*count), and says in *count how many there are. 0 or
 * EFAULT. */
int vr_give(uint64_t user, uint32_t *count, const void *from, uint32_t n, size_t element_B);

/** The same with the properties of a mode setting object, which may have none (vr_planes.c). */
int vr_give_properties(const struct vr_device *d, uint32_t object, uint64_t ids, uint64_t values,
                       uint32_t *count);

/* vr_crtc.c: queues an event for whoever reads the file; ENOMEM: there are too many. */
int vr_send_event(struct vr_file *f, const void *event, size_t size_B);

/* vr_vm.c */
struct vr_vm *vr_vm_of(struct vr_device *d, struct vr_file *f); /* NULL: out of memory */
void vr_vm_destroy(struct vr_vm *vm);
/** The lowest address that submissions of a file have touched since the last call without a buffer there; 0:
 * none. */
uint64_t vr_vm_fault(const struct vr_file *f);
void vr_vm_unmap(struct vr_vm *vm, uint64_t va, uint64_t size_B);

#define VR_IOCTL(name) int vr_##name(struct vr_device *d, struct vr_file *f, void *arg)
/* with the lock held */
VR_IOCTL(gem_info);
VR_IOCTL(gem_create);
VR_IOCTL(gem_mmap);
VR_IOCTL(gem_userptr);
VR_IOCTL(gem_set_domain);
VR_IOCTL(gem_wait_idle);
VR_IOCTL(gem_busy);
VR_IOCTL(gem_set_tiling);
VR_IOCTL(gem_get_tiling);
VR_IOCTL(gem_op);
VR_IOCTL(gem_close);
VR_IOCTL(gem_flink);
VR_IOCTL(gem_open);
VR_IOCTL(gem_va);
VR_IOCTL(info);
VR_IOCTL(mode_getresources);
VR_IOCTL(mode_getconnector);
VR_IOCTL(mode_getencoder);
VR_IOCTL(mode_getcrtc);
VR_IOCTL(mode_setcrtc);
VR_IOCTL(mode_addfb);
VR_IOCTL(mode_addfb2);
VR_IOCTL(mode_rmfb);
VR_IOCTL(mode_getfb);
VR_IOCTL(mode_dirtyfb);
VR_IOCTL(mode_cursor);
VR_IOCTL(mode_cursor2);
VR_IOCTL(mode_getgamma);
VR_IOCTL(mode_setgamma);
VR_IOCTL(wait_vblank);
VR_IOCTL(crtc_get_sequence);
VR_IOCTL(crtc_queue_sequence);
VR_IOCTL(mode_page_flip);
VR_IOCTL(mode_create_dumb);
VR_IOCTL(mode_map_dumb);
VR_IOCTL(mode_getplaneresources);
VR_IOCTL(mode_getplane);
VR_IOCTL(mode_getproperty);
VR_IOCTL(mode_setproperty);
VR_IOCTL(mode_obj_setproperty);
VR_IOCTL(mode_obj_getproperties);
VR_IOCTL(set_client_cap);
/* without */
VR_IOCTL(prime_export);
VR_IOCTL(prime_import);
VR_IOCTL(cs);

#endif
