/* SPDX-License-Identifier: MIT
 *
 * Clears, blits and copies for any driver: the objects that draws of its own need, made and bound through pipe_context, and copies
 * by the CPU where nothing can be drawn.
 */
#ifndef DRIVER_BLIT_H
#define DRIVER_BLIT_H

#include <stdbool.h>
#include <stdint.h>

#include "pipe/p_context.h"

#define DRV_BLIT_CACHED 8

struct drv_context;
struct ir_shader;

/** What a blitter draws with. Vertices are two vectors of four floats: position, texture coordinates. */
struct drv_blit_objects {
   void *velems, *vs;
   void *fs_color;   /* gives the first vector of its constants */
   void *fs_tex;     /* gives what sampler 0 has at the coordinates */
   void *rast[2];    /* [scissor] */
   void *sampler[2]; /* [linear] */
   struct {
      uint32_t key;
      void *cso;
   } blend[DRV_BLIT_CACHED], dsa[DRV_BLIT_CACHED];
   unsigned next_blend, next_dsa;
};

/** Makes all but the cached ones. False: out of memory, drv_blit_objects_fini() is still due. */
bool drv_blit_objects_init(struct drv_blit_objects *o, struct pipe_context *p);
void drv_blit_objects_fini(struct drv_blit_objects *o, struct pipe_context *p);
/** A blend state with these colour masks of the eight targets, 4 bits each. NULL: out of memory. */
void *drv_blit_blend(struct drv_blit_objects *o, struct pipe_context *p, uint32_t masks);
/** depth: write it; stencil: replace the bits of writemask. NULL: out of memory. */
void *drv_blit_dsa(struct drv_blit_objects *o, struct pipe_context *p, bool depth, bool stencil,
                   uint8_t writemask);

/** What draws of a blitter displace. */
struct drv_blit_saved {
   void *blend, *dsa, *rast, *velems, *vs, *fs;
   struct pipe_viewport_state viewport;
   struct pipe_scissor_state scissor;
   struct pipe_stencil_ref stencil_ref;
   uint32_t sample_mask;
   struct pipe_vertex_buffer vb[PIPE_MAX_ATTRIBS]; /* referenced, if vb_saved */
   unsigned num_vb;
   struct pipe_framebuffer_state fb; /* referenced, if fb_saved */
   bool vb_saved, fb_saved;
};
/** Notes viewport, scissor, stencil reference and sample mask of \p c; the six objects are the driver's own to note. */
void drv_blit_save(const struct drv_context *c, struct drv_blit_saved *s);
/** Notes the vertex buffers before others are bound. */
void drv_blit_save_vb(const struct drv_context *c, struct drv_blit_saved *s);
/** Notes the framebuffer before another is bound. */
void drv_blit_save_fb(struct drv_blit_saved *s, const struct pipe_framebuffer_state *fb);
/** Binds all that was noted again, through pipe_context. */
void drv_blit_restore(struct drv_context *c, struct drv_blit_saved *s);

/** The texel as \p semantic (IR_SEM_COLOR_ALL, IR_SEM_DEPTH, or IR_SEM_STENCIL: its alpha, a byte). NULL: out of memory. */
struct ir_shader *drv_blit_fs_tex(unsigned semantic);
/** The low byte of the second component of a texel of integers as IR_SEM_STENCIL. NULL: out of memory. */
struct ir_shader *drv_blit_fs_stencil_dword(void);
/** Lowers \p ir, which is taken over, NULL too, and makes a shader of it. NULL: out of memory. */
void *drv_blit_shader(struct pipe_context *p, struct ir_shader *ir);

/** The three vertices of a triangle that covers the viewport; 24 floats. \p z is what set_viewport_state is to
 * pass on. Texture coordinates are (s0, t0) in the viewport's lower corner, (s1, t1) in its upper. */
void drv_blit_vertices(float *v, float z, float s0, float t0, float s1, float t1);

/** What a blit draws: a rectangle in pixels from (x[0], y[0]) to (x[1], y[1]), and the texture coordinates there. */
struct drv_blit_area {
   float x[2], y[2], s[2], t[2];
};
/** \p b's boxes have been unflipped. A blit whose boxes are too large for floats is cut at its scissor, which it has then. */
struct drv_blit_area drv_blit_area(const struct pipe_blit_info *b);

/** How a format that cannot be rendered to is written: through the twin that is returned (or the format itself), with
 * the components moved. */
unsigned drv_blit_twin(unsigned format, uint8_t swizzle[4]);
/** A destination without negative sizes; both boxes are turned. */
void drv_blit_unflip(struct pipe_box *dst, struct pipe_box *src);
/** A colour format that carries any bits of \p format's size through a nearest copy; PIPE_FORMAT_NONE: there is none. */
unsigned drv_blit_carrier(unsigned format);
/** Nearest copy by the CPU between formats of equal blocks; of packed depth and stencil what the mask says. */
void drv_blit_cpu(struct pipe_context *pc, const struct pipe_blit_info *info);
/** resource_copy_region between buffers. */
void drv_copy_buffer(struct pipe_context *pc, struct pipe_resource *dst, unsigned dst_B,
                     struct pipe_resource *src, const struct pipe_box *src_box);

#endif
