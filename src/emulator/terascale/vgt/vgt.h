/* SPDX-License-Identifier: MIT
 *
 * VGT: index streams to batches of vertices and primitives, their shading, and what is left of them to SC;
 * stream-out.
 */
#include "emulator/raster/assemble.h"
#include "emulator/raster/prim.h"
#include "emulator/terascale/draw_state.h"

#ifndef EMULATOR_TERASCALE_VGT_VGT_H
#define EMULATOR_TERASCALE_VGT_VGT_H

struct front;
struct sq_wave;

/** One draw packet, decoded. */
struct front_draw {
   uint32_t prim_type; /* VGT_PRIMITIVE_TYPE */
   uint32_t count;     /* indices */
   uint32_t instances;
   enum { FRONT_IDX_AUTO, FRONT_IDX_16, FRONT_IDX_32 } idx;
   const uint8_t *indices; /* host pointer; at least room_B readable; indices beyond read as 0 */
   uint64_t room_B;
   uint8_t swap; /* VGT_DMA_SWAP_* */
   uint32_t index_offset, min_index, max_index;
   bool reset_en;
   uint32_t reset_index;
};

enum {
   VGT_BATCH_VERTS = 2048,
   VGT_BATCH_PRIMS = 4096,
   VGT_REUSE_SLOTS = 4096,
   VGT_LIST_RANGE = 8192,  /* vgt_list_fits() for indices that lie within as many */
   VGT_BATCHES = 16,       /* at most so many are shaded together, */
   VGT_THREAD_BATCHES = 4, /* and so many for each thread: a core's cache holds them */
   VGT_MANY_PRIMS = 4096,  /* fewer say nothing of those to come */
   VGT_CULLED_RUNS = 2,    /* from then on positions come first */
   VGT_STREAMS = 4,
   VGT_STREAM_DW = VGT_STREAMS * 1024 /* of a vertex: strides have 10 bits */
};

_Static_assert(VGT_BATCH_VERTS <= UINT16_MAX && VGT_BATCH_PRIMS <= UINT16_MAX,
               "slots and numbers have 16 bits");

/** Primitive as VGT hands it to PA: slots of the batch's vertices. */
struct vgt_prim {
   uint16_t v[3];
   uint8_t kind : 4; /* RASTER_PRIM_* */
   uint8_t provoking : 4;
   uint8_t edges; /* of a triangle, bit i: from v[i] to the next is part of the outline */
};

/** What is to be done with a primitive that is left of a batch, beside RASTER_BACK and RASTER_FRONT. */
enum { VGT_ASK_PA = RASTER_FRONT + 1 };

struct vgt_batch {
   uint32_t num_verts, num_prims, instance;
   bool triangles;                  /* all primitives are known to be */
   uint32_t index[VGT_BATCH_VERTS]; /* what R0.x gets */
   struct vgt_prim prim[VGT_BATCH_PRIMS];
   /* filled by vgt_shade */
   uint16_t code[VGT_BATCH_VERTS]; /* PA clip codes */
   int32_t fixed[VGT_BATCH_VERTS][2];
   bool edge_flag[VGT_BATCH_VERTS];   /* with polygon mode */
   uint8_t culled[VGT_BATCH_VERTS];   /* with cull distances: which are negative */
   uint16_t layer[VGT_BATCH_VERTS];   /* with vs_layer */
   uint8_t viewport[VGT_BATCH_VERTS]; /* with vs_viewport */
   struct raster_vertex *verts;       /* in raster_arena */
   float *params;
   uint32_t num_survivors;
   /* how: RASTER_BACK, RASTER_FRONT: goes to SC as it is; VGT_ASK_PA: raster_assemble_prim */
   struct raster_seen survivor[VGT_BATCH_PRIMS];
   uint8_t stopped;    /* enum sq_stop */
   uint32_t *streamed; /* [num_verts][strmout.vertex_dw] in raster_arena; NULL without stream-out */
   uint32_t stream_mask[VGT_STREAM_DW / 32]; /* dwords of a vertex that the shader gave */
};

/** Stream-out of a draw: buffers that vertices go to, primitive by primitive. */
struct vgt_strmout {
   bool enabled;
   bool counting;      /* switched on, maybe without buffers */
   uint32_t vertex_dw; /* of a vertex in all buffers */
   struct {
      bool enabled;
      uint64_t addr;
      uint32_t size_dw, stride_dw;
      uint32_t first_dw; /* of a vertex' data among those of all buffers */
   } buffer[VGT_STREAMS];
};

/** Batches of a draw that wait for shading, and vertex reuse in the last one. */
struct vgt {
   const struct raster_vertex_kernels *kernels;
   struct vgt_batch *batch; /* [max_batches] */
   uint32_t max_batches;
   uint32_t num_batches; /* the last one is being filled */
   bool ranges;          /* vertices that no index names may be shaded, too */
   bool places_first;    /* what is seen of the batches is found out before the rest is shaded */
   uint8_t culled_runs;  /* how often in a row few primitives were left, up to VGT_CULLED_RUNS */
   /* direct mapped by index */
   uint32_t stamp;
   struct {
      uint32_t index, stamp;
      uint16_t slot;
   } reuse[VGT_REUSE_SLOTS];
   /* by index from the least one of a list on: whether the list has it */
   _Alignas(8) uint8_t list_has[VGT_LIST_RANGE];
};

/* vgt.c */
bool vgt_draw(struct front *f, const struct front_draw *d);
/* vgt/list.c */
/** What vgt_list_fits() finds: the least index with the draw's offset, how many lie from it to the greatest one, how many
 * vertices a batch of them has. */
struct vgt_list {
   uint32_t first, range, distinct;
   bool whole; /* all in the range are shaded, used or not */
};
/** Looks at n indices, whole triangles, no more than a batch takes. False: there are too many different ones, or, and then
 * distinct is 0, they lie too far apart or have to be clamped. */
bool vgt_list_fits(struct vgt *vgt, const struct front_draw *d, const uint32_t *index, uint32_t n,
                   struct vgt_list *list);
/** Fills a batch that was just begun with the triangles that vgt_list_fits() has looked at last. */
void vgt_batch_of_list(const struct vgt *vgt, struct vgt_batch *b, const struct front_draw *d,
                       const uint32_t *index, uint32_t n, const struct vgt_list *list, unsigned provoking);
/* vgt/bin.c */
/** Gives a batch's primitives that \p wanted (NULL: all) says yes to to SC; it may set another state, and
 * returns the one that the primitive is to be drawn with, or NULL. */
bool vgt_bin_batch(struct front *f, const struct vgt_batch *b,
                   const struct emu_draw_state *(*wanted)(void *data, const struct vgt_batch *b,
                                                          const struct vgt_prim *p),
                   void *data);
/* vgt/layers.c */
/** Gives what is left of the batches to SC where vertices choose layers of the targets or viewports: layer by
 * layer, each in the order of the stream. */
bool vgt_bin_layers(struct front *f);

/* vgt/shade.c */
/** Shades, transforms and culls the collected batches on all threads and gives what is left to SC in order.
 * Leaves no batches. */
bool vgt_run_batches(struct front *f);

/* vgt/strmout.c */
/** Reads the registers for a draw and makes its buffers safe to write to. */
bool vgt_strmout_begin(struct front *f);
/** Vertices first .. first + n of a batch, as a wave has left them. */
void vgt_strmout_collect(const struct vgt_strmout *so, struct vgt_batch *b, const struct sq_wave *wave,
                         uint32_t first, uint32_t n);
/** Writes the vertices of a batch's primitives. */
void vgt_strmout_write(struct front *f, const struct vgt_batch *b);
/** Vertices of a draw that takes their number from what was streamed out (USE_OPAQUE). */
uint32_t vgt_strmout_opaque_count(const struct front *f);

#endif
