/* SPDX-License-Identifier: MIT
 *
 * The radeon kernel driver's one door.
 */
#ifndef KERNEL_RADEON_PUBLIC_H
#define KERNEL_RADEON_PUBLIC_H

struct db_chip;
struct emu_gpu;
struct vr_device;

/** A device (kernel/device/device.h) that is a \p chip of this driver's, which \p emulated runs. NULL: it can't be; said
 * on stderr. */
struct vr_device *radeon_device_create(const struct db_chip *chip, const struct emu_gpu *emulated);

#endif
