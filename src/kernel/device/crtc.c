/* SPDX-License-Identifier: MIT
 *
 * What a display controller has beside its picture: cursor, gamma ramps, and the count of vertical blanks.
 * The display is as fast as anybody wants: a blank that is waited for comes at once, so nothing here takes
 * time, and the count tells how many were wanted.
 *
 * The cursor is kept and shown nowhere, as the picture is.
 */
#include <assert.h>
#include <errno.h>
#include <libdrm/drm.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "kernel/device/display.h"
#include "kernel/device/ioctl.h"
#include "kernel/device/user.h"
#include "util/u_math.h"

#define CURSOR_MAX_PX 64

static int
set_cursor(struct vr_device *d, struct vr_file *f, const struct drm_mode_cursor2 *a)
{
   if (a->crtc_id != VR_CRTC_ID)
      return ENOENT;
   if (!a->flags || (a->flags & ~(uint32_t)DRM_MODE_CURSOR_FLAGS))
      return EINVAL;
   if (a->flags & DRM_MODE_CURSOR_BO) {
      struct vr_bo *bo = a->handle ? vr_bo_of(f, a->handle) : NULL;
      if (a->handle && !bo)
         return ENOENT;
      if (bo && (a->width > CURSOR_MAX_PX || a->height > CURSOR_MAX_PX))
         return EINVAL;
      if (bo)
         bo->refs++;
      if (d->cursor)
         vr_bo_put(d, d->cursor);
      assert(!bo || bo->refs > 1); /* the handle's and the cursor's */
      d->cursor = bo;
   }
   return 0;
}

VR_IOCTL(mode_cursor)
{
   struct drm_mode_cursor2 a = {0};
   memcpy(&a, arg, sizeof(struct drm_mode_cursor));
   return set_cursor(d, f, &a);
}

VR_IOCTL(mode_cursor2)
{
   return set_cursor(d, f, arg);
}

/* The ramps' places, red to blue; EINVAL for another size than the hardware's. */
static int
find_ramps(const struct drm_mode_crtc_lut *a, uint64_t at[3])
{
   if (a->crtc_id != VR_CRTC_ID)
      return ENOENT;
   at[0] = a->red;
   at[1] = a->green;
   at[2] = a->blue;
   return a->gamma_size == VR_GAMMA ? 0 : EINVAL;
}

VR_IOCTL(mode_setgamma)
{
   uint64_t at[3];
   uint16_t gamma[3][VR_GAMMA];
   int err = find_ramps(arg, at);
   for (unsigned i = 0; i < 3 && !err; i++)
      err = vr_copy_in(gamma[i], at[i], sizeof gamma[i]);
   if (!err)
      memcpy(d->gamma, gamma, sizeof gamma);
   return err;
}

VR_IOCTL(mode_getgamma)
{
   uint64_t at[3];
   int err = find_ramps(arg, at);
   for (unsigned i = 0; i < 3 && !err; i++)
      err = vr_copy_out(at[i], d->gamma[i], sizeof d->gamma[i]);
   return err;
}

/* ---- vertical blanks ---- */

int
vr_send_event(struct vr_file *f, const void *event, size_t size_B)
{
   assert(!f->dmabuf && size_B >= sizeof(struct drm_event));
   return send(f->peer, event, size_B, MSG_DONTWAIT | MSG_NOSIGNAL) == (ssize_t)size_B ? 0 : ENOMEM;
}

/** The blank that a request means; the display is then there. */
static uint64_t
advance_blanks(struct vr_device *d, uint64_t wanted, bool relative)
{
   uint64_t target = relative ? d->blanks + wanted : wanted;
   d->blanks = MAX2(d->blanks, target);
   return d->blanks;
}

VR_IOCTL(wait_vblank)
{
   union drm_wait_vblank *a = arg;
   uint32_t type = a->request.type, known = _DRM_VBLANK_TYPES_MASK | _DRM_VBLANK_FLAGS_MASK;
   known |= _DRM_VBLANK_HIGH_CRTC_MASK;
   uint32_t crtc = (type & _DRM_VBLANK_HIGH_CRTC_MASK) >> _DRM_VBLANK_HIGH_CRTC_SHIFT;
   if ((type & _DRM_VBLANK_SIGNAL) || (type & ~known) || crtc || (type & _DRM_VBLANK_SECONDARY) ||
       !d->shown_fb)
      return EINVAL;
   bool relative = type & _DRM_VBLANK_RELATIVE;
   /* an absolute number is 32 bits of the count; what lies behind is past */
   int32_t ahead = (int32_t)(a->request.sequence - (uint32_t)d->blanks);
   uint64_t now = relative ? advance_blanks(d, a->request.sequence, true)
                           : advance_blanks(d, (uint64_t)MAX2(ahead, 0), true);
   struct timespec t;
   clock_gettime(CLOCK_MONOTONIC, &t);
   if (!(type & _DRM_VBLANK_EVENT)) {
      a->reply.sequence = (uint32_t)now;
      a->reply.tval_sec = t.tv_sec;
      a->reply.tval_usec = t.tv_nsec / 1000;
      return 0;
   }
   const struct drm_event_vblank e = {
      .base = {DRM_EVENT_VBLANK, sizeof e},
      .user_data = a->request.signal,
      .tv_sec = (uint32_t)t.tv_sec,
      .tv_usec = (uint32_t)(t.tv_nsec / 1000),
      .sequence = (uint32_t)now,
      .crtc_id = VR_CRTC_ID,
   };
   a->reply.sequence = (uint32_t)now;
   return vr_send_event(f, &e, sizeof e);
}

static uint64_t
now_ns(void)
{
   struct timespec t;
   clock_gettime(CLOCK_MONOTONIC, &t);
   return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

VR_IOCTL(crtc_get_sequence)
{
   struct drm_crtc_get_sequence *a = arg;
   if (a->crtc_id != VR_CRTC_ID)
      return ENOENT;
   a->active = d->shown_fb != 0;
   a->sequence = d->blanks;
   a->sequence_ns = (int64_t)now_ns();
   return 0;
}

VR_IOCTL(crtc_queue_sequence)
{
   struct drm_crtc_queue_sequence *a = arg;
   if (a->crtc_id != VR_CRTC_ID)
      return ENOENT;
   if ((a->flags & ~(uint32_t)(DRM_CRTC_SEQUENCE_RELATIVE | DRM_CRTC_SEQUENCE_NEXT_ON_MISS)) || !d->shown_fb)
      return EINVAL;
   a->sequence = advance_blanks(d, a->sequence, a->flags & DRM_CRTC_SEQUENCE_RELATIVE);
   const struct drm_event_crtc_sequence e = {
      .base = {DRM_EVENT_CRTC_SEQUENCE, sizeof e},
      .user_data = a->user_data,
      .time_ns = (int64_t)now_ns(),
      .sequence = a->sequence,
   };
   return vr_send_event(f, &e, sizeof e);
}
