/* SPDX-License-Identifier: MIT
 *
 * The emulator from the inside: what its blocks tell each other. Blocks carry AMD's names:
 *
 *   CP  cp_*.c        packets -> register file, draws, events                         (front)
 *   --  state_*.c     register file -> struct emu_draw_state, per generation          (front)
 *   VGT vgt.c         indices, vertex reuse, VS waves, primitive order                (front)
 *   PA  pa_*.c        clipping, viewport, culling, points and lines -> prims          (front)
 *   SQ  sq_*.c        decoding and executing shaders, vertex fetch, exports           (shader)
 *   TA  ta_*.c        texture addressing, filtering, formats                          (shader)
 *   SC  sc_*.c        bins, tiles, rasterisation, wave packing, worker threads        (back)
 *   SPI spi.c         barycentrics, interpolation, what a PS wave starts with         (back)
 *   DB  db_*.c        depth and stencil                                               (back)
 *   CB  cb_*.c        blending, formats, colour writes                                (back)
 *   --  surface.c     addresses inside tiled surfaces, shared by TA, DB, CB           (back)
 *
 * Life of a draw: CP finds a draw packet -> emu_draw_state is built (or reused if no register it depends on
 * changed) -> VGT runs the VS over unique vertices in waves of 64 lanes -> PA makes window-space primitives
 * -> SC bins them to screen tiles. Bins are executed by all worker threads at sc_flush(): each tile is
 * rasterised, shaded, tested and blended in the order of the primitives, so the picture does not depend on
 * the number of threads. sc_flush happens at the end of a submission, when the framebuffer changes, when bins
 * are full, before any packet that reads or writes memory which pending bins may write or read (hazards are
 * tracked by address range, not by trusting sync packets).
 *
 * Hot files are compiled once per SIMD level (sse2, avx2, avx512) from the same C with GCC vector types;
 * emu_simd.h says how. Arithmetic is IEEE binary32 with denormals flushed (MXCSR FTZ|DAZ set while the
 * emulator runs, restored on the way out).
 */
#ifndef EMU_INTERNAL_H
#define EMU_INTERNAL_H

#include "db/terascale/pm4.h"
#include "emulator/emulator.h"
#include "util/u_arena.h"
#include "util/u_math.h"

#define EMU_LANES 64 /* lanes of a wave, 16 quads; lane = quad * 4 + (y & 1) * 2 + (x & 1) */
#define EMU_QUADS (EMU_LANES / 4)

/** One register channel of a wave. */
struct emu_row {
   _Alignas(64) uint32_t u[EMU_LANES];
};

struct sq_program;
struct sq_stage_state;
struct emu_kernels;

/* ---- memory ---- */

struct emu_mem {
   uint8_t *base; /* host address of EMU_VRAM_BASE */
   uint64_t size_B;
};

/** Host pointer to [addr, addr + size_B) or NULL if any byte of it lies outside the GPU's memory. */
static inline void *
emu_mem_ptr(const struct emu_mem *m, uint64_t addr, uint64_t size_B)
{
   uint64_t off = addr - EMU_VRAM_BASE;
   return addr >= EMU_VRAM_BASE && off <= m->size_B && size_B <= m->size_B - off ? m->base + off : NULL;
}

/** Bytes from addr to the end of memory, 0 if addr is outside. */
static inline uint64_t
emu_mem_room(const struct emu_mem *m, uint64_t addr)
{
   uint64_t off = addr - EMU_VRAM_BASE;
   return addr >= EMU_VRAM_BASE && off < m->size_B ? m->size_B - off : 0;
}

/* ---- registers ---- */

/** Raw windows, dword-indexed; offsets in bytes as in the generated headers. */
struct emu_regs {
   uint32_t config[(DB_R6_CONFIG_REG_END - DB_R6_CONFIG_REG_BASE) / 4]; /* the same on all generations */
   uint32_t context[(DB_R6_CONTEXT_REG_END - DB_R6_CONTEXT_REG_BASE) / 4];
   uint32_t alu_const[(0x32000 - 0x30000) / 4]; /* R6xx/R7xx DX9 constant file */
   uint32_t resource[(0x38000 - 0x30000) / 4];  /* Evergreen: 8 dwords a slot; R6xx/R7xx: 7 dwords a slot */
   uint32_t sampler[(0x3d000 - 0x3c000) / 4];
   uint32_t ctl_const[(0x3ff0c - 0x3cff0) / 4];
   uint32_t loop_const[(0x3a500 - 0x3a200) / 4];
   uint32_t bool_const[16];
   /* Border colours of sampler i as floats' bits, by stage 0 PS, 1 VS, 2 GS, 3 HS, 4 LS, 5 CS. CP fills them
    * on all generations (Evergreen's registers are an index and one colour, so the window cannot hold them).
    */
   uint32_t border[6][18][4];
};

static inline uint32_t
emu_ctx_reg(const struct emu_regs *r, uint32_t offset)
{
   return r->context[(offset - DB_R6_CONTEXT_REG_BASE) / 4];
}
static inline uint32_t
emu_cfg_reg(const struct emu_regs *r, uint32_t offset)
{
   return r->config[(offset - DB_R6_CONFIG_REG_BASE) / 4];
}

/* ---- surfaces (surface.c, back) ---- */

/** Array modes; values of the hardware's ARRAY_MODE field on all generations. */
enum emu_array_mode {
   EMU_LINEAR_GENERAL = 0,
   EMU_LINEAR_ALIGNED = 1,
   EMU_1D_THIN1 = 2,
   EMU_1D_THICK = 3,
   EMU_2D_THIN1 = 4
};

/** Everything that decides where an element stands. Filled from CB, DB or texture words by the generation's
 * decoder. */
struct emu_surface {
   const struct db_chip *chip;
   uint64_t addr;        /* GPU address of slice 0 */
   uint8_t array_mode;   /* enum emu_array_mode */
   uint8_t tile_type;    /* 0 displayable, 1 non-displayable / depth order */
   uint8_t bytes_per_el; /* 1, 2, 4, 8, 16 (element = pixel, or block of a compressed format) */
   uint8_t log2_samples;
   uint8_t sample;     /* which of them is meant */
   bool depth_samples; /* samples of a pixel are neighbours (depth), else pixels of a sample are */
   /* Evergreen+ macro tile parameters, already decoded (1, 2, 4, 8 ...; bytes) */
   uint8_t bank_width, bank_height, macro_aspect, num_banks;
   uint32_t tile_split_B;
   uint32_t pitch_el, height_el; /* padded */
   uint64_t slice_B;
};

/** Byte offset from surface->addr of an element of surface->sample. Works for every array mode; not for inner
 * loops. */
uint64_t emu_surface_offset(const struct emu_surface *s, uint32_t x_el, uint32_t y_el, uint32_t slice);

/** Offsets of the 64 elements (index y * 8 + x) of an aligned 8x8 block from its element (0,0), of one
 * sample: the same for all blocks. False if the surface splits micro tiles (Evergreen TILE_SPLIT smaller than
 * what a micro tile has of a sample, or than all of it where samples are neighbours), where no such table
 * exists. */
bool emu_surface_tile_table(const struct emu_surface *s, uint32_t off_B[64]);

/** A sample (0 or later) whose elements all stand *shift_B before those of s->sample. */
uint32_t emu_surface_first_sample(const struct emu_surface *s, uint64_t *shift_B);

/** First byte offset after everything that slices 0..slice may occupy; an upper bound for all
 * emu_surface_offset() results with x_el < pitch_el, y_el < height_el, plus bytes_per_el. */
uint64_t emu_surface_end(const struct emu_surface *s, uint32_t slice);

/* ---- vertices and primitives ---- */

/** A post-VS vertex. */
struct emu_vertex {
   float clip[4];       /* clip-space position as exported */
   float x, y, z, rw;   /* window position (PA): pixels (see emu_to_fixed), depth 0..1, 1/w_clip */
   float point_size;    /* pixels; PA_SU_POINT_SIZE if the VS exports none */
   const float *params; /* VS parameter exports: [param][4]; lives until sc_flush */
};

/** Window coordinates are snapped by PA to at most 1/256 pixel and lie within +-EMU_MAX_COORD, so this is
 * exact. */
#define EMU_SUBPIXEL_BITS 8
#define EMU_MAX_COORD     32768.0f
static inline int32_t
emu_to_fixed(float window)
{
   return (int32_t)(window * (float)(1 << EMU_SUBPIXEL_BITS));
}

/** A window-space primitive that SC rasterises. Lines and points arrive as what they cover (see kind). */
struct emu_prim {
   uint8_t kind;      /* EMU_PRIM_* */
   bool front;        /* facing, for two-sided stencil and the face register */
   uint8_t provoking; /* 0..2: vertex whose parameters flat inputs take */
   const struct emu_vertex *v[3];
   float half_w, half_h; /* points: half size in pixels */
   float line_width;     /* lines: pixels */
   uint16_t stipple_at;  /* stippled lines: pixels of the pattern that lie before this line's first */
   double z_offset;      /* lines and points, those of polygons: polygon offset */
};
enum {
   EMU_PRIM_TRIANGLE,
   EMU_PRIM_LINE,
   EMU_PRIM_POINT,
   EMU_PRIM_RECT /* v0,v1,v2 of a rect list; axis-aligned */
};

/* ---- draw state ---- */

enum { EMU_MAX_CB = 8, EMU_MAX_PARAMS = 32, EMU_MAX_SAMPLES = 8, EMU_POS_VECS = 4 };

struct emu_cb_state {
   bool enabled;
   struct emu_surface surf;
   uint32_t slice, last_slice;
   uint64_t size_B;     /* bytes that the surface spans from surf.addr, for bounds and hazards */
   uint8_t format;      /* COLOR_* number = db_formats index */
   uint8_t number_type; /* NUMBER_* 0 unorm .. 7 float */
   uint8_t comp_swap;   /* SWAP_* */
   bool blend_clamp, blend_bypass, force_alpha_1;
   bool half_export;   /* SOURCE_FORMAT: the shader's colours come with 16 bits a component */
   uint8_t write_mask; /* RGBA bits after CB_TARGET_MASK & CB_SHADER_MASK */
   bool blend_enable;
   /* fast clears: blocks that the mask says are cleared hold the colour, whatever memory says */
   bool fast_clear;
   uint64_t cmask_addr;
   uint32_t cmask_slice_B, clear_color[4]; /* a pixel as it is in memory */
   uint8_t color_func, color_src,
      color_dst; /* hardware encodings (COMB_*, BLEND_*), same on all generations */
   uint8_t alpha_func, alpha_src, alpha_dst; /* equal to the colour ones if not separate */
};

struct emu_stencil_face {
   uint8_t func, fail, zpass, zfail; /* hardware encodings = GL order */
   uint8_t ref, mask, writemask;
};

struct emu_db_state {
   bool z_enable, z_write, stencil_enable;
   uint8_t z_func;
   struct emu_stencil_face face[2]; /* front, back (= front if BACKFACE_ENABLE is off) */
   uint8_t z_format;                /* EMU_Z_* */
   struct emu_surface z_surf, s_surf;
   bool has_z, has_s;
   bool s_separate; /* Evergreen: stencil has its own 1-byte surface; else top 8 bits of the depth word */
   bool s_in_pair;  /* an element is a float and a dword with stencil in its low byte; s_surf is z_surf */
   bool clear_z;    /* whatever is drawn has the depth z_clear */
   float z_clear;
   uint64_t z_size_B, s_size_B;
   uint32_t slice, last_slice;
   bool kill_enable, z_export, stencil_export, mask_export;
   bool copy_z, copy_s;     /* what is drawn goes from this buffer to colour target 0 */
   bool alpha_to_mask;      /* the alpha of target 0 chooses samples */
   uint8_t alpha_offset[4]; /* dither of that, by pixel of a quad: 0..3 quarters of a sample */
   bool count_zpass;        /* occlusion counting */
};
/* 24F: 4 bits of exponent, 20 of mantissa, bias 15 (R6xx/R7xx guide, CB_COLOR0_INFO.NUMBER_TYPE) */
enum { EMU_Z_NONE, EMU_Z_16, EMU_Z_24, EMU_Z_32F, EMU_Z_24F };

/** How PS input i (SPI_PS_INPUT_CNTL_i) is fed. */
struct emu_ps_input {
   int8_t param;        /* index of the VS parameter with the same semantic, -1 = default value */
   uint8_t default_val; /* 0: 0,0,0,0  1: 0,0,0,1  2: 1,1,1,0  3: 1,1,1,1 */
   bool flat, linear, centroid, sample, point_sprite;
};

/** One draw's state, generation neutral, immutable once built. Lives in the SC's arena until the next
 * sc_flush. */
struct emu_draw_state {
   const struct db_chip *chip;

   /* shaders */
   const struct sq_stage_state *vs, *ps; /* programs with their constants, resources and samplers bound */
   uint8_t num_params;                   /* VS parameter exports */
   /* Position exports come without gaps: the position itself, then those that PA_CL_VS_OUT_CNTL names. Which
    * vector is what, 0: none. */
   uint8_t misc_vec, distance_vec[2];
   bool vs_point_size, vs_edge_flag; /* misc vector's x and y are used */
   bool vs_layer, vs_viewport;       /* misc vector's z and w are: slice of the targets, viewport */
   uint8_t clip_distances;           /* mask of those that clip, the user planes' included */
   uint8_t cull_distances;           /* mask of those that make a primitive disappear which is all outside */
   uint8_t user_planes;              /* of these, from a plane instead of the shader */
   float user_plane[6][4];           /* weights of the clip position */
   struct emu_ps_input ps_in[EMU_MAX_PARAMS];
   uint8_t num_ps_in;
   /* what a PS wave starts with */
   bool interp_in_shader; /* Evergreen+: barycentrics in GPRs, else SPI fills input i into GPR ps_in_gpr[i] */
   uint8_t ps_in_gpr[EMU_MAX_PARAMS];
   uint8_t baryc_enable; /* bit per ij set: persp sample, centre, centroid, linear sample, centre, centroid */
   int16_t pos_gpr, face_gpr; /* -1 = not provided */
   int16_t fixed_gpr;         /* x, y of the pixel and, in w, the number of the sample, as integers; or -1 */
   bool pos_sample;           /* the position is that of the sample */
   uint8_t face_chan;
   bool face_all_bits; /* 1 or 0 as integer; else the sign bit of 1.0 or -1.0 */
   bool pos_z_enable;
   bool point_sprite_enable, point_sprite_top_1;
   uint8_t sprite_sel[4]; /* SPI_INTERP_CONTROL_0 OVRD_X..W: 0 zero, 1 one, 2 S, 3 T, 4 none */
   bool flat_shade_enable;

   /* PA */
   float vport_scale[3], vport_offset[3]; /* 1 and 0 where PA_CL_VTE_CNTL disables them */
   bool xy_is_ndc, z_is_ndc;              /* VTX_XY_FMT, VTX_Z_FMT: exported already divided by w */
   bool w_is_rcp;                         /* !VTX_W0_FMT: w is exported as 1/w */
   float z_min, z_max;
   bool clip_disable, zclip_near_disable, zclip_far_disable, dx_clip_space;
   float gb_clip_x, gb_clip_y, gb_disc_x, gb_disc_y;
   bool cull_front, cull_back, front_cw, provoking_last, rasterizer_kill;
   bool poly_mode;       /* triangles are drawn as poly_type says, front and back */
   uint8_t poly_type[2]; /* X_DRAW_*: 0 points, 1 lines, 2 triangles */
   /* polygon offset: applied by SC, which has the slopes; raw register values */
   bool offset_front, offset_back, offset_para;
   float offset_scale[2], offset_units[2], offset_clamp;
   int8_t offset_db_bits; /* NEG_NUM_DB_BITS */
   bool offset_float;
   float point_w, point_h, point_min, point_max; /* full sizes in pixels */
   float line_width;
   /* lines: bit i of the pattern is for stipple_repeat pixels; the first bits again after 16 */
   bool stipple;
   uint16_t stipple_pattern, stipple_repeat;
   uint8_t stipple_reset; /* the pattern begins: 0 never, 1 with each line or polygon, 2 with each packet */
   bool pix_center_half;
   uint8_t quant_bits; /* sub-pixel bits, 8 = 1/256 */
   uint8_t round_mode; /* PA_SU_VTX_CNTL.ROUND_MODE: 0 truncate, 1 round, 2 to even, 3 to odd */

   /* SC */
   int32_t scissor[4]; /* minx, miny, maxx, maxy (exclusive): all scissors intersected */
   /* Clip rectangles: bit i of the rule hides pixels that are inside just those whose bits in i are set. */
   uint16_t clip_rects_hide;
   int32_t clip_rect[4][4];
   uint8_t log2_samples;
   int8_t sample_pos[EMU_MAX_SAMPLES][2]; /* x, y from the pixel's centre in 1/16 pixel; 0, 0 without MSAA */
   uint8_t aa_off[4];                     /* samples that are switched off, by pixel of a quad */
   bool iterate_samples;                  /* the pixel shader runs once for each sample */
   bool line_perpendicular_ends;          /* of lines with samples: rectangles, else parallelograms */
   bool line_expand;                      /* their width counts across the line, not along the minor axis */

   struct emu_db_state db;
   struct emu_cb_state cb[EMU_MAX_CB];
   uint8_t num_cb; /* 1 + highest enabled */
   float blend_const[4];
   bool alpha_test;    /* of target 0's alpha, before everything else behind the shader */
   uint8_t alpha_func; /* GL's order */
   float alpha_ref;
   uint8_t rop3;       /* 0xcc = copy */
   bool cb_disable;    /* CB_COLOR_CONTROL mode 0 */
   uint8_t cb_special; /* EMU_CB_* */
};
/* CB_COLOR_CONTROL.MODE in Evergreen's numbers, and what R6xx and R7xx had beside it */
enum {
   EMU_CB_NORMAL = 1,
   EMU_CB_NOTHING = 2, /* only makes fast clears real */
   EMU_CB_RESOLVE = 3,
   EMU_CB_CLEAR = 4,      /* pixels get emu_cb_state::clear_color */
   EMU_CB_CLEAR_TILES = 5 /* those of 8x8 blocks that are covered as a whole */
};

/* ---- SQ (shader) ---- */

enum sq_stage { SQ_PS, SQ_VS, SQ_FS, SQ_NUM_STAGES };

/** Stage state for the current registers: program decoded (cached by content), kcache buffers, resources and
 * samplers that it uses pre-decoded. Allocated from \p arena. The fetch shader is part of the VS stage state.
 * NULL and a sentence in err if the program is broken or out of memory's bounds. */
const struct sq_stage_state *sq_stage_state_create(struct emulator *e, struct u_arena *arena,
                                                   enum sq_stage stage, struct emu_error *err);
/** Calls fn for every memory range the stage may read (textures, vertex and constant buffers), for hazard
 * tracking. */
void sq_stage_for_each_range(const struct sq_stage_state *s,
                             void (*fn)(void *data, uint64_t addr, uint64_t size_B), void *data);
/** True if a pixel shader's state depends on the vertex shader's constant buffers (ALT_CONST). */
bool sq_stage_reads_vs_constants(const struct sq_stage_state *s);
/** True if every lane of every wave is known to export the same: the stage runs once instead of per pixel. */
bool sq_stage_is_uniform(const struct sq_stage_state *s);
/** Colour targets (a bit each) that a pixel shader certainly exports for every lane it runs for; 0 also where
 * that can't be told. */
unsigned sq_stage_certain_targets(const struct sq_stage_state *s);
void sq_cache_fini(struct emulator *e);

/** Execution context of one thread: GPRs, stack, exports. Created once per worker. */
struct sq_ctx;
struct sq_ctx *sq_ctx_create(struct emulator *e);
void sq_ctx_destroy(struct sq_ctx *c);

/** What a wave starts with and what it leaves behind. Rows are owned by the sq_ctx. */
/** A MEM_STREAM instruction of a vertex shader: dwords base_dw ... of each lane's vertex in a stream-out
 * buffer. */
struct sq_stream_write {
   uint8_t buffer, comp_mask;
   uint16_t base_dw;
   uint64_t lanes;
   struct emu_row rows[4];
};
enum { SQ_STREAM_WRITES = 64 }; /* at most so many in a program's run; more are lost */

struct sq_wave {
   uint64_t exec;   /* in: lanes that run (PS: whole quads) */
   uint64_t killed; /* out: lanes that were killed */
   /* PS, Evergreen+: parameter data of each quad for INTERP_*: [input][channel][3] = P0, P1-P0, P2-P0. */
   const float *quad_params[EMU_QUADS];
   bool one_prim; /* all quads share quad_params[0] */
   /* exports: rows [4] per target; *_mask: bit per target/slot that was exported */
   uint32_t color_mask, param_mask;
   uint8_t pos_mask; /* bit i: position vector i was exported */
   bool z_done;
   struct emu_row (*color)[4];     /* [EMU_MAX_CB][4] */
   struct emu_row *pos;            /* [EMU_POS_VECS * 4]: the position and what emu_draw_state says */
   struct emu_row (*param)[4];     /* [32][4] */
   struct emu_row *z;              /* [4] x = depth, y = stencil, z = mask */
   struct sq_stream_write *stream; /* [num_stream]; NULL before the first */
   uint32_t num_stream;
   bool timeout; /* out: stopped after too many instructions */
};
/** The GPR rows [reg * 4 + chan] to preload, valid until sq_run returns; at least 128 registers. */
struct emu_row *sq_ctx_gprs(struct sq_ctx *c);
struct sq_wave *sq_ctx_wave(struct sq_ctx *c);
/** Runs the context's wave through the stage's program (VS: including its fetch shader). */
void sq_run(struct sq_ctx *c, const struct sq_stage_state *s);

/* ---- SC (back) ---- */

struct sc;
/** \p threads: how many render, the caller included. NULL: out of memory. Destroy: NULL is fine. */
struct sc *sc_create(struct emulator *e, unsigned threads);
void sc_destroy(struct sc *sc);
/** Arena for draw states, vertices and parameters; reset by sc_flush. */
struct u_arena *sc_arena(struct sc *sc);
/** True if pending bins have to be executed before primitives with \p next can be binned (another
 * framebuffer). The front calls sc_flush then. vs and ps of \p next are not looked at; it may live anywhere.
 */
bool sc_needs_flush(const struct sc *sc, const struct emu_draw_state *next);
/** Announces the state of the following primitives, which lives in sc_arena. Never flushes: only the front
 * does, through sc_flush, so that it knows when the arena is gone. */
void sc_set_state(struct sc *sc, const struct emu_draw_state *state);
/** Bins a primitive; everything it points to lives in sc_arena. */
void sc_add_prim(struct sc *sc, const struct emu_prim *p);
/** A colour as it is in memory in the target's format; up to four dwords. */
void sc_pack_color(const struct sc *sc, const struct emu_cb_state *cb, const float color[4], uint32_t raw[4]);
/** True if bins or arena are so full that the front should call sc_flush between draws or batches of
 * vertices. */
bool sc_is_full(const struct sc *sc);
/** True if pending bins write (or, if \p write, also read) anything in the range. */
bool sc_pending_overlaps(const struct sc *sc, uint64_t addr, uint64_t size_B, bool write);
/** Calls \p fn once on each thread, the caller's included, with a shader context of that thread's own, and
 * returns when all calls have. The calls share out the work among themselves. */
void sc_parallel(struct sc *sc, void (*fn)(void *data, struct sq_ctx *ctx), void *data);
/** Executes all bins on all threads. Draw states and vertices stay, but none is set any more. */
void sc_execute(struct sc *sc);
/** The same, then resets the arena. Draw states become invalid. */
void sc_flush(struct sc *sc);
/** Samples that passed depth and stencil since creation, for ZPASS_DONE; call sc_flush first. */
uint64_t sc_zpass_count(const struct sc *sc);
/** First shader time-out since the last call, for the error report. */
bool sc_take_timeout(struct sc *sc);
/** Was drawing lost since the last call because there was no memory for the rendering thread? */
bool sc_take_starved(struct sc *sc);

/* ---- the emulator ---- */

struct emu_stats {
   uint64_t draws, vertices, vs_waves, prims, ps_waves, quads, pixels, texels;
};

/** When shaders become machine code. */
enum emu_jit { EMU_JIT_OFF, EMU_JIT_HOT, EMU_JIT_ALWAYS };

struct emulator {
   const struct db_chip *chip;
   struct emu_mem mem;
   bool own_memory; /* reserved by emu_create */
   struct emu_regs regs;
   struct sc *sc;
   struct sq_ctx *vs_ctx; /* of the thread that runs VGT */
   void *sq_cache;        /* decoded programs, owned by SQ */
   const struct emu_kernels *kernels;
   unsigned threads;
   enum emu_jit jit;
   struct emu_stats stats;
   void *front; /* CP/VGT/PA private */
};

#endif
