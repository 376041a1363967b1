/* SPDX-License-Identifier: MIT
 *
 * The server of a device.
 */
#ifndef KERNEL_DEVICE_SERVER_H
#define KERNEL_DEVICE_SERVER_H

#include "kernel/device/device.h"

/** Serves a device on threads of their own, for as long as the process lives. \p name: out, what
 * TERAGL_VRADEON is to be for its users. False: it can't be; said on stderr. */
bool vr_serve(struct vr_device *d, char name[VR_NAME_B]);

/** Writes what the display shows, or showed last, as a PAM file of 4 bytes a pixel, top row first. Takes the lock. */
enum vr_picture_result vr_write_picture(struct vr_device *d, const char *path);

#endif
