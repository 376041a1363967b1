/* SPDX-License-Identifier: MIT
 *
 * What CP, state derivation, VGT and PA share among themselves; the rest of the emulator sees only
 * emu_internal.h.
 */
#ifndef EMU_FRONT_H
#define EMU_FRONT_H

#include "emulator/terascale/emu_internal.h"

/** Which parts of the derived state a register write makes stale. */
enum {
   FRONT_DIRTY_FIXED = 1 << 0, /* everything in emu_draw_state but vs and ps */
   FRONT_DIRTY_VS = 1 << 1,
   FRONT_DIRTY_PS = 1 << 2,
   FRONT_DIRTY_ALL = 7,
};

/** How a generation's registers differ, as data. Byte offsets as in the generated headers. */
struct front_window {
   uint32_t base, end; /* offsets of the SET_* window */
   uint32_t *store;    /* where its dwords live */
};

enum front_set {
   FRONT_SET_CONFIG,
   FRONT_SET_CONTEXT,
   FRONT_SET_ALU_CONST,
   FRONT_SET_BOOL_CONST,
   FRONT_SET_LOOP_CONST,
   FRONT_SET_RESOURCE,
   FRONT_SET_SAMPLER,
   FRONT_SET_CTL_CONST,
   FRONT_NUM_SETS
};

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

/** A viewport that a vertex can choose, and what is clipped to it. */
enum { FRONT_VIEWPORTS = 16 };
struct front_viewport {
   float scale[3], offset[3], z_min, z_max;
   int32_t scissor[4];
};

enum {
   VGT_BATCH_VERTS = 1024,
   VGT_BATCH_PRIMS = 2048,
   VGT_REUSE_SLOTS = 4096,
   VGT_BATCHES = 16, /* shaded together */
   VGT_STREAMS = 4,
   VGT_STREAM_DW = VGT_STREAMS * 1024 /* of a vertex: strides have 10 bits */
};

/** Primitive as VGT hands it to PA: slots of the batch's vertices. */
struct vgt_prim {
   uint16_t v[3];
   uint8_t kind; /* EMU_PRIM_* */
   uint8_t provoking;
   uint8_t edges; /* of a triangle, bit i: from v[i] to the next is part of the outline */
};

/** What is left of a batch's primitives: the number of one, and what is to be done with it. */
enum { VGT_BACK, VGT_FRONT, VGT_ASK_PA };
struct vgt_survivor {
   uint16_t prim;
   uint16_t how; /* VGT_BACK, VGT_FRONT: goes to SC as it is; VGT_ASK_PA: pa_prim */
};

struct vgt_batch {
   uint32_t num_verts, num_prims, instance;
   uint32_t index[VGT_BATCH_VERTS]; /* what R0.x gets */
   struct vgt_prim prim[VGT_BATCH_PRIMS];
   /* filled by vgt_shade */
   uint16_t code[VGT_BATCH_VERTS]; /* PA clip codes */
   int32_t fixed[VGT_BATCH_VERTS][2];
   bool edge_flag[VGT_BATCH_VERTS];   /* with polygon mode */
   uint8_t culled[VGT_BATCH_VERTS];   /* with cull distances: which are negative */
   uint16_t layer[VGT_BATCH_VERTS];   /* with vs_layer */
   uint8_t viewport[VGT_BATCH_VERTS]; /* with vs_viewport */
   struct emu_vertex *verts;          /* in sc_arena */
   float *params;
   uint32_t num_survivors;
   struct vgt_survivor survivor[VGT_BATCH_PRIMS];
   bool timeout;
   uint32_t *streamed; /* [num_verts][strmout.vertex_dw] in sc_arena; NULL without stream-out */
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
   struct vgt_batch *batch; /* [VGT_BATCHES] */
   uint32_t num_batches;    /* the last one is being filled */
   /* direct mapped by index */
   uint32_t stamp;
   struct {
      uint32_t index, stamp;
      uint16_t slot;
   } reuse[VGT_REUSE_SLOTS];
};

struct front {
   struct emulator *e;
   struct front_window win[FRONT_NUM_SETS];
   uint8_t context_dirty[0x1000 / 4];              /* FRONT_DIRTY_* per context register */
   uint32_t resource_dw, resource_vs, resource_gs; /* size and first slots of resources */

   /* CP */
   uint64_t index_base;
   uint32_t index_buffer_size, index_type, index_swap, num_instances;
   bool predicate_false; /* packets with the predicate bit are skipped */
   bool predicate_sum;   /* visible so far, for CONTINUE */
   struct emu_error *err;
   const uint32_t *stream; /* of this submission */

   /* state */
   bool rectangles; /* of the last draw */
   uint32_t dirty;
   bool rebind;                        /* draft is newer than bound */
   struct emu_draw_state draft;        /* current; vs and ps point into sc_arena, NULL when gone */
   const struct emu_draw_state *bound; /* copy in sc_arena that SC has, NULL: none since the last flush */
   struct front_viewport viewport[FRONT_VIEWPORTS]; /* of the draft, if vertices choose one */
   uint32_t stipple_at;                             /* pixels of the stipple pattern that have gone by */

   /* TERAGL_POISON: one bit a context register that some packet wrote, and those already complained about */
   bool poison;
   uint32_t written[0x1000 / 4 / 32], reported[0x1000 / 4 / 32];

   struct vgt vgt;
   struct vgt_strmout strmout;               /* of the current draw */
   uint64_t strmout_needed, strmout_written; /* primitives since the emulator was created */
   bool strmout_paused;                      /* PIPELINESTAT_STOP: they do not count */
};

static inline struct front *
emu_front(struct emulator *e)
{
   return e->front;
}

/** Sets the error of the running submission unless there is one already; always returns false. */
bool front_error(struct front *f, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** sc_flush plus forgetting what lived in its arena. */
void front_flush(struct front *f);
/** Executes pending bins if they touch the range in a way that reading (or, with \p write, writing) it now
 * would see. */
void front_sync(struct front *f, uint64_t addr, uint64_t size_B, bool write);

/* cp_regs.c */
void cp_regs_init(struct front *f);
bool cp_set_regs(struct front *f, enum front_set set, const uint32_t *body, uint32_t n);
uint32_t cp_read_reg(struct front *f, uint32_t offset, bool *ok);
/** Writes one register by byte offset wherever it lives; false if no window has it. */
bool cp_write_reg(struct front *f, uint32_t offset, uint32_t value);

/* cp_packets.c */
bool cp_run(struct front *f, const uint32_t *dw, uint32_t ndw);

/* cp_ring_dma.c: the asynchronous DMA ring */
bool cp_run_dma(struct front *f, const uint32_t *dw, uint32_t ndw);

/* cp_draw.c, cp_mem.c: packet handlers; body has n dwords */
#define CP_HANDLER(name) bool name(struct front *f, const uint32_t *body, uint32_t n)
CP_HANDLER(cp_draw_index);
CP_HANDLER(cp_draw_index_2);
CP_HANDLER(cp_draw_index_auto);
CP_HANDLER(cp_draw_index_immd);
CP_HANDLER(cp_draw_index_immd_be_or_offset);
CP_HANDLER(cp_draw_index_offset_2);
CP_HANDLER(cp_index_base);
CP_HANDLER(cp_index_buffer_size);
CP_HANDLER(cp_index_type);
CP_HANDLER(cp_num_instances);
CP_HANDLER(cp_mem_write);
CP_HANDLER(cp_event_write);
CP_HANDLER(cp_event_write_eop);
CP_HANDLER(cp_event_write_eos);
CP_HANDLER(cp_wait_reg_mem);
CP_HANDLER(cp_copy_dw);
CP_HANDLER(cp_dma);
CP_HANDLER(cp_set_predication);
CP_HANDLER(cp_strmout_buffer_update);
/** Two dwords of a packet as an address: 40 bits. */
static inline uint64_t
cp_address(uint32_t lo, uint32_t hi)
{
   return lo | (uint64_t)(hi & 0xff) << 32;
}

/** Host pointer for an access by CP, after pending bins were dealt with; NULL with an error set. */
void *cp_mem(struct front *f, uint64_t addr, uint64_t size_B, bool write, const char *what);

/* vgt_strmout.c */
/** Reads the registers for a draw and makes its buffers safe to write to. */
bool vgt_strmout_begin(struct front *f);
/** Vertices first .. first + n of a batch, as a wave has left them. */
void vgt_strmout_collect(const struct vgt_strmout *so, struct vgt_batch *b, const struct sq_wave *wave,
                         uint32_t first, uint32_t n);
/** Writes the vertices of a batch's primitives. */
void vgt_strmout_write(struct front *f, const struct vgt_batch *b);
/** Vertices of a draw that takes their number from what was streamed out (USE_OPAQUE). */
uint32_t vgt_strmout_opaque_count(const struct front *f);
CP_HANDLER(cp_strmout_base_update);

/* state.c */
/** Makes f->bound current for a draw. False with an error set if the state cannot be drawn with. */
bool front_prepare_state(struct front *f);
/* state_cmask.c: makes the fast clears of f->draft's colour buffers real. */
bool front_expand_clears(struct front *f);
/* state_r6.c, state_eg.c, state_cm.c: fill everything but vs and ps */
bool front_state_r6(struct front *f, struct emu_draw_state *s);
bool front_state_eg(struct front *f, struct emu_draw_state *s);
bool front_state_cm(struct front *f, struct emu_draw_state *s);
/** Context register for a state decoder; in poison mode complains once about one that nobody wrote. */
uint32_t front_reg(struct front *f, uint32_t offset);
/** Bytes of one element of colour format COLOR_*; 0: not a colour format. */
unsigned front_color_format_B(unsigned format);

/* state_surface.c */
/** Refuses surfaces that reach out of memory and clips the scissor to those that are used. */
bool front_check_surfaces(struct front *f, struct emu_draw_state *s);

/* vgt.c */
bool vgt_draw(struct front *f, const struct front_draw *d);
/* vgt_layers.c */
/** Gives what is left of the batches to SC where vertices choose layers of the targets or viewports: layer by
 * layer, each in the order of the stream. */
bool vgt_bin_layers(struct front *f);

/* vgt_shade.c */
/** Gives a batch's primitives that \p wanted (NULL: all) says yes to to SC; it may set another state, and
 * returns the one that the primitive is to be drawn with, or NULL. */
bool vgt_bin_batch(struct front *f, const struct vgt_batch *b,
                   const struct emu_draw_state *(*wanted)(void *data, const struct vgt_batch *b,
                                                          const struct vgt_prim *p),
                   void *data);
/** Shades, transforms and culls the collected batches on all threads and gives what is left to SC in order.
 * Leaves no batches. */
bool vgt_run_batches(struct front *f);

/** Floats that a vertex has at emu_vertex::params: its parameters, and behind them its clip distances if any
 * of them clips. */
static inline unsigned
front_vertex_floats(const struct emu_draw_state *s)
{
   return s->num_params * 4u + (s->clip_distances ? 8 : 0);
}

/* pa_vertex.c */
/** Clip codes, 16 bits. */
enum {
   PA_LEFT = 1 << 0, /* beyond the discard band */
   PA_RIGHT = 1 << 1,
   PA_BOTTOM = 1 << 2,
   PA_TOP = 1 << 3,
   PA_NEAR = 1 << 4,
   PA_FAR = 1 << 5,
   PA_DISTANCE0 = 1 << 8, /* eight bits: clip distance i is negative */
   PA_DISTANCES = 0xff00,
   PA_REJECT = PA_LEFT | PA_RIGHT | PA_BOTTOM | PA_TOP | PA_NEAR | PA_FAR | PA_DISTANCES,
   PA_GUARD = 1 << 6, /* beyond the guard band, or w <= 0: must be clipped */
   PA_BAD = 1 << 7,   /* NaN or infinite */
   PA_CLIP = PA_NEAR | PA_FAR | PA_GUARD | PA_DISTANCES
};
/** Kernels of one SIMD level. */
struct pa_kernels {
   /** Wave of positions (and point sizes, or NULL) to \p n vertices with window coordinates (also as
    * emu_to_fixed gives them) and clip codes. Up to a vector of lanes from the n-th on is read, too. */
   void (*transform_wave)(const struct emu_draw_state *s, const struct emu_row pos[4],
                          const struct emu_row *point_size, unsigned n, struct emu_vertex *out,
                          uint16_t *code, int32_t (*fixed)[2]);
   /** Export rows to n vertices: out[lane * stride + 0..3]. */
   void (*params_wave)(const struct emu_row row[4], unsigned n, float *out, unsigned stride);
};

/* pa_setup.c */
/** VGT_BACK or VGT_FRONT, or -1 if a triangle inside the guard band is culled or covers nothing. */
int pa_face(const struct emu_draw_state *s, const int32_t a[2], const int32_t b[2], const int32_t c[2]);
bool pa_prim(struct front *f, const struct emu_draw_state *s, const struct emu_vertex *const v[3],
             const uint16_t code[3], unsigned kind, unsigned provoking, unsigned edges);
/** The stipple pattern begins anew, or goes on where PA_SC_LINE_STIPPLE_STATE says: before a draw; and that
 * register afterwards. */
void pa_stipple_begin(struct front *f);
void pa_stipple_end(struct front *f);
/** Bins a line; it takes its part of the stipple pattern. */
void pa_add_line(struct front *f, const struct emu_draw_state *s, struct emu_prim *line);
/** A line that is not trivially rejected: clips it if need be. \p p says all but the width. */
bool pa_line(struct front *f, const struct emu_draw_state *s, const struct emu_prim *p, bool clip);
/** A point inside of all planes. \p p says all but the size. */
void pa_point(struct front *f, const struct emu_draw_state *s, const struct emu_prim *p);
/** Culls, offsets and bins a triangle inside the guard band. */
bool pa_setup_triangle(struct front *f, const struct emu_draw_state *s, const struct emu_vertex *const v[3],
                       unsigned provoking);
/* pa_polygon.c */
/** A triangle in polygon mode; \p edges as in vgt_prim, with what the vertices' flags leave. */
bool pa_polygon(struct front *f, const struct emu_draw_state *s, const struct emu_vertex *const v[3],
                const uint16_t code[3], unsigned provoking, unsigned edges);
/* pa_clip.c */
bool pa_clip_triangle(struct front *f, const struct emu_draw_state *s, const struct emu_vertex *const v[3],
                      unsigned provoking);
/** Bins what is left of a line. */
bool pa_clip_line(struct front *f, const struct emu_draw_state *s, const struct emu_prim *line);

#endif
