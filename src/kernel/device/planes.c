/* SPDX-License-Identifier: MIT
 *
 * Planes and properties of the virtual display: what the kernel gives every driver that has none of its own
 * (drm_crtc_init): one primary plane, seen by clients that ask for universal planes, with its type as the
 * only property; and the connector's DPMS, which can be set.
 *
 * Left out: setting planes; other properties.
 */
#include <assert.h>
#include <errno.h>
#include <libdrm/drm.h>
#include <libdrm/drm_fourcc.h>
#include <libdrm/drm_mode.h>
#include <stdio.h>
#include <string.h>

#include "kernel/device/display.h"
#include "kernel/device/ioctl.h"
#include "kernel/device/user.h"

enum { PLANE_ID = 4, TYPE_PROPERTY_ID = 5, DPMS_PROPERTY_ID = 6, TYPE_PRIMARY = 1 };

VR_IOCTL(mode_getplaneresources)
{
   struct drm_mode_get_plane_res *a = arg;
   static const uint32_t plane = PLANE_ID;
   return vr_give(a->plane_id_ptr, &a->count_planes, &plane, f->universal_planes ? 1 : 0, sizeof plane);
}

VR_IOCTL(mode_getplane)
{
   struct drm_mode_get_plane *a = arg;
   static const uint32_t formats[] = {DRM_FORMAT_XRGB8888, DRM_FORMAT_ARGB8888};
   if (a->plane_id != PLANE_ID)
      return ENOENT;
   a->crtc_id = d->shown_fb ? VR_CRTC_ID : 0;
   a->fb_id = d->shown_fb;
   a->possible_crtcs = 1;
   a->gamma_size = 0;
   return vr_give(a->format_type_ptr, &a->count_format_types, formats, 2, sizeof *formats);
}

int
vr_give_properties(const struct vr_device *d, uint32_t object, uint64_t ids, uint64_t values, uint32_t *count)
{
   const uint32_t id = object == PLANE_ID ? TYPE_PROPERTY_ID : DPMS_PROPERTY_ID;
   const uint64_t value = object == PLANE_ID ? TYPE_PRIMARY : d->dpms;
   const uint32_t n = object == PLANE_ID || object == VR_CONNECTOR_ID;
   uint32_t room = *count;
   int err = vr_give(ids, count, &id, n, sizeof id);
   return err ? err : vr_give(values, &room, &value, n, sizeof value);
}

VR_IOCTL(mode_obj_getproperties)
{
   struct drm_mode_obj_get_properties *a = arg;
   return vr_give_properties(d, a->obj_id, a->props_ptr, a->prop_values_ptr, &a->count_props);
}

VR_IOCTL(mode_getproperty)
{
   struct drm_mode_get_property *a = arg;
   static const struct property {
      const char *name;
      uint32_t flags, n;
      struct drm_mode_property_enum names[4];
   } properties[] = {
      [TYPE_PROPERTY_ID] = {"type",
                            DRM_MODE_PROP_ENUM | DRM_MODE_PROP_IMMUTABLE,
                            3,                                               {{0, "Overlay"}, {1, "Primary"}, {2, "Cursor"}}},
      [DPMS_PROPERTY_ID] = {"DPMS",
                            DRM_MODE_PROP_ENUM,                           4,
                            {{0, "On"}, {1, "Standby"}, {2, "Suspend"}, {3, "Off"}}                                         },
   };
   if (a->prop_id >= sizeof properties / sizeof *properties || !properties[a->prop_id].name)
      return ENOENT;
   const struct property *p = &properties[a->prop_id];
   assert(p->n <= sizeof p->names / sizeof *p->names);
   uint64_t values[4];
   for (uint32_t i = 0; i < p->n; i++)
      values[i] = p->names[i].value;
   a->flags = p->flags;
   snprintf(a->name, sizeof a->name, "%s", p->name);
   int err = vr_give(a->values_ptr, &a->count_values, values, p->n, sizeof *values);
   return err ? err : vr_give(a->enum_blob_ptr, &a->count_enum_blobs, p->names, p->n, sizeof *p->names);
}

static int
set_property(struct vr_device *d, uint32_t object, uint32_t property, uint64_t value)
{
   if (object != VR_CONNECTOR_ID)
      return object == PLANE_ID ? EINVAL : ENOENT;
   if (property != DPMS_PROPERTY_ID || value > 3)
      return EINVAL;
   d->dpms = (uint32_t)value;
   return 0;
}

VR_IOCTL(mode_setproperty)
{
   const struct drm_mode_connector_set_property *a = arg;
   return set_property(d, a->connector_id, a->prop_id, a->value);
}

VR_IOCTL(mode_obj_setproperty)
{
   const struct drm_mode_obj_set_property *a = arg;
   return set_property(d, a->obj_id, a->prop_id, a->value);
}

VR_IOCTL(set_client_cap)
{
   const struct drm_set_client_cap *a = arg;
   switch (a->capability) {
   case DRM_CLIENT_CAP_UNIVERSAL_PLANES:
      if (a->value > 1)
         return EINVAL;
      f->universal_planes = a->value;
      return 0;
   case DRM_CLIENT_CAP_STEREO_3D:
      return 0;
   default:
      return EOPNOTSUPP;
   }
}
