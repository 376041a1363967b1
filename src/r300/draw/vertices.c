/* SPDX-License-Identifier: MIT
 *
 * Vertices on their way to the fetch: an array for each input of the vertex shader. Buffers that can be read are bound
 * as they are; of the rest (client memory, odd offsets and strides, formats that no fetch has, draws that go behind a
 * buffer's end) driver/vertices.h makes copies for the draw.
 */
#include <assert.h>
#include <string.h>

#include "compiler/ir/ir.h"
#include "db/r300/rx_regs.h"
#include "driver/vertices.h"
#include "format/format.h"
#include "r300/context.h"
#include "r300/cso.h"
#include "r300/draw.h"
#include "r300/emit.h"
#include "r300/format.h"
#include "r300/resource.h"
#include "r300/shader.h"
#include "util/u_math.h"

#define COPY_MAX_B   (UINT64_C(1) << 30)
#define STRIDE_MAX_B 508      /* VAP_VTX_AOS_ATTR.VTX_AOS_STRIDE0 counts dwords in 7 bits */
#define FETCH_B      4        /* addresses and strides are multiples of it */
#define MAX_INDEX    0xFFFFFF /* VAP_VF_MAX_VTX_INDX */

/** What the draw reads of the arrays. */
struct reach {
   uint32_t origin; /* the first vertex */
   uint64_t count;  /* of vertices from there */
};

/** An attribute's array. */
struct array {
   const struct pipe_vertex_buffer *vb;
   uint64_t first_B;  /* of the element that is read first, from the buffer's start */
   uint32_t stride_B; /* 0: one element for all vertices */
   uint32_t elem_B;
   uint64_t elements; /* that the buffer has from there on */
};

static void
bind_nothing(struct r300_context *c, struct r300_vbuf *out)
{
   *out = (struct r300_vbuf){c->screen->dummy, 0, 0};
}

/** Elements that end at most \p room_B behind the first one's end. Divided by 32 bits, as each new array is. */
static uint64_t
elements_behind(uint32_t room_B, uint32_t stride_B)
{
   return stride_B ? room_B / stride_B + UINT64_C(1) : UINT64_MAX;
}

/** Array of element \p k from vertex \p origin on. */
static inline __attribute__((always_inline)) struct array
find_array(const struct r300_context *c, unsigned k, uint32_t origin, uint32_t instance)
{
   static const struct pipe_vertex_buffer none;
   const struct pipe_vertex_element *e = &c->velems->e[k];
   struct array a = {.vb = &none, .elem_B = c->velems->elem_B[k]};
   if (e->vertex_buffer_index < c->base.num_vb)
      a.vb = &c->base.vb[e->vertex_buffer_index];
   const uint32_t element = e->instance_divisor ? instance / e->instance_divisor : origin;
   a.stride_B = e->instance_divisor ? 0 : a.vb->stride_B;
   a.first_B = a.vb->offset_B + (uint64_t)e->src_offset_B + (uint64_t)element * a.vb->stride_B;
   if (a.vb->user)
      a.elements = UINT64_MAX;
   else if (a.vb->buffer && a.first_B + a.elem_B <= a.vb->buffer->width0)
      a.elements = elements_behind(a.vb->buffer->width0 - (uint32_t)a.first_B - a.elem_B, a.stride_B);
   return a;
}

static bool
is_fetchable(const struct r300_velems *ve, unsigned k, const struct array *a)
{
   return !a->vb->user && ve->to[k] == ve->e[k].format && a->first_B % FETCH_B == 0 &&
          a->stride_B % FETCH_B == 0 && a->stride_B <= STRIDE_MAX_B;
}

/** The element of the vertex elements that feeds input \p n of the shader; -1: none does. */
static int
element_of(const struct r300_context *c, unsigned n)
{
   const unsigned k = c->vs_var->bin.inputs[n].sem_index;
   return k < c->velems->count ? (int)k : -1;
}

/** Does the shader read an array of the client's memory? */
static bool
reads_client(const struct r300_context *c)
{
   for (unsigned n = 0; n < c->vs_var->bin.num_inputs; n++) {
      const int k = element_of(c, n);
      const unsigned vb = k < 0 ? PIPE_MAX_ATTRIBS : c->velems->e[k].vertex_buffer_index;
      if (vb < c->base.num_vb && c->base.vb[vb].user)
         return true;
   }
   return false;
}

/** Fills c->vbuf with the buffers as they are, of which a draw reads \p count vertices from \p origin on (UINT64_MAX: it is not
 * known). False: some array cannot be read in place. */
static bool
bind_buffers(struct r300_context *c, uint32_t origin, uint64_t count, uint32_t instance)
{
   const unsigned num = c->vs_var->bin.num_inputs;
   uint64_t elements = MAX_INDEX + UINT64_C(1);
   bind_nothing(c, &c->vbuf[0]);
   for (unsigned n = 0; n < num; n++) {
      const int k = element_of(c, n);
      const struct array a = k < 0 ? (struct array){0} : find_array(c, (unsigned)k, origin, instance);
      if (!a.elements) {
         bind_nothing(c, &c->vbuf[n]);
         continue;
      }
      if (!is_fetchable(c->velems, (unsigned)k, &a) || (count != UINT64_MAX && a.elements < count)) {
         c->vbuf_for_draw = true; /* half of it is of this draw */
         return false;
      }
      c->vbuf[n] = (struct r300_vbuf){r300_resource(a.vb->buffer)->bo, (uint32_t)a.first_B, a.stride_B};
      elements = MIN2(elements, a.elements);
   }
   c->num_vbuf = MAX2(num, 1);
   c->vbuf_max = (uint32_t)(elements - 1);
   c->vbuf_for_draw = false;
   c->vbuf_origin = origin;
   c->base.dirty |= R300_DIRTY(VERTEX_BUFFERS);
   return true;
}

/** bind_buffers, which is not tried where a draw reads the client's memory. */
static inline bool
bind_in_place(struct r300_context *c, uint32_t origin, uint64_t count, uint32_t instance)
{
   return !(c->vb_user && reads_client(c)) && bind_buffers(c, origin, count, instance);
}

bool
r300_bind_arrays(struct r300_context *c, uint32_t start, uint32_t count)
{
   return bind_in_place(c, start, count, 0);
}

bool
r300_bind_indexed(struct r300_context *c, uint32_t bias)
{
   return bind_in_place(c, bias, UINT64_MAX, 0);
}

/** Room in the upload ring. NULL: there is none, and the context knows. */
static uint8_t *
room_for(struct r300_context *c, uint64_t size_B, struct r300_vbuf *out)
{
   if (size_B > COPY_MAX_B) {
      c->base.oom = true;
      return NULL;
   }
   return drv_upload_get(&c->base, (uint32_t)size_B, 16, &out->bo, &out->offset_B);
}

/** A copy of its own, elements padded to dwords; behind the buffer's end zeros. */
static bool
copy_array(struct r300_context *c, unsigned k, const struct array *a, const struct reach *reach,
           struct r300_vbuf *out)
{
   const struct r300_velems *ve = c->velems;
   const struct drv_array from = {
      .data = a->vb->user ? (const uint8_t *)a->vb->user + a->first_B
                          : r300_resource(a->vb->buffer)->bo->map + a->first_B,
      .stride_B = a->stride_B,
      .repeat = 1,
      .from = ve->e[k].format,
      .to = ve->to[k],
   };
   const uint32_t stride_B = (uint32_t)u_align(u_format_block_B(from.to), FETCH_B);
   const uint64_t n = a->stride_B ? reach->count : 1, have = MIN2(n, a->elements);
   uint8_t *p = room_for(c, n * stride_B, out);
   if (!p)
      return false;
   drv_array_copy(p, stride_B, &from, (uint32_t)have);
   memset(p + have * stride_B, 0, (size_t)((n - have) * stride_B));
   out->stride_B = a->stride_B ? stride_B : 0;
   if (!a->vb->user && c->base.base.performance)
      c->base.base.performance(
         c->base.base.performance_data,
         "vertex attribute %u, stride %u cannot be fetched in place (offset and stride must be "
         "multiples of %u, stride at most %u): %u vertices are copied for this draw",
         k, a->stride_B, FETCH_B, STRIDE_MAX_B, (unsigned)n);
   return true;
}

/** Client arrays that need another place only: what is interleaved goes as one piece. Bits and entries of \p arrays
 * are inputs of the shader. */
static bool
copy_pieces(struct r300_context *c, const struct drv_array *arrays, uint32_t mask, uint64_t count)
{
   while (mask) {
      const unsigned one = (unsigned)__builtin_ctz(mask);
      const uint8_t *begin = arrays[one].data;
      uint32_t span_B = c->velems->elem_B[element_of(c, one)], group = mask;
      if (mask & (mask - 1)) /* the last one, mostly the only one, is its own group */
         group = drv_arrays_interleaved(arrays, mask, FETCH_B, &begin, &span_B);
      const uint32_t stride_B = arrays[one].stride_B;
      const uint64_t size_B = (stride_B ? (count - 1) * stride_B : 0) + span_B;
      struct r300_vbuf piece = {.stride_B = stride_B};
      uint8_t *p = room_for(c, u_align(size_B, FETCH_B), &piece);
      if (!p)
         return false;
      memcpy(p, begin, (size_t)size_B);
      mask &= ~group;
      for (; group; group &= group - 1) {
         const unsigned n = (unsigned)__builtin_ctz(group);
         c->vbuf[n] = piece;
         c->vbuf[n].offset_B += (uint32_t)(arrays[n].data - begin);
      }
   }
   return true;
}

/** Can the client's array be copied as it is? */
static bool
is_piece(const struct r300_velems *ve, unsigned k, const struct array *a)
{
   return a->vb->user && ve->to[k] == ve->e[k].format && !ve->e[k].instance_divisor &&
          a->stride_B % FETCH_B == 0 && a->stride_B <= STRIDE_MAX_B;
}

/** Fills c->vbuf, with copies of what cannot be read in place. */
static bool
bind_arrays(struct r300_context *c, const struct reach *reach, uint32_t instance)
{
   struct drv_array pieces[PIPE_MAX_ATTRIBS]; /* those of mask */
   uint32_t mask = 0;
   c->num_vbuf = MAX2(c->vs_var->bin.num_inputs, 1);
   c->vbuf_max = (uint32_t)MIN2(MAX_INDEX, reach->count - 1);
   c->vbuf_for_draw = true;
   c->base.dirty |= R300_DIRTY(VERTEX_BUFFERS);
   bind_nothing(c, &c->vbuf[0]);
   for (unsigned n = 0; n < c->vs_var->bin.num_inputs; n++) {
      const int element = element_of(c, n);
      const unsigned k = (unsigned)element;
      const struct array a = element < 0 ? (struct array){0} : find_array(c, k, reach->origin, instance);
      if (!a.elements) {
         bind_nothing(c, &c->vbuf[n]);
      } else if (is_fetchable(c->velems, k, &a) && a.elements >= reach->count) {
         c->vbuf[n] = (struct r300_vbuf){r300_resource(a.vb->buffer)->bo, (uint32_t)a.first_B, a.stride_B};
         c->vbuf_max = (uint32_t)MIN2(c->vbuf_max, a.elements - 1);
      } else if (is_piece(c->velems, k, &a)) {
         pieces[n] = (struct drv_array){(const uint8_t *)a.vb->user + a.first_B, a.stride_B, 1,
                                        c->velems->e[k].format, c->velems->to[k]};
         mask |= 1u << n;
      } else if (!copy_array(c, k, &a, reach, &c->vbuf[n])) {
         return false;
      }
   }
   return copy_pieces(c, pieces, mask, reach->count);
}

static bool
prepare_arrays(struct r300_context *c, const struct pipe_draw_info *info, struct r300_draw *d)
{
   const struct reach reach = {info->start, info->count};
   return (info->instance_count == 1 && r300_vbuf_holds(c, info->start, info->count)) ||
          bind_in_place(c, info->start, info->count, d->instance) || bind_arrays(c, &reach, d->instance);
}

static bool
prepare_indexed(struct r300_context *c, const struct pipe_draw_info *info, struct r300_draw *d)
{
   const int32_t bias = info->index_bias;
   if (bias >= 0 && ((info->instance_count == 1 && r300_vbuf_holds(c, bias, 0)) ||
                     bind_in_place(c, (uint32_t)bias, UINT64_MAX, d->instance)))
      return true;
   uint32_t min, max;
   r300_index_bounds(info, d, &min, &max);
   const int64_t first = MAX2((int64_t)min + bias, 0), last = (int64_t)max + bias;
   if (first > UINT32_MAX || last < first)
      return false; /* vertices that cannot be */
   const struct reach reach = {(uint32_t)first, (uint64_t)(last - first) + 1};
   d->subtract = (uint32_t)(first - bias);
   return bind_arrays(c, &reach, d->instance);
}

bool
r300_prepare_vertices(struct r300_context *c, const struct pipe_draw_info *info, struct r300_draw *d)
{
   return info->index_size_B ? prepare_indexed(c, info, d) : prepare_arrays(c, info, d);
}

/* ---- atoms ---- */

/** PSC's half register of input \p n. */
static uint32_t
stream_cntl(const struct r300_context *c, unsigned n, bool last)
{
   const int k = c->vs_var->bin.num_inputs ? element_of(c, n) : -1;
   const struct r300_vtx_format *f = k < 0 ? NULL : c->velems->fmt[k];
   return RX_VAP_PROG_STREAM_CNTL(.DATA_TYPE_0 = f ? f->type : RX_VAP_PROG_STREAM_CNTL__DATA_TYPE_0__FLOAT_4,
                                  .DST_VEC_LOC_0 =
                                     c->vs_var->bin.num_inputs ? c->vs_var->bin.inputs[n].index : 0,
                                  .LAST_VEC_0 = last, .SIGNED_0 = f && f->is_signed,
                                  .NORMALIZE_0 = f && f->normalize);
}

static uint32_t
stream_ext(const struct r300_context *c, unsigned n)
{
   const int k = c->vs_var->bin.num_inputs ? element_of(c, n) : -1;
   uint8_t sel[4] = {0, 1, 2, 3};
   for (unsigned i = 0; k >= 0 && i < 4; i++)
      sel[i] = i < c->velems->components[k] ? c->velems->fmt[k]->sel[i]
               : i == 3                     ? R300_PSC_ONE
                                            : R300_PSC_ZERO;
   return RX_VAP_PROG_STREAM_CNTL_EXT(.SWIZZLE_SELECT_X_0 = sel[0], .SWIZZLE_SELECT_Y_0 = sel[1],
                                      .SWIZZLE_SELECT_Z_0 = sel[2], .SWIZZLE_SELECT_W_0 = sel[3],
                                      .WRITE_ENA_0 = 15);
}

void
r300_emit_vertex_stream(struct r300_context *c)
{
   if (!c->chip->tcl) {
      r300_emit_tnl_stream(c);
      return;
   }
   struct drv_cs *cs = &c->base.cs;
   const unsigned n = MAX2(c->vs_var->bin.num_inputs, 1), regs = DIV_ROUND_UP(n, 2);
   cs_regs(cs, RX_VAP_PROG_STREAM_CNTL_OFFSET(0), regs);
   for (unsigned i = 0; i < n; i += 2)
      cs_dw(cs, stream_cntl(c, i, i + 1 == n) |
                   (i + 1 < n ? stream_cntl(c, i + 1, i + 2 == n) << 16 : 0)); /* two elements a register */
   cs_regs(cs, RX_VAP_PROG_STREAM_CNTL_EXT_OFFSET(0), regs);
   for (unsigned i = 0; i < n; i += 2)
      cs_dw(cs, stream_ext(c, i) | (i + 1 < n ? stream_ext(c, i + 1) << 16 : 0));
}

/** VTX_AOS_COUNT and VTX_AOS_STRIDE of input \p n: the lower half of a word for two. */
static uint32_t
array_attr(const struct r300_context *c, unsigned n)
{
   const int k = c->vs_var->bin.num_inputs ? element_of(c, n) : -1;
   return RX_VAP_VTX_AOS_ATTR(.VTX_AOS_COUNT0 = k < 0 ? 4 : c->velems->fmt[k]->dwords,
                              .VTX_AOS_STRIDE0 = c->vbuf[n].stride_B / 4);
}

void
r300_emit_vertex_buffers(struct r300_context *c)
{
   if (!c->chip->tcl) {
      r300_emit_tnl_vertices(c);
      return;
   }
   struct drv_cs *cs = &c->base.cs;
   const unsigned n = c->num_vbuf;
   const unsigned body_dw = 1 + (3 * n + 1) / 2;
   uint32_t *dw = cs_room(cs, 1 + body_dw + 2 * n);
   *dw++ = R300_PKT3(R300_PKT3_3D_LOAD_VBPNTR, body_dw);
   *dw++ = RX_VAP_VTX_NUM_ARRAYS(.VTX_NUM_ARRAYS = n);
   for (unsigned i = 0; i < n; i += 2) {
      const bool two = i + 1 < n;
      *dw++ = array_attr(c, i) | (two ? array_attr(c, i + 1) << 16 : 0);
      *dw++ = c->vbuf[i].offset_B + c->vbuf_skip * c->vbuf[i].stride_B;
      if (two)
         *dw++ = c->vbuf[i + 1].offset_B + c->vbuf_skip * c->vbuf[i + 1].stride_B;
   }
   for (unsigned i = 0; i < n; i++) {
      *dw++ = R300_PKT3(R300_PKT3_NOP, 1);
      *dw++ = cs_reloc_value(drv_bo_list_use(&cs->list, c->vbuf[i].bo, false));
   }
}
