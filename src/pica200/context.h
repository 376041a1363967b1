/* SPDX-License-Identifier: MIT
 *
 * The context: what is bound, and the command list under construction.
 *
 * Draw flow: binding calls store pointers and set bits in drv_context::dirty; pica200_draw_vbo emits the atoms whose bit
 * is set, lowest first, then the draw's packets. Submitting a list sets all bits: each list starts with the full state.
 */
#ifndef PICA200_CONTEXT_H
#define PICA200_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/consts.h"
#include "driver/context.h"
#include "driver/upload.h"
#include "pica200/atoms.h"
#include "pica200/cs.h"
#include "pica200/screen.h"

struct pica200_blend;
struct pica200_blitter;
struct pica200_dsa;
struct pica200_pair;
struct pica200_rast;
struct pica200_resource;
struct pica200_sampler;
struct pica200_sampler_view;
struct pica200_shader;
struct pica200_velems;
struct tnl;

#define PICA200_MAX_UNITS  3
#define PICA200_MAX_TABLES 6
#define PICA200_ATTRIBS    12

/** An input of the vertex program as the loader gets it. */
struct pica200_array {
   bool fixed;
   float value[4];    /* of a fixed one */
   struct drv_bo *bo; /* not referenced: the list or the bound buffer does */
   uint32_t address;
   uint8_t type, size; /* ATTRIBBUFFERS_FORMAT_LOW.TYPE0, components */
   uint8_t bytes;      /* of an element */
   uint8_t stride_B;
};

/** Which faces a draw has, if not all that are not culled. */
enum pica200_pass { PICA200_ALL_FACES, PICA200_FRONT_FACES, PICA200_BACK_FACES };

struct pica200_context {
   struct drv_context base;
   struct pica200_screen *screen;
   struct drv_upload lists; /* what the GPU reads lists from */
   uint32_t storage_serial;
   uint32_t list_vertices; /* that the open list shades */
   bool drew;              /* since the colour cache was flushed */
   bool stale_textures;    /* the units' cache may have old texels */
   char refusal[256];      /* why the last draw was not drawn, until somebody asks */
   bool refused;

   struct pica200_blend *blend;
   struct pica200_dsa *dsa;
   struct pica200_rast *rast;
   struct pica200_velems *velems;
   struct pica200_shader *vs, *fs;
   struct pica200_shader *vertex_shaders, *fragment_shaders; /* all that there are */
   struct pica200_pair *pair;                                /* of the current draw */
   bool shaders_stale;                                       /* the pair may have to be chosen again */
   bool results_stale;                                       /* its constants may have to be computed again */
   uint8_t pass;                                             /* enum pica200_pass */
   bool expanded; /* the draw's vertices come from the CPU, in clip coordinates */

   struct pipe_framebuffer_state fb; /* textures referenced */
   uint32_t fb_width, fb_height;     /* of the targets as they are stored */
   struct drv_consts uniforms[PIPE_SHADER_TYPES];
   struct pica200_sampler_view *views[PIPE_MAX_SAMPLERS];
   struct pica200_sampler *samplers[PIPE_MAX_SAMPLERS];
   unsigned num_views, num_samplers;
   uint8_t scaled_units; /* whose textures' storage is larger than their picture */
   float coord_scale[PICA200_MAX_UNITS][2];

   struct pica200_array array[PICA200_ATTRIBS]; /* by input register */
   unsigned num_arrays;

   struct pica200_resource *tables[PICA200_MAX_TABLES]; /* of comparisons; NULL before the first use */
   struct pica200_blitter *blitter;
   struct tnl *tnl; /* NULL before the first point or line */
};

static inline struct pica200_context *
pica200_context(struct pipe_context *c)
{
   return (struct pica200_context *)c;
}

/** pipe_screen::context_create. NULL: out of memory. */
struct pipe_context *pica200_context_create(struct pipe_screen *ps);

/** Submits the list if one is open. */
void pica200_submit(struct pica200_context *c);
/** Makes room for \p ndw dwords and opens a list if needed. */
void pica200_need_space(struct pica200_context *c, uint32_t ndw);
/** The memory fill engine writes words of \p width (PICAX_PSC_CONTROL.WIDTH) to \p bytes of \p bo, which is in VRAM, from \p offset_B on. What
 * was drawn before comes first. */
void pica200_fill(struct pica200_context *c, struct drv_bo *bo, uint32_t offset_B, uint32_t bytes,
                  uint32_t value, unsigned width);
/** The transfer engine copies \p bytes from \p src_B on to \p dst_B on. Lines: 16 bytes, and gaps between them << 16; 0: no gaps. What was drawn
 * before comes first. */
void pica200_copy(struct pica200_context *c, struct drv_bo *dst, uint32_t dst_B, uint32_t dst_lines,
                  struct drv_bo *src, uint32_t src_B, uint32_t src_lines, uint32_t bytes);
/** The draw is not drawn, and the application is told so. */
void pica200_refuse(struct pica200_context *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** pipe_context::get_refusal. */
const char *pica200_get_refusal(struct pipe_context *pc);
/** Tells of something slow or left out, where somebody listens. */
void pica200_tell(const struct pica200_context *c, const char *fmt, ...)
   __attribute__((format(printf, 2, 3)));
/** Tells, once a texture, what samples of it lack: \p levels are asked for, with a filter if \p linear. */
void pica200_tell_of_texture(struct pica200_context *c, struct pica200_resource *r, unsigned levels,
                             bool linear);
/** Another storage for a texture, level 0 \p width by \p height, multiples of 8; pictures stay. False: out of memory. */
bool pica200_resize(struct pica200_context *c, struct pica200_resource *r, uint32_t width, uint32_t height);
/** pipe_context::draw. */
void pica200_draw_vbo(struct pipe_context *pc, const struct pipe_draw_info *info);

/** Fills the functions of pipe_context that map resources. */
void pica200_init_transfer_functions(struct pica200_context *c);

#endif
