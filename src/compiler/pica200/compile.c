/* SPDX-License-Identifier: MIT
 *
 * One vertex shader: several runs of the scheduler that look ahead further or less far, in one order or the other, that share copies or not; the shortest program wins.
 */
#include "compiler/pica200/vertex/code.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/ir/core/util.h"
#include "util/u_debug.h"

/** A way to try, or a way to know how many temporaries the shader wants. */
struct attempt {
   uint32_t window;
   bool by_height, share_copies, late_stores, measure;
};

static void
run(struct vs_ctx *c)
{
   pica_vs_select_init(c);
   pica_vs_select_body(c);
   pica_vs_direct(c);
   pica_vs_dots(c);
   pica_vs_split_sources(c);
   pica_vs_schedule(c);
   pica_vs_finish(c);
}

enum outcome { DONE, FAILED, SHORT_OF_TEMPS, LONG_ELSE, OUT_OF_MEMORY };

static enum outcome
compile_once(const struct ir_shader *s, const struct pica200_vertex_key *key, const struct attempt *a,
             bool jumps, struct pica200_vertex *out, char *error, size_t error_B)
{
   struct vs_ctx *c = calloc(1, sizeof *c);
   jmp_buf leave;
   volatile bool done = false; /* written between setjmp and longjmp */
   if (!c)
      return OUT_OF_MEMORY;
   *c = (struct vs_ctx){.ir = s,
                        .key = key,
                        .out = out,
                        .error = error,
                        .error_B = error_B,
                        .leave = &leave,
                        .first = VS_NONE,
                        .last = VS_NONE,
                        .window = a->window,
                        .by_height = a->by_height,
                        .share_copies = a->share_copies,
                        .late_stores = a->late_stores,
                        .jumps = jumps,
                        .measure = a->measure};
   memset(out, 0, sizeof *out);
   u_arena_init(&c->arena);
   c->arena.on_failure = &leave;
   if (!setjmp(leave)) {
      c->code = u_arena_array(&c->arena, struct vs_instr, VS_MAX_INSTRS);
      run(c);
      done = true;
   }
   const enum outcome outcome = done                     ? DONE
                                : c->arena.out_of_memory ? OUT_OF_MEMORY
                                : c->short_of_temps      ? SHORT_OF_TEMPS
                                : c->long_else           ? LONG_ELSE
                                                         : FAILED;
   u_arena_fini(&c->arena);
   free(c);
   return outcome;
}

#ifndef NDEBUG
static void
complain(void *data, unsigned pc, const char *sentence)
{
   (void)data;
   u_log("internal error: a vertex program for PICA200, at %u: %s", pc, sentence);
}

static bool
keeps_rules(const struct pica200_vertex *v)
{
   return !pica_validate(&v->code, PICA_UNIT_VERTEX, complain, NULL);
}
#endif

static bool
is_better(const struct pica200_vertex *a, const struct pica200_vertex *b)
{
   return a->num_instrs != b->num_instrs ? a->num_instrs < b->num_instrs : a->num_temps < b->num_temps;
}

static bool
compile_fused(const struct ir_shader *s, const struct pica200_vertex_key *key, struct pica200_vertex *out,
              char *error, size_t error_B)
{
   static const struct attempt attempts[] = {
      {.window = 400,         .share_copies = true, .late_stores = true},
      {.window = 400,  .late_stores = true},
      {.window = 400,         .share_copies = true},
      {.window = 60,                     .late_stores = true},
      {.window = 60,.share_copies = true},
      {.window = 400,          .by_height = true, .share_copies = true, .late_stores = true},
      {.window = 60,                     .by_height = true, .late_stores = true},
      {.window = 60,         .by_height = true},
      {.window = 12        },
      {.window = 4},
   };
   static const struct attempt frugal = {.window = 12, .measure = true};
   struct pica200_vertex *v = malloc(sizeof *v);
   char why[200] = "out of memory";
   bool found = false, short_of_temps = false, jumps = false;
   enum outcome o = v ? DONE : OUT_OF_MEMORY;
   for (unsigned i = 0; o != OUT_OF_MEMORY && i < sizeof attempts / sizeof attempts[0]; i++) {
      o = compile_once(s, key, &attempts[i], jumps, v, why, sizeof why);
      if (o == LONG_ELSE) { /* branches cannot have it, jumps can */
         jumps = true;
         o = compile_once(s, key, &attempts[i], jumps, v, why, sizeof why);
      }
      if (o == DONE && (!found || is_better(v, out)))
         *out = *v;
      found |= o == DONE;
      short_of_temps |= o == SHORT_OF_TEMPS;
   }
   if (!found && short_of_temps && o != OUT_OF_MEMORY)
      o = compile_once(s, key, &frugal, jumps, v, why, sizeof why);
   if (!found || o == OUT_OF_MEMORY)
      snprintf(error, error_B, "%s", o == OUT_OF_MEMORY ? "out of memory" : why);
   free(v);
   return found && o != OUT_OF_MEMORY;
}

bool
pica200_compile_vs(const struct ir_shader *s, const struct pica200_fragment *f,
                   const struct pica200_vertex_key *key, struct pica200_vertex *out, char *error,
                   size_t error_B)
{
   static const struct pica200_vertex_key no_key;
   assert(s->stage == IR_VERTEX);
   memset(out, 0, sizeof *out);
   if (s->refused) {
      snprintf(error, error_B, "%s", s->refused);
      return false;
   }
   struct ir_shader *fused = pica_vs_fuse(s, f, key ? key : &no_key, error, error_B);
   if (!fused)
      return false;
   const bool ok = compile_fused(fused, key ? key : &no_key, out, error, error_B);
   ir_shader_destroy(fused);
   assert(!ok || keeps_rules(out));
   return ok;
}
