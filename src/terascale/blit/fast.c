/* SPDX-License-Identifier: MIT
 *
 * Surfaces of which memory alone does not hold what was drawn: colour whose CMASK marks blocks as cleared,
 * depth and stencil whose HTILE does. They are expanded before anything but the colour and depth blocks looks
 * at them
 * ("Evergreen and Northern Islands Acceleration", 8; R6xx/R7xx 3D guide, DB_RENDER_CONTROL).
 *
 * Who may do that: a surface belongs to one context from its fast clear until a submission that other
 * contexts may build upon (glFlush, glFinish, a swap). What a context finds in another's possession has no
 * defined contents for it, and is taken as it is. Where there are several contexts, nothing stays behind a
 * submission in this state, and what did while there was one is expanded and submitted at once by the first
 * who meets it: others may use it without ever synchronising with that context.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/ir/ir.h"
#include "driver/bo.h"
#include "pipe/p_context.h"
#include "terascale/atoms.h"
#include "terascale/blit/blit.h"
#include "terascale/blit/depth_copy.h"
#include "terascale/blit/fast_clear.h"
#include "terascale/chip_ops.h"
#include "terascale/context.h"
#include "terascale/resource/format.h"
#include "terascale/resource/resource.h"
#include "terascale/screen.h"
#include "terascale/shader/shader.h"
#include "terascale/state/view.h"

static bool
is_depth(const struct ts_resource *r)
{
   return r->fmt->can & (TS_CAN_DEPTH | TS_CAN_STENCIL);
}

static struct ts_fast *
fast_of(const struct ts_resource *r)
{
   return __atomic_load_n(&r->fast, __ATOMIC_ACQUIRE);
}

static bool
is_shared(const struct ts_context *c)
{
   return __atomic_load_n(&c->screen->num_contexts, __ATOMIC_SEQ_CST) > 1;
}

static void
lock(struct ts_context *c)
{
   pthread_mutex_lock(&c->screen->fast_lock);
   c->fast_locked = true;
}

static void
unlock(struct ts_context *c)
{
   c->fast_locked = false;
   pthread_mutex_unlock(&c->screen->fast_lock);
}

/* Under the lock: takes what nobody has. */
static bool
take(struct ts_context *c, struct ts_resource *r, struct ts_fast *f)
{
   struct ts_context *owner = __atomic_load_n(&f->owner, __ATOMIC_ACQUIRE);
   if (owner)
      return owner == c;
   pipe_resource_ref(&r->base);
   f->next = c->fast_owned;
   c->fast_owned = r;
   __atomic_store_n(&f->owner, c, __ATOMIC_RELEASE);
   return true;
}

static bool
acquire(struct ts_context *c, struct ts_resource *r, struct ts_fast *f)
{
   if (__atomic_load_n(&f->owner, __ATOMIC_ACQUIRE) == c)
      return true;
   lock(c);
   bool mine = take(c, r, f);
   unlock(c);
   return mine;
}

bool
ts_fast_acquire(struct ts_context *c, struct ts_resource *r)
{
   return acquire(c, r, fast_of(r));
}

const struct ts_fast *
ts_fast_used(struct ts_context *c, struct ts_resource *r)
{
   struct ts_fast *f = fast_of(r);
   return f && acquire(c, r, f) && f->active ? f : NULL;
}

/* A draw over all of the surface in the mode that leaves nothing for CMASK, FMASK or HTILE to say. False: out of
 * memory. */
static bool
draw_expanding(struct ts_context *c, struct ts_resource *r)
{
   struct ts_blitter *b = ts_blitter_get(c);
   if (!b)
      return false;
   struct pipe_context *pc = &c->base.base;
   static const float zero[4];
   const bool depth = is_depth(r);
   if (!depth) /* the mode reads what the colour block may have in its caches */
      c->flush |= TS_FLUSH_WAIT_PS | TS_FLUSH_CB;
   ts_blit_begin(c, b);
   drv_blit_save_fb(&b->saved, &c->fb);
   void *blend = ts_blit_blend(c, b, depth ? 0 : 15);
   if (blend && ts_blit_color(c, b, zero)) {
      c->expanding = true;
      pc->bind_blend_state(pc, blend);
      pc->bind_dsa_state(pc, b->dsa_expand);
      pc->bind_rasterizer_state(pc, b->o.rast[0]);
      pc->bind_fs_state(pc, b->o.fs_color);
      struct pipe_framebuffer_state fb = {
         .width = r->base.width0,
         .height = r->base.height0,
         .samples = r->base.nr_samples,
         .nr_cbufs = !depth,
      };
      *(depth ? &fb.zsbuf : &fb.cbufs[0]) = (struct pipe_surface){&r->base, r->base.format, 0, 0};
      pc->set_framebuffer_state(pc, &fb);
      c->base.dirty |= TS_DIRTY(FB) | TS_DIRTY(CB_MISC) | TS_DIRTY(DB_MISC);
      ts_blit_rect(c, 0, 0, (float)fb.width, (float)fb.height, 0, 0, 0, 0, 0);
      c->expanding = false;
   }
   ts_blit_end(c, b);
   c->base.dirty |= TS_DIRTY(FB) | TS_DIRTY(CB_MISC) | TS_DIRTY(DB_MISC) | TS_DIRTY(BLEND);
   c->flush |= TS_FLUSH_WAIT_PS | TS_FLUSH_INV_TEX | (depth ? TS_FLUSH_DB : TS_FLUSH_CB);
   c->drew_since_flush = false;
   return true;
}

static bool
expand(struct ts_context *c, struct ts_resource *r, struct ts_fast *f)
{
   if (!draw_expanding(c, r))
      return false;
   f->active = false;
   return true;
}

/* Under the lock. */
static void
let_go(struct ts_context *c, struct ts_resource **at)
{
   struct ts_resource *r = *at;
   struct ts_fast *f = fast_of(r);
   *at = f->next;
   f->next = NULL;
   __atomic_store_n(&f->owner, NULL, __ATOMIC_RELEASE);
   pipe_resource_unref(&r->base);
}

bool
ts_fast_expand(struct ts_context *c, struct ts_resource *r)
{
   struct ts_fast *f = fast_of(r);
   if (!f || c->in_blit)
      return false;
   if (!is_shared(c))
      return acquire(c, r, f) && f->active && expand(c, r, f);
   lock(c);
   const bool inherited = !__atomic_load_n(&f->owner, __ATOMIC_ACQUIRE);
   bool done = take(c, r, f) && f->active && expand(c, r, f);
   if (inherited) {
      if (done)
         ts_flush(c);
      for (struct ts_resource **at = &c->fast_owned; *at; at = &fast_of(*at)->next)
         if (*at == r) {
            let_go(c, at);
            break;
         }
   }
   unlock(c);
   return done;
}

void
ts_fast_expand_shared(struct ts_context *c, struct ts_resource *r)
{
   if (is_shared(c))
      ts_fast_expand(c, r);
}

void
ts_fast_forget(struct ts_context *c, struct ts_resource *r)
{
   struct ts_fast *f = fast_of(r);
   if (!f || !acquire(c, r, f) || !f->active)
      return;
   f->active = false;
   c->base.dirty |= TS_DIRTY(FB) | TS_DIRTY(DB_MISC);
}

/** Targets with FMASK that shaders fetch from, a bit each: expanded, and drawn to without it from here on. */
static void
expand_samples(struct ts_context *c, uint32_t fetched)
{
   if (!c->ops->samples_compressed || !(c->fetched | fetched))
      return;
   for (uint32_t m = fetched; m; m &= m - 1) {
      struct ts_resource *r = c->cb[__builtin_ctz(m)].res;
      if (r && r->masks.size_B && __atomic_load_n(&r->compressed, __ATOMIC_ACQUIRE) && draw_expanding(c, r))
         __atomic_store_n(&r->compressed, false, __ATOMIC_RELEASE);
   }
   c->fetched = fetched;
   c->base.dirty |= TS_DIRTY(FB);
}

void
ts_fast_before_draw(struct ts_context *c)
{
   c->fast_check = false;
   const struct ts_shader *shader[PIPE_SHADER_TYPES] = {
      [PIPE_SHADER_VERTEX] = c->vs,
      [PIPE_SHADER_FRAGMENT] = c->fs,
   };
   for (unsigned s = 0; s < PIPE_SHADER_TYPES; s++) {
      const struct ts_stage *st = &c->stage[s];
      for (uint32_t m = shader[s] ? st->views_bound & shader[s]->ir->samplers_used : 0; m; m &= m - 1) {
         const struct ts_sampler_view *v = st->views[__builtin_ctz(m)];
         struct ts_resource *r = ts_resource(v->base.texture);
         if (r->copy) /* made by the depth block, which knows what is cleared */
            ts_depth_copy_update(c, r, v->first_level, v->last_level, v->layer);
         else
            ts_fast_expand(c, r);
      }
   }
   /* where targets share the registers of the clear colour, the first one counts */
   const struct ts_fast *first = NULL;
   for (unsigned i = 0; i < c->fb.nr_cbufs && !c->ops->emit_fill; i++) {
      const struct ts_fast *f = c->cb[i].res ? ts_fast_used(c, c->cb[i].res) : NULL;
      if (f && first && memcmp(f->color, first->color, sizeof f->color))
         ts_fast_expand(c, c->cb[i].res);
      else if (f)
         first = f;
   }
   const uint32_t fetched = c->fs ? c->fs->fb_fetch_mask : 0;
   expand_samples(c, fetched);
   const bool shared = is_shared(c);
   for (unsigned i = 0; i < c->fb.nr_cbufs; i++)
      if (c->cb[i].res && (shared || fetched >> i & 1))
         ts_fast_expand(c, c->cb[i].res);
   if (c->zs.res) {
      ts_fast_expand_shared(c, c->zs.res);
      ts_depth_copy_restore(c);
   }
   c->fast_check = false; /* the draws above have set it */
}

void
ts_fast_before_flush(struct ts_context *c)
{
   if (!is_shared(c))
      return;
   for (struct ts_resource *r = c->fast_owned, *next; r; r = next) {
      /* the stream may run full, and then lets go of what nobody else has */
      pipe_resource_ref(&r->base);
      if (fast_of(r)->active)
         expand(c, r, fast_of(r));
      next = fast_of(r)->next;
      pipe_resource_unref(&r->base);
   }
}

void
ts_fast_after_flush(struct ts_context *c)
{
   if (!c->fast_owned)
      return;
   lock(c);
   while (c->fast_owned)
      let_go(c, &c->fast_owned);
   unlock(c);
}

void
ts_fast_prune(struct ts_context *c)
{
   if (c->fast_locked || c->in_blit)
      return;
   lock(c);
   for (struct ts_resource **at = &c->fast_owned; *at;) {
      if (__atomic_load_n(&(*at)->base.refcount, __ATOMIC_ACQUIRE) == 1)
         let_go(c, at);
      else
         at = &fast_of(*at)->next;
   }
   unlock(c);
}

void
ts_fast_destroy(struct ts_resource *r)
{
   if (!r->fast)
      return;
   drv_bo_unref(r->fast->bo);
   free(r->fast);
}
