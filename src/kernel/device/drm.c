/* SPDX-License-Identifier: MIT
 *
 * The DRM core's small ioctls and the table of all of the core's: size, which node may use them, who handles
 * them. The driver's have a table of its own. As in the kernel the argument is the caller's, extended with
 * zeros.
 */
#include <assert.h>
#include <errno.h>
#include <libdrm/drm.h>
#include <string.h>
#include <sys/ioctl.h>

#include "kernel/device/ioctl.h"
#include "kernel/device/user.h"
#include "util/u_math.h"

static int
copy_string(char *to, __kernel_size_t *len, const char *from)
{
   size_t n = strlen(from), room = MIN2(n, *len);
   *len = n;
   return to && room ? vr_copy_out((uintptr_t)to, from, room) : 0;
}

static VR_IOCTL(version)
{
   struct drm_version *v = arg;
   v->version_major = d->driver->major;
   v->version_minor = d->driver->minor;
   v->version_patchlevel = 0;
   int err = copy_string(v->name, &v->name_len, d->driver->name);
   err = err ? err : copy_string(v->date, &v->date_len, d->driver->date);
   return err ? err : copy_string(v->desc, &v->desc_len, d->driver->description);
}

static VR_IOCTL(get_unique)
{
   struct drm_unique *u = arg;
   return copy_string(u->unique, &u->unique_len, f->unique_set ? "pci:0000:01:00.0" : "");
}

static VR_IOCTL(set_version)
{
   struct drm_set_version *v = arg;
   f->unique_set = true;
   *v = (struct drm_set_version){1, 4, d->driver->major, d->driver->minor};
   return 0;
}

static VR_IOCTL(get_magic)
{
   ((struct drm_auth *)arg)->magic = 1;
   return 0;
}

/* Whoever opens the card is master and authenticated: there is nobody else. */
static VR_IOCTL(allow)
{
   return 0;
}

static VR_IOCTL(get_cap)
{
   struct drm_get_cap *c = arg;
   switch (c->capability) {
   case DRM_CAP_PRIME:
      c->value = DRM_PRIME_CAP_IMPORT | DRM_PRIME_CAP_EXPORT;
      return 0;
   case DRM_CAP_TIMESTAMP_MONOTONIC:
   case DRM_CAP_DUMB_BUFFER:
   case DRM_CAP_VBLANK_HIGH_CRTC:
   case DRM_CAP_CRTC_IN_VBLANK_EVENT:
      c->value = 1;
      return 0;
   case DRM_CAP_SYNCOBJ:
   case DRM_CAP_SYNCOBJ_TIMELINE:
   case DRM_CAP_ADDFB2_MODIFIERS:
   case DRM_CAP_PAGE_FLIP_TARGET:
   case DRM_CAP_DUMB_PREFER_SHADOW:
   case DRM_CAP_ASYNC_PAGE_FLIP:
      c->value = 0;
      return 0;
   case DRM_CAP_DUMB_PREFERRED_DEPTH:
      c->value = 24;
      return 0;
   case DRM_CAP_CURSOR_WIDTH:
   case DRM_CAP_CURSOR_HEIGHT:
      c->value = 64;
      return 0;
   default:
      return EINVAL;
   }
}

#define CORE(request, fn, flags) [_IOC_NR(request)] = {fn, _IOC_SIZE(request), flags}

static const struct vr_ioctl table[256] = {
   CORE(DRM_IOCTL_VERSION, vr_version, VR_RENDER),
   CORE(DRM_IOCTL_GET_UNIQUE, vr_get_unique, 0),
   CORE(DRM_IOCTL_GET_MAGIC, vr_get_magic, 0),
   CORE(DRM_IOCTL_AUTH_MAGIC, vr_allow, 0),
   CORE(DRM_IOCTL_SET_VERSION, vr_set_version, 0),
   CORE(DRM_IOCTL_SET_MASTER, vr_allow, 0),
   CORE(DRM_IOCTL_DROP_MASTER, vr_allow, 0),
   CORE(DRM_IOCTL_GET_CAP, vr_get_cap, VR_RENDER),
   CORE(DRM_IOCTL_GEM_CLOSE, vr_gem_close, VR_RENDER),
   CORE(DRM_IOCTL_GEM_FLINK, vr_gem_flink, 0),
   CORE(DRM_IOCTL_GEM_OPEN, vr_gem_open, 0),
   CORE(DRM_IOCTL_PRIME_HANDLE_TO_FD, vr_prime_export, VR_RENDER | VR_UNLOCKED),
   CORE(DRM_IOCTL_PRIME_FD_TO_HANDLE, vr_prime_import, VR_RENDER | VR_UNLOCKED),
   CORE(DRM_IOCTL_SET_CLIENT_CAP, vr_set_client_cap, 0),
   CORE(DRM_IOCTL_MODE_GETRESOURCES, vr_mode_getresources, 0),
   CORE(DRM_IOCTL_MODE_GETCONNECTOR, vr_mode_getconnector, 0),
   CORE(DRM_IOCTL_MODE_GETENCODER, vr_mode_getencoder, 0),
   CORE(DRM_IOCTL_MODE_GETCRTC, vr_mode_getcrtc, 0),
   CORE(DRM_IOCTL_MODE_SETCRTC, vr_mode_setcrtc, 0),
   CORE(DRM_IOCTL_MODE_ADDFB, vr_mode_addfb, 0),
   CORE(DRM_IOCTL_MODE_ADDFB2, vr_mode_addfb2, 0),
   CORE(DRM_IOCTL_MODE_RMFB, vr_mode_rmfb, 0),
   CORE(DRM_IOCTL_MODE_GETFB, vr_mode_getfb, 0),
   CORE(DRM_IOCTL_MODE_DIRTYFB, vr_mode_dirtyfb, 0),
   CORE(DRM_IOCTL_MODE_CURSOR, vr_mode_cursor, 0),
   CORE(DRM_IOCTL_MODE_CURSOR2, vr_mode_cursor2, 0),
   CORE(DRM_IOCTL_MODE_GETGAMMA, vr_mode_getgamma, 0),
   CORE(DRM_IOCTL_MODE_SETGAMMA, vr_mode_setgamma, 0),
   CORE(DRM_IOCTL_WAIT_VBLANK, vr_wait_vblank, 0),
   CORE(DRM_IOCTL_CRTC_GET_SEQUENCE, vr_crtc_get_sequence, 0),
   CORE(DRM_IOCTL_CRTC_QUEUE_SEQUENCE, vr_crtc_queue_sequence, 0),
   CORE(DRM_IOCTL_MODE_PAGE_FLIP, vr_mode_page_flip, 0),
   CORE(DRM_IOCTL_MODE_CREATE_DUMB, vr_mode_create_dumb, 0),
   CORE(DRM_IOCTL_MODE_MAP_DUMB, vr_mode_map_dumb, 0),
   CORE(DRM_IOCTL_MODE_DESTROY_DUMB, vr_gem_close, 0), /* the same argument */
   CORE(DRM_IOCTL_MODE_GETPLANERESOURCES, vr_mode_getplaneresources, 0),
   CORE(DRM_IOCTL_MODE_GETPLANE, vr_mode_getplane, 0),
   CORE(DRM_IOCTL_MODE_GETPROPERTY, vr_mode_getproperty, 0),
   CORE(DRM_IOCTL_MODE_SETPROPERTY, vr_mode_setproperty, 0),
   CORE(DRM_IOCTL_MODE_OBJ_SETPROPERTY, vr_mode_obj_setproperty, 0),
   CORE(DRM_IOCTL_MODE_OBJ_GETPROPERTIES, vr_mode_obj_getproperties, 0),
};

static const struct vr_ioctl *
find_ioctl(const struct vr_device *d, uint32_t number)
{
   const uint32_t i = number - DRM_COMMAND_BASE;
   assert(number < sizeof table / sizeof *table);
   if (number >= DRM_COMMAND_BASE && number < DRM_COMMAND_END)
      return i < d->driver->num_ioctls ? &d->driver->ioctls[i] : NULL;
   return &table[number];
}

int
vr_ioctl(struct vr_device *d, struct vr_file *f, uint32_t request, void *arg)
{
   if (f->dmabuf || _IOC_TYPE(request) != DRM_IOCTL_BASE)
      return ENOTTY;
   const struct vr_ioctl *e = find_ioctl(d, _IOC_NR(request));
   if (!e || !e->handle)
      return EINVAL;
   if (f->minor == VR_MINOR_RENDER && !(e->flags & VR_RENDER))
      return EACCES;
   assert(e->size_B <= VR_ARG_B);
   if (e->flags & VR_UNLOCKED)
      return e->handle(d, f, arg);
   pthread_mutex_lock(&d->lock);
   int err = e->handle(d, f, arg);
   pthread_mutex_unlock(&d->lock);
   return err;
}
