/* SPDX-License-Identifier: MIT
 *
 * Vertex arrays (ES 2.0.25 2.8): vertex buffer k and vertex element k feed attribute k. The driver gets arrays as
 * the application gave them, in buffer objects or in client memory, in any format and at any offset and stride.
 * Disabled arrays read their current value with a stride of zero.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "format/format.h"
#include "state_tracker/draw/st_buffer.h"
#include "state_tracker/st_context.h"
#include "state_tracker/draw/st_cso.h"
#include "state_tracker/texture/st_upload.h"
#include "state_tracker/draw/st_vertex.h"
#include "util/u_math.h"

#define SIZES(a, b, c, d)                                                                                    \
   {                                                                                                         \
      PIPE_FORMAT_##a, PIPE_FORMAT_##b, PIPE_FORMAT_##c, PIPE_FORMAT_##d                                     \
   }
#define ALL_SIZES(bits, kind)                                                                                \
   SIZES(R##bits##_##kind, R##bits##G##bits##_##kind, R##bits##G##bits##B##bits##_##kind,                    \
         R##bits##G##bits##B##bits##A##bits##_##kind)

/** Formats by size for each GL type: integers to floats as they are, normalised, and integers that stay integers. */
static const struct {
   GLenum type;
   uint16_t plain[4], normalized[4], integer[4];
} formats[] = {
   {GL_BYTE,       ALL_SIZES(8, SSCALED),        ALL_SIZES(8,      SNORM),                    ALL_SIZES(8,SINT)},
   {GL_UNSIGNED_BYTE,             ALL_SIZES(8,         USCALED), ALL_SIZES(8, UNORM),               ALL_SIZES(8,UINT)},
   {GL_SHORT,        ALL_SIZES(16,                   SSCALED),                           ALL_SIZES(16,                        SNORM),                       ALL_SIZES(16,SINT)},
   {GL_UNSIGNED_SHORT, ALL_SIZES(16,       USCALED),                      ALL_SIZES(16,                      UNORM),             ALL_SIZES(16,UINT)},
   {GL_INT,       ALL_SIZES(32,      SSCALED),                ALL_SIZES(32,           SNORM),                   ALL_SIZES(32,SINT)},
   {GL_UNSIGNED_INT, ALL_SIZES(32,      USCALED),ALL_SIZES(32,UNORM),  ALL_SIZES(32,UINT)},
   {GL_FIXED,     ALL_SIZES(32,FIXED),               ALL_SIZES(32,                         FIXED),                                            {0}                                  },
   {GL_FLOAT,ALL_SIZES(32,    FLOAT),ALL_SIZES(32,FLOAT),{0}},
   {GL_HALF_FLOAT_OES,     ALL_SIZES(16,       FLOAT),                  ALL_SIZES(16,                                                  FLOAT),                                                                                                                   {0}                                                                                                                                                                                               },
};

/* OES_vertex_type_10_10_10_2, of three or four components; those of OpenGL ES 3.0 have four. */
static const struct {
   GLenum type;
   uint16_t plain, normalized;
} packed_formats[] = {
   {GL_UNSIGNED_INT_10_10_10_2_OES, PIPE_FORMAT_A2B10G10R10_USCALED, PIPE_FORMAT_A2B10G10R10_UNORM},
   {GL_INT_10_10_10_2_OES,          PIPE_FORMAT_A2B10G10R10_SSCALED, PIPE_FORMAT_A2B10G10R10_SNORM},
   {GL_UNSIGNED_INT_2_10_10_10_REV, PIPE_FORMAT_R10G10B10A2_USCALED, PIPE_FORMAT_R10G10B10A2_UNORM},
   {GL_INT_2_10_10_10_REV,          PIPE_FORMAT_R10G10B10A2_SSCALED, PIPE_FORMAT_R10G10B10A2_SNORM},
};

static uint16_t
find_format(const struct st_attrib *a)
{
   uint16_t format = PIPE_FORMAT_R32G32B32A32_FLOAT;
   const GLenum type = a->type == GL_HALF_FLOAT ? GL_HALF_FLOAT_OES : a->type;
   for (unsigned i = 0; i < ARRAY_SIZE(formats); i++)
      if (formats[i].type == type)
         format = (a->integer      ? formats[i].integer
                   : a->normalized ? formats[i].normalized
                                   : formats[i].plain)[a->size - 1];
   for (unsigned i = 0; i < ARRAY_SIZE(packed_formats); i++)
      if (packed_formats[i].type == a->type)
         format = a->normalized ? packed_formats[i].normalized : packed_formats[i].plain;
   return format;
}

/** Formats, enables and divisors: most calls that specify an array give it another place and nothing else. */
static bool
update_layout(struct st_vao *vao, struct st_attrib *a, uint32_t bit)
{
   if (a->format && a->of.type == a->type && a->of.size == a->size && a->of.normalized == a->normalized &&
       a->of.integer == a->integer && a->of.divisor == a->divisor && a->enabled == !!(vao->enabled & bit))
      return false;
   a->format = find_format(a);
   a->of.type = a->type;
   a->of.size = a->size;
   a->of.normalized = a->normalized;
   a->of.integer = a->integer;
   a->of.divisor = a->divisor;
   a->of.elem_B = (uint8_t)u_format_block_B(a->format);
   vao->enabled = a->enabled ? vao->enabled | bit : vao->enabled & ~bit;
   vao->instanced = a->divisor ? vao->instanced | bit : vao->instanced & ~bit;
   return true;
}

void
st_attrib_changed(struct st_context *ctx, struct st_vao *vao, unsigned index)
{
   assert(index < PIPE_MAX_ATTRIBS);
   assert(vao->attribs[index].size >= 1 && vao->attribs[index].size <= 4 && vao->attribs[index].stride >= 0);
   struct st_attrib *a = &vao->attribs[index];
   const uint32_t bit = 1u << index;
   uint32_t dirty = ST_NEW_VERTEX;
   if (update_layout(vao, a, bit))
      dirty |= ST_NEW_ELEMENTS;
   a->stride_B = a->stride ? (uint32_t)a->stride : a->of.elem_B;

   /* No client array starts in the first page: a null pointer or an offset without its buffer reads as
    * absent. */
   const bool absent = a->orphan || (uintptr_t)a->pointer < 4096;
   vao->client &= ~bit;
   if (a->enabled && !a->buffer && !absent)
      vao->client |= bit;
   if (vao == ctx->vao)
      ctx->dirty |= dirty;
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

static const uint16_t current_formats[] = {
   [ST_CURRENT_FLOAT] = PIPE_FORMAT_R32G32B32A32_FLOAT,
   [ST_CURRENT_INT] = PIPE_FORMAT_R32G32B32A32_SINT,
   [ST_CURRENT_UINT] = PIPE_FORMAT_R32G32B32A32_UINT,
};

/** The state object. NULL: out of memory. */
static void *
find_elements(struct st_context *ctx, uint32_t arrays)
{
   assert(ctx->exec->num_attribs <= PIPE_MAX_ATTRIBS);
   struct pipe_vertex_element e[PIPE_MAX_ATTRIBS];
   unsigned n = ctx->exec->num_attribs;
   memset(e, 0, n * sizeof e[0]);
   for (unsigned k = 0; k < n; k++) {
      const struct st_attrib *a = &ctx->vao->attribs[k];
      const bool array = arrays & 1u << k;
      e[k].vertex_buffer_index = (uint8_t)k;
      e[k].format = array ? a->format : current_formats[ctx->current_kind[k]];
      e[k].symmetric = ctx->version >= 30;
      e[k].nr_components = array ? a->size : 4;
      e[k].instance_divisor = array ? a->divisor : 0;
   }
   return st_cso_get(&ctx->cso, ST_CSO_VERTEX_ELEMENTS, e, n * sizeof e[0]);
}

/** Another program that reads the same arrays needs no other elements. */
static bool
bind_elements(struct st_context *ctx, uint32_t arrays)
{
   const uint8_t n = ctx->exec->num_attribs;
   if (!(ctx->dirty & ST_NEW_ELEMENTS) && ctx->num_elements == n && ctx->element_arrays == arrays) {
      assert(ctx->cso.bound[ST_CSO_VERTEX_ELEMENTS] == find_elements(ctx, arrays));
      return true;
   }
   void *object = find_elements(ctx, arrays);
   if (!object)
      return false;
   st_cso_bind_object(&ctx->cso, ST_CSO_VERTEX_ELEMENTS, object);
   ctx->num_elements = n;
   ctx->element_arrays = arrays;
   return true;
}

/** The array of attribute \p k; nothing if there is none to read. Arrays of instances begin at \p base_instance. */
static inline struct pipe_vertex_buffer
describe_array(const struct st_vao *vao, unsigned k, uint32_t base_instance)
{
   const struct st_attrib *a = &vao->attribs[k];
   const uint64_t skipped_B = a->divisor ? (uint64_t)base_instance * a->stride_B : 0;
   struct pipe_vertex_buffer vb = {0};
   if (vao->client & 1u << k) {
      vb.user = (const uint8_t *)a->pointer + skipped_B;
      vb.stride_B = a->stride_B;
   } else if (a->buffer && a->buffer->res && (uintptr_t)a->pointer < a->buffer->size_B &&
              skipped_B < a->buffer->size_B - (uintptr_t)a->pointer) {
      vb.buffer = a->buffer->res;
      vb.offset_B = (uint32_t)((uintptr_t)a->pointer + skipped_B);
      vb.stride_B = a->stride_B;
   }
   return vb;
}

/** \return whether it was another one. Field by field: bytes that were just written are slow to read as a block. */
static inline bool
replace(struct pipe_vertex_buffer *was, struct pipe_vertex_buffer is)
{
   if (was->buffer == is.buffer && was->user == is.user && was->offset_B == is.offset_B &&
       was->stride_B == is.stride_B)
      return false;
   *was = is;
   return true;
}

bool
st_vertex_validate(struct st_context *ctx)
{
   unsigned n = ctx->exec->num_attribs;
   uint32_t arrays = ctx->vao->enabled & ctx->exec->attrib_mask;
   uint32_t all = n ? UINT32_MAX >> (32 - n) : 0;

   ctx->current_in_use = all & ~arrays;
   if (ctx->current_in_use && !upload_current(ctx))
      return false;
   if ((ctx->dirty & (ST_NEW_ELEMENTS | ST_NEW_PROGRAM)) && !bind_elements(ctx, arrays))
      return false;
   bool changed = n != ctx->num_vertex_buffers;
   for (unsigned k = 0; k < n; k++) {
      struct pipe_vertex_buffer vb = {.buffer = ctx->current_res, .offset_B = ctx->current_offset_B + 16 * k};
      if (arrays & 1u << k)
         vb = describe_array(ctx->vao, k, ctx->base_instance);
      changed |= replace(&ctx->vertex_buffers[k], vb);
   }
   if (changed) {
      ctx->num_vertex_buffers = n;
      ctx->pipe->set_vertex_buffers(ctx->pipe, n, ctx->vertex_buffers);
   }
   return true;
}
