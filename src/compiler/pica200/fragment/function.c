/* SPDX-License-Identifier: MIT
 *
 * Components of the output that depend on one or two components of varyings and on nothing else but numbers: tables of what the shader says
 * there, as textures whose coordinates these varyings are. A unit has two coordinates, and any components that depend on no others.
 *
 * A table has an end where varyings have none. What is written is clamped to 0 to 1, so that most functions are constant from somewhere on, where the
 * texture is clamped to its edge; a function that repeats repeats as a texture. Where neither is so, or where one varying decides where the other's ends
 * are, a range is guessed, and a driver is told. All values are those of the IR's evaluator, the same on every host.
 */
#include "compiler/pica200/fragment/pf.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/ir/core/util.h"
#include "util/u_fpenv.h"
#include "util/u_math.h"

enum {
   ALONE = 1024, /* texels of one varying */
   PAIR = 256,   /* ... of two that no component has both of */
   SQUARE = 128, /* ... of two together */
   LEAST = 8,    /* rows of a texture */
   STEPS = 192,  /* places in each direction where the ends are looked for */
   TESTS = 2048, /* places where a table is compared with its function */
   MOST = 1000,  /* instructions of a function, for the time that a link may take */
};

#define NEAREST_PLACE 0x1p-10f
#define SAME          (0.5f / 255)
#define GUESS         8.0f
#define TAU           6.28318531f
#define STEP          16.0f  /* 1/255: what a filtered table is off by beside a step */
#define BESIDE        0.125f /* of a range: where the texture is clamped to its edge */
#define MEAN          2.0f   /* 1/255: a table that is off by more in the mean says nothing */

/** What a component is. */
struct function {
   const struct pf *m;
   unsigned component, num_vars;
   uint32_t var[2]; /* 4 * input + component */
   struct ir_src result;
   uint8_t *needed;               /* by value */
   const struct ir_instr **instr; /* that it needs, in order */
   unsigned num_instrs;
};

/** A varying on an axis of a table. */
struct axis {
   float lo, hi;
   bool repeats;
   bool guessed; /* the function goes on beyond */
};

/** What shares a unit. */
struct group {
   unsigned num_vars, num_functions;
   uint32_t var[2];
   const struct function *function[4];
   struct axis axis[2];
   bool both; /* some function has both */
};

/* ---- functions ---- */

static bool
add_var(struct function *f, uint32_t var)
{
   for (unsigned i = 0; i < f->num_vars; i++)
      if (f->var[i] == var)
         return true;
   if (f->num_vars == 2)
      return false;
   f->var[f->num_vars++] = var;
   return true;
}

/** Is the instruction one of a function? What it loads joins its varyings. */
static bool
is_of_function(struct function *f, const struct ir_instr *in, uint32_t value)
{
   if (!in)
      return false;
   if (in->op == IR_LOAD_INPUT) {
      const struct ir_io *io = &f->m->s->inputs.data[in->index];
      const uint32_t var = 4 * (uint32_t)in->index + in->comp + (value - in->dst);
      return io->semantic == IR_SEM_FACE ||
             ((io->semantic == IR_SEM_GENERIC || io->semantic == IR_SEM_POINT_COORD) && add_var(f, var));
   }
   return in->ndst == 1 && in->nsrc <= 8 && (in->op == IR_MOV || ir_can_eval((enum ir_op)in->op));
}

/** Notes the instructions that are needed. */
static bool
list_instrs(struct function *f)
{
   for (unsigned fill = 0; fill < 2; fill++) {
      f->num_instrs = 0;
      for (const struct ir_node *n = f->m->s->body.first; n; n = n->next)
         for (size_t i = 0; i < n->block->instrs.count; i++) {
            const struct ir_instr *in = n->block->instrs.data[i];
            bool needed = false;
            for (unsigned d = 0; d < in->ndst; d++)
               needed |= f->needed[in->dst + d];
            if (needed && fill)
               f->instr[f->num_instrs] = in;
            f->num_instrs += needed;
         }
      if (f->num_instrs > MOST)
         return false;
      if (!fill && !(f->instr = malloc((f->num_instrs + 1) * sizeof(void *))))
         return false;
   }
   return true;
}

/** Everything that the component needs. False: it is no function of one or two varyings. */
static bool
read_function(struct function *f)
{
   U_VEC(uint32_t) todo = {0};
   bool ok = f->result.kind != IR_SRC_SSA || u_vec_push(&todo, f->result.bits);
   while (ok && todo.count) {
      const uint32_t v = todo.data[--todo.count];
      if (f->needed[v])
         continue;
      f->needed[v] = 1;
      const struct ir_instr *in = f->m->def[v];
      ok = is_of_function(f, in, v);
      for (unsigned i = 0; ok && in->op != IR_LOAD_INPUT && i < in->nsrc; i++)
         if (in->src[i].kind == IR_SRC_SSA)
            ok = u_vec_push(&todo, in->src[i].bits);
   }
   u_vec_fini(&todo);
   return ok && f->num_vars && list_instrs(f);
}

static void
eval_instr(const struct function *f, const struct ir_instr *in, const float x[2], uint32_t *values)
{
   uint32_t src[8] = {0};
   if (in->op == IR_LOAD_INPUT) {
      for (unsigned k = 0; k < in->ndst; k++) {
         const uint32_t var = 4 * (uint32_t)in->index + in->comp + k;
         const bool face = f->m->s->inputs.data[in->index].semantic == IR_SEM_FACE;
         values[in->dst + k] =
            face ? fui(f->m->key->front_facing) : fui(f->num_vars && var == f->var[0] ? x[0] : x[1]);
      }
      return;
   }
   for (unsigned k = 0; k < in->nsrc; k++)
      src[k] = ir_src_value(&in->src[k], values);
   values[in->dst] = in->op == IR_MOV ? src[0] : 0;
   if (in->op != IR_MOV)
      ir_eval_alu((enum ir_op)in->op, in->sat, src, &values[in->dst]);
   else if (in->sat)
      values[in->dst] = fui(CLAMP(uif(src[0]), 0.0f, 1.0f));
}

/** What is written where its varyings are \p x; no number is 0. */
static float
eval(const struct function *f, const float x[2], uint32_t *values)
{
   for (unsigned i = 0; i < f->num_instrs; i++)
      eval_instr(f, f->instr[i], x, values);
   const float v = uif(ir_src_value(&f->result, values));
   return v > 0 ? (v < 1 ? v : 1) : 0;
}

/* ---- ranges ---- */

/** Place \p i of 2 * STEPS + 1: from the least up, eight in each doubling. */
static float
place(unsigned i)
{
   if (i == STEPS)
      return 0;
   const unsigned n = i > STEPS ? i - STEPS - 1 : STEPS - 1 - i;
   const float size = NEAREST_PLACE * ir_exp2f((float)n / 8);
   return i > STEPS ? size : -size;
}

static bool
differ(float a, float b)
{
   return a - b > SAME || b - a > SAME;
}

/** Where function \p f is not constant along its varying \p k, the other one being \p other. False: up to the end. */
static bool
find_ends(const struct function *f, unsigned k, float other, uint32_t *values, struct axis *a)
{
   enum { N = 2 * STEPS + 1 };
   float v[N], x[2];
   x[!k] = other;
   for (unsigned i = 0; i < N; i++) {
      x[k] = place(i);
      v[i] = eval(f, x, values);
   }
   unsigned first = 1, last = N - 2;
   while (first < N && !differ(v[first], v[0]))
      first++;
   while (last > 0 && !differ(v[last], v[N - 1]))
      last--;
   if (first == N)
      return true; /* constant */
   a->lo = MIN2(a->lo, place(first - 1));
   a->hi = MAX2(a->hi, place(last + 1));
   return first > STEPS / 8 && last < N - STEPS / 8;
}

/** Does it repeat after \p period? */
static bool
repeats(const struct function *f, float period, uint32_t *values)
{
   uint32_t seed = 1;
   for (unsigned i = 0; i < TESTS / 4; i++) {
      seed = seed * 1103515245 + 12345;
      const float at = (float)(seed >> 8) / (float)(1 << 24) * 16 - 8, n = (float)(i % 8) - 4;
      const float x[2] = {at, 0}, y[2] = {at + n * period, 0};
      if (differ(eval(f, x, values), eval(f, y, values)))
         return false;
   }
   return true;
}

/** Do all functions of varying \p k, which must have no other one? */
static bool
all_repeat(const struct group *g, unsigned k, float period, uint32_t *values)
{
   for (unsigned i = 0; i < g->num_functions; i++) {
      const struct function *f = g->function[i];
      const bool has = f->var[0] == g->var[k] || (f->num_vars == 2 && f->var[1] == g->var[k]);
      if (has && (f->num_vars == 2 || !repeats(f, period, values)))
         return false;
   }
   return true;
}

/** Sines repeat after 2 pi over a factor, fractions after 1 over it; the factor is one of the shader's numbers, or 1. 0: no such period. */
static float
find_period(const struct group *g, unsigned k, uint32_t *values)
{
   for (unsigned n = 0; n < g->num_functions; n++) {
      const struct function *f = g->function[n];
      for (unsigned i = 0; i < f->num_instrs && f->var[0] == g->var[k]; i++) {
         const struct ir_instr *in = f->instr[i];
         for (unsigned s = 0; in->op != IR_LOAD_INPUT && s <= in->nsrc; s++) {
            const float number = s == in->nsrc ? 1 : in->src[s].kind == IR_SRC_IMM ? uif(in->src[s].bits) : 0;
            const float factor = number < 0 ? -number : number;
            if (!(factor > 0x1p-10f && factor < 0x1p10f))
               continue;
            const float periods[] = {1 / factor, factor, TAU / factor, TAU * factor};
            for (unsigned t = 0; t < ARRAY_SIZE(periods); t++)
               if (all_repeat(g, k, periods[t], values))
                  return periods[t];
         }
      }
   }
   return 0;
}

/** The range of varying \p k of a group. */
static void
find_axis(struct pf *m, struct group *g, unsigned k, uint32_t *values)
{
   static const float others[] = {0, -1, 0.5f, 1};
   struct axis a = {.lo = (float)PF_INFINITE, .hi = (float)-PF_INFINITE};
   bool ends = true;
   for (unsigned i = 0; i < g->num_functions; i++) {
      const struct function *f = g->function[i];
      for (unsigned v = 0; v < f->num_vars; v++) {
         if (f->var[v] != g->var[k])
            continue;
         for (unsigned o = 0; o < (f->num_vars == 2 ? ARRAY_SIZE(others) : 1); o++)
            ends &= find_ends(f, v, others[o], values, &a);
         a.guessed |= f->num_vars == 2;
      }
   }
   const float period = ends ? 0 : find_period(g, k, values);
   if (period > 0) {
      g->axis[k] = (struct axis){.hi = period, .repeats = true};
      m->ranges |= a.guessed;
      return;
   }
   if (a.lo > a.hi)
      a = (struct axis){.hi = 1, .guessed = a.guessed};
   if (!ends) {
      a.guessed = true;
      a.lo = MAX2(a.lo, -GUESS);
      a.hi = MIN2(a.hi, GUESS);
   } else if (g->both) { /* further where the other is elsewhere */
      a.lo -= (a.hi - a.lo) / 2;
      a.hi += (a.hi - a.lo) / 3;
   }
   m->ranges |= a.guessed;
   g->axis[k] = a;
}

/* ---- tables ---- */

/** Texels of each axis. */
static void
set_size(const struct group *g, struct pica200_function *t)
{
   t->width = g->num_vars < 2 ? ALONE : g->both ? SQUARE : PAIR;
   t->height = g->num_vars < 2 ? LEAST : t->width;
}

/** Widens a range so that steps at whole numbers fall between texels as evenly as may be: a texel's middle is a whole multiple of its width, which is a power
 * of two. */
static void
widen(struct axis *a, unsigned texels)
{
   float width = 0x1p-20f;
   if (a->repeats) {
      const float half = (a->hi - a->lo) / (float)texels / 2;
      a->lo -= half;
      a->hi -= half;
      return;
   }
   while (width * (float)(texels - 2) < a->hi - a->lo)
      width *= 2;
   a->lo = (ir_floorf(a->lo / width) - 0.5f) * width;
   a->hi = a->lo + width * (float)texels;
}

/** What is beyond a range is the middle of its last texel, which is to be where the function is constant. */
static void
add_edges(struct axis *a, unsigned texels)
{
   const float edge = a->repeats || a->guessed ? 0 : (a->hi - a->lo) * 0.75f / (float)texels;
   a->lo -= edge;
   a->hi += edge;
}

static float
middle(const struct axis *a, unsigned texels, unsigned i)
{
   return a->lo + (a->hi - a->lo) * ((float)i + 0.5f) / (float)texels;
}

/** The varyings of a function where the axes' are \p at. */
static void
arguments(const struct group *g, const struct function *f, const float at[2], float x[2])
{
   x[0] = x[1] = 0;
   for (unsigned v = 0; v < f->num_vars; v++)
      x[v] = at[f->var[v] != g->var[0]];
}

static void
fill(const struct group *g, struct pica200_function *t, uint32_t *values)
{
   memset(t->texel, 0, 4u * t->width * t->height);
   for (unsigned i = 0; i < g->num_functions; i++) {
      const struct function *f = g->function[i];
      bool on[2] = {false, false};
      for (unsigned v = 0; v < f->num_vars; v++)
         on[f->var[v] != g->var[0]] = true;
      for (unsigned y = 0; y < t->height; y++)
         for (unsigned x = 0; x < t->width; x++) {
            uint32_t *texel = &t->texel[y * t->width + x];
            const unsigned shift = 8 * f->component;
            if ((!on[0] && x) || (!on[1] && y)) { /* as beside it, or below it */
               *texel |= t->texel[(on[1] ? y : 0) * t->width + (on[0] ? x : 0)] & 0xffu << shift;
               continue;
            }
            const float at[2] = {middle(&g->axis[0], t->width, x), middle(&g->axis[1], t->height, y)};
            float v[2];
            arguments(g, f, at, v);
            *texel |= (uint32_t)(eval(f, v, values) * 255 + 0.5f) << shift;
         }
   }
}

/** A component of the table at a place, 0 to 255. */
static float
look_up(const struct pica200_function *t, const float u[2], unsigned component)
{
   const unsigned size[2] = {t->width, t->height};
   unsigned at[2][2];
   float part[2];
   for (unsigned k = 0; k < 2; k++) {
      const float x = u[k] * (float)size[k] - (t->linear ? 0.5f : 0), whole = ir_floorf(x);
      part[k] = t->linear ? x - whole : 0;
      for (unsigned s = 0; s < 2; s++) {
         const int i = (int)whole + (int)s, n = (int)size[k];
         at[k][s] = (unsigned)(t->repeat[k] ? (i % n + n) % n : CLAMP(i, 0, n - 1));
      }
   }
   float row[2];
   for (unsigned s = 0; s < 2; s++) {
      const float a = (float)(t->texel[at[1][s] * t->width + at[0][0]] >> 8 * component & 255),
                  b = (float)(t->texel[at[1][s] * t->width + at[0][1]] >> 8 * component & 255);
      row[s] = a + (b - a) * part[0];
   }
   return row[0] + (row[1] - row[0]) * part[1];
}

/** How far the table is from its functions: the mean, and the most, in 1/255. */
static float
deviation(const struct group *g, const struct pica200_function *t, uint32_t *values, float *most)
{
   float sum = 0;
   uint32_t seed = 7;
   *most = 0;
   for (unsigned n = 0; n < TESTS; n++) {
      float at[2], u[2];
      for (unsigned k = 0; k < 2; k++) {
         seed = seed * 1103515245 + 12345;
         u[k] = (float)(seed >> 8) / (float)(1 << 24);
         if (!g->axis[k].repeats && !g->axis[k].guessed) /* its edges, too */
            u[k] = u[k] * (1 + 2 * BESIDE) - BESIDE;
         at[k] = g->axis[k].lo + (g->axis[k].hi - g->axis[k].lo) * u[k];
      }
      for (unsigned i = 0; i < g->num_functions; i++) {
         float x[2];
         arguments(g, g->function[i], at, x);
         const float d = eval(g->function[i], x, values) * 255 - look_up(t, u, g->function[i]->component);
         sum += d < 0 ? -d : d;
         *most = MAX2(*most, d < 0 ? -d : d);
      }
   }
   return sum;
}

/** The better of two: filtered, or in steps. NULL: neither is like the functions, or out of memory. */
static struct pica200_function *
make_table(struct pf *m, struct group *g, uint32_t *values)
{
   struct pica200_function size = {0}, *t[2];
   float sum[2] = {0}, most[2] = {0};
   struct axis plain[2], wide[2];
   set_size(g, &size);
   memcpy(plain, g->axis, sizeof plain);
   memcpy(wide, g->axis, sizeof wide);
   add_edges(&plain[0], size.width);
   add_edges(&plain[1], size.height);
   widen(&wide[0], size.width);
   widen(&wide[1], size.height);
   for (unsigned n = 0; n < 2; n++) {
      t[n] = malloc(sizeof size + 4u * size.width * size.height);
      if (!t[n])
         continue;
      *t[n] = size;
      t[n]->linear = !n;
      memcpy(g->axis, n ? wide : plain, sizeof g->axis);
      for (unsigned k = 0; k < 2; k++)
         t[n]->repeat[k] = g->axis[k].repeats;
      fill(g, t[n], values);
      sum[n] = deviation(g, t[n], values, &most[n]);
   }
   /* filtering blurs steps, on one side of which whole numbers are */
   const float allowed = MEAN * (float)(TESTS * g->num_functions);
   const unsigned best = most[0] > STEP && sum[1] <= allowed ? 1 : sum[1] < sum[0];
   m->polys.full |= !t[0] || !t[1];
   if (m->polys.full || sum[best] > allowed) {
      free(t[0]);
      free(t[1]);
      return NULL;
   }
   free(t[!best]);
   memcpy(g->axis, best ? wide : plain, sizeof g->axis);
   m->function_error = MAX2(m->function_error, most[best]);
   return t[best];
}

/* ---- units ---- */

static bool
join(struct group *g, const struct function *f)
{
   struct group to = *g;
   for (unsigned v = 0; v < f->num_vars; v++) {
      unsigned i = 0;
      while (i < to.num_vars && to.var[i] != f->var[v])
         i++;
      if (i == 2)
         return false;
      if (i == to.num_vars)
         to.var[to.num_vars++] = f->var[v];
   }
   to.function[to.num_functions++] = f;
   to.both |= f->num_vars == 2;
   *g = to;
   return true;
}

static bool
place_group(struct pf *m, struct group *g, uint32_t *values)
{
   struct pf_polys *p = &m->polys;
   const uint32_t zero = pf_number(p, 0);
   for (unsigned k = 0; k < g->num_vars; k++)
      find_axis(m, g, k, values);
   if (g->num_vars == 1)
      g->axis[1] = (struct axis){0, 1, false};
   struct pf_sample *s = &m->sample[m->num_samples];
   *s = (struct pf_sample){
      .line = m->out_line[g->function[0]->component],
      .level = PF_NONE,
      .unit = -1,
      .used = true,
      .table = PICA200_TABLE_FUNCTION,
      .coord = {PF_NONE,  PF_NONE, PF_NONE},
      .tail = {zero,        zero,            PF_NONE},
      .scale = {zero, zero},
      .add = {zero,    zero              },
      .function = make_table(m, g, values),
   };
   if (!s->function)
      return false;
   m->num_samples++;
   for (unsigned k = 0; k < g->num_vars; k++) {
      const struct pf_atom a = {
         .kind = PF_ATOM_VARYING, .comp = (uint8_t)(g->var[k] & 3), .value = g->var[k] >> 2, .hi = 1};
      const double size = (double)g->axis[k].hi - g->axis[k].lo;
      s->tail[k] = pf_of_atom(p, pf_atom(p, a));
      s->scale[k] = pf_number(p, 1 / size);
      s->add[k] = pf_number(p, -g->axis[k].lo / size);
   }
   for (unsigned i = 0; i < g->num_functions; i++) {
      const unsigned c = g->function[i]->component;
      const struct pf_atom a = {
         .kind = PF_ATOM_RAMP, .comp = (uint8_t)(c + 1), .value = zero, .line = m->out_line[c]};
      const uint16_t atom = pf_atom(p, a);
      p->atoms.data[atom].table = (uint8_t)m->num_samples;
      p->atoms.data[atom].axis = (uint8_t)c;
      s->channels |= (uint8_t)(1u << c);
      m->out[c] = pf_of_atom(p, atom);
   }
   return !p->full;
}

/** Which components are functions; the others have to be what stages compute. */
static unsigned
find_functions(struct pf *m, struct function f[4])
{
   unsigned n = 0;
   for (unsigned c = 0; c < 4; c++) {
      if (m->out[c] == PF_NONE || pf_at(&m->polys, m->out[c])->uniform)
         continue;
      f[n] = (struct function){
         .m = m, .component = c, .result = m->out_src[c], .needed = calloc(m->s->num_values + 1, 1)};
      if (f[n].needed && read_function(&f[n]))
         n++;
      else
         free(f[n].needed);
   }
   return n;
}

static bool
place_functions(struct pf *m, const struct function *f, unsigned n)
{
   struct group group[4] = {0};
   unsigned groups = 0, units = 0;
   for (unsigned pass = 0; pass < 2; pass++) /* those of two varyings first */
      for (unsigned i = 0; i < n; i++) {
         if ((f[i].num_vars == 2) == pass)
            continue;
         unsigned g = 0;
         while (g < groups && !join(&group[g], &f[i]))
            g++;
         if (g == groups)
            (void)join(&group[groups++], &f[i]);
      }
   for (unsigned c = 0; c < 4; c++) {
      bool is_function = false;
      for (unsigned i = 0; i < n; i++)
         is_function |= f[i].component == c;
      if (!is_function && m->out[c] != PF_NONE && !pf_check(m, m->out[c]))
         return false;
   }
   for (unsigned i = 0; i < m->num_samples; i++)
      units += m->sample[i].used;
   if (units + groups > PICA200_UNITS || m->num_samples + groups > PF_MAX_SAMPLES)
      return false;
   uint32_t *values = calloc(m->s->num_values + 1, sizeof *values);
   const struct u_fpenv old = u_fpenv_enter(U_FPENV_KEEP);
   bool ok = values;
   for (unsigned g = 0; g < groups && ok; g++)
      ok = place_group(m, &group[g], values);
   u_fpenv_leave(old);
   m->polys.full |= !values;
   free(values);
   return ok;
}

bool
pf_place_functions(struct pf *m)
{
   struct function f[4];
   const unsigned n = find_functions(m, f);
   const bool ok = n && place_functions(m, f, n);
   for (unsigned i = 0; i < n; i++) {
      free(f[i].needed);
      free(f[i].instr);
   }
   return ok;
}
