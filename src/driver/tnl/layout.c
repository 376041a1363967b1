/* SPDX-License-Identifier: MIT
 *
 * Rows hold a component of many vertices, the vertices that come out all components of one.
 */
#include "driver/tnl/layout.h"

#include <string.h>

#include "compiler/ir/ir.h"
#include "driver/tnl/vec.h"
#include "util/u_math.h"

/** TNL_NO_ROW: the shader does not write it. */
static uint32_t
stored_row(const struct tnl_program *p, unsigned semantic, unsigned sem_index, unsigned comp)
{
   uint32_t row = TNL_NO_ROW; /* what is stored last counts */
   for (size_t i = 0; i < p->stores.count; i++) {
      const struct tnl_store *s = &p->stores.data[i];
      if (s->semantic == semantic && s->comp == comp &&
          (semantic != IR_SEM_GENERIC || s->sem_index == sem_index))
         row = s->row;
   }
   return row;
}

static uint32_t
value_row(struct tnl_layout *l, float value)
{
   uint32_t i = 0;
   while (i < l->num_values && l->value[i] != fui(value))
      i++;
   if (i == l->num_values)
      l->value[l->num_values++] = fui(value);
   assert(l->num_values <= TNL_MAX_VALUES);
   return l->first_value + i;
}

static uint32_t
output_row(struct tnl_layout *l, const struct tnl_program *p, const struct tnl_output *out, unsigned c)
{
   if (out->semantic == IR_SEM_FRAG_COORD)
      return l->position[c];
   const uint32_t row =
      out->semantic == IR_SEM_FACE ? TNL_NO_ROW : stored_row(p, out->semantic, out->sem_index, c);
   return row == TNL_NO_ROW ? value_row(l, out->value[c]) : row;
}

void
tnl_find_layout(struct tnl_layout *l, const struct tnl_draw *d)
{
   const struct tnl_program *p = d->program;
   memset(l, 0, sizeof *l);
   l->first_value = p->num_rows;
   for (unsigned c = 0; c < 4; c++) {
      const uint32_t row = stored_row(p, IR_SEM_POSITION, 0, c);
      l->position[c] = row == TNL_NO_ROW ? value_row(l, c == 3) : row;
   }
   l->vertex_dw = 4;
   for (unsigned o = 0; o < d->num_outputs; o++) {
      const struct tnl_output *out = &d->outputs[o];
      assert(out->components >= 1 && out->components <= 4);
      l->output[o].components = out->components;
      for (unsigned c = 0; c < out->components; c++)
         l->output[o].row[c] = output_row(l, p, out, c);
      l->vertex_dw += out->components;
   }
   l->num_outputs = d->num_outputs;
}

void
tnl_fill_values(const struct tnl_layout *l, struct tnl_row *rows)
{
   for (unsigned i = 0; i < l->num_values; i++)
      for (unsigned k = 0; k < TNL_LANES; k++)
         rows[l->first_value + i].f[k] = uif(l->value[i]);
}

static inline void
store_vectors(const struct tnl_row *rows, const uint32_t row[4], unsigned block, float *out,
              uint32_t stride_dw)
{
   vf v[4];
#pragma GCC unroll 4
   for (unsigned c = 0; c < 4; c++)
      v[c] = row_block(&rows[row[c]], block);
   transpose(v);
#pragma GCC unroll 4
   for (unsigned i = 0; i < TNL_BLOCK; i++, out += stride_dw)
      *(vf_anywhere *)out = v[i];
}

void
tnl_store_outputs(const struct tnl_layout *l, const struct tnl_row *rows, uint32_t lanes, float *out)
{
   const uint32_t stride_dw = l->vertex_dw;
   for (unsigned b = 0; b < lanes / TNL_BLOCK; b++, out += (size_t)TNL_BLOCK * stride_dw) {
      float *to = out + 4; /* behind the position */
      for (unsigned o = 0; o < l->num_outputs; o++) {
         const uint32_t *row = l->output[o].row, n = l->output[o].components;
         if (n == 4)
            store_vectors(rows, row, b, to, stride_dw);
         for (unsigned c = 0; c < n && n < 4; c++)
            for (unsigned i = 0; i < TNL_BLOCK; i++)
               to[(size_t)i * stride_dw + c] = rows[row[c]].f[b * TNL_BLOCK + i];
         to += n;
      }
   }
}
