/* SPDX-License-Identifier: MIT
 *
 * The server of a device: it listens on an abstract name and has one thread for each connection, i.e. for
 * each thread of any process that is in one of the device's system calls. Only processes of the same user are
 * let in.
 *
 * Signals stay with the program's own threads.
 */
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

#include "util/u_debug.h"
#include "util/u_math.h"
#include "kernel/device/proto.h"
#include "kernel/device/device.h"

/* The conversation that this thread is in. */
struct conversation {
   int sock;
   int reply_fd; /* -1: none */
   uint8_t payload[VR_PAYLOAD_B];
};

static _Thread_local struct conversation *current;

/* ---- memory of the other process ------------------------------------------------------------------------
 */

static int
copy(uint64_t user, uint8_t *own, size_t size_B, enum vr_msg_kind kind)
{
   struct conversation *c = current;
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
   return copy(user, to, size_B, VR_MSG_READ);
}

int
vr_copy_out(uint64_t user, const void *from, size_t size_B)
{
   return copy(user, (uint8_t *)from, size_B, VR_MSG_WRITE);
}

void
vr_reply_fd(int fd)
{
   if (current && current->reply_fd < 0)
      current->reply_fd = fd;
   else
      close(fd);
}

/* ---- requests -------------------------------------------------------------------------------------------
 */

static void
do_open(struct vr_device *d, struct vr_msg *m)
{
   bool minor_ok = m->a == VR_MINOR_CARD || m->a == VR_MINOR_RENDER;
   int fd = minor_ok ? vr_open(d, (int)m->a, (int)m->b) : -1;
   m->err = fd >= 0 ? 0 : minor_ok ? errno : ENOENT;
   if (fd >= 0)
      vr_reply_fd(fd);
}

static void
do_ioctl(struct vr_device *d, struct vr_msg *m, uint8_t *payload)
{
   struct vr_file *f = vr_file_get(d, m->file);
   m->err = f ? 0 : ENODEV;
   if (!f)
      return;
   _Alignas(8) uint8_t arg[VR_ARG_B] = {0}; /* the payload's room is used for its pointers meanwhile */
   uint32_t size_B = MIN2(m->size_B, VR_ARG_B);
   memcpy(arg, payload, size_B);
   m->err = vr_ioctl(d, f, (uint32_t)m->a, arg);
   memcpy(payload, arg, size_B);
   m->size_B = size_B;
   vr_file_put(d, f);
}

static void
do_mmap(struct vr_device *d, struct vr_msg *m)
{
   struct vr_file *f = vr_file_get(d, m->file);
   m->err = f ? 0 : ENODEV;
   if (!f)
      return;
   int fd;
   m->err = vr_mmap_range(d, f, m->a, m->b, &fd, &m->a);
   if (!m->err)
      vr_reply_fd(fd);
   vr_file_put(d, f);
}

static void
converse(struct vr_device *d, struct conversation *c)
{
   struct vr_msg m;
   int fd;
   while (vr_receive(c->sock, &m, c->payload, &fd)) {
      if (fd >= 0)
         close(fd);
      c->reply_fd = -1;
      vr_reap(d);
      uint32_t kind = m.kind;
      switch (kind) {
      case VR_MSG_HELLO:
         m.a = d->chip->pci_ids[0];
         m.err = 0;
         break;
      case VR_MSG_OPEN:
         do_open(d, &m);
         break;
      case VR_MSG_IOCTL:
         do_ioctl(d, &m, c->payload);
         break;
      case VR_MSG_MMAP:
         do_mmap(d, &m);
         break;
      default:
         return;
      }
      m.kind = VR_MSG_DONE;
      if (kind != VR_MSG_IOCTL)
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
   struct conversation *c = malloc(sizeof *c);
   if (c) {
      c->sock = s.sock;
      current = c;
      converse(s.device, c);
      current = NULL;
   }
   close(s.sock);
   free(c);
   return NULL;
}

/* ---- the listener ---------------------------------------------------------------------------------------
 */

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
vr_serve(char name[VR_NAME_B])
{
   struct vr_device *d = vr_device_create();
   if (!d)
      return false;
   int sock = vr_high_fd(socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
   struct sockaddr_un at = {.sun_family = AF_UNIX};
   struct timespec now;
   clock_gettime(CLOCK_REALTIME, &now);
   snprintf(d->name, sizeof d->name, "teragl-vradeon-%ld-%lx", (long)getpid(),
            (unsigned long)now.tv_nsec ^ (unsigned long)now.tv_sec << 30);
   size_t len = strlen(d->name);
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
