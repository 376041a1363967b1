/* SPDX-License-Identifier: MIT
 *
 * RS: which component of which of a vertex' vectors goes to which component of which register. Texture coordinates are
 * packed by their sizes, and GB_ENABLE puts the place in a point in their stead.
 */
#include <assert.h>
#include <string.h>

#include "emulator/r300/state/derive.h"
#include "util/u_math.h"

enum { MAX_COMPONENTS = 4 * R300_TEXCOORDS };

/* The packed components of texture coordinates. */
struct packed {
   uint8_t from[MAX_COMPONENTS + 4]; /* and zeros behind them */
   unsigned n;
};

static void
pack_texcoords(const struct emulator *e, struct packed *p)
{
   const uint32_t sizes = e->rx.mmio.VAP_OUT_VTX_FMT_1, stuff = e->rx.mmio.GB_ENABLE;
   unsigned set = 0;
   memset(p, 0, sizeof *p);
   memset(p->from, RS_FROM_ZERO, sizeof p->from);
   for (unsigned i = 0; i < R300_TEXCOORDS; i++) {
      const unsigned size = RX_VAP_OUT_VTX_FMT_1_get_TEX_0_COMP_CNT(sizes >> (3 * i));
      const unsigned source = RX_GB_ENABLE_get_TEX0_SOURCE(stuff >> (2 * i));
      const bool fogs = RX(GB_SELECT, FOG_STUFF_ENABLE) && i == RX(GB_SELECT, FOG_STUFF_TEX);
      const bool stuffed = source != RX_GB_ENABLE__TEX0_SOURCE__REPLICATE_VAP;
      if (stuffed) {
         p->from[p->n++] = RS_FROM_S;
         p->from[p->n++] = RS_FROM_T;
         if (source == RX_GB_ENABLE__TEX0_SOURCE__STUFF_STR)
            p->from[p->n++] = RS_FROM_ZERO;
      } else {
         for (unsigned c = 0; c < MIN2(size, 4); c++)
            p->from[p->n++] = fogs && c == RX(GB_SELECT, FOG_STUFF_COMP)
                                 ? RS_FROM_FOG
                                 : (uint8_t)((R300_COLORS + set) * 4 + c);
      }
      set += size != 0 && !stuffed;
   }
}

/* RS_IP.COL_FMT: which components are the colour's, which 0 and 1. */
static bool
color_components(unsigned format, unsigned color, uint8_t from[4])
{
   /* 4: the component itself */
   static const uint8_t formats[11][4] = {
      {4, 4, 4, 4},
      {4, 4, 4, 0},
      {4, 4, 4, 1},
      {9, 9, 9, 9},
      {0, 0, 0, 4},
      {0, 0, 0, 0},
      {0, 0, 0, 1},
      {9, 9, 9, 9},
      {1, 1, 1, 4},
      {1, 1, 1, 0},
      {1, 1, 1, 1}
   };
   if (format >= ARRAY_SIZE(formats) || formats[format][0] == 9 || color >= R300_COLORS)
      return false;
   for (unsigned c = 0; c < 4; c++)
      from[c] = formats[format][c] == 4   ? (uint8_t)(color * 4 + c)
                : formats[format][c] == 1 ? RS_FROM_ONE
                                          : RS_FROM_ZERO;
   return true;
}

static struct rs_write *
new_write(struct r300_draw *d, unsigned reg)
{
   assert(d->num_writes < ARRAY_SIZE(d->write));
   struct rs_write *w = &d->write[d->num_writes++];
   memset(w, 0, sizeof *w);
   w->reg = (uint8_t)reg;
   return w;
}

static uint8_t
component_r5(const struct packed *p, unsigned pointer)
{
   return pointer == RS_ZERO  ? RS_FROM_ZERO
          : pointer == RS_ONE ? RS_FROM_ONE
          : pointer < p->n    ? p->from[pointer]
                              : RS_FROM_ZERO;
}

static bool
write_r5(struct emulator *e, struct r300_draw *d, const struct packed *p, uint32_t inst)
{
   if (R5_RS_INST_get_W_CN(inst))
      return r300_error(e, "RS_INST: writing W is not implemented");
   if (R5_RS_INST_get_TEX_CN(inst)) {
      const uint32_t ip = e->r5.mmio.RS_IP[R5_RS_INST_get_TEX_ID(inst)];
      struct rs_write *w = new_write(d, R5_RS_INST_get_TEX_ADDR(inst));
      w->from[0] = component_r5(p, R5_RS_IP_get_TEX_PTR_S(ip));
      w->from[1] = component_r5(p, R5_RS_IP_get_TEX_PTR_T(ip));
      w->from[2] = component_r5(p, R5_RS_IP_get_TEX_PTR_R(ip));
      w->from[3] = component_r5(p, R5_RS_IP_get_TEX_PTR_Q(ip));
   }
   const unsigned color = R5_RS_INST_get_COL_CN(inst);
   if (!color)
      return true;
   const uint32_t ip = e->r5.mmio.RS_IP[R5_RS_INST_get_COL_ID(inst)];
   struct rs_write *w = new_write(d, R5_RS_INST_get_COL_ADDR(inst));
   w->color = color == R5_RS_INST__COL_CN__WRITE;
   w->position = color == R5_RS_INST__COL_CN__WRITE_FBUFFER_XY00;
   w->face = color == R5_RS_INST__COL_CN__WRITE_BACKFACE_B000;
   if (w->color && !color_components(R5_RS_IP_get_COL_FMT(ip), R5_RS_IP_get_COL_PTR(ip), w->from))
      return r300_error(e, "RS_IP: colour format %u of colour %u is not implemented",
                        R5_RS_IP_get_COL_FMT(ip), R5_RS_IP_get_COL_PTR(ip));
   return true;
}

static uint8_t
component_r3(const struct packed *p, unsigned first, unsigned select)
{
   if (select == R3_RS_IP__SEL_S__K1_ONE)
      return RS_FROM_ONE;
   return select < 4 && first + select < p->n ? p->from[first + select] : RS_FROM_ZERO;
}

static bool
write_r3(struct emulator *e, struct r300_draw *d, const struct packed *p, uint32_t inst)
{
   if (R3_RS_INST_get_TEX_CN(inst)) {
      const uint32_t ip = e->r3.mmio.RS_IP[R3_RS_INST_get_TEX_ID(inst)];
      const unsigned first = R3_RS_IP_get_TEX_PTR(ip);
      struct rs_write *w = new_write(d, R3_RS_INST_get_TEX_ADDR(inst));
      w->from[0] = component_r3(p, first, R3_RS_IP_get_SEL_S(ip));
      w->from[1] = component_r3(p, first, R3_RS_IP_get_SEL_T(ip));
      w->from[2] = component_r3(p, first, R3_RS_IP_get_SEL_R(ip));
      w->from[3] = component_r3(p, first, R3_RS_IP_get_SEL_Q(ip));
   }
   if (!R3_RS_INST_get_COL_CN(inst))
      return true;
   const uint32_t ip = e->r3.mmio.RS_IP[R3_RS_INST_get_COL_ID(inst)];
   struct rs_write *w = new_write(d, R3_RS_INST_get_COL_ADDR(inst));
   w->color = true;
   if (!color_components(R3_RS_IP_get_COL_FMT(ip), R3_RS_IP_get_COL_PTR(ip), w->from))
      return r300_error(e, "RS_IP: colour format %u of colour %u is not implemented",
                        R3_RS_IP_get_COL_FMT(ip), R3_RS_IP_get_COL_PTR(ip));
   return true;
}

/* Colours that take the provoking vertex' value. */
static bool
shading(struct emulator *e, struct r300_draw *d)
{
   for (unsigned i = 0; i < R300_COLORS; i++) { /* RGB0, ALPHA0, RGB1, ... follow each other */
      const unsigned how = RX_GA_COLOR_CONTROL_get_RGB0_SHADING(e->rx.mmio.GA_COLOR_CONTROL >> (4 * i));
      if (how == RX_GA_COLOR_CONTROL__RGB0_SHADING__SOLID_FILL_COLOR && d->vertex.color[i] >= 0)
         return r300_error(e, "GA_COLOR_CONTROL: solid colours are not implemented");
      if (how == RX_GA_COLOR_CONTROL__RGB0_SHADING__FLAT_SHADING)
         d->draw.raster.flat_params |= 1u << i;
   }
   if (e->r500 && e->r5.mmio.GA_COLOR_CONTROL_PS3)
      return r300_error(e, "GA_COLOR_CONTROL_PS3 is not implemented");
   return true;
}

/* Registers that are written, and what the program reads beside them. */
static void
start_values(struct r300_draw *d)
{
   const struct us_program *p = d->us.program;
   for (unsigned i = 0; i < d->num_writes; i++)
      d->loaded[d->write[i].reg / 64] |= UINT64_C(1) << (d->write[i].reg % 64);
   for (unsigned i = 0; i < US_TEMPS * 4; i++)
      if (p->unset_temp[i / 4] >> (i % 4) & 1 && !(d->loaded[i / 256] >> (i / 4 % 64) & 1))
         d->zero[d->num_zeros++] = (uint16_t)i;
}

/* Before shading() and two_sided are known: the back's colours count with the front's. */
static uint16_t
params_read(const struct r300_draw *d)
{
   unsigned read = 0;
   for (unsigned i = 0; i < d->num_writes; i++)
      for (unsigned c = 0; c < 4; c++)
         if (d->write[i].from[c] < RS_FROM_ZERO)
            read |= 1u << (d->write[i].from[c] / 4);
   const unsigned front = read & ((1u << R300_COLORS / 2) - 1);
   return (uint16_t)(read | front << R300_COLORS / 2);
}

bool
derive_interpolation(struct emulator *e, struct r300_draw *d)
{
   struct packed p;
   const unsigned n = RX(RS_INST_COUNT, INST_COUNT) + 1;
   pack_texcoords(e, &p);
   if (RX(RS_INST_COUNT, TX_OFFSET))
      return r300_error(e, "RS_INST_COUNT: offset centres are not implemented");
   if (RX(GB_ENABLE, TRIANGLE_STUFF_ENABLE))
      return r300_error(e, "GB_ENABLE: stuffing of triangles is not implemented");
   for (unsigned i = 0; i < n; i++)
      if (!(e->r500 ? write_r5(e, d, &p, e->r5.mmio.RS_INST[i]) : write_r3(e, d, &p, e->r3.mmio.RS_INST[i])))
         return false;
   start_values(d);
   d->params_read = params_read(d);
   d->point_s[0] = uif(e->rx.mmio.GA_POINT_S0);
   d->point_s[1] = uif(e->rx.mmio.GA_POINT_S1);
   d->point_t[0] = uif(e->rx.mmio.GA_POINT_T1); /* 1 is the top */
   d->point_t[1] = uif(e->rx.mmio.GA_POINT_T0);
   d->stuffs_points = RX(GB_ENABLE, POINT_STUFF_ENABLE);
   d->stuffs_lines = RX(GB_ENABLE, LINE_STUFF_ENABLE);
   d->line_s[0] = uif(e->rx.mmio.GA_LINE_S0);
   d->line_s[1] = uif(e->rx.mmio.GA_LINE_S1);
   d->two_sided = d->vertex.color[2] >= 0 || d->vertex.color[3] >= 0;
   return shading(e, d);
}

static bool
is_of_vertices(const struct r300_draw *d, const struct rs_write *w, unsigned from)
{
   return from < RS_FROM_ZERO && !(w->color && d->two_sided) &&
          !(d->draw.raster.flat_params >> d->place[from / 4] & 1);
}

void
derive_planes(struct r300_draw *d)
{
   for (unsigned n = 0; n < d->num_writes; n++) {
      const struct rs_write *w = &d->write[n];
      for (unsigned c = 0; c < 4; c++) {
         const unsigned from = w->from[c];
         if (!(d->us.program->unset_temp[w->reg] >> c & 1))
            continue;
         if (w->face || w->position || from == RS_FROM_FOG) {
            d->writes_others = true;
            continue;
         }
         const unsigned at =
            is_of_vertices(d, w, from) ? d->place[from / 4] * 4u + from % 4 : RS_NOT_VERTICES;
         if (at != RS_NOT_VERTICES)
            d->plane_params |= (uint16_t)(1u << at / 4);
         assert(d->num_planes < RS_MAX_PLANES);
         d->plane[d->num_planes++] = (struct rs_interpolated){(uint8_t)n, (uint8_t)c, (uint8_t)at};
      }
   }
}
