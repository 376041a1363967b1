/* SPDX-License-Identifier: MIT
 *
 * Interposing the C library's functions, and the pretended part of the file system for those that do.
 */
#ifndef KERNEL_DEVICE_LIBC_H
#define KERNEL_DEVICE_LIBC_H

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "kernel/device/proto.h"

#define EXPORT __attribute__((visibility("default")))

/* The C library's own NAME. */
#define NEXT(name)                                                                                           \
   ({                                                                                                        \
      static _Atomic(void *) next_;                                                                          \
      void *p_ = atomic_load_explicit(&next_, memory_order_acquire);                                         \
      if (!p_) {                                                                                             \
         p_ = dlsym(RTLD_NEXT, #name);                                                                       \
         atomic_store_explicit(&next_, p_, memory_order_release);                                            \
      }                                                                                                      \
      (__typeof__(&name))p_;                                                                                 \
   })

enum vr_node_kind { VR_NODE_DIR, VR_NODE_TEXT, VR_NODE_CONFIG, VR_NODE_LINK, VR_NODE_DEVICE };
struct vr_node {
   const char *path;
   enum vr_node_kind kind;
   const char *text; /* of a text (@ and ^ stand for the PCI device and vendor, % for the driver), or where a
                      * link goes */
   int minor;
};
/** Follows the pretended links in \p path. True: *node is what stands there, NULL for nothing. False: the
 * path is the real file system's; *real is the same path behind the links (maybe \p path itself, or \p buf).
 */
bool vr_lookup(const char *path, bool follow, char *buf, size_t buf_B, const struct vr_node **node,
               const char **real);
/** The \p i th pretended thing in a directory, which may be a real one; NULL at the end, or without a
 * device. */
const struct vr_node *vr_child(const char *dir, unsigned i);
/** What reading a text gives; its length. */
size_t vr_node_contents(const struct vr_node *n, char *buf, size_t buf_B);

#endif
