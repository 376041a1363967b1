/* SPDX-License-Identifier: MIT
 *
 * Messages between a process and the server of its device.
 */
#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "kernel/device/proto.h"

bool
vr_send(int sock, const struct vr_msg *m, const void *payload, int fd)
{
   assert(m->size_B <= VR_PAYLOAD_B && (payload || !m->size_B));
   struct iovec iov[2] = {
      {(void *)m,       sizeof *m},
      {(void *)payload, m->size_B}
   };
   _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {0};
   struct msghdr h = {.msg_iov = iov, .msg_iovlen = m->size_B ? 2 : 1};
   if (fd >= 0) {
      h.msg_control = control;
      h.msg_controllen = sizeof control;
      struct cmsghdr *c = CMSG_FIRSTHDR(&h);
      *c =
         (struct cmsghdr){.cmsg_len = CMSG_LEN(sizeof fd), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
      memcpy(CMSG_DATA(c), &fd, sizeof fd);
   }
   ssize_t n;
   while ((n = sendmsg(sock, &h, MSG_NOSIGNAL)) < 0 && errno == EINTR)
      ;
   return n == (ssize_t)(sizeof *m + m->size_B);
}

bool
vr_receive(int sock, struct vr_msg *m, void *payload, int *fd)
{
   struct iovec iov[2] = {
      {m,       sizeof *m   },
      {payload, VR_PAYLOAD_B}
   };
   _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int))];
   struct msghdr h = {
      .msg_iov = iov, .msg_iovlen = 2, .msg_control = control, .msg_controllen = sizeof control};
   ssize_t n;
   while ((n = recvmsg(sock, &h, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR)
      ;
   *fd = -1;
   struct cmsghdr *c = n >= 0 ? CMSG_FIRSTHDR(&h) : NULL;
   if (c && c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS)
      memcpy(fd, CMSG_DATA(c), sizeof *fd);
   if (n >= (ssize_t)sizeof *m && m->size_B == (size_t)n - sizeof *m)
      return true;
   if (*fd >= 0)
      close(*fd);
   *fd = -1;
   return false;
}
