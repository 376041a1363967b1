/* SPDX-License-Identifier: MIT
 *
 * Memory of the process that is served, by messages over its connection (proto.h).
 */
#include "kernel/device/user.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "util/u_math.h"
#include "util/u_thread_local.h"

static U_THREAD_LOCAL struct vr_conversation *current;

void
vr_user_set(struct vr_conversation *c)
{
   current = c;
}

static int
copy_user(uint64_t user, uint8_t *own, size_t size_B, enum vr_msg_kind kind)
{
   assert(kind == VR_MSG_READ || kind == VR_MSG_WRITE);
   struct vr_conversation *c = current;
   if (!c)
      return EFAULT;
   for (size_t at = 0; at < size_B;) {
      size_t n = MIN2(size_B - at, VR_PAYLOAD_B);
      struct vr_msg m = {
         .kind = kind, .a = user + at, .b = n, .size_B = kind == VR_MSG_WRITE ? (uint32_t)n : 0};
      int fd;
      if (!vr_send(c->sock, &m, own + at, -1) || !vr_receive(c->sock, &m, c->payload, &fd))
         return EFAULT;
      if (fd >= 0)
         close(fd);
      if (m.err || m.kind != (uint32_t)kind || (kind == VR_MSG_READ && m.size_B != n))
         return EFAULT;
      if (kind == VR_MSG_READ)
         memcpy(own + at, c->payload, n);
      at += n;
   }
   return 0;
}

int
vr_copy_in(void *to, uint64_t user, size_t size_B)
{
   return copy_user(user, to, size_B, VR_MSG_READ);
}

int
vr_copy_out(uint64_t user, const void *from, size_t size_B)
{
   return copy_user(user, (uint8_t *)from, size_B, VR_MSG_WRITE);
}

int
vr_give(uint64_t user, uint32_t *count, const void *from, uint32_t n, size_t element_B)
{
   uint32_t room = *count;
   assert(from && element_B);
   *count = n;
   return room >= n && n ? vr_copy_out(user, from, n * element_B) : 0;
}

void
vr_reply_fd(int fd)
{
   assert(fd >= 0);
   if (current && current->reply_fd < 0)
      current->reply_fd = fd;
   else
      close(fd);
}

void
vr_reply_memory(int fd, uint64_t addr, uint64_t size_B, uint32_t handle)
{
   assert(fd >= 0 && size_B && handle);
   vr_reply_fd(fd);
   if (!current)
      return;
   current->shared_addr = addr;
   current->shared_size_B = size_B;
   current->shared_handle = handle;
}

void
vr_tell(uint32_t kind, uint64_t bo)
{
   assert(kind >= VR_MSG_BEFORE && kind <= VR_MSG_FLUSHED);
   struct vr_conversation *c = current;
   struct vr_msg m = {.kind = kind, .a = bo};
   int fd = -1;
   if (c && vr_send(c->sock, &m, NULL, -1) && vr_receive(c->sock, &m, c->payload, &fd) && fd >= 0)
      close(fd);
}
