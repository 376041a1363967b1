/* SPDX-License-Identifier: MIT
 *
 * Runs a pair of shaders as IR, for one vertex that is one fragment: glsl_judge.py compares what comes out with what
 * dEQP's files say. Reads from standard input lines of "input NAME bits...", "uniform NAME bits..." (components of
 * 32 bits in hexadecimal) and "run", which prints each output of the fragment shader: "NAME bits...", then "done".
 *
 * usage: glsl_run VERTEX FRAGMENT [optimise]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/compiler.h"
#include "ir_eval.h"

static char *
read_file(const char *name)
{
   static char text[1 << 20];
   FILE *f = fopen(name, "rb");
   if (!f)
      return NULL;
   text[fread(text, 1, sizeof text - 1, f)] = 0;
   fclose(f);
   return text;
}

static struct glsl_shader *
compile(enum ir_stage stage, const char *name, const struct glsl_options *opt)
{
   const char *text = read_file(name);
   struct glsl_shader *s = text ? glsl_compile(stage, text, strlen(text), opt) : NULL;
   if (!s || !glsl_shader_ok(s))
      fprintf(stderr, "%s: %s\n", name, s ? glsl_shader_log(s) : "cannot be read");
   return s && glsl_shader_ok(s) ? s : NULL;
}

static void
set_input(const struct glsl_program *p, struct ir_eval *vs, const char *name, const uint32_t *bits,
          unsigned n)
{
   for (unsigned i = 0; i < p->num_attributes; i++) {
      const struct glsl_attribute *a = &p->attributes[i];
      for (unsigned k = 0; k < n && !strcmp(a->name, name) && k < (unsigned)a->rows * a->cols; k++)
         for (size_t in = 0; in < p->ir[IR_VERTEX]->inputs.count; in++)
            if (p->ir[IR_VERTEX]->inputs.data[in].sem_index == (uint32_t)a->location + k / a->rows)
               vs->inputs[in][k % a->rows] = bits[k];
   }
}

static void
set_uniform(const struct glsl_program *p, struct ir_eval *eval[2], const char *name, const uint32_t *bits,
            unsigned n)
{
   const size_t len = strcspn(name, "[");
   for (unsigned i = 0; i < p->num_uniforms; i++) {
      const struct glsl_uniform *u = &p->uniforms[i];
      unsigned element = 0;
      if (strcmp(u->name, name)) { /* "a[2]" of "a[0]" */
         const char *last = strrchr(name, '[');
         const size_t before = last ? (size_t)(last - name) : len;
         if (!u->is_array || strlen(u->name) != before + 3 || strncmp(u->name, name, before))
            continue;
         element = last ? (unsigned)strtoul(last + 1, NULL, 10) : 0;
      }
      for (unsigned stage = 0; stage < 2; stage++)
         for (unsigned k = 0; k < n && u->slot[stage] >= 0 && u->block < 0; k++) {
            const unsigned slot = (unsigned)u->slot[stage] + element * u->cols + k / u->rows;
            if (slot < 256)
               eval[stage]->uniforms[slot][k % u->rows] = u->base == GLSL_BOOL && bits[k] ? ~0u : bits[k];
         }
   }
}

/** The vertex shader's outputs become the fragment shader's inputs. */
static void
connect(const struct glsl_program *p, const struct ir_eval *vs, struct ir_eval *fs)
{
   const struct ir_shader *v = p->ir[IR_VERTEX], *f = p->ir[IR_FRAGMENT];
   for (size_t i = 0; i < f->inputs.count; i++)
      for (size_t o = 0; o < v->outputs.count; o++)
         if (v->outputs.data[o].semantic == f->inputs.data[i].semantic &&
             v->outputs.data[o].sem_index == f->inputs.data[i].sem_index)
            memcpy(fs->inputs[i], vs->outputs[o], sizeof fs->inputs[i]);
}

static bool
run(const struct glsl_program *p, struct ir_eval *eval[2])
{
   if (!ir_eval_run(p->ir[IR_VERTEX], eval[IR_VERTEX])) {
      printf("error vertex shader: %s\n", eval[IR_VERTEX]->error);
      return false;
   }
   connect(p, eval[IR_VERTEX], eval[IR_FRAGMENT]);
   if (!ir_eval_run(p->ir[IR_FRAGMENT], eval[IR_FRAGMENT])) {
      printf("error fragment shader: %s\n", eval[IR_FRAGMENT]->error);
      return false;
   }
   for (unsigned i = 0; i < p->num_frag_outputs; i++) {
      printf("%s", p->frag_outputs[i].name);
      const struct ir_shader *f = p->ir[IR_FRAGMENT];
      for (size_t o = 0; o < f->outputs.count; o++)
         for (unsigned k = 0;
              f->outputs.data[o].sem_index == p->frag_outputs[i].location && k < p->frag_outputs[i].rows; k++)
            printf(" %08x", eval[IR_FRAGMENT]->outputs[o][k]);
      printf("\n");
   }
   return true;
}

static unsigned
words(char *line, char **name, uint32_t *bits)
{
   unsigned n = 0;
   char *save;
   strtok_r(line, " \n", &save);
   *name = strtok_r(NULL, " \n", &save);
   for (char *w = strtok_r(NULL, " \n", &save); w && n < 16; w = strtok_r(NULL, " \n", &save))
      bits[n++] = (uint32_t)strtoul(w, NULL, 16);
   return *name ? n : 0;
}

int
main(int argc, char **argv)
{
   struct glsl_options opt = glsl_all_options;
   opt.max_draw_buffers = 32;
   if (argc < 3)
      return 2;
   struct glsl_shader *v = compile(IR_VERTEX, argv[1], &opt),
                      *f = v ? compile(IR_FRAGMENT, argv[2], &opt) : NULL;
   struct glsl_program *p = f ? glsl_link(v, f, NULL, 0, &opt) : NULL;
   if (!p || !p->ok) {
      fprintf(stderr, "%s", p ? p->log : "");
      return 1;
   }
   const struct ir_options all = {0};
   if (argc > 3)
      ir_run_link_pipeline(p->ir[IR_VERTEX], p->ir[IR_FRAGMENT], &ir_target_any, &all);
   struct ir_eval *eval[2] = {calloc(1, sizeof(struct ir_eval)), calloc(1, sizeof(struct ir_eval))};
   char line[2000], *name;
   uint32_t bits[16];
   while (eval[0] && eval[1] && fgets(line, sizeof line, stdin)) {
      if (!strncmp(line, "run", 3)) {
         run(p, eval);
         printf("done\n");
         continue;
      }
      const bool input = !strncmp(line, "input", 5);
      const unsigned n = words(line, &name, bits);
      if (n && input)
         set_input(p, eval[IR_VERTEX], name, bits, n);
      else if (n)
         set_uniform(p, eval, name, bits, n);
   }
   free(eval[0]);
   free(eval[1]);
   glsl_program_destroy(p);
   glsl_shader_unref(v);
   glsl_shader_unref(f);
   return 0;
}
