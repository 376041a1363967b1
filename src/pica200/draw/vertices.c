/* SPDX-License-Identifier: MIT
 *
 * Vertices on their way to the loader: an array, or a constant, for each input register of the vertex program. Arrays that it can read are
 * named where they are; of the rest (client memory, odd offsets and strides, formats that it lacks, draws that go behind a
 * buffer's end) driver/vertices.h makes copies for the draw.
 *
 * The loader (3dbrew, "GPU/Internal Registers") knows bytes, signed shorts and floats. An array's stride is what its
 * elements and paddings take, or the chip freezes.
 */
#include <assert.h>
#include <string.h>

#include "compiler/ir/ir.h"
#include "driver/vertices.h"
#include "format/format.h"
#include "pica200/context.h"
#include "pica200/cso.h"
#include "pica200/draw.h"
#include "pica200/number.h"
#include "pica200/resource.h"
#include "pica200/shader.h"
#include "util/u_math.h"

#define COPY_MAX_B   (UINT64_C(1) << 26)
#define FCRAM        0x20000000u
#define OFFSET_BITS  0x0fffffffu
#define STRIDE_MAX_B 176 /* what eleven paddings make */
#define PADDING      12  /* ATTRIBBUFFER_CONFIG1: 12 to 15 are 4 to 16 bytes of it */

/* ---- formats ---- */

/** How the loader reads a format; `type` PICA200_NONE: not at all. */
struct fetch {
   uint8_t type, size, element_B;
   bool normalised;
   float factor, summand;
};

static const struct fetch no_fetch = {.type = PICA200_NONE};

#define TYPE(x) PICA_ATTRIBBUFFERS_FORMAT_LOW__TYPE0__##x

static struct fetch
fetch_of_channel(const struct u_channel *ch)
{
   if (ch->bits == 32 && ch->type == U_FLOAT)
      return (struct fetch){.type = TYPE(FLOAT), .element_B = 4};
   if (ch->bits == 8 && (ch->type == U_UNORM || ch->type == U_USCALED))
      return (struct fetch){TYPE(UBYTE), 0, 1, ch->type == U_UNORM, 1.0f / 255.0f, 0.0f};
   if (ch->bits == 8 && (ch->type == U_SNORM || ch->type == U_SSCALED))
      return (struct fetch){TYPE(BYTE), 0, 1, ch->type == U_SNORM, 2.0f / 255.0f, 1.0f / 255.0f};
   if (ch->bits == 16 && (ch->type == U_SNORM || ch->type == U_SSCALED))
      return (struct fetch){TYPE(SHORT), 0, 2, ch->type == U_SNORM, 2.0f / 65535.0f, 1.0f / 65535.0f};
   return no_fetch;
}

/** Components of attribute \p k that the vertex shader reads. */
static unsigned
read_components(const struct pica200_context *c, unsigned k)
{
   const struct ir_shader *ir = c->vs->ir;
   unsigned n = 0;
   for (size_t i = 0; i < ir->inputs.count; i++)
      if (ir->inputs.data[i].semantic == IR_SEM_GENERIC && ir->inputs.data[i].sem_index == k)
         n = MAX2(n, ir->inputs.data[i].ncomp);
   return n;
}

static struct fetch
fetch_of(const struct pica200_context *c, unsigned k)
{
   const struct pipe_vertex_element *e = &c->velems->e[k];
   const struct u_format_desc *d = u_format_desc((enum pipe_format)e->format);
   if (!d->array || !d->channels)
      return no_fetch;
   struct fetch f = fetch_of_channel(&d->ch[0]);
   for (unsigned i = 0; i < d->channels; i++)
      if (d->ch[i].type != d->ch[0].type || d->ch[i].bits != d->ch[0].bits ||
          d->swizzle[i] != PIPE_SWIZZLE_X + i)
         return no_fetch;
   f.size = e->nr_components ? e->nr_components : d->channels;
   /* What is missing reads as 0, 0, 1, which must not be scaled. */
   if (f.normalised && (e->symmetric || f.size < MIN2(read_components(c, k), 4u)))
      return no_fetch;
   return f;
}

uint16_t
pica200_scaled_attribs(const struct pica200_context *c)
{
   uint16_t mask = 0;
   for (unsigned k = 0; c->velems && k < c->velems->count && k < PICA200_ATTRIBS; k++) {
      const struct fetch f = fetch_of(c, k);
      if (f.type != PICA200_NONE && f.normalised)
         mask |= (uint16_t)(1u << k);
   }
   return mask;
}

void
pica200_attrib_scale(const struct pica200_context *c, unsigned attrib, float out[4])
{
   const struct fetch f = fetch_of(c, attrib);
   out[0] = f.factor;
   out[1] = f.summand;
   out[2] = out[3] = 0.0f;
}

/* ---- arrays ---- */

/** An attribute's array. */
struct source {
   const struct pipe_vertex_buffer *vb; /* NULL: there is none */
   uint64_t first_B;                    /* of the element that is read first, from the buffer's start */
   uint32_t stride_B;                   /* 0: one element for all vertices */
   uint32_t elem_B;
   uint64_t elements; /* that the buffer has from there on */
   const uint8_t *data;
};

static struct source
find_source(const struct pica200_context *c, unsigned k, uint32_t first)
{
   const struct pipe_vertex_element *e = &c->velems->e[k];
   struct source s = {.elem_B = u_format_block_B((enum pipe_format)e->format)};
   if (e->vertex_buffer_index >= c->base.num_vb)
      return s;
   s.vb = &c->base.vb[e->vertex_buffer_index];
   s.stride_B = s.vb->stride_B;
   s.first_B = s.vb->offset_B + (uint64_t)e->src_offset_B + (uint64_t)first * s.stride_B;
   if (s.vb->user) {
      s.elements = UINT64_MAX;
      s.data = (const uint8_t *)s.vb->user + s.first_B;
   } else if (s.vb->buffer && s.first_B + s.elem_B <= s.vb->buffer->width0) {
      s.elements = s.stride_B ? (s.vb->buffer->width0 - s.first_B - s.elem_B) / s.stride_B + 1 : UINT64_MAX;
      s.data = pica200_resource(s.vb->buffer)->bo->map + s.first_B;
   }
   return s;
}

/** One value for all vertices: what the first element says, scaled as the program will. */
static void
bind_fixed(const struct pica200_context *c, unsigned k, const struct source *s, struct pica200_array *out)
{
   static const float nothing[4] = {0, 0, 0, 1};
   const struct pipe_vertex_element *e = &c->velems->e[k];
   const struct fetch f = fetch_of(c, k);
   out->fixed = true;
   memcpy(out->value, nothing, sizeof nothing);
   if (s->data) {
      float v[1][4];
      u_format_unpack_float((enum pipe_format)e->format, v, s->data, 1);
      for (unsigned i = 0; i < 4 && !(e->nr_components && i >= e->nr_components); i++)
         out->value[i] = v[0][i];
   }
   for (unsigned i = 0; i < 4 && f.type != PICA200_NONE && f.normalised; i++)
      out->value[i] = (out->value[i] - f.summand) / f.factor;
}

/** Can paddings make the stride of what an element takes? */
static bool
is_stride(unsigned bytes, uint32_t stride_B)
{
   return stride_B == bytes ||
          (stride_B % 4 == 0 && stride_B <= STRIDE_MAX_B && u_align(bytes, 4) < stride_B) ||
          (stride_B == bytes && stride_B <= 255);
}

static bool
bind_in_place(const struct source *s, const struct fetch *f, uint32_t count, struct pica200_array *out)
{
   const unsigned bytes = f->size * f->element_B;
   if (f->type == PICA200_NONE || s->vb->user || s->elements < count || s->first_B % f->element_B ||
       s->stride_B % f->element_B || !is_stride(bytes, s->stride_B))
      return false;
   struct drv_bo *bo = pica200_resource(s->vb->buffer)->bo;
   *out = (struct pica200_array){.bo = bo,
                                 .address = (uint32_t)(bo->va + s->first_B),
                                 .type = f->type,
                                 .size = f->size,
                                 .bytes = (uint8_t)bytes,
                                 .stride_B = (uint8_t)s->stride_B};
   return true;
}

/** Room in the upload ring that the open list holds. NULL: there is none, and the context knows. */
static uint8_t *
room_for(struct pica200_context *c, uint64_t size_B, struct drv_bo **bo, uint32_t *address)
{
   uint32_t offset_B;
   if (size_B > COPY_MAX_B) {
      c->base.oom = true;
      return NULL;
   }
   uint8_t *p = drv_upload_get(&c->base, (uint32_t)u_align(size_B, 16), 16, bo, &offset_B);
   if (p)
      *address = (uint32_t)((*bo)->va + offset_B);
   return p;
}

/** A copy of its own, without gaps; behind the buffer's end zeros. */
static bool
copy_array(struct pica200_context *c, unsigned k, const struct source *s, const struct fetch *f,
           uint32_t count, uint32_t back, struct pica200_array *out)
{
   const struct pipe_vertex_element *e = &c->velems->e[k];
   const struct u_format_desc *d = u_format_desc((enum pipe_format)e->format);
   const unsigned size = MIN2(e->nr_components ? e->nr_components : d->channels, 4u);
   const bool as_it_is = f->type != PICA200_NONE && f->size == d->channels;
   struct drv_array from = {.data = s->data,
                            .stride_B = s->stride_B,
                            .repeat = 1,
                            .from = (enum pipe_format)e->format,
                            .to = as_it_is ? (enum pipe_format)e->format : drv_vertex_floats(size),
                            .symmetric = e->symmetric};
   const struct fetch fetched =
      as_it_is ? *f : (struct fetch){.type = TYPE(FLOAT), .size = (uint8_t)size, .element_B = 4};
   const uint32_t stride_B = u_format_block_B(from.to);
   const uint32_t have = (uint32_t)MIN2(count, s->elements);
   uint8_t *p = room_for(c, (uint64_t)count * stride_B, &out->bo, &out->address);
   if (!p)
      return false;
   drv_array_copy(p, stride_B, &from, have);
   if (back) {
      from.data -= (size_t)back * s->stride_B;
      drv_array_copy(p, stride_B, &from, 1);
   }
   /* Values that the program scales. */
   if (f->type != PICA200_NONE && f->normalised && !as_it_is)
      for (uint64_t i = 0; i < (uint64_t)have * size; i++) {
         float v;
         memcpy(&v, p + 4 * i, 4);
         v = (v - f->summand) / f->factor;
         memcpy(p + 4 * i, &v, 4);
      }
   memset(p + (size_t)have * stride_B, 0, (size_t)(count - have) * stride_B);
   out->fixed = false;
   out->type = fetched.type;
   out->size = fetched.size;
   out->bytes = out->stride_B = (uint8_t)stride_B;
   if (!s->vb->user)
      pica200_tell(
         c, "vertex attribute %u, stride %u cannot be read in place: %u vertices are copied for this draw", k,
         s->stride_B, count);
   return true;
}

bool
pica200_prepare_vertices(struct pica200_context *c, uint32_t first, uint32_t count, uint32_t back)
{
   const struct pica200_vertex *v = &c->pair->vertex;
   c->num_arrays = MAX2(v->num_attribs, 1);
   c->array[0] = (struct pica200_array){.fixed = true};
   c->base.dirty |= PICA200_DIRTY(VERTICES);
   for (unsigned i = 0; i < v->num_attribs; i++) {
      const unsigned k = v->attribs[i];
      struct pica200_array *a = &c->array[i];
      *a = (struct pica200_array){
         .fixed = true, .value = {0, 0, 0, 1}
      };
      if (k >= c->velems->count)
         continue;
      const struct source s = find_source(c, k, first);
      const struct fetch f = fetch_of(c, k);
      if (!s.elements || !s.stride_B)
         bind_fixed(c, k, &s, a);
      else if ((back || !bind_in_place(&s, &f, count, a)) && !copy_array(c, k, &s, &f, count, back, a))
         return false;
   }
   return true;
}

/* ---- atom ---- */

/** CONFIG1 and CONFIG2 of an array that feeds attribute \p i alone, with paddings up to its stride. */
static void
array_config(const struct pica200_array *a, unsigned i, uint32_t config[2])
{
   uint64_t comps = i;
   unsigned n = 1;
   if (a->stride_B != a->bytes)
      for (unsigned left = (a->stride_B - (unsigned)u_align(a->bytes, 4)) / 4; left;) {
         const unsigned dwords = MIN2(left, 4u);
         comps |= (uint64_t)(PADDING + dwords - 1) << (4 * n++);
         left -= dwords;
      }
   assert(n <= 12);
   config[0] = (uint32_t)comps;
   config[1] = (uint32_t)(comps >> 32) | PICA_ATTRIBBUFFER_CONFIG2(.STRIDE = a->stride_B, .COUNT = n);
}

void
pica200_emit_vertices(struct pica200_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   const unsigned n = c->num_arrays;
   uint64_t formats = 0;
   uint32_t fixed = 0, words[1 + 3 * PICA200_ATTRIBS] = {0};
   if (!n)
      return;
   for (unsigned i = 0; i < n; i++) {
      const struct pica200_array *a = &c->array[i];
      if (a->fixed) {
         fixed |= 1u << i;
         formats |= (uint64_t)(TYPE(FLOAT) | 3 << 2) << (4 * i);
         continue;
      }
      formats |= (uint64_t)(a->type | (a->size - 1u) << 2) << (4 * i);
      words[1 + 3 * i] = (a->address - FCRAM) & OFFSET_BITS;
      array_config(a, i, &words[2 + 3 * i]);
      (void)drv_bo_list_use(&cs->list, a->bo, false);
   }
   CS_SET(cs, ATTRIBBUFFERS_FORMAT_LOW, (uint32_t)formats);
   CS_SET(cs, ATTRIBBUFFERS_FORMAT_HIGH,
          (uint32_t)(formats >> 32) | PICA_ATTRIBBUFFERS_FORMAT_HIGH(.FIXED_MASK = fixed, .COUNT_M1 = n - 1));
   /* the base, then the arrays of which each has one attribute */
   CS_SET(cs, ATTRIBBUFFERS_LOC, PICA_ATTRIBBUFFERS_LOC(.BASE = FCRAM / 16));
   cs_values(cs, PICA_ID_AT(ATTRIBBUFFER_OFFSET, 0), true, words + 1, 3 * PICA200_ATTRIBS);
   for (unsigned i = 0; i < n; i++) {
      uint32_t v[3];
      if (!c->array[i].fixed)
         continue;
      pica200_vector24(v, c->array[i].value);
      CS_SET(cs, FIXEDATTRIB_INDEX, PICA_FIXEDATTRIB_INDEX(.INDEX = i));
      cs_values(cs, PICA_ID(FIXEDATTRIB_DATA0), true, v, 3);
   }
}
