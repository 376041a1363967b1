/* SPDX-License-Identifier: MIT
 *
 * Vertex arrays (ES 2.0.25 2.8): vertex buffer k and vertex element k feed attribute k. Arrays in buffer
 * objects are fetched where they are; arrays in client memory are copied to upload memory for the vertices
 * that a draw uses; what the fetch hardware cannot read (formats, offsets or strides, by the screen's caps) is
 * converted there too. Disabled arrays read their current value with a stride of zero.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "format/format.h"
#include "state_tracker/st_buffer.h"
#include "state_tracker/st_context.h"
#include "state_tracker/st_cso.h"
#include "state_tracker/st_debug.h"
#include "state_tracker/st_upload.h"
#include "state_tracker/st_vertex.h"
#include "util/u_math.h"

#define SIZES(a, b, c, d)                                                                                    \
   {                                                                                                         \
      PIPE_FORMAT_##a, PIPE_FORMAT_##b, PIPE_FORMAT_##c, PIPE_FORMAT_##d                                     \
   }

/** Formats by size for each GL type, integers as they are and normalised. */
static const struct {
   GLenum type;
   uint16_t plain[4], normalized[4];
} formats[] = {
   {GL_BYTE,           SIZES(R8_SSCALED,  R8G8_SSCALED,   R8G8B8_SSCALED,    R8G8B8A8_SSCALED),
    SIZES(R8_SNORM,  R8G8_SNORM,   R8G8B8_SNORM,    R8G8B8A8_SNORM)    },
   {GL_UNSIGNED_BYTE,  SIZES(R8_USCALED,  R8G8_USCALED,   R8G8B8_USCALED,    R8G8B8A8_USCALED),
    SIZES(R8_UNORM,  R8G8_UNORM,   R8G8B8_UNORM,    R8G8B8A8_UNORM)    },
   {GL_SHORT,          SIZES(R16_SSCALED, R16G16_SSCALED, R16G16B16_SSCALED, R16G16B16A16_SSCALED),
    SIZES(R16_SNORM, R16G16_SNORM, R16G16B16_SNORM, R16G16B16A16_SNORM)},
   {GL_UNSIGNED_SHORT, SIZES(R16_USCALED, R16G16_USCALED, R16G16B16_USCALED, R16G16B16A16_USCALED),
    SIZES(R16_UNORM, R16G16_UNORM, R16G16B16_UNORM, R16G16B16A16_UNORM)},
   {GL_FIXED,          SIZES(R32_FIXED,   R32G32_FIXED,   R32G32B32_FIXED,   R32G32B32A32_FIXED),
    SIZES(R32_FIXED, R32G32_FIXED, R32G32B32_FIXED, R32G32B32A32_FIXED)},
   {GL_FLOAT,          SIZES(R32_FLOAT,   R32G32_FLOAT,   R32G32B32_FLOAT,   R32G32B32A32_FLOAT),
    SIZES(R32_FLOAT, R32G32_FLOAT, R32G32B32_FLOAT, R32G32B32A32_FLOAT)},
   {GL_HALF_FLOAT_OES, SIZES(R16_FLOAT,   R16G16_FLOAT,   R16G16B16_FLOAT,   R16G16B16A16_FLOAT),
    SIZES(R16_FLOAT, R16G16_FLOAT, R16G16B16_FLOAT, R16G16B16A16_FLOAT)},
};

/* OES_vertex_type_10_10_10_2: of three or four components. */
static const struct {
   GLenum type;
   uint16_t plain, normalized;
} packed_formats[] = {
   {GL_UNSIGNED_INT_10_10_10_2_OES, PIPE_FORMAT_A2B10G10R10_USCALED, PIPE_FORMAT_A2B10G10R10_UNORM},
   {GL_INT_10_10_10_2_OES,          PIPE_FORMAT_A2B10G10R10_SSCALED, PIPE_FORMAT_A2B10G10R10_SNORM},
};

static const uint16_t float_formats[4] = SIZES(R32_FLOAT, R32G32_FLOAT, R32G32B32_FLOAT, R32G32B32A32_FLOAT);

void
st_attrib_changed(struct st_context *ctx, struct st_vao *vao, unsigned index)
{
   assert(index < PIPE_MAX_ATTRIBS);
   assert(vao->attribs[index].size >= 1 && vao->attribs[index].size <= 4 && vao->attribs[index].stride >= 0);
   struct st_attrib *a = &vao->attribs[index];
   uint32_t bit = 1u << index;
   a->format = float_formats[a->size - 1];
   for (unsigned i = 0; i < ARRAY_SIZE(formats); i++)
      if (formats[i].type == a->type)
         a->format = (a->normalized ? formats[i].normalized : formats[i].plain)[a->size - 1];
   for (unsigned i = 0; i < ARRAY_SIZE(packed_formats); i++)
      if (packed_formats[i].type == a->type)
         a->format = a->normalized ? packed_formats[i].normalized : packed_formats[i].plain;
   a->hw_format = ctx->vertex_hw_formats[a->format] ? a->format : float_formats[a->size - 1];
   a->stride_B = a->stride ? (uint32_t)a->stride : u_format_block_B(a->format);

   /* No client array starts in the first page: a null pointer or an offset without its buffer reads as
    * absent. */
   bool absent = !a->buffer && (a->orphan || (uintptr_t)a->pointer < 4096);
   const unsigned align_B = ctx->screen->caps.vertex_align_B;
   bool misaligned = a->stride_B % align_B || (uintptr_t)a->pointer % align_B;
   bool convert = a->hw_format != a->format || misaligned;
   vao->enabled = a->enabled ? vao->enabled | bit : vao->enabled & ~bit;
   vao->instanced = a->divisor ? vao->instanced | bit : vao->instanced & ~bit;
   vao->client = a->enabled && !a->buffer && !absent ? vao->client | bit : vao->client & ~bit;
   vao->convert = a->enabled && convert && !absent ? vao->convert | bit : vao->convert & ~bit;
   if (vao == ctx->vao)
      ctx->dirty |= ST_NEW_VERTEX;
}

void
st_vao_fini(struct st_vao *vao)
{
   free(vao->label);
   vao->label = NULL;
   for (unsigned i = 0; i < PIPE_MAX_ATTRIBS; i++) {
      st_buffer_unref(vao->attribs[i].buffer);
      vao->attribs[i].buffer = NULL;
   }
   st_buffer_unref(vao->element_buffer);
   vao->element_buffer = NULL;
}

/* ---- copies to upload memory --------------------------------------------------------------------------- */

/** Elements one by one, converted if need be. */
static void
convert_elements(uint8_t *dst, uint32_t dst_stride_B, enum pipe_format dst_format, const uint8_t *src,
                 uint32_t src_stride_B, enum pipe_format src_format, uint32_t n)
{
   assert(n && dst_stride_B >= u_format_block_B(dst_format));
   uint32_t src_B = u_format_block_B(src_format);
   for (uint32_t i = 0; i < n; i++, dst += dst_stride_B, src += src_stride_B) {
      if (dst_format == src_format) {
         memcpy(dst, src, src_B);
      } else {
         float v[1][4];
         u_format_unpack_float(src_format, v, src, 1);
         u_format_pack_float(dst_format, dst, (const float(*)[4])v, 1);
      }
   }
}

/** What upload memory one draw's vertices take. */
struct range {
   uint32_t min, max, bias;
};

/** Room for vertices r->bias .. r->max at stride_B; *p points to vertex r->min. */
static bool
allocate(struct st_context *ctx, const struct range *r, uint32_t stride_B, uint32_t extra_B,
         struct pipe_vertex_buffer *vb, struct pipe_resource **hold, uint8_t **p)
{
   assert(r->bias <= r->min && r->min <= r->max);
   uint64_t size_B = (uint64_t)(r->max - r->bias) * stride_B + extra_B;
   if (size_B > UINT32_MAX / 4)
      return false;
   uint32_t offset_B;
   uint8_t *base = st_upload_alloc(&ctx->upload, (uint32_t)size_B, 16, hold, &offset_B);
   if (!base)
      return false;
   *p = base + (size_t)(r->min - r->bias) * stride_B;
   *vb = (struct pipe_vertex_buffer){.buffer = *hold, .offset_B = offset_B, .stride_B = stride_B};
   return true;
}

static bool
convert_client(struct st_context *ctx, const struct st_attrib *a, const struct range *r,
               struct pipe_vertex_buffer *vb, struct pipe_resource **hold)
{
   uint8_t *p;
   uint32_t stride_B = (uint32_t)u_align(u_format_block_B(a->hw_format), ctx->screen->caps.vertex_align_B);
   if (!allocate(ctx, r, stride_B, stride_B, vb, hold, &p))
      return false;
   convert_elements(p, stride_B, a->hw_format, (const uint8_t *)a->pointer + (size_t)r->min * a->stride_B,
                    a->stride_B, a->format, r->max - r->min + 1);
   st_upload_done(&ctx->upload);
   return true;
}

/** An array in a buffer object that cannot be fetched in place. Vertices behind the buffer's end read as
 * zero. */
static bool
convert_buffer(struct st_context *ctx, const struct st_attrib *a, struct range r,
               struct pipe_vertex_buffer *vb, struct pipe_resource **hold)
{
   uint32_t elem_B = u_format_block_B(a->format), size_B = a->buffer->size_B;
   uint64_t first_B = (uint64_t)(uintptr_t)a->pointer + (uint64_t)r.min * a->stride_B;
   if (first_B + elem_B > size_B) {
      *vb = (struct pipe_vertex_buffer){0};
      return true;
   }
   uint64_t n = (size_B - first_B - elem_B) / a->stride_B + 1;
   n = MIN2(n, (uint64_t)r.max - r.min + 1);
   r.max = r.min + (uint32_t)n - 1;
   uint8_t *p;
   uint32_t stride_B = (uint32_t)u_align(u_format_block_B(a->hw_format), ctx->screen->caps.vertex_align_B);
   st_debug_performance(ctx,
                        "buffer %u: attribute type 0x%x, offset %u, stride %u cannot be fetched in place "
                        "(offset and stride must be multiples of %u): %u vertices are copied for this draw",
                        a->buffer->name, a->type, (unsigned)(uintptr_t)a->pointer, a->stride_B,
                        ctx->screen->caps.vertex_align_B, (unsigned)n);
   const uint8_t *src = ctx->pipe->buffer_map(ctx->pipe, a->buffer->res, (uint32_t)first_B,
                                              (uint32_t)((n - 1) * a->stride_B + elem_B), PIPE_MAP_READ);
   if (!src)
      return false;
   bool ok = allocate(ctx, &r, stride_B, stride_B, vb, hold, &p);
   if (ok) {
      convert_elements(p, stride_B, a->hw_format, src, a->stride_B, a->format, (uint32_t)n);
      st_upload_done(&ctx->upload);
   }
   ctx->pipe->buffer_unmap(ctx->pipe, a->buffer->res);
   return ok;
}

/** Client arrays that need no conversion; those that are interleaved in one stretch of memory go as one. */
static bool
copy_client(struct st_context *ctx, uint32_t mask, const struct range *r, struct pipe_vertex_buffer *vb,
            struct pipe_resource **hold)
{
   const struct st_attrib *at = ctx->vao->attribs;
   while (mask) {
      unsigned first = (unsigned)__builtin_ctz(mask);
      uint32_t stride_B = at[first].stride_B, group = 0;
      uintptr_t lo = (uintptr_t)at[first].pointer, hi = lo + u_format_block_B(at[first].format);
      for (uint32_t rest = mask; rest; rest &= rest - 1) {
         unsigned k = (unsigned)__builtin_ctz(rest);
         uintptr_t l = (uintptr_t)at[k].pointer, h = l + u_format_block_B(at[k].format);
         l = MIN2(l, lo);
         h = MAX2(h, hi);
         if (k == first || (at[k].stride_B == stride_B && h - l <= stride_B)) {
            group |= 1u << k;
            lo = l;
            hi = h;
         }
      }
      struct pipe_vertex_buffer base;
      uint8_t *p;
      if (!allocate(ctx, r, stride_B, (uint32_t)(hi - lo), &base, &hold[first], &p))
         return false;
      memcpy(p, (const uint8_t *)lo + (size_t)r->min * stride_B,
             (size_t)(r->max - r->min) * stride_B + (size_t)(hi - lo));
      st_upload_done(&ctx->upload);
      mask &= ~group;
      for (; group; group &= group - 1) {
         unsigned k = (unsigned)__builtin_ctz(group);
         vb[k] = base;
         vb[k].offset_B += (uint32_t)((uintptr_t)at[k].pointer - lo);
      }
   }
   return true;
}

static bool
upload_current(struct st_context *ctx)
{
   if (ctx->current_res && !(ctx->dirty & ST_NEW_CURRENT))
      return true;
   void *p =
      st_upload_alloc(&ctx->upload, sizeof ctx->current, 16, &ctx->current_res, &ctx->current_offset_B);
   if (!p)
      return false;
   memcpy(p, ctx->current, sizeof ctx->current);
   st_upload_done(&ctx->upload);
   ctx->dirty &= ~(uint32_t)ST_NEW_CURRENT;
   return true;
}

/* ---- state --------------------------------------------------------------------------------------------- */

static bool
bind_elements(struct st_context *ctx, uint32_t arrays)
{
   assert(ctx->exec->num_attribs <= PIPE_MAX_ATTRIBS);
   struct pipe_vertex_element e[PIPE_MAX_ATTRIBS];
   memset(e, 0, sizeof e);
   unsigned n = ctx->exec->num_attribs;
   for (unsigned k = 0; k < n; k++) {
      e[k].vertex_buffer_index = (uint8_t)k;
      e[k].format = arrays & 1u << k ? ctx->vao->attribs[k].hw_format : PIPE_FORMAT_R32G32B32A32_FLOAT;
      e[k].instance_divisor = arrays & 1u << k ? ctx->vao->attribs[k].divisor : 0;
   }
   return st_cso_bind(&ctx->cso, ST_CSO_VERTEX_ELEMENTS, e, n * sizeof e[0]);
}

bool
st_vertex_validate(struct st_context *ctx, uint32_t min, uint32_t max, uint32_t bias, uint32_t instances)
{
   const struct st_vao *vao = ctx->vao;
   const struct range vertices = {min, max, bias};
   const uint32_t convert = vao->convert | (vao->client & vao->instanced); /* one by one */
   unsigned n = ctx->exec->num_attribs;
   uint32_t arrays = vao->enabled & ctx->exec->attrib_mask;
   uint32_t all = n ? UINT32_MAX >> (32 - n) : 0;
   struct pipe_vertex_buffer vb[PIPE_MAX_ATTRIBS];
   struct pipe_resource *hold[PIPE_MAX_ATTRIBS] = {0};
   memset(vb, 0, sizeof vb);
   bool ok = true;

   ctx->current_in_use = all & ~arrays;
   if (ctx->current_in_use)
      ok = upload_current(ctx);
   if (ok && (arrays & vao->client & ~convert))
      ok = copy_client(ctx, arrays & vao->client & ~convert, &vertices, vb, hold);
   for (unsigned k = 0; k < n && ok; k++) {
      const struct st_attrib *a = &vao->attribs[k];
      uint32_t bit = 1u << k;
      if (!(arrays & bit)) {
         vb[k].buffer = ctx->current_res;
         vb[k].offset_B = ctx->current_offset_B + 16 * k;
      } else if (convert & bit) {
         const struct range r = a->divisor ? (struct range){0, (instances - 1) / a->divisor, 0} : vertices;
         ok = vao->client & bit ? convert_client(ctx, a, &r, &vb[k], &hold[k])
                                : convert_buffer(ctx, a, r, &vb[k], &hold[k]);
      } else if (!(vao->client & bit)) {
         uint64_t offset_B = (uint64_t)(uintptr_t)a->pointer;
         if (!a->divisor)
            offset_B += (uint64_t)bias * a->stride_B;
         if (a->buffer && a->buffer->res && offset_B < a->buffer->size_B) {
            vb[k].buffer = a->buffer->res;
            vb[k].offset_B = (uint32_t)offset_B;
            vb[k].stride_B = a->stride_B;
         }
      }
   }
   if (ok && (ctx->dirty & (ST_NEW_VERTEX | ST_NEW_PROGRAM)))
      ok = bind_elements(ctx, arrays);
   if (ok && (n != ctx->num_vertex_buffers || memcmp(vb, ctx->vertex_buffers, n * sizeof vb[0]))) {
      ctx->pipe->set_vertex_buffers(ctx->pipe, n, vb);
      ctx->num_vertex_buffers = n;
      memcpy(ctx->vertex_buffers, vb, sizeof vb);
   }
   for (unsigned k = 0; k < PIPE_MAX_ATTRIBS; k++)
      pipe_resource_unref(hold[k]);
   return ok;
}
