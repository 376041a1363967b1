/* SPDX-License-Identifier: MIT
 *
 * Encoding: CF instructions first, then the clauses they point to (fetch clauses 16-byte aligned), as the ISA
 * notes' "Program structure" wants it.
 */
#include "compiler/terascale/emit/cf.h"

#include <assert.h>

#include "isa/terascale/words.h"

#include "util/u_math.h"

enum {
   SEL_LITERAL = 253,
   SEL_PV = 254,
   SEL_PS = 255,
   SEL_PARAM = 448,
   SEL_KCACHE = 128, /* 32 per set */
   FMT_32_32_32_32 = 0x22,
   FMT_32_32_32_32_FLOAT = 0x23,
   FETCH_NO_INDEX_OFFSET = 2,
   MASK = 7,
};

struct emit {
   struct vliw_ctx *c;
   uint32_t *dw;
   uint32_t at; /* next free dword */
};

static void
operand(struct emit *e, const struct vliw_clause *cl, const struct vliw_group *g, const struct vliw_slot *s,
        unsigned j, struct vliw_w_alu *w)
{
   struct vliw_ctx *c = e->c;
   const struct vliw_src *src = &s->op->src[s->k * s->op->nsrc + j];
   w->neg[j] = src->neg;
   if (j < 2)
      w->abs[j] = src->abs;
   assert(s->op->nsrc <= 3 && j < s->op->nsrc && s->fwd[j] <= 5);
   if (s->fwd[j]) {
      w->sel[j] = s->fwd[j] == 5 ? SEL_PS : SEL_PV;
      w->chan[j] = s->fwd[j] == 5 ? 0 : (uint8_t)(s->fwd[j] - 1);
      return;
   }
   switch ((enum vliw_src_kind)src->kind) {
   case VLIW_SRC_NONE:
      w->sel[j] = (uint16_t)vliw_inline_const(0);
      break;
   case VLIW_SRC_REG: {
      const struct vliw_reg *r = &c->regs.data[src->v];
      assert(r->gpr < (int)c->out->num_gprs && r->chan >= 0 && r->chan < 4);
      w->sel[j] = (uint16_t)MAX2(r->gpr, 0);
      w->chan[j] = (uint8_t)r->chan;
      break;
   }
   case VLIW_SRC_KCACHE:
      for (unsigned i = 0; i < 2; i++) {
         unsigned line = src->v / 16, first = cl->kc[i].line;
         if (cl->kc[i].mode && line >= first && line < first + cl->kc[i].mode) {
            w->sel[j] = (uint16_t)(SEL_KCACHE + 32 * i + src->v - 16 * first);
            break;
         }
      }
      assert(w->sel[j] >= SEL_KCACHE && w->sel[j] < SEL_KCACHE + 64); /* vliw_kcache_fit made room */
      w->chan[j] = src->chan;
      break;
   case VLIW_SRC_IMM: {
      int k = vliw_inline_const(src->v);
      if (k >= 0) {
         w->sel[j] = (uint16_t)k;
         break;
      }
      w->sel[j] = SEL_LITERAL;
      unsigned lit = 0;
      while (lit < g->nlit && g->lit[lit] != src->v)
         lit++;
      assert(lit < g->nlit); /* vliw_group_check collected them */
      w->chan[j] = (uint8_t)lit;
      break;
   }
   case VLIW_SRC_ARRAY:
      assert(c->arrays.data[src->v].gpr >= 0 && src->elem < c->arrays.data[src->v].len);
      w->sel[j] = (uint16_t)(c->arrays.data[src->v].gpr + (int)src->elem);
      w->chan[j] = src->chan;
      w->rel[j] = s->op->ar != VLIW_NONE;
      break;
   case VLIW_SRC_PARAM:
      w->sel[j] = (uint16_t)(SEL_PARAM + src->v);
      assert(src->v < ARRAY_SIZE(c->out->params));
      w->chan[j] = src->chan;
      break;
   }
}

static void
slot(struct emit *e, const struct vliw_clause *cl, const struct vliw_group *g, const struct vliw_slot *s,
     bool last)
{
   struct vliw_ctx *c = e->c;
   const struct vliw_op *op = s->op;
   const struct db_alu_info *info = db_alu_info((enum db_alu_op)op->op);
   struct vliw_w_alu w = {.op = op->op, .op3 = info->op3, .nsrc = op->nsrc};
   for (unsigned j = 0; j < op->nsrc; j++)
      operand(e, cl, g, s, j, &w);
   w.bank = s->bank;
   w.dst_chan = s->chan;
   w.clamp = op->clamp;
   w.omod = op->omod;
   w.last = last;
   if (op->pred)
      w.update_exec = w.update_pred = true;
   if (op->dst_array != VLIW_NONE) {
      assert(c->arrays.data[op->dst_array].gpr >= 0 && op->dst_elem < c->arrays.data[op->dst_array].len);
      w.dst_gpr = (uint8_t)(c->arrays.data[op->dst_array].gpr + (int)op->dst_elem);
      w.dst_rel = op->ar != VLIW_NONE;
      w.write = true;
   } else if (s->write) {
      uint32_t d = op->dst[op->nslots == 1 || op->op == DB_ALU_DOT4_IEEE ? 0 : s->k];
      const struct vliw_reg *r = &c->regs.data[d];
      assert(r->chan == s->chan);
      w.write = r->gpr >= 0 && (!r->no_write || info->op3);
      w.dst_gpr = (uint8_t)MAX2(r->gpr, 0);
   }
   if (op->ar != VLIW_NONE || op->op == DB_ALU_MOVA_GPR_INT)
      w.index_mode = c->t.mova_gpr ? 4 : 0;
   vliw_enc_alu(c->t.gen, &w, e->dw + e->at);
   e->at += 2;
}

static void
alu_clause(struct emit *e, const struct vliw_clause *cl)
{
   struct vliw_binary *out = e->c->out;
   const uint32_t start = e->at;
   (void)start; /* read by an assert alone */
   assert(cl->size && cl->size <= VLIW_ALU_CLAUSE);
   for (size_t i = 0; i < cl->groups.count; i++) {
      const struct vliw_group *g = &cl->groups.data[i];
      unsigned left = 0;
      for (unsigned k = 0; k < 5; k++)
         left += g->slot[k].op != NULL;
      out->num_alu_groups++;
      out->num_alu_instrs += left;
      for (unsigned k = 0; k < 5; k++)
         if (g->slot[k].op)
            slot(e, cl, g, &g->slot[k], --left == 0);
      for (unsigned k = 0; k < u_align(g->nlit, 2); k++)
         e->dw[e->at++] = k < g->nlit ? g->lit[k] : 0;
   }
   assert(e->at - start == cl->size * 2);
}

/** SRC_SEL of up to four operands of one vec; returns the GPR. */
static unsigned
source_vec(struct vliw_ctx *c, const struct vliw_src src[4], uint8_t sel[4])
{
   int gpr = -1;
   for (unsigned i = 0; i < 4; i++) {
      if (src[i].kind == VLIW_SRC_REG) {
         const struct vliw_reg *r = &c->regs.data[src[i].v];
         sel[i] = (uint8_t)r->chan;
         assert(r->chan >= 0 && r->chan < 4);
         if (gpr < 0)
            gpr = r->gpr;
         else if (gpr != r->gpr)
            vliw_fail(c, "internal: a fetch or export reads two registers");
      } else {
         assert(src[i].kind == VLIW_SRC_NONE || vliw_inline_const(src[i].v) == 248 ||
                vliw_inline_const(src[i].v) == 249);
         sel[i] = src[i].kind == VLIW_SRC_IMM && src[i].v == 0x3f800000 ? 5 : 4;
      }
   }
   return (unsigned)MAX2(gpr, 0);
}

static unsigned
dest_vec(struct vliw_ctx *c, const uint32_t dst[4], uint8_t sel[4])
{
   int gpr = -1;
   memset(sel, MASK, 4);
   for (unsigned k = 0; k < 4; k++) {
      if (dst[k] == VLIW_NONE)
         continue;
      const struct vliw_reg *r = &c->regs.data[dst[k]];
      if (r->gpr < 0)
         continue;
      assert(r->chan >= 0 && r->chan < 4 && sel[r->chan] == MASK); /* components are apart */
      sel[r->chan] = (uint8_t)k;
      if (gpr < 0)
         gpr = r->gpr;
      else if (gpr != r->gpr)
         vliw_fail(c, "internal: a fetch writes two registers");
   }
   return (unsigned)MAX2(gpr, 0);
}

static void
tex(struct emit *e, const struct vliw_op *op)
{
   struct vliw_ctx *c = e->c;
   struct vliw_w_tex w = {
      .resource = op->resource,
      .sampler = op->sampler,
      .norm = {true, true, !op->face_in_z, true},
      .whole_quad = op->whole_quad
   };
   if (vliw_has_gradients(op)) {
      for (unsigned h = 1; h <= 2; h++) {
         w.op = h == 1 ? DB_TEX_SET_GRADIENTS_H : DB_TEX_SET_GRADIENTS_V;
         w.src_gpr = (uint8_t)source_vec(c, op->src + 4 * h, w.src_sel);
         memset(w.dst_sel, MASK, 4);
         vliw_enc_tex(c->t.gen, &w, e->dw + e->at);
         e->at += 4;
         c->out->num_tex_instrs++;
      }
   }
   assert(op->kind == VLIW_OP_TEX);
   w.op = op->op;
   for (unsigned k = 0; k < 3; k++)
      w.offset[k] = (uint8_t)(2 * op->offset[k]) % 32; /* half texels, of five bits */
   w.src_gpr = (uint8_t)source_vec(c, op->src, w.src_sel);
   w.dst_gpr = (uint8_t)dest_vec(c, op->dst, w.dst_sel);
   vliw_enc_tex(c->t.gen, &w, e->dw + e->at);
   e->at += 4;
   c->out->num_tex_instrs++;
}

static void
read_scratch(struct emit *e, const struct vliw_op *op)
{
   struct vliw_ctx *c = e->c;
   struct vliw_w_vtx w = {.op = DB_VTX_READ_SCRATCH,
                          .data_format = FMT_32_32_32_32,
                          .num_format = 1, /* int */
                          .elem_size = 3,
                          .uncached = true,
                          .whole_quad = op->whole_quad};
   if (op->src[0].kind == VLIW_SRC_REG) {
      const struct vliw_reg *r = &c->regs.data[op->src[0].v];
      w.indexed = true;
      w.src_gpr = (uint8_t)MAX2(r->gpr, 0);
      w.src_sel[0] = (uint8_t)r->chan;
      w.array_size = (uint16_t)(c->scratch_vec4 - 1);
   } else {
      w.array_base = (uint16_t)op->mem_base;
      assert(op->mem_base < c->scratch_vec4);
   }
   w.dst_gpr = (uint8_t)dest_vec(c, op->dst, w.dst_sel);
   vliw_enc_vtx(c->t.gen, &w, e->dw + e->at);
   e->at += 4;
   c->out->num_vtx_instrs++;
}

static void
vtx(struct emit *e, const struct vliw_op *op)
{
   struct vliw_ctx *c = e->c;
   if (op->op == DB_VTX_READ_SCRATCH) {
      read_scratch(e, op);
      return;
   }
   assert(op->kind == VLIW_OP_VTX && op->src[0].kind == VLIW_SRC_REG && op->vtx_offset_B <= UINT16_MAX);
   const struct vliw_reg *r = &c->regs.data[op->src[0].v];
   struct vliw_w_vtx w = {.op = op->op,
                          .fetch_type = FETCH_NO_INDEX_OFFSET,
                          .buffer = op->resource,
                          .src_gpr = (uint8_t)MAX2(r->gpr, 0),
                          .src_sel = {(uint8_t)r->chan},
                          .mega_count = 0x1f,
                          .mega = true,
                          .data_format = FMT_32_32_32_32_FLOAT,
                          .num_format = 2, /* as is */
                          .comp_signed = true,
                          .srf_mode = true,
                          .offset = (uint16_t)op->vtx_offset_B,
                          .whole_quad = op->whole_quad};
   w.dst_gpr = (uint8_t)dest_vec(c, op->dst, w.dst_sel);
   vliw_enc_vtx(c->t.gen, &w, e->dw + e->at);
   e->at += 4;
   c->out->num_vtx_instrs++;
}

static void
clause(struct emit *e, const struct vliw_clause *cl)
{
   if (cl->kind == VLIW_CLAUSE_ALU) {
      alu_clause(e, cl);
      return;
   }
   for (size_t i = 0; i < cl->fetches.count; i++) {
      if (cl->fetches.data[i]->kind == VLIW_OP_TEX)
         tex(e, cl->fetches.data[i]);
      else
         vtx(e, cl->fetches.data[i]);
   }
}

static unsigned
clause_size_dw(const struct vliw_clause *cl)
{
   if (cl->kind == VLIW_CLAUSE_ALU)
      return cl->size * 2;
   unsigned n = 0;
   for (size_t i = 0; i < cl->fetches.count; i++)
      n += vliw_has_gradients(cl->fetches.data[i]) ? 12 : 4;
   return n;
}

/* TYPE of MEM_SCRATCH: bit 0 = indexed; bit 1 = read on R600, acknowledged write later */
static void
mem_word(struct vliw_ctx *c, const struct vliw_op *op, struct vliw_w_cf *w)
{
   uint8_t sel[4];
   assert(op->kind == VLIW_OP_MEM && op->mem_mask && op->mem_mask < 16);
   assert(op->mem_base + 1 <= c->scratch_vec4 && c->scratch_vec4 <= UINT16_MAX + 1u);
   w->type = !op->mem_write || c->t.gen != DB_R600 ? 2 : 0;
   w->elem_size = 3;
   w->mark = c->t.gen >= DB_EVERGREEN;
   w->comp_mask = op->mem_mask;
   w->array_base = (uint16_t)op->mem_base;
   if (op->src[4].kind == VLIW_SRC_REG) {
      w->type |= 1;
      w->index_gpr = (uint8_t)MAX2(c->regs.data[op->src[4].v].gpr, 0);
      w->array_base = 0;
      w->array_size = (uint16_t)(c->scratch_vec4 - 1);
   }
   w->gpr = (uint8_t)(op->mem_write ? source_vec(c, op->src, sel) : dest_vec(c, op->dst, sel));
}

static void
stream_word(struct vliw_ctx *c, const struct vliw_export *x, struct vliw_w_cf *w)
{
   uint8_t sel[4];
   unsigned n = 0;
   while (n < 4 && x->src[n].kind == VLIW_SRC_REG)
      n++;
   assert(n);
   w->gpr = (uint8_t)source_vec(c, x->src, sel);
   w->array_base = x->base;
   w->array_size = 0xfff;
   w->comp_mask = (uint8_t)((1u << n) - 1);
   w->elem_size = (uint8_t)(n == 3 ? 3 : n - 1); /* there are no elements of three dwords (Mesa) */
}

static void
cf_word(struct emit *e, const struct vliw_cf *cf, uint32_t addr_dw, uint32_t *dw)
{
   struct vliw_ctx *c = e->c;
   const struct db_cf_info *info = db_cf_info((enum db_cf_op)cf->op);
   struct vliw_w_cf w = {
      .op = cf->op, .form = info->form, .clause = info->clause, .barrier = true, .eop = cf->eop};
   w.pop_count = cf->pop;
   if (cf->target != VLIW_NO_TARGET)
      w.addr = cf->target;
   assert((cf->clause != NULL) + (cf->export != NULL) + (cf->mem != NULL) <= 1);
   if (cf->clause) {
      assert(addr_dw % (cf->clause->kind == VLIW_CLAUSE_ALU ? 2 : 4) == 0);
      w.addr = addr_dw / 2;
      if (cf->clause->kind == VLIW_CLAUSE_ALU) {
         assert(cf->clause->size && cf->clause->groups.count);
         w.count = cf->clause->size - 1;
         w.alt_const = c->t.waterfall && cf->clause->movas;
         for (unsigned i = 0; i < 2; i++)
            w.kc[i] = (struct vliw_w_kcache){.mode = cf->clause->kc[i].mode,
                                             .bank = (uint8_t)(cf->clause->kc[i].line / VLIW_KC_LINES),
                                             .addr = cf->clause->kc[i].line % VLIW_KC_LINES};
      } else {
         w.count = clause_size_dw(cf->clause) / 4 - 1;
      }
   }
   if (cf->export && cf->export->type == VLIW_EXPORT_STREAM) {
      stream_word(c, cf->export, &w);
   } else if (cf->export) {
      const struct vliw_export *x = cf->export;
      assert(x->type <= VLIW_EXPORT_PARAM);
      w.swiz = true;
      w.type = x->type;
      w.array_base = x->base;
      w.gpr = (uint8_t)source_vec(c, x->src, w.sel);
      for (unsigned i = 0; i < 4; i++)
         if (x->src[i].kind == VLIW_SRC_NONE)
            w.sel[i] = MASK;
      w.elem_size = 3;
   }
   if (cf->mem)
      mem_word(c, cf->mem, &w);
   vliw_enc_cf(c->t.gen, &w, dw);
}

/** Windows of the constant cache in ascending order of address. */
static void
sort_kcache(struct vliw_clause *cl)
{
   if (cl->kc[0].mode && cl->kc[1].mode && cl->kc[0].line > cl->kc[1].line) {
      struct vliw_kc t = cl->kc[0];
      cl->kc[0] = cl->kc[1];
      cl->kc[1] = t;
   }
}

void
vliw_emit(struct vliw_ctx *c)
{
   vliw_cf_list cf = {0};
   struct vliw_binary *out = c->out;
   vliw_cf_build(c, &cf);
   uint32_t size = (uint32_t)cf.count * 2;
   uint32_t *addr = u_arena_array(&c->arena, uint32_t, cf.count + 1);
   if (!addr)
      vliw_out_of_memory(c);
   if (c->failed) {
      u_vec_fini(&cf);
      return;
   }
   for (size_t i = 0; i < cf.count; i++) {
      if (!cf.data[i].clause)
         continue;
      if (cf.data[i].clause->kind != VLIW_CLAUSE_ALU)
         size = (uint32_t)u_align(size, 4);
      else
         sort_kcache(cf.data[i].clause);
      addr[i] = size;
      size += clause_size_dw(cf.data[i].clause);
   }
   struct emit e = {.c = c, .dw = calloc(size, 4)};
   if (!e.dw) {
      vliw_out_of_memory(c);
      u_vec_fini(&cf);
      return;
   }
   for (size_t i = 0; i < cf.count; i++) {
      cf_word(&e, &cf.data[i], addr[i], e.dw + 2 * i);
      if (cf.data[i].clause) {
         e.at = addr[i];
         clause(&e, cf.data[i].clause);
         assert(e.at == addr[i] + clause_size_dw(cf.data[i].clause) && e.at <= size);
      }
   }
   out->dw = e.dw;
   out->num_dw = size;
   out->scratch_B = c->scratch_vec4 * 16;
   out->num_cf_instrs = (uint32_t)cf.count;
   u_vec_fini(&cf);
}
