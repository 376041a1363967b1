/* SPDX-License-Identifier: MIT
 *
 * Depth and stencil. Before R500 both faces share the stencil reference and masks; what needs two of them is drawn
 * triangle by triangle (draw/draw.c), so that only what depends on both counts as two.
 */
#include "db/r300/r5_regs.h"
#include "db/r300/rx_regs.h"
#include "compiler/r300/binary.h"
#include "r300/context.h"
#include "r300/emit.h"
#include "r300/shader.h"
#include "util/u_math.h"

/* ZFUNC and STENCILFUNC by pipe_func. */
static const uint8_t funcs[] = {
   [PIPE_FUNC_NEVER] = 0,  [PIPE_FUNC_LESS] = 1,    [PIPE_FUNC_LEQUAL] = 2,   [PIPE_FUNC_EQUAL] = 3,
   [PIPE_FUNC_GEQUAL] = 4, [PIPE_FUNC_GREATER] = 5, [PIPE_FUNC_NOTEQUAL] = 6, [PIPE_FUNC_ALWAYS] = 7,
};

/* STENCILFAIL and its neighbours by pipe_stencil_op. */
static const uint8_t ops[] = {
   [PIPE_STENCIL_OP_KEEP] = 0,      [PIPE_STENCIL_OP_ZERO] = 1,      [PIPE_STENCIL_OP_REPLACE] = 2,
   [PIPE_STENCIL_OP_INCR] = 3,      [PIPE_STENCIL_OP_DECR] = 4,      [PIPE_STENCIL_OP_INVERT] = 5,
   [PIPE_STENCIL_OP_INCR_WRAP] = 6, [PIPE_STENCIL_OP_DECR_WRAP] = 7,
};

/** What a face's stencil test and operations depend on. */
struct uses {
   bool compares, replaces, writes;
};

static struct uses
stencil_uses(const struct pipe_stencil_state *s)
{
   const bool fails = s->func != PIPE_FUNC_ALWAYS, passes = s->func != PIPE_FUNC_NEVER;
   const uint8_t reached[] = {fails ? s->fail_op : PIPE_STENCIL_OP_KEEP,
                              passes ? s->zfail_op : PIPE_STENCIL_OP_KEEP,
                              passes ? s->zpass_op : PIPE_STENCIL_OP_KEEP};
   struct uses u = {.compares = fails && passes};
   for (unsigned i = 0; i < 3; i++) {
      u.replaces |= reached[i] == PIPE_STENCIL_OP_REPLACE;
      u.writes |= reached[i] != PIPE_STENCIL_OP_KEEP;
   }
   return u;
}

/** Where a face has no use for its own mask it takes the other's. */
static void
share_masks(const struct pipe_stencil_state *const face[2], struct r300_dsa *out)
{
   const struct uses u[2] = {stencil_uses(face[0]), stencil_uses(face[1])};
   for (unsigned i = 0; i < 2; i++) {
      out->valuemask[i] = face[u[i].compares ? i : !i]->valuemask;
      out->writemask[i] = face[u[i].writes ? i : !i]->writemask;
      out->reads_reference[i] = u[i].compares || u[i].replaces;
   }
   if (!u[0].compares && !u[1].compares)
      out->valuemask[1] = out->valuemask[0];
   if (!u[0].writes && !u[1].writes)
      out->writemask[1] = out->writemask[0];
}

static bool
keeps_failed(const struct pipe_stencil_state *s)
{
   return s->fail_op == PIPE_STENCIL_OP_KEEP && s->zfail_op == PIPE_STENCIL_OP_KEEP;
}

void
r300_encode_dsa(const struct pipe_depth_stencil_alpha_state *s, bool two_references, struct r300_dsa *out)
{
   const struct pipe_stencil_state *front = &s->stencil[0];
   const struct pipe_stencil_state *back = &s->stencil[s->stencil[1].enabled ? 1 : 0];
   const bool stencil = front->enabled;
   const struct pipe_stencil_state *const face[] = {front, back};
   for (unsigned i = 0; i < 2; i++) {
      out->valuemask[i] = face[i]->valuemask;
      out->writemask[i] = face[i]->writemask;
      out->reads_reference[i] = true;
   }
   if (!two_references)
      share_masks(face, out);
   out->two_sided = stencil && s->stencil[1].enabled;
   out->tests_depth = s->depth_enabled;
   out->writes_depth = s->depth_enabled && s->depth_writemask;
   out->depth_func = (uint8_t)s->depth_func;
   out->keeps_failed = !stencil || (keeps_failed(front) && keeps_failed(back));
   out->writes_zs = (s->depth_enabled && s->depth_writemask) || stencil;
   for (unsigned i = R300_ZS_DEPTH; i < R300_ZS_KINDS; i++) {
      const bool has_stencil = i == R300_ZS_BOTH && stencil;
      out->zb_cntl[i] = RX_ZB_CNTL(.STENCIL_ENABLE = has_stencil, .Z_ENABLE = s->depth_enabled,
                                   .ZWRITEENABLE = s->depth_enabled && s->depth_writemask,
                                   .STENCIL_FRONT_BACK = has_stencil && out->two_sided);
      if (two_references && has_stencil && out->two_sided)
         out->zb_cntl[i] |= R5_ZB_CNTL(.STENCIL_REFMASK_FRONT_BACK = 1);
   }
   out->zstencil_cntl = RX_ZB_ZSTENCILCNTL(.ZFUNC = s->depth_enabled ? funcs[s->depth_func] : 7);
   if (stencil)
      out->zstencil_cntl |=
         RX_ZB_ZSTENCILCNTL(.STENCILFUNC = funcs[front->func], .STENCILFAIL = ops[front->fail_op],
                            .STENCILZPASS = ops[front->zpass_op], .STENCILZFAIL = ops[front->zfail_op],
                            .STENCILFUNC_BF = funcs[back->func], .STENCILFAIL_BF = ops[back->fail_op],
                            .STENCILZPASS_BF = ops[back->zpass_op], .STENCILZFAIL_BF = ops[back->zfail_op]);
}

enum r300_zs
r300_fb_zs(const struct r300_context *c)
{
   if (!c->fb.zsbuf.texture)
      return R300_ZS_NONE;
   return c->fb.zsbuf.format == PIPE_FORMAT_Z16_UNORM ? R300_ZS_DEPTH : R300_ZS_BOTH;
}

static uint32_t
refmask(const struct r300_context *c, unsigned face)
{
   const struct r300_dsa *d = c->dsa;
   return RX_ZB_STENCILREFMASK(.STENCILREF = c->base.stencil_ref.ref[face], .STENCILMASK = d->valuemask[face],
                               .STENCILWRITEMASK = d->writemask[face]);
}

/** The face whose reference is the front's, or, before R500, both faces'. */
static unsigned
front_reference(const struct r300_context *c)
{
   if (r300_is_r500(c->screen) || c->stencil_pass == R300_STENCIL_FRONT || !c->dsa->two_sided)
      return 0;
   return c->stencil_pass == R300_STENCIL_BACK || !c->dsa->reads_reference[0];
}

void
r300_emit_dsa(struct r300_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   cs_regs(cs, RX_ZB_CNTL_OFFSET, 3);
   cs_dw(cs, c->hz.expands ? r300_hyperz_expanding_zb_cntl() : c->dsa->zb_cntl[r300_fb_zs(c)]);
   cs_dw(cs, c->dsa->zstencil_cntl);
   cs_dw(cs, refmask(c, front_reference(c)));
   if (r300_is_r500(c->screen))
      cs_reg(cs, R5_ZB_STENCILREFMASK_BF_OFFSET, refmask(c, c->dsa->two_sided));
}

/** Tests before shading are off where the shader decides whether, or with which depth, a pixel is there. */
void
r300_emit_ztop(struct r300_context *c)
{
   const struct r300_binary *fs = &c->fs_var->bin;
   const bool late = fs->writes_depth || c->num_occlusion_active ||
                     (c->dsa->writes_zs && (fs->uses_kill || c->blend->alpha_to_coverage));
   cs_reg(&c->base.cs, RX_ZB_ZTOP_OFFSET, RX_ZB_ZTOP(.ZTOP = !late));
}
