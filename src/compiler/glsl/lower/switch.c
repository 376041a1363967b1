/* SPDX-License-Identifier: MIT
 *
 * What a switch is made of (ESSL 3.00 6.2), for lower/stmt.c: groups of statements between labels, which of them the
 * value leads to, and whether breaks only stand where their group ends anyway.
 */
#include "compiler/glsl/lower/lower.h"

#include <assert.h>

/** Does the statement contain a break of the switch around it? */
static bool
has_break(const struct glsl_stmt *s)
{
   if (s->kind == ST_BREAK)
      return true;
   if (s->kind == ST_IF)
      return has_break(s->body) || (s->els && has_break(s->els));
   for (const struct glsl_stmt *x = s->kind == ST_BLOCK ? s->body : NULL; x; x = x->next)
      if (has_break(x))
         return true;
   return false;
}

/** Do breaks stand only where the list ends on their way? \p last: what follows the list is the switch's end. */
static bool
breaks_at_end(const struct glsl_stmt *s, const struct glsl_stmt *end, bool last)
{
   for (; s != end; s = s->next) {
      if (!has_break(s))
         continue;
      if (s->next != end && !s->leaves)
         return false; /* it would have to skip what follows */
      if (s->kind == ST_BLOCK)
         return breaks_at_end(s->body, NULL, last);
      if (s->kind == ST_IF)
         return (s->leaves || last) && breaks_at_end(s->body->body, NULL, last) &&
                (!s->els || breaks_at_end(s->els->body, NULL, last));
      return true;
   }
   return true;
}

static bool
group_leaves(const struct glsl_stmt *s, const struct glsl_stmt *end)
{
   for (; s != end; s = s->next)
      if (s->leaves)
         return true;
   return false;
}

uint32_t
glsl_switch_split(struct glsl_lower *l, const struct glsl_stmt *s, struct glsl_group **groups)
{
   const struct glsl_stmt *list = s->body;
   assert(s->kind == ST_SWITCH);
   uint32_t n = 0;
   for (s = list; s; s = s->next)
      n += s->kind == ST_LABEL;
   *groups = glsl_array(&l->mem, struct glsl_group, n + 1);
   n = 0;
   for (s = list; s;) {
      struct glsl_group *g = &(*groups)[n++];
      g->labels = s;
      while (s && s->kind == ST_LABEL)
         s = s->next;
      g->first = s;
      while (s && s->kind != ST_LABEL)
         s = s->next;
      g->end = s;
      g->leaves = group_leaves(g->first, g->end);
   }
   return n;
}

static struct ir_src
either(struct glsl_lower *l, struct ir_src a, struct ir_src b)
{
   return a.kind == IR_SRC_UNDEF ? b : ir_alu2(&l->b, IR_IOR, a, b);
}

void
glsl_switch_compare(struct glsl_lower *l, struct ir_src value, struct glsl_group *groups, uint32_t n)
{
   struct ir_src any = ir_undef();
   struct glsl_group *other = NULL;
   for (uint32_t i = 0; i < n; i++) {
      groups[i].met = ir_undef();
      for (const struct glsl_stmt *s = groups[i].labels; s != groups[i].first; s = s->next) {
         if (!s->expr) {
            other = &groups[i];
            continue;
         }
         groups[i].met = either(l, groups[i].met, ir_alu2(&l->b, IR_IEQ, value, ir_imm(s->expr->value[0])));
      }
      if (groups[i].met.kind != IR_SRC_UNDEF && other != &groups[i])
         any = either(l, any, groups[i].met);
   }
   /* whoever shares a group with the default goes there as well */
   if (other)
      other->met = any.kind == IR_SRC_UNDEF ? ir_imm(~0u) : ir_alu1(&l->b, IR_INOT, any);
}

bool
glsl_switch_is_simple(const struct glsl_stmt *s, const struct glsl_group *groups, uint32_t n)
{
   for (uint32_t i = 0; i < n; i++) {
      if (!breaks_at_end(groups[i].first, groups[i].end, i + 1 == n))
         return false;
      /* who has returned must not fall through: returns break the loop */
      if (i + 1 < n && !groups[i].leaves && s->may_return)
         return false;
   }
   return true;
}
