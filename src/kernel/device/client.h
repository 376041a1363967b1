/* SPDX-License-Identifier: MIT
 *
 * A process's side of the virtual radeon: finds the device's server, or starts one in the process itself, and
 * carries system calls to it. Functions that return an int return 0 or a positive errno, unless said
 * otherwise. Any thread may call them; after fork() the child talks to the same server.
 */
#ifndef KERNEL_DEVICE_CLIENT_H
#define KERNEL_DEVICE_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/device/proto.h"

/** The card that the device is. */
struct vr_card {
   uint16_t vendor, device; /* PCI */
   char driver[16];
};
/** NULL: there is no device. Starts the server if nobody else has. */
const struct vr_card *vr_client_card(void);
/** Whether a descriptor is one of the device's, and which. errno stays as it is. */
bool vr_client_ident(int fd, struct vr_ident *id);
/** A descriptor for an open of a node; -1 and errno. */
int vr_client_open(int minor, int flags);
int vr_client_ioctl(const struct vr_ident *id, unsigned long request, void *arg);
/** Where a mapping goes: \p fd is the caller's to close; the others as watch.h has them. */
struct vr_client_mapping {
   int fd;
   uint64_t offset_B, bo;
   bool stale;
};
/** Where mmap() of a descriptor at this offset really goes. */
int vr_client_mmap(const struct vr_ident *id, uint64_t offset, uint64_t size_B, struct vr_client_mapping *to);

/** Given by whoever links the client (src/target): makes the device in this process and serves it. \p name:
 * out, what TERAGL_VRADEON is to be for its users. False: it can't be; said on stderr. */
bool vr_start_server(char name[VR_NAME_B]);
/** Writes the picture of the display of the device that this process serves (picture.c). NULL, or why there is none: "" if nothing
 * was shown. */
const char *vr_save_picture(const char *path);

#endif
