/* SPDX-License-Identifier: MIT
 *
 * The draw: checks, vertices and indices, dirty atoms, draw packets.
 */
#include "r300/draw.h"

#include <assert.h>

#include "r300/context.h"
#include "r300/cso.h"
#include "r300/emit.h"
#include "r300/resource.h"
#include "r300/shader.h"
#include "r300/verify.h"
#include "util/u_math.h"

static const uint8_t prim_class[] = {
   [PIPE_PRIM_POINTS] = R300_PRIM_POINTS,          [PIPE_PRIM_LINES] = R300_PRIM_LINES,
   [PIPE_PRIM_LINE_LOOP] = R300_PRIM_LINES,        [PIPE_PRIM_LINE_STRIP] = R300_PRIM_LINES,
   [PIPE_PRIM_TRIANGLES] = R300_PRIM_TRIANGLES,    [PIPE_PRIM_TRIANGLE_STRIP] = R300_PRIM_TRIANGLES,
   [PIPE_PRIM_TRIANGLE_FAN] = R300_PRIM_TRIANGLES,
};

static void
storage_changed(struct r300_context *c)
{
   c->storage_serial = __atomic_load_n(&c->screen->storage_serial, __ATOMIC_RELAXED);
   c->base.dirty |= R300_DIRTY(FB) | R300_DIRTY(VERTEX_BUFFERS) | R300_DIRTY(TEXTURES);
}

static void
set_prim_class(struct r300_context *c, uint8_t mode)
{
   assert(mode < ARRAY_SIZE(prim_class));
   if (prim_class[mode] == c->prim_class)
      return;
   if (c->fs_reads_point_coord)
      c->base.dirty |= R300_DIRTY(RS); /* it is there for points alone */
   c->prim_class = prim_class[mode];
   c->base.dirty |= R300_DIRTY(VIEWPORT);
}

static void
emit_state(struct r300_context *c)
{
   if (c->flush) {
      r300_emit_flush(c, c->flush);
      c->flush = 0;
   }
   uint32_t dirty = c->base.dirty;
   c->base.dirty = 0;
   while (dirty) {
      unsigned i = (unsigned)__builtin_ctz(dirty);
      dirty &= dirty - 1;
      r300_emitters[i](c);
   }
   assert(c->base.in_stream); /* since r300_need_space */
   assert(r300_verify_holds(c));
}

/** Does the draw need two stencil references or masks, where the chip has one for both faces? */
static inline bool
needs_two_references(const struct r300_context *c)
{
   const struct r300_dsa *d = c->dsa;
   return d->two_sided && !r300_is_r500(c->screen) && c->prim_class == R300_PRIM_TRIANGLES &&
          r300_fb_zs(c) == R300_ZS_BOTH &&
          ((d->reads_reference[0] && d->reads_reference[1] &&
            c->base.stencil_ref.ref[0] != c->base.stencil_ref.ref[1]) ||
           d->valuemask[0] != d->valuemask[1] || d->writemask[0] != d->writemask[1]);
}

static enum r300_stencil_pass
find_stencil_pass(const struct r300_context *c)
{
   if (!needs_two_references(c))
      return R300_STENCIL_ONE_PASS;
   if (c->rast->s.cull_face == PIPE_FACE_NONE)
      return R300_STENCIL_BY_TURNS;
   return c->rast->s.cull_face == PIPE_FACE_BACK ? R300_STENCIL_FRONT : R300_STENCIL_BACK;
}

static void
set_stencil_pass(struct r300_context *c, enum r300_stencil_pass pass)
{
   if (c->stencil_pass == pass)
      return;
   c->stencil_pass = (uint8_t)pass;
   c->base.dirty |= R300_DIRTY(DSA) | R300_DIRTY(RAST);
}

static void
draw_once(struct r300_context *c, const struct r300_draw *d, uint32_t first, uint32_t count)
{
   emit_state(c);
   r300_emit_draw(c, d, first, count);
   c->drew_since_flush = true;
}

static void
draw_pieces(struct r300_context *c, const struct r300_draw *d)
{
   uint32_t length, advance;
   r300_draw_pieces(c, d, &length, &advance);
   for (uint32_t first = 0;; first += advance) {
      r300_need_space(c, R300_CS_MAX_DRAW_DW);
      if (!d->index_size_B && c->vbuf_skip != first) {
         c->vbuf_skip = first;
         c->base.dirty |= R300_DIRTY(VERTEX_BUFFERS);
      }
      draw_once(c, d, first, MIN2(length, d->count - first));
      if (d->count - first <= length)
         break;
   }
   if (c->vbuf_skip) {
      c->vbuf_skip = 0;
      c->base.dirty |= R300_DIRTY(VERTEX_BUFFERS);
   }
}

/** Each triangle of a list as a front face and as a back face, before the next one: a packet takes the last triangle of the packet before
 * it and a new one, and draws the other face of them. */
static void
draw_by_turns(struct r300_context *c, const struct r300_draw *d)
{
   const uint32_t n = d->count / 3;
   for (uint32_t i = 0; i <= n; i++) {
      const uint32_t first = i ? i - 1 : 0;
      r300_need_space(c, R300_CS_MAX_DRAW_DW);
      set_stencil_pass(c, i & 1 ? R300_STENCIL_BACK : R300_STENCIL_FRONT);
      draw_once(c, d, 3 * first, 3 * (MIN2(i + 1, n) - first));
   }
}

/** Several packets, between which the stream may be submitted: what it alone refers to is held. */
static void
draw_long(struct r300_context *c, const struct r300_draw *d, bool by_turns)
{
   struct drv_bo *held[PIPE_MAX_ATTRIBS + 1];
   unsigned n = 0;
   for (unsigned i = 0; i < c->num_vbuf; i++)
      held[n++] = drv_bo_ref(c->vbuf[i].bo);
   if (d->index_bo)
      held[n++] = drv_bo_ref(d->index_bo);
   if (by_turns)
      draw_by_turns(c, d);
   else
      draw_pieces(c, d);
   while (n)
      drv_bo_unref(held[--n]);
}

/** As many dwords as a draw needs in the stream that is open, where they are left; 0: it is full, or there is none, and another one wants
 * all state. */
static uint32_t
space_for_draw(const struct r300_context *c)
{
   const uint32_t long_atoms = R300_DIRTY(VS) | R300_DIRTY(CONST_VS) | R300_DIRTY(FS) | R300_DIRTY(CONST_FS);
   const uint32_t ndw = c->base.dirty & long_atoms ? R300_CS_MAX_DRAW_DW
                        : c->base.dirty | c->flush ? R300_CS_STATE_DW + R300_CS_DRAW_PACKETS_DW
                                                   : R300_CS_DRAW_PACKETS_DW;
   return r300_has_space(c, ndw) ? ndw : 0;
}

/** A chip without a vertex engine, piece by piece. */
static void
draw_tnl(struct r300_context *c, const struct pipe_draw_info *info, uint32_t instance)
{
   struct r300_draw d;
   if (!r300_tnl_begin(c, info, instance))
      return;
   const enum r300_stencil_pass pass = find_stencil_pass(c);
   const bool by_turns = pass == R300_STENCIL_BY_TURNS;
   if (!by_turns)
      set_stencil_pass(c, pass);
   while (r300_tnl_next(c, !by_turns, &d)) {
      if (by_turns && d.count && r300_list_indices(c, &d))
         draw_long(c, &d, true);
      if (by_turns || !d.count)
         continue;
      const uint32_t ndw = space_for_draw(c);
      if (ndw)
         cs_expect(&c->base.cs, ndw);
      else
         r300_need_space(c, R300_CS_MAX_DRAW_DW);
      draw_once(c, &d, 0, d.count);
      r300_appended_draw(c, &d);
   }
}

static void
draw_instance(struct r300_context *c, const struct pipe_draw_info *info, uint32_t instance)
{
   struct r300_draw d = {.mode = info->mode, .count = info->count, .instance = instance};
   if (info->index_size_B && !r300_find_indices(c, info, &d))
      return;
   if (!r300_prepare_vertices(c, info, &d))
      return;
   const enum r300_stencil_pass pass = find_stencil_pass(c);
   const bool by_turns = pass == R300_STENCIL_BY_TURNS, is_long = d.count > c->packet_vertices;
   const bool cannot_be_cut = d.mode == PIPE_PRIM_TRIANGLE_FAN || d.mode == PIPE_PRIM_LINE_LOOP;
   if ((by_turns || (is_long && cannot_be_cut)) && (d.count < 3 || !r300_list_indices(c, &d)))
      return;
   if (d.index_size_B && !r300_place_indices(c, &d))
      return;
   if (!by_turns)
      set_stencil_pass(c, pass);
   if (by_turns || is_long)
      draw_long(c, &d, by_turns);
   else
      draw_once(c, &d, 0, d.count);
}

/** Can the GPU read the draw's indices where they are? Fills the draw if so. */
static bool
indices_in_place(const struct pipe_draw_info *info, struct r300_draw *d)
{
   const uint32_t size_B = info->index_size_B;
   const uint64_t first = info->index_offset_B + (uint64_t)info->start * size_B;
   if (info->index_user || !info->index_buffer || size_B == 1 || first % 4 ||
       first + (uint64_t)info->count * size_B > info->index_buffer->width0)
      return false;
   d->index_bo = r300_resource(info->index_buffer)->bo;
   d->index_offset_B = (uint32_t)first;
   return true;
}

/** A draw of one instance and one packet from buffers that the GPU can read as they are. False: there is more to do, and nothing is
 * drawn. */
static bool
draw_simple(struct r300_context *c, const struct pipe_draw_info *info)
{
   struct r300_draw d;
   d.index_size_B = info->index_size_B;
   if (info->instance_count != 1 || c->instance || c->stencil_pass != R300_STENCIL_ONE_PASS ||
       info->count > c->packet_vertices || needs_two_references(c))
      return false;
   if (d.index_size_B) {
      if (info->index_bias < 0 || !indices_in_place(info, &d) ||
          !(r300_vbuf_holds(c, info->index_bias, 0) || r300_bind_indexed(c, (uint32_t)info->index_bias)))
         return false;
   } else if (!r300_vbuf_holds(c, info->start, info->count) &&
              (c->vb_user || !r300_bind_arrays(c, info->start, info->count))) {
      return false; /* with the client's memory it is looked which arrays are read */
   }
   const uint32_t changed = c->base.dirty | c->flush, ndw = space_for_draw(c);
   if (!ndw)
      return false;
   d.mode = info->mode;
   cs_expect(&c->base.cs, ndw);
   if (changed)
      emit_state(c);
   assert(r300_verify_holds(c));
   r300_emit_draw(c, &d, 0, info->count);
   c->drew_since_flush = true;
   return true;
}

/** The number of the instance is a constant of the vertex shader. */
static void
set_instance(struct r300_context *c, uint32_t instance)
{
   if (c->instance != instance && c->vs_var && c->vs_var->reads_instance)
      c->base.dirty |= R300_DIRTY(CONST_VS);
   c->instance = instance;
}

void
r300_draw_vbo(struct pipe_context *pc, const struct pipe_draw_info *info)
{
   struct r300_context *c = r300_context(pc);
   if (!c->blend || !c->dsa || !c->rast || !c->velems || !c->vs || !c->fs || !info->count)
      return;
   if (c->base.dirty & R300_DIRTY(SCISSOR))
      c->scissor_is_empty = !r300_scissor_rect(c, &c->scissor_rect);
   if (c->scissor_is_empty || c->rast->s.rasterizer_discard)
      return;
   if (__atomic_load_n(&c->screen->storage_serial, __ATOMIC_RELAXED) != c->storage_serial)
      storage_changed(c);
   if (c->shaders_stale && !r300_validate_shaders(c))
      return;
   set_prim_class(c, info->mode);
   if (c->chip->tcl && draw_simple(c, info))
      return;
   for (uint32_t i = 0; i < info->instance_count; i++) {
      set_instance(c, i);
      if (!c->chip->tcl) {
         draw_tnl(c, info, i);
         continue;
      }
      r300_need_space(c, R300_CS_MAX_DRAW_DW); /* before anything is put where the stream alone holds it */
      draw_instance(c, info, i);
   }
}
