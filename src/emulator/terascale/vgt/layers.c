/* SPDX-License-Identifier: MIT
 *
 * Primitives whose vertices choose a slice of the targets (USE_VTX_RENDER_TARGET_INDX) or a viewport
 * (USE_VTX_VIEWPORT_INDX); the provoking vertex' choice counts. R6xx/R7xx 3D Register Reference Guide,
 * PA_CL_VS_OUT_CNTL, CB_COLOR_VIEW. A slice is a framebuffer of its own to SC, so slices are drawn one after
 * the other. What goes to a slice behind the last one of a target is not drawn there.
 */
#include "emulator/raster/prim.h"

#include <assert.h>
#include "emulator/raster/raster.h"
#include "emulator/terascale/draw_state.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/front.h"
#include "emulator/terascale/state/describe.h"
#include "util/u_arena.h"

struct pass {
   struct front *f;
   uint32_t layer;
   unsigned viewport; /* of the current state */
   struct emu_draw_state base;
   const struct emu_draw_state *state; /* of the layer and the viewport, in raster_arena; NULL: none yet */
   bool ok;
};

static unsigned
provoking(const struct vgt_prim *p)
{
   assert(p->kind == RASTER_PRIM_POINT || p->provoking < 3);
   return p->v[p->kind == RASTER_PRIM_POINT ? 0 : p->provoking];
}

static const struct emu_draw_state *
state_for(struct pass *pass, unsigned viewport)
{
   const struct emu_draw_state *base = &pass->base;
   struct emu_draw_state *s = u_arena_alloc_raw(raster_arena(pass->f->e->raster), sizeof *s);
   if (!s) {
      pass->ok = front_error(pass->f, "out of memory for the state of a layer");
      return NULL;
   }
   *s = *base;
   if (base->vs_viewport) {
      const struct front_viewport *v = &pass->f->viewport[viewport];
      assert(viewport < FRONT_VIEWPORTS);
      memcpy(s->draw.raster.vport_scale, v->scale, sizeof s->draw.raster.vport_scale);
      memcpy(s->draw.raster.vport_offset, v->offset, sizeof s->draw.raster.vport_offset);
      s->draw.constants.z_min = v->z_min;
      s->draw.constants.z_max = v->z_max;
      /* the state's own scissor was viewport 0's; that of the surfaces SC finds itself */
      memcpy(s->draw.raster.scissor, v->scissor, sizeof s->draw.raster.scissor);
   }
   state_describe_draw(s);
   raster_set_state(pass->f->e->raster, &s->draw);
   return s;
}

static const struct emu_draw_state *
wanted(void *data, const struct vgt_batch *b, const struct vgt_prim *p)
{
   struct pass *pass = data;
   unsigned v = provoking(p);
   if (!pass->ok || b->layer[v] != pass->layer)
      return NULL;
   if (!pass->state || pass->viewport != b->viewport[v]) {
      pass->viewport = b->viewport[v];
      pass->state = state_for(pass, pass->viewport);
   }
   return pass->state;
}

/* The least layer from \p from on; UINT32_MAX: none. */
static uint32_t
next_layer(const struct vgt *vgt, uint32_t from)
{
   uint32_t least = UINT32_MAX;
   for (uint32_t i = 0; i < vgt->num_batches; i++) {
      const struct vgt_batch *b = &vgt->batch[i];
      for (uint32_t k = 0; k < b->num_survivors; k++) {
         uint32_t layer = b->layer[provoking(&b->prim[b->survivor[k].prim])];
         if (layer >= from && layer < least)
            least = layer;
      }
   }
   return least;
}

static void
move_to_layer(struct emu_draw_state *s, uint32_t layer)
{
   assert(s->num_cb <= EMU_MAX_CB);
   for (unsigned i = 0; i < s->num_cb; i++) {
      s->cb[i].slice += layer;
      s->cb[i].enabled &= layer == 0 || s->cb[i].slice <= s->cb[i].last_slice;
   }
   s->db.slice += layer;
   if (layer && s->db.slice > s->db.last_slice) {
      s->db.has_z = s->db.has_s = false;
      s->db.z_enable = s->db.z_write = s->db.stencil_enable = false;
   }
}

bool
vgt_bin_layers(struct front *f)
{
   struct raster *raster = f->e->raster;
   struct pass pass = {.f = f, .ok = true};
   bool moved = false;
   for (uint32_t layer = next_layer(&f->vgt, 0); layer != UINT32_MAX && pass.ok;
        layer = next_layer(&f->vgt, layer + 1)) {
      pass.layer = layer;
      assert(f->bound);
      pass.state = NULL;
      pass.base = *f->bound;
      move_to_layer(&pass.base, layer);
      if (layer || moved) {
         front_execute(f);
         moved = true;
      }
      for (uint32_t i = 0; i < f->vgt.num_batches && pass.ok; i++)
         pass.ok &= vgt_bin_batch(f, &f->vgt.batch[i], wanted, &pass);
   }
   if (moved)
      front_execute(f);
   raster_set_state(raster, &f->bound->draw);
   return pass.ok;
}
