/* SPDX-License-Identifier: MIT
 *
 * Which registers this stream has written, and garbage in the others. On a card nothing survives from one stream to the
 * next for certain: another context or another process draws in between. What a user's stream may not write stays: the
 * kernel has set it up, and keeps it.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "db/terascale/db_kernel_regs.h"
#include "db/terascale/db_print.h"
#include "db/terascale/db_tables.h"
#include "db/terascale/eg_regs.h"
#include "db/terascale/pm4.h"
#include "db/terascale/r6_regs.h"
#include "db/terascale/ts_regs.h"
#include "emulator/terascale/regs.h"
#include "emulator/terascale/sq/stage.h"
#include "emulator/terascale/strict/strict_priv.h"

static uint32_t
window_dw(const struct front *f, unsigned set)
{
   return (f->win[set].end - f->win[set].base) / 4;
}

/* Windows of registers that a name of db can stand in. */
static bool
place_of(const struct front *f, uint32_t offset, struct strict_live *out)
{
   for (unsigned i = 0; i < FRONT_NUM_SETS; i++) {
      if (f->win[i].store && offset >= f->win[i].base && offset < f->win[i].end) {
         out->set = (uint16_t)i;
         out->dword = (uint16_t)((offset - f->win[i].base) / 4);
         out->offset = offset;
         return true;
      }
   }
   return false;
}

/* Every instance of each register that db calls live. */
static bool
find_live(struct front *f, struct strict *s)
{
   const enum db_gen gen = f->e->chip->gen;
   const struct db_reg_table *t = db_regs(gen);
   unsigned most = 0;
   for (unsigned i = 0; i < t->count; i++)
      most += t->regs[i].live >> gen & 1 ? MAX2(t->regs[i].count, 1) : 0;
   s->live = calloc(most + 1, sizeof *s->live);
   for (unsigned i = 0; s->live && i < t->count; i++) {
      const struct db_reg *r = &t->regs[i];
      if (!(r->live >> gen & 1))
         continue;
      for (unsigned k = 0; k < MAX2(r->count, 1); k++) {
         if (!place_of(f, db_reg_offset(r, k), &s->live[s->num_live]))
            continue;
         assert(s->num_live < most);
         s->num_live++;
      }
   }
   return s->live;
}

bool
strict_registers_init(struct front *f, struct strict *s)
{
   if (!find_live(f, s))
      return false;
   for (unsigned i = 0; i < FRONT_NUM_SETS; i++) {
      s->written[i] = calloc(window_dw(f, i) / 32 + 1, sizeof *s->written[i]);
      if (!s->written[i])
         return false;
   }
   return true;
}

void
strict_registers_fini(struct strict *s)
{
   for (unsigned i = 0; i < FRONT_NUM_SETS; i++)
      free(s->written[i]);
   free(s->live);
}

/* May a user's stream write it? */
static bool
is_users(const struct front *f, unsigned set, uint32_t dword)
{
   const enum db_gen gen = f->e->chip->gen;
   if (set == FRONT_SET_CONFIG)
      return db_kernel_config_rules(gen)[dword] != DB_KERNEL_REFUSED;
   if (set == FRONT_SET_CONTEXT)
      return db_kernel_context_rules(gen)[dword] != DB_KERNEL_REFUSED;
   return true;
}

/* Another word for each register of each stream. */
static uint32_t
garbage(uint64_t stream, unsigned set, uint32_t dword)
{
   uint64_t x = (stream * FRONT_NUM_SETS + set) << 16 | dword;
   x = (x ^ x >> 31) * UINT64_C(0x9e3779b97f4a7c15);
   x = (x ^ x >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
   return (uint32_t)(x >> 32);
}

static void
poison(struct front *f)
{
   const uint64_t stream = f->strict->stream;
   for (unsigned i = 0; i < FRONT_NUM_SETS; i++)
      for (uint32_t k = 0; f->win[i].store && k < window_dw(f, i); k++)
         if (is_users(f, i, k))
            f->win[i].store[k] = garbage(stream, i, k);
   uint32_t *border = &f->e->regs.border[0][0][0];
   for (uint32_t k = 0; k < sizeof f->e->regs.border / 4; k++)
      border[k] = garbage(stream, FRONT_NUM_SETS, k);
   f->e->gpr_garbage = garbage(stream, FRONT_NUM_SETS, UINT16_MAX) | 1;
}

void
strict_registers_begin(struct front *f)
{
   struct strict *s = f->strict;
   for (unsigned i = 0; i < FRONT_NUM_SETS; i++)
      memset(s->written[i], 0, (window_dw(f, i) / 32 + 1) * sizeof *s->written[i]);
   memset(s->border_written, 0, sizeof s->border_written);
   if (s->mode == STRICT_ACT)
      poison(f);
   f->dirty = FRONT_DIRTY_ALL; /* every register that a draw depends on is read anew */
}

void
strict_registers_written(struct front *f, enum front_set set, uint32_t first, uint32_t count)
{
   struct strict *s = f->strict;
   assert(first + count <= window_dw(f, set));
   for (uint32_t i = first; i < first + count; i++)
      s->written[set][i / 32] |= 1u << i % 32;
}

void
strict_border(struct front *f, unsigned stage, unsigned sampler, unsigned chan)
{
   assert(stage < EMU_BORDER_STAGES && sampler < EMU_BORDER_SAMPLERS && chan < 4);
   f->strict->border_written[stage][sampler] |= (uint8_t)(1u << chan);
}

void
strict_clear_state(struct front *f)
{
   memset(f->strict->written[FRONT_SET_CONTEXT], 0xff, window_dw(f, FRONT_SET_CONTEXT) / 8);
}

bool
strict_draws_nothing(const struct front *f)
{
   enum {
      CLIP = (TS_PA_CL_CLIP_CNTL_OFFSET - DB_R6_CONTEXT_REG_BASE) / 4,
      MISC = (R6_SX_MISC_OFFSET - DB_R6_CONTEXT_REG_BASE) / 4
   };
   const uint32_t *ctx = f->win[FRONT_SET_CONTEXT].store;
   if (f->e->chip->gen == DB_R600)
      return strict_is_written(f->strict, FRONT_SET_CONTEXT, MISC) && R6_SX_MISC_get_MULTIPASS(ctx[MISC]);
   return strict_is_written(f->strict, FRONT_SET_CONTEXT, CLIP) &&
          TS_PA_CL_CLIP_CNTL_get_DX_RASTERIZATION_KILL(ctx[CLIP]);
}

/* Then nothing behind the vertex shader and its stream-out counts. */
static bool
is_without_effect(const struct front *f, uint32_t dword)
{
   const char *name = db_reg_name(f->e->chip->gen, DB_R6_CONTEXT_REG_BASE + 4 * dword);
   return strict_draws_nothing(f) && name && strncmp(name, "VGT_", 4) && strncmp(name, "SQ_", 3) &&
          strcmp(name, "PA_CL_CLIP_CNTL") && strcmp(name, "SX_MISC");
}

/* Evergreen's pixel shaders interpolate; SPI_PS_IN_CONTROL_0 cannot say "no input". */
static bool
is_unused_input(const struct front *f, uint32_t dword)
{
   enum { INPUT_0 = (EG_SPI_PS_INPUT_CNTL_OFFSET(0) - DB_R6_CONTEXT_REG_BASE) / 4 };
   return f->e->chip->gen >= DB_EVERGREEN && dword >= INPUT_0 && dword < INPUT_0 + EMU_MAX_PARAMS;
}

void
strict_read(struct front *f, uint32_t dword)
{
   const struct front_window *w = &f->win[FRONT_SET_CONTEXT];
   if (!strict_is_written(f->strict, FRONT_SET_CONTEXT, dword) && is_users(f, FRONT_SET_CONTEXT, dword) &&
       !is_without_effect(f, dword) && !is_unused_input(f, dword))
      strict_report(f, STRICT_R1, w->base + 4 * dword, w->store[dword],
                    "a draw depends on it, and this stream never wrote it");
}

/* May a texel of this sampler be the border colour that registers hold? */
static bool
takes_border(enum db_gen gen, uint32_t word0)
{
   enum {
      FIRST = R6_SQ_TEX_SAMPLER_WORD0__CLAMP_X__SQ_TEX_CLAMP_HALF_BORDER, /* and all behind it */
      REGISTER = R6_SQ_TEX_SAMPLER_WORD0__BORDER_COLOR_TYPE__SQ_TEX_BORDER_COLOR_REGISTER
   };
   _Static_assert((int)FIRST == EG_SQ_TEX_SAMPLER_WORD0__CLAMP_X__SQ_TEX_CLAMP_HALF_BORDER &&
                     (int)REGISTER ==
                        EG_SQ_TEX_SAMPLER_WORD0__BORDER_COLOR_TYPE__SQ_TEX_BORDER_COLOR_REGISTER,
                  "the same numbers on all chips");
   const bool eg = gen >= DB_EVERGREEN;
   const uint32_t type = eg ? EG_SQ_TEX_SAMPLER_WORD0_get_BORDER_COLOR_TYPE(word0)
                            : R6_SQ_TEX_SAMPLER_WORD0_get_BORDER_COLOR_TYPE(word0);
   const uint32_t clamp[] = {
      eg ? EG_SQ_TEX_SAMPLER_WORD0_get_CLAMP_X(word0) : R6_SQ_TEX_SAMPLER_WORD0_get_CLAMP_X(word0),
      eg ? EG_SQ_TEX_SAMPLER_WORD0_get_CLAMP_Y(word0) : R6_SQ_TEX_SAMPLER_WORD0_get_CLAMP_Y(word0),
      eg ? EG_SQ_TEX_SAMPLER_WORD0_get_CLAMP_Z(word0) : R6_SQ_TEX_SAMPLER_WORD0_get_CLAMP_Z(word0)};
   return type == REGISTER && (clamp[0] >= FIRST || clamp[1] >= FIRST || clamp[2] >= FIRST);
}

/* The sampler whose words begin at dword \p first of its window. */
static void
border_is_written(struct front *f, uint32_t first)
{
   const uint32_t slot = first / (DB_R6_SAMPLER_STRIDE_B / 4), stage = slot / DB_R6_SAMPLERS_PER_STAGE,
                  sampler = slot % DB_R6_SAMPLERS_PER_STAGE;
   const uint32_t word0 = f->win[FRONT_SET_SAMPLER].store[first];
   if (stage < EMU_BORDER_STAGES && takes_border(f->e->chip->gen, word0) &&
       f->strict->border_written[stage][sampler] != 15)
      strict_report_key(f, STRICT_R2, UINT64_C(1) << 32 | slot,
                        "the border colour of sampler %u of stage %u, which this stream never wrote", sampler,
                        stage);
}

static void
use_is_written(void *data, const struct sq_use *use)
{
   static const enum front_set sets[] = {
      [SQ_USE_CONTEXT] = FRONT_SET_CONTEXT,      [SQ_USE_TEXTURE] = FRONT_SET_RESOURCE,
      [SQ_USE_VERTICES] = FRONT_SET_RESOURCE,    [SQ_USE_SAMPLER] = FRONT_SET_SAMPLER,
      [SQ_USE_LOOP] = FRONT_SET_LOOP_CONST,      [SQ_USE_BOOL] = FRONT_SET_BOOL_CONST,
      [SQ_USE_CONST_FILE] = FRONT_SET_ALU_CONST,
   };
   struct front *f = data;
   const enum front_set set = sets[use->kind];
   const struct front_window *w = &f->win[set];
   for (uint32_t i = use->first; i < use->first + use->count && i < window_dw(f, set); i++) {
      if (!strict_is_written(f->strict, set, i)) {
         strict_report(f, set == FRONT_SET_CONTEXT ? STRICT_R1 : STRICT_R2, w->base + 4 * i, w->store[i],
                       "a shader depends on it, and this stream never wrote it");
         return;
      }
   }
   if (use->kind == SQ_USE_SAMPLER)
      border_is_written(f, use->first);
}

void
strict_shader_registers(struct front *f)
{
   enum { INPUT_0 = (EG_SPI_PS_INPUT_CNTL_OFFSET(0) - DB_R6_CONTEXT_REG_BASE) / 4 };
   sq_stage_for_each_use(f->vs, use_is_written, f);
   if (strict_draws_nothing(f))
      return;
   sq_stage_for_each_use(f->bound->ps, use_is_written, f);
   const uint32_t inputs = f->e->chip->gen >= DB_EVERGREEN ? sq_stage_inputs(f->bound->ps) : 0;
   for (unsigned i = 0; i < EMU_MAX_PARAMS; i++)
      if (inputs >> i & 1)
         use_is_written(f, &(struct sq_use){SQ_USE_CONTEXT, INPUT_0 + i, 1});
}

void
strict_live_registers(struct front *f)
{
   const struct strict *s = f->strict;
   for (unsigned i = 0; i < s->num_live; i++) {
      const struct strict_live *l = &s->live[i];
      if (!strict_is_written(s, (enum front_set)l->set, l->dword))
         strict_report(f, STRICT_R3, l->offset, f->win[l->set].store[l->dword],
                       "the chip draws by it, and this stream never wrote it");
   }
}
