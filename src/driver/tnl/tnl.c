/* SPDX-License-Identifier: MIT
 *
 * A draw in pieces. The vertices of a piece are those between the least and the greatest that it names, each shaded
 * once, or, where that would be many more than it names, one for each time that it does.
 */
#include "driver/tnl/tnl.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/ir/ir.h"
#include "driver/tnl/assemble.h"
#include "driver/tnl/clip.h"
#include "driver/tnl/fetch.h"
#include "driver/tnl/program.h"
#include "util/u_fpenv.h"
#include "util/u_math.h"

/** Where a component of the vertices that come out is. */
struct component {
   enum { FROM_ROW, FROM_POSITION, FROM_VALUE } from;
   uint32_t row;
   uint8_t comp;
   float value;
};

struct tnl {
   struct tnl_draw draw;
   struct tnl_volume volume;
   struct tnl_run run;
   uint32_t max_rows, max_data;
   /* What rows and components are of; a draw with the same has less to do. */
   uint64_t rows_of, components_of; /* tnl_program::serial; 0: none */
   uint32_t lanes_of;               /* of rows that draws fill, so many are filled */
   struct tnl_output outputs_of[TNL_MAX_OUTPUTS];
   uint8_t num_outputs_of;
   struct tnl_vertices v;
   uint32_t next, end;   /* primitives */
   uint32_t position[4]; /* rows; TNL_NO_ROW: 0, and 1 for w */
   struct component component[TNL_MAX_OUTPUTS * 4];
   uint32_t num_components;
   uint32_t ref[TNL_PIECE_REFS];
};

struct tnl *
tnl_create(void)
{
   struct tnl *t = calloc(1, sizeof *t);
   if (!t)
      return NULL;
   t->v.clip = malloc(TNL_PIECE_VERTICES * sizeof *t->v.clip);
   t->v.code = malloc(TNL_PIECE_VERTICES);
   t->v.indices = malloc(TNL_PIECE_INDICES * sizeof *t->v.indices);
   if (t->v.clip && t->v.code && t->v.indices)
      return t;
   tnl_destroy(t);
   return NULL;
}

void
tnl_destroy(struct tnl *t)
{
   if (!t)
      return;
   free(t->run.rows);
   free(t->v.clip);
   free(t->v.code);
   free(t->v.data);
   free(t->v.indices);
   free(t);
}

static void
fill_row(struct tnl *t, uint32_t row, uint32_t bits)
{
   for (unsigned l = 0; l < t->lanes_of; l++)
      t->run.rows[row].f[l] = uif(bits);
}

static bool
make_room(struct tnl *t)
{
   const uint32_t rows = t->draw.program->num_rows + 1, data = TNL_PIECE_VERTICES * t->v.stride_dw;
   if (rows > t->max_rows) {
      struct tnl_row *r = aligned_alloc(64, rows * sizeof *r);
      if (!r)
         return false;
      free(t->run.rows);
      t->run.rows = r;
      t->rows_of = 0;
      t->max_rows = rows;
   }
   if (data > t->max_data) {
      float *d = malloc(data * sizeof *d);
      if (!d)
         return false;
      free(t->v.data);
      t->v.data = d;
      t->max_data = data;
   }
   return true;
}

static uint32_t
stored_row(const struct tnl_program *p, unsigned semantic, unsigned sem_index, unsigned comp)
{
   uint32_t row = TNL_NO_ROW; /* what is stored last counts */
   for (size_t i = 0; i < p->stores.count; i++) {
      const struct tnl_store *s = &p->stores.data[i];
      if (s->semantic == semantic && s->comp == comp &&
          (semantic != IR_SEM_GENERIC || s->sem_index == sem_index))
         row = s->row;
   }
   return row;
}

static void
find_components(struct tnl *t)
{
   const struct tnl_draw *d = &t->draw;
   t->num_components = 0;
   for (unsigned c = 0; c < 4; c++)
      t->position[c] = stored_row(d->program, IR_SEM_POSITION, 0, c);
   for (unsigned o = 0; o < d->num_outputs; o++) {
      const struct tnl_output *out = &d->outputs[o];
      assert(out->components >= 1 && out->components <= 4);
      for (unsigned c = 0; c < out->components; c++) {
         struct component *k = &t->component[t->num_components++];
         *k = (struct component){.comp = (uint8_t)c, .value = out->value[c]};
         k->row = out->semantic == IR_SEM_FACE ? TNL_NO_ROW
                                               : stored_row(d->program, out->semantic, out->sem_index, c);
         k->from = out->semantic == IR_SEM_FRAG_COORD ? FROM_POSITION
                   : k->row == TNL_NO_ROW             ? FROM_VALUE
                                                      : FROM_ROW;
      }
   }
   t->v.stride_dw = 4 + t->num_components;
}

static bool
same_outputs(const struct tnl_output *a, const struct tnl_output *b, unsigned n)
{
   for (unsigned i = 0; i < n; i++)
      if (a[i].semantic != b[i].semantic || a[i].sem_index != b[i].sem_index ||
          a[i].components != b[i].components || memcmp(a[i].value, b[i].value, sizeof a[i].value) != 0)
         return false;
   return true;
}

/** find_components, unless they are those of the last draw. */
static void
update_components(struct tnl *t)
{
   const struct tnl_draw *d = &t->draw;
   if (t->components_of == d->program->serial && t->num_outputs_of == d->num_outputs &&
       same_outputs(t->outputs_of, d->outputs, d->num_outputs))
      return;
   find_components(t);
   t->components_of = d->program->serial;
   t->num_outputs_of = d->num_outputs;
   memcpy(t->outputs_of, d->outputs, d->num_outputs * sizeof *d->outputs);
}

#ifndef NDEBUG
static bool
is_filled(const struct tnl *t, uint32_t row, uint32_t bits)
{
   for (unsigned l = 0; l < t->lanes_of; l++)
      if (fui(t->run.rows[row].f[l]) != bits)
         return false;
   return true;
}
#endif

/** Lanes that a draw may run: shade_all shades twice as many vertices as primitives name, and one, at the most. */
static uint32_t
lanes_of(const struct tnl_draw *d)
{
   const uint64_t named = (uint64_t)tnl_num_primitives(d->mode, d->count) * tnl_primitive_vertices(d->mode);
   return (uint32_t)MIN2(u_align(2 * named + 1, TNL_BLOCK), TNL_LANES);
}

/** The rows that a draw fills, as many lanes as it runs. One that has its number from the last draw keeps it: steps never write them. */
static void
fill_rows(struct tnl *t)
{
   const struct tnl_draw *d = &t->draw;
   const struct tnl_program *p = d->program;
   const uint32_t lanes = lanes_of(d);
   const bool filled = t->rows_of == p->serial && t->lanes_of >= lanes;
   if (!filled)
      t->lanes_of = lanes;
   for (size_t i = 0; i < p->constants.count && !filled; i++)
      fill_row(t, p->constants.data[i].row, p->constants.data[i].bits);
   for (size_t i = 0; i < p->constants.count; i++)
      assert(is_filled(t, p->constants.data[i].row, p->constants.data[i].bits));
   for (size_t i = 0; i < p->uniforms.count; i++) {
      const struct tnl_fill *f = &p->uniforms.data[i];
      const uint32_t bits = f->bits < d->num_uniforms ? d->uniforms[f->bits * 4 + f->comp] : 0;
      if (!filled || fui(t->run.rows[f->row].f[0]) != bits)
         fill_row(t, f->row, bits);
      assert(is_filled(t, f->row, bits));
   }
   if (p->instance_id_row != TNL_NO_ROW)
      fill_row(t, p->instance_id_row, p->float_ints ? fui((float)d->instance) : d->instance);
   t->rows_of = p->serial;
}

struct tnl_draw *
tnl_last_draw(struct tnl *t)
{
   return &t->draw;
}

bool
tnl_begin(struct tnl *t, const struct tnl_draw *d)
{
   assert(d->num_outputs <= TNL_MAX_OUTPUTS);
   if (d != &t->draw)
      t->draw = *d;
   t->next = t->end = t->v.num_indices = 0;
   memcpy(t->volume.scale, d->scale, sizeof d->scale);
   memcpy(t->volume.translate, d->translate, sizeof d->translate);
   memcpy(t->volume.guard, d->guard, sizeof d->guard);
   t->volume.halfz = d->halfz;
   assert(d->guard[0] >= 1 && d->guard[1] >= 1);
   update_components(t);
   if (!make_room(t))
      return false;
   fill_rows(t);
   t->run.uniforms = d->uniforms;
   t->run.num_uniforms = d->num_uniforms;
   t->end = tnl_num_primitives(d->mode, d->count);
   return true;
}

static void
run_flow(struct tnl *t, const struct tnl_program *p, unsigned n)
{
   struct tnl_flow flow = {.lanes = n};
   t->run.flow = &flow;
   while (flow.next < p->steps.count) {
      const struct tnl_step *s = &p->steps.data[flow.next++];
      s->run(s, &t->run);
   }
   t->run.flow = NULL;
}

/** Component \p k of \p n vertices from \p first on. */
static void
store_component(struct tnl *t, uint32_t k, uint32_t first, unsigned n)
{
   const struct component *c = &t->component[k];
   const uint32_t stride_dw = t->v.stride_dw;
   float *out = t->v.data + (size_t)first * stride_dw + 4 + k;
   switch (c->from) {
   case FROM_ROW:
      for (unsigned l = 0; l < n; l++, out += stride_dw)
         *out = t->run.rows[c->row].f[l];
      break;
   case FROM_POSITION:
      for (unsigned l = 0; l < n; l++, out += stride_dw)
         *out = t->v.clip[first + l][c->comp];
      break;
   case FROM_VALUE:
      for (unsigned l = 0; l < n; l++, out += stride_dw)
         *out = c->value;
      break;
   }
}

/** Shades up to TNL_LANES vertices and appends them. */
static void
shade(struct tnl *t, const uint32_t *vertex, unsigned n)
{
   const struct tnl_program *p = t->draw.program;
   const struct tnl_row *rows = t->run.rows;
   const uint32_t first = t->v.num;
   assert(first + n <= TNL_PIECE_VERTICES);
   t->run.lanes = (uint32_t)u_align(n, TNL_BLOCK);
   assert(t->run.lanes <= t->lanes_of);
   tnl_fetch(p, &t->draw, vertex, n, t->run.lanes, t->run.rows);
   for (size_t i = 0; i < p->steps.count && !p->loops; i++)
      p->steps.data[i].run(&p->steps.data[i], &t->run);
   if (p->loops)
      run_flow(t, p, n);
   for (unsigned c = 0; c < 4; c++) {
      float(*const clip)[4] = t->v.clip + first;
      if (t->position[c] == TNL_NO_ROW)
         for (unsigned l = 0; l < n; l++)
            clip[l][c] = c == 3;
      else
         for (unsigned l = 0; l < n; l++)
            clip[l][c] = rows[t->position[c]].f[l];
   }
   for (uint32_t k = 0; k < t->num_components; k++)
      store_component(t, k, first, n);
   t->v.num += n;
}

/** Shades what the references name, and makes them places among the piece's vertices. */
static void
shade_all(struct tnl *t, uint32_t n)
{
   uint32_t min = UINT32_MAX, max = 0, batch[TNL_LANES];
   for (uint32_t i = 0; i < n; i++) {
      min = MIN2(min, t->ref[i]);
      max = MAX2(max, t->ref[i]);
   }
   const bool range = max - min < MIN2((uint64_t)n * 2, TNL_RANGE - 1) + 1;
   const uint32_t total = range ? max - min + 1 : n;
   for (uint32_t done = 0; done < total;) {
      const unsigned m = MIN2(total - done, TNL_LANES);
      for (unsigned l = 0; l < m; l++)
         batch[l] = range ? min + done + l : t->ref[done + l];
      shade(t, batch, m);
      done += m;
   }
   for (uint32_t i = 0; i < n; i++)
      t->ref[i] = range ? t->ref[i] - min : i;
}

bool
tnl_next(struct tnl *t, struct tnl_piece *out)
{
   const unsigned k = tnl_primitive_vertices(t->draw.mode);
   bool drawn = false;
   if (t->next >=
       t->end) { /* without another environment, which takes longer than a small draw's last look */
      *out = (struct tnl_piece){0};
      return false;
   }
   const struct u_fpenv env = u_fpenv_enter(U_FPENV_FLUSH);
   while (t->next < t->end && !drawn) {
      const uint32_t n = MIN2(t->end - t->next, TNL_PIECE_REFS / k);
      tnl_assemble(&t->draw, t->next, n, t->ref);
      t->next += n;
      t->v.num = t->v.num_indices = 0;
      shade_all(t, n * k);
      tnl_place_vertices(&t->v, &t->volume, 0);
      for (uint32_t i = 0; i < n; i++)
         tnl_clip_primitive(&t->v, &t->volume, t->ref + (size_t)i * k, k);
      drawn = t->v.num_indices != 0;
   }
   u_fpenv_leave(env);
   *out = (struct tnl_piece){.vertices = t->v.data,
                             .num_vertices = t->v.num,
                             .vertex_dw = t->v.stride_dw,
                             .indices = t->v.indices,
                             .num_indices = t->v.num_indices};
   return drawn;
}
