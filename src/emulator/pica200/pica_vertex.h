/* SPDX-License-Identifier: MIT
 *
 * A vertex between the two halves of the PICA200 emulator. What the vertex half (cp, sh, va) has done with it: output map
 * (OUTMAP_MASK, SH_OUTMAP_O; what nothing writes is 1.0), absolute value and clamp of the colour to 0..1, signs of the second and third
 * quaternion of a triangle, clipping to -w <= x, y <= w, -w <= z <= 0 and to the user plane. What the pixel half does: division by w, viewport,
 * culling, scissor, rasterisation (12.4), depth map.
 */
#ifndef EMULATOR_PICA200_VERTEX_H
#define EMULATOR_PICA200_VERTEX_H

/** In order of the semantics of SH_OUTMAP_O, so that an output's component is stored by its number. */
struct pica_vertex {
   float position[4];   /* clip space x y z w; w > 0 after clipping */
   float quaternion[4]; /* x y z w, not normalised */
   float color[4];      /* red green blue alpha, 0..1 */
   float texcoord0[2];
   float texcoord1[2];
   float texcoord0_w;
   float pad17;
   float view[3];
   float pad21;
   float texcoord2[2];
};

enum {
   PICA_VERTEX_FLOATS = 24 /* all of struct pica_vertex */
};

_Static_assert(sizeof(struct pica_vertex) == PICA_VERTEX_FLOATS * sizeof(float), "floats without gaps");

#endif
