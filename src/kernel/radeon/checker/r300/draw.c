/* SPDX-License-Identifier: MIT
 * What a draw uses has to have buffers, and fit in them. After the radeon kernel's r100_cs_track_check: what was written
 * since the last draw is looked at again, vertices at each draw. Vertex arrays are not asked where in their buffer they begin.
 *
 * Stricter than the kernel: sizes are counted in 64 bits, where the kernel's products of 32 bits may wrap. */
#include "db/r300/r5_regs.h"
#include "db/r300/rx_regs.h"
#include "kernel/radeon/checker/r300/rules.h"

/* Down to the scissor's lower edge; px_B: bytes of a pixel. */
static bool
check_surface(struct r300_checker *c, const struct r300_surface *s, uint32_t px_B, uint32_t reg,
              const char *what, unsigned index)
{
   c->reg = reg;
   if (!s->bo)
      return check_r300_fail(c, c->at, "%s %u has no buffer", what, index);
   const uint64_t need_B = (uint64_t)s->pitch_px * px_B * c->rows_px + s->offset_B;
   if (need_B <= s->bo->size_B)
      return true;
   return check_r300_fail(
      c, c->at, "%s %u of %u pixels by %u rows ends at byte %llu of a buffer of %llu bytes", what, index,
      s->pitch_px, c->rows_px, (unsigned long long)need_B, (unsigned long long)s->bo->size_B);
}

static bool
check_colors(struct r300_checker *c)
{
   if (!c->cb_clear && !c->color_mask && !c->blend_reads)
      return true;
   for (unsigned i = 0; i < c->num_colors; i++)
      if (!check_surface(c, &c->color[i], c->color[i].px_B, RX_RB3D_COLOROFFSET_OFFSET(i), "colour buffer",
                         i))
         return false;
   return true;
}

static bool
check_array(struct r300_checker *c, unsigned i, uint64_t vertices)
{
   const struct r300_array *a = &c->array[i];
   c->reg = 0;
   if (!a->bo)
      return check_r300_fail(c, c->at, "vertex array %u has no buffer", i);
   const uint64_t need_B = 4 * a->stride_dw * vertices;
   return need_B <= a->bo->size_B ||
          check_r300_fail(c, c->at, "vertex array %u needs %llu bytes of a buffer of %llu bytes", i,
                          (unsigned long long)need_B, (unsigned long long)a->bo->size_B);
}

static bool
check_vertices(struct r300_checker *c)
{
   const uint32_t n = R5_VAP_VF_CNTL_get_USE_ALT_NUM_VERTS(c->vf_cntl)
                         ? c->alt_vertices
                         : RX_VAP_VF_CNTL_get_NUM_VERTICES(c->vf_cntl);
   const uint32_t walk = RX_VAP_VF_CNTL_get_PRIM_WALK(c->vf_cntl);
   c->reg = 0;
   if (walk == RX_VAP_VF_CNTL__PRIM_WALK__STATE_BASED)
      return check_r300_fail(c, c->at, "PRIM_WALK 0 is not for users' streams");
   if (walk == RX_VAP_VF_CNTL__PRIM_WALK__VERTEX_EMBEDDED) {
      const uint64_t need = (uint64_t)c->vertex_dw * n;
      return need == c->immediate_dw ||
             check_r300_fail(c, c->at, "%u vertices of %u dwords are not the %u dwords in the stream", n,
                             c->vertex_dw, c->immediate_dw);
   }
   for (unsigned i = 0; i < c->num_arrays; i++)
      if (!check_array(c, i, walk == RX_VAP_VF_CNTL__PRIM_WALK__INDICES ? c->max_index : n - 1u))
         return false;
   return true;
}

bool
check_r300_draw(struct r300_checker *c)
{
   if (c->colors_new && !check_colors(c))
      return false;
   c->colors_new = false;
   if (c->depth_new && c->depth_on &&
       !check_surface(c, &c->depth, c->depth.px_B, RX_ZB_DEPTHOFFSET_OFFSET, "depth buffer", 0))
      return false;
   c->depth_new = false;
   if (c->resolve_new && c->resolve_on &&
       !check_surface(c, &c->resolve, c->color[0].px_B, RX_RB3D_AARESOLVE_OFFSET_OFFSET, "resolve buffer", 0))
      return false;
   c->resolve_new = false;
   if (!check_vertices(c) || (c->textures_new && !check_r300_textures(c)))
      return false;
   c->textures_new = false;
   return true;
}
