/* SPDX-License-Identifier: MIT
 *
 * Buffers: linear memory that a display can show where there is one. In this order: a dumb buffer of the KMS
 * device; on a render node of a radeon a GEM buffer of that driver; a memfd, as a dma-buf if /dev/udmabuf
 * makes it one, with a handle if the device takes it.
 *
 * Pitches are multiples of 512 bytes, which every TeraScale chip can read and draw to.
 *
 * Left out: planar formats, tiled buffers, import of wl_buffers and EGLImages.
 */
#include <assert.h>
#include <drm_fourcc.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/udmabuf.h>
#include <radeon_drm.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xf86drm.h>

#include "gbm/gbm_priv.h"

enum { PITCH_ALIGN_B = 512, PAGE_B = 4096 };
_Static_assert(PAGE_B % PITCH_ALIGN_B == 0, "rows that fill pages");

uint32_t (*tgbm_canonicalize)(uint32_t format);

static struct tgbm_bo *
tgbm_bo(struct gbm_bo *b)
{
   return (struct tgbm_bo *)b;
}

uint32_t
tgbm_pixel_B(uint32_t format)
{
   static const struct {
      uint32_t format, pixel_B;
   } table[] = {
      {GBM_FORMAT_XRGB8888,    4},
      {GBM_FORMAT_ARGB8888,    4},
      {GBM_FORMAT_XBGR8888,    4},
      {GBM_FORMAT_ABGR8888,    4},
      {GBM_FORMAT_XRGB2101010, 4},
      {GBM_FORMAT_RGB565,      2},
      {GBM_FORMAT_GR88,        2},
      {GBM_FORMAT_R8,          1},
   };
   for (size_t i = 0; i < sizeof table / sizeof *table; i++)
      if (table[i].format == format)
         return table[i].pixel_B;
   return 0;
}

static uint64_t
align(uint64_t v, uint64_t to)
{
   assert(to && v <= UINT64_MAX - to);
   return (v + to - 1) / to * to;
}

/* ---- handles: the kernel gives the same one for every import of a buffer and does not count ------------ */

static struct tgbm_handle **
find_handle(struct tgbm_device *d, uint32_t handle)
{
   struct tgbm_handle **p = &d->handles;
   while (*p && (*p)->handle != handle)
      p = &(*p)->next;
   return p;
}

/** Counts the handle in; without memory to do it, the handle is never closed. */
static void
own_handle(struct tgbm_bo *b)
{
   assert(!b->owns_handle);
   struct tgbm_device *d = tgbm_device(b->base.gbm);
   pthread_mutex_lock(&d->lock);
   struct tgbm_handle **p = find_handle(d, b->base.v0.handle.u32);
   if (!*p && (*p = calloc(1, sizeof **p)))
      (*p)->handle = b->base.v0.handle.u32;
   if (*p)
      (*p)->refs++;
   b->owns_handle = *p != NULL;
   pthread_mutex_unlock(&d->lock);
}

static void
disown_handle(struct tgbm_bo *b)
{
   assert(b->owns_handle);
   struct tgbm_device *d = tgbm_device(b->base.gbm);
   pthread_mutex_lock(&d->lock);
   struct tgbm_handle **p = find_handle(d, b->base.v0.handle.u32), *h = *p;
   assert(!h || h->refs > 0);
   if (h && --h->refs == 0) {
      struct drm_gem_close a = {.handle = h->handle};
      drmIoctl(d->base.v0.fd, DRM_IOCTL_GEM_CLOSE, &a);
      *p = h->next;
      free(h);
   }
   pthread_mutex_unlock(&d->lock);
}

/* ---- storage ------------------------------------------------------------------------------------------- */

static bool
dumb_storage(struct tgbm_bo *b, uint32_t pixel_B)
{
   assert(pixel_B && PITCH_ALIGN_B % pixel_B == 0 && b->base.v0.width && b->base.v0.height);
   struct drm_mode_create_dumb a = {.width = (uint32_t)align(b->base.v0.width, PITCH_ALIGN_B / pixel_B),
                                    .height = b->base.v0.height,
                                    .bpp = pixel_B * 8};
   if (drmIoctl(b->base.gbm->v0.fd, DRM_IOCTL_MODE_CREATE_DUMB, &a))
      return false;
   b->base.v0.handle.u32 = a.handle;
   b->dumb = true;
   own_handle(b);
   b->base.v0.stride_B = a.pitch;
   b->size_B = a.size;
   return true;
}

static bool
radeon_storage(struct tgbm_bo *b, uint32_t pixel_B)
{
   uint32_t stride_B = (uint32_t)align((uint64_t)b->base.v0.width * pixel_B, PITCH_ALIGN_B);
   struct drm_radeon_gem_create a = {.size = align((uint64_t)stride_B * b->base.v0.height, PAGE_B),
                                     .alignment = PAGE_B,
                                     .initial_domain = RADEON_GEM_DOMAIN_VRAM};
   if (drmCommandWriteRead(b->base.gbm->v0.fd, DRM_RADEON_GEM_CREATE, &a, sizeof a))
      return false;
   b->base.v0.handle.u32 = a.handle;
   own_handle(b);
   b->base.v0.stride_B = stride_B;
   b->size_B = a.size;
   return true;
}

/** A dma-buf of a memfd's pages, or -1. */
static int
udmabuf(int memfd, uint64_t size_B)
{
   assert(memfd >= 0 && size_B % PAGE_B == 0);
   int device = open("/dev/udmabuf", O_RDWR | O_CLOEXEC);
   if (device < 0)
      return -1;
   struct udmabuf_create a = {.memfd = (uint32_t)memfd, .flags = UDMABUF_FLAGS_CLOEXEC, .size = size_B};
   int fd = ioctl(device, UDMABUF_CREATE, &a);
   close(device);
   return fd;
}

static bool
memory_storage(struct tgbm_bo *b, uint32_t pixel_B)
{
   assert(!b->map && b->fd < 0);
   b->base.v0.stride_B = (uint32_t)align((uint64_t)b->base.v0.width * pixel_B, PITCH_ALIGN_B);
   b->size_B = align((uint64_t)b->base.v0.stride_B * b->base.v0.height, PAGE_B);
   int memfd = memfd_create("gbm_bo", MFD_CLOEXEC | MFD_ALLOW_SEALING);
   if (memfd < 0)
      return false;
   /* who gets the descriptor may not shrink what others have mapped */
   if (ftruncate(memfd, (off_t)b->size_B) || fcntl(memfd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW)) {
      close(memfd);
      return false;
   }
   b->map = mmap(NULL, b->size_B, PROT_READ | PROT_WRITE, MAP_SHARED, memfd, 0);
   if (b->map == MAP_FAILED) {
      b->map = NULL;
      close(memfd);
      return false;
   }
   int fd = udmabuf(memfd, b->size_B);
   b->fd = fd < 0 ? memfd : fd;
   if (fd >= 0) {
      close(memfd);
      if (!drmPrimeFDToHandle(b->base.gbm->v0.fd, fd, &b->base.v0.handle.u32))
         own_handle(b);
   }
   return true;
}

void *
tgbm_bo_pixels(struct tgbm_bo *b)
{
   int fd = b->base.gbm->v0.fd;
   assert(b->offset_B <= b->size_B);
   if (!b->map && b->fd >= 0) {
      void *p = mmap(NULL, b->size_B, PROT_READ | PROT_WRITE, MAP_SHARED, b->fd, 0);
      b->map = p == MAP_FAILED ? NULL : p;
   } else if (!b->map) {
      uint64_t offset = 0;
      int ret;
      if (b->dumb) {
         struct drm_mode_map_dumb a = {.handle = b->base.v0.handle.u32};
         ret = drmIoctl(fd, DRM_IOCTL_MODE_MAP_DUMB, &a);
         offset = a.offset;
      } else {
         struct drm_radeon_gem_mmap a = {.handle = b->base.v0.handle.u32, .size = b->size_B};
         ret = drmCommandWriteRead(fd, DRM_RADEON_GEM_MMAP, &a, sizeof a);
         offset = a.addr_ptr;
      }
      void *p =
         ret ? MAP_FAILED : mmap(NULL, b->size_B, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)offset);
      b->map = p == MAP_FAILED ? NULL : p;
   }
   return b->map ? (uint8_t *)b->map + b->offset_B : NULL;
}

void
tgbm_bo_free(struct tgbm_bo *b)
{
   if (b->map)
      munmap(b->map, b->size_B);
   if (b->owns_handle)
      disown_handle(b);
   if (b->fd >= 0)
      close(b->fd);
   free(b);
}

/* ---- libgbm's functions -------------------------------------------------------------------------------- */

static bool
linear_allowed(const uint64_t *modifiers, unsigned n)
{
   bool ok = n == 0;
   for (unsigned i = 0; i < n; i++)
      ok |= modifiers[i] == DRM_FORMAT_MOD_LINEAR || modifiers[i] == DRM_FORMAT_MOD_INVALID;
   return ok;
}

static struct tgbm_bo *
bo_new(struct gbm_device *d, uint32_t w, uint32_t h, uint32_t format)
{
   assert(w && h && tgbm_pixel_B(format));
   struct tgbm_bo *b = calloc(1, sizeof *b);
   if (!b) {
      errno = ENOMEM;
      return NULL;
   }
   b->base.gbm = d;
   b->base.v0.width = w;
   b->base.v0.height = h;
   b->base.v0.format = format;
   b->fd = -1;
   b->modifier = DRM_FORMAT_MOD_LINEAR;
   return b;
}

struct tgbm_bo *
tgbm_bo_create(struct tgbm_device *d, uint32_t w, uint32_t h, uint32_t format, uint32_t usage,
               const uint64_t *modifiers, unsigned num_modifiers)
{
   format = tgbm_canonicalize(format);
   uint32_t pixel_B = tgbm_pixel_B(format);
   if (!pixel_B || !w || !h || w > 16384 || h > 16384 || !linear_allowed(modifiers, num_modifiers)) {
      errno = EINVAL;
      return NULL;
   }
   struct tgbm_bo *b = bo_new(&d->base, w, h, format);
   if (!b)
      return NULL;
   if (dumb_storage(b, pixel_B) || (d->radeon && radeon_storage(b, pixel_B)))
      return b;
   int why = errno;
   if (memory_storage(b, pixel_B)) {
      if (b->owns_handle || !(usage & (GBM_BO_USE_SCANOUT | GBM_BO_USE_CURSOR)) ||
          drmGetNodeTypeFromFd(d->base.v0.fd) != DRM_NODE_PRIMARY)
         return b;
      errno = why; /* the display could not show it */
   }
   why = errno;
   tgbm_bo_free(b);
   errno = why;
   return NULL;
}

static struct gbm_bo *
bo_create(struct gbm_device *d, uint32_t w, uint32_t h, uint32_t format, uint32_t usage,
          const uint64_t *modifiers, unsigned num_modifiers)
{
   struct tgbm_bo *b = tgbm_bo_create(tgbm_device(d), w, h, format, usage, modifiers, num_modifiers);
   return b ? &b->base : NULL;
}

static struct gbm_bo *
import_fd(struct gbm_device *d, int fd, uint32_t w, uint32_t h, uint32_t format, uint32_t stride_B,
          uint32_t offset_B, uint64_t modifier)
{
   format = tgbm_canonicalize(format);
   uint32_t pixel_B = tgbm_pixel_B(format);
   off_t size_B = lseek(fd, 0, SEEK_END);
   if (size_B < 0)
      return NULL;
   if (!pixel_B || !w || !h || (uint64_t)w * pixel_B > stride_B ||
       (uint64_t)offset_B + (uint64_t)stride_B * (h - 1) + (uint64_t)w * pixel_B > (uint64_t)size_B) {
      errno = EINVAL;
      return NULL;
   }
   struct tgbm_bo *b = bo_new(d, w, h, format);
   if (!b)
      return NULL;
   b->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
   if (b->fd < 0) {
      free(b);
      return NULL;
   }
   b->base.v0.stride_B = stride_B;
   b->offset_B = offset_B;
   b->size_B = (uint64_t)size_B;
   b->modifier = modifier;
   if (!drmPrimeFDToHandle(d->v0.fd, fd, &b->base.v0.handle.u32))
      own_handle(b);
   return &b->base;
}

static struct gbm_bo *
bo_import(struct gbm_device *d, uint32_t type, void *buffer, uint32_t usage)
{
   if (type == GBM_BO_IMPORT_FD) {
      const struct gbm_import_fd_data *i = buffer;
      return import_fd(d, i->fd, i->width, i->height, i->format, i->stride, 0, DRM_FORMAT_MOD_INVALID);
   }
   if (type == GBM_BO_IMPORT_FD_MODIFIER) {
      const struct gbm_import_fd_modifier_data *i = buffer;
      if (i->num_fds == 1 && linear_allowed(&i->modifier, 1) && i->strides[0] > 0 && i->offsets[0] >= 0)
         return import_fd(d, i->fds[0], i->width, i->height, i->format, (uint32_t)i->strides[0],
                          (uint32_t)i->offsets[0], i->modifier);
      errno = EINVAL;
      return NULL;
   }
   errno = ENOSYS;
   return NULL;
}

/** Waits for the GPU. On a radeon only this makes the CPU see what was drawn to VRAM: it flushes the host data path, and
 * only for the buffer that it names. (Dma-bufs that the device did not take have no handle, and are memfds.) */
static void
wait_idle(const struct gbm_bo *b)
{
   struct drm_radeon_gem_wait_idle a = {.handle = b->v0.handle.u32};
   while (tgbm_device(b->gbm)->radeon && a.handle &&
          drmCommandWrite(b->gbm->v0.fd, DRM_RADEON_GEM_WAIT_IDLE, &a, sizeof a) == -EBUSY)
      ; /* the kernel gives up after some seconds and looks whether the GPU hangs */
}

static void *
bo_map(struct gbm_bo *b, uint32_t x, uint32_t y, uint32_t w, uint32_t h, uint32_t flags, uint32_t *stride_B,
       void **map_data)
{
   if (x > b->v0.width || w > b->v0.width - x || y > b->v0.height || h > b->v0.height - y) {
      errno = EINVAL;
      return NULL;
   }
   uint8_t *p = tgbm_bo_pixels(tgbm_bo(b));
   if (!p)
      return NULL;
   wait_idle(b);
   *stride_B = b->v0.stride_B;
   *map_data = p; /* libgbm wants it not to be NULL */
   return p + (size_t)y * b->v0.stride_B + (size_t)x * tgbm_pixel_B(b->v0.format);
}

static void
bo_unmap(struct gbm_bo *b, void *map_data)
{
}

static int
bo_write(struct gbm_bo *b, const void *from, size_t size_B)
{
   struct tgbm_bo *t = tgbm_bo(b);
   void *p = tgbm_bo_pixels(t);
   if (!p || size_B > t->size_B - t->offset_B) {
      errno = p ? EINVAL : errno;
      return -1;
   }
   wait_idle(b);
   memcpy(p, from, size_B);
   return 0;
}

static int
bo_get_plane_fd(struct gbm_bo *b, int plane)
{
   int fd = -1;
   if (plane != 0)
      errno = EINVAL;
   else if (tgbm_bo(b)->fd >= 0)
      fd = fcntl(tgbm_bo(b)->fd, F_DUPFD_CLOEXEC, 0);
   else if (drmPrimeHandleToFD(b->gbm->v0.fd, b->v0.handle.u32, DRM_CLOEXEC | DRM_RDWR, &fd))
      fd = -1;
   return fd;
}

static int
bo_get_fd(struct gbm_bo *b)
{
   return bo_get_plane_fd(b, 0);
}

static int
bo_get_planes(struct gbm_bo *b)
{
   return 1;
}

static union gbm_bo_handle
bo_get_handle(struct gbm_bo *b, int plane)
{
   return plane == 0 ? b->v0.handle : (union gbm_bo_handle){.s32 = -1};
}

static uint32_t
bo_get_stride(struct gbm_bo *b, int plane)
{
   return plane == 0 ? b->v0.stride_B : 0;
}

static uint32_t
bo_get_offset(struct gbm_bo *b, int plane)
{
   return plane == 0 ? tgbm_bo(b)->offset_B : 0;
}

static uint64_t
bo_get_modifier(struct gbm_bo *b)
{
   return tgbm_bo(b)->modifier;
}

static void
bo_destroy(struct gbm_bo *b)
{
   if (!tgbm_bo(b)->surface) /* a surface's buffers go with it */
      tgbm_bo_free(tgbm_bo(b));
}

void
tgbm_init_bos(struct gbm_device_v0 *v)
{
   v->bo_create = bo_create;
   v->bo_import = bo_import;
   v->bo_map = bo_map;
   v->bo_unmap = bo_unmap;
   v->bo_write = bo_write;
   v->bo_get_fd = bo_get_fd;
   v->bo_get_planes = bo_get_planes;
   v->bo_get_handle = bo_get_handle;
   v->bo_get_plane_fd = bo_get_plane_fd;
   v->bo_get_stride = bo_get_stride;
   v->bo_get_offset = bo_get_offset;
   v->bo_get_modifier = bo_get_modifier;
   v->bo_destroy = bo_destroy;
}
