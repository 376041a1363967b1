/* SPDX-License-Identifier: MIT
 *
 * Samplers, sampler views and texture units. A unit has no swizzles, levels of 8x8 texels at least, and sizes that are powers of two: what is
 * smaller or of other sizes stands in a larger storage, around which the CPU repeats it as wrapping asks (pica200_pad), and whose
 * coordinates the vertex program scales. (Cube maps are magnified: right for powers of two without a linear filter.)
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format/format.h"
#include "pica200/context.h"
#include "pica200/cso.h"
#include "pica200/number.h"
#include "pica200/resource.h"
#include "pica200/shader.h"
#include "util/u_math.h"

enum { MIN_SIZE = 8, MAX_LEVEL = 15 };

static const uint8_t wraps[] = {
   [PIPE_TEX_WRAP_REPEAT] = PICA_TEXUNIT_PARAM__WRAP_S__REPEAT,
   [PIPE_TEX_WRAP_CLAMP_TO_EDGE] = PICA_TEXUNIT_PARAM__WRAP_S__CLAMP_TO_EDGE,
   [PIPE_TEX_WRAP_MIRROR_REPEAT] = PICA_TEXUNIT_PARAM__WRAP_S__MIRRORED_REPEAT,
   [PIPE_TEX_WRAP_CLAMP_TO_BORDER] = PICA_TEXUNIT_PARAM__WRAP_S__CLAMP_TO_BORDER,
   [PIPE_TEX_WRAP_MIRROR_CLAMP_TO_EDGE] = PICA_TEXUNIT_PARAM__WRAP_S__MIRRORED_REPEAT, /* not drawn with */
};

static void *
create_sampler_state(struct pipe_context *pc, const struct pipe_sampler_state *s)
{
   struct pica200_sampler *o = calloc(1, sizeof *o);
   (void)pc;
   if (!o)
      return NULL;
   assert(s->wrap_s < ARRAY_SIZE(wraps) && s->wrap_t < ARRAY_SIZE(wraps));
   o->wrap_s = s->wrap_s;
   o->wrap_t = s->wrap_t;
   o->mipmaps = s->min_mip_filter != PIPE_TEX_MIPFILTER_NONE;
   o->min_level = (uint8_t)CLAMP(s->min_lod + 0.5f, 0.0f, (float)MAX_LEVEL);
   o->max_level = (uint8_t)CLAMP(s->max_lod + 0.5f, 0.0f, (float)MAX_LEVEL);
   o->bias = s->lod_bias;
   o->linear = s->mag_img_filter == PIPE_TEX_FILTER_LINEAR || s->min_img_filter == PIPE_TEX_FILTER_LINEAR;
   o->param = PICA_TEXUNIT_PARAM(.MAG_FILTER = s->mag_img_filter == PIPE_TEX_FILTER_LINEAR,
                                 .MIN_FILTER = s->min_img_filter == PIPE_TEX_FILTER_LINEAR,
                                 .WRAP_T = wraps[s->wrap_t], .WRAP_S = wraps[s->wrap_s],
                                 .MIP_FILTER = s->min_mip_filter == PIPE_TEX_MIPFILTER_LINEAR);
   return o;
}

static void
bind_sampler_states(struct pipe_context *pc, enum pipe_shader_type sh, unsigned n, void **csos)
{
   struct pica200_context *c = pica200_context(pc);
   if (sh != PIPE_SHADER_FRAGMENT)
      return; /* vertex shaders look nothing up */
   for (unsigned i = 0; i < PIPE_MAX_SAMPLERS; i++)
      c->samplers[i] = i < n ? csos[i] : NULL;
   c->num_samplers = MIN2(n, PIPE_MAX_SAMPLERS);
   c->base.dirty |= PICA200_DIRTY(TEXTURES);
}

static void
delete_sampler_state(struct pipe_context *pc, void *cso)
{
   (void)pc;
   free(cso);
}

/** Does the order of components differ from that of the chip? An alpha that reads as 1 may be asked for as that. */
static bool
is_swizzled(const struct pipe_sampler_view_desc *d, const struct pica200_format *f)
{
   const bool alpha_is_one = f->opaque || !u_format_has_alpha((enum pipe_format)f->format);
   for (unsigned i = 0; i < 4; i++)
      if (d->swizzle[i] != PIPE_SWIZZLE_X + i && !(i == 3 && alpha_is_one && d->swizzle[i] == PIPE_SWIZZLE_1))
         return true;
   return false;
}

static struct pipe_sampler_view *
create_sampler_view(struct pipe_context *pc, const struct pipe_sampler_view_desc *d)
{
   struct pica200_sampler_view *v = calloc(1, sizeof *v);
   const struct pica200_resource *r = pica200_resource(d->texture);
   (void)pc;
   if (!v)
      return NULL;
   v->base.refcount = 1;
   v->base.texture = pipe_resource_ref(d->texture);
   v->first_level = d->first_level;
   v->last_level = d->last_level;
   v->texture = r->format->texture;
   v->layer = d->one_layer ? d->layer : 0;
   v->swizzled = is_swizzled(d, r->format);
   return &v->base;
}

static void
view_unref(struct pica200_sampler_view *v)
{
   if (!v || --v->base.refcount)
      return;
   pipe_resource_unref(v->base.texture);
   free(v);
}

static void
set_sampler_views(struct pipe_context *pc, enum pipe_shader_type sh, unsigned n, struct pipe_sampler_view **v)
{
   struct pica200_context *c = pica200_context(pc);
   if (sh != PIPE_SHADER_FRAGMENT)
      return;
   for (unsigned i = 0; i < PIPE_MAX_SAMPLERS; i++) {
      struct pica200_sampler_view *old = c->views[i],
                                  *fresh = i < n ? (struct pica200_sampler_view *)v[i] : NULL;
      if (fresh)
         fresh->base.refcount++;
      c->views[i] = fresh;
      view_unref(old);
   }
   c->num_views = MIN2(n, PIPE_MAX_SAMPLERS);
   c->base.dirty |= PICA200_DIRTY(TEXTURES);
}

static void
sampler_view_destroy(struct pipe_context *pc, struct pipe_sampler_view *v)
{
   (void)pc;
   view_unref((struct pica200_sampler_view *)v);
}

void
pica200_init_texture_functions(struct pica200_context *c)
{
   struct pipe_context *p = &c->base.base;
   p->create_sampler_state = create_sampler_state;
   p->bind_sampler_states = bind_sampler_states;
   p->delete_sampler_state = delete_sampler_state;
   p->create_sampler_view = create_sampler_view;
   p->set_sampler_views = set_sampler_views;
   p->sampler_view_destroy = sampler_view_destroy;
}

/* ---- before a draw ---- */

static struct pica200_resource *
texture_of(const struct pica200_context *c, unsigned slot)
{
   return c->views[slot] && c->samplers[slot] ? pica200_resource(c->views[slot]->base.texture) : NULL;
}

/** Can a unit sample it? If not the context says why. */
static bool
is_samplable(struct pica200_context *c, const struct pica200_resource *r,
             const struct pica200_sampler_view *v, const struct pica200_sampler *s)
{
   if (s->wrap_s == PIPE_TEX_WRAP_MIRROR_CLAMP_TO_EDGE || s->wrap_t == PIPE_TEX_WRAP_MIRROR_CLAMP_TO_EDGE)
      pica200_refuse(c, "a texture that is mirrored once");
   else if (v->swizzled)
      pica200_refuse(c, "a texture whose components are asked for in another order, which the chip lacks");
   else if (v->first_level >= r->sampled_levels)
      pica200_refuse(c, "level %u of a texture has %ux%u texels; units sample %ux%u at least", v->first_level,
                     pica200_level_width(r, v->first_level), pica200_level_height(r, v->first_level),
                     MIN_SIZE, MIN_SIZE);
   else
      return true;
   return false;
}

/** Ways to wrap that cannot be told apart by what stands around the picture: a size that is no power of two repeats nowhere. */
static bool
is_wrappable(struct pica200_context *c, uint32_t size, uint32_t stored, unsigned wrap)
{
   if (size == stored || wrap == PIPE_TEX_WRAP_CLAMP_TO_EDGE || (size < MIN_SIZE && u_is_pow2(size)))
      return true;
   pica200_refuse(c, "a texture of %u texels in a direction in which it repeats", size);
   return false;
}

/** Makes what stands around the pictures of a texture what its sampler asks for. False: the context knows why. */
static bool
update_padding(struct pica200_context *c, struct pica200_resource *r, const struct pica200_sampler *s)
{
   const struct pica200_level *l = &r->level[0];
   if (pica200_is_magnified(r))
      return true;
   if (r->base.target != PIPE_TEXTURE_CUBE && (!is_wrappable(c, r->base.width0, l->width, s->wrap_s) ||
                                               !is_wrappable(c, r->base.height0, l->height, s->wrap_t)))
      return false;
   if (r->padding_valid && r->padding_s == s->wrap_s && r->padding_t == s->wrap_t)
      return true;
   drv_bo_sync(&c->base, r->bo, true);
   pica200_pad(r, s->wrap_s, s->wrap_t);
   c->stale_textures = true;
   c->base.dirty |= PICA200_DIRTY(TEXTURES);
   return true;
}

/** Looks after the texture in sampler \p slot, and tells by what coordinates are scaled. */
static bool
prepare_texture(struct pica200_context *c, unsigned slot, float scale[2])
{
   struct pica200_resource *r = texture_of(c, slot);
   scale[0] = scale[1] = 1.0f;
   if (!r)
      return true;
   const uint32_t w = u_next_pow2(r->level[0].width), h = u_next_pow2(r->level[0].height);
   if ((w != r->level[0].width || h != r->level[0].height) && !pica200_resize(c, r, w, h))
      return false;
   if (!is_samplable(c, r, c->views[slot], c->samplers[slot]))
      return false;
   pica200_tell_of_texture(c, r, c->samplers[slot]->mipmaps ? c->views[slot]->last_level + 1u : 0,
                           c->samplers[slot]->linear);
   if (!r->padded)
      return true;
   const unsigned k = c->views[slot]->first_level;
   if (r->base.target == PIPE_TEXTURE_CUBE)
      return update_padding(c, r, c->samplers[slot]);
   scale[0] = (float)pica200_level_width(r, k) / (float)r->level[k].width;
   scale[1] = (float)pica200_level_height(r, k) / (float)r->level[k].height;
   return update_padding(c, r, c->samplers[slot]);
}

bool
pica200_prepare_textures(struct pica200_context *c)
{
   const struct pica200_fragment *f = &c->pair->fragment;
   uint8_t scaled = 0;
   for (unsigned u = 0; u < PICA200_UNITS; u++) {
      float scale[2] = {1.0f, 1.0f};
      if (f->unit[u].used && f->unit[u].table && !pica200_need_table(c, u)) {
         c->base.oom = true;
         return false;
      }
      if (f->unit[u].used && !f->unit[u].table && !prepare_texture(c, f->unit[u].sampler, scale))
         return false;
      if (memcmp(scale, c->coord_scale[u], sizeof scale)) {
         memcpy(c->coord_scale[u], scale, sizeof scale);
         c->results_stale = true;
      }
      if (scale[0] != 1.0f || scale[1] != 1.0f)
         scaled |= (uint8_t)(1u << u);
   }
   const struct pica200_unit *two = &f->unit[2];
   if (two->used && two->tc1 && f->unit[1].used &&
       memcmp(c->coord_scale[1], c->coord_scale[2], sizeof c->coord_scale[1])) {
      pica200_refuse(
         c, "two textures share coordinates, and their storages are larger than they by different factors");
      return false;
   }
   if (two->used && two->tc1 && f->unit[1].used)
      scaled &= (uint8_t)~4u; /* unit 1 scales for both */
   if (scaled != c->scaled_units) {
      c->scaled_units = scaled;
      return pica200_validate_pair(c);
   }
   return true;
}

/* ---- atom ---- */

/** TEXUNIT_LOD of a unit. */
static uint32_t
levels(const struct pica200_context *c, const struct pica200_unit *unit, const struct pica200_resource *r)
{
   const struct pica200_sampler_view *v = c->views[unit->sampler];
   const struct pica200_sampler *s = c->samplers[unit->sampler];
   const unsigned have = MIN2(v->last_level, r->sampled_levels - 1u) - v->first_level;
   float bias = s->bias;
   unsigned least = MIN2(s->min_level, have), most = s->mipmaps ? MIN2(s->max_level, have) : 0;
   if (unit->bias >= 0)
      bias += c->pair->results[unit->bias][0];
   if (unit->explicit_level) {
      least = most = (unsigned)CLAMP(floorf(bias + 0.5f), 0.0f, (float)(s->mipmaps ? have : 0));
      bias = 0;
   }
   const int32_t fixed = (int32_t)(CLAMP(bias, -15.0f, 15.0f) * 256.0f);
   return PICA_TEXUNIT_LOD(.BIAS = (uint32_t)fixed & 0x1fff, .MAX_LEVEL = most,
                           .MIN_LEVEL = MIN2(least, most));
}

static void
emit_unit(struct pica200_context *c, unsigned u)
{
   struct drv_cs *cs = &c->base.cs;
   const struct pica200_unit *unit = &c->pair->fragment.unit[u];
   const struct pica200_resource *r = unit->table ? pica200_need_table(c, u) : texture_of(c, unit->sampler);
   if (!r) { /* address 0 reads as opaque black */
      cs_set(cs, u ? PICA_ID_AT(TEXUNIT_ADDR, u) : PICA_ID(TEXUNIT0_ADDR1), 0);
      return;
   }
   const struct pica200_sampler_view *v = unit->table ? NULL : c->views[unit->sampler];
   const unsigned first = v ? v->first_level : 0, format = v ? v->texture : r->format->texture;
   const struct pica200_level *l = &r->level[first];
   const uint32_t dim = PICA_TEXUNIT_DIM(.HEIGHT = l->height, .WIDTH = l->width),
                  lod = v ? levels(c, unit, r) : PICA_TEXUNIT_LOD(.BIAS = 0);
   const uint32_t param = v ? c->samplers[unit->sampler]->param : pica200_table_param(unit);
   (void)drv_bo_list_use(&cs->list, r->bo, false);
   const uint32_t address = (uint32_t)(r->bo->va + pica200_level_offset(r, first, v ? v->layer : 0));
   if (u) {
      cs_set(cs, PICA_ID_AT(TEXUNIT_DIM, u), dim);
      cs_set(cs, PICA_ID_AT(TEXUNIT_PARAM, u), param);
      cs_set(cs, PICA_ID_AT(TEXUNIT_LOD, u), lod);
      cs_set(cs, PICA_ID_AT(TEXUNIT_ADDR, u), PICA_TEXUNIT_ADDR(.ADDR = address / 8));
      cs_set(cs, PICA_ID_AT(TEXUNIT_TYPE, u), PICA_TEXUNIT_TYPE(.FORMAT = format));
      return;
   }
   CS_SET(cs, TEXUNIT0_DIM, dim);
   CS_SET(cs, TEXUNIT0_PARAM, PICA_TEXUNIT0_PARAM_set_TYPE(param, unit->type));
   CS_SET(cs, TEXUNIT0_LOD, lod);
   CS_SET(cs, TEXUNIT0_ADDR1, PICA_TEXUNIT0_ADDR1(.ADDR = address / 8));
   for (unsigned face = 1; face < r->base.array_size && face < 6; face++)
      cs_set(cs, PICA_ID_AT(TEXUNIT0_FACE_ADDR, face + 1),
             PICA_TEXUNIT0_FACE_ADDR(.ADDR = (address + face * r->layer_B) / 8 & 0x3fffff));
   CS_SET(cs, TEXUNIT0_SHADOW, 1); /* 2D coordinates are not divided */
   CS_SET(cs, TEXUNIT0_TYPE, PICA_TEXUNIT0_TYPE(.FORMAT = format));
}

void
pica200_emit_textures(struct pica200_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   const struct pica200_unit *unit = c->pair->fragment.unit;
   const uint32_t config =
      PICA_TEXUNIT_CONFIG(.TEX0_ENABLE = unit[0].used, .TEX1_ENABLE = unit[1].used,
                          .TEX2_ENABLE = unit[2].used, .ONE12 = 1, .TEX2_COORD = unit[2].tc1);
   cs_bytes(cs, PICA_ID(TEXUNIT_CONFIG), 11, config);
   if (c->stale_textures)
      cs_bytes(cs, PICA_ID(TEXUNIT_CONFIG), 4, PICA_TEXUNIT_CONFIG(.CLEAR_CACHE = 1));
   c->stale_textures = false;
   for (unsigned u = 0; u < PICA200_UNITS; u++)
      if (unit[u].used)
         emit_unit(c, u);
}
