/* SPDX-License-Identifier: MIT
 *
 * The table of atoms, and a draw of triangles behind those that are dirty.
 */
#include <assert.h>

#include "pica200/context.h"
#include "pica200/cso.h"
#include "pica200/draw.h"
#include "pica200/shader.h"

static void (*const emitters[PICA200_ATOM_COUNT])(struct pica200_context *c) = {
   [PICA200_ATOM_INVARIANT] = pica200_emit_invariant, [PICA200_ATOM_FB] = pica200_emit_fb,
   [PICA200_ATOM_VIEWPORT] = pica200_emit_viewport,   [PICA200_ATOM_SCISSOR] = pica200_emit_scissor,
   [PICA200_ATOM_PROGRAM] = pica200_emit_program,     [PICA200_ATOM_VERTICES] = pica200_emit_vertices,
   [PICA200_ATOM_CULL] = pica200_emit_cull,           [PICA200_ATOM_OUTPUT] = pica200_emit_output,
   [PICA200_ATOM_TEXTURES] = pica200_emit_textures,   [PICA200_ATOM_TEXENV] = pica200_emit_texenv,
   [PICA200_ATOM_CONSTS] = pica200_emit_consts,
};

static void
emit_state(struct pica200_context *c)
{
   pica200_update_results(c);
   uint32_t dirty = c->base.dirty;
   c->base.dirty = 0;
   while (dirty) {
      const unsigned i = (unsigned)__builtin_ctz(dirty);
      dirty &= dirty - 1;
      emitters[i](c);
   }
   assert(c->base.in_stream); /* since pica200_need_space */
}

void
pica200_draw_triangles(struct pica200_context *c, const struct pica200_draw *d)
{
   emit_state(c);
   pica200_emit_draw(c, d);
}
