/* SPDX-License-Identifier: MIT
 *
 * How vertices and the pixel shader meet: which vectors of a vertex there are (VAP), and to which temporaries of the
 * pixel shader the rasteriser (RS) takes them. Sets of texture coordinates are packed one behind the other, four
 * components each; RS names components. Whatever the vertex engine gives RS has to take, or the chip stops.
 */
#include "compiler/ir/ir.h"
#include "db/r300/r3_regs.h"
#include "db/r300/r5_regs.h"
#include "db/r300/rx_regs.h"
#include "r300/context.h"
#include "r300/emit.h"
#include "r300/shader.h"
#include "util/u_math.h"

#define ZERO_R500  62 /* RS_IP.TEX_PTR_x: the constants */
#define ONE_R500   63
#define COLOR_RGBA R3_RS_IP__COL_FMT__RGBA
#define COLOR_0001 R3_RS_IP__COL_FMT__0001 /* on all chips */

/** What RS_IP and RS_INST of one number say. */
struct slot {
   bool texture, stuffed;   /* reads a set, of two components that the rasteriser makes */
   uint8_t first;           /* component */
   int16_t texture_to;      /* temporary; -1: none */
   bool color, from_vertex; /* reads the vertices' colour of its number; else none, or R500's face */
   int16_t color_to;        /* temporary; -1: none */
};

struct rs {
   struct slot slot[R300_MAX_SETS];
   unsigned num_sets, num_components, num_colors;
   uint32_t vtx_fmt0, vtx_fmt1, assm, gb_enable;
};

static const struct r300_vector *
find(const struct r300_vector *v, unsigned n, unsigned semantic, unsigned sem_index)
{
   for (unsigned i = 0; i < n; i++)
      if (v[i].semantic == semantic && v[i].sem_index == sem_index)
         return &v[i];
   return NULL;
}

/** A colour of vertices: 0 and 1 of the front, which RS takes, 2 and 3 of the back, which the chip puts in their place. */
static void
add_vertex_color(unsigned i, struct rs *rs)
{
   rs->vtx_fmt0 |= RX_VAP_OUT_VTX_FMT_0(.VTX_COLOR_0_PRESENT = i == 0, .VTX_COLOR_1_PRESENT = i == 1,
                                        .VTX_COLOR_2_PRESENT = i == 2, .VTX_COLOR_3_PRESENT = i == 3);
   rs->assm |= RX_VAP_VSM_VTX_ASSM(.COLOR_0 = 1);
   if (i >= 2)
      return;
   rs->slot[i].color = rs->slot[i].from_vertex = true;
   rs->slot[i].color_to = -1;
   rs->num_colors = MAX2(rs->num_colors, i + 1);
}

/** The sets of texture coordinates of vertices, each to the input that reads it. */
static void
add_sets(const struct r300_binary *vs, const struct r300_binary *fs, struct rs *rs)
{
   for (unsigned i = 0; i < vs->num_outputs; i++) {
      const struct r300_vector *out = &vs->outputs[i];
      if (out->semantic == IR_SEM_POINT_SIZE)
         rs->vtx_fmt0 |= RX_VAP_OUT_VTX_FMT_0(.VTX_PT_SIZE_PRESENT = 1);
      if (out->semantic == IR_SEM_FACE)
         add_vertex_color(out->sem_index, rs);
      if (out->semantic != IR_SEM_GENERIC && out->semantic != IR_SEM_FRAG_COORD)
         continue;
      assert(rs->num_sets < R300_MAX_SETS); /* r300_validate_shaders */
      const struct r300_vector *in = find(fs->inputs, fs->num_inputs, out->semantic, out->sem_index);
      struct slot *s = &rs->slot[rs->num_sets];
      s->texture = true;
      s->first = (uint8_t)rs->num_components;
      s->texture_to = in ? in->index : -1;
      rs->vtx_fmt1 |= RX_VAP_OUT_VTX_FMT_1(.TEX_0_COMP_CNT = 4) << (3 * rs->num_sets);
      rs->assm |= RX_VAP_VSM_VTX_ASSM(.TEX_0 = 1) << rs->num_sets;
      rs->num_sets++;
      rs->num_components += 4;
   }
}

/** gl_PointCoord: a set that the rasteriser makes, while points are drawn. */
static void
add_point_coord(const struct r300_binary *fs, struct rs *rs)
{
   const struct r300_vector *in = find(fs->inputs, fs->num_inputs, IR_SEM_POINT_COORD, 0);
   if (!in || rs->num_sets == R300_MAX_SETS)
      return;
   struct slot *s = &rs->slot[rs->num_sets];
   s->texture = s->stuffed = true;
   s->first = (uint8_t)rs->num_components;
   s->texture_to = in->index;
   rs->gb_enable = RX_GB_ENABLE(.POINT_STUFF_ENABLE = 1) |
                   RX_GB_ENABLE(.TEX0_SOURCE = RX_GB_ENABLE__TEX0_SOURCE__STUFF_ST) << (2 * rs->num_sets);
   rs->num_sets++;
   rs->num_components += 2;
}

/** gl_FrontFacing, or a colour that nobody reads: RS wants one thing at least. */
static void
add_color(const struct r300_binary *fs, struct rs *rs)
{
   const struct r300_vector *face = find(fs->inputs, fs->num_inputs, IR_SEM_FACE, 0);
   if (!face && rs->num_sets)
      return;
   rs->slot[0].color = true;
   rs->slot[0].color_to = face ? face->index : -1;
   rs->num_colors = MAX2(rs->num_colors, 1);
}

static uint32_t
ip_r500(const struct slot *s)
{
   uint32_t w = 0;
   if (s->texture)
      w |= R5_RS_IP(.TEX_PTR_S = s->first, .TEX_PTR_T = s->first + 1u,
                    .TEX_PTR_R = s->stuffed ? ZERO_R500 : s->first + 2u,
                    .TEX_PTR_Q = s->stuffed ? ONE_R500 : s->first + 3u);
   if (s->color)
      w |= R5_RS_IP(.COL_PTR = 0, .COL_FMT = s->color_to >= 0 ? COLOR_RGBA : COLOR_0001);
   return w;
}

static uint32_t
inst_r500(const struct slot *s, unsigned i)
{
   uint32_t w = 0;
   if (s->texture)
      w |= R5_RS_INST(.TEX_ID = i);
   if (s->texture && s->texture_to >= 0)
      w |= R5_RS_INST(.TEX_CN = R5_RS_INST__TEX_CN__WRITE, .TEX_ADDR = (uint32_t)s->texture_to);
   if (s->color)
      w |= R5_RS_INST(.COL_ID = i);
   if (s->color && s->color_to >= 0)
      w |= R5_RS_INST(.COL_CN = R5_RS_INST__COL_CN__WRITE_BACKFACE_B000, .COL_ADDR = (uint32_t)s->color_to);
   return w;
}

static uint32_t
ip_r300(const struct slot *s, unsigned i)
{
   uint32_t w = 0;
   if (s->texture)
      w |= R3_RS_IP(.TEX_PTR = s->first, .SEL_S = R3_RS_IP__SEL_S__C0, .SEL_T = R3_RS_IP__SEL_S__C1,
                    .SEL_R = s->stuffed ? R3_RS_IP__SEL_S__K0_ZERO : R3_RS_IP__SEL_S__C2,
                    .SEL_Q = s->stuffed ? R3_RS_IP__SEL_S__K1_ONE : R3_RS_IP__SEL_S__C3);
   if (s->color)
      w |= R3_RS_IP(.COL_PTR = s->from_vertex ? i : 0, .COL_FMT = s->from_vertex ? COLOR_RGBA : COLOR_0001);
   return w;
}

static uint32_t
inst_r300(const struct slot *s, unsigned i)
{
   uint32_t w = 0;
   if (s->texture)
      w |= R3_RS_INST(.TEX_ID = i);
   if (s->texture && s->texture_to >= 0)
      w |= R3_RS_INST(.TEX_CN = R3_RS_INST__TEX_CN__WRITE, .TEX_ADDR = (uint32_t)s->texture_to);
   if (s->color)
      w |= R3_RS_INST(.COL_ID = i);
   if (s->color && s->color_to >= 0)
      w |= R3_RS_INST(.COL_CN = R3_RS_INST__COL_CN__WRITE, .COL_ADDR = (uint32_t)s->color_to);
   return w;
}

static void
emit_slots(struct r300_context *c, const struct rs *rs)
{
   struct drv_cs *cs = &c->base.cs;
   const bool r500 = r300_is_r500(c->screen);
   const unsigned n = MAX2(MAX2(rs->num_sets, rs->num_colors), 1);
   cs_regs(cs, r500 ? R5_RS_IP_OFFSET(0) : R3_RS_IP_OFFSET(0), n);
   for (unsigned i = 0; i < n; i++)
      cs_dw(cs, r500 ? ip_r500(&rs->slot[i]) : ip_r300(&rs->slot[i], i));
   cs_regs(cs, RX_RS_COUNT_OFFSET, 2);
   cs_dw(cs, RX_RS_COUNT(.IT_COUNT = rs->num_components, .IC_COUNT = rs->num_colors, .HIRES_EN = 1));
   cs_dw(cs, RX_RS_INST_COUNT(.INST_COUNT = n - 1));
   cs_regs(cs, r500 ? R5_RS_INST_OFFSET(0) : R3_RS_INST_OFFSET(0), n);
   for (unsigned i = 0; i < n; i++)
      cs_dw(cs, r500 ? inst_r500(&rs->slot[i], i) : inst_r300(&rs->slot[i], i));
}

void
r300_emit_rs(struct r300_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   struct rs rs = {.vtx_fmt0 = RX_VAP_OUT_VTX_FMT_0(.VTX_POS_PRESENT = 1),
                   .assm = RX_VAP_VSM_VTX_ASSM(.POS = 1)};
   add_sets(&c->vs_var->bin, &c->fs_var->bin, &rs);
   if (c->prim_class == R300_PRIM_POINTS)
      add_point_coord(&c->fs_var->bin, &rs);
   add_color(&c->fs_var->bin, &rs);
   cs_reg(cs, RX_VAP_VSM_VTX_ASSM_OFFSET, rs.assm);
   cs_regs(cs, RX_VAP_OUT_VTX_FMT_0_OFFSET, 2);
   cs_dw(cs, rs.vtx_fmt0);
   cs_dw(cs, rs.vtx_fmt1);
   cs_reg(cs, RX_GB_ENABLE_OFFSET, rs.gb_enable);
   emit_slots(c, &rs);
}
