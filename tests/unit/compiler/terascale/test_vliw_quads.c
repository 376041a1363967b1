/* SPDX-License-Identifier: MIT
 *
 * Which fetches the back end makes for helper pixels, too: those that a derivative depends on, and no others. In each
 * shader the fetches by even samplers need it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/terascale/vliw.h"
#include "isa/terascale/validate.h"
#include "util/u_math.h"

#define HEAD                                                                                                 \
   "input 0 generic 0 comps 4 \"v\"\n"                                                                       \
   "output 0 color 0 comps 4 \"c\"\n"
#define COORDS                                                                                               \
   "  %0 = load_input 0.x\n"                                                                                 \
   "  %1 = load_input 0.y\n"

static const struct {
   const char *name, *text;
   unsigned needed; /* how many are by even samplers; a derivative is by sampler 0 */
} shaders[] = {
   {"a coordinate, and what is only shown",
    "shader fs\n" HEAD "{\n" COORDS "  %2:%5 = tex sample 2d s0 %0, %1\n"
    "  %6 = fadd %3, 0x3f800000\n"
    "  %7:%10 = tex sample 2d s1 %2, %6\n"
    "  store_output 0.x %7\n"
    "}\n", 1},
   {"coordinates and level of a needed fetch; an explicit level derives nothing",
    "shader fs\n" HEAD "{\n" COORDS "  %2:%5 = tex sample 2d s0 %0, %1\n"
    "  %6:%9 = tex lod 2d s2 %0, %1, %2\n"
    "  %10:%13 = tex sample 2d s1 %6, %7\n"
    "  %14:%17 = tex sample 2d s3 %0, %1\n"
    "  %18:%21 = tex lod 2d s5 %14, %15, %1\n"
    "  %22 = fadd %10, %18\n"
    "  store_output 0.x %22\n"
    "}\n", 2},
   {"a derivative, which a coordinate is made of",
    "shader fs\n" HEAD "{\n" COORDS "  %2:%5 = tex sample 2d s0 %0, %1\n"
    "  %6 = fddx %2\n"
    "  %7:%10 = tex sample 2d s1 %6, %1\n"
    "  store_output 0.x %7\n"
    "}\n", 2},
   {"a branch that chooses a coordinate",
    "shader fs\n" HEAD "{\n" COORDS "  %2:%5 = tex sample 2d s0 %0, %1\n"
    "  %6 = flt %2, %0\n"
    "  if %6 {\n"
    "    %7 = fexp2 %1\n"
    "  } else {\n"
    "  }\n"
    "  %8 = phi %7, %1\n"
    "  %9:%12 = tex sample 2d s1 %8, %0\n"
    "  %13 = flt %9, %0\n"
    "  if %13 {\n"
    "    %14 = fexp2 %10\n"
    "  } else {\n"
    "  }\n"
    "  %15 = phi %14, %11\n"
    "  store_output 0.x %15\n"
    "}\n", 1},
   {"a loop that ends by a fetch",
    "shader fs\n" HEAD "{\n" COORDS "  loop {\n"
    "    %2 = phi %0, %9\n"
    "    %3:%6 = tex lod 2d s0 %2, %1, 0x00000000\n"
    "    %7 = flt 0x3f000000, %3\n"
    "    if %7 {\n"
    "      break\n"
    "    } else {\n"
    "    }\n"
    "    %9 = fadd %2, %1\n"
    "  }\n"
    "  %10 = phi %2\n"
    "  %11:%14 = tex sample 2d s1 %10, %1\n"
    "  store_output 0.x %11\n"
    "}\n", 1},
   {"an array that is indexed",
    "shader fs\n" HEAD "var 0 len 4 comps 1 \"a\"\nvar 1 len 4 comps 1 \"b\"\n"
    "{\n" COORDS "  %2:%5 = tex sample 2d s0 %0, %1\n"
    "  %6:%9 = tex sample 2d s1 %0, %1\n"
    "  %10 = f2i %0\n"
    "  store_var v0 0 mask 0x1 %2 [%10]\n"
    "  store_var v1 0 mask 0x1 %6 [%10]\n"
    "  %11 = f2i %1\n"
    "  %12 = load_var v0 0.x [%11]\n"
    "  %13 = load_var v1 0.x [%11]\n"
    "  %14:%17 = tex sample 2d s3 %12, %1\n"
    "  %18 = fadd %14, %13\n"
    "  store_output 0.x %18\n"
    "}\n", 1},
};

/* The lines of a listing that sample by an even sampler, or by an odd one, and have FWQ or not. */
static unsigned
lines(const char *listing, bool even, bool whole_quad)
{
   unsigned n = 0;
   for (const char *line = listing; line; line = strchr(line + 1, '\n')) {
      const char *end = strchr(line + 1, '\n'), *s = strstr(line, ", s"), *f = strstr(line, " FWQ");
      if (!s || !end || s > end)
         continue;
      n += even == !(atoi(s + 3) % 2) && whole_quad == (f && f < end);
   }
   return n;
}

/* What the machine code says of itself: nothing is by chance in it, until the bits are gone. */
static void
check_code(const struct terascale_chip *chip, const char *name, const struct vliw_binary *b, char *text)
{
   char error[200] = "";
   const struct isa_program p = {.dw = b->dw, .num_dw = b->num_dw, .stage = ISA_FRAGMENT};
   if (!isa_quads(&p, chip, error, sizeof error))
      fail_msg("%s on %s: %s", name, chip->base.name, error);
   for (char *bit; (bit = strstr(text, " FWQ"));)
      memset(bit, ' ', strlen(" FWQ"));
   uint32_t num_dw;
   uint32_t *dw = vliw_assemble(text, chip, &num_dw, error, sizeof error);
   if (!dw)
      fail_msg("%s on %s: %s", name, chip->base.name, error);
   const struct isa_program planted = {.dw = dw, .num_dw = num_dw, .stage = ISA_FRAGMENT};
   if (isa_quads(&planted, chip, error, sizeof error))
      fail_msg("%s on %s without FETCH_WHOLE_QUAD: nothing is said", name, chip->base.name);
   assert_non_null(strstr(error, "FETCH_WHOLE_QUAD"));
   free(dw);
}

static void
fetches(void **state)
{
   for (unsigned i = 0; i < ARRAY_SIZE(shaders); i++) {
      char error[200] = "";
      struct ir_shader *s = ir_parse(shaders[i].text, error, sizeof error);
      if (!s)
         fail_msg("%s: %s", shaders[i].name, error);
      for (unsigned k = 0; terascale_chip_by_index(k); k++) {
         const struct terascale_chip *chip = terascale_chip_by_index(k);
         struct vliw_binary b;
         if (!vliw_compile(s, chip, NULL, &b, error, sizeof error))
            fail_msg("%s on %s: %s", shaders[i].name, chip->base.name, error);
         char *text = NULL;
         size_t size = 0;
         FILE *f = open_memstream(&text, &size);
         vliw_disassemble(f, chip, b.dw, b.num_dw);
         fclose(f);
         if (lines(text, true, true) != shaders[i].needed || lines(text, true, false) ||
             lines(text, false, true) || !lines(text, false, false))
            fail_msg("%s on %s:\n%s", shaders[i].name, chip->base.name, text);
         check_code(chip, shaders[i].name, &b, text);
         free(text);
         vliw_binary_fini(&b);
      }
      ir_shader_destroy(s);
   }
}

/* A fetch to a register in a branch of a loop's body, and behind the branch one by that register. */
#define A_BRANCH(jump)                                                                                       \
   ".size 42\n"                                                                                              \
   "0000 LOOP_START_DX10 @10\n"                                                                              \
   "0001 ALU @12 CNT:2\n"                                                                                    \
   "   x: MOV R2.x, R0.x\n"                                                                                  \
   "   y: MOV R2.y, R0.y last\n"                                                                             \
   "0002 ALU_PUSH_BEFORE @14 CNT:1\n"                                                                        \
   "   x: PRED_SETNE_INT _R0.x, R0.z, 0 EXEC PRED last\n"                                                    \
   "0003 JUMP @7 POP:1\n"                                                                                    \
   "0004 TEX @16 CNT:1\n"                                                                                    \
   "   SAMPLE R2.xyzw, R0.xy00, t16, s0\n"                                                                   \
   "0005 " jump "\n"                                                                                         \
   "0006 POP @7 POP:1\n"                                                                                     \
   "0007 TEX @18 CNT:1\n"                                                                                    \
   "   SAMPLE R1.xyzw, R2.xy00, t16, s0\n"                                                                   \
   "0008 ALU_BREAK @20 CNT:1\n"                                                                              \
   "   x: PRED_SETNE_INT _R0.x, R0.w, 0 EXEC PRED last\n"                                                    \
   "0009 LOOP_END @1\n"                                                                                      \
   "0010 EXPORT_DONE PIXEL 0, R1.xyzw ES:3 EOP\n"
/* A fetch to an array at R4, and one by an array. */
#define ARRAYS(read)                                                                                         \
   ".size 24\n"                                                                                              \
   "0000 TEX @4 CNT:1\n"                                                                                     \
   "   SAMPLE R1.xyzw, R0.xy00, t16, s0\n"                                                                   \
   "0001 ALU @6 CNT:4\n"                                                                                     \
   "   x: MOVA_INT _R0.x, R0.z last\n"                                                                       \
   "   x: MOV R4[AR].x, R1.x last\n"                                                                         \
   "   x: MOV R2.x, " read "[AR].x\n"                                                                        \
   "   y: MOV R2.y, R0.y last\n"                                                                             \
   "0002 TEX @10 CNT:1\n"                                                                                    \
   "   SAMPLE R1.xyzw, R2.xy00, t16, s0\n"                                                                   \
   "0003 EXPORT_DONE PIXEL 0, R1.xyzw ES:3 EOP\n"

/* Code by hand: what jumps away meets nobody, and an array is not another. */
static void
ways(void **state)
{
   static const struct {
      const char *name, *text;
      bool fine;
   } codes[] = {
      {"an arm that ends in CONTINUE",         A_BRANCH("LOOP_CONTINUE @9"), true },
      {"an arm that ends in BREAK",            A_BRANCH("LOOP_BREAK @9"),    true },
      {"an arm that goes on",                  A_BRANCH("NOP"),              false},
      {"another array than what is by chance", ARRAYS("R8"),                 true },
      {"the array that is by chance",          ARRAYS("R4"),                 false},
   };
   const struct terascale_chip *chip = terascale_chip_by_index(0);
   for (unsigned i = 0; i < ARRAY_SIZE(codes); i++) {
      char error[200] = "";
      uint32_t num_dw;
      uint32_t *dw = vliw_assemble(codes[i].text, chip, &num_dw, error, sizeof error);
      if (!dw)
         fail_msg("%s: %s", codes[i].name, error);
      const struct isa_program p = {.dw = dw, .num_dw = num_dw, .stage = ISA_FRAGMENT};
      if (isa_quads(&p, chip, error, sizeof error) != codes[i].fine)
         fail_msg("%s: %s", codes[i].name, codes[i].fine ? error : "nothing is said");
      free(dw);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(fetches), cmocka_unit_test(ways)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
