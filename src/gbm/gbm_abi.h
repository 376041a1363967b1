/* SPDX-License-Identifier: MIT
 *
 * The interface between libgbm and its back ends, version 0, as libgbm since Mesa 21.3 has it: libgbm loads
 * NAME_gbm.so, calls its gbmint_get_backend and reads and calls through the structures below. Member order is
 * the interface; the names are ours where nobody else sees them.
 *
 * Left out: later versions (libgbm speaks the older one of both sides).
 */
#ifndef GBM_ABI_H
#define GBM_ABI_H

#include <gbm.h>
#include <stddef.h>
#include <stdint.h>

enum { GBM_ABI_VERSION = 0 };

struct gbm_device_v0 {
   const void *loaded_by; /* libgbm's */
   uint32_t backend_version;
   int fd;
   const char *name;
   void (*destroy)(struct gbm_device *d);
   int (*is_format_supported)(struct gbm_device *d, uint32_t format, uint32_t usage);
   int (*get_format_modifier_plane_count)(struct gbm_device *d, uint32_t format, uint64_t modifier);
   struct gbm_bo *(*bo_create)(struct gbm_device *d, uint32_t w, uint32_t h, uint32_t format, uint32_t usage,
                               const uint64_t *modifiers, unsigned int num_modifiers);
   struct gbm_bo *(*bo_import)(struct gbm_device *d, uint32_t type, void *buffer, uint32_t usage);
   void *(*bo_map)(struct gbm_bo *b, uint32_t x, uint32_t y, uint32_t w, uint32_t h, uint32_t flags,
                   uint32_t *stride_B, void **map_data);
   void (*bo_unmap)(struct gbm_bo *b, void *map_data);
   int (*bo_write)(struct gbm_bo *b, const void *from, size_t size_B);
   int (*bo_get_fd)(struct gbm_bo *b);
   int (*bo_get_planes)(struct gbm_bo *b);
   union gbm_bo_handle (*bo_get_handle)(struct gbm_bo *b, int plane);
   int (*bo_get_plane_fd)(struct gbm_bo *b, int plane);
   uint32_t (*bo_get_stride)(struct gbm_bo *b, int plane);
   uint32_t (*bo_get_offset)(struct gbm_bo *b, int plane);
   uint64_t (*bo_get_modifier)(struct gbm_bo *b);
   void (*bo_destroy)(struct gbm_bo *b);
   struct gbm_surface *(*surface_create)(struct gbm_device *d, uint32_t w, uint32_t h, uint32_t format,
                                         uint32_t flags, const uint64_t *modifiers, unsigned num_modifiers);
   struct gbm_bo *(*surface_lock_front_buffer)(struct gbm_surface *s);
   void (*surface_release_buffer)(struct gbm_surface *s, struct gbm_bo *b);
   int (*surface_has_free_buffers)(struct gbm_surface *s);
   void (*surface_destroy)(struct gbm_surface *s);
};

struct gbm_device {
   struct gbm_device *(*created_by)(int fd); /* gbm_create_device: EGL knows a gbm_device by it */
   struct gbm_device_v0 v0;
};

struct gbm_bo_v0 {
   uint32_t width, height, stride_B, format;
   union gbm_bo_handle handle;
   void *user_data;
   void (*destroy_user_data)(struct gbm_bo *b, void *data);
};

struct gbm_bo {
   struct gbm_device *gbm;
   struct gbm_bo_v0 v0;
};

struct gbm_surface_v0 {
   uint32_t width, height, format, flags;
   uint64_t *modifiers;
   unsigned num_modifiers;
};

struct gbm_surface {
   struct gbm_device *gbm;
   struct gbm_surface_v0 v0;
};

/** What libgbm offers to back ends. */
struct gbm_core {
   uint32_t version;
   uint32_t (*format_canonicalize)(uint32_t format); /* enum gbm_bo_format -> fourcc */
};

struct gbm_backend {
   uint32_t version;
   const char *name;
   struct gbm_device *(*create_device)(int fd, uint32_t version);
};

/** What libgbm looks up in a back end. */
const struct gbm_backend *gbmint_get_backend(const struct gbm_core *core);

#endif
