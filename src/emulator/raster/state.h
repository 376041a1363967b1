/* SPDX-License-Identifier: MIT
 *
 * The state of a draw as the rasteriser and the pixel room want it.
 */
#ifndef EMULATOR_RASTER_STATE_H
#define EMULATOR_RASTER_STATE_H

#include "emulator/pixel/target.h"
#include "emulator/pixel/surface.h"
#include "emulator/raster/draw.h"

struct raster_bound {
   const struct raster_draw *ds;
   struct raster_bound *next; /* list of pending states */
   struct pixel_fb *fb;
   int32_t clip[4]; /* minx, miny, maxx, maxy: scissor and all surfaces */
   /* DB */
   bool db_test; /* anything to read or write in DB */
   bool early;   /* DB before the shader */
   bool z_test;  /* reads or writes depth */
   bool z_blind; /* depth is written without a look at what is there */
   bool stencil; /* stencil test on */
   bool count;   /* occlusion */
   bool two_faces;
   double z_lo, z_hi; /* clamp */
   double z_scale;    /* 2^n - 1, 0 for float depth */
   bool z_float24;    /* floats that are compared as the integers they look like, and z_scale is not used */
   bool small;        /* raster/small_draw.c draws small triangles */
   /* shader */
   bool shade;           /* the shader must run */
   bool ordered;         /* pixels of a wave must be distinct */
   bool reads_targets;   /* the program may read the draw's targets, each pixel what those before it left */
   bool copy;            /* from DB to target 0, in place of colours */
   bool clears;          /* no shader: pixels get the clear colours of their targets */
   bool uniform;         /* the shader gives all pixels the same colours */
   bool fill;            /* all pixels get the same colours and need nothing of what is there */
   bool strips;          /* whole blocks side by side may be shaded together: raster/strip.c */
   uint8_t own_wave;     /* a block with so many covered quads of a primitive is a wave of its own: 1 to 16 */
   int32_t whole_end[2]; /* blocks that end behind this lie partly outside of a target */
   bool takes_bytes;     /* colours of whole blocks may come as pixel_outputs::bytes */
   /* raster/overwrite.c: what primitives change, and what they change whatever was there; bits of enum raster_changes
    */
   uint16_t changes, overwrites;
   uint8_t num_cb;
   struct pixel_cb cb[PIXEL_MAX_TARGETS];
   /* Samples. A state of one sample at the pixel's centre is all there is; else samples[i] is a copy of the
    * state that refers to the surfaces of sample i, and the loops above DB and CB go over them. */
   bool ms;
   bool iterate; /* the shader runs for each */
   bool resolve; /* pixels of target 1 become the mean of target 0's samples */
   uint8_t num_samples, sample;
   double sample_x, sample_y;        /* of this sample, in pixels from the centre */
   uint64_t aa_mask;                 /* pixels of a block whose sample is not masked off */
   struct raster_bound *samples;     /* [num_samples] */
   const struct raster_bound *whole; /* the state that this is a copy for a sample of, or this */
};

/** What a primitive may change. A bit for each colour target comes first. */
enum raster_changes {
   RASTER_CHANGES_DEPTH = 1 << PIXEL_MAX_TARGETS,
   RASTER_CHANGES_STENCIL = 2 << PIXEL_MAX_TARGETS,
   RASTER_CHANGES_MORE = 4 << PIXEL_MAX_TARGETS, /* counters, samples, copies, resolves */
};

#endif
