/* SPDX-License-Identifier: MIT
 *
 * Rules of shaders: the validator's (isa/terascale/validate.h) for any driver's programs, once for each program and what
 * its registers give it; what it exports against what the pipe waits for; constants behind the end of their buffer.
 * Left out: reads of GPRs that nobody has written (in mode act they hold garbage).
 */
#include "db/terascale/eg_regs.h"
#include "db/terascale/r6_regs.h"
#include "db/terascale/ts_regs.h"
#include "emulator/terascale/sq/places.h"
#include "emulator/terascale/strict/strict_priv.h"
#include "isa/terascale/validate.h"

/* True: this program was looked at before with the same registers. */
static bool
is_known(struct strict *s, const struct strict_checked *c)
{
   const uint64_t hash =
      ((uintptr_t)c->program >> 4 ^ c->resources ^ c->scratch_B) * UINT64_C(0x9e3779b97f4a7c15);
   struct strict_checked *slot = &s->checked[hash >> 48 & (STRICT_CHECKED - 1)];
   if (slot->program == c->program && slot->resources == c->resources && slot->scratch_B == c->scratch_B)
      return true;
   *slot = *c;
   return false;
}

static void
code_rules(struct front *f, const struct sq_code *c, enum sq_stage stage)
{
   static const enum strict_rule_id ids[] = {
      [ISA_FORM] = STRICT_X10,
      [ISA_INTERP] = STRICT_X1,
      [ISA_RELATIVE] = STRICT_X2,
      [ISA_DERIVATIVES] = STRICT_X3,
   };
   const uint32_t resources = f->win[FRONT_SET_CONTEXT].store[sq_places_of(f->e, stage)->resources];
   const struct strict_checked key = {c->program, resources, c->scratch_B};
   if (!c->dw || is_known(f->strict, &key))
      return;
   const struct isa_program p = {.dw = c->dw,
                                 .num_dw = c->num_dw,
                                 .stage = stage == SQ_PS ? ISA_FRAGMENT : ISA_VERTEX,
                                 .num_gprs = R6_SQ_PGM_RESOURCES_PS_get_NUM_GPRS(resources),
                                 .stack_size = R6_SQ_PGM_RESOURCES_PS_get_STACK_SIZE(resources),
                                 .scratch_B = c->scratch_B};
   enum isa_rule rule;
   char error[200];
   if (!isa_validate(&p, f->e->chip, &rule, error, sizeof error))
      strict_report_key(f, ids[rule], c->addr, "%s shader at 0x%llx: %s", stage == SQ_PS ? "pixel" : "vertex",
                        (unsigned long long)c->addr, error);
   else if (stage == SQ_PS && !isa_quads(&p, f->e->chip, error, sizeof error))
      strict_report_key(f, STRICT_X4, c->addr, "pixel shader at 0x%llx: %s", (unsigned long long)c->addr,
                        error);
}

static void
constant_rules(struct front *f, const struct sq_stage_state *s, const struct sq_code *c)
{
   unsigned bank;
   uint32_t dword;
   if (sq_stage_reads_beyond(s, &bank, &dword))
      strict_report_key(f, STRICT_X7, c->addr,
                        "shader at 0x%llx: dword %u of constant buffer %u lies behind its end",
                        (unsigned long long)c->addr, dword, bank % 16);
}

static void
export_rules(struct front *f, const struct sq_code *vs, const struct sq_code *ps)
{
   const uint32_t out = f->e->regs.ts.ctx.SPI_VS_OUT_CONFIG;
   const unsigned params = TS_SPI_VS_OUT_CONFIG_get_VS_EXPORT_COUNT(out) + 1;
   const uint32_t all = params < 32 ? (1u << params) - 1 : UINT32_MAX;
   if ((vs->params & all) != all)
      strict_report(f, STRICT_X8, TS_SPI_VS_OUT_CONFIG_OFFSET, out,
                    "%u parameters, the vertex shader exports mask 0x%x", params, vs->params);
   const bool old = f->e->chip->gen < DB_EVERGREEN;
   const uint32_t offset = old ? R6_SQ_PGM_EXPORTS_PS_OFFSET : EG_SQ_PGM_EXPORTS_PS_OFFSET;
   const uint32_t want = f->win[FRONT_SET_CONTEXT].store[(offset - f->win[FRONT_SET_CONTEXT].base) / 4];
   unsigned colors = 0;
   for (uint32_t m = ps->colors; m; m &= m - 1)
      colors++;
   if (R6_SQ_PGM_EXPORTS_PS_get_EXPORT_COLORS(want) != colors ||
       R6_SQ_PGM_EXPORTS_PS_get_EXPORT_Z(want) != ps->z)
      strict_report(f, STRICT_X8, offset, want, "the pixel shader exports %u colours and %s depth", colors,
                    ps->z ? "a" : "no");
}

void
strict_programs(struct front *f)
{
   const struct sq_code vs = sq_stage_code(f->vs);
   if (!vs.program)
      return;
   code_rules(f, &vs, SQ_VS);
   constant_rules(f, f->vs, &vs);
   if (strict_draws_nothing(f))
      return;
   const struct sq_code ps = sq_stage_code(f->bound->ps);
   code_rules(f, &ps, SQ_PS);
   constant_rules(f, f->bound->ps, &ps);
   export_rules(f, &vs, &ps);
}
