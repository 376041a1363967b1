/* SPDX-License-Identifier: MIT
 *
 * Outputs of the vertex shader and inputs of the fragment shader in ESSL 3.00 (4.3.9, 4.3.10, chapter 11): matched by
 * name, checked, and packed into vectors; what is flat, what is smooth and what is of the centroid have vectors of
 * their own. Outputs that transform feedback captures get places although nobody may read them. gl_ClipDistance and
 * gl_CullDistance that the fragment shader reads are varyings like others, which need no output to feed them, and whose
 * floats lie four in a vector.
 */
#include "compiler/glsl/link/link.h"

#include <assert.h>
#include <string.h>

#include "util/u_math.h"

/** A varying that needs places: an output of the vertex shader, and the input that reads it, if any. */
struct channel {
   const struct glsl_var *out, *in;
   uint32_t first, count; /* its items */
};

struct packing {
   struct glsl_link *k;
   struct channel *channels;
   uint32_t num_channels;
   struct glsl_pack_item *items; /* of all channels; those of one mode are packed together */
   uint8_t *mode;                /* by item: bit 0 flat, bit 1 centroid */
   const char **names;
   uint32_t num_items;
};

static const struct glsl_var *
find_output(const struct glsl_shader *vs, const char *name)
{
   for (uint32_t i = 0; i < vs->globals.count; i++)
      if (vs->globals.data[i]->storage == GLSL_VAR_VARYING && !strcmp(vs->globals.data[i]->name, name))
         return vs->globals.data[i];
   return NULL;
}

static void
check_pair(struct glsl_link *k, const struct glsl_var *in, const struct glsl_var *out)
{
   char a[200], b[200];
   if (glsl_is_distance(in)) { /* "if either shader redeclares": EXT_clip_cull_distance, 7.4.1 */
      if ((in->sized || out->sized) && in->type->len != out->type->len)
         glsl_link_error(k, "%s has %u elements in the vertex shader and %u in the fragment shader", in->name,
                         out->type->len, in->type->len);
   } else if (!glsl_type_match(in->type, out->type))
      glsl_link_error(k, "\"%s\" is %s in the vertex shader and %s in the fragment shader", in->name,
                      glsl_type_name(out->type, a, sizeof a), glsl_type_name(in->type, b, sizeof b));
   else if (in->flat != out->flat)
      glsl_link_error(k, "\"%s\" is \"flat\" in one shader only", in->name);
}

/** Basic types inside, each of which is a rectangle of vectors. */
static void
add_items(struct packing *p, const struct glsl_type *t, uint32_t times, const struct glsl_var *v)
{
   if (glsl_is_distance(v)) {
      for (uint32_t i = 0; i < t->len; i += 4) {
         p->items[p->num_items] = (struct glsl_pack_item){.rows = 1, .comps = (uint8_t)MIN2(t->len - i, 4)};
         p->names[p->num_items++] = v->name;
      }
   } else if (t->base == GLSL_ARRAY) {
      add_items(p, t->elem, times * t->len, v);
   } else if (t->base == GLSL_STRUCT) {
      for (uint32_t i = 0; i < t->num_fields; i++)
         add_items(p, t->fields[i].type, times, v);
   } else {
      p->items[p->num_items] = (struct glsl_pack_item){.rows = times * t->cols, .comps = t->rows};
      p->names[p->num_items] = v->name;
      p->mode[p->num_items++] = (uint8_t)(v->flat | v->centroid << 1); /* of the input: it may differ */
   }
}

/** With the stages in different programs: does the output give the input a value? */
static bool
feeds(const struct glsl_var *in, const struct glsl_var *out)
{
   return glsl_is_distance(in) || (glsl_type_match(in->type, out->type) && in->flat == out->flat);
}

static void
find_channels(struct packing *p)
{
   struct glsl_link *k = p->k;
   const struct glsl_shader *vs = k->sh[IR_VERTEX], *fs = k->sh[IR_FRAGMENT];
   for (uint32_t i = 0; i < fs->globals.count; i++) {
      const struct glsl_var *in = fs->globals.data[i];
      if (in->storage != GLSL_VAR_VARYING)
         continue;
      const struct glsl_var *out = find_output(vs, in->name);
      if (k->separate && out && !feeds(in, out))
         out = NULL; /* no error: its values are undefined */
      else if (!k->separate && out)
         check_pair(k, in, out);
      else if (!k->separate && in->used && !glsl_is_distance(in))
         glsl_link_error(k, "the input \"%s\" of the fragment shader is no output of the vertex shader",
                         in->name);
      if (out && k->layout[IR_FRAGMENT].live[in->id])
         p->channels[p->num_channels++] = (struct channel){.out = out, .in = in};
   }
   for (uint32_t i = 0; i < vs->globals.count; i++) {
      const struct glsl_var *out = vs->globals.data[i];
      bool placed = out->storage != GLSL_VAR_VARYING || !glsl_is_captured(k, out);
      for (uint32_t c = 0; c < p->num_channels; c++)
         placed |= p->channels[c].out == out;
      if (!placed)
         p->channels[p->num_channels++] = (struct channel){.out = out};
   }
}

/** Packs the items of each mode behind those of the one before; returns the vectors taken, more than \p max if they
 * do not fit. */
static uint32_t
pack_modes(struct packing *p, uint32_t max)
{
   struct glsl_mem *tmp = &p->k->tmp;
   struct glsl_pack_item *same = glsl_array(tmp, struct glsl_pack_item, MAX2(p->num_items, 1));
   uint32_t base = 0;
   for (unsigned mode = 0; mode < 4; mode++) {
      uint32_t n = 0, end = 0;
      for (uint32_t i = 0; i < p->num_items; i++)
         if (p->mode[i] == mode)
            same[n++] = p->items[i];
      if (n && !glsl_pack(tmp, same, n, max - base))
         return max + 1;
      n = 0;
      for (uint32_t i = 0; i < p->num_items; i++) {
         if (p->mode[i] != mode)
            continue;
         p->items[i] = same[n++];
         p->items[i].row += base;
         end = MAX2(end, p->items[i].row + p->items[i].rows);
      }
      base = MAX2(base, end);
   }
   return base;
}

static struct ir_io *
make_io(const struct packing *p, uint32_t rows)
{
   struct glsl_mem *tmp = &p->k->tmp;
   struct ir_io *io = glsl_array(tmp, struct ir_io, MAX2(rows, 1));
   for (uint32_t r = 0; r < rows; r++)
      io[r] = (struct ir_io){.name = "", .semantic = IR_SEM_GENERIC, .sem_index = (uint8_t)r};
   for (uint32_t i = 0; i < p->num_items; i++) {
      const struct glsl_pack_item *item = &p->items[i];
      for (uint32_t r = item->row; r < item->row + item->rows; r++) {
         assert(r < rows);
         io[r].name = io[r].name[0] ? glsl_format(tmp, "%s+%s", io[r].name, p->names[i]) : p->names[i];
         io[r].ncomp = MAX2(io[r].ncomp, (uint8_t)(item->col + item->comps));
         io[r].flat = p->mode[i] & 1;
         io[r].centroid = p->mode[i] >> 1;
      }
   }
   return io;
}

/** Distances of the fragment shader may be more than those of the vertex shader; who has no output reads 0. */
static struct glsl_place *
input_places(struct packing *p, const struct channel *ch, struct glsl_place *places)
{
   const uint32_t n = ch->in->type->slots, known = ch->out->type->slots;
   if (n <= known)
      return places;
   assert(glsl_is_distance(ch->in));
   struct glsl_place *all = glsl_array(&p->k->tmp, struct glsl_place, n);
   for (uint32_t i = 0; i < n; i++)
      all[i] = i < known ? places[i] : (struct glsl_place){-1, 0};
   return all;
}

static void
set_places(struct packing *p)
{
   for (uint32_t c = 0; c < p->num_channels; c++) {
      const struct channel *ch = &p->channels[c];
      const uint32_t slots = ch->out->type->slots;
      struct glsl_place *places = glsl_array(&p->k->tmp, struct glsl_place, MAX2(slots, 1));
      uint32_t n = 0;
      for (uint32_t i = ch->first; i < ch->first + ch->count; i++) {
         const struct glsl_pack_item *item = &p->items[i];
         const unsigned each = glsl_is_distance(ch->out) ? item->comps : 1; /* places in a row */
         for (uint32_t r = 0; r < item->rows * each; r++)
            places[n++] =
               (struct glsl_place){(int32_t)(item->row + r / each), (uint8_t)(item->col + r % each)};
      }
      assert(n == slots);
      p->k->layout[IR_VERTEX].places[ch->out->id] = places;
      if (ch->in)
         p->k->layout[IR_FRAGMENT].places[ch->in->id] = input_places(p, ch, places);
   }
}

static uint32_t
count_items(const struct glsl_var *v)
{
   const struct glsl_type *t = v->type;
   if (glsl_is_distance(v))
      return (t->len + 3) / 4;
   while (t->base == GLSL_ARRAY)
      t = t->elem;
   return t->base == GLSL_STRUCT ? t->num_fields : 1;
}

/** The elements of gl_ClipDistance or gl_CullDistance in a shader, 0: it has not got it. */
static uint32_t
count_distances(const struct glsl_shader *sh, unsigned semantic)
{
   for (uint32_t i = 0; i < sh->globals.count; i++) {
      const struct glsl_var *v = sh->globals.data[i];
      if (v->semantic == semantic && v->storage == GLSL_VAR_VARYING && (v->sized || v->used))
         return v->type->len;
   }
   return 0;
}

static void
check_distances(struct glsl_link *k)
{
   uint32_t n = 0;
   for (unsigned semantic = GLSL_SEM_CLIP_DISTANCE; semantic <= GLSL_SEM_CULL_DISTANCE; semantic++)
      n += MAX2(count_distances(k->sh[IR_VERTEX], semantic), count_distances(k->sh[IR_FRAGMENT], semantic));
   if (n > k->opt->max_clip_distances)
      glsl_link_error(k, "gl_ClipDistance and gl_CullDistance have %u elements together, expected at most %u",
                      n, k->opt->max_clip_distances);
}

/** Packs all channels; returns the vectors taken, more than \p max if they do not fit. */
static uint32_t
pack_channels(struct packing *p, uint32_t max)
{
   struct glsl_mem *tmp = &p->k->tmp;
   uint32_t n = 1;
   for (uint32_t i = 0; i < p->num_channels; i++)
      n += count_items(p->channels[i].out);
   p->items = glsl_array(tmp, struct glsl_pack_item, n);
   p->mode = glsl_array(tmp, uint8_t, n);
   p->names = glsl_array(tmp, const char *, n);
   for (uint32_t i = 0; i < p->num_channels; i++) {
      struct channel *ch = &p->channels[i];
      ch->first = p->num_items;
      add_items(p, ch->out->type, 1, ch->in ? ch->in : ch->out);
      ch->count = p->num_items - ch->first;
   }
   return pack_modes(p, max);
}

static uint32_t
max_vectors(const struct glsl_link *k)
{
   return MIN2(MIN2(k->opt->max_vertex_output_vectors, k->opt->max_fragment_input_vectors), 32);
}

void
glsl_check_stage_interface(struct glsl_link *k, unsigned stage)
{
   const struct glsl_shader *sh = k->sh[stage];
   const uint32_t max = max_vectors(k);
   struct packing p = {.k = k};
   p.channels = glsl_array(&k->tmp, struct channel, sh->globals.count + 1);
   for (uint32_t i = 0; i < sh->globals.count; i++) {
      const struct glsl_var *v = sh->globals.data[i];
      if (v->storage == GLSL_VAR_VARYING && k->layout[stage].live[v->id])
         p.channels[p.num_channels++] = (struct channel){.out = v};
   }
   if (pack_channels(&p, max) > max)
      glsl_link_error(k, "too many %s: they do not fit into %u vectors",
                      stage == IR_VERTEX ? "outputs of the vertex shader" : "inputs of the fragment shader",
                      max);
}

void
glsl_link_interface(struct glsl_link *k)
{
   const struct glsl_shader *vs = k->sh[IR_VERTEX], *fs = k->sh[IR_FRAGMENT];
   struct packing p = {.k = k};
   p.channels = glsl_array(&k->tmp, struct channel, vs->globals.count + fs->globals.count + 1);
   find_channels(&p);
   check_distances(k);
   if (k->failed)
      return;
   const uint32_t max = max_vectors(k), rows = pack_channels(&p, max);
   if (rows > max) {
      glsl_link_error(k, "too many outputs of the vertex shader: they do not fit into %u vectors", max);
      return;
   }
   set_places(&p);
   k->layout[IR_VERTEX].outputs = k->layout[IR_FRAGMENT].inputs = make_io(&p, rows);
   k->layout[IR_VERTEX].num_outputs = k->layout[IR_FRAGMENT].num_inputs = rows;
}
