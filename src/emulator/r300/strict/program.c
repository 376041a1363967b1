/* SPDX-License-Identifier: MIT
 *
 * Rules of shaders: the validator's (isa/r300/validate.h) for any driver's programs, each looked at once. Programs are read in the
 * order of addresses, whatever way they go; registers by address and loops of vertex shaders are left out.
 */
#include "emulator/r300/strict/program.h"

#include "emulator/r300/state/derive.h"
#include "util/u_disk_cache.h"
#include "util/u_math.h"

/* False: one of the last programs had this hash. */
static bool
is_new(struct r300_programs *seen, uint64_t hash)
{
   uint64_t *slot = &seen->hash[hash % ARRAY_SIZE(seen->hash)];
   if (*slot == hash)
      return false;
   *slot = hash;
   return true;
}

static bool
check_vertex(struct emulator *e, const struct r300_draw *d, struct r300_programs *seen,
             struct r300_program_fault *f)
{
   const unsigned first = d->vertex.pvs.first, num = d->vertex.pvs.last - first + 1u;
   const struct r300_program p = {.code = R300_CODE_PVS, .dw = e->pvs_memory[first], .num = num};
   return d->vertex.bypass || !is_new(seen, u_hash64(p.dw, num * sizeof e->pvs_memory[0])) ||
          r300_validate(&p, e->chip, &f->rule, f->text, sizeof f->text);
}

static bool
check_r5(struct emulator *e, const struct r300_draw *d, struct r300_programs *seen,
         struct r300_program_fault *f)
{
   const struct us_program *us = d->us.program;
   const uint32_t first = us->first + R5_US_CODE_OFFSET_get_OFFSET_ADDR(e->r5.mmio.US_CODE_OFFSET);
   const struct r300_program p = {
      .code = R300_CODE_US, .dw = e->us_code[first], .num = us->last - us->first + 1u};
   return !is_new(seen, u_hash64(p.dw, p.num * sizeof e->us_code[0])) ||
          r300_validate(&p, e->chip, &f->rule, f->text, sizeof f->text);
}

static bool
check_r3(struct emulator *e, struct r300_programs *seen, struct r300_program_fault *f)
{
   uint32_t dw[US_R3_INSTS][4];
   struct r300_program p = {.code = R300_CODE_ALU,
                            .dw = dw[0],
                            .num = e->chip->us_alu,
                            .tex = e->us_r3.tex,
                            .num_tex = e->chip->us_tex,
                            .ext_addr = e->us_r3.ext,
                            .config = e->r3.mmio.US_CONFIG,
                            .code_ext = e->reg[R3_US_CODE_EXT_OFFSET / 4],
                            .extended =
                               e->chip->gen == R300_GEN_R400 &&
                               R3_US_CODE_BANK_get_R390_MODE_ENABLE(e->reg[R3_US_CODE_BANK_OFFSET / 4])};
   for (unsigned i = 0; i < ARRAY_SIZE(p.code_addr); i++)
      p.code_addr[i] = e->reg[R3_US_CODE_ADDR_OFFSET(i) / 4];
   const uint32_t setup[6] = {p.config,       p.code_ext,     p.code_addr[0],
                              p.code_addr[1], p.code_addr[2], p.code_addr[3]};
   const uint32_t offset = e->r3.mmio.US_CODE_OFFSET;
   if (R3_US_CODE_OFFSET_get_ALU_CODE_OFFSET(offset) || R3_US_CODE_OFFSET_get_TEX_CODE_OFFSET(offset))
      return true; /* the validator's programs begin at 0, and no driver is known to move one */
   if (!is_new(seen, u_hash64(&e->us_r3, sizeof e->us_r3) ^ u_hash64(setup, sizeof setup)))
      return true;
   for (unsigned i = 0; i < p.num; i++) {
      dw[i][0] = e->us_r3.rgb_addr[i];
      dw[i][1] = e->us_r3.alpha_addr[i];
      dw[i][2] = e->us_r3.rgb_inst[i];
      dw[i][3] = e->us_r3.alpha_inst[i];
   }
   return r300_validate(&p, e->chip, &f->rule, f->text, sizeof f->text);
}

bool
r300_check_programs(struct emulator *e, const struct r300_draw *d, struct r300_programs *seen,
                    struct r300_program_fault *f)
{
   f->vertex = true;
   if (!check_vertex(e, d, seen, f))
      return false;
   f->vertex = false;
   return e->r500 ? check_r5(e, d, seen, f) : check_r3(e, seen, f);
}
