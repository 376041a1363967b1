/* SPDX-License-Identifier: MIT
 *
 * One draw as the rasteriser gets it: how vertices become coverage, what is done to covered pixels, where they
 * stand, and what shades them. No GPU's registers, formats or numbers are in it.
 */
#ifndef EMULATOR_RASTER_DRAW_H
#define EMULATOR_RASTER_DRAW_H

#include "emulator/pixel/pipeline.h"
#include "emulator/pixel/surface.h"

enum { RASTER_POLY_POINTS, RASTER_POLY_LINES, RASTER_POLY_FILL };
enum { RASTER_STIPPLE_GOES_ON, RASTER_STIPPLE_EACH_PRIM, RASTER_STIPPLE_EACH_DRAW };

struct raster_state {
   /* vertices */
   /* vectors of four floats that a vertex has at params; behind them 8 clip distances, if any clips */
   uint8_t num_params;
   uint8_t clip_distances;                /* mask of those that clip */
   uint32_t flat_params;                  /* mask of the parameters that take the provoking vertex' value */
   bool vertex_point_size;                /* vertices have a size; else point_w and point_h hold */
   float vport_scale[3], vport_offset[3]; /* 1 and 0 where the viewport transform is off */
   bool xy_is_ndc, z_is_ndc;              /* vertices come already divided by w */
   bool w_is_rcp;                         /* a vertex' w is 1/w */
   bool clip_disable, zclip_near_disable, zclip_far_disable, dx_clip_space;
   float gb_clip_x, gb_clip_y, gb_disc_x, gb_disc_y;
   bool cull_front, cull_back, front_cw, provoking_last, rasterizer_kill;
   bool poly_mode;       /* triangles are drawn as poly_type says, front and back */
   uint8_t poly_type[2]; /* RASTER_POLY_* */
   /* polygon offset: applied by set-up, which has the slopes; para: to lines and points that are no polygon's */
   bool offset_front, offset_back, offset_para;
   float offset_scale[2], offset_units[2], offset_clamp;
   int8_t offset_db_bits; /* log2 of the smallest step of depth */
   bool offset_float;
   float point_w, point_h, point_min, point_max; /* full sizes in pixels */
   float line_width;
   /* lines: bit i of the pattern is for stipple_repeat pixels; the first bits again after 16 */
   bool stipple;
   uint16_t stipple_pattern, stipple_repeat;
   uint8_t stipple_reset; /* where the pattern begins: RASTER_STIPPLE_* */
   bool pix_center_half;
   uint8_t quant_bits; /* sub-pixel bits, 8 = 1/256 */
   uint8_t round_mode; /* of snapping: 0 truncate, 1 round, 2 to even, 3 to odd */

   /* coverage */
   int32_t scissor[4]; /* minx, miny, maxx, maxy (exclusive): all scissors intersected */
   /* Clip rectangles: bit i of the rule hides pixels that are inside just those whose bits in i are set. */
   uint16_t clip_rects_hide;
   int32_t clip_rect[4][4];
   uint8_t log2_samples;
   uint8_t samples_unused; /* of 2^log2_samples: 3 and 6 are no powers of two */
   int16_t sample_pos[PIXEL_MAX_SAMPLES]
                     [2];        /* x, y from the pixel's centre in 1/256 pixel; 0, 0 without MSAA */
   uint8_t aa_off[4];            /* samples that are switched off, by pixel of a quad */
   bool iterate_samples;         /* the pixel shader runs once for each sample */
   bool line_perpendicular_ends; /* of lines with samples: rectangles, else parallelograms */
   bool line_last_pixel;         /* without samples: the diamond-exit rule does not take it */
   bool line_expand;             /* their width counts across the line, not along the minor axis */
};

struct raster_draw {
   struct raster_state raster;
   struct pixel_pipeline pixel;
   struct pixel_constants constants;
   struct pixel_surfaces surfaces;
   /* shading: NULL, or the program; equal pointers with equal inputs of the front end's give equal colours */
   const void *program;
   const void *inputs; /* how the front end starts it */
};

#endif
