/* SPDX-License-Identifier: MIT
 *
 * The pretended part of the file system: /dev/dri and what sysfs tells about one PCI card, as far as libdrm,
 * Mesa's loader and libudev's users read it. Links are followed here, so that a path like
 * /sys/dev/char/226:128/device/drm leads to the right directory; what a link leads out to is the real file
 * system's.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "kernel/device/client.h"
#include "kernel/device/libc.h"

#define SLOT "0000:01:00.0"
#define PCI  "/sys/devices/pci0000:00/0000:00:01.0/" SLOT

/* Registers and memory behind PCI are the kernel driver's alone. */
#define NO_BAR "0x0000000000000000 0x0000000000000000 0x0000000000000000\n"

#define MINOR(name, number, minor_)                                                                          \
   {PCI "/drm/" name, VR_NODE_DIR}, {PCI "/drm/" name "/dev", VR_NODE_TEXT, "226:" number "\n"},             \
      {PCI "/drm/" name "/uevent", VR_NODE_TEXT,                                                             \
       "MAJOR=226\nMINOR=" number "\nDEVNAME=dri/" name "\nDEVTYPE=drm_minor\n"},                            \
      {PCI "/drm/" name "/device", VR_NODE_LINK, PCI},                                                       \
      {PCI "/drm/" name "/subsystem", VR_NODE_LINK, "/sys/class/drm"},                                       \
      {"/sys/dev/char/226:" number, VR_NODE_LINK, PCI "/drm/" name},                                         \
      {"/sys/class/drm/" name, VR_NODE_LINK, PCI "/drm/" name},                                              \
   {                                                                                                         \
      "/dev/dri/" name, VR_NODE_DEVICE, NULL, minor_                                                         \
   }

/* Where drivers are shown; the card's own has its name for the %. */
#define DRIVERS "/sys/bus/pci/drivers/"

/* clang-format off */
static const struct vr_node nodes[] = {
   {"/dev/dri", VR_NODE_DIR},
   {"/dev/dri/by-path", VR_NODE_DIR},
   {"/dev/dri/by-path/pci-" SLOT "-card", VR_NODE_LINK, "/dev/dri/card0"},
   {"/dev/dri/by-path/pci-" SLOT "-render", VR_NODE_LINK, "/dev/dri/renderD128"},
   {PCI, VR_NODE_DIR},
   {PCI "/vendor", VR_NODE_TEXT, "0x^\n"},
   {PCI "/device", VR_NODE_TEXT, "0x@\n"},
   {PCI "/subsystem_vendor", VR_NODE_TEXT, "0x^\n"},
   {PCI "/subsystem_device", VR_NODE_TEXT, "0x0000\n"},
   {PCI "/revision", VR_NODE_TEXT, "0x00\n"},
   {PCI "/class", VR_NODE_TEXT, "0x030000\n"},
   {PCI "/resource", VR_NODE_TEXT, NO_BAR NO_BAR NO_BAR NO_BAR NO_BAR NO_BAR NO_BAR},
   {PCI "/boot_vga", VR_NODE_TEXT, "1\n"},
   {PCI "/config", VR_NODE_CONFIG},
   {PCI "/uevent", VR_NODE_TEXT,
    "DRIVER=%\nPCI_CLASS=30000\nPCI_ID=^:@\nPCI_SUBSYS_ID=^:0000\nPCI_SLOT_NAME=" SLOT "\n"},
   {PCI "/subsystem", VR_NODE_LINK, "/sys/bus/pci"},
   {PCI "/driver", VR_NODE_LINK, DRIVERS "%"},
   {PCI "/drm", VR_NODE_DIR},
   {DRIVERS "%", VR_NODE_DIR},
   {"/sys/bus/pci/devices/" SLOT, VR_NODE_LINK, PCI},
   {"/sys/class/drm", VR_NODE_DIR},
   {PCI "/drm/controlD64", VR_NODE_LINK, PCI "/drm/card0"}, /* by which libdrm knows mode setting */
   MINOR("card0", "0", VR_MINOR_CARD),
   MINOR("renderD128", "128", VR_MINOR_RENDER),
};
/* clang-format on */

#define NUM_NODES (sizeof nodes / sizeof *nodes)

/* The two nodes above that have the driver's name. */
static char driver_path[sizeof DRIVERS + sizeof((struct vr_card){0}.driver)];
static const struct vr_node driver_link = {PCI "/driver", VR_NODE_LINK, driver_path};
static const struct vr_node driver_dir = {driver_path, VR_NODE_DIR};
static pthread_once_t driver_named = PTHREAD_ONCE_INIT;

static void
name_driver(void)
{
   snprintf(driver_path, sizeof driver_path, DRIVERS "%s", vr_client_card()->driver);
}

/** Makes the device known; false: there is none. */
static bool
find_card(void)
{
   return vr_client_card() && !pthread_once(&driver_named, name_driver);
}

/** A node with the driver's name in it. The device is known. */
static const struct vr_node *
named_node(const struct vr_node *n)
{
   if (n->kind == VR_NODE_DIR && strchr(n->path, '%'))
      return &driver_dir;
   return n->kind == VR_NODE_LINK && strchr(n->text, '%') ? &driver_link : n;
}

/* Everything below these is ours, whether it exists or not. */
static const char *const roots[] = {"/dev/dri",
                                    "/sys/class/drm",
                                    PCI,
                                    "/sys/bus/pci/devices/" SLOT,
                                    "/sys/dev/char/226:0",
                                    "/sys/dev/char/226:128"};

/** Length of \p prefix if \p path is it or lies below it, else 0. */
static size_t
prefix_length(const char *path, const char *prefix)
{
   size_t n = strlen(prefix);
   return !strncmp(path, prefix, n) && (path[n] == 0 || path[n] == '/') ? n : 0;
}

bool
vr_lookup(const char *path, bool follow, char *buf, size_t buf_B, const struct vr_node **node,
          const char **real)
{
   *node = NULL;
   *real = path;
   if (!path || (strncmp(path, "/dev/dri", 8) != 0 && strncmp(path, "/sys/", 5) != 0))
      return false;
   bool ours = !strncmp(path, DRIVERS, strlen(DRIVERS)) && find_card() && prefix_length(path, driver_path);
   for (size_t i = 0; i < sizeof roots / sizeof *roots && !ours; i++)
      ours = prefix_length(path, roots[i]) > 0;
   if (!ours || !find_card())
      return false;
   size_t len = strlen(path);
   if (len >= buf_B)
      return true;
   memcpy(buf, path, len + 1);
   while (len > 1 && (buf[len - 1] == '/' || (buf[len - 1] == '.' && buf[len - 2] == '/'))) {
      buf[--len] = 0;
      follow = true;
   }
   assert(buf[0] == '/' && len < buf_B);
   for (unsigned links = 0; links < 8; links++) {
      size_t n = 0, i;
      for (i = 0; i < NUM_NODES; i++) {
         if (nodes[i].kind == VR_NODE_LINK && (n = prefix_length(buf, nodes[i].path)) && (buf[n] || follow))
            break;
      }
      if (i == NUM_NODES)
         break;
      char rest[512];
      snprintf(rest, sizeof rest, "%s", buf + n);
      snprintf(buf, buf_B, "%s%s", named_node(&nodes[i])->text, rest);
   }
   for (size_t i = 0; i < NUM_NODES; i++) {
      const struct vr_node *named = named_node(&nodes[i]);
      if (!strcmp(named->path, buf)) {
         *node = named;
         return true;
      }
   }
   for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
      if (prefix_length(buf, roots[i]))
         return true;
   }
   if (prefix_length(buf, driver_path))
      return true;
   *real = buf;
   return false;
}

const struct vr_node *
vr_child(const char *dir, unsigned i)
{
   size_t n = strlen(dir);
   while (n > 1 && dir[n - 1] == '/')
      n--;
   for (size_t k = 0; k < NUM_NODES; k++) {
      if (!strncmp(nodes[k].path, dir, n) && nodes[k].path[n] == '/' && !strchr(nodes[k].path + n + 1, '/') &&
          i-- == 0)
         return find_card() ? named_node(&nodes[k]) : NULL;
   }
   return NULL;
}

size_t
vr_node_contents(const struct vr_node *n, char *buf, size_t buf_B)
{
   const struct vr_card *card = vr_client_card();
   const unsigned device = card->device, vendor = card->vendor;
   size_t len = 0;
   assert(n->kind == VR_NODE_TEXT || n->kind == VR_NODE_CONFIG);
   if (n->kind == VR_NODE_CONFIG) { /* PCI configuration space: the header, no capabilities */
      const uint8_t header[256] = {(uint8_t)vendor,          (uint8_t)(vendor >> 8), (uint8_t)device,
                                   (uint8_t)(device >> 8),   [0x0b] = 0x03, /* display controller */
                                   [0x2c] = (uint8_t)vendor, (uint8_t)(vendor >> 8)};
      len = buf_B < sizeof header ? buf_B : sizeof header;
      memcpy(buf, header, len);
      return len;
   }
   for (const char *p = n->text; *p && len + sizeof card->driver < buf_B; p++) {
      char *to = buf + len;
      const size_t room = buf_B - len;
      len += (size_t)(*p == '@'   ? snprintf(to, room, "%04x", device)
                      : *p == '^' ? snprintf(to, room, "%04x", vendor)
                      : *p == '%' ? snprintf(to, room, "%s", card->driver)
                                  : snprintf(to, room, "%c", *p));
   }
   return len;
}
