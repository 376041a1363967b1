/* SPDX-License-Identifier: MIT
 *
 * The shader unit by itself, one vertex at a time.
 */
#include "pica_vs_run.h"

#include <stdlib.h>
#include <string.h>

#include "emulator/pica200/sh/float24.h"
#include "emulator/pica200/sh/sh.h"
#include "isa/pica200/words.h"
#include "util/u_math.h"

struct unit {
   struct sh_ctx c;
   struct sh_program program;
   struct sh_stage stage;
   struct pica_shader_params params;
   float uniform[PICA_UNIFORMS][4];
};

static float
float24(float f)
{
   return pica_round24(f, PICA_ROUND_NEAREST_EVEN);
}

static void
load_constants(struct unit *u, const struct pica200_vertex *v, const struct pica_vs_given *in)
{
   for (unsigned i = 0; i < v->num_consts; i++)
      for (unsigned k = 0; k < 4; k++) {
         const struct pica200_const *c = &v->consts[i];
         u->uniform[i][k] =
            float24(c->kind == PICA200_CONST_UNIFORM    ? in->uniforms[c->slot & 255][k]
                    : c->kind == PICA200_CONST_PREAMBLE ? in->preamble[c->slot & 63][k]
                    : c->kind == PICA200_CONST_SCALE    ? (k < 2 ? in->scale[c->slot & 15][k] : 0)
                                                        : c->value[k]);
      }
}

static void
read_outputs(const struct unit *u, const struct pica200_vertex *v, struct pica_vs_result *out)
{
   for (unsigned o = 0; o < v->num_outputs; o++)
      for (unsigned k = 0; k < 4; k++)
         if (v->outmap[o][k] != PICA200_UNUSED)
            out->semantic[v->outmap[o][k]] = uif(u->c.output[u->c.bank][o][k].u[0]);
   if (v->point_size >= 0)
      out->point_size = uif(u->c.output[u->c.bank][v->point_size][0].u[0]);
}

/** Each component of the outputs in use is written by one instruction, or the chip hangs; NULL: they are. (No output is written in a branch or loop.) */
static const char *
check_outputs(const struct pica200_vertex *v)
{
   uint8_t written[16] = {0};
   struct pica_instruction i;
   for (unsigned pc = 0; pc < v->code.count; pc++) {
      pica_decode(v->code.word[pc], v->code.desc, &i);
      if (i.op < 0 || !pica_has_descriptor(i.op) || i.op == PICA_OP_CMP || i.op == PICA_OP_MOVA ||
          i.dst >= 16)
         continue;
      if (written[i.dst] & i.mask)
         return "an output is written twice";
      written[i.dst] |= i.mask;
   }
   for (unsigned o = 0; o < 16; o++)
      if (written[o] != (v->output_mask >> o & 1 ? 15 : 0))
         return "an output is not written, or one that is not in use is";
   return NULL;
}

bool
pica_vs_run(const struct pica200_vertex *v, const struct pica_vs_given *in, struct pica_vs_result *out,
            const char **why)
{
   *why = check_outputs(v);
   if (*why)
      return false;
   struct unit *u = aligned_alloc(64, u_align(sizeof *u, 64));
   *why = "out of memory";
   if (!u)
      return false;
   memset(u, 0, sizeof *u);
   memset(out, 0, sizeof *out);
   load_constants(u, v, in);
   for (unsigned i = 0; i < v->num_attribs; i++)
      for (unsigned k = 0; k < 4; k++)
         u->c.input[i][k].u[0] = fui(float24(in->attributes[v->attribs[i] & 15][k]));
   /* what nobody wrote is no number */
   memset(u->c.temp, 0xff, sizeof u->c.temp);
   memset(u->c.output, 0xff, sizeof u->c.output);
   u->stage = (struct sh_stage){.program = &u->program,
                                .uniform = (const float(*)[4])u->uniform,
                                .booleans = v->booleans,
                                .entry = v->code.entry,
                                .lanes = 1,
                                .limit = 100000,
                                .params = &u->params};
   memcpy(u->stage.integer, v->integers, sizeof u->stage.integer);
   sh_decode(&u->program, v->code.word, v->code.count, v->code.desc, 1);
   sh_kernels_find(NULL)->run(&u->c, &u->stage);
   read_outputs(u, v, out);
   out->executed = u->c.executed;
   *why = sh_stop_reason(u->c.stop);
   const bool ok = u->c.stop == SH_RUNS;
   free(u);
   return ok;
}
