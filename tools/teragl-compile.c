/* SPDX-License-Identifier: MIT
 *
 * teragl-compile: GLSL ES 1.00 on the command line. Compiles files one by one, or links two, and prints the
 * info log and, if asked, the IR and the active uniforms and attributes.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/compiler.h"

static const struct glsl_options options = {
   .max_vertex_attribs = 16,
   .max_varying_vectors = 16,
   .max_vertex_uniform_vectors = 256,
   .max_fragment_uniform_vectors = 256,
   .max_vertex_texture_image_units = 16,
   .max_texture_image_units = 16,
   .max_combined_texture_image_units = 32,
   .max_draw_buffers = 1,
   .oes_standard_derivatives = true,
   .oes_texture_3d = true,
   .oes_egl_image_external = true,
   .ext_shader_texture_lod = true,
   .ext_frag_depth = true,
   .ext_draw_buffers = true,
};

static const char usage[] =
   "usage: teragl-compile [--stage vs|fs] [--ir] FILE...\n"
   "       teragl-compile [--ir] --link VERT FRAG\n"
   "Compiles GLSL ES 1.00 files, or links two, and prints the info log. Without --stage the stage follows\n"
   "from the file name (.vert, .vs, .frag, .fs).\n"
   "  --ir    print the intermediate representation (with --link) and the active uniforms and attributes\n"
   "Exit status: 0 if everything compiled and linked, 1 if not, 2 for a wrong command line.\n";

static char *
read_file(const char *name, size_t *size)
{
   FILE *f = strcmp(name, "-") ? fopen(name, "rb") : stdin;
   if (!f) {
      fprintf(stderr, "teragl-compile: %s cannot be opened\n", name);
      return NULL;
   }
   char *text = NULL;
   size_t n = 0, capacity = 0, got;
   do {
      if (n + 4096 > capacity) {
         capacity = capacity * 2 + 8192;
         char *grown = realloc(text, capacity);
         if (!grown) {
            free(text);
            text = NULL;
            break;
         }
         text = grown;
      }
      got = fread(text + n, 1, capacity - n, f);
      n += got;
   } while (got);
   if (f != stdin)
      fclose(f);
   *size = n;
   return text;
}

static bool
ends_with(const char *s, const char *end)
{
   size_t a = strlen(s), b = strlen(end);
   return a >= b && !strcmp(s + a - b, end);
}

/** -1 unknown */
static int
stage_of(const char *name)
{
   if (ends_with(name, ".vert") || ends_with(name, ".vs"))
      return IR_VERTEX;
   if (ends_with(name, ".frag") || ends_with(name, ".fs"))
      return IR_FRAGMENT;
   return -1;
}

static struct glsl_shader *
compile_file(const char *name, int stage)
{
   if (stage < 0)
      stage = stage_of(name);
   if (stage < 0) {
      fprintf(stderr, "teragl-compile: the stage of %s is unknown, use --stage vs or --stage fs\n", name);
      return NULL;
   }
   size_t n;
   char *text = read_file(name, &n);
   if (!text)
      return NULL;
   struct glsl_shader *s = glsl_compile((enum ir_stage)stage, text, n, &options);
   free(text);
   if (s)
      printf("%s: %s\n%s", name, glsl_shader_ok(s) ? "ok" : "failed", glsl_shader_log(s));
   return s;
}

static void
print_interface(const struct glsl_program *p)
{
   static const char *const bases[] = {"float", "int", "bool", "2D", "Cube", "3D", "External"};
   for (unsigned i = 0; i < p->num_uniforms; i++) {
      const struct glsl_uniform *u = &p->uniforms[i];
      printf("uniform %s: %s %ux%u[%u] location %u slots %d %d\n", u->name, bases[u->base], u->cols, u->rows,
             u->array_len, u->location, u->slot[IR_VERTEX], u->slot[IR_FRAGMENT]);
   }
   for (unsigned i = 0; i < p->num_attributes; i++)
      printf("attribute %s: %ux%u location %d\n", p->attributes[i].name, p->attributes[i].cols,
             p->attributes[i].rows, p->attributes[i].location);
}

static bool
print_program(const struct glsl_program *p, bool ir)
{
   printf("link: %s\n%s", p->ok ? "ok" : "failed", p->log);
   if (p->ok && ir)
      print_interface(p);
   for (unsigned s = 0; s < 2 && p->ok; s++) {
      char error[200];
      if (ir)
         ir_print(stdout, p->ir[s]);
      if (!ir_validate(p->ir[s], error, sizeof error)) {
         printf("invalid IR: %s\n", error);
         return false;
      }
   }
   return p->ok;
}

static bool
link_files(const char *vert, const char *frag, bool ir)
{
   bool ok = false;
   struct glsl_shader *v = compile_file(vert, IR_VERTEX), *f = compile_file(frag, IR_FRAGMENT);
   struct glsl_program *p = v && f ? glsl_link(v, f, NULL, 0, &options) : NULL;
   if (p)
      ok = print_program(p, ir);
   glsl_program_destroy(p);
   glsl_shader_unref(v);
   glsl_shader_unref(f);
   return ok;
}

int
main(int argc, char **argv)
{
   static const struct option longs[] = {
      {"stage", required_argument, NULL, 's'},
      {"ir",    no_argument,       NULL, 'i'},
      {"link",  no_argument,       NULL, 'l'},
      {"help",  no_argument,       NULL, 'h'},
      {NULL,    0,                 NULL, 0  },
   };
   int stage = -1, opt;
   bool ir = false, link = false, ok = true;
   while ((opt = getopt_long(argc, argv, "s:ilh", longs, NULL)) != -1) {
      if (opt == 's' && (!strcmp(optarg, "vs") || !strcmp(optarg, "fs"))) {
         stage = optarg[0] == 'v' ? IR_VERTEX : IR_FRAGMENT;
      } else if (opt == 'i') {
         ir = true;
      } else if (opt == 'l') {
         link = true;
      } else {
         fputs(usage, opt == 'h' ? stdout : stderr);
         return opt == 'h' ? 0 : 2;
      }
   }
   if (optind == argc || (link && argc - optind != 2)) {
      fputs(usage, stderr);
      return 2;
   }
   if (link)
      return !link_files(argv[optind], argv[optind + 1], ir);
   for (int i = optind; i < argc; i++) {
      struct glsl_shader *s = compile_file(argv[i], stage);
      ok &= s && glsl_shader_ok(s);
      glsl_shader_unref(s);
   }
   return !ok;
}
