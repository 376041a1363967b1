/* SPDX-License-Identifier: MIT
 *
 * The process whose system call this thread handles: its memory, and what goes back to it beside the ioctl's
 * argument.
 */
#ifndef KERNEL_DEVICE_USER_H
#define KERNEL_DEVICE_USER_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/device/proto.h"

/* Memory of the process; may be anywhere. 0 or EFAULT. */
int vr_copy_in(void *to, uint64_t user, size_t size_B);
int vr_copy_out(uint64_t user, const void *from, size_t size_B);
/** Copies n elements if the caller has room for them (*count), and says in *count how many there are. 0 or
 * EFAULT. */
int vr_give(uint64_t user, uint32_t *count, const void *from, uint32_t n, size_t element_B);

/** Gives the process a copy of this descriptor with the answer, and closes it here. */
void vr_reply_fd(int fd);
/** Asks the process to put this descriptor's pages in place of [addr, +size_B) of its memory, with what is
 * there; it closes \p handle when it cannot. */
void vr_reply_memory(int fd, uint64_t addr, uint64_t size_B, uint32_t handle);

/** Tells the process something of a buffer: \p kind is VR_MSG_BEFORE, _WRITTEN or _FLUSHED. */
void vr_tell(uint32_t kind, uint64_t bo);

/** What a thread's system call is about. */
struct vr_conversation {
   int sock;
   int reply_fd;                        /* -1: none */
   uint64_t shared_addr, shared_size_B; /* vr_reply_memory; 0: none */
   uint32_t shared_handle;
   uint8_t payload[VR_PAYLOAD_B];
};

/** Server alone: whom the functions above talk to from this thread on; NULL: to nobody. */
void vr_user_set(struct vr_conversation *c);

#endif
