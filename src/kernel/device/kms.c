/* SPDX-License-Identifier: MIT
 *
 * The display of the card node: one connector with a monitor on it, one encoder, one CRTC, so that programs
 * that draw to the screen through GBM run. Nothing is shown anywhere; page flips are done at once, and their
 * events follow.
 *
 * Planes are in device/planes.c. Left out: leases. Atomic mode setting is not the kernel driver's either.
 */
#include <assert.h>
#include <errno.h>
#include <libdrm/drm.h>
#include <libdrm/drm_fourcc.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernel/device/display.h"
#include "kernel/device/ioctl.h"
#include "kernel/device/user.h"
#include "util/u_math.h"

enum { CRTC_ID = VR_CRTC_ID, ENCODER_ID = 2, CONNECTOR_ID = VR_CONNECTOR_ID, FIRST_FB_ID = 16 };

#define MODE(w, h, clock_khz, hss, hse, ht, vss, vse, vt, preferred)                                         \
   {                                                                                                         \
      .clock = clock_khz, .hdisplay = w, .hsync_start = hss, .hsync_end = hse, .htotal = ht, .vdisplay = h,  \
      .vsync_start = vss, .vsync_end = vse, .vtotal = vt, .vrefresh = 60,                                    \
      .type = DRM_MODE_TYPE_DRIVER | (preferred ? DRM_MODE_TYPE_PREFERRED : 0), .name = #w "x" #h            \
   }

/* VESA's timings. */
static const struct drm_mode_modeinfo modes[] = {
   MODE(800, 600, 40000, 840, 968, 1056, 601, 605, 628, true),
   MODE(1024, 768, 65000, 1048, 1184, 1344, 771, 777, 806, false),
   MODE(640, 480, 25175, 656, 752, 800, 490, 492, 525, false),
};

VR_IOCTL(mode_getresources)
{
   struct drm_mode_card_res *a = arg;
   static const uint32_t crtc = CRTC_ID, encoder = ENCODER_ID, connector = CONNECTOR_ID;
   a->count_fbs = 0;
   a->min_width = a->min_height = 0;
   a->max_width = a->max_height = 16384;
   int err = vr_give(a->crtc_id_ptr, &a->count_crtcs, &crtc, 1, 4);
   err = err ? err : vr_give(a->connector_id_ptr, &a->count_connectors, &connector, 1, 4);
   return err ? err : vr_give(a->encoder_id_ptr, &a->count_encoders, &encoder, 1, 4);
}

VR_IOCTL(mode_getconnector)
{
   struct drm_mode_get_connector *a = arg;
   static const uint32_t encoder = ENCODER_ID;
   if (a->connector_id != CONNECTOR_ID)
      return ENOENT;
   a->encoder_id = ENCODER_ID;
   a->connector_type = DRM_MODE_CONNECTOR_DVID;
   a->connector_type_id = 1;
   a->connection = 1; /* connected */
   a->mm_width = 400;
   a->mm_height = 300;
   a->subpixel = 1; /* unknown */
   int err = vr_give_properties(d, CONNECTOR_ID, a->props_ptr, a->prop_values_ptr, &a->count_props);
   err = err ? err : vr_give(a->encoders_ptr, &a->count_encoders, &encoder, 1, 4);
   return err ? err
              : vr_give(a->modes_ptr, &a->count_modes, modes, sizeof modes / sizeof *modes, sizeof *modes);
}

VR_IOCTL(mode_getencoder)
{
   struct drm_mode_get_encoder *a = arg;
   if (a->encoder_id != ENCODER_ID)
      return ENOENT;
   a->encoder_type = DRM_MODE_ENCODER_TMDS;
   a->crtc_id = CRTC_ID;
   a->possible_crtcs = 1;
   a->possible_clones = 0;
   return 0;
}

static struct vr_fb **
find_fb(struct vr_device *d, uint32_t id)
{
   struct vr_fb **p = &d->fbs;
   while (*p && (*p)->id != id)
      p = &(*p)->next;
   return p;
}

/** The display goes off. */
static void
show_nothing(struct vr_device *d)
{
   const struct vr_fb *shown = *find_fb(d, d->shown_fb);
   if (shown)
      vr_keep_picture(d, shown);
   d->shown_fb = 0;
}

VR_IOCTL(mode_getcrtc)
{
   struct drm_mode_crtc *a = arg;
   if (a->crtc_id != CRTC_ID)
      return ENOENT;
   a->fb_id = d->shown_fb;
   a->x = a->y = 0;
   a->gamma_size = VR_GAMMA;
   a->mode_valid = d->shown_fb != 0;
   assert(d->mode < sizeof modes / sizeof *modes);
   a->mode = modes[d->mode];
   return 0;
}

VR_IOCTL(mode_setcrtc)
{
   const struct drm_mode_crtc *a = arg;
   if (a->crtc_id != CRTC_ID)
      return ENOENT;
   if (!a->mode_valid) {
      show_nothing(d);
      return 0;
   }
   uint32_t fb = a->fb_id == UINT32_MAX ? d->shown_fb : a->fb_id;
   const struct vr_fb *shown = *find_fb(d, fb);
   if (!shown)
      return ENOENT;
   if (a->count_connectors != 1)
      return EINVAL;
   for (uint32_t i = 0; i < sizeof modes / sizeof *modes; i++) {
      if (modes[i].hdisplay == a->mode.hdisplay && modes[i].vdisplay == a->mode.vdisplay) {
         if ((uint64_t)a->x + a->mode.hdisplay > shown->width ||
             (uint64_t)a->y + a->mode.vdisplay > shown->height)
            return ENOSPC;
         d->mode = i;
         d->pan_x = a->x;
         d->pan_y = a->y;
         d->mode_w = modes[i].hdisplay;
         d->mode_h = modes[i].vdisplay;
         d->shown_fb = fb;
         return 0;
      }
   }
   return EINVAL;
}

static int
add_fb(struct vr_device *d, struct vr_file *f, uint32_t handle, uint32_t width, uint32_t height,
       uint32_t pitch_B, uint64_t offset_B, uint32_t format, uint32_t *id)
{
   struct vr_bo *bo = vr_bo_of(f, handle);
   const uint32_t pixel_B = format == DRM_FORMAT_RGB565 ? 2 : 4;
   if (!bo)
      return ENOENT;
   if (!width || !height || width > 16384 || height > 16384 || pitch_B < width * pixel_B ||
       offset_B + (uint64_t)pitch_B * height > bo->size_B)
      return EINVAL;
   struct vr_fb *fb = calloc(1, sizeof *fb);
   if (!fb)
      return ENOMEM;
   bo->refs++;
   _Static_assert(VR_CRTC_ID < (int)FIRST_FB_ID && VR_CONNECTOR_ID < (int)FIRST_FB_ID,
                  "objects have one space of numbers");
   *fb = (struct vr_fb){.id = FIRST_FB_ID + d->num_fbs++,
                        .file = f,
                        .bo = bo,
                        .format = format,
                        .pitch_B = pitch_B,
                        .pixel_B = pixel_B,
                        .offset_B = offset_B,
                        .width = width,
                        .height = height,
                        .next = d->fbs};
   d->fbs = fb;
   *id = fb->id;
   return 0;
}

VR_IOCTL(mode_addfb)
{
   struct drm_mode_fb_cmd *a = arg;
   if (a->bpp != 16 && a->bpp != 32)
      return EINVAL;
   return add_fb(d, f, a->handle, a->width, a->height, a->pitch, 0,
                 a->bpp == 16     ? DRM_FORMAT_RGB565
                 : a->depth == 30 ? DRM_FORMAT_XRGB2101010
                                  : DRM_FORMAT_XRGB8888,
                 &a->fb_id);
}

VR_IOCTL(mode_addfb2)
{
   struct drm_mode_fb_cmd2 *a = arg;
   if (a->flags) /* modifiers are not for this driver */
      return EINVAL;
   switch (a->pixel_format) {
   case DRM_FORMAT_RGB565:
   case DRM_FORMAT_XRGB8888:
   case DRM_FORMAT_ARGB8888:
   case DRM_FORMAT_XBGR8888:
   case DRM_FORMAT_ABGR8888:
   case DRM_FORMAT_XRGB2101010:
   case DRM_FORMAT_ARGB2101010:
      return add_fb(d, f, a->handles[0], a->width, a->height, a->pitches[0], a->offsets[0], a->pixel_format,
                    &a->fb_id);
   default:
      return EINVAL;
   }
}

static void
remove_fb(struct vr_device *d, struct vr_fb **p)
{
   struct vr_fb *fb = *p;
   assert(fb->bo->refs);
   if (d->shown_fb == fb->id)
      show_nothing(d);
   *p = fb->next;
   vr_bo_put(d, fb->bo);
   free(fb);
}

VR_IOCTL(mode_rmfb)
{
   struct vr_fb **p = find_fb(d, *(uint32_t *)arg);
   if (!*p)
      return ENOENT;
   remove_fb(d, p);
   return 0;
}

VR_IOCTL(mode_getfb)
{
   struct drm_mode_fb_cmd *a = arg;
   const struct vr_fb *fb = *find_fb(d, a->fb_id);
   if (!fb)
      return ENOENT;
   a->width = fb->width;
   a->height = fb->height;
   a->pitch = fb->pitch_B;
   a->bpp = fb->pixel_B * 8;
   a->depth = fb->pixel_B == 2 ? 16 : 24;
   a->handle = vr_new_handle(f, fb->bo);
   return a->handle ? 0 : ENOMEM;
}

/* The display reads memory as it is. */
VR_IOCTL(mode_dirtyfb)
{
   return *find_fb(d, ((const struct drm_mode_fb_dirty_cmd *)arg)->fb_id) ? ENOSYS : ENOENT;
}

void
vr_kms_release(struct vr_device *d, const struct vr_file *f)
{
   for (struct vr_fb **p = &d->fbs; *p;) {
      if ((*p)->file == f)
         remove_fb(d, p);
      else
         p = &(*p)->next;
   }
}

VR_IOCTL(mode_page_flip)
{
   const struct drm_mode_crtc_page_flip *a = arg;
   if (a->crtc_id != CRTC_ID || !*find_fb(d, a->fb_id))
      return ENOENT;
   if (a->flags & ~(uint32_t)(DRM_MODE_PAGE_FLIP_EVENT | DRM_MODE_PAGE_FLIP_ASYNC))
      return EINVAL;
   if (!d->shown_fb)
      return EBUSY;
   const struct vr_fb *next = *find_fb(d, a->fb_id);
   if (next->width < d->pan_x + d->mode_w || next->height < d->pan_y + d->mode_h)
      return ENOSPC;
   vr_bo_wait(d, (*find_fb(d, a->fb_id))->bo);
   d->shown_fb = a->fb_id;
   d->blanks++;
   if (!(a->flags & DRM_MODE_PAGE_FLIP_EVENT))
      return 0;
   struct timespec now;
   clock_gettime(CLOCK_MONOTONIC, &now);
   const struct drm_event_vblank e = {
      .base = {DRM_EVENT_FLIP_COMPLETE, sizeof e},
      .user_data = a->user_data,
      .tv_sec = (uint32_t)now.tv_sec,
      .tv_usec = (uint32_t)(now.tv_nsec / 1000),
      .sequence = (uint32_t)d->blanks,
      .crtc_id = CRTC_ID,
   };
   return vr_send_event(f, &e, sizeof e);
}

VR_IOCTL(mode_create_dumb)
{
   struct drm_mode_create_dumb *a = arg;
   if (!a->width || !a->height || !a->bpp || a->bpp > 64 || a->width > 16384 || a->height > 16384)
      return EINVAL;
   a->pitch = (uint32_t)u_align(a->width * ((a->bpp + 7) / 8), 256);
   a->size = u_align((uint64_t)a->pitch * a->height, VR_PAGE_B);
   assert(a->size && a->size % VR_PAGE_B == 0);
   return d->driver->create_dumb(d, f, a->size, &a->handle);
}

VR_IOCTL(mode_map_dumb)
{
   struct drm_mode_map_dumb *a = arg;
   struct vr_bo *bo = vr_bo_of(f, a->handle);
   if (!bo)
      return ENOENT;
   assert(bo->offset_B < VR_MMAP_BASE);
   a->offset = VR_MMAP_BASE + bo->offset_B;
   return 0;
}
