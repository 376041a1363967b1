/* SPDX-License-Identifier: MIT
 *
 * The textual IR. One line an instruction, two spaces a level:
 *
 *    shader fs                               (or vs)
 *    [float_ints] [float_bools]              (what passes have made of ints and bools)
 *    uniforms 4
 *    ints 2 count 1                          (or bools: slots that hold no floats)
 *    input 0 generic 3 comps 4 [flat] [centroid] [captured] "v_color"
 *    capture 0.x comps 4 buffer 0 offset 8   (output, components and place, in dwords, in a buffer)
 *    output 0 color 0 comps 4 "gl_FragColor"
 *    var 0 len 8 comps 4 "a"
 *    preamble 4 {                          (results from slot 4 on; values are numbered apart)
 *      %0 = load_uniform 3.x
 *      %1 = frcp %0
 *    } %1
 *    {
 *      %0 = load_input 0.x                   (.x .y .z .w: first component)
 *      %1:%2 = load_uniform 3.x [%0]         (two results; [..]: dynamic index)
 *      %3.sat = fmad -|%0|, 0x3f800000, undef
 *      store_var v0 1 mask 0x3 %1, %2 [%0]
 *      %4 = phi %1, %2
 *      if %3 {
 *      } else {
 *      }
 *      loop {
 *        break
 *      }
 *      %5:%8 = tex sample 2d s0 %1, %2       (with "offset 0x1f": four bits of x, y, z each)
 *      %9 = load_block b2 3.x [%0]
 *      store_output 0.x %3
 *    }
 *
 * `#` starts a comment. Constants are bits; ir_print adds their float value as a comment.
 */
#include "compiler/ir/ir.h"

#include <assert.h>
#include <inttypes.h>

#include "util/u_math.h"

static const char *const sem_names[] = {
   [IR_SEM_GENERIC] = "generic",
   [IR_SEM_POSITION] = "position",
   [IR_SEM_POINT_SIZE] = "point_size",
   [IR_SEM_COLOR] = "color",
   [IR_SEM_COLOR_ALL] = "color_all",
   [IR_SEM_DEPTH] = "depth",
   [IR_SEM_POINT_COORD] = "point_coord",
   [IR_SEM_FRAG_COORD] = "frag_coord",
   [IR_SEM_FACE] = "face",
   [IR_SEM_CLIP_DIST] = "clip_dist",
   [IR_SEM_COLOR_SECONDARY] = "color_secondary",
   [IR_SEM_FB_FETCH] = "fb_fetch",
   [IR_SEM_STENCIL] = "stencil",
};
/* ORDER: the parser's words stand in the order of these enums. */
static_assert(ARRAY_SIZE(sem_names) == IR_SEM_STENCIL + 1, "a name for each semantic");
static_assert(IR_SYSVAL_VERTEX_ID == 0 && IR_SYSVAL_INSTANCE_ID == 1, "names of system values");

static const char *const tex_ops[] = {"sample", "bias", "lod", "grad", "fetch", "size"};
static const char *const tex_targets[] = {"2d",       "cube",    "3d",         "external",
                                          "2dshadow", "2darray", "cubeshadow", "2darrayshadow"};
static_assert(ARRAY_SIZE(tex_ops) == IR_TEX_OPS && ARRAY_SIZE(tex_targets) == IR_TEX_TARGETS,
              "names of texture operations and targets");

/** The offsets as they are printed: four bits each. */
static unsigned
tex_offset_bits(const struct ir_tex *t)
{
   return ((unsigned)t->offset[0] & 15) | ((unsigned)t->offset[1] & 15) << 4 |
          ((unsigned)t->offset[2] & 15) << 8;
}

static void
print_op_name(FILE *f, const char *name)
{
   for (; *name; name++)
      fputc(*name >= 'A' && *name <= 'Z' ? *name + 32 : *name, f);
}

static void
print_src(FILE *f, const struct ir_src *s)
{
   if (s->neg)
      fputc('-', f);
   if (s->abs)
      fputc('|', f);
   switch ((enum ir_src_kind)s->kind) {
   case IR_SRC_UNDEF:
      fputs("undef", f);
      break;
   case IR_SRC_SSA:
      fprintf(f, "%%%" PRIu32, s->bits);
      break;
   case IR_SRC_IMM:
      fprintf(f, "0x%08" PRIx32, s->bits);
      break;
   }
   if (s->abs)
      fputc('|', f);
}

void
ir_print_instr(FILE *f, const struct ir_instr *in)
{
   if (in->ndst) {
      fprintf(f, "%%%" PRIu32, in->dst);
      if (in->ndst > 1)
         fprintf(f, ":%%%" PRIu32, in->dst + in->ndst - 1);
      fputs(in->sat ? ".sat = " : " = ", f);
   }
   print_op_name(f, ir_op_infos[in->op].name);
   unsigned n = in->nsrc;
   switch (in->op) {
   case IR_LOAD_VAR:
   case IR_STORE_VAR:
      fprintf(f, " v%" PRIu32 " %" PRIi32, in->var->id, in->index);
      if (in->op == IR_LOAD_VAR)
         fprintf(f, ".%c", "xyzw"[in->comp & 3]);
      else
         fprintf(f, " mask 0x%x", in->writemask);
      break;
   case IR_LOAD_UNIFORM:
   case IR_LOAD_INPUT:
   case IR_STORE_OUTPUT:
      fprintf(f, " %" PRIi32 ".%c", in->index, "xyzw"[in->comp & 3]);
      break;
   case IR_LOAD_BLOCK:
      fprintf(f, " b%u %" PRIi32 ".%c", in->buffer, in->index, "xyzw"[in->comp & 3]);
      break;
   case IR_LOAD_SYSVAL:
      fputs(in->index == IR_SYSVAL_VERTEX_ID ? " vertex_id" : " instance_id", f);
      break;
   case IR_TEX:
      fprintf(f, " %s %s s%u", tex_ops[MIN2(in->tex.op, IR_TEX_OPS - 1)],
              tex_targets[MIN2(in->tex.target, IR_TEX_TARGETS - 1)], in->tex.sampler);
      if (in->tex.offset[0] || in->tex.offset[1] || in->tex.offset[2])
         fprintf(f, " offset 0x%x", tex_offset_bits(&in->tex));
      break;
   default:
      break;
   }
   unsigned plain = n - (in->indirect && n);
   for (unsigned i = 0; i < plain; i++) {
      fputs(i ? ", " : " ", f);
      print_src(f, &in->src[i]);
   }
   if (plain < n) {
      fputs(" [", f);
      print_src(f, &in->src[plain]);
      fputc(']', f);
   }
   bool comment = false;
   for (unsigned i = 0; i < n; i++)
      if (in->src[i].kind == IR_SRC_IMM && (ir_op_infos[in->op].flags & IR_F)) {
         fprintf(f, "%s%.9g", comment ? ", " : "   # ", (double)uif(in->src[i].bits));
         comment = true;
      }
   fputc('\n', f);
}

static void
indent(FILE *f, unsigned level)
{
   for (unsigned i = 0; i < level; i++)
      fputs("  ", f);
}

static void
print_list(FILE *f, const struct ir_shader *s, const struct ir_list *l, unsigned level)
{
   for (const struct ir_node *n = l->first; n; n = n->next) {
      switch ((enum ir_node_kind)n->kind) {
      case IR_NODE_BLOCK:
         for (size_t i = 0; i < n->block->instrs.count; i++) {
            indent(f, level);
            ir_print_instr(f, n->block->instrs.data[i]);
         }
         break;
      case IR_NODE_IF:
         indent(f, level);
         fputs("if ", f);
         print_src(f, &n->cond);
         fputs(" {\n", f);
         print_list(f, s, &n->then_list, level + 1);
         indent(f, level);
         fputs("} else {\n", f);
         print_list(f, s, &n->else_list, level + 1);
         indent(f, level);
         fputs("}\n", f);
         break;
      case IR_NODE_LOOP:
         indent(f, level);
         fputs("loop {\n", f);
         print_list(f, s, &n->body, level + 1);
         indent(f, level);
         fputs("}\n", f);
         break;
      }
   }
}

static void
print_io(FILE *f, const char *what, unsigned i, const struct ir_io *io)
{
   fprintf(f, "%s %u %s %u comps %u%s%s%s \"%s\"\n", what, i, sem_names[io->semantic], io->sem_index,
           io->ncomp, io->flat ? " flat" : "", io->centroid ? " centroid" : "",
           io->captured ? " captured" : "", io->name ? io->name : "");
}

void
ir_print(FILE *f, const struct ir_shader *s)
{
   fprintf(f, "shader %s\n", s->stage == IR_VERTEX ? "vs" : "fs");
   if (s->float_ints)
      fputs("float_ints\n", f);
   if (s->float_bools)
      fputs("float_bools\n", f);
   if (s->invariant)
      fputs("invariant\n", f);
   if (s->num_uniform_slots)
      fprintf(f, "uniforms %" PRIu32 "\n", s->num_uniform_slots);
   for (unsigned i = 0; i < s->int_uniforms.count; i++) {
      const struct ir_int_uniforms *u = &s->int_uniforms.data[i];
      fprintf(f, "%s %" PRIu32 " count %" PRIu32 "\n", u->are_bools ? "bools" : "ints", u->slot, u->count);
   }
   for (unsigned i = 0; i < s->inputs.count; i++)
      print_io(f, "input", i, &s->inputs.data[i]);
   for (unsigned i = 0; i < s->outputs.count; i++)
      print_io(f, "output", i, &s->outputs.data[i]);
   for (unsigned i = 0; i < s->captured.count; i++) {
      const struct ir_captured *x = &s->captured.data[i];
      fprintf(f, "capture %u.%c comps %u buffer %u offset %u\n", x->output, "xyzw"[x->comp & 3], x -> ncomp,
              x -> buffer, x -> offset_dw);
   }
   for (unsigned i = 0; i < s->vars.count; i++)
      fprintf(f, "var %u len %" PRIu32 " comps %u%s \"%s\"\n", i, s->vars.data[i]->len,
              s->vars.data[i]->ncomp, s->vars.data[i]->scratch ? " scratch" : "", s->vars.data[i]->name);
   const struct ir_preamble *p = &s->preamble;
   if (p->num_results) {
      fprintf(f, "preamble %" PRIu32 " {\n", p->first_slot);
      for (uint32_t i = 0; i < p->num_instrs; i++) {
         indent(f, 1);
         ir_print_instr(f, p->instrs[i]);
      }
      fputc('}', f);
      for (uint32_t i = 0; i < p->num_results; i++)
         fprintf(f, "%s %%%" PRIu32, i ? "," : "", p->results[i]);
      fputc('\n', f);
   }
   fputs("{\n", f);
   print_list(f, s, &s->body, 1);
   fputs("}\n", f);
}
