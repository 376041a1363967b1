/* SPDX-License-Identifier: MIT
 *
 * One pass over shaders in text: test_ir_passes PASS FILE. The file has a header that all its shaders share and cases:
 *
 *    shader fs
 *    input 0 generic 0 comps 4 "v"
 *    output 0 color 0 comps 4 "c"
 *
 *    == what is shown
 *    [target narrow] [arg 4]
 *    {
 *      before
 *    }
 *    =>
 *    {
 *      after
 *    }
 *
 * Instead of what comes behind "=>": "=> same", the pass must leave it alone and say so; "=> refused SENTENCE". A case
 * may have a header of its own, and show one behind the arrow; otherwise only the bodies are compared, but for comments.
 * Both shaders must be valid. With --print it writes the file with what the pass makes in place of what is expected: for
 * writing cases, which are to be read before they are believed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/ir/ir.h"
#include "ir_targets.h"

static int arg;

static bool
leave_ssa(struct ir_shader *s)
{
   if (!ir_leave_ssa(s)) /* true: there was memory for it */
      exit(1);
   return false;
}

static bool
spill(struct ir_shader *s)
{
   return ir_spill(s, (uint32_t)arg);
}

static bool
limit_nesting(struct ir_shader *s)
{
   return ir_limit_nesting(s, (struct ir_nesting){.branch = 1, .loop = 1}, (unsigned)arg);
}

static bool
lower_blend(struct ir_shader *s)
{
   return ir_lower_blend(s, (enum ir_blend)arg);
}

static bool
lower_yuv(struct ir_shader *s)
{
   const struct ir_yuv yuv = {
      .planes = (uint8_t)arg,
      .sampler = {1,                        2            },
      .matrix = { {1, 0, 2, -1}, {1, -0.5f, -0.5f, 0.5f}, {1, 2, 0, -1}},
   };
   return ir_lower_yuv(s, &yuv, 1);
}

static bool
lower_tex_scale(struct ir_shader *s)
{
   return ir_lower_tex_scale(s, (uint32_t)arg);
}

static bool
lower_clip_kill(struct ir_shader *s)
{
   return ir_lower_clip_kill(s, (unsigned)arg, 0xf0);
}

static const struct {
   const char *name;
   bool (*run)(struct ir_shader *s);
} passes[] = {
   {"constant_fold",     ir_opt_constant_fold    },
   {"algebraic",         ir_opt_algebraic        },
   {"constant_factors",  ir_opt_constant_factors },
   {"sums",              ir_opt_sums             },
   {"copy_propagate",    ir_opt_copy_propagate   },
   {"cse",               ir_opt_cse              },
   {"dead_code",         ir_opt_dead_code        },
   {"dead_control_flow", ir_opt_dead_control_flow},
   {"hoist",             ir_opt_hoist            },
   {"merge_ifs",         ir_opt_merge_ifs        },
   {"if_conversion",     ir_opt_if_conversion    },
   {"loop_invariant",    ir_opt_loop_invariant   },
   {"loop_unroll",       ir_opt_loop_unroll      },
   {"uniform_exprs",     ir_opt_uniform_exprs    },
   {"one_trip_loops",    ir_lower_one_trip_loops },
   {"vars_to_ssa",       ir_lower_vars_to_ssa    },
   {"idiv",              ir_lower_idiv           },
   {"udiv",              ir_lower_udiv           },
   {"shadow_bias",       ir_lower_shadow_bias    },
   {"loops",             ir_lower_loops          },
   {"branches",          ir_lower_branches       },
   {"indirect",          ir_lower_indirect       },
   {"ints",              ir_lower_ints           },
   {"bools",             ir_lower_bools          },
   {"trig",              ir_lower_trig           },
   {"dot4",              ir_lower_dot4           },
   {"mad",               ir_lower_mad            },
   {"leave_ssa",         leave_ssa               },
   {"spill",             spill                   },
   {"limit_nesting",     limit_nesting           },
   {"blend",             lower_blend             },
   {"yuv",               lower_yuv               },
   {"tex_scale",         lower_tex_scale         },
   {"clip_kill",         lower_clip_kill         },
};

static const struct ir_target *const targets[] = {&ir_target_any, &ir_test_no_idiv, &ir_test_narrow,
                                                  &ir_test_rolled, &ir_test_guess};

struct text {
   char *data;
   size_t size_B;
};

struct one_case {
   char name[1000];
   const struct ir_target *target;
   int arg;
   struct text before, after; /* "after" empty: "same" or refused */
   bool same;
   char refused[1000];
};

static void
append(struct text *t, const char *line)
{
   size_t n = strlen(line);
   t->data = realloc(t->data, t->size_B + n + 1);
   memcpy(t->data + t->size_B, line, n + 1);
   t->size_B += n;
}

/** The text as it is compared: without comments, blanks at ends of lines and empty lines, from the body on if
 * \p body. */
static struct text
comparable(const char *s, bool body)
{
   struct text t = {0};
   append(&t, "");
   const char *start = body && *s != '{' ? strstr(s, "\n{") : NULL;
   for (s = start ? start + 1 : s; *s;) {
      char line[1000];
      size_t n = strcspn(s, "\n"), k = n < sizeof line - 2 ? n : sizeof line - 2;
      memcpy(line, s, k);
      line[k] = 0;
      char *comment = strchr(line, '#');
      k = comment ? (size_t)(comment - line) : k;
      while (k && line[k - 1] == ' ')
         k--;
      line[k] = '\n';
      line[k + 1] = 0;
      if (k)
         append(&t, line);
      s += n + (s[n] == '\n');
   }
   return t;
}

static struct ir_shader *
parse(const struct one_case *c, const struct text *header, const struct text *t)
{
   char error[200] = "";
   struct text whole = {0};
   append(&whole, t->data[0] == '{' ? header->data : "");
   append(&whole, t->data);
   struct ir_shader *s = ir_parse(whole.data, error, sizeof error);
   if (s && !ir_validate(s, error, sizeof error)) {
      ir_shader_destroy(s);
      s = NULL;
   }
   if (!s)
      printf("%s: %s\n%s", c->name, error, whole.data);
   free(whole.data);
   return s;
}

static struct text
print(const struct ir_shader *s)
{
   struct text t = {0};
   FILE *f = open_memstream(&t.data, &t.size_B);
   ir_print(f, s);
   fclose(f);
   return t;
}

static void
show(const struct one_case *c, const char *what, const char *got)
{
   fprintf(stderr, "== %s: %s\n---- before\n%s---- expected\n%s---- got\n%s\n", c->name, what, c->before.data,
           c->same         ? "same\n"
           : c->after.data ? c->after.data
                           : c->refused,
           got);
}

/** Runs the pass over a case; \p out gets the case with what came out. */
static bool
run_case(const struct one_case *c, bool (*pass)(struct ir_shader *), const struct text *header, FILE *out)
{
   char error[200] = "";
   struct ir_shader *s = parse(c, header, &c->before);
   if (!s)
      return false;
   s->target = c->target;
   arg = c->arg;
   struct text before = print(s);
   bool progress = pass(s);
   struct text after = print(s);
   bool full = c->after.data && c->after.data[0] != '{', good = true;
   struct text want = comparable(c->same ? before.data : c->after.data ? c->after.data : "", !full);
   struct text got = comparable(after.data, !full);
   if (c->refused[0]) {
      good = s->refused && !strcmp(s->refused, c->refused);
      if (!good)
         show(c, "refused otherwise", s->refused ? s->refused : "(not refused)");
   } else if (strcmp(want.data, got.data)) {
      good = false;
      show(c, "another result", got.data);
   } else if (c->same && progress) {
      good = false;
      show(c, "the pass says that it changed something", got.data);
   } else if (!ir_validate(s, error, sizeof error)) {
      good = false;
      show(c, error, got.data);
   }
   if (out && s->refused)
      fprintf(out, "=> refused %s\n", s->refused);
   else if (out && !strcmp(before.data, after.data))
      fprintf(out, "=> same\n");
   else if (out)
      fprintf(out, "=>\n%s", full ? after.data : strstr(after.data, "\n{") + 1);
   free(before.data);
   free(after.data);
   free(want.data);
   free(got.data);
   ir_shader_destroy(s);
   return good;
}

/** Lines "target NAME" and "arg N" of a case. */
static bool
directive(struct one_case *c, const char *line)
{
   char word[40];
   if (sscanf(line, "arg %d", &c->arg) == 1)
      return true;
   if (sscanf(line, "target %39s", word) != 1)
      return false;
   for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++)
      if (!strcmp(targets[i]->name, word)) {
         c->target = targets[i];
         return true;
      }
   printf("%s: no target %s\n", c->name, word);
   exit(1);
}

int
main(int argc, char **argv)
{
   bool (*pass)(struct ir_shader *) = NULL;
   for (size_t i = 0; argc > 2 && i < sizeof passes / sizeof passes[0]; i++)
      if (!strcmp(passes[i].name, argv[1]))
         pass = passes[i].run;
   FILE *in = argc > 2 ? fopen(argv[2], "r") : NULL,
        *out = argc > 3 && !strcmp(argv[3], "--print") ? stdout : NULL;
   if (!pass || !in) {
      printf("usage: test_ir_passes PASS FILE [--print]\n");
      return 2;
   }
   struct text header = {0};
   struct one_case c = {.target = &ir_target_any};
   unsigned cases = 0, failed = 0, left_alone = 0;
   bool behind = false;
   char line[1000];
   append(&header, "");
   for (;;) {
      bool end = !fgets(line, sizeof line, in), next = end || !strncmp(line, "== ", 3);
      if (next && c.name[0]) {
         cases++;
         left_alone += c.same || c.refused[0];
         failed +=
            !c.before.data || !(c.after.data || c.same || c.refused[0]) || !run_case(&c, pass, &header, out);
         free(c.before.data);
         free(c.after.data);
      }
      if (end)
         break;
      if (out && (next || !behind || line[0] == '#') && strncmp(line, "=>", 2))
         fprintf(out, "%s%s", next && cases ? "\n" : "", line);
      if (next) {
         c = (struct one_case){.target = &ir_target_any};
         snprintf(c.name, sizeof c.name, "%s", line + 3);
         c.name[strcspn(c.name, "\n")] = 0;
         behind = false;
      } else if (!strncmp(line, "=> refused ", 11)) {
         snprintf(c.refused, sizeof c.refused, "%s", line + 11);
         c.refused[strcspn(c.refused, "\n")] = 0;
         behind = true;
      } else if (!strncmp(line, "=>", 2)) {
         c.same = !strcmp(line, "=> same\n");
         behind = true;
      } else if (line[0] != '#' && line[0] != '\n' && !directive(&c, line)) {
         append(!c.name[0] ? &header : behind ? &c.after : &c.before, line);
      }
   }
   fclose(in);
   free(header.data);
   fprintf(out ? stderr : stdout, "%s: %u cases, %u of them left alone, %u failed\n", argv[1], cases,
           left_alone, failed);
   return failed || !cases || !left_alone;
}
