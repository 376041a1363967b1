/* SPDX-License-Identifier: MIT
 *
 * What GLSL ES 1.00 and 3.00 both have means the same in both: random valid shaders of 1.00 (tests/fuzz/random_glsl.h)
 * are dressed as 3.00, word by word, and the IR of both computes the same. test_glsl_dress FROM TO does other seeds than the
 * suite's.
 */
#include "glsl_fixture.h"

#include <ctype.h>
#include <stdio.h>

#include "../ir/ir_eval.h"
#include "../../../fuzz/random_glsl.h"
#include "../../random_share.h"

static const struct {
   const char *old, *vertex, *fragment;
} words[] = {
   {"attribute",        "in",             "in"            },
   {"varying",          "out",            "in"            },
   {"gl_FragColor",     "color",          "color"         },
   {"texture2D",        "texture",        "texture"       },
   {"textureCube",      "texture",        "texture"       },
   {"texture2DLod",     "textureLod",     "textureLod"    },
   {"texture2DProj",    "textureProj",    "textureProj"   },
   {"texture2DProjLod", "textureProjLod", "textureProjLod"},
   {"textureCubeLod",   "textureLod",     "textureLod"    },
};

/** A shader of GLSL ES 1.00 as one of 3.00; the caller frees it. */
static char *
dress(const char *text, enum ir_stage stage)
{
   char *out = malloc(strlen(text) + 200), *to = out;
   assert_non_null(out);
   to += sprintf(to, "#version 300 es\n%s",
                 stage == IR_FRAGMENT ? "layout(location = 0) out mediump vec4 color;\n" : "");
   if (*text == '#') /* an extension that 3.00 has in its core */
      text = strchr(text, '\n');
   while (*text) {
      size_t n = 0;
      while (isalnum((unsigned char)text[n]) || text[n] == '_')
         n++;
      const char *word = NULL;
      for (unsigned i = 0; i < ARRAY_SIZE(words); i++)
         if (n == strlen(words[i].old) && !strncmp(text, words[i].old, n))
            word = stage == IR_VERTEX ? words[i].vertex : words[i].fragment;
      if (word) {
         to = stpcpy(to, word);
      } else {
         memcpy(to, text, n ? n : 1);
         to += n ? n : 1;
      }
      text += n ? n : 1;
   }
   *to = 0;
   return out;
}

static struct glsl_program *
link_texts(char *const text[2])
{
   struct glsl_shader *s[2];
   for (unsigned i = 0; i < 2; i++) {
      s[i] = glsl_compile((enum ir_stage)i, text[i], strlen(text[i]), &glsl_all_options);
      assert_non_null(s[i]);
      if (!glsl_shader_ok(s[i]))
         fail_msg("%s\n%s", glsl_shader_log(s[i]), text[i]);
   }
   struct glsl_program *p = glsl_link(s[0], s[1], NULL, 0, &glsl_all_options);
   assert_non_null(p);
   glsl_shader_unref(s[0]);
   glsl_shader_unref(s[1]);
   return p;
}

/** Runs both with the same uniforms and inputs; the generator's values are small and exact. False: nothing to compare. */
static bool
same(uint32_t seed, unsigned stage, struct glsl_program *const p[2])
{
   static struct ir_eval e[2];
   memset(e, 0, sizeof e);
   assert_int_equal(p[0]->num_uniforms, p[1]->num_uniforms);
   for (unsigned i = 0; i < p[0]->num_uniforms; i++) {
      const struct glsl_uniform *u = &p[0]->uniforms[i];
      assert_string_equal(u->name, p[1]->uniforms[i].name);
      assert_int_equal(u->slot[stage], p[1]->uniforms[i].slot[stage]);
      for (unsigned k = 0; k < u->array_len * u->cols * 4 && u->base <= GLSL_BOOL && u->slot[stage] >= 0;
           k++) {
         uint32_t n = (i * 7 + k * 5 + seed) % 8;
         e[0].uniforms[(unsigned)u->slot[stage] + k / 4][k % 4] = u->base == GLSL_FLOAT ? fui((float)n * 0.5f)
                                                                  : u->base == GLSL_INT ? 1 + n % 4
                                                                                        : 0u - n % 2;
      }
   }
   for (unsigned i = 0; i < 32; i++)
      for (unsigned c = 0; c < 4; c++)
         e[0].inputs[i][c] = fui((float)((i * 11 + c * 3 + seed) % 16));
   e[1] = e[0];
   bool ended = true;
   for (unsigned v = 0; v < 2; v++)
      ended &= ir_eval_run(p[v]->ir[stage], &e[v]);
   if (!ended || e[0].undefined || e[1].undefined)
      return false;
   assert_int_equal(e[0].written, e[1].written);
   assert_int_equal(e[0].discarded, e[1].discarded);
   for (unsigned i = 0; i < 32 && !e[0].discarded; i++)
      for (unsigned c = 0; c < 4; c++)
         if (e[0].outputs[i][c] != e[1].outputs[i][c])
            fail_msg("seed %u, stage %u: output %u.%u is %g as 1.00, %g as 3.00", seed, stage, i, c,
                     uif(e[0].outputs[i][c]), uif(e[1].outputs[i][c]));
   return true;
}

static uint32_t from = 1, to;

static void
test_dress(void **state)
{
   unsigned linked = 0, compared = 0;
   for (uint32_t seed = from; seed < to; seed++) {
      char *text[2][2];
      unsigned statements;
      random_glsl(seed, RANDOM_GLSL_VERTEX_TEXTURES, NULL, 0, &text[0][0], &text[0][1], &statements);
      struct glsl_program *p[2];
      for (unsigned v = 0; v < 2; v++) {
         for (unsigned i = 0; v && i < 2; i++)
            text[1][i] = dress(text[0][i], (enum ir_stage)i);
         p[v] = link_texts(text[v]);
      }
      if (p[0]->ok != p[1]->ok)
         fail_msg("seed %u: %s%s", seed, p[0]->log, p[1]->log);
      linked += p[0]->ok;
      for (unsigned i = 0; i < 2 && p[0]->ok; i++)
         compared += same(seed, i, p);
      for (unsigned v = 0; v < 2; v++) {
         glsl_program_destroy(p[v]);
         free(text[v][0]);
         free(text[v][1]);
      }
   }
   assert_int_equal(linked, to - from);
   assert_true(compared > linked);
}

int
main(int argc, char **argv)
{
   to = from + random_share(149);
   if (argc > 2) {
      from = (uint32_t)strtoul(argv[1], NULL, 0);
      to = (uint32_t)strtoul(argv[2], NULL, 0);
   }
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_dress),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
