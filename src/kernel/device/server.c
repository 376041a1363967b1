/* SPDX-License-Identifier: MIT
 *
 * The server of a device: it listens on an abstract name and has one thread for each connection, i.e. for
 * each thread of any process that is in one of the device's system calls. Only processes of the same user are
 * let in.
 *
 * Signals stay with the program's own threads.
 */
#include "kernel/device/server.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "kernel/device/file.h"
#include "kernel/device/ioctl.h"
#include "kernel/device/user.h"
#include "util/u_debug.h"
#include "util/u_math.h"

/* ---- requests ---- */

static void
answer_open(struct vr_device *d, struct vr_msg *m)
{
   bool minor_ok = m->a == VR_MINOR_CARD || m->a == VR_MINOR_RENDER;
   int fd = minor_ok ? vr_open(d, (int)m->a, (int)m->b) : -1;
   m->err = fd >= 0 ? 0 : minor_ok ? errno : ENOENT;
   if (fd >= 0)
      vr_reply_fd(fd);
}

static void
answer_ioctl(struct vr_device *d, struct vr_msg *m, struct vr_conversation *c)
{
   struct vr_file *f = vr_file_get(d, m->file);
   m->err = f ? 0 : ENODEV;
   if (!f)
      return;
   _Alignas(8) uint8_t arg[VR_ARG_B] = {0}; /* the payload's room is used for its pointers meanwhile */
   uint32_t size_B = MIN2(m->size_B, VR_ARG_B);
   memcpy(arg, c->payload, size_B);
   m->err = vr_ioctl(d, f, (uint32_t)m->a, arg);
   memcpy(c->payload, arg, size_B);
   m->size_B = size_B;
   m->a = c->shared_addr;
   m->b = c->shared_size_B;
   m->file = c->shared_handle;
   vr_file_put(d, f);
}

static void
answer_mmap(struct vr_device *d, struct vr_msg *m)
{
   struct vr_file *f = vr_file_get(d, m->file);
   m->err = f ? 0 : ENODEV;
   if (!f)
      return;
   struct vr_mapping to;
   m->err = vr_mmap_range(d, f, m->a, m->b, &to);
   if (!m->err) {
      vr_reply_fd(to.fd);
      m->a = to.offset_B;
      m->b = to.bo;
      m->file = to.stale;
   }
   vr_file_put(d, f);
}

static void
converse(struct vr_device *d, struct vr_conversation *c)
{
   struct vr_msg m;
   int fd;
   while (vr_receive(c->sock, &m, c->payload, &fd)) {
      if (fd >= 0)
         close(fd);
      c->reply_fd = -1;
      c->shared_addr = c->shared_size_B = c->shared_handle = 0;
      vr_reap(d);
      uint32_t kind = m.kind;
      switch (kind) {
      case VR_MSG_HELLO:
         m.a = d->pci_id;
         m.b = d->driver->vendor;
         m.size_B = (uint32_t)strlen(d->driver->name) + 1;
         assert(m.size_B <= VR_PAYLOAD_B);
         memcpy(c->payload, d->driver->name, m.size_B);
         m.err = 0;
         break;
      case VR_MSG_OPEN:
         answer_open(d, &m);
         break;
      case VR_MSG_IOCTL:
         answer_ioctl(d, &m, c);
         break;
      case VR_MSG_MMAP:
         answer_mmap(d, &m);
         break;
      default:
         return;
      }
      m.kind = VR_MSG_DONE;
      if (kind != VR_MSG_IOCTL && kind != VR_MSG_HELLO)
         m.size_B = 0;
      bool sent = vr_send(c->sock, &m, c->payload, c->reply_fd);
      if (c->reply_fd >= 0)
         close(c->reply_fd);
      if (!sent)
         return;
   }
}

struct start {
   struct vr_device *device;
   int sock;
};

static void *
connection_main(void *arg)
{
   struct start s = *(struct start *)arg;
   free(arg);
   struct vr_conversation *c = malloc(sizeof *c);
   if (c) {
      c->sock = s.sock;
      vr_user_set(c);
      converse(s.device, c);
      vr_user_set(NULL);
   }
   close(s.sock);
   free(c);
   return NULL;
}

/* ---- the listener ---- */

static bool
start_thread(struct vr_device *d, int sock, void *(*main)(void *))
{
   struct start *s = malloc(sizeof *s);
   pthread_t t;
   if (!s)
      return false;
   *s = (struct start){d, sock};
   sigset_t all, old;
   sigfillset(&all);
   pthread_sigmask(SIG_SETMASK, &all, &old);
   int err = pthread_create(&t, NULL, main, s);
   pthread_sigmask(SIG_SETMASK, &old, NULL);
   if (err)
      free(s);
   else
      pthread_detach(t);
   return !err;
}

static void *
listener_main(void *arg)
{
   struct start s = *(struct start *)arg;
   free(arg);
   struct pollfd p[2] = {
      {.fd = s.sock,          .events = POLLIN},
      {.fd = s.device->epoll, .events = POLLIN}
   };
   for (;;) {
      if (poll(p, 2, -1) < 0 && errno != EINTR)
         break;
      if (p[1].revents)
         vr_reap(s.device);
      if (!p[0].revents)
         continue;
      struct ucred cred;
      socklen_t n = sizeof cred;
      int sock = vr_high_fd(accept4(s.sock, NULL, NULL, SOCK_CLOEXEC));
      if (sock < 0 && (errno == EMFILE || errno == ENFILE))
         nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
      if (sock < 0)
         continue;
      if (getsockopt(sock, SOL_SOCKET, SO_PEERCRED, &cred, &n) || cred.uid != geteuid() ||
          !start_thread(s.device, sock, connection_main))
         close(sock);
   }
   close(s.sock);
   return NULL;
}

bool
vr_serve(struct vr_device *d, char name[VR_NAME_B])
{
   int sock = vr_high_fd(socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
   struct sockaddr_un at = {.sun_family = AF_UNIX};
   struct timespec now;
   clock_gettime(CLOCK_REALTIME, &now);
   snprintf(d->name, sizeof d->name, "teragl-vradeon-%ld-%lx", (long)getpid(),
            (unsigned long)now.tv_nsec ^ (unsigned long)now.tv_sec << 30);
   size_t len = strlen(d->name);
   assert(len < sizeof at.sun_path - 1);
   memcpy(at.sun_path + 1, d->name, len);
   if (sock < 0 ||
       bind(sock, (struct sockaddr *)&at, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + len)) ||
       listen(sock, 64) || !start_thread(d, sock, listener_main)) {
      u_log("virtual radeon: no socket to serve it on: %s", strerror(errno));
      if (sock >= 0)
         close(sock);
      return false;
   }
   memcpy(name, d->name, VR_NAME_B);
   return true;
}
