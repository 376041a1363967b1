/* SPDX-License-Identifier: MIT
 *
 * The device: which chip it is, its memory, and who has it open.
 *
 * Memory is one anonymous file, so that a buffer can be mapped as often as anybody likes: by the program
 * (mmap of the node), by the GPU (all of it at once) and, on Cayman and later, by the GPU address space of
 * each open file (buffer by buffer).
 *
 * An open file is one end of a socket pair. So poll() and read() on it work as on the real thing (events of
 * the display are written to the other end), every kind of dup() gives the same inode, and the other end
 * hangs up when the last descriptor is gone, wherever it was closed.
 *
 * After fork() the child keeps the descriptors but not the GPU's threads: its ioctls fail with ENODEV.
 */
#include "vradeon/vradeon.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "util/u_debug.h"
#include "util/u_math.h"

static struct vr_device *the_device;
static atomic_bool any_files;
static pid_t owner;

static const struct db_chip *
choose_chip(void)
{
   const char *name = u_getenv("TERAGL_CHIP");
   const struct db_chip *chip = db_chip_find(name ? name : "cypress");
   if (chip)
      return chip;
   char list[512];
   int n = 0;
   for (unsigned i = 0; (chip = db_chip_by_index(i)) && n >= 0 && (size_t)n < sizeof list; i++)
      n += snprintf(list + n, sizeof list - (size_t)n, " %s", chip->lname);
   u_log("virtual radeon: TERAGL_CHIP=%s is no chip; known are:%s", name, list);
   return NULL;
}

static bool
create_memory(struct vr_device *d)
{
   d->vram_B = d->gart_B = UINT64_C(1) << 30;
   d->memory_B = d->vram_B + d->gart_B;
   d->memory_fd = memfd_create("teragl-vradeon", MFD_CLOEXEC);
   if (d->memory_fd < 0 || ftruncate(d->memory_fd, (off_t)d->memory_B) ||
       !ws_ranges_init(&d->ranges, 0, d->memory_B)) {
      u_log("virtual radeon: no memory for the GPU: %s", strerror(errno));
      return false;
   }
   /* Addresses behind the end belong to nobody, but the emulator's vector loads may look there. */
   uint8_t *p = mmap(NULL, d->memory_B + EMU_VRAM_SLACK_B, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
   if (p == MAP_FAILED ||
       mmap(p, d->memory_B, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, d->memory_fd, 0) == MAP_FAILED) {
      u_log("virtual radeon: the GPU's memory can't be mapped: %s", strerror(errno));
      return false;
   }
   char error[200];
   const struct emu_config cfg = {.chip = d->chip, .vram_B = d->memory_B, .memory = p};
   d->emu = emu_create(&cfg, error, sizeof error);
   if (!d->emu)
      u_log("virtual radeon: %s", error);
   return d->emu != NULL;
}

static void
create_device(void)
{
   struct vr_device *d = calloc(1, sizeof *d);
   if (!d)
      return;
   d->chip = choose_chip();
   if (!d->chip || !create_memory(d)) {
      free(d);
      return;
   }
   pthread_mutex_init(&d->lock, NULL);
   pthread_mutex_init(&d->submit, NULL);
   pthread_cond_init(&d->idle, NULL);
   owner = getpid();
   the_device = d;
}

struct vr_device *
vr_device(void)
{
   static pthread_once_t once = PTHREAD_ONCE_INIT;
   pthread_once(&once, create_device);
   return the_device;
}

bool
vr_any_files(void)
{
   return atomic_load_explicit(&any_files, memory_order_acquire);
}

/* ---- files ----------------------------------------------------------------------------------------------
 */

static int
new_file(struct vr_device *d, int minor, struct vr_bo *dmabuf, int flags)
{
   int pair[2];
   struct stat st;
   if (getpid() != owner) {
      errno = ENODEV;
      return -1;
   }
   struct vr_file *f = calloc(1, sizeof *f);
   if (!f || socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair)) {
      free(f);
      return -1;
   }
   fcntl(pair[1], F_SETFD, FD_CLOEXEC);
   if (flags & O_CLOEXEC)
      fcntl(pair[0], F_SETFD, FD_CLOEXEC);
   if (flags & O_NONBLOCK)
      fcntl(pair[0], F_SETFL, O_NONBLOCK);
   if (syscall(SYS_fstat, pair[0], &st))
      goto fail;
   *f = (struct vr_file){.refs = 1, .ino = st.st_ino, .peer = pair[1], .minor = minor};
   pthread_mutex_lock(&d->lock);
   if (d->num_files == d->max_files) {
      uint32_t n = MAX2(d->max_files * 2, 16);
      struct vr_file **p = realloc(d->files, n * sizeof(struct vr_file *));
      if (!p) {
         pthread_mutex_unlock(&d->lock);
         errno = ENOMEM;
         goto fail;
      }
      d->files = p;
      d->max_files = n;
   }
   if (dmabuf) {
      dmabuf->refs++;
      f->dmabuf = dmabuf;
   }
   d->socket_dev = st.st_dev;
   d->files[d->num_files++] = f;
   pthread_mutex_unlock(&d->lock);
   atomic_store_explicit(&any_files, true, memory_order_release);
   return pair[0];
fail:
   close(pair[0]);
   close(pair[1]);
   free(f);
   return -1;
}

int
vr_open(int minor, int flags)
{
   vr_reap();
   return new_file(vr_device(), minor, NULL, flags);
}

int
vr_open_dmabuf(struct vr_device *d, struct vr_bo *bo, int flags)
{
   return new_file(d, -1, bo, flags);
}

struct vr_file *
vr_file_get(int fd)
{
   struct vr_device *d = the_device;
   struct stat st;
   struct vr_file *found = NULL;
   if (!vr_any_files() || fd < 0 || syscall(SYS_fstat, fd, &st) || st.st_dev != d->socket_dev ||
       !S_ISSOCK(st.st_mode))
      return NULL;
   pthread_mutex_lock(&d->lock);
   for (uint32_t i = 0; i < d->num_files && !found; i++) {
      if (d->files[i]->ino == st.st_ino) {
         found = d->files[i];
         found->refs++;
      }
   }
   pthread_mutex_unlock(&d->lock);
   return found;
}

/* The lock is held. */
static void
put_file(struct vr_device *d, struct vr_file *f)
{
   if (--f->refs)
      return;
   if (d->hyperz_owner == f)
      d->hyperz_owner = NULL;
   vr_kms_release(d, f);
   vr_gem_release(d, f);
   if (f->dmabuf)
      vr_bo_put(d, f->dmabuf);
   vr_vm_destroy(f->vm);
   free(f->handles);
   free(f);
}

void
vr_file_put(struct vr_file *f)
{
   pthread_mutex_lock(&the_device->lock);
   put_file(the_device, f);
   pthread_mutex_unlock(&the_device->lock);
}

void
vr_reap(void)
{
   struct vr_device *d = the_device;
   if (!vr_any_files() || getpid() != owner)
      return;
   pthread_mutex_lock(&d->lock);
   for (uint32_t i = d->num_files; i-- > 0;) {
      struct pollfd p = {.fd = d->files[i]->peer};
      if (poll(&p, 1, 0) > 0 && (p.revents & POLLHUP)) {
         struct vr_file *f = d->files[i];
         syscall(SYS_close, f->peer);
         f->peer = -1;
         d->files[i] = d->files[--d->num_files];
         put_file(d, f);
      }
   }
   pthread_mutex_unlock(&d->lock);
}

/* ---- user memory ----------------------------------------------------------------------------------------
 */

/* The kernel copies with a check; reading and writing one's own process through process_vm_* is the same
 * thing. Where a sandbox forbids it the bytes are simply copied. */
static int
copy(uint64_t user, void *own, size_t size_B, bool out)
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

int
vr_copy_in(void *to, uint64_t user, size_t size_B)
{
   return copy(user, to, size_B, false);
}

int
vr_copy_out(uint64_t user, const void *from, size_t size_B)
{
   return copy(user, (void *)from, size_B, true);
}

int
vr_mmap_range(struct vr_file *f, uint64_t offset, uint64_t size_B, int *fd, uint64_t *real_offset)
{
   struct vr_device *d = the_device;
   if (f->dmabuf) {
      if (offset > f->dmabuf->size_B || size_B > f->dmabuf->size_B - offset)
         return EINVAL;
      offset += f->dmabuf->offset_B;
   } else {
      if (offset < VR_MMAP_BASE || offset - VR_MMAP_BASE > d->memory_B ||
          size_B > d->memory_B - (offset - VR_MMAP_BASE))
         return EINVAL;
      offset -= VR_MMAP_BASE;
   }
   *fd = d->memory_fd;
   *real_offset = offset;
   return 0;
}
