/* SPDX-License-Identifier: MIT
 *
 * The card node's display, of four files: kms.c, planes.c, crtc.c, picture.c. With the lock held.
 */
#ifndef KERNEL_DEVICE_DISPLAY_H
#define KERNEL_DEVICE_DISPLAY_H

#include "kernel/device/device.h"

enum { VR_CRTC_ID = 1, VR_CONNECTOR_ID = 3 };

/** A frame buffer. */
struct vr_fb {
   uint32_t id;
   const struct vr_file *file; /* that made it */
   struct vr_bo *bo;           /* a reference */
   uint32_t format;            /* DRM_FORMAT_x */
   uint32_t width, height;     /* pixels */
   uint32_t pitch_B, pixel_B;
   uint64_t offset_B;
   struct vr_fb *next;
};

/** Ends all frame buffers of a file that is closed. */
void vr_kms_release(struct vr_device *d, const struct vr_file *f);
/** Gives (user.h) the properties of a mode setting object, which may have none. */
int vr_give_properties(const struct vr_device *d, uint32_t object, uint64_t ids, uint64_t values,
                       uint32_t *count);
/** Keeps what the display shows, in place of what was kept before. */
void vr_keep_picture(struct vr_device *d, const struct vr_fb *fb);
/** Queues an event for whoever reads the file; ENOMEM: there are too many. */
int vr_send_event(struct vr_file *f, const void *event, size_t size_B);

#endif
