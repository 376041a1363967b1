/* SPDX-License-Identifier: MIT
 * Which radeon: libdrm lists the PCI devices with DRM nodes; those whose id stands in a chip table and
 * whose driver is "radeon" (not amdgpu) serve. Render nodes are preferred: they need no authentication. */
#include "winsys/radeon/priv.h"

#include <errno.h>
#include <fcntl.h>
#include <radeon_drm.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xf86drm.h>

#define MAX_DEVICES 64
#define VENDOR_ATI  0x1002
/* 2.12 (Linux 3.2) has buffers in virtual memory, tiling flags in the stream and rings. */
#define MIN_MINOR 12

static const struct db_chip *
chip_of(const drmDevice *d)
{
   if (d->bustype != DRM_BUS_PCI || d->deviceinfo.pci->vendor_id != VENDOR_ATI)
      return NULL;
   return drm_chip_by_pci_id(d->deviceinfo.pci->device_id);
}

static const char *
node_of(const drmDevice *d)
{
   if (d->available_nodes & 1 << DRM_NODE_RENDER)
      return d->nodes[DRM_NODE_RENDER];
   return d->available_nodes & 1 << DRM_NODE_PRIMARY ? d->nodes[DRM_NODE_PRIMARY] : NULL;
}

static bool
is_named(const drmDevice *d, const char *pci)
{
   char name[32];
   const drmPciBusInfo *b = d->businfo.pci;
   snprintf(name, sizeof name, "%04x:%02x:%02x.%u", b->domain, b->bus, b->dev, b->func);
   return !strcmp(name, pci);
}

/** Opens a node and makes sure that the radeon driver stands behind it. */
static int
open_node(const char *path, char *error, size_t error_B)
{
   int fd = open(path, O_RDWR | O_CLOEXEC);
   if (fd < 0) {
      snprintf(error, error_B, "%s: %s", path, strerror(errno));
      return -1;
   }
   drmVersionPtr v = drmGetVersion(fd);
   bool ok = v && !strcmp(v->name, "radeon");
   if (!v)
      snprintf(error, error_B, "%s is no DRM device", path);
   else if (!ok)
      snprintf(error, error_B, "%s is driven by %s, not by radeon", path, v->name);
   else if (v->version_major != 2 || v->version_minor < MIN_MINOR) {
      snprintf(error, error_B, "%s: the radeon driver is version %d.%d, but 2.%d is needed", path,
               v->version_major, v->version_minor, MIN_MINOR);
      ok = false;
   }
   drmFreeVersion(v);
   if (ok)
      return fd;
   close(fd);
   return -1;
}

/** The chip behind an open node, by the kernel's own word. */
static const struct db_chip *
identify(int fd, const char *path, char *error, size_t error_B)
{
   uint32_t id = 0, accel = 0;
   int e = drm_info(fd, RADEON_INFO_DEVICE_ID, &id);
   const struct db_chip *chip = e ? NULL : drm_chip_by_pci_id((uint16_t)id);
   if (e)
      snprintf(error, error_B, "%s: the device id can't be asked for: %s", path, strerror(e));
   else if (!chip)
      snprintf(error, error_B, "%s: device 0x%04x is no Radeon 9500 to HD 6900", path, id);
   else if (drm_info(fd, RADEON_INFO_ACCEL_WORKING2, &accel) || !accel) {
      snprintf(error, error_B, "%s: the kernel says that acceleration does not work (firmware missing?)",
               path);
      chip = NULL;
   }
   return chip;
}

static int
open_path(const char *path, const struct db_chip **chip, char *error, size_t error_B)
{
   int fd = open_node(path, error, error_B);
   if (fd < 0)
      return -1;
   *chip = identify(fd, path, error, error_B);
   if (*chip)
      return fd;
   close(fd);
   return -1;
}

int
drm_device_open(const char *device, const struct db_chip **chip, char *error, size_t error_B)
{
   if (device && strchr(device, '/'))
      return open_path(device, chip, error, error_B);
   drmDevicePtr list[MAX_DEVICES];
   int n = drmGetDevices2(0, list, MAX_DEVICES), fd = -1;
   if (device)
      snprintf(error, error_B,
               "there is no Radeon 9500 to HD 6900 at %s; name a PCI address (0000:01:00.0) or a node",
               device);
   else
      snprintf(error, error_B, "there is no Radeon 9500 to HD 6900 here");
   for (int i = 0; i < n && fd < 0; i++) {
      const char *path = chip_of(list[i]) ? node_of(list[i]) : NULL;
      if (path && (!device || is_named(list[i], device)))
         fd = open_path(path, chip, error, error_B);
   }
   if (n > 0)
      drmFreeDevices(list, n);
   return fd;
}

bool
ws_drm_present(void)
{
   struct stat st;
   if (stat("/dev/dri", &st)) /* spares most machines without a GPU the look at /sys */
      return false;
   drmDevicePtr list[MAX_DEVICES];
   int n = drmGetDevices2(0, list, MAX_DEVICES);
   bool found = false;
   for (int i = 0; i < n; i++)
      found |= chip_of(list[i]) && node_of(list[i]);
   if (n > 0)
      drmFreeDevices(list, n);
   return found;
}
