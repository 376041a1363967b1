/* SPDX-License-Identifier: MIT
 *
 * Reads the textual IR that ir_print writes (its grammar stands there). Recursive descent over a flat text;
 * nesting is limited so that hostile input ends in an error.
 */
#include "compiler/ir/core/util.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "util/u_math.h"

#define MAX_DEPTH  200
#define MAX_VALUES (1u << 24)
#define MAX_LEN    (1u << 16)

struct parser {
   const char *p;
   unsigned line;
   char *error;
   size_t error_B;
   bool ok;
   struct ir_shader *s;
};

static bool __attribute__((format(printf, 2, 3))) fail(struct parser *r, const char *fmt, ...)
{
   if (r->ok && r->error_B) {
      int n = snprintf(r->error, r->error_B, "line %u: ", r->line);
      va_list ap;
      va_start(ap, fmt);
      if (n >= 0 && (size_t)n < r->error_B)
         vsnprintf(r->error + n, r->error_B - (size_t)n, fmt, ap);
      va_end(ap);
   }
   r->ok = false;
   return false;
}

static void
skip(struct parser *r)
{
   for (;; r->p++) {
      if (*r->p == '\n')
         r->line++;
      else if (*r->p == '#')
         while (r->p[1] && r->p[1] != '\n')
            r->p++;
      else if (!isspace((unsigned char)*r->p))
         return;
   }
}

/** Takes \p text if it stands next. */
static bool
accept(struct parser *r, const char *text)
{
   skip(r);
   size_t n = strlen(text);
   if (strncmp(r->p, text, n))
      return false;
   if (isalnum((unsigned char)text[0]) && (isalnum((unsigned char)r->p[n]) || r->p[n] == '_'))
      return false;
   r->p += n;
   return true;
}

static bool
expect(struct parser *r, const char *text)
{
   if (!r->ok || accept(r, text))
      return r->ok;
   skip(r);
   return fail(r, "'%s' expected, found '%.*s'", text, (int)MIN2(strcspn(r->p, "\n"), 20), r->p);
}

/** The letter before a number, as in v3. */
static void
prefix(struct parser *r, char letter)
{
   skip(r);
   if (*r->p == letter)
      r->p++;
   else
      fail(r, "'%c' and a number expected, found '%.*s'", letter, (int)MIN2(strcspn(r->p, "\n"), 20), r->p);
}

static uint32_t
number(struct parser *r, uint32_t max)
{
   skip(r);
   char *end;
   if (!isdigit((unsigned char)*r->p)) {
      fail(r, "number expected, found '%.*s'", (int)MIN2(strcspn(r->p, "\n"), 20), r->p);
      return 0;
   }
   unsigned long long v = strtoull(r->p, &end, 0);
   if (v > max)
      fail(r, "%llu is larger than %u", v, max);
   r->p = end;
   return (uint32_t)MIN2(v, max);
}

/** Index of the word that stands next in a NULL-ended list. */
static unsigned
word(struct parser *r, const char *const *words, const char *what)
{
   for (unsigned i = 0; words[i]; i++)
      if (accept(r, words[i]))
         return i;
   fail(r, "%s expected, found '%.*s'", what, (int)MIN2(strcspn(r->p, "\n"), 20), r->p);
   return 0;
}

static const char *
string(struct parser *r)
{
   if (!expect(r, "\""))
      return "";
   size_t n = strcspn(r->p, "\"\n");
   if (r->p[n] != '"') {
      fail(r, "string without an end");
      return "";
   }
   const char *s = u_arena_strndup(&r->s->arena, r->p, n);
   r->p += n + 1;
   return s ? s : "";
}

static uint32_t
value(struct parser *r)
{
   if (!expect(r, "%"))
      return 0;
   uint32_t v = number(r, MAX_VALUES);
   if (r->ok && v >= r->s->num_values)
      r->s->num_values = v + 1;
   return v;
}

static struct ir_src
operand(struct parser *r)
{
   struct ir_src s = ir_undef();
   s.neg = accept(r, "-");
   s.abs = accept(r, "|");
   if (accept(r, "undef")) {
      ;
   } else if ((skip(r), *r->p == '%')) {
      s.kind = IR_SRC_SSA;
      s.bits = value(r);
   } else {
      s.kind = IR_SRC_IMM;
      s.bits = number(r, UINT32_MAX);
   }
   if (s.abs)
      expect(r, "|");
   return s;
}

static uint8_t
component(struct parser *r)
{
   static const char *const comps[] = {"x", "y", "z", "w", NULL};
   expect(r, ".");
   return (uint8_t)word(r, comps, "component");
}

/* ---- instructions ---- */

static int
opcode(struct parser *r)
{
   skip(r);
   size_t n = 0;
   while (isalnum((unsigned char)r->p[n]) || r->p[n] == '_')
      n++;
   for (int op = 0; op < IR_OP_COUNT; op++) {
      const char *name = ir_op_infos[op].name;
      size_t k = 0;
      while (k < n && name[k] && tolower((unsigned char)name[k]) == r->p[k])
         k++;
      if (k == n && n && !name[k]) {
         r->p += n;
         return op;
      }
   }
   fail(r, "instruction expected, found '%.*s'", (int)MIN2(n ? n : 1, 20), r->p);
   return -1;
}

/** `%3`, `%3:%6` or `%3.sat`, and `=`, if the instruction has results. */
static bool
results(struct parser *r, struct ir_instr *head)
{
   head->dst = IR_NO_VALUE;
   skip(r);
   if (*r->p != '%')
      return r->ok;
   uint32_t first = value(r), last = first;
   if (accept(r, ":"))
      last = value(r);
   head->sat = accept(r, ".sat");
   expect(r, "=");
   if (r->ok && (last < first || last - first > 3))
      fail(r, "results %%%u to %%%u", first, last);
   head->dst = first;
   head->ndst = (uint8_t)(last - first + 1);
   return r->ok;
}

/** `v0 1.x` of a load, `v0 1 mask 0x3` of a store. */
static void
var_operands(struct parser *r, struct ir_instr *head)
{
   prefix(r, 'v');
   uint32_t v = number(r, MAX_LEN);
   if (r->ok && v >= r->s->vars.count)
      fail(r, "variable %u of %zu", v, r->s->vars.count);
   if (!r->ok)
      return;
   head->var = r->s->vars.data[v];
   head->index = (int32_t)number(r, MAX_LEN);
   if (head->op == IR_LOAD_VAR)
      head->comp = component(r);
   else if (expect(r, "mask"))
      head->writemask = (uint8_t)number(r, 15);
}

/** `sample 2d s0` */
static void
tex_operands(struct parser *r, struct ir_instr *head)
{
   static const char *const ops[] = {"sample", "bias", "lod", "grad", "fetch", "size", NULL};
   static const char *const targets[] = {
      "2d", "cube", "3d", "external", "2dshadow", "2darray", "cubeshadow", "2darrayshadow", NULL};
   static_assert(ARRAY_SIZE(ops) == IR_TEX_OPS + 1 && ARRAY_SIZE(targets) == IR_TEX_TARGETS + 1,
                 "ORDER: a word for each operation and target");
   head->tex.op = (uint8_t)word(r, ops, "texture operation");
   head->tex.target = (uint8_t)word(r, targets, "texture target");
   prefix(r, 's');
   head->tex.sampler = (uint8_t)number(r, 31);
   r->s->samplers_used |= 1u << (head->tex.sampler & 31);
   if (accept(r, "offset")) {
      const uint32_t bits = number(r, 0xfff);
      for (unsigned k = 0; k < 3; k++)
         head->tex.offset[k] = (int8_t)((int)((bits >> (4 * k) & 15) ^ 8) - 8);
   }
}

/** What stands between the opcode and the sources. */
static void
fixed_operands(struct parser *r, struct ir_instr *head)
{
   static const char *const sysvals[] = {"vertex_id", "instance_id", NULL};
   switch (head->op) {
   case IR_LOAD_VAR:
   case IR_STORE_VAR:
      var_operands(r, head);
      break;
   case IR_LOAD_UNIFORM:
   case IR_LOAD_INPUT:
   case IR_STORE_OUTPUT:
      head->index = (int32_t)number(r, MAX_LEN);
      head->comp = component(r);
      break;
   case IR_LOAD_BLOCK:
      prefix(r, 'b');
      head->buffer = (uint8_t)number(r, IR_MAX_BLOCKS);
      head->index = (int32_t)number(r, MAX_LEN);
      head->comp = component(r);
      break;
   case IR_LOAD_SYSVAL:
      head->index = (int32_t)word(r, sysvals, "system value");
      break;
   case IR_TEX:
      tex_operands(r, head);
      break;
   default:
      break;
   }
}

typedef U_VEC(struct ir_src) sources;

static void
push_source(struct parser *r, sources *src)
{
   struct ir_src s = operand(r);
   if (!u_vec_push(src, s))
      fail(r, "out of memory");
}

/** Operands up to the end of the line, or to the dynamic element in brackets. */
static void
read_sources(struct parser *r, struct ir_instr *head, sources *src)
{
   bool more = true;
   for (unsigned n = 0; r->ok && more && n < MAX_LEN; n++) {
      const char *before = r->p;
      unsigned before_line = r->line;
      skip(r);
      if (*r->p == '[') {
         r->p++;
         head->indirect = true;
         push_source(r, src);
         expect(r, "]");
         return;
      }
      if (r->line != before_line || (n == 0 && !*r->p)) {
         r->p = before;
         r->line = before_line;
         return;
      }
      push_source(r, src);
      skip(r);
      more = *r->p == ',' || *r->p == '[';
      if (*r->p == ',')
         r->p++;
   }
}

static void
instruction(struct parser *r, struct ir_block *b)
{
   struct ir_instr head = {.line = r->line};
   sources src = {0};
   if (!results(r, &head))
      return;
   int op = opcode(r);
   if (!r->ok)
      return;
   head.op = (uint8_t)op;
   fixed_operands(r, &head);
   read_sources(r, &head, &src);
   struct ir_instr *in = u_arena_new(&r->s->arena, struct ir_instr);
   struct ir_src *copy = u_arena_array(&r->s->arena, struct ir_src, src.count + 1);
   if (!in || !copy || !u_vec_push(&b->instrs, in)) {
      fail(r, "out of memory");
   } else {
      *in = head;
      in->nsrc = (uint16_t)src.count;
      in->src = copy;
      if (src.count)
         memcpy(copy, src.data, src.count * sizeof *copy);
      r->s->uses_discard |= op == IR_DISCARD || op == IR_DISCARD_IF;
      r->s->uses_derivatives |= op == IR_FDDX || op == IR_FDDY;
   }
   u_vec_fini(&src);
}

static void
list(struct parser *r, struct ir_list *l, struct ir_node *parent, unsigned depth)
{
   struct ir_node *block = ir_node_new(r->s, l, parent, IR_NODE_BLOCK);
   if (depth > MAX_DEPTH)
      fail(r, "nesting deeper than %d", MAX_DEPTH);
   expect(r, "{");
   while (r->ok && block && !accept(r, "}")) {
      bool is_if = accept(r, "if"), is_loop = !is_if && accept(r, "loop");
      if (!is_if && !is_loop) {
         instruction(r, block->block);
         continue;
      }
      struct ir_node *n = ir_node_new(r->s, l, parent, is_if ? IR_NODE_IF : IR_NODE_LOOP);
      if (!n)
         break;
      if (is_if) {
         n->cond = operand(r);
         list(r, &n->then_list, n, depth + 1);
         expect(r, "else");
         list(r, &n->else_list, n, depth + 1);
      } else {
         list(r, &n->body, n, depth + 1);
      }
      block = ir_node_new(r->s, l, parent, IR_NODE_BLOCK);
   }
   if (r->ok && (!block || r->s->arena.out_of_memory))
      fail(r, "out of memory");
}

/* ---- interface ---- */

static struct ir_io
io(struct parser *r, size_t index)
{
   static const char *const semantics[] = {
      "generic",    "position", "point_size", "color",           "color_all", "depth",   "point_coord",
      "frag_coord", "face",     "clip_dist",  "color_secondary", "fb_fetch",  "stencil", NULL};
   static_assert(ARRAY_SIZE(semantics) == IR_SEM_STENCIL + 2, "ORDER: a word for each semantic");
   struct ir_io v = {0};
   if (number(r, MAX_LEN) != index)
      fail(r, "inputs and outputs are numbered from 0 in order");
   v.semantic = (uint8_t)word(r, semantics, "semantic");
   v.sem_index = (uint8_t)number(r, 255);
   expect(r, "comps");
   v.ncomp = (uint8_t)number(r, 4);
   v.flat = accept(r, "flat");
   v.centroid = accept(r, "centroid");
   v.captured = accept(r, "captured");
   v.name = string(r);
   return v;
}

/** capture 0.x comps 4 buffer 0 offset 8 */
static struct ir_captured
captured(struct parser *r)
{
   struct ir_captured x = {.output = (uint8_t)number(r, 255)};
   x.comp = component(r);
   expect(r, "comps");
   x.ncomp = (uint8_t)number(r, 4);
   expect(r, "buffer");
   x.buffer = (uint8_t)number(r, 3);
   expect(r, "offset");
   x.offset_dw = (uint16_t)number(r, UINT16_MAX);
   return x;
}

/** preamble SLOT { instructions } results */
static void
preamble(struct parser *r)
{
   struct ir_preamble *p = &r->s->preamble;
   struct ir_block b = {0};
   U_VEC(uint32_t) results = {0};
   uint32_t values = r->s->num_values; /* numbers of its own */
   p->first_slot = number(r, MAX_LEN);
   expect(r, "{");
   while (r->ok && !accept(r, "}"))
      instruction(r, &b);
   do {
      uint32_t v = value(r);
      if (r->ok && !u_vec_push(&results, v))
         fail(r, "out of memory");
   } while (r->ok && accept(r, ","));
   if (r->ok && (b.instrs.count > IR_PREAMBLE_INSTRS || results.count > IR_PREAMBLE_RESULTS))
      fail(r, "a preamble of %zu instructions and %zu results", b.instrs.count, results.count);
   p->instrs = u_arena_array(&r->s->arena, struct ir_instr *, b.instrs.count + 1);
   p->results = u_arena_array(&r->s->arena, uint32_t, results.count + 1);
   if (r->ok && p->instrs && p->results) {
      p->num_instrs = (uint32_t)b.instrs.count;
      p->num_results = (uint32_t)results.count;
      for (uint32_t i = 0; i < p->num_instrs; i++)
         p->instrs[i] = b.instrs.data[i];
      for (uint32_t i = 0; i < p->num_results; i++)
         p->results[i] = results.data[i];
   } else if (r->ok) {
      fail(r, "out of memory");
   }
   r->s->num_values = values;
   u_vec_fini(&b.instrs);
   u_vec_fini(&results);
}

struct ir_shader *
ir_parse(const char *text, char *error, size_t error_B)
{
   static const char *const stages[] = {"vs", "fs", NULL};
   struct parser r = {.p = text, .line = 1, .error = error, .error_B = error_B, .ok = true};
   r.s = ir_shader_create(IR_VERTEX);
   if (!r.s) {
      fail(&r, "out of memory");
      return NULL;
   }
   expect(&r, "shader");
   r.s->stage = word(&r, stages, "vs or fs") ? IR_FRAGMENT : IR_VERTEX;
   while (r.ok) {
      bool stored = true;
      bool ints = accept(&r, "ints"), bools = !ints && accept(&r, "bools");
      if (ints || bools) {
         struct ir_int_uniforms u = {.slot = number(&r, MAX_LEN), .are_bools = bools};
         expect(&r, "count");
         u.count = number(&r, MAX_LEN);
         stored = u_vec_push(&r.s->int_uniforms, u);
      } else if (accept(&r, "float_ints")) {
         r.s->float_ints = true;
      } else if (accept(&r, "float_bools")) {
         r.s->float_bools = true;
      } else if (accept(&r, "invariant")) {
         r.s->invariant = true;
      } else if (accept(&r, "uniforms")) {
         r.s->num_uniform_slots = number(&r, MAX_LEN);
      } else if (accept(&r, "input")) {
         struct ir_io v = io(&r, r.s->inputs.count);
         stored = u_vec_push(&r.s->inputs, v);
      } else if (accept(&r, "output")) {
         struct ir_io v = io(&r, r.s->outputs.count);
         stored = u_vec_push(&r.s->outputs, v);
         if (r.ok && r.s->outputs.data[r.s->outputs.count - 1].semantic == IR_SEM_DEPTH)
            r.s->writes_depth = true;
      } else if (accept(&r, "capture")) {
         struct ir_captured v = captured(&r);
         stored = u_vec_push(&r.s->captured, v);
      } else if (accept(&r, "var")) {
         if (number(&r, MAX_LEN) != r.s->vars.count)
            fail(&r, "variables are numbered from 0 in order");
         expect(&r, "len");
         uint32_t len = number(&r, MAX_LEN);
         expect(&r, "comps");
         uint32_t comps = number(&r, 4);
         if (r.ok && (!len || !comps))
            fail(&r, "a variable without elements or components");
         bool scratch = accept(&r, "scratch");
         const char *name = string(&r);
         struct ir_var *v = r.ok ? ir_var_create(r.s, name, len, comps) : NULL;
         stored = !r.ok || v;
         if (v)
            v->scratch = scratch;
      } else if (!r.s->preamble.num_results && accept(&r, "preamble")) {
         preamble(&r);
      } else {
         break;
      }
      if (!stored)
         fail(&r, "out of memory");
   }
   if (r.ok)
      list(&r, &r.s->body, NULL, 0);
   skip(&r);
   if (r.ok && *r.p)
      fail(&r, "text behind the end of the shader: '%.*s'", (int)MIN2(strcspn(r.p, "\n"), 20), r.p);
   if (!r.ok) {
      ir_shader_destroy(r.s);
      return NULL;
   }
   ir_update_preds(r.s);
   return r.s;
}
