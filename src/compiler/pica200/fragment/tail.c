/* SPDX-License-Identifier: MIT
 *
 * What others compute for the stages, as IR: the preamble (sums of products of uniforms, by the CPU) and the tail (sums of varyings with
 * such factors, by the vertex shader). A colour that the vertex shader hands on is at least 0, since the chip takes its absolute value;
 * that it is at most 1 the chip sees to, at each vertex.
 */
#include "compiler/pica200/fragment/pf.h"

#include <stdlib.h>
#include <string.h>

#include "util/u_math.h"

struct writer {
   struct pf *m;
   struct ir_shader *to;
   struct ir_builder b;
   struct ir_src *of; /* preamble: of each SSA value of the shader */
   struct pf_consts *k;
   int viewport; /* tail: the constant that holds it */
};

/* ---- values that depend on uniforms alone ---- */

static void
need(const struct pf *m, uint32_t value, uint8_t *needed)
{
   U_VEC(uint32_t) todo = {0};
   if (!u_vec_push(&todo, value))
      return;
   while (todo.count) {
      const uint32_t v = todo.data[--todo.count];
      if (needed[v])
         continue;
      needed[v] = 1;
      for (unsigned i = 0; m->def[v] && i < m->def[v]->nsrc; i++)
         if (m->def[v]->src[i].kind == IR_SRC_SSA && !u_vec_push(&todo, m->def[v]->src[i].bits))
            needed[v] = 1; /* the copy will miss a value: the arena has failed, too */
   }
   u_vec_fini(&todo);
}

static void
need_poly(const struct pf *m, uint32_t poly, uint8_t *needed)
{
   const struct pf_poly *x = pf_at(&m->polys, poly);
   for (unsigned k = 0; k < x->num_terms; k++)
      for (unsigned i = 0; i < PF_MAX_DEGREE && x->term[k].atom[i] != PF_NO_ATOM; i++) {
         const struct pf_atom *a = &m->polys.atoms.data[x->term[k].atom[i]];
         if (a->kind == PF_ATOM_UNIFORM)
            need(m, a->value, needed);
         else
            need_poly(m, a->value, needed);
      }
}

static void
copy_values(struct writer *w, const uint8_t *needed)
{
   for (const struct ir_node *n = w->m->s->body.first; n; n = n->next)
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         const struct ir_instr *in = n->block->instrs.data[i];
         for (unsigned d = 0; d < in->ndst; d++) {
            if (!needed[in->dst + d])
               continue;
            if (in->op == IR_LOAD_UNIFORM) {
               w->of[in->dst + d] = ir_load_uniform(&w->b, (uint32_t)in->index, ir_undef(), in->comp + d);
               continue;
            }
            if (in->op == IR_LOAD_INPUT) { /* the only input that is the same for a whole draw */
               w->of[in->dst + d] = ir_immf(w->m->key->front_facing);
               continue;
            }
            struct ir_instr *c = ir_emit(&w->b, (enum ir_op)in->op, in->nsrc, 1);
            c->sat = in->sat;
            for (unsigned s = 0; s < in->nsrc; s++) {
               c->src[s] = in->src[s];
               if (in->src[s].kind != IR_SRC_SSA)
                  continue;
               c->src[s] = w->of[in->src[s].bits];
               c->src[s].abs = in->src[s].abs;
               c->src[s].neg = in->src[s].neg;
            }
            w->of[in->dst + d] = ir_ssa(c->dst);
         }
      }
}

static struct ir_src poly_value(struct writer *w, uint32_t poly);

static struct ir_src
atom_value(struct writer *w, const struct pf_atom *a)
{
   if (a->kind == PF_ATOM_UNIFORM)
      return a->comp ? ir_abs(w->of[a->value]) : w->of[a->value];
   if (a->kind == PF_ATOM_INVERSE)
      return ir_alu1(&w->b, IR_FRCP,
                     ir_alu2(&w->b, IR_FMAX, poly_value(w, a->value), ir_immf(PF_LEAST_BAND)));
   if (a->kind == PF_ATOM_UNIFORM_SUM)
      return poly_value(w, a->value);
   if (a->kind == PF_ATOM_UNIFORM_POS)
      return ir_alu2(&w->b, IR_FMAX, poly_value(w, a->value), ir_immf(0));
   if (a->kind == PF_ATOM_UNIFORM_GE)
      return ir_alu2(&w->b, IR_FSGE, poly_value(w, a->value), ir_immf(0));
   /* steps of 1/255; value.c has the same for numbers */
   const bool up = a->kind == PF_ATOM_CEIL;
   struct ir_src x = ir_alu2(&w->b, IR_FMUL, poly_value(w, a->value), ir_immf(up ? -255.0f : 255.0f));
   x = ir_alu1(&w->b, IR_FFLOOR, ir_alu2(&w->b, IR_FADD, x, ir_immf(2e-5f)));
   return ir_alu2(&w->b, IR_FMUL, x, ir_immf(up ? -1.0f / 255 : 1.0f / 255));
}

static struct ir_src
poly_value(struct writer *w, uint32_t poly)
{
   const struct pf_poly x = *pf_at(&w->m->polys, poly);
   struct ir_src sum = ir_immf(0);
   for (unsigned k = 0; k < x.num_terms; k++) {
      struct ir_src v = ir_immf((float)x.term[k].factor);
      bool one = x.term[k].factor == 1;
      for (unsigned i = 0; i < PF_MAX_DEGREE && x.term[k].atom[i] != PF_NO_ATOM; i++) {
         const struct ir_src a = atom_value(w, &w->m->polys.atoms.data[x.term[k].atom[i]]);
         v = one ? a : ir_alu2(&w->b, IR_FMUL, v, a);
         one = false;
      }
      sum = k ? ir_alu2(&w->b, IR_FADD, sum, v) : v;
   }
   return sum;
}

static bool
add_output(struct ir_shader *s, uint8_t sem_index, uint8_t ncomp)
{
   const struct ir_io io = {.name = "", .semantic = IR_SEM_GENERIC, .sem_index = sem_index, .ncomp = ncomp};
   return u_vec_push(&s->outputs, io);
}

static bool
preamble(struct pf *m, struct pf_consts *k, struct pica200_fragment *out)
{
   struct writer w = {.m = m, .to = ir_shader_create(IR_FRAGMENT), .k = k};
   uint8_t *needed = calloc(m->s->num_values + 1, 1);
   w.of = calloc(m->s->num_values + 1, sizeof *w.of);
   bool ok = w.to && needed && w.of;
   if (ok) {
      w.to->num_uniform_slots = m->s->num_uniform_slots + m->window;
      w.b = ir_builder_at_end(w.to);
      for (unsigned i = 0; i < k->count; i++)
         for (unsigned c = 0; c < 4; c++)
            if (k->poly[i][c] != PF_NONE)
               need_poly(m, k->poly[i][c], needed);
      copy_values(&w, needed);
      for (unsigned i = 0; i < k->count; i++) {
         ok &= add_output(w.to, (uint8_t)i, 4);
         for (unsigned c = 0; c < 4; c++) {
            struct ir_src v = k->poly[i][c] != PF_NONE ? poly_value(&w, k->poly[i][c]) : ir_immf(0);
            if (m->window && (int)i == out->viewport)
               v = ir_load_uniform(&w.b, m->s->num_uniform_slots, ir_undef(), c);
            ir_store_output(&w.b, i, c, v);
         }
      }
      ir_update_preds(w.to);
      ok &= !w.to->arena.out_of_memory;
   }
   free(needed);
   free(w.of);
   if (!ok) {
      ir_shader_destroy(w.to);
      m->polys.full = true;
      return false;
   }
   out->preamble = w.to;
   out->num_preamble = k->count;
   return true;
}

/* ---- what the vertex shader computes ---- */

static struct ir_src
uniform_value(struct writer *w, uint32_t poly)
{
   double v;
   if (pf_is_number(&w->m->polys, poly, &v))
      return ir_immf((float)v);
   for (unsigned i = 0; i < PICA200_PREAMBLE; i++) /* any free component will do */
      for (unsigned c = 0; c < 4; c++) {
         uint32_t at[4] = {PF_NONE, PF_NONE, PF_NONE, PF_NONE};
         if ((int)i == w->viewport ||
             (i < w->k->count && w->k->poly[i][c] != PF_NONE && w->k->poly[i][c] != poly))
            continue;
         at[c] = poly;
         if (i >= w->k->count)
            return ir_load_uniform(&w->b, (uint32_t)pf_const(w->m, w->k, at), ir_undef(), c);
         w->k->poly[i][c] = poly;
         return ir_load_uniform(&w->b, i, ir_undef(), c);
      }
   pf_refuse(w->m, 0, "more than %u vectors of constants", PICA200_PREAMBLE);
   return ir_immf(0);
}

static struct ir_src
input_value(struct writer *w, uint8_t semantic, uint8_t sem_index, const char *name, unsigned comp)
{
   for (size_t i = 0; i < w->to->inputs.count; i++)
      if (w->to->inputs.data[i].semantic == semantic && w->to->inputs.data[i].sem_index == sem_index)
         return ir_load_input(&w->b, (uint32_t)i, comp);
   const struct ir_io io = {.name = name ? u_arena_strdup(&w->to->arena, name) : "",
                            .semantic = semantic,
                            .sem_index = sem_index,
                            .ncomp = 4};
   if (!u_vec_push(&w->to->inputs, io)) {
      w->to->arena.out_of_memory = true;
      return ir_immf(0);
   }
   return ir_load_input(&w->b, (uint32_t)w->to->inputs.count - 1, comp);
}

/** A varying, or a component of the fragment's position times w: x half + centre w. */
static struct ir_src
varying_value(struct writer *w, const struct pf_atom *a)
{
   if (a->kind == PF_ATOM_VARYING) {
      const struct ir_io *io = &w->m->s->inputs.data[a->value];
      return input_value(w, io->semantic, io->sem_index, io->name, a->comp);
   }
   struct ir_src p = input_value(w, IR_SEM_POSITION, 0, "gl_Position", a->comp);
   if (a->comp == 3)
      return p;
   const struct ir_src half = ir_load_uniform(&w->b, (uint32_t)w->viewport, ir_undef(), a->comp);
   const struct ir_src centre = ir_load_uniform(&w->b, (uint32_t)w->viewport, ir_undef(), a->comp + 2u);
   const struct ir_src q = input_value(w, IR_SEM_POSITION, 0, "gl_Position", 3);
   p = ir_alu2(&w->b, IR_FMUL, p, half);
   return ir_alu3(&w->b, IR_FMAD, q, centre, p);
}

/** A sum of varyings with uniform factors. */
static struct ir_src
affine_value(struct writer *w, uint32_t poly)
{
   struct pf_polys *p = &w->m->polys;
   struct ir_src sum = ir_immf(0);
   bool any = false;
   while (pf_at(p, poly)->num_terms) {
      /* the factors of one varying, or what is without */
      const struct pf_term t = pf_at(p, poly)->term[0];
      uint16_t atom = PF_NO_ATOM;
      for (unsigned i = 0; i < PF_MAX_DEGREE && t.atom[i] != PF_NO_ATOM; i++)
         if (p->atoms.data[t.atom[i]].kind == PF_ATOM_VARYING ||
             p->atoms.data[t.atom[i]].kind == PF_ATOM_WINDOW)
            atom = t.atom[i];
      uint32_t factor, rest;
      if (atom == PF_NO_ATOM) { /* the first term is the sum's uniform part: take that alone */
         factor = pf_mad(p, 1, poly, pf_number(p, 0));
         for (unsigned k = 0; k < p->atoms.count; k++)
            if (p->atoms.data[k].kind == PF_ATOM_VARYING || p->atoms.data[k].kind == PF_ATOM_WINDOW) {
               uint32_t q;
               pf_divide(p, factor, (uint16_t)k, &q, &factor);
            }
         rest = pf_sub(p, poly, factor);
         const struct ir_src v = uniform_value(w, factor);
         sum = any ? ir_alu2(&w->b, IR_FADD, sum, v) : v;
      } else {
         pf_divide(p, poly, atom, &factor, &rest);
         const struct ir_src v = varying_value(w, &p->atoms.data[atom]);
         const struct ir_src f = uniform_value(w, factor);
         double n;
         if (pf_is_number(p, factor, &n) && n == 1)
            sum = any ? ir_alu2(&w->b, IR_FADD, sum, v) : v;
         else
            sum = any ? ir_alu3(&w->b, IR_FMAD, v, f, sum) : ir_alu2(&w->b, IR_FMUL, v, f);
      }
      any = true;
      if (p->full || p->too_large)
         break;
      poly = rest;
   }
   return sum;
}

static void
tail_output(struct writer *w, unsigned semantic, struct ir_src sum)
{
   if (!add_output(w->to, (uint8_t)semantic, 1))
      w->to->arena.out_of_memory = true;
   ir_store_output(&w->b, (uint32_t)w->to->outputs.count - 1, 0, sum);
}

/** A table's two are scaled last, so that a difference that is 0 stays what it is. */
static struct ir_src
coordinate(struct writer *w, const struct pf_sample *s, unsigned k)
{
   const struct ir_src x = affine_value(w, s->tail[k]);
   if (!s->table || k >= ARRAY_SIZE(s->scale))
      return x;
   const struct ir_src scale = uniform_value(w, s->scale[k]), add = uniform_value(w, s->add[k]);
   return ir_alu3(&w->b, IR_FMAD, x, scale, add);
}

static void
tail_outputs(struct writer *w, const uint32_t colour[4])
{
   static const uint8_t semantic[PICA200_UNITS][3] = {
      {PICA200_TC0_U, PICA200_TC0_V, PICA200_TC0_W },
      {PICA200_TC1_U, PICA200_TC1_V, PICA200_UNUSED},
      {PICA200_TC2_U, PICA200_TC2_V, PICA200_UNUSED}
   };
   for (unsigned c = 0; c < 4; c++)
      if (colour[c] != PF_NONE)
         tail_output(w, PICA200_COLOR_R + c, ir_alu2(&w->b, IR_FMAX, affine_value(w, colour[c]), ir_immf(0)));
   for (unsigned i = 0; i < w->m->num_samples; i++) {
      const struct pf_sample *s = &w->m->sample[i];
      if (s->unit < 0 || s->shares)
         continue;
      for (unsigned k = 0; k < 3; k++)
         if (s->tail[k] != PF_NONE)
            tail_output(w, semantic[s->unit][k], coordinate(w, s, k));
   }
}

bool
pf_tail(struct pf *m, struct pf_consts *k, const uint32_t colour[4], struct pica200_fragment *out)
{
   struct writer w = {.m = m, .to = ir_shader_create(IR_VERTEX), .k = k, .viewport = -1};
   out->viewport = -1;
   if (!w.to) {
      m->polys.full = true;
      return false;
   }
   if (m->window) {
      const uint32_t all[4] = {pf_number(&m->polys, 0), pf_number(&m->polys, 0), pf_number(&m->polys, 0),
                               pf_number(&m->polys, 0)};
      if (k->count < PICA200_PREAMBLE) {
         memcpy(k->poly[k->count], all, sizeof all);
         out->viewport = (int8_t)k->count++;
      } else {
         pf_refuse(m, 0, "more than %u vectors of constants", PICA200_PREAMBLE);
      }
      w.viewport = out->viewport;
   }
   w.b = ir_builder_at_end(w.to);
   tail_outputs(&w, colour);
   w.to->num_uniform_slots = k->count;
   ir_update_preds(w.to);
   const bool ok = !w.to->arena.out_of_memory && !m->failed && !m->polys.full;
   m->polys.full |= w.to->arena.out_of_memory;
   if (!ok || !w.to->outputs.count)
      ir_shader_destroy(w.to);
   else
      out->tail = w.to;
   return ok && (!k->count || preamble(m, k, out));
}
