/* SPDX-License-Identifier: MIT
 *
 * Configs: the table of what surfaces can look like, and choosing among them (EGL 1.5 §3.4).
 */
#include "api/egl/egl_core.h"
#include "api/egl/egl_display.h"
#include "api/egl/egl_entry.h"
#include "api/egl/egl_objects.h"
#include "api/egl/egl_platform.h"
#include "pipe/p_context.h"
#include "state_tracker/st_api.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "format/format.h"
#include "util/u_math.h"

/* Colour formats a config may have. Window surfaces keep the byte order X servers want. */
static const struct {
   enum pipe_format format;
   uint8_t r, g, b, a;
} colors[] = {
   {PIPE_FORMAT_B8G8R8A8_UNORM,     8,  8,  8,  8 },
   {PIPE_FORMAT_B8G8R8X8_UNORM,     8,  8,  8,  0 },
   {PIPE_FORMAT_B5G6R5_UNORM,       5,  6,  5,  0 },
   {PIPE_FORMAT_A1B5G5R5_UNORM,     5,  5,  5,  1 },
   {PIPE_FORMAT_A4B4G4R4_UNORM,     4,  4,  4,  4 },
   {PIPE_FORMAT_B10G10R10A2_UNORM,  10, 10, 10, 2 },
   {PIPE_FORMAT_B10G10R10X2_UNORM,  10, 10, 10, 0 },
   {PIPE_FORMAT_R16G16B16A16_FLOAT, 16, 16, 16, 16}, /* EGL_EXT_pixel_format_float */
};

static const struct {
   enum pipe_format format;
   uint8_t depth, stencil;
} depths[] = {
   {PIPE_FORMAT_Z24_UNORM_S8_UINT, 24, 8},
   {PIPE_FORMAT_Z24X8_UNORM,       24, 0},
   {PIPE_FORMAT_Z16_UNORM,         16, 0},
   {PIPE_FORMAT_NONE,              0,  0},
};

static const uint8_t samples[] = {0, 2, 4, 6, 8};

/** Configs with so many samples a pixel, 0: without a sample buffer. */
static void
add_configs(struct egl_display *d, unsigned num_samples)
{
   struct pipe_screen *sc = d->screen;
   unsigned n = MAX2(num_samples, 1);
   for (size_t i = 0; i < ARRAY_SIZE(colors); i++) {
      if (!sc->is_format_supported(sc, colors[i].format, PIPE_TEXTURE_2D, n, PIPE_BIND_RENDER_TARGET))
         continue;
      assert(u_format_bits(colors[i].format, 0) == colors[i].r &&
             u_format_bits(colors[i].format, 1) == colors[i].g);
      assert(u_format_bits(colors[i].format, 2) == colors[i].b &&
             u_format_bits(colors[i].format, 3) == colors[i].a);
      for (size_t j = 0; j < ARRAY_SIZE(depths); j++) {
         assert(u_format_depth_bits(depths[j].format) == depths[j].depth &&
                u_format_stencil_bits(depths[j].format) == depths[j].stencil);
         if (depths[j].format != PIPE_FORMAT_NONE &&
             !sc->is_format_supported(sc, depths[j].format, PIPE_TEXTURE_2D, n, PIPE_BIND_DEPTH_STENCIL))
            continue;
         assert(d->num_configs < ARRAY_SIZE(colors) * ARRAY_SIZE(depths) * ARRAY_SIZE(samples));
         struct egl_config *c = &d->configs[d->num_configs++];
         *c = (struct egl_config){
            .id = (EGLint)d->num_configs,
            .color = colors[i].format,
            .zs = depths[j].format,
            .red = colors[i].r,
            .green = colors[i].g,
            .blue = colors[i].b,
            .alpha = colors[i].a,
            .depth = depths[j].depth,
            .stencil = depths[j].stencil,
            .samples = (EGLint)num_samples,
            .component_type = u_format_desc(colors[i].format)->ch[0].type == U_FLOAT
                                 ? EGL_COLOR_COMPONENT_TYPE_FLOAT_EXT
                                 : EGL_COLOR_COMPONENT_TYPE_FIXED_EXT,
            .surface_type = EGL_PBUFFER_BIT | EGL_SWAP_BEHAVIOR_PRESERVED_BIT,
            .native_visual_type = EGL_NONE,
         };
         bool native = c->red == 8 || c->green == 6; /* formats that window systems know */
         if (native || c->red == 10)
            c->native_visual = d->platform->native_visual(d, c->red, c->alpha, &c->native_visual_type);
         if (c->native_visual)
            c->surface_type |= EGL_WINDOW_BIT;
         if (native && d->platform->pixmap_create)
            c->surface_type |= EGL_PIXMAP_BIT;
      }
   }
}

bool
egl_configs_init(struct egl_display *d)
{
   assert(d->screen && !d->configs);
   d->configs = calloc(ARRAY_SIZE(colors) * ARRAY_SIZE(depths) * ARRAY_SIZE(samples), sizeof *d->configs);
   if (!d->configs)
      return false;
   d->num_configs = 0;
   for (size_t i = 0; i < ARRAY_SIZE(samples); i++)
      add_configs(d, samples[i]);
   return d->num_configs > 0;
}

/* clang-format off */
/** Attributes that a config keeps. */
static const struct {
   EGLint name;
   size_t field; /* an EGLint of struct egl_config */
} stored_attribs[] = {
#define FIELD(name) offsetof(struct egl_config, name)
   {EGL_RED_SIZE, FIELD(red)},
   {EGL_GREEN_SIZE, FIELD(green)},
   {EGL_BLUE_SIZE, FIELD(blue)},
   {EGL_ALPHA_SIZE, FIELD(alpha)},
   {EGL_DEPTH_SIZE, FIELD(depth)},
   {EGL_STENCIL_SIZE, FIELD(stencil)},
   {EGL_SAMPLES, FIELD(samples)},
   {EGL_SURFACE_TYPE, FIELD(surface_type)},
   {EGL_NATIVE_VISUAL_ID, FIELD(native_visual)},
   {EGL_NATIVE_VISUAL_TYPE, FIELD(native_visual_type)},
   {EGL_CONFIG_ID, FIELD(id)},
   {EGL_COLOR_COMPONENT_TYPE_EXT, FIELD(component_type)},
#undef FIELD
};

/** Attributes that are the same for all configs. */
static const struct {
   EGLint name, value;
} fixed_attribs[] = {
   {EGL_COLOR_BUFFER_TYPE, EGL_RGB_BUFFER},
   {EGL_CONFIG_CAVEAT, EGL_NONE},
   {EGL_TRANSPARENT_TYPE, EGL_NONE},
   {EGL_TRANSPARENT_RED_VALUE, 0},
   {EGL_TRANSPARENT_GREEN_VALUE, 0},
   {EGL_TRANSPARENT_BLUE_VALUE, 0},
   {EGL_MIN_SWAP_INTERVAL, 0},
   {EGL_MAX_SWAP_INTERVAL, 1},
   {EGL_NATIVE_RENDERABLE, EGL_FALSE},
   {EGL_ALPHA_MASK_SIZE, 0},
   {EGL_LUMINANCE_SIZE, 0},
   {EGL_LEVEL, 0},
};
/* clang-format on */

/** Value of an attribute that follows from others; false if there is no such attribute. */
static bool
derived_attrib(const struct egl_display *d, const struct egl_config *c, EGLint attribute, EGLint *v)
{
   const struct pipe_caps *caps = &d->screen->caps;
   const EGLint max = (EGLint)MIN2(caps->max_viewport_dims[0], caps->max_texture_2d_size);
   switch (attribute) {
   case EGL_RENDERABLE_TYPE:
   case EGL_CONFORMANT:
      *v = EGL_OPENGL_ES2_BIT | (st_gles3_missing(d->screen) ? 0 : EGL_OPENGL_ES3_BIT);
      return true;
   case EGL_BUFFER_SIZE:
      *v = c->red + c->green + c->blue + c->alpha;
      return true;
   case EGL_SAMPLE_BUFFERS:
      *v = c->samples > 0;
      return true;
   case EGL_BIND_TO_TEXTURE_RGB:
      *v = !c->alpha && c->red == 8;
      return true;
   case EGL_BIND_TO_TEXTURE_RGBA:
      *v = c->alpha && c->red == 8;
      return true;
   case EGL_MAX_PBUFFER_WIDTH:
   case EGL_MAX_PBUFFER_HEIGHT:
      *v = max;
      return true;
   case EGL_MAX_PBUFFER_PIXELS:
      *v = max * max;
      return true;
   default:
      return false;
   }
}

/** Value of an attribute; false if there is no such attribute. */
static bool
config_attrib(const struct egl_display *d, const struct egl_config *c, EGLint attribute, EGLint *v)
{
   for (size_t i = 0; i < ARRAY_SIZE(stored_attribs); i++)
      if (stored_attribs[i].name == attribute) {
         *v = *(const EGLint *)((const char *)c + stored_attribs[i].field);
         return true;
      }
   for (size_t i = 0; i < ARRAY_SIZE(fixed_attribs); i++)
      if (fixed_attribs[i].name == attribute) {
         *v = fixed_attribs[i].value;
         return true;
      }
   return derived_attrib(d, c, attribute, v);
}

EGLBoolean
egl_GetConfigAttrib(EGLDisplay dpy, EGLConfig config, EGLint attribute, EGLint *value)
{
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   const struct egl_config *c = d ? egl_find_config(d, config) : NULL;
   EGLBoolean ok = EGL_FALSE;
   if (c && !value)
      egl_error(EGL_BAD_PARAMETER, "eglGetConfigAttrib without room for the value");
   else if (c)
      ok = config_attrib(d, c, attribute, value)
              ? egl_ok()
              : egl_error(EGL_BAD_ATTRIBUTE, "eglGetConfigAttrib attribute 0x%x", attribute);
   egl_unlock();
   return ok;
}

EGLBoolean
egl_GetConfigs(EGLDisplay dpy, EGLConfig *configs, EGLint size, EGLint *num)
{
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   EGLBoolean ok = EGL_FALSE;
   if (d && !num)
      egl_error(EGL_BAD_PARAMETER, "eglGetConfigs without num_config");
   else if (d) {
      EGLint n = (EGLint)d->num_configs;
      if (configs) {
         n = CLAMP(size, 0, n);
         for (EGLint i = 0; i < n; i++)
            configs[i] = &d->configs[i];
      }
      *num = n;
      ok = egl_ok();
   }
   egl_unlock();
   return ok;
}

/* ---- choosing ---- */

enum match { AT_LEAST, EXACT, MASK, SPECIAL, IGNORE };

/* EGL 1.5 lets wishes without EGL_RENDERABLE_TYPE ask for OpenGL ES 1, of which there is none here: they get
 * what there is. GTK 4 names none. */
static const struct {
   EGLint attribute;
   enum match match;
   EGLint initial;
} criteria[] = {
   {EGL_BUFFER_SIZE,              AT_LEAST, 0                                 },
   {EGL_RED_SIZE,                 AT_LEAST, 0                                 },
   {EGL_GREEN_SIZE,               AT_LEAST, 0                                 },
   {EGL_BLUE_SIZE,                AT_LEAST, 0                                 },
   {EGL_LUMINANCE_SIZE,           AT_LEAST, 0                                 },
   {EGL_ALPHA_SIZE,               AT_LEAST, 0                                 },
   {EGL_ALPHA_MASK_SIZE,          AT_LEAST, 0                                 },
   {EGL_BIND_TO_TEXTURE_RGB,      EXACT,    EGL_DONT_CARE                     },
   {EGL_BIND_TO_TEXTURE_RGBA,     EXACT,    EGL_DONT_CARE                     },
   {EGL_COLOR_BUFFER_TYPE,        EXACT,    EGL_RGB_BUFFER                    },
   {EGL_COLOR_COMPONENT_TYPE_EXT, EXACT,    EGL_COLOR_COMPONENT_TYPE_FIXED_EXT},
   {EGL_CONFIG_CAVEAT,            EXACT,    EGL_DONT_CARE                     },
   {EGL_CONFIG_ID,                EXACT,    EGL_DONT_CARE                     },
   {EGL_CONFORMANT,               MASK,     0                                 },
   {EGL_DEPTH_SIZE,               AT_LEAST, 0                                 },
   {EGL_LEVEL,                    EXACT,    0                                 },
   {EGL_MATCH_NATIVE_PIXMAP,      SPECIAL,  EGL_NONE                          },
   {EGL_MAX_PBUFFER_WIDTH,        IGNORE,   0                                 },
   {EGL_MAX_PBUFFER_HEIGHT,       IGNORE,   0                                 },
   {EGL_MAX_PBUFFER_PIXELS,       IGNORE,   0                                 },
   {EGL_MAX_SWAP_INTERVAL,        EXACT,    EGL_DONT_CARE                     },
   {EGL_MIN_SWAP_INTERVAL,        EXACT,    EGL_DONT_CARE                     },
   {EGL_NATIVE_RENDERABLE,        EXACT,    EGL_DONT_CARE                     },
   {EGL_NATIVE_VISUAL_ID,         IGNORE,   0                                 },
   {EGL_NATIVE_VISUAL_TYPE,       EXACT,    EGL_DONT_CARE                     },
   {EGL_RENDERABLE_TYPE,          MASK,     0                                 },
   {EGL_SAMPLE_BUFFERS,           AT_LEAST, 0                                 },
   {EGL_SAMPLES,                  AT_LEAST, 0                                 },
   {EGL_STENCIL_SIZE,             AT_LEAST, 0                                 },
   {EGL_SURFACE_TYPE,             MASK,     EGL_WINDOW_BIT                    },
   {EGL_TRANSPARENT_TYPE,         EXACT,    EGL_NONE                          },
   {EGL_TRANSPARENT_RED_VALUE,    SPECIAL,  EGL_DONT_CARE                     },
   {EGL_TRANSPARENT_GREEN_VALUE,  SPECIAL,  EGL_DONT_CARE                     },
   {EGL_TRANSPARENT_BLUE_VALUE,   SPECIAL,  EGL_DONT_CARE                     },
};

struct wish {
   EGLint value[ARRAY_SIZE(criteria)];
   EGLint pixmap_depth; /* of EGL_MATCH_NATIVE_PIXMAP, or 0 */
};

static EGLint
wished(const struct wish *w, EGLint attribute)
{
   for (size_t i = 0; i < ARRAY_SIZE(criteria); i++)
      if (criteria[i].attribute == attribute)
         return w->value[i];
   return EGL_DONT_CARE;
}

/** Only values that the attribute can have may be asked for, else EGL_BAD_ATTRIBUTE (EGL 1.5 §3.4.1.2). */
static bool
wish_is_valid(EGLint attribute, enum match m, EGLint v)
{
   if (v == EGL_DONT_CARE)
      return attribute != EGL_LEVEL;
   switch (attribute) {
   case EGL_BIND_TO_TEXTURE_RGB:
   case EGL_BIND_TO_TEXTURE_RGBA:
   case EGL_NATIVE_RENDERABLE:
      return v == EGL_TRUE || v == EGL_FALSE;
   case EGL_COLOR_BUFFER_TYPE:
      return v == EGL_RGB_BUFFER || v == EGL_LUMINANCE_BUFFER;
   case EGL_COLOR_COMPONENT_TYPE_EXT:
      return v == EGL_COLOR_COMPONENT_TYPE_FIXED_EXT || v == EGL_COLOR_COMPONENT_TYPE_FLOAT_EXT;
   case EGL_CONFIG_CAVEAT:
      return v == EGL_NONE || v == EGL_SLOW_CONFIG || v == EGL_NON_CONFORMANT_CONFIG;
   case EGL_TRANSPARENT_TYPE:
      return v == EGL_NONE || v == EGL_TRANSPARENT_RGB;
   case EGL_CONFIG_ID:
      return v > 0;
   default:
      return m != AT_LEAST || v >= 0;
   }
}

static bool
config_matches(const struct egl_display *d, const struct egl_config *c, const struct wish *w)
{
   EGLint id = wished(w, EGL_CONFIG_ID);
   if (id != EGL_DONT_CARE)
      return c->id == id; /* all other attributes are ignored */
   if (w->pixmap_depth &&
       ((c->surface_type & EGL_PIXMAP_BIT) == 0 || w->pixmap_depth != c->red + c->green + c->blue + c->alpha))
      return false;
   for (size_t i = 0; i < ARRAY_SIZE(criteria); i++) {
      EGLint want = w->value[i], have = 0;
      if (want == EGL_DONT_CARE || criteria[i].match == SPECIAL || criteria[i].match == IGNORE)
         continue;
      const bool known = config_attrib(d, c, criteria[i].attribute, &have);
      assert(known);
      (void)known;
      switch (criteria[i].match) {
      case AT_LEAST:
         if (have < want)
            return false;
         break;
      case EXACT:
         if (have != want)
            return false;
         break;
      case MASK:
         if ((have & want) != want)
            return false;
         break;
      case SPECIAL:
      case IGNORE:
         break;
      }
   }
   return true;
}

/** Bits of the colour components that the wish names: more is better (sorting rule 3). */
static EGLint
wished_color_bits(const struct egl_config *c, const struct wish *w)
{
   const EGLint attribute[] = {EGL_RED_SIZE, EGL_GREEN_SIZE, EGL_BLUE_SIZE, EGL_ALPHA_SIZE};
   const EGLint have[] = {c->red, c->green, c->blue, c->alpha};
   EGLint sum = 0;
   for (unsigned i = 0; i < 4; i++) {
      EGLint want = wished(w, attribute[i]);
      if (want != 0 && want != EGL_DONT_CARE)
         sum += have[i];
   }
   return sum;
}

/** Negative if a sorts before b (EGL 1.5 §3.4.1.2, table 3.4). */
static int
compare(const struct egl_config *a, const struct egl_config *b, const struct wish *w)
{
   int v;
   if ((v = a->component_type - b->component_type)) /* fixed before float */
      return v;
   if ((v = wished_color_bits(b, w) - wished_color_bits(a, w)))
      return v;
   if ((v = (a->red + a->green + a->blue + a->alpha) - (b->red + b->green + b->blue + b->alpha)))
      return v;
   if ((v = a->samples - b->samples))
      return v;
   if ((v = a->depth - b->depth))
      return v;
   if ((v = a->stencil - b->stencil))
      return v;
   return a->id - b->id;
}

/** The configs that fit, in their order, into room for all of them; their number. */
static EGLint
find_matches(struct egl_display *d, const struct wish *w, const struct egl_config **found)
{
   EGLint n = 0;
   for (unsigned i = 0; i < d->num_configs; i++) {
      if (!config_matches(d, &d->configs[i], w))
         continue;
      EGLint at = n++;
      while (at > 0 && compare(&d->configs[i], found[at - 1], w) < 0) {
         found[at] = found[at - 1];
         at--;
      }
      found[at] = &d->configs[i];
   }
   return n;
}

/** What of EGL_RENDERABLE_TYPE was alone in the way of any config; 0: nothing. */
static EGLint
missing_apis(struct egl_display *d, struct wish w)
{
   const EGLint wanted = wished(&w, EGL_RENDERABLE_TYPE);
   for (size_t i = 0; i < ARRAY_SIZE(criteria); i++)
      if (criteria[i].attribute == EGL_RENDERABLE_TYPE || criteria[i].attribute == EGL_CONFORMANT)
         w.value[i] = 0;
   for (unsigned i = 0; i < d->num_configs; i++)
      if (config_matches(d, &d->configs[i], &w))
         return wanted;
   return 0;
}

EGLBoolean
egl_ChooseConfig(EGLDisplay dpy, const EGLint *attribs, EGLConfig *configs, EGLint size, EGLint *num)
{
   struct wish w;
   EGLBoolean ok = EGL_FALSE;
   const struct egl_config **found = NULL;
   egl_lock();
   struct egl_display *d = egl_find_display(dpy, true);
   if (!d)
      goto out;
   if (!num) {
      egl_error(EGL_BAD_PARAMETER, "eglChooseConfig without num_config");
      goto out;
   }
   for (size_t i = 0; i < ARRAY_SIZE(criteria); i++)
      w.value[i] = criteria[i].initial;
   for (; attribs && attribs[0] != EGL_NONE; attribs += 2) {
      size_t i;
      for (i = 0; i < ARRAY_SIZE(criteria); i++)
         if (criteria[i].attribute == attribs[0])
            break;
      if (i == ARRAY_SIZE(criteria) || !wish_is_valid(attribs[0], criteria[i].match, attribs[1])) {
         egl_error(EGL_BAD_ATTRIBUTE, "eglChooseConfig attribute 0x%x = %d", attribs[0], attribs[1]);
         goto out;
      }
      w.value[i] = attribs[1];
   }
   EGLint pixmap = wished(&w, EGL_MATCH_NATIVE_PIXMAP);
   w.pixmap_depth = 0;
   if (pixmap != EGL_NONE && pixmap != EGL_DONT_CARE) {
      if (d->platform->pixmap_depth)
         w.pixmap_depth = d->platform->pixmap_depth(d, (uintptr_t)(uint32_t)pixmap);
      if (!w.pixmap_depth) {
         egl_error(EGL_BAD_NATIVE_PIXMAP, "0x%x is no native pixmap", pixmap);
         goto out;
      }
   }
   found = malloc(d->num_configs * sizeof *found);
   if (!found) {
      egl_error(EGL_BAD_ALLOC, "out of memory");
      goto out;
   }
   EGLint n = find_matches(d, &w, found);
   d->missing_apis = n ? 0 : missing_apis(d, w);
   if (configs) {
      n = CLAMP(size, 0, n);
      for (EGLint i = 0; i < n; i++)
         configs[i] = (EGLConfig)found[i];
   }
   *num = n;
   ok = egl_ok();
out:
   free(found);
   egl_unlock();
   return ok;
}
