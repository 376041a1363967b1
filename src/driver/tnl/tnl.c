/* SPDX-License-Identifier: MIT
 *
 * A draw in pieces. The vertices of a piece are those between the least and the greatest that it names, each shaded
 * once, or, where that would be many more than it names, one for each time that it does.
 */
#include "driver/tnl/tnl.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "driver/tnl/assemble.h"
#include "driver/tnl/clip.h"
#include "driver/tnl/fetch.h"
#include "driver/tnl/layout.h"
#include "driver/tnl/program.h"
#include "util/u_fpenv.h"
#include "util/u_math.h"

struct tnl {
   struct tnl_draw draw;
   struct tnl_volume volume;
   struct tnl_run run;
   uint32_t max_rows, max_data;
   uint64_t rows_of;  /* tnl_program::serial of what the rows that draws fill are of; 0: none */
   uint32_t lanes_of; /* so many of them are filled */
   bool unsure;       /* a draw could not be begun */
   struct tnl_vertices v;
   uint32_t next, end; /* primitives */
   struct tnl_layout layout;
   struct tnl_source source[TNL_MAX_INPUTS]; /* of those that the program reads */
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
   const uint32_t rows = t->draw.program->num_rows + t->layout.num_values,
                  data = TNL_PIECE_VERTICES * t->v.stride_dw;
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

static struct tnl_volume
find_volume(const struct tnl_draw *d)
{
   struct tnl_volume v = {
      .halfz = d->halfz, .guard = {d->guard[0], d->guard[1]}
   };
   assert(d->guard[0] >= 1 && d->guard[1] >= 1);
   memcpy(v.scale, d->scale, sizeof d->scale);
   memcpy(v.translate, d->translate, sizeof d->translate);
   return v;
}

/** Brings up to date what is new. False: out of memory. */
static bool
update(struct tnl *t, unsigned changed)
{
   const struct tnl_draw *d = &t->draw;
   for (uint32_t rest = changed & (TNL_NEW_ARRAYS | TNL_NEW_PROGRAM) ? d->program->attribs : 0; rest;
        rest &= rest - 1) {
      const unsigned i = (unsigned)__builtin_ctz(rest);
      tnl_find_source(&t->source[i], &d->attrib[i]);
   }
   if (changed & TNL_NEW_VIEW)
      t->volume = find_volume(d);
   if (!(changed & TNL_NEW_PROGRAM))
      return true;
   tnl_find_layout(&t->layout, d);
   t->v.stride_dw = t->layout.vertex_dw;
   if (!make_room(t))
      return false;
   tnl_fill_values(&t->layout, t->run.rows);
   return true;
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

/** Does what draws keep of those before them fit to this one? */
static bool
is_updated(const struct tnl *t)
{
   struct tnl_layout layout = {0};
   const struct tnl_volume v = find_volume(&t->draw), *w = &t->volume;
   bool same = v.halfz == w->halfz && !memcmp(v.scale, w->scale, sizeof v.scale) &&
               !memcmp(v.translate, w->translate, sizeof v.translate) &&
               !memcmp(v.guard, w->guard, sizeof v.guard);
   for (uint32_t rest = t->draw.program->attribs; rest; rest &= rest - 1) {
      const unsigned i = (unsigned)__builtin_ctz(rest);
      struct tnl_source s;
      tnl_find_source(&s, &t->draw.attrib[i]);
      same &= s.data == t->source[i].data && s.elements == t->source[i].elements &&
              s.stride_B == t->source[i].stride_B && s.format == t->source[i].format;
   }
   tnl_find_layout(&layout, &t->draw);
   for (unsigned i = 0; i < layout.num_values; i++)
      for (unsigned l = 0; l < TNL_LANES; l++)
         same &= fui(t->run.rows[layout.first_value + i].f[l]) == layout.value[i];
   return same && !memcmp(&layout, &t->layout, sizeof layout);
}
#endif

static uint32_t
uniform(const struct tnl_draw *d, const struct tnl_fill *f)
{
   return f->bits < d->num_uniforms ? d->uniforms[f->bits * 4 + f->comp] : 0;
}

/** Lanes that a draw may run: shade_all shades twice as many vertices as primitives name, and one, at the most. */
static uint32_t
lanes_of(const struct tnl_draw *d, uint32_t primitives)
{
   const uint64_t named = (uint64_t)primitives * tnl_primitive_vertices(d->mode);
   return (uint32_t)MIN2(u_align(2 * named + 1, TNL_BLOCK), TNL_LANES);
}

/** The rows that a draw fills, as many lanes as it runs. One that has its number from the last draw keeps it: steps never write them. */
static void
fill_rows(struct tnl *t, uint32_t lanes, unsigned changed)
{
   const struct tnl_draw *d = &t->draw;
   const struct tnl_program *p = d->program;
   const bool filled = t->rows_of == p->serial && t->lanes_of >= lanes;
   if (!filled)
      t->lanes_of = lanes;
   for (size_t i = 0; i < p->constants.count && !filled; i++)
      fill_row(t, p->constants.data[i].row, p->constants.data[i].bits);
   for (size_t i = 0; i < p->constants.count; i++)
      assert(is_filled(t, p->constants.data[i].row, p->constants.data[i].bits));
   for (size_t i = 0; i < p->uniforms.count && (!filled || changed & TNL_NEW_UNIFORMS); i++) {
      const struct tnl_fill *f = &p->uniforms.data[i];
      const uint32_t bits = uniform(d, f);
      if (!filled || fui(t->run.rows[f->row].f[0]) != bits)
         fill_row(t, f->row, bits);
   }
   for (size_t i = 0; i < p->uniforms.count; i++)
      assert(is_filled(t, p->uniforms.data[i].row, uniform(d, &p->uniforms.data[i])));
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
tnl_begin(struct tnl *t, const struct tnl_draw *d, unsigned changed)
{
   assert(d->num_outputs <= TNL_MAX_OUTPUTS);
   if (d != &t->draw)
      t->draw = *d;
   t->next = t->end = t->v.num_indices = 0;
   changed |= t->unsure ? TNL_NEW_ALL : 0;
   t->unsure = true;
   if (changed && !update(t, changed))
      return false;
   t->unsure = false;
   assert(is_updated(t));
   const uint32_t primitives = tnl_num_primitives(d->mode, d->count);
   fill_rows(t, lanes_of(d, primitives), changed);
   t->run.uniforms = d->uniforms;
   t->run.num_uniforms = d->num_uniforms;
   t->end = primitives;
   return true;
}

static void
run_flow(struct tnl *t, const struct tnl_program *p, unsigned n)
{
   struct tnl_flow flow = {.lanes = n};
   t->run.flow = &flow;
   while (flow.next < p->steps.count) {
      const struct tnl_step *s = &p->steps.data[flow.next];
      flow.next += 1u + s->more;
      s->run(s, &t->run);
   }
   t->run.flow = NULL;
}

/** Shades up to TNL_LANES vertices and appends them. */
static void
shade(struct tnl *t, const uint32_t *vertex, unsigned n)
{
   const struct tnl_program *p = t->draw.program;
   const uint32_t lanes = (uint32_t)u_align(n, TNL_BLOCK);
   assert(t->v.num + lanes <= TNL_PIECE_VERTICES && lanes <= t->lanes_of);
   t->run.lanes = lanes;
   tnl_fetch(p, t->source, vertex, n, lanes, t->run.rows);
   if (p->loops)
      run_flow(t, p, n);
   else
      for (const struct tnl_step *s = p->steps.data, *end = s + p->steps.count; s < end; s += 1u + s->more)
         s->run(s, &t->run);
   tnl_place_vertices(&t->v, &t->volume, t->run.rows, t->layout.position, lanes);
   tnl_store_outputs(&t->layout, t->run.rows, lanes, t->v.data + (size_t)t->v.num * t->v.stride_dw);
   t->v.num += n;
}

/** Shades \p total vertices: those that \p ref names, or, where that is NULL, those from \p min on. */
static void
shade_all(struct tnl *t, const uint32_t *ref, uint32_t min, uint32_t total)
{
   uint32_t batch[TNL_LANES];
   for (uint32_t done = 0; done < total; done += TNL_LANES) {
      const unsigned n = MIN2(total - done, TNL_LANES);
      if (!ref)
         for (unsigned l = 0; l < n; l++)
            batch[l] = min + done + l;
      shade(t, ref ? ref + done : batch, n);
   }
}

/** Shades what \p n references name, and makes them places among the piece's vertices. */
static void
shade_named(struct tnl *t, uint32_t n)
{
   uint32_t min = UINT32_MAX, max = 0;
   for (uint32_t i = 0; i < n; i++) {
      min = MIN2(min, t->ref[i]);
      max = MAX2(max, t->ref[i]);
   }
   const bool range = max - min < MIN2((uint64_t)n * 2, TNL_RANGE - 1) + 1;
   shade_all(t, range ? NULL : t->ref, min, range ? max - min + 1 : n);
   for (uint32_t i = 0; i < n; i++)
      t->ref[i] = range ? t->ref[i] - min : i;
}

/** Shades the vertices of the next \p n primitives of \p k each, and finds the indices of what is to be drawn. */
static void
shade_primitives(struct tnl *t, uint32_t n, unsigned k)
{
   const struct tnl_draw *d = &t->draw;
   const uint32_t *ref = NULL; /* vertices one behind the other */
   t->v.num = 0;
   t->v.outside = 0;
   if (d->indices || !tnl_is_list(d->mode)) {
      tnl_assemble(d, t->next, n, t->ref);
      shade_named(t, n * k);
      ref = t->ref;
   } else {
      shade_all(t, NULL, d->start + t->next * k, n * k);
   }
   if (!t->v.outside) {
      tnl_take_primitives(&t->v, ref, n * k);
      return;
   }
   for (uint32_t i = 0; i < n * k && !ref; i++)
      t->ref[i] = i;
   tnl_clip_primitives(&t->v, &t->volume, t->ref, n, k);
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
      shade_primitives(t, n, k);
      t->next += n;
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
