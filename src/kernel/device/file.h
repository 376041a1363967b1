/* SPDX-License-Identifier: MIT
 *
 * Open files: of nodes, and dma-bufs.
 */
#ifndef KERNEL_DEVICE_FILE_H
#define KERNEL_DEVICE_FILE_H

#include "kernel/device/device.h"

/** A descriptor for an open of a node; -1 and errno. \p flags as of open(). */
int vr_open(struct vr_device *d, int minor, int flags);
/** A descriptor for a dma-buf, which takes a reference of its own. */
int vr_open_dmabuf(struct vr_device *d, struct vr_bo *bo);
/** An open file by its number with a reference; NULL: there is none. */
struct vr_file *vr_file_get(struct vr_device *d, uint32_t id);
void vr_file_put(struct vr_device *d, struct vr_file *f);
/** Ends the files that no descriptor refers to any more. */
void vr_reap(struct vr_device *d);
/** Where mmap() of a file goes. */
struct vr_mapping {
   int fd; /* new, the caller's */
   uint64_t offset_B, bo;
   bool stale; /* struct vr_bo */
};
/** Where mmap() of a file at this offset really goes. */
int vr_mmap_range(struct vr_device *d, struct vr_file *f, uint64_t offset, uint64_t size_B,
                  struct vr_mapping *m);

#endif
