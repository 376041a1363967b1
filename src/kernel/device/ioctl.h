/* SPDX-License-Identifier: MIT
 *
 * The ioctls of the DRM core, and the way to all of them.
 */
#ifndef KERNEL_DEVICE_IOCTL_H
#define KERNEL_DEVICE_IOCTL_H

#include "kernel/device/device.h"

/** Handles one ioctl of a file. \p arg: VR_ARG_B bytes, zero behind the caller's. */
int vr_ioctl(struct vr_device *d, struct vr_file *f, uint32_t request, void *arg);

#define VR_IOCTL(name) int vr_##name(struct vr_device *d, struct vr_file *f, void *arg)

/* gem.c; the prime ones without the lock */
VR_IOCTL(gem_close);
VR_IOCTL(gem_flink);
VR_IOCTL(gem_open);
VR_IOCTL(prime_export);
VR_IOCTL(prime_import);
/* kms.c */
VR_IOCTL(mode_getresources);
VR_IOCTL(mode_getconnector);
VR_IOCTL(mode_getencoder);
VR_IOCTL(mode_getcrtc);
VR_IOCTL(mode_setcrtc);
VR_IOCTL(mode_addfb);
VR_IOCTL(mode_addfb2);
VR_IOCTL(mode_rmfb);
VR_IOCTL(mode_getfb);
VR_IOCTL(mode_dirtyfb);
VR_IOCTL(mode_page_flip);
VR_IOCTL(mode_create_dumb);
VR_IOCTL(mode_map_dumb);
/* crtc.c */
VR_IOCTL(mode_cursor);
VR_IOCTL(mode_cursor2);
VR_IOCTL(mode_getgamma);
VR_IOCTL(mode_setgamma);
VR_IOCTL(wait_vblank);
VR_IOCTL(crtc_get_sequence);
VR_IOCTL(crtc_queue_sequence);
/* planes.c */
VR_IOCTL(mode_getplaneresources);
VR_IOCTL(mode_getplane);
VR_IOCTL(mode_getproperty);
VR_IOCTL(mode_setproperty);
VR_IOCTL(mode_obj_setproperty);
VR_IOCTL(mode_obj_getproperties);
VR_IOCTL(set_client_cap);

#endif
