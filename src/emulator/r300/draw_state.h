/* SPDX-License-Identifier: MIT
 *
 * One draw's state, derived from the registers: what the blocks behind the command processor go by. It lives in the
 * rasteriser's arena until the bins are drawn.
 */
#ifndef EMULATOR_R300_DRAW_STATE_H
#define EMULATOR_R300_DRAW_STATE_H

#include "emulator/r300/pvs/pvs.h"
#include "emulator/r300/us/us.h"
#include "emulator/raster/draw.h"

enum {
   R300_COLORS = 4,    /* of a vertex: two for the front, two for the back */
   R300_TEXCOORDS = 8, /* sets of a vertex */
   R300_PARAMS = R300_COLORS + R300_TEXCOORDS,
   R300_RS_INSTS = 16,
   RS_ZERO = 62,
   RS_ONE = 63
};

/** Where one component of an interpolant comes from: parameter * 4 + component of the vertex, or one of these. */
enum rs_from { RS_FROM_ZERO = 64, RS_FROM_ONE, RS_FROM_S, RS_FROM_T, RS_FROM_FOG };

/** One write of RS into a temporary. */
struct rs_write {
   uint8_t reg;
   uint8_t from[4]; /* a component each */
   bool color;      /* a colour: the back face's where that is seen */
   bool face;       /* into red: 0 front, 1 back */
   bool position;   /* x, y of the pixel */
};

/** A component that somebody reads of what RS writes, and that has a plane. */
struct rs_interpolated {
   uint8_t write, comp; /* of r300_draw::write[write] */
   /* Of raster_vertex::params, which all three vertices count with; RS_NOT_VERTICES: not so, but for points. */
   uint8_t at;
};
enum { RS_NOT_VERTICES = 255, RS_MAX_PLANES = 2 * R300_RS_INSTS * 4 };

/** What the fog value is made of; lower numbers are the alphas of colours (GB_SELECT.FOG_SELECT). */
enum r300_fog_from { R300_FOG_W = R300_COLORS, R300_FOG_Z };

/** FG's fog, and GA's value for it: value = scale * source + offset, 0 where there is no fog and 1 where all is. */
struct r300_fog {
   bool value;   /* is wanted */
   bool blend;   /* into the colour */
   uint8_t from; /* enum r300_fog_from */
   uint8_t fn;   /* FG_FOG_BLEND.FN */
   float scale, offset;
   float factor; /* the amount that CONSTANT blends with */
   float color[3];
};

/** What is made of vertices. */
struct r300_vertex_state {
   bool bypass; /* no vertex shader: inputs are what RS takes */
   struct pvs_stage pvs;
   /* outputs (inputs, with bypass) by number, -1: none */
   int8_t point_size, color[R300_COLORS], texcoord[R300_TEXCOORDS];
   uint8_t num_texcoords;
   uint8_t user_planes; /* that clip, a bit each */
   float user_plane[6][4];
};

/** A component of a register as RS leaves it. */
struct r300_left {
   const struct rs_write *write;
   uint8_t comp;
};

/** What a component of the colour target's pixels is, of a program that is a lookup. */
struct r300_channel {
   uint8_t texel; /* component of the view, TX_SELECT_ZERO, TX_SELECT_ONE */
   enum { R300_TIMES_ONE, R300_TIMES_NUMBER, R300_TIMES_LEFT } factor;
   bool clamp;
   float number;
   struct r300_left left;
};

/** A draw whose program is one lookup (us/lookup.h) of a texture that strips can sample. */
struct r300_lookup {
   bool is;
   bool plain;    /* the colour is the texel */
   bool in_range; /* it is in numbers from 0 to 1 */
   uint8_t target;
   const struct tx_view *view;
   struct r300_left coord[2];
   struct r300_channel out[4]; /* in the order R, G, B, A of RB3D */
};

struct r300_draw {
   struct raster_draw draw, cbzb; /* the second: what ZB clears in the colour buffer's other half */
   bool clears_cbzb;
   int32_t rows;            /* down to the scissor's lower edge: surfaces are so high, as no register says */
   const char *format_name; /* of target 0, for people */
   struct r300_vertex_state vertex;
   struct us_stage us;
   struct r300_lookup lookup;
   uint8_t output_select[US_TARGETS][4]; /* component of the shader's colour for each of the format's */
   uint8_t num_writes;
   uint16_t params_read;       /* parameters of vertices that some write takes, a bit each */
   uint8_t place[R300_PARAMS]; /* of these among raster_vertex::params, which has no others */
   struct rs_write write[2 * R300_RS_INSTS];
   struct rs_interpolated plane[RS_MAX_PLANES];
   uint8_t num_planes;
   uint16_t plane_params; /* places of parameters that these have as rs_interpolated::at, a bit each */
   bool writes_others;    /* somebody reads what has no plane: the face, the pixel's place, fog */
   uint64_t loaded[US_TEMPS / 64];         /* registers that these write, a bit each */
   uint16_t num_zeros, zero[US_TEMPS * 4]; /* 4 * register + component that begin as zeros */
   float point_s[2], point_t[2];           /* stuffed coordinates of points: left and right, top and bottom */
   float line_s[2];                        /* and of lines: at the first and at the last vertex */
   bool stuffs_points, stuffs_lines;
   struct r300_fog fog;
   bool affine;
   bool two_sided;
   uint8_t provoking; /* GA_COLOR_CONTROL */
};

#endif
