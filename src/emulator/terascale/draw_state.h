/* SPDX-License-Identifier: MIT
 *
 * One draw's state, derived from the registers: what the blocks behind the command processor go by.
 */
#ifndef EMULATOR_TERASCALE_DRAW_STATE_H
#define EMULATOR_TERASCALE_DRAW_STATE_H

#include "emulator/raster/draw.h"
#include "emulator/terascale/surface.h"

struct sq_lookup;
struct sq_stage_state;

enum {
   EMU_MAX_CB = PIXEL_MAX_TARGETS,
   EMU_MAX_PARAMS = 32,
   EMU_MAX_SAMPLES = PIXEL_MAX_SAMPLES,
   EMU_POS_VECS = 4
};

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
   bool copy_z, copy_s; /* what is drawn goes from this buffer to colour target 0 */
   bool copy_lit; /* of the samples the first covered one from copy_sample on, else copy_sample itself */
   uint8_t copy_sample;
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
 * raster_flush. */
struct emu_draw_state {
   const struct terascale_chip *chip;
   /* raster is derived from registers, the rest from what stands below: state_describe_draw() */
   struct raster_draw draw;

   /* shaders */
   const struct sq_stage_state *ps; /* a program with its constants, resources and samplers bound */
   const struct sq_clear *ps_clear; /* before each of its waves */
   uint64_t ps_reads[8];            /* rows of GPRs that a wave may read before it writes them, a bit each */
   uint32_t ps_inputs;              /* inputs that it has a use for, a bit each */
   bool ps_may_stop;                /* sq_stage_may_stop() */
   const struct sq_lookup *lookup;  /* all that it does, if that is looking up a texture; or NULL */
   /* Position exports come without gaps: the position itself, then those that PA_CL_VS_OUT_CNTL names. Which
    * vector is what, 0: none. */
   uint8_t misc_vec, distance_vec[2];
   bool vs_edge_flag;          /* misc vector's y is used; x is if draw.raster.vertex_point_size */
   bool vs_layer, vs_viewport; /* misc vector's z and w are: slice of the targets, viewport */
   uint8_t cull_distances;     /* mask of those that make a primitive disappear which is all outside */
   uint8_t user_planes;        /* of these, from a plane instead of the shader */
   float user_plane[6][4];     /* weights of the clip position */
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

   struct emu_db_state db;
   struct emu_cb_state cb[EMU_MAX_CB];
   uint8_t num_cb; /* 1 + highest enabled */
   float blend_const[4];
   bool alpha_test;    /* of target 0's alpha, before everything else behind the shader */
   uint8_t alpha_func; /* GL's order */
   float alpha_ref;
   uint8_t rop3;       /* 0xcc = copy */
   bool cb_disable;    /* CB_COLOR_CONTROL mode 0 */
   bool cb_multiwrite; /* R6xx, R7xx: all targets get the shader's colour 0 */
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

/** Floats that a vertex has at raster_vertex::params: its parameters, and behind them its clip distances if any
 * of them clips. */
static inline unsigned
front_vertex_floats(const struct emu_draw_state *s)
{
   return s->draw.raster.num_params * 4u + (s->draw.raster.clip_distances ? 8 : 0);
}

#endif
