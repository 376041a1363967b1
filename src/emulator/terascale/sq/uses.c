/* SPDX-License-Identifier: MIT
 *
 * Which registers a bound stage depends on: its program's address and resources, and what its instructions name.
 */
#include "db/terascale/db_chips.h"
#include "db/terascale/pm4.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/sq/places.h"
#include "emulator/terascale/sq/sq.h"

struct visitor {
   void (*fn)(void *data, const struct sq_use *use);
   void *data;
};

static void
visit(const struct visitor *v, enum sq_use_kind kind, uint32_t first, uint32_t count)
{
   v->fn(v->data, &(struct sq_use){.kind = kind, .first = first, .count = count});
}

static void
fetches(const struct visitor *v, const struct sq_program *p, const struct sq_places *pl, uint32_t resource_dw)
{
   for (uint32_t i = 0; i < p->num_tex; i++) {
      visit(v, SQ_USE_TEXTURE, (uint32_t)(pl->resource0 + p->tex[i].resource) * resource_dw, resource_dw);
      const uint32_t n = p->tex[i].sampler % DB_R6_SAMPLERS_PER_STAGE;
      if (p->tex[i].needs_sampler)
         visit(v, SQ_USE_SAMPLER, (pl->sampler0 + n) * DB_R6_SAMPLER_STRIDE_B / 4,
               DB_R6_SAMPLER_STRIDE_B / 4);
   }
   for (uint32_t i = 0; i < p->num_vtx; i++)
      visit(v, SQ_USE_VERTICES,
            (uint32_t)(pl->resource0 + p->fetches[p->vtx_fetch[i]].resource) * resource_dw, resource_dw);
}

static void
control_flow(const struct visitor *v, const struct sq_program *p, const struct sq_places *pl)
{
   for (uint32_t i = 0; i < p->num_steps; i++) {
      const struct sq_step *s = &p->steps[i];
      if (s->kind == SQ_CF_LOOP_START && s->loop_form != DB_LOOP_UNCOUNTED)
         visit(v, SQ_USE_LOOP, pl->loop0 + s->cf_const % DB_R6_LOOP_CONSTS_PER_STAGE, 1);
      if (s->cond == SQ_COND_BOOL || s->cond == SQ_COND_NOT_BOOL)
         visit(v, SQ_USE_BOOL, pl->stage, 1);
   }
}

static void
program(const struct visitor *v, const struct emulator *e, const struct sq_bound *b, enum sq_stage stage)
{
   const struct sq_program *p = b->prog;
   const struct sq_places *pl = sq_places_of(e, stage);
   if (!p)
      return;
   visit(v, SQ_USE_CONTEXT, pl->start, 1);
   visit(v, SQ_USE_CONTEXT, pl->resources, 1);
   for (unsigned i = 0; i < 32; i++) {
      const struct sq_places *of = i < 16 ? pl : sq_places_of(e, SQ_VS);
      if (p->kcache_banks >> i & 1) {
         visit(v, SQ_USE_CONTEXT, of->const_base + i % 16, 1);
         visit(v, SQ_USE_CONTEXT, of->const_size + i % 16, 1);
      }
   }
   for (uint32_t i = 0; i < p->num_consts; i++)
      if (p->consts[i].kind == SQ_C_FILE)
         visit(v, SQ_USE_CONST_FILE, (p->consts[i].value + (stage == SQ_PS ? 0 : 256)) * 4 + p->consts[i].dw,
               1);
   fetches(v, p, pl,
           e->chip->gen >= DB_EVERGREEN ? DB_EG_RESOURCE_STRIDE_B / 4 : DB_R6_RESOURCE_STRIDE_B / 4);
   control_flow(v, p, pl);
}

void
sq_stage_for_each_use(const struct sq_stage_state *s, void (*fn)(void *data, const struct sq_use *use),
                      void *data)
{
   const struct visitor v = {fn, data};
   program(&v, s->emu, &s->main, s->stage);
   program(&v, s->emu, &s->fs, SQ_FS);
}

uint32_t
sq_stage_inputs(const struct sq_stage_state *s)
{
   return s->main.prog->inputs;
}

static void
note_exports(struct sq_code *c, const struct sq_program *p)
{
   for (uint32_t i = 0; i < p->num_steps; i++) {
      if (p->steps[i].kind != SQ_CF_EXPORT)
         continue;
      const struct sq_export *x = &p->exports[p->steps[i].first];
      for (unsigned k = x->array_base; k < x->array_base + x->burst && k < 64; k++) {
         c->colors |= x->type == SQ_X_PIXEL && k < EMU_MAX_CB ? 1u << k : 0;
         c->z |= x->type == SQ_X_PIXEL && k == 61;
         c->params |= x->type == SQ_X_PARAM && k < EMU_MAX_PARAMS ? 1u << k : 0;
      }
   }
}

struct sq_code
sq_stage_code(const struct sq_stage_state *s)
{
   const struct sq_program *p = s->main.prog;
   struct sq_code c = {
      .program = p, .addr = sq_program_address(s->emu, s->stage), .scratch_B = s->scratch_vec4 * 16};
   uint32_t size_B = 0;
   for (uint32_t i = 0; i < p->num_extents; i++)
      size_B = MAX2(size_B, p->extents[i].off_B + p->extents[i].size_B);
   c.dw = emu_mem_ptr(&s->emu->mem, c.addr, size_B);
   c.num_dw = size_B / 4;
   note_exports(&c, p);
   return c;
}

bool
sq_stage_reads_beyond(const struct sq_stage_state *s, unsigned *bank, uint32_t *dword)
{
   const struct sq_program *p = s->main.prog;
   for (uint32_t i = 0; i < p->num_consts; i++) {
      const struct sq_const_ref *r = &p->consts[i];
      if (r->kind == SQ_C_KCACHE && r->dw >= s->kbuf[r->value].num_dw) {
         *bank = r->value;
         *dword = r->dw;
         return true;
      }
   }
   return false;
}
