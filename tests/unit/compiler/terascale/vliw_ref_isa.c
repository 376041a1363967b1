/* SPDX-License-Identifier: MIT
 *
 * Reference machine for machine code: executes the bytes for one lane, strictly: everything that hardware
 * leaves undefined (PV and PS at the start of a clause, AR, registers nobody wrote) holds garbage, reads of a
 * group come before its writes, and constants are seen through the locked kcache lines only. ALU clauses: vliw_ref_alu.c.
 */
#include <stdlib.h>
#include <string.h>

#include "util/u_math.h"
#include "vliw_ref_isa.h"

static uint32_t
sel(const uint32_t v[4], unsigned s)
{
   return s < 4 ? v[s] : s == 5 ? 0x3f800000 : 0;
}

static uint32_t *
scratch_at(struct ref_isa *m, unsigned base, bool indexed, uint32_t index, unsigned size)
{
   static uint32_t nowhere[4];
   if (indexed && index > size)
      ref_isa_fail(m, "a scratch index outside of the array");
   uint32_t at = base + (indexed ? index : 0);
   if (at >= m->b->scratch_B / 16 || at >= 8192) {
      ref_isa_fail(m, "scratch access outside of what is allocated");
      return nowhere;
   }
   return m->scratch[at];
}

static void
read_scratch(struct ref_isa *m, unsigned base, bool indexed, uint32_t index, unsigned size, uint32_t out[4])
{
   if (ref_isa_on(m))
      memcpy(out, scratch_at(m, base, indexed, index, size), 16);
}

static void
mem_scratch(struct ref_isa *m, const struct vliw_w_cf *w)
{
   if (!ref_isa_on(m))
      return;
   bool reads = m->gen == DB_R600 && w->type & 2;
   uint32_t *at = scratch_at(m, w->array_base, w->type & 1, m->gpr[w->index_gpr][0], w->array_size);
   for (unsigned k = 0; k < 4; k++) {
      if (!(w->comp_mask & 1u << k))
         continue;
      if (reads)
         m->gpr[w->gpr][k] = at[k];
      else
         at[k] = m->gpr[w->gpr][k];
   }
   m->acks_pending |= !reads && m->gen != DB_R600;
}

static unsigned
texture_op(const struct vliw_w_tex *t)
{
   return (unsigned)t->op | (unsigned)t->offset[0] << 8 | (unsigned)t->offset[1] << 13 |
          (unsigned)t->offset[2] << 18;
}

static void
fetch_clause(struct ref_isa *m, const struct vliw_w_cf *cf)
{
   for (unsigned i = 0; i <= cf->count; i++) {
      const uint32_t *dw = m->b->dw + cf->addr * 2 + i * 4;
      uint32_t out[4] = {0};
      const uint8_t *dst_sel;
      unsigned dst;
      struct vliw_w_tex t;
      struct vliw_w_vtx v;
      if (cf->clause == DB_CLAUSE_VTX || vliw_tex_is_vtx(m->gen, dw)) {
         vliw_dec_vtx(m->gen, dw, &v);
         if (v.op == DB_VTX_READ_SCRATCH) {
            if (m->acks_pending)
               ref_isa_fail(m, "scratch is read before its writes are acknowledged");
            read_scratch(m, v.array_base, v.indexed, m->gpr[v.src_gpr][v.src_sel[0]], v.array_size, out);
            dst = v.dst_gpr;
            dst_sel = v.dst_sel;
            goto write;
         }
         uint32_t index = m->gpr[v.src_gpr][v.src_sel[0]] + v.offset / 16;
         if (v.buffer > VLIW_UNIFORM_RESOURCE + IR_MAX_BLOCKS || v.fetch_type != 2)
            ref_isa_fail(m, "vertex fetch from an unknown buffer");
         for (unsigned k = 0; k < 4; k++)
            out[k] = ref_constant(m->env, v.buffer - VLIW_UNIFORM_RESOURCE, index, k);
         dst = v.dst_gpr;
         dst_sel = v.dst_sel;
      } else {
         vliw_dec_tex(m->gen, dw, &t);
         uint32_t coord[4];
         for (unsigned k = 0; k < 4; k++)
            coord[k] = sel(m->gpr[t.src_gpr], t.src_sel[k]);
         dst = t.dst_gpr;
         dst_sel = t.dst_sel;
         static const uint32_t zero[8];
         switch (t.op) {
         case DB_TEX_SET_GRADIENTS_H:
            memcpy(m->grad, coord, 16);
            break;
         case DB_TEX_SET_GRADIENTS_V:
            memcpy(m->grad + 4, coord, 16);
            break;
         case DB_TEX_GET_GRADIENTS_H:
         case DB_TEX_GET_GRADIENTS_V:
            for (unsigned k = 0; k < 4; k++)
               out[k] = fui(ref_flush(uif(coord[k]) * (t.op == DB_TEX_GET_GRADIENTS_H ? 0.25f : 0.5f)));
            break;
         case DB_TEX_SAMPLE:
         case DB_TEX_SAMPLE_L:
         case DB_TEX_SAMPLE_LB:
         case DB_TEX_SAMPLE_G:
         case DB_TEX_SAMPLE_C:
         case DB_TEX_SAMPLE_C_L:
         case DB_TEX_SAMPLE_C_LZ:
         case DB_TEX_SAMPLE_C_LB:
         case DB_TEX_SAMPLE_C_G:
         case DB_TEX_LD:
         case DB_TEX_GET_TEXTURE_RESINFO:
            if (t.resource != VLIW_TEX_RESOURCE_BASE + t.sampler)
               ref_isa_fail(m, "texture resource");
            ref_texture(texture_op(&t), t.sampler, coord,
                        t.op == DB_TEX_SAMPLE_G || t.op == DB_TEX_SAMPLE_C_G ? m->grad : zero, out);
            break;
         default:
            ref_isa_fail(m, "unknown fetch");
         }
      }
   write:
      if (!ref_isa_on(m))
         continue;
      for (unsigned k = 0; k < 4; k++)
         if (dst_sel[k] != 7) {
            if (dst >= m->b->num_gprs)
               ref_isa_fail(m, "fetch into a GPR beyond num_gprs");
            m->gpr[dst][k] = sel(out, dst_sel[k]);
         }
   }
}

static void
pop(struct ref_isa *m, unsigned n)
{
   while (n--) {
      if (!m->sp || m->stack[m->sp - 1].loop) {
         ref_isa_fail(m, "pop of nothing");
         return;
      }
      m->active = m->stack[--m->sp].active;
   }
}

static void
push(struct ref_isa *m, bool loop)
{
   if (m->sp == 256) {
      ref_isa_fail(m, "stack overflow");
      return;
   }
   m->stack[m->sp].loop = loop;
   m->stack[m->sp].active = m->active;
   m->stack[m->sp].broken = m->broken || m->continued;
   m->sp++;
}

static void
export_(struct ref_isa *m, const struct vliw_w_cf *w)
{
   const struct ir_shader *s = m->s;
   if (!ref_isa_on(m))
      ref_isa_fail(m, "export while inactive");
   for (size_t i = 0; i < s->outputs.count; i++) {
      const struct ir_io *io = &s->outputs.data[i];
      bool hit = false;
      if (w->type == 0)
         hit = w->array_base == 61 ? io->semantic == IR_SEM_DEPTH
                                   : (io->semantic == IR_SEM_COLOR && io->sem_index == w->array_base) ||
                                        (io->semantic == IR_SEM_COLOR_ALL);
      else if (w->type == 1)
         hit = io->semantic == (w->array_base == 60 ? IR_SEM_POSITION : IR_SEM_POINT_SIZE);
      else
         hit = w->array_base < m->b->num_params && io->semantic == m->b->params[w->array_base].semantic &&
               io->sem_index == m->b->params[w->array_base].sem_index;
      if (!hit)
         continue;
      for (unsigned k = 0; k < 4; k++)
         if (w->sel[k] != 7) {
            m->r->out[i][k] = sel(m->gpr[w->gpr], w->sel[k]);
            m->r->written[i] |= (uint8_t)(1u << k);
         }
   }
}

void
ref_run_isa(const struct ir_shader *s, const struct vliw_binary *b, const struct ref_env *env,
            struct ref_result *r)
{
   static struct ref_isa m_;
   struct ref_isa *m = &m_;
   memset(m, 0, sizeof *m);
   memset(r, 0, sizeof *r);
   m->s = s;
   m->b = b;
   m->env = env;
   m->r = r;
   m->gen = env->chip->gen;
   m->active = true;
   for (unsigned i = 0; i < 128; i++)
      for (unsigned k = 0; k < 4; k++)
         m->gpr[i][k] = POISON + i * 4 + k;
   if (s->stage == IR_VERTEX) {
      m->gpr[0][0] = env->vertex_id;
      m->gpr[0][3] = env->instance_id;
   } else if (m->gen >= DB_EVERGREEN) {
      m->gpr[0][0] = IJ_I;
      m->gpr[0][1] = IJ_J;
   }
   for (size_t i = 0; s->stage == IR_FRAGMENT && i < s->inputs.count; i++) {
      const struct ir_io *io = &s->inputs.data[i];
      uint32_t v[4];
      memcpy(v, env->inputs[i], 16);
      if (io->semantic == IR_SEM_FRAG_COORD && b->position_gpr >= 0) {
         v[3] = fui(1.0f / uif(v[3]));
         memcpy(m->gpr[b->position_gpr], v, 16);
      } else if (io->semantic == IR_SEM_FACE && b->face_gpr >= 0) {
         v[0] = v[0] ? 0x3f800000 : 0xbf800000;
         memcpy(m->gpr[b->face_gpr], v, 16);
      } else if (m->gen <= DB_R700) {
         for (unsigned p = 0; p < b->num_params; p++)
            if (b->params[p].semantic == io->semantic && b->params[p].sem_index == io->sem_index)
               memcpy(m->gpr[b->params[p].gpr], v, 16);
      }
   }
   uint32_t pc = 0;
   while (!r->error[0]) {
      if (pc * 2 + 2 > b->num_dw || ++m->steps > 50000) {
         ref_isa_fail(m, "the program runs away");
         break;
      }
      struct vliw_w_cf w;
      vliw_dec_cf(m->gen, b->dw + pc * 2, &w);
      uint32_t next = pc + 1;
      switch (w.op) {
      case DB_CF_NOP:
      case DB_CF_CF_END:
         break;
      case DB_CF_CALL_FS:
         for (size_t i = 0; i < s->inputs.count; i++)
            if (b->attrib_gpr[s->inputs.data[i].sem_index])
               memcpy(m->gpr[b->attrib_gpr[s->inputs.data[i].sem_index]], env->inputs[i], 16);
         break;
      case DB_CF_ALU_PUSH_BEFORE:
         push(m, false);
         ref_isa_alu_clause(m, &w);
         break;
      case DB_CF_ALU:
         ref_isa_alu_clause(m, &w);
         break;
      case DB_CF_ALU_BREAK:
      case DB_CF_ALU_CONTINUE: {
         bool was = ref_isa_on(m);
         ref_isa_alu_clause(m, &w);
         if (was && !m->active) {
            m->active = true;
            m->broken |= w.op == DB_CF_ALU_BREAK;
            m->continued |= w.op == DB_CF_ALU_CONTINUE;
         }
         break;
      }
      case DB_CF_ALU_POP_AFTER:
         ref_isa_alu_clause(m, &w);
         pop(m, 1);
         break;
      case DB_CF_TEX:
      case DB_CF_VTX:
      case DB_CF_VTX_TC:
         fetch_clause(m, &w);
         break;
      case DB_CF_PUSH:
         push(m, false);
         break;
      case DB_CF_JUMP:
         if (!ref_isa_on(m)) {
            pop(m, w.pop_count);
            next = w.addr;
         }
         break;
      case DB_CF_ELSE:
         if (!m->sp) {
            ref_isa_fail(m, "ELSE without a push");
            break;
         }
         m->active = m->stack[m->sp - 1].active && !m->active;
         if (!ref_isa_on(m)) {
            pop(m, w.pop_count);
            next = w.addr;
         }
         break;
      case DB_CF_POP:
         pop(m, w.pop_count);
         break;
      case DB_CF_LOOP_START_DX10:
         push(m, true);
         if (!ref_isa_on(m)) {
            m->sp--;
            next = w.addr;
         }
         break;
      case DB_CF_LOOP_END:
         while (m->sp && !m->stack[m->sp - 1].loop)
            m->sp--; /* a break out of nested branches leaves their entries */
         if (!m->sp) {
            ref_isa_fail(m, "LOOP_END without a loop");
            break;
         }
         m->continued = false;
         m->active = m->stack[m->sp - 1].active;
         if (m->active && !m->broken) {
            next = w.addr;
         } else {
            m->sp--;
            m->broken = m->stack[m->sp].broken;
         }
         break;
      case DB_CF_LOOP_BREAK:
         if (ref_isa_on(m))
            m->broken = true;
         next = w.addr;
         break;
      case DB_CF_LOOP_CONTINUE:
         if (ref_isa_on(m))
            m->continued = true;
         next = w.addr;
         break;
      case DB_CF_MEM_SCRATCH:
         mem_scratch(m, &w);
         break;
      case DB_CF_WAIT_ACK:
         m->acks_pending = false;
         break;
      case DB_CF_EXPORT:
      case DB_CF_EXPORT_DONE:
         export_(m, &w);
         break;
      default:
         ref_isa_fail(m, "unknown CF instruction");
      }
      if (w.eop || w.op == DB_CF_CF_END)
         break;
      pc = next;
   }
   if (m->sp && !r->error[0])
      ref_isa_fail(m, "the stack is not empty at the end");
}
