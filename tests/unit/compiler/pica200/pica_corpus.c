/* SPDX-License-Identifier: MIT
 *
 * Fragment shaders of others through the mapper: pica_corpus FILE... takes .shader_test files and prints for each what becomes of its fragment
 * shader: its stages, error and time, or why it is refused. The counts at the end are those of docs/pica200.md.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "compiler/compiler.h"
#include "compiler/pica200/binary.h"
#include "util/u_math.h"

static char text[1 << 20];

/** The text of a section; NULL: there is none. */
static const char *
section(const char *name, size_t *n)
{
   const char *from = strstr(text, name);
   if (!from || !(from = strchr(from, '\n')))
      return NULL;
   const char *end = strstr(++from, "\n[");
   *n = end ? (size_t)(end - from) + 1 : strlen(from);
   return from;
}

static bool
read_file(const char *name)
{
   FILE *f = fopen(name, "rb");
   if (!f)
      return false;
   text[fread(text, 1, sizeof text - 1, f)] = 0;
   fclose(f);
   return true;
}

static struct glsl_program *
link_file(const char *name)
{
   size_t nv = 0, nf = 0;
   if (!read_file(name))
      return NULL;
   const char *v = section("[vertex shader]", &nv), *f = section("[fragment shader]", &nf);
   if (!v || !f)
      return NULL;
   struct glsl_shader *vs = glsl_compile(IR_VERTEX, v, nv, &glsl_all_options);
   struct glsl_shader *fs = glsl_compile(IR_FRAGMENT, f, nf, &glsl_all_options);
   struct glsl_program *p = glsl_link(vs, fs, NULL, 0, &glsl_all_options);
   glsl_shader_unref(vs);
   glsl_shader_unref(fs);
   return p;
}

int
main(int argc, char **argv)
{
   unsigned mapped = 0, refused = 0, invalid = 0, unused = 0;
   for (int i = 1; i < argc; i++) {
      struct glsl_program *p = link_file(argv[i]);
      struct pica200_fragment map;
      char error[300], other[300];
      if (!p || !p->ok) {
         printf("%s: no program\n", argv[i]);
         invalid++;
         glsl_program_destroy(p);
         continue;
      }
      ir_run_link_pipeline(p->ir[IR_VERTEX], p->ir[IR_FRAGMENT], pica200_ir_target(),
                           &(struct ir_options){0});
      const clock_t from = clock();
      const struct ir_shader *s = p->ir[IR_FRAGMENT];
      bool ok = false;
      if (s->refused)
         snprintf(error, sizeof error, "%s", s->refused);
      else
         ok = pica200_map(s, &(struct pica200_fragment_key){0}, &map, error, sizeof error);
      if (!ok && strstr(error, "discard:")) /* would it do where nobody reads alpha? */
         unused +=
            !s->refused &&
            pica200_map(s, &(struct pica200_fragment_key){.alpha_unused = true}, &map, other, sizeof other) &&
            (pica200_fragment_fini(&map), true);
      if (ok)
         printf("%s: %u stages, error %.1f", argv[i], map.num_stages, (double)map.error);
      else
         printf("%s: refused: %s", argv[i], error);
      printf(" (%.3f s)\n", (double)(clock() - from) / CLOCKS_PER_SEC);
      mapped += ok;
      refused += !ok;
      if (ok)
         pica200_fragment_fini(&map);
      glsl_program_destroy(p);
   }
   printf("%u mapped, %u refused (%u of them fit where alpha is not used), %u no programs\n", mapped, refused,
          unused, invalid);
   return 0;
}
