/* SPDX-License-Identifier: MIT
 *
 * Constant buffers: 0 has a stage's uniforms, those behind it the uniform blocks. The ALU reads them by kcache, whose
 * banks are these registers, and shaders that index them by vertex fetches; the conventions are in vliw.h.
 */
#include <assert.h>
#include <string.h>

#include "compiler/ir/ir.h"
#include "compiler/terascale/vliw.h"
#include "db/terascale/ts_regs.h"
#include "driver/bo.h"
#include "terascale/atoms.h"
#include "terascale/chip_ops.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/emit.h"
#include "terascale/resource/resource.h"
#include "terascale/screen.h"
#include "terascale/state/consts.h"
#include "util/u_math.h"

_Static_assert(PIPE_MAX_CONST_BUFFERS > IR_MAX_BLOCKS, "one for each block, behind the uniforms");
_Static_assert(VLIW_UNIFORM_RESOURCE + PIPE_MAX_CONST_BUFFERS <= VLIW_TEX_RESOURCE_BASE,
               "resources of constant buffers stand before those of textures");

/* ---- binding ---- */

static void
mark(struct ts_context *c, enum pipe_shader_type sh, uint32_t buffers)
{
   c->stage[sh].consts_named |= (uint16_t)buffers;
   c->stage[sh].consts_dirty |= (uint16_t)buffers;
   c->base.dirty |= sh == PIPE_SHADER_VERTEX ? TS_DIRTY(CONST_VS) : TS_DIRTY(CONST_FS);
}

void
ts_const_assign(struct ts_const *k, struct ts_resource *res, struct drv_bo *bo, uint32_t offset_B,
                uint32_t size_B)
{
   struct ts_resource *old = k->res;
   k->res = res ? ts_resource(pipe_resource_ref(&res->base)) : NULL;
   drv_bo_assign(&k->bo, bo);
   k->offset_B = offset_B;
   k->size_B = size_B;
   if (old)
      pipe_resource_unref(&old->base);
}

static void
set_constant_buffer(struct pipe_context *pc, enum pipe_shader_type sh, unsigned index,
                    const struct pipe_constant_buffer *cb)
{
   struct ts_context *c = ts_context(pc);
   assert(index < PIPE_MAX_CONST_BUFFERS);
   struct ts_const *k = &c->stage[sh].cb[index];
   mark(c, sh, 1u << index);
   if (!cb || !cb->size_B || (!cb->user && !cb->buffer)) {
      ts_const_assign(k, NULL, NULL, 0, 0);
      return;
   }
   const uint32_t size_B = MIN2(cb->size_B, TS_CONST_MAX_B);
   if (!cb->user) {
      assert(cb->offset_B % TS_CONST_ALIGN_B == 0);
      ts_const_assign(k, ts_resource(cb->buffer), NULL, cb->offset_B, size_B);
      return;
   }
   struct drv_bo *bo;
   uint32_t offset_B;
   void *p =
      drv_upload_get(&c->base, (uint32_t)u_align(size_B, TS_CONST_ALIGN_B), TS_CONST_ALIGN_B, &bo, &offset_B);
   if (!p) {
      ts_const_assign(k, NULL, NULL, 0, 0);
      return;
   }
   memcpy(p, cb->user, size_B);
   if (k->res) {
      ts_const_assign(k, NULL, bo, offset_B, size_B);
      return;
   }
   drv_bo_assign(&k->bo, bo);
   k->offset_B = offset_B;
   k->size_B = size_B;
}

void
ts_consts_read(struct ts_context *c, enum pipe_shader_type sh, uint32_t buffers)
{
   const uint32_t unnamed = buffers & ~(uint32_t)c->stage[sh].consts_named;
   if (unnamed)
      mark(c, sh, unnamed);
}

void
ts_consts_dirty(struct ts_context *c)
{
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++)
      mark(c, (enum pipe_shader_type)i, c->stage[i].consts_named | 1u);
}

void
ts_consts_moved(struct ts_context *c)
{
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++) {
      uint32_t of_resources = 0;
      for (unsigned k = 0; k < PIPE_MAX_CONST_BUFFERS; k++)
         of_resources |= (uint32_t)(c->stage[i].cb[k].res != NULL) << k;
      if (of_resources)
         mark(c, (enum pipe_shader_type)i, of_resources);
   }
}

void
ts_consts_release(struct ts_context *c)
{
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++)
      for (unsigned k = 0; k < PIPE_MAX_CONST_BUFFERS; k++)
         ts_const_assign(&c->stage[i].cb[k], NULL, NULL, 0, 0);
}

void
ts_init_const_functions(struct ts_context *c)
{
   c->base.base.set_constant_buffer = set_constant_buffer;
}

/* ---- atoms ---- */

static void
emit_const(struct ts_context *c, enum pipe_shader_type stage, unsigned i, uint32_t size_reg,
           uint32_t base_reg)
{
   struct drv_cs *cs = &c->base.cs;
   const struct ts_const *k = &c->stage[stage].cb[i];
   struct ts_vbuf b = {k->res ? k->res->bo : k->bo, k->offset_B, k->size_B, 16};
   if (!b.bo) /* what nobody bound, and a shader may read */
      b = (struct ts_vbuf){c->screen->dummy, 0, TS_CONST_ALIGN_B, 16};
   assert((b.bo->va + b.offset_B) % TS_CONST_ALIGN_B == 0);
   const uint32_t reloc = drv_bo_list_use(&cs->list, b.bo, false);
   const uint32_t regs[] = {TS_SET_CONTEXT_REG(size_reg, 1), DIV_ROUND_UP(b.size_B, TS_CONST_ALIGN_B),
                            TS_SET_CONTEXT_REG(base_reg, 1),
                            (uint32_t)((b.bo->va + b.offset_B) / TS_CONST_ALIGN_B)};
   uint32_t *dw = cs_room(cs, ARRAY_SIZE(regs) + 2 + ts_put_buffer_dw(c));
   for (unsigned w = 0; w < ARRAY_SIZE(regs); w++) /* one by one: read at once, they would be waited for */
      dw[w] = regs[w];
   cs_put_reloc(dw + ARRAY_SIZE(regs), reloc);
   /* A buffer resource of the stage has the same memory: dynamic indices fetch through it. */
   ts_put_buffer(c, dw + ARRAY_SIZE(regs) + 2, c->ops->stage[stage].resource_slot + VLIW_UNIFORM_RESOURCE + i,
                 &b, reloc);
}

void
ts_emit_const_vs(struct ts_context *c)
{
   uint32_t dirty = c->stage[PIPE_SHADER_VERTEX].consts_dirty;
   c->stage[PIPE_SHADER_VERTEX].consts_dirty = 0;
   for (; dirty; dirty &= dirty - 1) {
      const unsigned i = (unsigned)__builtin_ctz(dirty);
      emit_const(c, PIPE_SHADER_VERTEX, i, TS_SQ_ALU_CONST_BUFFER_SIZE_VS_OFFSET(i),
                 TS_SQ_ALU_CONST_CACHE_VS_OFFSET(i));
   }
}

void
ts_emit_const_fs(struct ts_context *c)
{
   uint32_t dirty = c->stage[PIPE_SHADER_FRAGMENT].consts_dirty;
   c->stage[PIPE_SHADER_FRAGMENT].consts_dirty = 0;
   for (; dirty; dirty &= dirty - 1) {
      const unsigned i = (unsigned)__builtin_ctz(dirty);
      emit_const(c, PIPE_SHADER_FRAGMENT, i, TS_SQ_ALU_CONST_BUFFER_SIZE_PS_OFFSET(i),
                 TS_SQ_ALU_CONST_CACHE_PS_OFFSET(i));
   }
}
