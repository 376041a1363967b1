/* SPDX-License-Identifier: MIT
 *
 * Points and lines, which the chip lacks: the CPU shades and clips them (driver/tnl/tnl.h), makes two triangles of each, and the chip's
 * vertex program passes them on. ES 2.0.25, 3.3 and 3.4: a point is a square around its centre; a line of width w is as wide as that along x where it is steep,
 * along y where it is not.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "compiler/ir/ir.h"
#include "driver/tnl/tnl.h"
#include "format/format.h"
#include "pica200/context.h"
#include "pica200/cso.h"
#include "pica200/draw.h"
#include "pica200/resource.h"
#include "pica200/shader.h"
#include "util/u_math.h"

#define SUBPIXEL (1.0f / 16.0f)

enum { CORNERS = 4, TRIANGLE_INDICES = 6, BATCH = 2048 /* primitives, so that 16 bits name their corners */ };

/** Attribute \p k as the CPU reads it. */
static struct tnl_attrib
find_attrib(const struct pica200_context *c, unsigned k)
{
   const struct pipe_vertex_element *e = &c->velems->e[k];
   struct tnl_attrib a = {.components = e->nr_components};
   if (e->vertex_buffer_index >= c->base.num_vb)
      return a;
   const struct pipe_vertex_buffer *vb = &c->base.vb[e->vertex_buffer_index];
   const uint64_t first_B = vb->offset_B + (uint64_t)e->src_offset_B;
   a.array = (struct drv_array){.stride_B = vb->stride_B, .repeat = 1, .from = (enum pipe_format)e->format};
   const uint32_t elem_B = u_format_block_B(a.array.from);
   if (vb->user) {
      a.array.data = (const uint8_t *)vb->user + first_B;
      a.elements = UINT64_MAX;
   } else if (vb->buffer && first_B + elem_B <= vb->buffer->width0) {
      a.array.data = pica200_resource(vb->buffer)->bo->map + first_B;
      a.elements = !vb->stride_B ? UINT64_MAX : (vb->buffer->width0 - first_B - elem_B) / vb->stride_B + 1;
   }
   return a;
}

/** What vertices have behind the position: the size of points, then varyings in the order of the passing shader's attributes. */
static void
find_outputs(const struct pica200_context *c, struct tnl_draw *d)
{
   const struct ir_shader *vs = c->vs->ir;
   d->outputs[d->num_outputs++] = (struct tnl_output){
      .semantic = c->rast->s.point_size_per_vertex ? IR_SEM_POINT_SIZE : IR_SEM_FACE,
      .components = 1,
      .value = {c->rast->s.point_size},
   };
   for (size_t i = 0; i < vs->outputs.count && d->num_outputs < TNL_MAX_OUTPUTS; i++)
      if (vs->outputs.data[i].semantic == IR_SEM_GENERIC)
         d->outputs[d->num_outputs++] = (struct tnl_output){
            .semantic = IR_SEM_GENERIC,
            .sem_index = vs->outputs.data[i].sem_index,
            .components = 4,
            .value = {0, 0, 0, 1}
         };
}

/** ES 2.0.25, 2.13: wide points and lines are only clipped to near and far: what is beside the viewport may reach into it. */
static void
find_guard(const struct pica200_context *c, unsigned mode, float guard[2])
{
   const struct pipe_rasterizer_state *s = &c->rast->s;
   float width = s->line_width;
   if (mode == PIPE_PRIM_POINTS)
      width = s->point_size_per_vertex ? (float)PICA200_MAX_SIZE : s->point_size;
   for (unsigned i = 0; i < 2; i++)
      guard[i] = 1.0f + 0.5f * width / MAX2(fabsf(c->base.viewport.scale[i]), 0.5f);
}

static bool
begin(struct pica200_context *c, const struct pipe_draw_info *info)
{
   const struct drv_consts *u = &c->uniforms[PIPE_SHADER_VERTEX];
   struct tnl_draw d = {
      .program = c->vs->tnl,
      .uniforms = u->dw,
      .num_uniforms = u->num_dw / 4,
      .mode = info->mode,
      .start = info->start,
      .count = info->count,
      .halfz = c->rast->s.clip_halfz,
   };
   if (info->index_size_B) {
      d.indices = pica200_find_indices(info, &d.count);
      d.index_size_B = info->index_size_B;
      d.index_bias = info->index_bias;
      d.start = 0;
      if (!d.indices)
         return false;
   }
   find_guard(c, info->mode, d.guard);
   memcpy(d.scale, c->base.viewport.scale, sizeof d.scale);
   memcpy(d.translate, c->base.viewport.translate, sizeof d.translate);
   for (unsigned k = 0; k < c->velems->count && k < TNL_MAX_INPUTS; k++)
      d.attrib[k] = find_attrib(c, k);
   find_outputs(c, &d);
   if (!c->tnl)
      c->tnl = tnl_create();
   if (c->tnl && tnl_begin(c->tnl, &d, TNL_NEW_ALL))
      return true;
   c->base.oom = true;
   return false;
}

/** How far the corners of a primitive are from their vertices in window coordinates: two for each vertex of a line, four for a point. */
static void
find_corners(const struct pica200_context *c, const float *a, const float *b, float offset[CORNERS][2])
{
   if (b) {
      const float half = c->rast->s.line_width * 0.5f;
      const bool steep = fabsf(b[1] - a[1]) > fabsf(b[0] - a[0]);
      /* Triangles have their left and lower borders, lines the pixel that they begin with: one that goes back is moved by a sub-pixel. */
      const float along = (steep ? b[1] < a[1] : b[0] < a[0]) ? SUBPIXEL : 0.0f;
      for (unsigned i = 0; i < CORNERS; i++) {
         const float side = i & 1 ? half : -half;
         offset[i][0] = steep ? side : along;
         offset[i][1] = steep ? along : side;
      }
      return;
   }
   const float half = CLAMP(a[4], 1.0f, (float)PICA200_MAX_SIZE) * 0.5f;
   for (unsigned i = 0; i < CORNERS; i++) {
      offset[i][0] = i & 2 ? half : -half;
      offset[i][1] = i & 1 ? half : -half;
   }
}

/** A corner as the passing shader's attributes: clip coordinates in a viewport that is the whole target, varyings, gl_PointCoord. */
static void
write_corner(const struct pica200_context *c, float *out, const float *v, unsigned varyings_dw,
             const float offset[2], const float point[2])
{
   const float w = 1.0f / v[3], half[2] = {(float)c->fb_width * 0.5f, (float)c->fb_height * 0.5f};
   for (unsigned k = 0; k < 2; k++)
      out[k] = ((v[k] + offset[k]) / half[k] - 1.0f) * w;
   out[2] = (2.0f * v[2] - 1.0f) * w;
   out[3] = w;
   memcpy(out + 4, v + 5, varyings_dw * sizeof *out);
   out[4 + varyings_dw] = point[0];
   out[5 + varyings_dw] = point[1];
   out[6 + varyings_dw] = 0.0f;
   out[7 + varyings_dw] = 1.0f;
}

static void
write_primitive(const struct pica200_context *c, float *out, unsigned vertex_dw, const struct tnl_piece *p,
                const uint16_t *index, bool line)
{
   const float *a = p->vertices + (size_t)index[0] * p->vertex_dw;
   const float *b = line ? p->vertices + (size_t)index[1] * p->vertex_dw : NULL;
   float offset[CORNERS][2];
   find_corners(c, a, b, offset);
   for (unsigned i = 0; i < CORNERS; i++, out += vertex_dw) {
      const bool upper = i & 1;
      const float point[2] = {i & 2 ? 1.0f : 0.0f, upper == c->rast->s.point_sprite_upper_left ? 0.0f : 1.0f};
      write_corner(c, out, line && i & 2 ? b : a, vertex_dw - 8, offset[i], point);
   }
}

/** Names the arrays of a batch: attribute i of the passing shader is its i-th vector of four floats. */
static void
bind_batch(struct pica200_context *c, struct drv_bo *bo, uint32_t address, unsigned vertex_dw)
{
   const struct pica200_vertex *v = &c->pair->vertex;
   c->num_arrays = MAX2(v->num_attribs, 1);
   c->array[0] = (struct pica200_array){.fixed = true};
   for (unsigned i = 0; i < v->num_attribs; i++)
      c->array[i] = (struct pica200_array){.bo = bo,
                                           .address = address + 16u * v->attribs[i],
                                           .type = PICA_ATTRIBBUFFERS_FORMAT_LOW__TYPE0__FLOAT,
                                           .size = 4,
                                           .bytes = 16,
                                           .stride_B = (uint8_t)(4 * vertex_dw)};
   c->base.dirty |= PICA200_DIRTY(VERTICES);
}

/** Draws \p n primitives whose vertices \p index names. False: out of memory. */
static bool
draw_batch(struct pica200_context *c, const struct tnl_piece *p, const uint16_t *index, unsigned n, bool line)
{
   static const uint8_t corner[TRIANGLE_INDICES] = {0, 2, 1, 1, 2, 3};
   const unsigned per = line ? 2 : 1;
   const unsigned vertex_dw = 4 + (p->vertex_dw - 5) + 4;
   struct pica200_draw d = {.topology = PICA_PRIMITIVE_CONFIG__TOPOLOGY__TRIANGLES,
                            .count = n * TRIANGLE_INDICES,
                            .index_size_B = 2};
   struct drv_bo *bo;
   uint32_t offset_B, index_offset_B;
   assert(n <= BATCH && vertex_dw * 4 <= 176);
   pica200_need_space(c, PICA200_CS_DRAW_DW);
   float *out = drv_upload_get(&c->base, n * CORNERS * vertex_dw * 4, 16, &bo, &offset_B);
   if (!out)
      return false;
   (void)drv_bo_list_use(&c->base.cs.list, bo, false); /* the ring may go on to its next buffer */
   uint16_t *indices = drv_upload_get(&c->base, n * TRIANGLE_INDICES * 2, 16, &d.index_bo, &index_offset_B);
   if (!indices)
      return false;
   for (unsigned i = 0; i < n; i++) {
      write_primitive(c, out + (size_t)i * CORNERS * vertex_dw, vertex_dw, p, index + (size_t)i * per, line);
      for (unsigned k = 0; k < TRIANGLE_INDICES; k++)
         indices[i * TRIANGLE_INDICES + k] = (uint16_t)(i * CORNERS + corner[k]);
   }
   bind_batch(c, bo, (uint32_t)(bo->va + offset_B), vertex_dw);
   d.index_address = (uint32_t)(d.index_bo->va + index_offset_B);
   pica200_draw_triangles(c, &d);
   return true;
}

void
pica200_draw_expanded(struct pica200_context *c, const struct pipe_draw_info *info)
{
   const bool line = info->mode != PIPE_PRIM_POINTS;
   const unsigned per = line ? 2 : 1;
   struct tnl_piece p;
   if (!begin(c, info))
      return;
   while (tnl_next(c->tnl, &p))
      for (uint32_t at = 0; at < p.num_indices;) {
         const unsigned n = MIN2((p.num_indices - at) / per, (unsigned)BATCH);
         if (!draw_batch(c, &p, p.indices + at, n, line))
            return;
         at += n * per;
      }
}
