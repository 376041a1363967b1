/* SPDX-License-Identifier: MIT
 *
 * The pretended part of the file system, for the interposed functions of the C library.
 */
#ifndef VR_LIBC_H
#define VR_LIBC_H

#include <stdbool.h>
#include <stddef.h>

#include "vradeon/vr_proto.h"

enum vr_node_kind { VR_NODE_DIR, VR_NODE_TEXT, VR_NODE_CONFIG, VR_NODE_LINK, VR_NODE_DEVICE };
struct vr_node {
   const char *path;
   enum vr_node_kind kind;
   const char *text; /* of a text (@ stands for the PCI id), or where a link goes */
   int minor;
};
/** Follows the pretended links in \p path. True: *node is what stands there, NULL for nothing. False: the
 * path is the real file system's; *real is the same path behind the links (maybe \p path itself, or \p buf).
 */
bool vr_lookup(const char *path, bool follow, char *buf, size_t buf_B, const struct vr_node **node,
               const char **real);
/** The \p i th child of a directory; NULL at the end. */
const struct vr_node *vr_node_child(const struct vr_node *dir, unsigned i);
/** What reading a text gives; its length. */
size_t vr_node_contents(const struct vr_node *n, char *buf, size_t buf_B);

#endif
