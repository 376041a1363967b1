/* SPDX-License-Identifier: MIT
 *
 * TERAGL_STRICT on the device: whether a process looks at memory of the GPU that its CPU does not see yet.
 */
#ifndef KERNEL_DEVICE_WATCH_H
#define KERNEL_DEVICE_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Whether TERAGL_STRICT is set; without it the other functions do nothing. */
bool vr_watch_on(void);
/** The process has mapped bytes from \p fd_at_B on of a buffer's storage, \p fd, which stays the caller's. \p bo is the
 * buffer's number. \p stale: the CPU does not see all of it yet. */
void vr_watch_mapped(void *p, size_t size_B, uint64_t bo, int fd, uint64_t fd_at_B, bool stale);
/** Whatever was mapped there is not any more, or will not be in a moment. */
void vr_watch_unmapped(void *p, size_t size_B);
/** The GPU is about to write to a buffer; it has written to it; the CPU now sees what is there. */
void vr_watch_before(uint64_t bo);
void vr_watch_written(uint64_t bo);
void vr_watch_flushed(uint64_t bo);

#endif
