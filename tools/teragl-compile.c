/* SPDX-License-Identifier: MIT
 *
 * teragl-compile: GLSL ES 1.00 on the command line. Compiles files one by one, or links two, and prints the
 * info log and, if asked, the IR, the active uniforms and attributes, and the machine code for a chip. A
 * linked pair may also come from one .shader_test file with [vertex shader] and [fragment shader] sections.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compile_stats.h"
#include "compiler/compiler.h"
#include "options.h"
#include "target/compiler.h"
#include "target/target.h"
#include "util/u_debug.h"

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

static struct {
   bool ir, isa, stats, link, compare;
   int stage; /* -1: the file name says it */
   const struct db_chip *chip;
} want = {.stage = -1};

static struct glsl_shader *
compile_text(const char *name, int stage, const char *text, size_t n)
{
   struct glsl_shader *s = glsl_compile((enum ir_stage)stage, text, n, &glsl_all_options);
   if (s && (!want.stats || !glsl_shader_ok(s)))
      printf("%s: %s\n%s", name, glsl_shader_ok(s) ? "ok" : "failed", glsl_shader_log(s));
   return s;
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
   struct glsl_shader *s = compile_text(name, stage, text, n);
   free(text);
   return s;
}

/** The section's text inside a .shader_test file; NULL if there is none. */
static const char *
find_section(const char *text, const char *end, const char *name, size_t *n)
{
   size_t len = strlen(name);
   for (const char *p = text; p < end; p++) {
      if ((p != text && p[-1] != '\n') || (size_t)(end - p) < len || strncmp(p, name, len))
         continue;
      const char *from = p + len;
      while (from < end && *from++ != '\n') /* a #version is the first line of its shader */
         ;
      const char *to = from;
      while (to < end && !(*to == '[' && to[-1] == '\n'))
         to++;
      *n = (size_t)(to - from);
      return from;
   }
   return NULL;
}

static bool
print_isa(const char *name, struct ir_shader *ir)
{
   if (want.ir) {
      printf("optimised:\n");
      ir_print(stdout, ir);
   }
   const enum target_report what = want.stats ? TARGET_REPORT_FIGURES
                                   : want.isa ? TARGET_REPORT_CODE
                                              : TARGET_REPORT_INTERFACE;
   char error[200];
   bool ok = target_compiler(want.chip)->report(stdout, name, ir, want.chip, what, error, sizeof error);
   if (!ok)
      printf("%s: %s\n", name, error);
   return ok;
}

static void
print_interface(const struct glsl_program *p)
{
   static const char *const bases[GLSL_BASES] = {
      [GLSL_FLOAT] = "float",
      [GLSL_INT] = "int",
      [GLSL_UINT] = "uint",
      [GLSL_BOOL] = "bool",
      [GLSL_SAMPLER_2D] = "2D",
      [GLSL_SAMPLER_CUBE] = "Cube",
      [GLSL_SAMPLER_3D] = "3D",
      [GLSL_SAMPLER_EXTERNAL] = "External",
      [GLSL_SAMPLER_2D_SHADOW] = "2DShadow",
      [GLSL_SAMPLER_2D_ARRAY] = "2DArray",
      [GLSL_SAMPLER_CUBE_SHADOW] = "CubeShadow",
      [GLSL_SAMPLER_2D_ARRAY_SHADOW] = "2DArrayShadow",
      [GLSL_ISAMPLER_2D] = "int 2D",
      [GLSL_ISAMPLER_CUBE] = "int Cube",
      [GLSL_ISAMPLER_3D] = "int 3D",
      [GLSL_ISAMPLER_2D_ARRAY] = "int 2DArray",
      [GLSL_USAMPLER_2D] = "uint 2D",
      [GLSL_USAMPLER_CUBE] = "uint Cube",
      [GLSL_USAMPLER_3D] = "uint 3D",
      [GLSL_USAMPLER_2D_ARRAY] = "uint 2DArray",
   };
   for (unsigned i = 0; i < p->num_uniforms; i++) {
      const struct glsl_uniform *u = &p->uniforms[i];
      if (u->block >= 0) {
         printf("member %s: %s %ux%u[%u] of block %d at %u, strides %u %u%s\n", u->name, bases[u->base],
                u->cols, u->rows, u->array_len, u->block, u->offset_B, u->array_stride_B, u->matrix_stride_B,
                u->row_major ? ", row major" : "");
         continue;
      }
      printf("uniform %s: %s %ux%u[%u] location %u slots %d %d\n", u->name, bases[u->base], u->cols, u->rows,
             u->array_len, u->location, u->slot[IR_VERTEX], u->slot[IR_FRAGMENT]);
   }
   for (unsigned i = 0; i < p->num_attributes; i++)
      printf("attribute %s: %ux%u location %d\n", p->attributes[i].name, p->attributes[i].cols,
             p->attributes[i].rows, p->attributes[i].location);
   for (unsigned i = 0; i < p->num_blocks; i++)
      printf("block %u %s: %u bytes, buffers %d %d\n", i, p->blocks[i].name, p->blocks[i].size_B,
             p->blocks[i].buffer[IR_VERTEX], p->blocks[i].buffer[IR_FRAGMENT]);
   for (unsigned i = 0; i < p->num_frag_outputs; i++)
      printf("output %s: %s %u[%u] location %u\n", p->frag_outputs[i].name, bases[p->frag_outputs[i].base],
             p->frag_outputs[i].rows, p->frag_outputs[i].array_len, p->frag_outputs[i].location);
}

static bool
print_program(const char *name, const struct glsl_program *p)
{
   if (!want.stats || !p->ok)
      printf("link: %s\n%s", p->ok ? "ok" : "failed", p->log);
   if (p->ok && want.ir)
      print_interface(p);
   bool ok = p->ok;
   for (unsigned s = 0; s < 2 && p->ok && want.ir; s++)
      ir_print(stdout, p->ir[s]);
   if (p->ok && want.chip) {
      struct ir_options opt = {
         .hoist_uniforms = true, .no_optimise = u_debug(U_DEBUG_NOOPT), .print = u_debug(U_DEBUG_IR)};
      ir_run_link_pipeline(p->ir[IR_VERTEX], p->ir[IR_FRAGMENT],
                           target_compiler(want.chip)->ir_target(want.chip), &opt);
   }
   for (unsigned s = 0; s < 2 && p->ok; s++) {
      char error[200];
      if (!ir_validate(p->ir[s], error, sizeof error)) {
         printf("invalid IR: %s\n", error);
         return false;
      }
      if (want.chip)
         ok &= print_isa(name, p->ir[s]);
   }
   return ok;
}

static bool
link_shaders(const char *name, struct glsl_shader *v, struct glsl_shader *f)
{
   struct glsl_program *p = v && f ? glsl_link(v, f, NULL, 0, &glsl_all_options) : NULL;
   bool ok = p && print_program(name, p);
   glsl_program_destroy(p);
   glsl_shader_unref(v);
   glsl_shader_unref(f);
   return ok;
}

static bool
link_test_file(const char *name)
{
   size_t n, nv = 0, nf = 0;
   char *text = read_file(name, &n);
   if (!text)
      return false;
   const char *v = find_section(text, text + n, "[vertex shader]", &nv);
   const char *f = find_section(text, text + n, "[fragment shader]", &nf);
   bool ok = false;
   if (v && f)
      ok = link_shaders(name, compile_text(name, IR_VERTEX, v, nv), compile_text(name, IR_FRAGMENT, f, nf));
   else
      printf("%s: no [vertex shader] and [fragment shader] sections\n", name);
   free(text);
   return ok;
}

/* ---- the command line ---- */

static int
set_chip(void *tool, const char *value)
{
   want.chip = target_chip_find(value);
   if (want.chip)
      return OPTIONS_GO_ON;
   char names[512];
   target_list_chips(names, sizeof names);
   fprintf(stderr, "teragl-compile: no chip '%s'; there are %s\n", value, names);
   return 2;
}

static int
set_stage(void *tool, const char *value)
{
   if (!strcmp(value, "vs") || !strcmp(value, "fs")) {
      want.stage = value[0] == 'v' ? IR_VERTEX : IR_FRAGMENT;
      return OPTIONS_GO_ON;
   }
   fprintf(stderr, "teragl-compile: --stage is vs or fs, not '%s'\n", value);
   return 2;
}

#define WANT(member)                                                                                         \
   static int want_##member(void *tool, const char *value)                                                   \
   {                                                                                                         \
      want.member = true;                                                                                    \
      return OPTIONS_GO_ON;                                                                                  \
   }
WANT(ir)
WANT(link)
WANT(isa)
WANT(stats)
WANT(compare)

static const struct options options = {
   .tool = "teragl-compile",
   .intro =
      "usage: teragl-compile [--stage vs|fs] [--ir] FILE...\n"
      "       teragl-compile [--ir] [--chip CHIP [--isa] [--stats]] --link VERT FRAG\n"
      "       teragl-compile [--ir] [--chip CHIP [--isa] [--stats]] --link FILE.shader_test-or-FOLDER...\n"
      "       teragl-compile --compare BEFORE AFTER\n"
      "Compiles GLSL ES 1.00 and 3.00 files, or links two, and prints the info log.\n",
   .rows =
      (const struct option_row[]){
                                  {"--stage", "vs|fs", "of the files; else their names say it (.vert, .vs, .frag, .fs)", set_stage},
                                  {"--ir", NULL,
          "print the intermediate representation (with --link) and the active uniforms and attributes",
          want_ir},
                                  {"--link", NULL, "link a vertex and a fragment shader", want_link},
                                  {"--chip", "CHIP",
          "optimise and compile for CHIP (teragl-run --chip help lists them) and print the\n"
          "interface of the code",
          set_chip},
                                  {"--isa", NULL, "print the machine code", want_isa},
                                  {"--stats", NULL,
          "print one line of comma-separated figures per stage instead of the rest: file, chip,\n"
          "stage, ALU groups, ALU instructions, GPRs, stack, CF instructions, texture and vertex\n"
          "fetches, dwords",
          want_stats},
                                  {"--compare", NULL,
          "two files with the output of --stats: which shaders the change helped, which it hurt",
          want_compare},
                                  {0},
                                  },
   .outro = "Exit status: 0 if everything compiled and linked, 1 if not, 2 for a wrong command line.\n",
   .wrong_usage = 2,
};

/** Links what the operands name: two shaders, or any number of .shader_test files and folders of them. */
static int
link_operands(int n, char **operands)
{
   struct file_list tests = {0};
   bool ok = true;
   for (int i = 0; i < n; i++)
      ok &= find_files(operands[i], ".shader_test", &tests);
   if (!tests.count && n != 2)
      return options_wrong(&options, "--link wants two shaders, or .shader_test files", NULL);
   if (!tests.count)
      return !link_shaders(operands[0], compile_file(operands[0], IR_VERTEX),
                           compile_file(operands[1], IR_FRAGMENT));
   for (size_t i = 0; i < tests.count; i++) {
      ok &= link_test_file(tests.data[i]);
      free(tests.data[i]);
   }
   u_vec_fini(&tests);
   return !ok;
}

static int
compile_operands(int n, char **operands)
{
   bool ok = true;
   for (int i = 0; i < n; i++) {
      struct glsl_shader *s = compile_file(operands[i], want.stage);
      ok &= s && glsl_shader_ok(s);
      glsl_shader_unref(s);
   }
   return !ok;
}

int
main(int argc, char **argv)
{
   int n, status = options_parse(&options, NULL, argc, argv, &n);
   if (status != OPTIONS_GO_ON)
      return status;
   const char *wrong = want.compare && n != 2                   ? "--compare wants two files"
                       : !n                                     ? "no file is named"
                       : (want.isa || want.stats) && !want.chip ? "--isa and --stats want --chip"
                       : want.chip && !want.link                ? "--chip wants --link"
                                                                : NULL;
   if (wrong)
      return options_wrong(&options, wrong, NULL);
   if (want.compare)
      return !compare_stats(argv[1], argv[2]);
   return want.link ? link_operands(n, argv + 1) : compile_operands(n, argv + 1);
}
