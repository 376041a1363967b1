/* SPDX-License-Identifier: MIT
 *
 * Draws of chips without a vertex engine (RS4xx, RS6xx, RS7xx): the CPU makes vertices in window coordinates
 * (driver/tnl/tnl.h), which VAP takes past the place where that engine is (VAP_CNTL_STATUS.PVS_BYPASS). A vertex is
 * one array: position, point size, colours, sets of texture coordinates, as VAP stores them.
 */
#include "driver/tnl/tnl.h"

#include <assert.h>
#include <string.h>

#include "compiler/ir/ir.h"
#include "db/r300/rx_regs.h"
#include "format/format.h"
#include "r300/context.h"
#include "r300/cso.h"
#include "r300/draw.h"
#include "r300/emit.h"
#include "r300/resource.h"
#include "r300/shader.h"
#include "util/u_math.h"

/* Places in VAP's store of vertices. */
enum { VSM_POSITION = 0, VSM_POINT_SIZE = 1, VSM_COLOR = 2, VSM_TEXTURE = 6 };

#define COLORS 4 /* of the front 0 and 1, of the back 2 and 3 */

static void
add(struct r300_binary *b, unsigned semantic, unsigned sem_index, unsigned place, unsigned mask)
{
   b->outputs[b->num_outputs++] =
      (struct r300_vector){(uint8_t)semantic, (uint8_t)sem_index, (uint8_t)place, (uint8_t)mask};
}

/* The order is that of PVS binaries, which shader/rs.c knows. */
bool
r300_tnl_outputs(const struct ir_shader *ir, const struct r300_key *key, struct r300_binary *b)
{
   unsigned sets = 0;
   memset(b, 0, sizeof *b);
   add(b, IR_SEM_POSITION, 0, VSM_POSITION, 15);
   for (size_t i = 0; i < ir->outputs.count; i++)
      if (ir->outputs.data[i].semantic == IR_SEM_POINT_SIZE)
         add(b, IR_SEM_POINT_SIZE, 0, VSM_POINT_SIZE, 1);
   for (unsigned i = 0; i < COLORS && key->front_facing; i++)
      add(b, IR_SEM_FACE, i, VSM_COLOR + i, 15);
   for (size_t i = 0; i < ir->outputs.count; i++) {
      const struct ir_io *io = &ir->outputs.data[i];
      if (io->semantic != IR_SEM_GENERIC)
         continue;
      if (sets == R300_MAX_SETS)
         return false;
      add(b, IR_SEM_GENERIC, io->sem_index, VSM_TEXTURE + sets++, 15);
   }
   if (key->frag_coord && sets == R300_MAX_SETS)
      return false;
   if (key->frag_coord)
      add(b, IR_SEM_FRAG_COORD, 0, VSM_TEXTURE + sets, 15);
   return true;
}

/** Of attribute \p k. */
static struct tnl_attrib
find_attrib(const struct r300_context *c, unsigned k, uint32_t instance)
{
   const struct pipe_vertex_element *e = &c->velems->e[k];
   struct tnl_attrib a = {.components = c->velems->components[k]};
   if (e->vertex_buffer_index >= c->base.num_vb)
      return a;
   const struct pipe_vertex_buffer *vb = &c->base.vb[e->vertex_buffer_index];
   uint64_t first_B = vb->offset_B + (uint64_t)e->src_offset_B;
   if (e->instance_divisor)
      first_B += (uint64_t)(instance / e->instance_divisor) * vb->stride_B;
   a.array = (struct drv_array){
      .stride_B = e->instance_divisor ? 0 : vb->stride_B, .repeat = 1, .from = (enum pipe_format)e->format};
   const uint32_t elem_B = u_format_block_B(a.array.from);
   if (vb->user) {
      a.array.data = (const uint8_t *)vb->user + first_B;
      a.elements = UINT64_MAX;
   } else if (vb->buffer) {
      a.array.data = r300_resource(vb->buffer)->bo->map;
      if (first_B + elem_B <= vb->buffer->width0) {
         a.array.data += first_B;
         const uint32_t behind_B =
            vb->buffer->width0 - (uint32_t)first_B - elem_B; /* 32 bits divide sooner */
         a.elements = !a.array.stride_B ? UINT64_MAX : behind_B / a.array.stride_B + UINT64_C(1);
      }
   }
   return a;
}

/** What a vector of the vertices is. */
static struct tnl_output
find_output(const struct r300_context *c, const struct r300_vector *v)
{
   struct tnl_output out = {
      v->semantic, v->sem_index, v->semantic == IR_SEM_POINT_SIZE ? 1 : 4, {0, 0, 0, 1}
   };
   if (v->semantic == IR_SEM_FACE) /* as the PVS back end has them: 1 in front, 0 behind */
      for (unsigned i = 0; i < 4; i++)
         out.value[i] = v->sem_index < 2;
   if (v->semantic == IR_SEM_POINT_SIZE)
      out.value[0] = c->rast->s.point_size;
   return out;
}

/** What of tnl_draw the program, its arrays and outputs are; returns TNL_NEW_x. Atoms that are clean are as at the last draw. */
static unsigned
update(struct r300_context *c, struct tnl_draw *d, uint32_t dirty, uint32_t instance)
{
   unsigned changed = 0;
   if (dirty & (R300_DIRTY(VS) | R300_DIRTY(RAST))) {
      const struct r300_binary *b = &c->vs_var->bin;
      d->program = c->vs->tnl;
      d->num_outputs = 0;
      for (unsigned i = 1; i < b->num_outputs; i++) /* behind the position */
         d->outputs[d->num_outputs++] = find_output(c, &b->outputs[i]);
      changed |= TNL_NEW_PROGRAM;
   }
   if (dirty & (R300_DIRTY(VERTEX_STREAM) | R300_DIRTY(VERTEX_BUFFERS)) || d->instance != instance) {
      for (unsigned k = 0; k < TNL_MAX_INPUTS; k++) {
         if (k < c->velems->count)
            d->attrib[k] = find_attrib(c, k, instance);
         else
            d->attrib[k].array.data = NULL;
      }
      changed |= TNL_NEW_ARRAYS;
   }
   if (dirty & (R300_DIRTY(VS) | R300_DIRTY(CONST_VS))) {
      d->uniforms = c->consts[PIPE_SHADER_VERTEX].dw;
      d->num_uniforms = c->consts[PIPE_SHADER_VERTEX].num_dw / 4;
      changed |= TNL_NEW_UNIFORMS;
   }
   if (dirty & (R300_DIRTY(VIEWPORT) | R300_DIRTY(RAST))) {
      d->halfz = c->rast->s.clip_halfz;
      memcpy(d->scale, c->base.viewport.scale, sizeof d->scale);
      memcpy(d->translate, c->base.viewport.translate, sizeof d->translate);
      r300_guard_bands(c, d->guard);
      changed |= TNL_NEW_VIEW;
   }
   d->instance = instance;
   return changed;
}

/** What the CPU alone reads is no state of the stream, nor are arrays that vertices are made of: the one with what was made is there. */
static void
leave_out_inputs(struct r300_context *c)
{
   c->base.dirty &= ~R300_DIRTY(CONST_VS);
   if (c->base.in_stream && c->appended.array_in == c->num_streams)
      c->base.dirty &= ~R300_DIRTY(VERTEX_BUFFERS);
}

bool
r300_tnl_begin(struct r300_context *c, const struct pipe_draw_info *info, uint32_t instance)
{
   struct r300_draw found = {.count = info->count};
   if (!c->tnl && !(c->tnl = tnl_create())) {
      c->base.oom = true;
      return false;
   }
   struct tnl_draw *d = tnl_last_draw(c->tnl);
   d->mode = info->mode;
   d->start = info->index_size_B ? 0 : info->start;
   d->indices = NULL;
   if (info->index_size_B) {
      if (!r300_find_indices(c, info, &found))
         return false;
      d->indices = found.indices;
      d->index_size_B = info->index_size_B;
      d->index_bias = info->index_bias;
   }
   d->count = found.count;
   const unsigned changed = update(c, d, c->base.in_stream ? c->base.dirty : R300_DIRTY_ALL, instance);
   leave_out_inputs(c);
   if (tnl_begin(c->tnl, d, changed))
      return true;
   c->base.oom = true;
   return false;
}

bool
r300_tnl_next(struct r300_context *c, bool joins, struct r300_draw *d)
{
   struct tnl_piece p;
   if (!tnl_next(c->tnl, &p))
      return false;
   static const uint8_t lists[] = {
      [R300_PRIM_POINTS] = PIPE_PRIM_POINTS,
      [R300_PRIM_LINES] = PIPE_PRIM_LINES,
      [R300_PRIM_TRIANGLES] = PIPE_PRIM_TRIANGLES,
   };
   *d = (struct r300_draw){.mode = lists[c->prim_class], .count = p.num_indices, .index_size_B = 2};
   return r300_append_piece(c, &p, joins, d);
}

/* ---- atoms ---- */

/** PSC's half register of vector \p n of the vertices. */
static uint32_t
stream_cntl(const struct r300_binary *b, unsigned n)
{
   const struct r300_vector *v = &b->outputs[n];
   return RX_VAP_PROG_STREAM_CNTL(.DATA_TYPE_0 = v->semantic == IR_SEM_POINT_SIZE
                                                    ? RX_VAP_PROG_STREAM_CNTL__DATA_TYPE_0__FLOAT_1
                                                    : RX_VAP_PROG_STREAM_CNTL__DATA_TYPE_0__FLOAT_4,
                                  .DST_VEC_LOC_0 = v->index, .LAST_VEC_0 = n + 1 == b->num_outputs);
}

void
r300_emit_tnl_stream(struct r300_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   const struct r300_binary *b = &c->vs_var->bin;
   const unsigned n = b->num_outputs, regs = DIV_ROUND_UP(n, 2);
   const uint32_t ext =
      RX_VAP_PROG_STREAM_CNTL_EXT(.SWIZZLE_SELECT_X_0 = 0, .SWIZZLE_SELECT_Y_0 = 1, .SWIZZLE_SELECT_Z_0 = 2,
                                  .SWIZZLE_SELECT_W_0 = 3, .WRITE_ENA_0 = 15);
   cs_regs(cs, RX_VAP_PROG_STREAM_CNTL_OFFSET(0), regs);
   for (unsigned i = 0; i < n; i += 2)
      cs_dw(cs,
            stream_cntl(b, i) | (i + 1 < n ? stream_cntl(b, i + 1) << 16 : 0)); /* two elements a register */
   cs_regs(cs, RX_VAP_PROG_STREAM_CNTL_EXT_OFFSET(0), regs);
   for (unsigned i = 0; i < n; i += 2)
      cs_dw(cs, ext | (i + 1 < n ? ext << 16 : 0));
}

void
r300_emit_tnl_vertices(struct r300_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   const struct r300_vbuf *v = &c->vbuf[0];
   cs_packet3(cs, R300_PKT3_3D_LOAD_VBPNTR, 3);
   cs_dw(cs, RX_VAP_VTX_NUM_ARRAYS(.VTX_NUM_ARRAYS = 1));
   cs_dw(cs, RX_VAP_VTX_AOS_ATTR(.VTX_AOS_COUNT0 = v->stride_B / 4, .VTX_AOS_STRIDE0 = v->stride_B / 4));
   cs_dw(cs, v->offset_B);
   cs_reloc(cs, v->bo, false);
   c->appended.array_in = c->num_streams;
}
