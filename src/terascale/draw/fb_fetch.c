/* SPDX-License-Identifier: MIT
 *
 * Shaders that read the colour they are about to replace (EXT_shader_framebuffer_fetch and its non-coherent
 * sister). The hardware cannot hand it to them, so the colour targets are bound as textures, too. What was
 * drawn is in the colour caches until they are flushed, and what was read in the texture caches until they
 * are invalidated: non-coherent shaders ask for that between draws, for coherent ones it is done between
 * primitives, which is slow but right. With a multisampled target the shader runs for each sample and reads
 * that sample (PS_ITER_SAMPLE, SQ_TEX_DIM_2D_MSAA). No register offsets the number of an instance on all
 * chips: what an instance but the first fetches is re-laid by the CPU (draw.c).
 */
#include <string.h>

#include "compiler/terascale/vliw.h"
#include "pipe/p_context.h"
#include "terascale/atoms.h"
#include "terascale/context.h"
#include "terascale/draw/draw.h"
#include "terascale/resource/resource.h"
#include "terascale/resource/staging.h"
#include "terascale/shader/shader.h"
#include "terascale/state/view.h"
#include "util/u_indices.h"
#include "util/u_math.h"

#define FB_FETCH_FLUSH (TS_FLUSH_WAIT_PS | TS_FLUSH_CB | TS_FLUSH_INV_TEX)

void
ts_framebuffer_barrier(struct pipe_context *pc)
{
   struct ts_context *c = ts_context(pc);
   c->flush |= FB_FETCH_FLUSH;
}

bool
ts_bind_fb_views(struct ts_context *c)
{
   static const uint8_t identity[4] = {PIPE_SWIZZLE_X, PIPE_SWIZZLE_Y, PIPE_SWIZZLE_Z, PIPE_SWIZZLE_W};
   struct ts_stage *st = &c->stage[PIPE_SHADER_FRAGMENT];
   if (c->fb_views_stale)
      for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++) {
         st->views_bound &= ~(1u << (VLIW_FB_FETCH_UNIT + i));
         ts_view_assign(&st->views[VLIW_FB_FETCH_UNIT + i], NULL);
      }
   c->fb_views_stale = false;
   for (uint32_t need = c->fs_var->bin.fb_fetch_mask; need; need &= need - 1) {
      unsigned i = (unsigned)__builtin_ctz(need), unit = VLIW_FB_FETCH_UNIT + i;
      const struct pipe_surface *s = &c->fb.cbufs[i];
      if (st->views[unit] || !s->texture)
         continue;
      st->views[unit] =
         ts_view_create(c, ts_resource(s->texture), s->format, s->level, s->level, identity, s->layer);
      if (!st->views[unit]) {
         c->base.oom = true;
         return false;
      }
      st->views_bound |= 1u << unit;
      st->views_dirty |= 1u << unit;
      c->base.dirty |= TS_DIRTY(TEX_FS);
   }
   return true;
}

/* ---- primitives one by one ----------------------------------------------------------------------------- */

/** Vertex numbers of primitive \p i as positions in the draw; all lists: points, lines or triangles. */
static void
corners(unsigned mode, uint32_t i, uint32_t count, uint32_t v[3])
{
   v[0] = i;
   v[1] = i + 1;
   v[2] = i + 2;
   switch ((enum pipe_prim_type)mode) {
   case PIPE_PRIM_LINES:
      v[0] = 2 * i;
      v[1] = 2 * i + 1;
      break;
   case PIPE_PRIM_LINE_LOOP:
      v[1] = (i + 1) % count;
      break;
   case PIPE_PRIM_TRIANGLES:
      for (unsigned k = 0; k < 3; k++)
         v[k] = 3 * i + k;
      break;
   case PIPE_PRIM_TRIANGLE_STRIP:
      v[i & 1] = i; /* every other one is turned around */
      v[~i & 1] = i + 1;
      break;
   case PIPE_PRIM_TRIANGLE_FAN:
      v[0] = 0;
      v[1] = i + 1;
      v[2] = i + 2;
      break;
   case PIPE_PRIM_POINTS:
   case PIPE_PRIM_LINE_STRIP:
      break;
   }
}

static uint32_t
num_prims(unsigned mode, uint32_t count)
{
   switch ((enum pipe_prim_type)mode) {
   case PIPE_PRIM_POINTS:
      return count;
   case PIPE_PRIM_LINES:
      return count / 2;
   case PIPE_PRIM_LINE_STRIP:
      return count > 1 ? count - 1 : 0;
   case PIPE_PRIM_LINE_LOOP:
      return count > 2 ? count : count > 1 ? 1 : 0;
   case PIPE_PRIM_TRIANGLES:
      return count / 3;
   case PIPE_PRIM_TRIANGLE_STRIP:
   case PIPE_PRIM_TRIANGLE_FAN:
      return count > 2 ? count - 2 : 0;
   }
   return 0;
}

/** Index number \p i of the draw. */
static uint32_t
index_at(const struct pipe_draw_info *info, const uint8_t *indices, uint64_t room_B, uint32_t i)
{
   uint32_t v = 0;
   if (!info->index_size_B)
      return info->start + i;
   if ((uint64_t)(i + 1) * info->index_size_B <= room_B)
      memcpy(&v, indices + (size_t)i * info->index_size_B, info->index_size_B);
   return v;
}

/** The indices of a draw, as far as they are there. */
struct split_indices {
   const uint8_t *data;
   uint64_t room_B;
};

static struct split_indices
find_indices(struct ts_context *c, const struct pipe_draw_info *info)
{
   if (!info->index_size_B)
      return (struct split_indices){0};
   if (info->index_user)
      return (struct split_indices){
         (const uint8_t *)info->index_user + (size_t)info->start * info->index_size_B, UINT64_MAX};
   struct ts_resource *r = ts_resource(info->index_buffer);
   ts_staging_move_buffer(c->screen, r);
   const uint64_t first = info->index_offset_B + (uint64_t)info->start * info->index_size_B;
   return (struct split_indices){r->bo->map + first, first < r->base.width0 ? r->base.width0 - first : 0};
}

/** Where the run of indices that begins at \p from ends: at a restart, or with the draw. */
static uint32_t
end_of_run(const struct pipe_draw_info *info, const struct split_indices *at, uint32_t from)
{
   const uint32_t size_B = info->index_size_B;
   if (!size_B || !info->primitive_restart)
      return info->count;
   const uint32_t there = (uint32_t)MIN2(info->count, at->room_B / size_B);
   if (from >= there)
      return info->count;
   const uint32_t run = u_index_run(at->data + (size_t)from * size_B, there - from, size_B);
   return from + run < there ? from + run : info->count;
}

/** Indices of all primitives, \p verts each, to \p out. */
static void
list_primitives(const struct pipe_draw_info *info, const struct split_indices *at, unsigned verts,
                uint32_t *out)
{
   uint32_t v[3];
   for (uint32_t from = 0, end; from < info->count; from = end + 1) {
      end = end_of_run(info, at, from);
      for (uint32_t i = 0; i < num_prims(info->mode, end - from); i++) {
         corners(info->mode, i, end - from, v);
         for (unsigned k = 0; k < verts; k++)
            *out++ = index_at(info, at->data, at->room_B, from + v[k]);
      }
   }
}

bool
ts_draw_split(struct ts_context *c, const struct pipe_draw_info *info)
{
   static const uint8_t lists[] = {
      [PIPE_PRIM_POINTS] = PIPE_PRIM_POINTS,          [PIPE_PRIM_LINES] = PIPE_PRIM_LINES,
      [PIPE_PRIM_LINE_LOOP] = PIPE_PRIM_LINES,        [PIPE_PRIM_LINE_STRIP] = PIPE_PRIM_LINES,
      [PIPE_PRIM_TRIANGLES] = PIPE_PRIM_TRIANGLES,    [PIPE_PRIM_TRIANGLE_STRIP] = PIPE_PRIM_TRIANGLES,
      [PIPE_PRIM_TRIANGLE_FAN] = PIPE_PRIM_TRIANGLES,
   };
   ts_framebuffer_barrier(&c->base.base); /* what earlier draws wrote */
   const struct split_indices at = find_indices(c, info);
   uint32_t n = 0;
   for (uint32_t from = 0, end; from < info->count; from = end + 1) {
      end = end_of_run(info, &at, from);
      n += num_prims(info->mode, end - from);
   }
   if (n == 0 || (n == 1 && info->instance_count == 1))
      return false;
   unsigned mode = lists[info->mode], verts = mode == PIPE_PRIM_POINTS ? 1 : mode == PIPE_PRIM_LINES ? 2 : 3;
   uint64_t size_B = (uint64_t)n * verts * 4;
   const struct pipe_resource templ = {
      .target = PIPE_BUFFER,
      .usage = PIPE_USAGE_STREAM,
      .format = PIPE_FORMAT_R8_UNORM,
      .bind = PIPE_BIND_INDEX_BUFFER,
      .width0 = (uint32_t)size_B,
      .height0 = 1,
      .depth0 = 1,
      .array_size = 1,
   };
   struct pipe_screen *screen = c->base.base.screen;
   struct pipe_resource *list = size_B < UINT32_MAX ? screen->resource_create(screen, &templ) : NULL;
   if (!list) {
      c->base.oom = true;
      return true;
   }
   list_primitives(info, &at, verts, (uint32_t *)ts_resource(list)->bo->map);
   struct pipe_draw_info one = {
      .mode = (uint8_t)mode,
      .index_size_B = 4,
      .count = verts,
      .instance_count = 1,
      .index_buffer = list,
      .index_bias = info->index_size_B ? info->index_bias : 0,
      .max_index = UINT32_MAX,
   };
   for (uint32_t k = 0; k < info->instance_count; k++) {
      c->first_instance = k;
      one.start = 0;
      for (uint32_t i = 0; i < n; i++, one.start += verts) {
         ts_framebuffer_barrier(&c->base.base);
         ts_draw_vbo(&c->base.base, &one); /* a single primitive: not split again */
      }
   }
   c->first_instance = 0;
   pipe_resource_unref(list);
   return true;
}
