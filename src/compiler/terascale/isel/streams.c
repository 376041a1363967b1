/* SPDX-License-Identifier: MIT
 *
 * Stream-out: the outputs of a vertex shader that go to buffers, too. MEM_STREAM is a memory export without swizzle:
 * channel k of its register goes to dword ARRAY_BASE + k of the vertex ("CF_ALLOC_EXPORT_WORD1_BUF" of the ISA
 * documents), so each piece gets a register of its own.
 */
#include "compiler/terascale/isel/isel.h"

#include <assert.h>

#include "util/u_math.h"

#define MAX_STREAM_DW 1023 /* of a vertex: VGT_STRMOUT_VTX_STRIDE has ten bits */

static void
push_stream(struct vliw_isel *s, const struct ir_captured *x)
{
   struct vliw_ctx *c = s->c;
   struct vliw_export e = {.type = VLIW_EXPORT_STREAM, .buffer = x->buffer, .base = x->offset_dw};
   const uint32_t vec = c->num_vecs++;
   assert(x->comp + x->ncomp <= 4 && x->ncomp);
   for (unsigned k = 0; k < x->ncomp; k++) {
      const uint32_t r = vliw_reg_new(c);
      c->regs.data[r].vec = vec;
      c->regs.data[r].chan = (int8_t)k;
      vliw_op_append(c, s->cur, vliw_copy_new(c, r, vliw_isel_output(s, x->output, x->comp + k)));
      e.src[k] = vliw_src_reg(r);
   }
   if (!u_vec_push(&c->exports, e))
      vliw_out_of_memory(c);
}

void
vliw_isel_streams(struct vliw_isel *s)
{
   const struct ir_shader *ir = s->ir;
   for (size_t i = 0; i < ir->captured.count; i++) {
      if (ir->captured.data[i].offset_dw + ir->captured.data[i].ncomp > MAX_STREAM_DW) {
         vliw_fail(s->c, "transform feedback writes more than %u numbers a vertex", MAX_STREAM_DW);
         return;
      }
      push_stream(s, &ir->captured.data[i]);
   }
}
