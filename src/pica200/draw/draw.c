/* SPDX-License-Identifier: MIT
 *
 * The draw: checks, vertices and indices, dirty atoms, packets. Faces that differ, in their stencil or since gl_FrontFacing tells them apart,
 * are drawn by turns.
 */
#include "pica200/draw.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "pica200/context.h"
#include "pica200/cso.h"
#include "pica200/resource.h"
#include "pica200/shader.h"
#include "util/u_math.h"

enum {
   CORNER_LEAST = -512, /* of a viewport */
   CORNER_MOST = 511,
   LIST_VERTICES = 1 << 18, /* as many shades a list, about */
};

/** Is the viewport one that the chip can have? If not the context says why. */
static bool
has_viewport(struct pica200_context *c)
{
   const struct pipe_viewport_state *v = &c->base.viewport;
   if (v->scale[0] == 0.0f || v->scale[1] == 0.0f)
      return false; /* of no pixels */
   for (unsigned i = 0; i < 2; i++) {
      const float corner = floorf(v->translate[i] - v->scale[i] + 0.5f);
      if (v->scale[i] < 0 || v->scale[i] > PICA200_MAX_SIZE / 2 ||
          !(corner >= CORNER_LEAST && corner <= CORNER_MOST)) {
         pica200_refuse(
            c,
            "a viewport that begins at %g and has %g pixels; the chip begins at %d to %d and has %u at most",
            (double)corner, (double)v->scale[i] * 2, CORNER_LEAST, CORNER_MOST, PICA200_MAX_SIZE);
         return false;
      }
   }
   return true;
}

/** All that a draw needs before its vertices. False: it cannot be drawn, or there is nothing to draw. */
static bool
prepare_state(struct pica200_context *c)
{
   unsigned mode;
   const uint32_t serial = __atomic_load_n(&c->screen->storage_serial, __ATOMIC_RELAXED);
   if (serial != c->storage_serial) {
      c->storage_serial = serial;
      c->base.dirty |= PICA200_DIRTY(FB) | PICA200_DIRTY(VERTICES) | PICA200_DIRTY(TEXTURES);
   }
   if (!pica200_cull_mode(c, &mode))
      return false;
   if (c->base.dirty & PICA200_DIRTY(FB) && !pica200_prepare_targets(c))
      return false;
   if (c->shaders_stale && !pica200_validate_pair(c))
      return false;
   c->shaders_stale = false;
   return pica200_prepare_textures(c) && has_viewport(c);
}

static void
set_pass(struct pica200_context *c, enum pica200_pass pass)
{
   if (c->pass == pass)
      return;
   c->pass = (uint8_t)pass;
   c->shaders_stale |= c->fs->reads_face;
   c->base.dirty |= PICA200_DIRTY(CULL) | PICA200_DIRTY(OUTPUT);
}

static uint8_t
topology(unsigned mode)
{
   return mode == PIPE_PRIM_TRIANGLE_STRIP ? PICA_PRIMITIVE_CONFIG__TOPOLOGY__STRIP
          : mode == PIPE_PRIM_TRIANGLE_FAN ? PICA_PRIMITIVE_CONFIG__TOPOLOGY__FAN
                                           : PICA_PRIMITIVE_CONFIG__TOPOLOGY__TRIANGLES;
}

static void
draw_pass(struct pica200_context *c, const struct pipe_draw_info *info, enum pica200_pass pass)
{
   struct pica200_draw d = {.topology = topology(info->mode), .count = info->count};
   uint32_t first = info->start, count = info->count;
   set_pass(c, pass);
   if (!prepare_state(c))
      return;
   pica200_need_space(c, PICA200_CS_DRAW_DW); /* before anything is put where the list alone holds it */
   if (info->index_size_B && !pica200_prepare_indices(c, info, &d, &first, &count))
      return;
   if (info->index_size_B && d.index_bo) /* the ring may go on to its next buffer */
      (void)drv_bo_list_use(&c->base.cs.list, d.index_bo, false);
   if (pica200_prepare_vertices(c, first, count, 0))
      pica200_draw_triangles(c, &d);
}

/** A face's own vertices: its program may read other attributes. */
struct turn {
   struct pica200_array array[PICA200_ATTRIBS];
   unsigned num_arrays;
};

/** Takes the arrays that were prepared, and holds them. */
static void
keep_turn(const struct pica200_context *c, struct turn *t)
{
   t->num_arrays = c->num_arrays;
   memcpy(t->array, c->array, sizeof t->array);
   for (unsigned i = 0; i < t->num_arrays; i++)
      if (t->array[i].bo)
         (void)drv_bo_ref(t->array[i].bo);
}

/** False: the face's program cannot be drawn with. */
static bool
begin_turn(struct pica200_context *c, enum pica200_pass pass)
{
   set_pass(c, pass);
   return !c->shaders_stale || prepare_state(c);
}

/** Each triangle as a front face and as a back face, before the next one: a packet takes the last triangle of the packet before it and a
 * new one, and draws the other face of them. \p back: see pica200_prepare_vertices. */
static void
draw_turns(struct pica200_context *c, const struct pipe_draw_info *info, uint32_t back)
{
   struct turn turns[2] = {0};
   struct pica200_draw d = {.count = info->count};
   uint32_t first = info->start, count = info->count;
   bool ok = true;
   set_pass(c, PICA200_FRONT_FACES);
   if (!prepare_state(c))
      return;
   pica200_need_space(c, PICA200_CS_DRAW_DW); /* before anything is put where the list alone holds it */
   if (info->index_size_B && !pica200_prepare_indices(c, info, &d, &first, &count))
      return;
   if (!pica200_list_indices(c, info->mode, &d))
      return;
   struct drv_bo *indices = drv_bo_ref(d.index_bo);
   for (unsigned i = 0; i <= c->fs->reads_face && ok; i++) {
      ok = begin_turn(c, i ? PICA200_BACK_FACES : PICA200_FRONT_FACES);
      if (!ok)
         break;
      pica200_need_space(c, PICA200_CS_DRAW_DW);
      ok = pica200_prepare_vertices(c, first, count, back);
      if (ok)
         keep_turn(c, &turns[i]);
   }
   for (uint32_t i = 0, n = d.count / 3; i <= n && ok; i++) {
      const uint32_t from = i ? i - 1 : 0;
      struct pica200_draw two = d;
      two.index_address += 6 * from;
      two.count = 3 * (MIN2(i + 1, n) - from);
      ok = begin_turn(c, i & 1 ? PICA200_BACK_FACES : PICA200_FRONT_FACES);
      if (!ok)
         break;
      pica200_need_space(c, PICA200_CS_DRAW_DW);
      if (c->fs->reads_face) {
         memcpy(c->array, turns[i & 1].array, sizeof c->array);
         c->num_arrays = turns[i & 1].num_arrays;
      }
      pica200_draw_triangles(c, &two);
   }
   for (unsigned i = 0; i < 2; i++)
      for (unsigned k = 0; k < turns[i].num_arrays; k++)
         drv_bo_unref(turns[i].array[k].bo);
   drv_bo_unref(indices);
}

/** In parts whose vertices 16 bits can name: lists are cut between triangles, strips before an even vertex. */
static void
draw_by_turns(struct pica200_context *c, const struct pipe_draw_info *info)
{
   const uint32_t shared = info->mode == PIPE_PRIM_TRIANGLES ? 0 : 2;
   const uint32_t step = shared ? PICA200_INDEXED_MAX - shared : PICA200_INDEXED_MAX / 3 * 3;
   if (info->index_size_B || info->count <= PICA200_INDEXED_MAX) {
      draw_turns(c, info, 0);
      return;
   }
   for (uint32_t at = 0; at + shared < info->count; at += step) {
      struct pipe_draw_info part = *info;
      part.start += at;
      part.count = MIN2(info->count - at, step + shared);
      draw_turns(c, &part, info->mode == PIPE_PRIM_TRIANGLE_FAN ? at : 0);
   }
}

/** Do front and back faces differ in what is done with them? */
static bool
needs_passes(const struct pica200_context *c)
{
   if (c->fs->reads_face)
      return true;
   const struct pipe_resource *zs = c->fb.zsbuf.texture;
   return c->dsa->side[0].on && zs && zs->format == PIPE_FORMAT_Z24_UNORM_S8_UINT &&
          (c->dsa->two_sided || c->base.stencil_ref.ref[0] != c->base.stencil_ref.ref[1]);
}

static void
set_expanded(struct pica200_context *c, bool expanded)
{
   if (c->expanded == expanded)
      return;
   c->expanded = expanded;
   c->shaders_stale = true;
   c->base.dirty |= PICA200_DIRTY(CULL) | PICA200_DIRTY(VIEWPORT) | PICA200_DIRTY(VERTICES);
}

void
pica200_draw_vbo(struct pipe_context *pc, const struct pipe_draw_info *info)
{
   struct pica200_context *c = pica200_context(pc);
   struct pipe_scissor_state r;
   if (!c->blend || !c->dsa || !c->rast || !c->velems || !c->vs || !c->fs || !info->count)
      return;
   set_expanded(c, info->mode < PIPE_PRIM_TRIANGLES);
   if (!pica200_scissor_rect(c, &r) || c->rast->s.rasterizer_discard)
      return;
   if (c->list_vertices > LIST_VERTICES)
      pica200_submit(c);
   if (c->expanded) {
      set_pass(c, PICA200_ALL_FACES);
      if (pica200_need_tnl(c) && prepare_state(c))
         pica200_draw_expanded(c, info);
      return;
   }
   const unsigned culled = c->rast->s.cull_face;
   if (!needs_passes(c))
      draw_pass(c, info, PICA200_ALL_FACES);
   else if (culled == PIPE_FACE_NONE)
      draw_by_turns(c, info);
   else
      draw_pass(c, info, culled == PIPE_FACE_FRONT ? PICA200_BACK_FACES : PICA200_FRONT_FACES);
}
