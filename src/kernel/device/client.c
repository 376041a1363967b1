/* SPDX-License-Identifier: MIT
 *
 * Connections to the device's server and the system calls that go over them. The server is the one that
 * TERAGL_VRADEON names (teragl-run's); without one the first that looks for the device becomes it, in a
 * thread, and tells its children by the same variable.
 *
 * An ioctl that makes a buffer of the program's own memory (radeon's GEM_USERPTR) exchanges the pages under the
 * program: the buffer's storage is filled with what is there and mapped in their place. So a fork()ed child
 * shares them, where the kernel would copy on write.
 */
#include "kernel/device/client.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <libdrm/drm.h>
#include <linux/dma-buf.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#include "kernel/device/watch.h"
#include "util/u_debug.h"
#include "util/u_math.h"

/* Where the program does not expect its own descriptors. */
#define FIRST_FD 200

struct connection {
   int sock;
   bool busy;
   struct connection *next;
   uint8_t payload[VR_PAYLOAD_B];
};

static struct {
   pthread_mutex_t lock;
   struct connection *list;
   atomic_bool named; /* the name below is final */
   char name[VR_NAME_B];
   bool failed;
} client = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* In the environment from the start, empty, so that naming the server never moves the environment. */
static char variable[sizeof VR_SERVER_VARIABLE + VR_NAME_B] = VR_SERVER_VARIABLE "=";

static void
lock_before_fork(void)
{
   pthread_mutex_lock(&client.lock);
}

static void
unlock_after_fork(void)
{
   pthread_mutex_unlock(&client.lock);
}

/* The parent's connections are in the parent's use. */
static void
forget_connections_after_fork(void)
{
   for (struct connection *c = client.list, *next; c; c = next) {
      next = c->next;
      close(c->sock);
      if (!c->busy)
         free(c);
   }
   client.list = NULL;
   pthread_mutex_unlock(&client.lock);
}

static void
set_server_name(const char *name)
{
   assert(!atomic_load(&client.named) || client.name[0]);
   snprintf(client.name, sizeof client.name, "%s", name);
   atomic_store_explicit(&client.named, true, memory_order_release);
}

__attribute__((constructor)) static void
find_server(void)
{
   const char *name = u_getenv("TERAGL_VRADEON");
   pthread_atfork(lock_before_fork, unlock_after_fork, forget_connections_after_fork);
   if (name)
      set_server_name(name);
   else
      putenv(variable);
}

/* ---- connections ---- */

static bool
peer_name(int fd, char name[sizeof((struct sockaddr_un *)0)->sun_path])
{
   struct sockaddr_un at;
   socklen_t n = sizeof at;
   int saved = errno;
   bool ok = getpeername(fd, (struct sockaddr *)&at, &n) == 0;
   errno = saved;
   size_t head = offsetof(struct sockaddr_un, sun_path) + 1;
   if (!ok || at.sun_family != AF_UNIX || n <= head || n >= sizeof at || at.sun_path[0])
      return false;
   memcpy(name, at.sun_path + 1, n - head);
   name[n - head] = 0;
   return true;
}

static int
connect_to(const char *name)
{
   struct sockaddr_un at = {.sun_family = AF_UNIX};
   _Static_assert(VR_NAME_B < sizeof at.sun_path, "a server's name fits");
   size_t len = strlen(name);
   memcpy(at.sun_path + 1, name, len);
   int sock = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
   if (sock >= 0 &&
       connect(sock, (struct sockaddr *)&at, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + len))) {
      close(sock);
      return -1;
   }
   int high = sock >= 0 ? fcntl(sock, F_DUPFD_CLOEXEC, FIRST_FD) : -1;
   if (high >= 0) {
      close(sock);
      sock = high;
   }
   return sock;
}

/* With the lock held: a connection to the server, which is started if there is none. */
static int
connect_or_serve(void)
{
   if (client.failed)
      return -1;
   bool named = atomic_load_explicit(&client.named, memory_order_acquire);
   int sock = named ? connect_to(client.name) : -1;
   if (sock >= 0)
      return sock;
   char mine[VR_NAME_B];
   snprintf(mine, sizeof mine, "teragl-vradeon-%ld-", (long)getpid());
   /* A program that has replaced itself by exec took its server with it. */
   if (!named || !strncmp(client.name, mine, strlen(mine))) {
      if (vr_start_server(mine)) {
         set_server_name(mine);
         snprintf(variable + sizeof VR_SERVER_VARIABLE, VR_NAME_B, "%s", mine);
         sock = connect_to(mine);
      }
   } else {
      u_log("virtual radeon: its server %s is gone", client.name);
   }
   client.failed = sock < 0;
   return sock;
}

static struct connection *
take_connection(void)
{
   char peer[sizeof((struct sockaddr_un *)0)->sun_path];
   pthread_mutex_lock(&client.lock);
   struct connection *c;
   for (struct connection **p = &client.list; (c = *p);) {
      if (c->busy) {
         p = &c->next;
      } else if (peer_name(c->sock, peer) && !strcmp(peer, client.name)) {
         break;
      } else { /* the program closed it, or has put another file there */
         *p = c->next;
         free(c);
      }
   }
   if (!c && (c = malloc(sizeof *c))) {
      c->sock = connect_or_serve();
      if (c->sock >= 0) {
         c->next = client.list;
         client.list = c;
      } else {
         free(c);
         c = NULL;
      }
   }
   if (c)
      c->busy = true;
   pthread_mutex_unlock(&client.lock);
   return c;
}

static void
give_connection_back(struct connection *c, bool alive)
{
   pthread_mutex_lock(&client.lock);
   assert(c->busy);
   c->busy = false;
   if (!alive) {
      struct connection **p = &client.list;
      while (*p && *p != c)
         p = &(*p)->next;
      if (*p)
         *p = c->next;
      close(c->sock);
      free(c);
   }
   pthread_mutex_unlock(&client.lock);
}

/* ---- memory of this process ---- */

/* The kernel copies with a check; reading and writing one's own process through process_vm_* is the same
 * thing. Where a sandbox forbids it the bytes are simply copied. */
static int
copy_own(uint64_t user, void *own, size_t size_B, bool out)
{
   struct iovec local = {own, size_B}, remote = {(void *)(uintptr_t)user, size_B};
   if (!size_B)
      return 0;
   ssize_t n = out ? process_vm_writev(getpid(), &local, 1, &remote, 1, 0)
                   : process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
   if (n == (ssize_t)size_B)
      return 0;
   if (n >= 0 || (errno != EPERM && errno != ENOSYS))
      return EFAULT;
   memcpy(out ? (void *)(uintptr_t)user : own, out ? own : (void *)(uintptr_t)user, size_B);
   return 0;
}

/* ---- requests ---- */

/** What the server asked for. */
static void
answer(struct vr_msg *m, struct connection *c)
{
   const bool out = m->kind == VR_MSG_WRITE, in = m->kind == VR_MSG_READ;
   const uint32_t size_B = out ? m->size_B : in ? (uint32_t)MIN2(m->b, VR_PAYLOAD_B) : 0;
   m->err = 0;
   if (in || out)
      m->err = copy_own(m->a, c->payload, size_B, out);
   else if (m->kind == VR_MSG_BEFORE)
      vr_watch_before(m->a);
   else if (m->kind == VR_MSG_WRITTEN)
      vr_watch_written(m->a);
   else if (m->kind == VR_MSG_FLUSHED)
      vr_watch_flushed(m->a);
   m->size_B = !in || m->err ? 0 : size_B;
}

/** Sends a request and answers the server's questions until it is done. *m, \p arg: in and out. *fd: -1 or
 * what came with the answer. */
static int
call_server(struct vr_msg *m, void *arg, int *fd)
{
   *fd = -1;
   int saved = errno;
   struct connection *c = take_connection();
   errno = saved;
   if (!c)
      return ENODEV;
   uint32_t arg_B = m->size_B;
   bool ok = vr_send(c->sock, m, arg, -1);
   while (ok && (ok = vr_receive(c->sock, m, c->payload, fd)) && m->kind != VR_MSG_DONE) {
      answer(m, c);
      ok = vr_send(c->sock, m, c->payload, -1);
   }
   if (ok && m->size_B)
      memcpy(arg, c->payload, MIN2(m->size_B, arg_B));
   give_connection_back(c, ok);
   errno = saved;
   return ok ? m->err : ENODEV;
}

const struct vr_card *
vr_client_card(void)
{
   static struct vr_card card;
   static atomic_bool known;
   if (atomic_load_explicit(&known, memory_order_acquire))
      return &card;
   struct vr_card answer = {0};
   struct vr_msg m = {.kind = VR_MSG_HELLO, .size_B = sizeof answer.driver - 1};
   int fd;
   if (call_server(&m, answer.driver, &fd))
      return NULL;
   answer.device = (uint16_t)m.a;
   answer.vendor = (uint16_t)m.b;
   pthread_mutex_lock(&client.lock);
   if (!atomic_load_explicit(&known, memory_order_relaxed)) /* two threads may have asked at once */
      card = answer;
   atomic_store_explicit(&known, true, memory_order_release);
   pthread_mutex_unlock(&client.lock);
   return &card;
}

bool
vr_client_ident(int fd, struct vr_ident *id)
{
   char name[sizeof((struct sockaddr_un *)0)->sun_path];
   if (fd < 0 || !atomic_load_explicit(&client.named, memory_order_acquire) || !peer_name(fd, name))
      return false;
   size_t n = strlen(client.name);
   unsigned long long size_B;
   if (strncmp(name, client.name, n) != 0 ||
       sscanf(name + n, "/%u/%d/%llu", &id->id, &id->minor, &size_B) != 3)
      return false;
   id->size_B = size_B;
   return true;
}

/* What comes with an answer is closed at exec; the program may want it otherwise. */
static void
keep_at_exec(int fd, int flags)
{
   if (!(flags & O_CLOEXEC))
      fcntl(fd, F_SETFD, 0);
}

int
vr_client_open(int minor, int flags)
{
   struct vr_msg m = {.kind = VR_MSG_OPEN, .a = (uint64_t)minor, .b = (uint64_t)flags};
   int fd, err = call_server(&m, NULL, &fd);
   if (!err && fd >= 0) {
      keep_at_exec(fd, flags);
      return fd;
   }
   errno = err ? err : EMFILE; /* it did not fit into the table of descriptors */
   return -1;
}

int
vr_client_mmap(const struct vr_ident *id, uint64_t offset, uint64_t size_B, struct vr_client_mapping *to)
{
   struct vr_msg m = {.kind = VR_MSG_MMAP, .file = id->id, .a = offset, .b = size_B};
   int err = call_server(&m, NULL, &to->fd);
   to->offset_B = m.a;
   to->bo = m.b;
   to->stale = m.file;
   return err ? err : to->fd < 0 ? ENOMEM : 0;
}

/* ---- memory of this process as a buffer ---- */

/** Whether all of a range is the process's own memory: mapped, writable, of no file. */
static bool
is_anonymous(uint64_t addr, uint64_t size_B)
{
   FILE *maps = fopen("/proc/self/maps", "re");
   char line[512];
   uint64_t at = addr;
   while (maps && at < addr + size_B && fgets(line, sizeof line, maps)) {
      unsigned long long from, to, inode;
      char rights[5];
      int path = 0;
      if (sscanf(line, "%llx-%llx %4s %*x %*x:%*x %llu %n", &from, &to, rights, &inode, &path) != 4 ||
          at < from || at >= to)
         continue;
      bool ours = !strncmp(line + path, "/memfd:teragl-buffer", 20); /* was made a buffer before */
      if (strncmp(rights, "rw", 2) != 0 || (inode && !ours))
         break;
      at = to;
   }
   if (maps)
      fclose(maps);
   return at >= addr + size_B;
}

/** Puts a buffer's storage in place of a range of memory, with its contents. */
static int
share_memory(uint64_t addr, uint64_t size_B, int fd)
{
   void *p = (void *)(uintptr_t)addr;
   if (!is_anonymous(addr, size_B))
      return EFAULT;
   for (uint64_t at = 0; at < size_B;) {
      ssize_t n = pwrite(fd, (uint8_t *)p + at, size_B - at, (off_t)at);
      if (n <= 0)
         return n < 0 ? errno : EIO;
      at += (uint64_t)n;
   }
   return mmap(p, size_B, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED ? errno : 0;
}

/* ---- ioctls ---- */

/** Does what VR_MSG_IOCTL's answer asks for. */
static int
make_user_buffer(const struct vr_ident *id, const struct vr_msg *m, int fd)
{
   int saved = errno;
   int err = fd < 0 ? EMFILE : share_memory(m->a, m->b, fd);
   if (fd >= 0)
      close(fd);
   errno = saved;
   if (err) {
      struct drm_gem_close close_arg = {.handle = m->file};
      vr_client_ioctl(id, DRM_IOCTL_GEM_CLOSE, &close_arg);
   }
   return err;
}

#define IS(request, name) (_IOC_TYPE(request) == DRM_IOCTL_BASE && _IOC_NR(request) == _IOC_NR(name))

int
vr_client_ioctl(const struct vr_ident *id, unsigned long request, void *arg)
{
   if (id->minor < 0) /* a dma-buf: the CPU's caches are the GPU's */
      return request == DMA_BUF_IOCTL_SYNC ? 0 : ENOTTY;
   _Alignas(8) uint8_t data[VR_ARG_B] = {0};
   uint32_t size_B = MIN2(_IOC_SIZE(request), VR_ARG_B);
   int err = _IOC_DIR(request) & _IOC_WRITE ? copy_own((uintptr_t)arg, data, size_B, false) : 0;
   if (err)
      return err;
   struct drm_prime_handle *prime = (struct drm_prime_handle *)data;
   int wanted = (int)prime->flags, buf = prime->fd;
   if (IS(request, DRM_IOCTL_PRIME_FD_TO_HANDLE)) { /* the server knows the buffer by its number */
      struct vr_ident of;
      int saved = errno;
      bool open = fcntl(buf, F_GETFD) >= 0;
      errno = saved;
      if (!vr_client_ident(buf, &of) || of.minor >= 0)
         return open ? EINVAL : EBADF;
      prime->fd = (int32_t)of.id;
   }
   struct vr_msg m = {.kind = VR_MSG_IOCTL, .file = id->id, .size_B = size_B, .a = request};
   uint8_t given[VR_ARG_B];
   _Static_assert(sizeof given == sizeof data, "all of it is given back");
   memcpy(given, data, sizeof given);
   int fd;
   err = call_server(&m, data, &fd);
   if (IS(request, DRM_IOCTL_PRIME_FD_TO_HANDLE)) {
      prime->fd = buf;
   } else if (IS(request, DRM_IOCTL_PRIME_HANDLE_TO_FD) && !err) {
      if (fd < 0)
         return EMFILE;
      keep_at_exec(fd, wanted);
      prime->fd = fd;
   } else if (m.b && !err) {
      err = make_user_buffer(id, &m, fd);
      if (err)
         memcpy(data, given, sizeof data);
   } else if (fd >= 0) {
      close(fd);
   }
   int fault = _IOC_DIR(request) & _IOC_READ ? copy_own((uintptr_t)arg, data, size_B, true) : 0;
   return err ? err : fault;
}
