/* SPDX-License-Identifier: MIT
 *
 * A DRM device for other drivers, from the inside: the state that everything here works on, its lock, and the
 * buffers and handles that files share. This is the floor: it calls nothing above it but the driver's table.
 * The device knows no GPU; a driver (kernel/radeon) is behind struct vr_driver. Who calls whom, downwards:
 *
 * in each process
 *   libc.c dir.c   the C library's functions that a program reaches the device with, interposed (libc.h)
 *   sysfs.c        the pretended part of the file system
 *   client.c       carries system calls to the server (client.h)
 *   watch.c        whether the process reads what its CPU does not see yet (watch.h)
 *   proto.c        messages (proto.h)
 * in the server, which is a thread of teragl-run or of the first process
 *   server.c       connections and requests (server.h)
 *   drm.c          the table of all ioctls, and the core's small ones (ioctl.h)
 *   gem.c          buffers as files share them: names and dma-bufs
 *   kms.c          the card node's display: connector, modes, frame buffers, flips (display.h)
 *   crtc.c         its cursor, gamma and vertical blanks
 *   planes.c       its plane and properties
 *   picture.c      what it showed last
 *   file.c         open files (file.h)
 *   user.c         memory of the process that is served (user.h)
 *   bo.c           buffers and handles (this header)
 *
 * Facts: the kernel's UAPI headers drm.h and drm_mode.h, and the behaviour of Linux 6.1's DRM core. Functions
 * that handle an ioctl return 0 or a positive errno.
 */
#ifndef KERNEL_DEVICE_DEVICE_H
#define KERNEL_DEVICE_DEVICE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/device/proto.h"

#define VR_PAGE_B UINT64_C(4096)
/* The offsets by which nodes are mapped start here; no file of the host is that long. */
#define VR_MMAP_BASE (UINT64_C(1) << 44)

enum { VR_GAMMA = 256 };

struct vr_device;
struct vr_file;

/** A buffer. Drivers put what is theirs behind it. */
struct vr_bo {
   uint32_t refs; /* handles, dma-bufs, frame buffers, submissions in flight */
   int fd;        /* its storage, a file of its own: whoever maps it keeps it */
   uint64_t size_B;
   uint64_t offset_B; /* in the GPU's memory: no two buffers have the same */
   uint32_t name;     /* flink; 0 = none */
   uint64_t number;   /* no two buffers of a device have ever had the same */
   bool mapped;       /* some process has asked for a mapping of it */
   /* the GPU wrote to it, and the kernel has not made the CPU see that; kept with TERAGL_STRICT */
   bool stale;
};

/** A handle of one open file. */
struct vr_handle {
   struct vr_bo *bo; /* NULL: free */
   uint64_t va;      /* where the GPU has it in the file's address space; 0 = nowhere */
};

/** An ioctl: who handles it, and who may use it. */
struct vr_ioctl {
   int (*handle)(struct vr_device *d, struct vr_file *f, void *arg);
   uint16_t size_B; /* of the argument */
   uint16_t flags;  /* enum vr_ioctl_flags */
};

enum vr_ioctl_flags {
   VR_RENDER = 1,   /* render nodes too */
   VR_UNLOCKED = 2, /* the handler takes the lock itself */
};

/** What a GPU's driver does for the device. With the lock held. */
struct vr_driver {
   const char *name, *date, *description;
   uint16_t vendor; /* PCI */
   int major, minor;
   const struct vr_ioctl *ioctls; /* from DRM_COMMAND_BASE on */
   uint32_t num_ioctls;
   /** A buffer of whole pages that the display can show, and a handle of it: 0, ENOMEM. */
   int (*create_dumb)(struct vr_device *d, struct vr_file *f, uint64_t size_B, uint32_t *handle);
   /** Waits until the GPU is done with a buffer; the lock is given up meanwhile. */
   void (*bo_wait)(struct vr_device *d, struct vr_bo *bo);
   /** Whether its pixels lie in rows. */
   bool (*bo_is_linear)(const struct vr_bo *bo);
   /** Nobody has the buffer any more: frees it and its storage. */
   void (*bo_free)(struct vr_device *d, struct vr_bo *bo);
   /** Takes a buffer out of a file's address space. */
   void (*va_unmap)(struct vr_file *f, uint64_t va, uint64_t size_B);
   /** A file ends, whose handles are closed. */
   void (*file_close)(struct vr_device *d, struct vr_file *f);
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
   void *gpu; /* the driver's */
   bool unique_set, universal_planes;
};

struct vr_fb;

enum vr_picture_result {
   VR_PICTURE_NONE, /* nothing was ever shown */
   VR_PICTURE_KEPT,
   VR_PICTURE_TILED, /* in an order of pixels that the driver alone knows */
   VR_PICTURE_LOST,  /* out of memory, or the file could not be written */
};

/** A picture, top row first; rgba: NULL if there is none, else w * h * 4 bytes. */
struct vr_picture {
   enum vr_picture_result result;
   uint32_t w, h;
   uint8_t *rgba;
};

struct vr_device {
   const struct vr_driver *driver;
   void *gpu;            /* the driver's */
   uint16_t pci_id;      /* device */
   pthread_mutex_t lock; /* everything below */
   char name[VR_NAME_B]; /* the server's */
   int epoll;            /* ready when a file's peer hangs up */
   struct vr_file **files;
   uint32_t num_files, max_files;
   uint32_t last_file;   /* id */
   uint64_t last_bo;     /* number */
   struct vr_bo **names; /* by flink name - 1 */
   uint32_t num_names, max_names;
   /* the display */
   struct vr_fb *fbs;                     /* newest first */
   uint32_t num_fbs;                      /* ever made */
   uint32_t shown_fb;                     /* id; 0: the display is off */
   uint32_t mode;                         /* its number */
   uint32_t pan_x, pan_y, mode_w, mode_h; /* pixels; within the frame buffer that is shown */
   struct vr_picture picture;             /* what it showed when it went off */
   uint32_t dpms;                         /* DRM_MODE_DPMS_x */
   uint64_t blanks;                       /* vertical blanks so far */
   struct vr_bo *cursor;                  /* a reference, or NULL */
   uint16_t gamma[3][VR_GAMMA];
};

/** A device with nothing open. NULL: out of memory or descriptors. */
struct vr_device *vr_device_create(const struct vr_driver *driver, void *gpu, uint16_t pci_id);

/** A descriptor of the same file under a number that programs do not expect their own at, if there is room; closes the other.
 * -1 stays -1, with errno. */
int vr_high_fd(int fd);

/* Buffers and handles; with the lock held. */

/** What a handle stands for; NULL: nothing. */
struct vr_bo *vr_bo_of(const struct vr_file *f, uint32_t handle);
/** Gives a reference back. */
void vr_bo_put(struct vr_device *d, struct vr_bo *bo);
/** Waits for the submissions that name a buffer, which the caller need not have a reference to. */
void vr_bo_wait(struct vr_device *d, struct vr_bo *bo);
/** A new handle that takes a reference; 0: out of memory. */
uint32_t vr_new_handle(struct vr_file *f, struct vr_bo *bo);
void vr_close_handle(struct vr_device *d, struct vr_file *f, uint32_t handle);

#endif
