/* SPDX-License-Identifier: MIT
 *
 * teragl-compile: GLSL ES 1.00 on the command line. Compiles files one by one, or links two, and prints the
 * info log and, if asked, the IR, the active uniforms and attributes, and the machine code for a chip. A
 * linked pair may also come from one .shader_test file with [vertex shader] and [fragment shader] sections.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compile_stats.h"
#include "compiler/compiler.h"
#include "compiler/terascale/vliw.h"
#include "util/u_debug.h"

static const char usage[] =
   "usage: teragl-compile [--stage vs|fs] [--ir] FILE...\n"
   "       teragl-compile [--ir] [--chip CHIP [--isa] [--stats]] --link VERT FRAG\n"
   "       teragl-compile [--ir] [--chip CHIP [--isa] [--stats]] --link FILE.shader_test-or-FOLDER...\n"
   "       teragl-compile --compare BEFORE AFTER\n"
   "Compiles GLSL ES 1.00 files, or links two, and prints the info log. Without --stage the stage follows\n"
   "from the file name (.vert, .vs, .frag, .fs).\n"
   "  --ir     print the intermediate representation (with --link) and the active uniforms and attributes\n"
   "  --chip   optimise and compile for CHIP (rv770, cypress, ...) and print the interface of the code\n"
   "  --isa    print the machine code\n"
   "  --stats  print one line of comma-separated figures per stage instead of the rest: file, chip, stage, "
   "ALU\n"
   "           groups, ALU instructions, GPRs, stack, CF instructions, texture and vertex fetches, dwords\n"
   "  --compare  two files with the output of --stats: which shaders the change helped, which it hurt\n"
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

static struct {
   bool ir, isa, stats, link;
   const struct db_chip *chip;
} want;

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
section(const char *text, const char *end, const char *name, size_t *n)
{
   size_t len = strlen(name);
   for (const char *p = text; p < end; p++) {
      if ((p != text && p[-1] != '\n') || (size_t)(end - p) < len || strncmp(p, name, len))
         continue;
      const char *from = p + len, *to = from;
      while (to < end && !(*to == '[' && to[-1] == '\n'))
         to++;
      *n = (size_t)(to - from);
      return from;
   }
   return NULL;
}

/** What the driver must know about the code. */
static void
print_binary(const char *name, unsigned stage, const struct vliw_binary *b)
{
   static const char *const stages[] = {"vs", "ps"};
   if (want.stats) {
      printf("%s,%s,%s,%u,%u,%u,%u,%u,%u,%u,%u\n", name, want.chip->name, stages[stage], b->num_alu_groups,
             b->num_alu_instrs, b->num_gprs, b->stack_size, b->num_cf_instrs, b->num_tex_instrs,
             b->num_vtx_instrs, b->num_dw);
      return;
   }
   printf(
      "%s %s: %u ALU groups (at least %u), %u ALU instructions, %u texture fetches, %u vertex fetches, %u CF "
      "instructions, %u GPRs, stack %u, %u dwords\n",
      want.chip->lname, stages[stage], b->num_alu_groups, b->min_alu_groups, b->num_alu_instrs,
      b->num_tex_instrs, b->num_vtx_instrs, b->num_cf_instrs, b->num_gprs, b->stack_size, b->num_dw);
   for (unsigned i = 0; stage == IR_VERTEX && i < 16; i++)
      if (b->attrib_gpr[i])
         printf("attribute %u in R%u\n", i, b->attrib_gpr[i]);
   for (unsigned i = 0; i < b->num_params; i++)
      printf("param %u: semantic %u index %u mask 0x%x\n", i, b->params[i].semantic, b->params[i].sem_index,
             b->params[i].mask);
   if (want.isa)
      vliw_disassemble(stdout, want.chip, b->dw, b->num_dw);
}

static bool
print_isa(const char *name, struct ir_shader *ir)
{
   if (want.ir) {
      printf("optimised:\n");
      ir_print(stdout, ir);
   }
   struct vliw_binary b;
   struct vliw_key key = {.num_color_targets = 1};
   char error[200];
   if (!vliw_compile(ir, want.chip, &key, &b, error, sizeof error)) {
      printf("%s: %s\n", name, error);
      return false;
   }
   print_binary(name, ir->stage, &b);
   vliw_binary_fini(&b);
   return true;
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
      struct ir_options opt = {.lower_idiv = true,
                               .hoist_uniforms = true,
                               .no_optimise = u_debug(U_DEBUG_NOOPT),
                               .print = u_debug(U_DEBUG_IR)};
      ir_run_link_pipeline(p->ir[IR_VERTEX], p->ir[IR_FRAGMENT], &opt);
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
   const char *v = section(text, text + n, "[vertex shader]", &nv);
   const char *f = section(text, text + n, "[fragment shader]", &nf);
   bool ok = false;
   if (v && f)
      ok = link_shaders(name, compile_text(name, IR_VERTEX, v, nv), compile_text(name, IR_FRAGMENT, f, nf));
   else
      printf("%s: no [vertex shader] and [fragment shader] sections\n", name);
   free(text);
   return ok;
}

static bool
find_chip(const char *name)
{
   want.chip = db_chip_find(name);
   if (want.chip)
      return true;
   fprintf(stderr, "teragl-compile: no chip '%s'; there are", name);
   for (unsigned i = 0; db_chip_by_index(i); i++)
      fprintf(stderr, " %s", db_chip_by_index(i)->lname);
   fprintf(stderr, "\n");
   return false;
}

int
main(int argc, char **argv)
{
   static const struct option longs[] = {
      {"stage",   required_argument, NULL, 's'},
      {"ir",      no_argument,       NULL, 'i'},
      {"link",    no_argument,       NULL, 'l'},
      {"chip",    required_argument, NULL, 'c'},
      {"isa",     no_argument,       NULL, 'a'},
      {"stats",   no_argument,       NULL, 't'},
      {"compare", no_argument,       NULL, 'd'},
      {"help",    no_argument,       NULL, 'h'},
      {NULL,      0,                 NULL, 0  },
   };
   int stage = -1, opt;
   bool ok = true, compare = false;
   while ((opt = getopt_long(argc, argv, "s:ilc:h", longs, NULL)) != -1) {
      if (opt == 's' && (!strcmp(optarg, "vs") || !strcmp(optarg, "fs"))) {
         stage = optarg[0] == 'v' ? IR_VERTEX : IR_FRAGMENT;
      } else if (opt == 'c') {
         if (!find_chip(optarg))
            return 2;
      } else if (opt == 'i') {
         want.ir = true;
      } else if (opt == 'l') {
         want.link = true;
      } else if (opt == 'a') {
         want.isa = true;
      } else if (opt == 't') {
         want.stats = true;
      } else if (opt == 'd') {
         compare = true;
      } else {
         if (opt == 'h')
            fputs(usage, stdout);
         else if (opt == 's')
            fprintf(stderr, "teragl-compile: --stage is vs or fs, not '%s'\n", optarg);
         return opt == 'h' ? 0 : 2; /* getopt_long has said what it does not know */
      }
   }
   if (compare && argc - optind == 2)
      return !compare_stats(argv[optind], argv[optind + 1]);
   struct file_list tests_list = {0};
   for (int i = optind; i < argc && want.link; i++)
      ok &= find_files(argv[i], ".shader_test", &tests_list);
   bool tests = want.link && tests_list.count;
   bool bad = compare || optind == argc || (want.link && !tests && argc - optind != 2);
   const char *wrong = compare          ? "--compare wants two files"
                       : optind == argc ? "no file is named"
                       : bad            ? "--link wants two shaders, or .shader_test files"
                       : (want.isa || want.stats) && !want.chip ? "--isa and --stats want --chip"
                       : want.chip && !want.link                ? "--chip wants --link"
                                                                : NULL;
   if (wrong) {
      fprintf(stderr, "teragl-compile: %s; see --help\n", wrong);
      return 2;
   }
   if (want.link && !tests)
      return !link_shaders(argv[optind], compile_file(argv[optind], IR_VERTEX),
                           compile_file(argv[optind + 1], IR_FRAGMENT));
   for (size_t i = 0; i < tests_list.count; i++) {
      ok &= link_test_file(tests_list.data[i]);
      free(tests_list.data[i]);
   }
   u_vec_fini(&tests_list);
   for (int i = optind; i < argc && !want.link; i++) {
      struct glsl_shader *s = compile_file(argv[i], stage);
      ok &= s && glsl_shader_ok(s);
      glsl_shader_unref(s);
   }
   return !ok;
}
