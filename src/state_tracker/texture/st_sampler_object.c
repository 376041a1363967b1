/* SPDX-License-Identifier: MIT
 *
 * Sampler objects (ES 3.0.6 3.8.2): their life.
 */
#include <assert.h>
#include <stdlib.h>

#include "state_tracker/texture/st_sampler_params.h"

struct st_sampler *
st_sampler_create(GLuint name)
{
   struct st_sampler *s = calloc(1, sizeof *s);
   if (s)
      *s = (struct st_sampler){.refcount = 1, .name = name, .params = st_default_sampler_params};
   return s;
}

void
st_sampler_unref(struct st_sampler *s)
{
   assert(!s || s->refcount > 0);
   if (!s || --s->refcount)
      return;
   free(s->label);
   free(s);
}
