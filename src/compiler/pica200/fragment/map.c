/* SPDX-License-Identifier: MIT
 *
 * A fragment shader becomes the set-up of fixed stages (binary.h). The order of the work, and why a shader was refused when no stages
 * were found: the first value of the shader that alone is out of reach is named.
 */
#include "compiler/pica200/fragment/search.h"

#include <stdlib.h>
#include <string.h>

#include "util/u_math.h"

#define REACH_BUDGET 3000 /* goals that are looked into */
#define MORE_STAGES  10   /* would these do? */
#define STRICT_MOST  128  /* in 1/255: only comparisons are as far off */

/** What of the shader the colour depends on. */
static void
mark(const struct pf *m, uint8_t *needed)
{
   for (const struct ir_node *n = m->s->body.last; n; n = n->prev)
      for (size_t i = n->kind == IR_NODE_BLOCK ? n->block->instrs.count : 0; i-- > 0;) {
         const struct ir_instr *in = n->block->instrs.data[i];
         bool wanted = !in->ndst;
         for (unsigned d = 0; d < in->ndst; d++)
            wanted |= needed[in->dst + d] != 0;
         for (unsigned k = 0; k < in->nsrc && wanted && in->op != IR_TEX; k++)
            if (in->src[k].kind == IR_SRC_SSA)
               needed[in->src[k].bits] = 1;
      }
}

/** Says why no six stages make a value, which stands in \p line. */
static void
explain_value(struct pf *m, struct pf_reach *reach, uint32_t value, uint32_t line)
{
   const struct pf_poly x = *pf_at(&m->polys, value);
   const uint32_t goal = pf_goal(m, value, PF_LOW | PF_HIGH);
   if (x.uniform || pf_reach(reach, goal, PF_STAGES))
      return;
   if (m->key->strict && x.affine)
      pf_refuse(m, line, "a varying may be outside of 0 to 1, where the chip clamps it at the vertices");
   else if (m->key->strict && (x.lo <= -PF_INFINITE || x.hi >= PF_INFINITE))
      pf_refuse(m, line, "a uniform may be outside of 0 to 1, which a constant of a stage cannot be");
   else if (pf_reach(reach, goal, MORE_STAGES))
      pf_refuse(m, line, "needs more than the six stages of the chip");
   else if (!reach->budget)
      pf_refuse(m, line, "no stages were found in the time that a search may take");
   else
      pf_refuse(m, line,
                "is not in the forms that stages compute: products, sums, differences, mixes and dot "
                "products of values in 0 to 1");
}

/** Names the first value of the shader that no six stages make. */
static bool
explain_values(struct pf *m, struct pf_reach *reach)
{
   uint8_t *needed = calloc(m->s->num_values + 1, 1);
   if (!needed)
      return m->polys.full = true;
   mark(m, needed);
   for (const struct ir_node *n = m->s->body.first; n && !m->failed; n = n->next)
      for (size_t i = 0; i < n->block->instrs.count && !m->failed; i++) {
         const struct ir_instr *in = n->block->instrs.data[i];
         for (unsigned d = 0; d < in->ndst && in->op != IR_TEX; d++)
            if (needed[in->dst + d])
               explain_value(m, reach, m->value[in->dst + d], m->line[in->dst + d]);
      }
   free(needed);
   return m->failed;
}

static bool
explain(struct pf *m, struct pf_reach *reach, const uint32_t goal[4], struct pf_solution *solution)
{
   bool each = true;
   for (unsigned c = 0; c < 4; c++)
      each &= pf_reach(reach, goal[c], PF_STAGES);
   if (!each && explain_values(m, reach))
      return false;
   uint32_t line = 0;
   for (unsigned c = 0; c < 4; c++) {
      line = MAX2(line, m->out_line[c]);
      if (!pf_reach(reach, goal[c], PF_STAGES))
         return pf_refuse(m, m->out_line[c],
                          "%s needs more than the six stages of the chip, or forms that they do not have",
                          (const char *[]){"red", "green", "blue", "alpha"}[c]);
   }
   if (pf_search(m, reach, goal, true, solution))
      return pf_refuse(m, line, "more varyings are colours than the four components of the primary colour");
   return pf_refuse(
      m, line, "the colour needs more than six stages, or two values saved at a time: there is one buffer");
}

static bool
find_stages(struct pf *m, struct pf_solution *solution)
{
   struct pf_reach reach = {.m = m, .budget = REACH_BUDGET};
   uint32_t goal[4];
   bool any = false;
   for (unsigned c = 0; c < 4; c++) {
      goal[c] = m->out[c] == PF_NONE ? PF_NONE : pf_goal(m, m->out[c], PF_LOW | PF_HIGH);
      any |= goal[c] != PF_NONE;
   }
   memset(solution, 0, sizeof *solution);
   memset(&solution->colour, 0xff, sizeof solution->colour);
   solution->colour.num = 0;
   bool ok = !any || pf_search(m, &reach, goal, false, solution);
   if (!ok && !m->polys.full) {
      reach.budget = REACH_BUDGET;
      explain(m, &reach, goal, solution);
   }
   u_vec_fini(&reach.table);
   return ok;
}

/** Does a vertex' colour hold a varying, which may be anything? */
static bool
takes_varyings(const struct pf *m, const uint32_t colour[4])
{
   for (unsigned c = 0; c < 4; c++) {
      const struct pf_poly *x = colour[c] != PF_NONE ? pf_at(&m->polys, colour[c]) : NULL;
      for (unsigned k = 0; x && k < x->num_terms; k++)
         for (unsigned i = 0; i < PF_MAX_DEGREE && x->term[k].atom[i] != PF_NO_ATOM; i++) {
            const struct pf_atom *a = &m->polys.atoms.data[x->term[k].atom[i]];
            if (a->kind == PF_ATOM_VARYING && m->s->inputs.data[a->value].semantic == IR_SEM_GENERIC)
               return true;
         }
   }
   return false;
}

static bool
map(struct pf *m, struct pica200_fragment *out)
{
   struct pf_consts k = {.count = 0};
   uint32_t colour[4];
   for (unsigned u = 0; u < PICA200_UNITS; u++)
      out->unit[u].bias = -1;
   if (!pf_read(m) || !pf_check(m, m->discard) || !pf_alpha_test(m, &k, out))
      return false;
   if (m->key->alpha_unused && !out->alpha_test)
      m->out[3] = PF_NONE;
   if (m->functions && (out->alpha_test || !pf_place_functions(m)))
      return false;
   for (unsigned c = 0; c < 4; c++)
      if (m->out[c] != PF_NONE && !pf_check(m, m->out[c]))
         return false;
   if (m->ramps && !pf_place_ramps(m))
      return false;
   if (!pf_place_tables(m) || !pf_place_samples(m, &k, out))
      return false;
   struct pf_solution *solution = u_arena_new(&m->polys.arena, struct pf_solution);
   if (!solution || !find_stages(m, solution))
      return false;
   if (m->key->strict && out->alpha_test && solution->alpha_error > 0)
      return pf_refuse(m, m->discard_line, "discard: the value that is compared is not exact");
   if (m->key->strict && solution->error > STRICT_MOST)
      return pf_refuse(m, m->out_line[0], "a comparison of values that are not exact may come out wrong");
   /* a sample of a table is rounded once more */
   out->error = (float)(solution->error + (m->function_error > 0 ? m->function_error + 0.5 : 0));
   if (!pf_emit(m, solution, &k, colour, out))
      return false;
   out->takes = (takes_varyings(m, colour) ? PICA200_TAKES_VARYINGS : 0) |
                (m->directions ? PICA200_TAKES_DIRECTIONS : 0) | (m->ranges ? PICA200_TAKES_RANGES : 0);
   return pf_tail(m, &k, colour, out);
}

/** Does it compare anything? */
static bool
compares(const struct ir_shader *s)
{
   for (const struct ir_node *n = s->body.first; n; n = n->next)
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         const unsigned op = n->block->instrs.data[i]->op;
         if (op == IR_FSLT || op == IR_FSGE || op == IR_FSEQ || op == IR_FSNE || op == IR_FSIGN)
            return true;
      }
   return false;
}

/** Ways to use texture units for what stages do badly. */
enum { TABLES = 1, RAMPS = 2, FUNCTIONS = 4 };

static bool
uses_tables(const struct pf *m)
{
   for (size_t i = 0; i < m->polys.atoms.count; i++) {
      const unsigned kind = m->polys.atoms.data[i].kind;
      if (kind == PF_ATOM_STEP || kind == PF_ATOM_BAND || kind == PF_ATOM_ROUND)
         return true;
   }
   return false;
}

/** One attempt, in which \p ways have to be of use. False, without a reason, if they are not. */
static bool
attempt(const struct ir_shader *s, const struct pica200_fragment_key *key, unsigned ways,
        struct pica200_fragment *out, char *error, size_t error_B)
{
   struct pf *m = calloc(1, sizeof *m);
   bool ok = false;
   memset(out, 0, sizeof *out);
   error[0] = 0;
   if (!m) {
      snprintf(error, error_B, "out of memory");
      return false;
   }
   m->s = s;
   m->key = key;
   m->tables = ways & TABLES;
   m->ramps = ways & RAMPS;
   m->functions = ways & FUNCTIONS;
   m->error = error;
   m->error_B = error_B;
   m->def = calloc(s->num_values + 1, sizeof *m->def);
   m->value = calloc(s->num_values + 1, sizeof *m->value);
   m->line = calloc(s->num_values + 1, sizeof *m->line);
   if (pf_polys_init(&m->polys) && m->def && m->value && m->line)
      ok = map(m, out) && !m->failed && !m->polys.full;
   else
      m->polys.full = true;
   if (m->polys.full && !m->failed)
      snprintf(error, error_B,
               m->polys.arena.out_of_memory || m->polys.polys.count < PF_MAX_POLYS
                  ? "out of memory"
                  : "the shader has more expressions than a search for stages looks at");
   if (ways & TABLES && !uses_tables(m)) {
      error[0] = 0;
      ok = false;
   }
   if (!ok)
      pica200_fragment_fini(out);
   for (unsigned i = 0; i < m->num_samples; i++)
      free(m->sample[i].function);
   pf_polys_fini(&m->polys);
   u_vec_fini(&m->reasons);
   free(m->def);
   free(m->value);
   free(m->line);
   free(m);
   return ok;
}

bool
pica200_map(const struct ir_shader *s, const struct pica200_fragment_key *key, struct pica200_fragment *out,
            char *error, size_t error_B)
{
   /* Stages alone compare in 8 bits and take varyings for 0 to 1: that is for who has no units left. */
   static const uint8_t ways[] = {TABLES | RAMPS, TABLES, RAMPS, 0};
   char first[256] = "", text[256];
   bool ok = false;
   for (unsigned i = compares(s) ? 0 : 2; i < ARRAY_SIZE(ways) && !ok; i++) {
      ok = attempt(s, key, ways[i], out, text, sizeof text);
      if (!first[0])
         memcpy(first, text, sizeof first);
   }
   if (!key->strict && (!ok || out->takes & PICA200_TAKES_VARYINGS)) {
      struct pica200_fragment table;
      if (attempt(s, key, FUNCTIONS, &table, text, sizeof text)) {
         pica200_fragment_fini(out);
         *out = table;
         ok = true;
      }
   }
   if (error_B)
      snprintf(error, error_B, "%s", ok ? "" : first);
   return ok;
}

void
pica200_fragment_fini(struct pica200_fragment *f)
{
   for (unsigned u = 0; u < PICA200_UNITS; u++) {
      free(f->unit[u].function);
      f->unit[u].function = NULL;
   }
   ir_shader_destroy(f->preamble);
   ir_shader_destroy(f->tail);
   f->preamble = f->tail = NULL;
}
