/* SPDX-License-Identifier: MIT
 *
 * A shader unit by itself: a program as text, uniforms, inputs per lane.
 */
#ifndef PICA_SH_FIXTURE_H
#define PICA_SH_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "emulator/pica200/sh/float24.h"
#include "emulator/pica200/sh/sh.h"
#include "isa/pica200/isa.h"
#include "util/u_math.h"

struct unit {
   struct sh_ctx c;
   struct sh_program program;
   struct pica_program text;
   struct sh_stage stage;
   struct pica_shader_params params;
   float uniform[PICA_UNIFORMS][4];
   const struct sh_kernels *kernels;
};

static inline struct unit *
unit_open(const char *level)
{
   struct unit *u = aligned_alloc(64, u_align(sizeof *u, 64));
   assert_non_null(u);
   memset(u, 0, sizeof *u);
   u->kernels = sh_kernels_find(level);
   u->stage.program = &u->program;
   u->stage.uniform = (const float(*)[4])u->uniform;
   u->stage.lanes = 1;
   u->stage.limit = 10000;
   u->stage.params = &u->params;
   u->params.upload_rounding = PICA_ROUND_TRUNCATE;
   return u;
}

static inline void
unit_words(struct unit *u, const struct pica_program *p)
{
   u->text = *p;
   u->program.generation++;
   sh_decode(&u->program, u->text.word, u->text.count, u->text.desc, u->program.generation + 1);
   u->stage.entry = u->text.entry;
}

static inline void
unit_program(struct unit *u, const char *text)
{
   char error[200] = "";
   static struct pica_program p;
   if (!pica_assemble(text, &p, error, sizeof error))
      fail_msg("%s\nin\n%s", error, text);
   unit_words(u, &p);
}

static inline void
unit_input(struct unit *u, unsigned v, unsigned lane, float x, float y, float z, float w)
{
   const float all[4] = {x, y, z, w};
   for (unsigned k = 0; k < 4; k++)
      u->c.input[v][k].u[lane] = fui(all[k]);
}

static inline void
unit_run(struct unit *u)
{
   u->kernels->run(&u->c, &u->stage);
}

static inline float
unit_out(const struct unit *u, unsigned o, unsigned k, unsigned lane)
{
   return uif(u->c.output[u->c.bank][o][k].u[lane]);
}

static inline uint32_t
unit_bits(const struct unit *u, unsigned o, unsigned k)
{
   return u->c.output[u->c.bank][o][k].u[0];
}

#endif
