/* SPDX-License-Identifier: MIT
 *
 * The draw: checks, dirty atoms, draw packet. Also what the fetch units cannot do themselves: 8-bit indices
 * are widened, vertices with odd offsets or strides are re-laid by the CPU.
 */
#include <string.h>

#include "compiler/ir/ir.h"
#include "driver/bo.h"
#include "pipe/p_context.h"
#include "terascale/atoms.h"
#include "terascale/chip_ops.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/cso.h"
#include "terascale/draw.h"
#include "terascale/fast_clear.h"
#include "terascale/format.h"
#include "terascale/resource.h"
#include "terascale/screen.h"
#include "terascale/shader.h"
#include "util/u_math.h"

#define RELAY_MAX_B (UINT64_C(1) << 30)

/* VGT_PRIMITIVE_TYPE.PRIM_TYPE, the same on all generations. */
static const uint8_t vgt_prim[] = {
   [PIPE_PRIM_POINTS] = 1,       [PIPE_PRIM_LINES] = 2,     [PIPE_PRIM_LINE_LOOP] = 0x12,
   [PIPE_PRIM_LINE_STRIP] = 3,   [PIPE_PRIM_TRIANGLES] = 4, [PIPE_PRIM_TRIANGLE_STRIP] = 6,
   [PIPE_PRIM_TRIANGLE_FAN] = 5,
};

static const uint8_t prim_class[] = {
   [PIPE_PRIM_POINTS] = TS_PRIM_POINTS,          [PIPE_PRIM_LINES] = TS_PRIM_LINES,
   [PIPE_PRIM_LINE_LOOP] = TS_PRIM_LINES,        [PIPE_PRIM_LINE_STRIP] = TS_PRIM_LINES,
   [PIPE_PRIM_TRIANGLES] = TS_PRIM_TRIANGLES,    [PIPE_PRIM_TRIANGLE_STRIP] = TS_PRIM_TRIANGLES,
   [PIPE_PRIM_TRIANGLE_FAN] = TS_PRIM_TRIANGLES,
};

static bool
index_bounds(const uint8_t *p, unsigned size_B, uint32_t n, uint32_t *min, uint32_t *max)
{
   uint32_t lo = ~0u, hi = 0;
   for (uint32_t i = 0; i < n; i++, p += size_B) {
      uint32_t v = 0;
      memcpy(&v, p, size_B);
      lo = MIN2(lo, v);
      hi = MAX2(hi, v);
   }
   *min = lo;
   *max = hi;
   return n > 0;
}

/** 16.16: no fetch format has it, and the shader could not tell a missing w from a fetched one. */
static void
fixed_to_float(uint8_t *out, const uint8_t *in, unsigned n)
{
   for (unsigned i = 0; i < n; i++) {
      int32_t v;
      memcpy(&v, in + 4 * i, 4);
      float f = (float)v * (1.0f / 65536.0f);
      memcpy(out + 4 * i, &f, 4);
   }
}

/** Element \p k alone, padded to dwords and to four components; behind element 0 the number of the instance,
 * if the fetch shader wants it. False: out of memory. */
static bool
relay_element(struct ts_context *c, unsigned k, uint32_t min_index, uint32_t max_index, uint32_t instances)
{
   const struct pipe_vertex_element *e = &c->velems->e[k];
   const struct pipe_vertex_buffer *vb = &c->vb[e->vertex_buffer_index];
   struct ts_vbuf *out = &c->vbuf[k];
   *out = (struct ts_vbuf){.bo = c->screen->dummy, .size_B = 16};
   struct ts_resource *r = e->vertex_buffer_index < c->num_vb ? ts_resource(vb->buffer) : NULL;
   const bool number = c->fetch_kind == TS_FETCH_RELAID_INSTANCE && k == 0;
   const bool fixed = ts_vertex_format(e->format)->fixed;
   const unsigned elem_B = ts_vertex_format(e->format)->size_B;
   const uint32_t div = MAX2(e->instance_divisor, 1);
   uint64_t first = (uint64_t)vb->offset_B + e->src_offset_B, n = 1;
   first += (uint64_t)(e->instance_divisor ? c->first_instance / div : min_index) * vb->stride_B;
   const uint8_t *src = r && first + elem_B <= r->base.width0 ? r->bo->map + first : NULL;
   const uint32_t stride = (uint32_t)u_align(elem_B, 4) + (number ? 4 : 0);
   if (src) {
      uint64_t room = r->base.width0 - first;
      if (!number && !fixed && div == 1 && first % 4 == 0 && vb->stride_B % 4 == 0 && vb->stride_B <= 2047) {
         *out = (struct ts_vbuf){r->bo, first, (uint32_t)MIN2(u_align(room, 4) + 4, r->size_B - first),
                                 vb->stride_B};
         return true;
      }
      n = e->instance_divisor ? instances : (uint64_t)max_index - min_index + 1;
      n = vb->stride_B ? MIN2(n, ((room - elem_B) / vb->stride_B + 1) * div) : 1;
   } else if (!number) {
      return true;
   }
   if (n * stride > RELAY_MAX_B) {
      c->oom = true;
      return false;
   }
   struct drv_bo *bo;
   uint32_t at;
   uint8_t *p = ts_upload_alloc(c, (uint32_t)n * stride + 16, 16, &bo, &at);
   if (!p)
      return false;
   for (uint32_t i = 0; i < n; i++) {
      uint8_t *to = p + (size_t)i * stride;
      if (!src)
         memset(to, 0, stride);
      else if (fixed)
         fixed_to_float(to, src + (size_t)(i / div) * vb->stride_B, elem_B / 4);
      else
         memcpy(to, src + (size_t)(i / div) * vb->stride_B, elem_B);
      if (number)
         memcpy(to + stride - 4, &c->first_instance, 4);
   }
   *out = (struct ts_vbuf){bo, at, (uint32_t)n * stride + 16, src && vb->stride_B ? stride : 0};
   return true;
}

static bool
relay_vertices(struct ts_context *c, uint32_t min_index, uint32_t max_index, uint32_t instances)
{
   c->num_vbuf = MAX2(c->velems->count, c->fetch_kind == TS_FETCH_RELAID_INSTANCE);
   for (unsigned k = 0; k < c->num_vbuf; k++)
      if (!relay_element(c, k, min_index, max_index, instances))
         return false;
   c->dirty |= TS_DIRTY(VERTEX_BUFFERS);
   return true;
}

/** vbuf straight from the bound buffers. */
static void
direct_vertices(struct ts_context *c)
{
   for (unsigned i = 0; i < c->num_vb; i++) {
      const struct pipe_vertex_buffer *vb = &c->vb[i];
      struct ts_resource *r = ts_resource(vb->buffer);
      if (r && vb->offset_B < r->base.width0) {
         /* Three components of 8 or 16 bits are fetched as four: up to two bytes behind the last element.
          * Storage is padded, so let the unit see them. */
         uint64_t end = u_align(r->base.width0, 4) + 4;
         c->vbuf[i] = (struct ts_vbuf){r->bo, vb->offset_B, (uint32_t)(end - vb->offset_B), vb->stride_B};
      } else {
         c->vbuf[i] = (struct ts_vbuf){c->screen->dummy, 0, 16, 0};
      }
   }
   c->num_vbuf = c->num_vb;
   /* An element may name a buffer that was never set. */
   while (c->velems->buffers_used >> c->num_vbuf && c->num_vbuf < PIPE_MAX_ATTRIBS)
      c->vbuf[c->num_vbuf++] = (struct ts_vbuf){c->screen->dummy, 0, 16, 0};
}

static bool
prepare_indices(struct ts_context *c, const struct pipe_draw_info *info, struct ts_draw *d)
{
   struct ts_resource *r = ts_resource(info->index_buffer);
   uint64_t first = info->index_offset_B + (uint64_t)info->start * info->index_size_B;
   if (!r || first >= r->base.width0)
      return false;
   /* Nothing behind the buffer is read. */
   d->count = (uint32_t)MIN2(info->count, (r->base.width0 - first) / info->index_size_B);
   if (!d->count)
      return false;
   d->index_bo = r->bo;
   d->index_offset_B = first;
   d->index_size_B = info->index_size_B;
   if (info->index_size_B == 1 || first % 2) {
      uint32_t at;
      unsigned out_B = info->index_size_B == 4 ? 4 : 2;
      void *p = ts_upload_alloc(c, d->count * out_B, 4, &d->index_bo, &at);
      if (!p)
         return false;
      const uint8_t *src = r->bo->map + first;
      if (info->index_size_B == 1) {
         uint16_t *out = p;
         for (uint32_t i = 0; i < d->count; i++)
            out[i] = src[i];
      } else {
         memcpy(p, src, (size_t)d->count * out_B);
      }
      d->index_offset_B = at;
      d->index_size_B = out_B;
   }
   return true;
}

static void
storage_changed(struct ts_context *c)
{
   c->storage_serial = __atomic_load_n(&c->screen->storage_serial, __ATOMIC_RELAXED);
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++)
      c->stage[i].views_dirty = c->stage[i].views_bound;
   c->dirty |= TS_DIRTY(FB) | TS_DIRTY(VERTEX_BUFFERS) | TS_DIRTY(TEX_VS) | TS_DIRTY(TEX_FS);
}

/** Vertices and the number that is added to every index. False: out of memory or nothing to draw. */
static bool
prepare_vertices(struct ts_context *c, const struct pipe_draw_info *info, const struct ts_draw *d,
                 uint32_t *bias)
{
   enum ts_fetch_kind kind = TS_FETCH_DIRECT;
   if (__builtin_expect(c->first_instance, 0))
      kind = c->vs->uses_instance_id ? TS_FETCH_RELAID_INSTANCE : TS_FETCH_RELAID;
   else if (c->vb_unaligned || c->velems->unaligned)
      kind = TS_FETCH_RELAID;
   *bias = info->index_size_B ? 0 : info->start;
   if (kind != c->fetch_kind) {
      c->fetch_kind = (uint8_t)kind;
      c->shaders_stale = true; /* another fetch shader */
      c->dirty |= TS_DIRTY(VERTEX_BUFFERS);
   }
   if (kind == TS_FETCH_DIRECT) {
      if (c->dirty & TS_DIRTY(VERTEX_BUFFERS))
         direct_vertices(c);
      return true;
   }
   uint32_t min = info->start, max = info->start + info->count - 1;
   if (info->index_size_B) {
      min = info->min_index;
      max = info->max_index;
      if (max == ~0u && !index_bounds(ts_resource(info->index_buffer)->bo->map + info->index_offset_B +
                                         (uint64_t)info->start * info->index_size_B,
                                      info->index_size_B, d->count, &min, &max))
         return false;
   }
   *bias = info->index_size_B ? 0u - min : 0;
   return relay_vertices(c, min, max, d->instances);
}

void
ts_draw_vbo(struct pipe_context *pc, const struct pipe_draw_info *info)
{
   struct ts_context *c = ts_context(pc);
   if (!c->blend || !c->dsa || !c->rast || !c->velems || !c->vs || !c->fs || !info->count ||
       !info->instance_count)
      return;
   if (__builtin_expect(c->fs->fb_fetch_mask, 0) && c->fs->ir->fb_fetch_coherent && ts_draw_split(c, info))
      return;
   if (c->fast_check && !c->in_blit)
      ts_fast_before_draw(c);
   struct ts_draw d = {
      .prim = vgt_prim[info->mode],
      .count = info->count,
      .instances = info->instance_count,
   };
   ts_need_space(c, TS_CS_MAX_DRAW_DW);
   if (__atomic_load_n(&c->screen->storage_serial, __ATOMIC_RELAXED) != c->storage_serial)
      storage_changed(c);
   if (info->index_size_B && !prepare_indices(c, info, &d))
      return;
   if (c->in_blit)
      d.index_bias = info->start; /* the blitter filled vbuf */
   else if (!prepare_vertices(c, info, &d, &d.index_bias))
      return;
   if (c->shaders_stale && !ts_validate_shaders(c))
      return;
   if (__builtin_expect(c->fs_var->bin.fb_fetch_mask, 0) && !ts_bind_fb_views(c))
      return;
   if (prim_class[info->mode] != c->prim_class) {
      c->prim_class = prim_class[info->mode];
      c->dirty |= TS_DIRTY(VIEWPORT);
   }
   if (c->flush) {
      c->ops->emit_flush(c, c->flush);
      c->flush = 0;
   }
   uint32_t dirty = c->dirty;
   c->dirty = 0;
   while (dirty) {
      unsigned i = (unsigned)__builtin_ctz(dirty);
      dirty &= dirty - 1;
      c->ops->emit[i](c);
   }
   c->ops->emit_draw(c, &d);
   c->drew_since_flush = true;
}
