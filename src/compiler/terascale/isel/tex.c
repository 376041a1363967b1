/* SPDX-License-Identifier: MIT
 *
 * Selection of fetches: texture sampling, derivatives, dynamically indexed uniforms.
 *
 * Operand layout per the ISA notes: coordinates in x, y, z; lod or bias in w; explicit gradients are loaded
 * by SET_GRADIENTS_H and _V in front of the sample. What becomes of a cube map's directions says isel/cube.c.
 */
#include "compiler/terascale/isel/isel.h"

#include <assert.h>

#include "util/u_math.h"

static bool
same_src(const struct vliw_src *a, const struct vliw_src *b)
{
   return a->kind == b->kind && a->chan == b->chan && a->neg == b->neg && a->abs == b->abs && a->v == b->v &&
          a->elem == b->elem;
}

static int
member_of(const struct vliw_coords *c, const struct vliw_src *v)
{
   assert(c->n <= ARRAY_SIZE(c->of));
   for (unsigned i = 0; i < c->n; i++)
      if (same_src(&c->of[i], v))
         return (int)i;
   return -1;
}

/** Joins a vec that has one of the coordinates already, if there is room for the others in its GPR. */
static bool
join_coords(struct vliw_isel *s, struct vliw_coords *c, struct vliw_src v[4])
{
   struct vliw_ctx *ctx = s->c;
   unsigned added = 0, common = 0;
   for (unsigned i = 0; i < 4; i++) {
      if (v[i].kind == VLIW_SRC_NONE || vliw_selectable(&v[i]))
         continue;
      bool repeated = false;
      for (unsigned j = 0; j < i; j++)
         repeated |= same_src(&v[i], &v[j]);
      common += member_of(c, &v[i]) >= 0;
      added += !repeated && member_of(c, &v[i]) < 0;
   }
   if (c->block != s->cur || !common || c->n + added > 4)
      return false;
   for (unsigned i = 0; i < 4; i++) {
      if (v[i].kind == VLIW_SRC_NONE || vliw_selectable(&v[i]))
         continue;
      int m = member_of(c, &v[i]);
      if (m < 0) {
         m = (int)c->n++;
         c->of[m] = v[i];
         c->reg[m] = vliw_reg_new(ctx);
         ctx->regs.data[c->reg[m]].vec = c->vec;
         vliw_op_append(ctx, s->cur, vliw_copy_new(ctx, c->reg[m], v[i]));
      }
      v[i] = vliw_src_reg(c->reg[m]);
   }
   return true;
}

/** Coordinates of a sample in one GPR. Samples around a point have components in common: three of them fit
 * into one GPR, with one copy of what they share. */
static void
coords_vec(struct vliw_isel *s, struct vliw_src v[4])
{
   struct vliw_ctx *ctx = s->c;
   bool share = (ctx->plan.seed & 3) != 3;
   for (unsigned i = 0; i < ARRAY_SIZE(s->coords) && share; i++)
      if (s->coords[i].n && join_coords(s, &s->coords[i], v))
         return;
   struct vliw_coords c = {.block = s->cur, .vec = ctx->num_vecs};
   struct vliw_src of[4];
   memcpy(of, v, sizeof of);
   vliw_isel_vec(s, v);
   unsigned shift = (s->num_coords & 1) && (ctx->plan.seed & 1) ? 2 : 0;
   for (unsigned i = 0; i < 4; i++) {
      if (v[i].kind != VLIW_SRC_REG || member_of(&c, &of[i]) >= 0)
         continue;
      c.of[c.n] = of[i];
      c.reg[c.n++] = v[i].v;
      struct vliw_reg *r = &ctx->regs.data[v[i].v];
      if (r->pref >= 0)
         r->pref = (int8_t)((r->pref + (int)shift) & 3); /* so that neighbours do not compete for channels */
   }
   s->coords[s->num_coords++ % ARRAY_SIZE(s->coords)] = c;
}

/** Explicit derivatives, of a cube map on \p face. */
static void
gradients(struct vliw_isel *s, const struct ir_instr *in, unsigned ncoord, const struct vliw_face *face,
          struct vliw_src *src)
{
   const unsigned n = ir_tex_slopes(&in->tex);
   assert(in->nsrc == ncoord + 2 * n);
   for (unsigned axis = 0; axis < 2; axis++) {
      struct vliw_src d[3] = {0}, *out = src + 4 + 4 * axis;
      for (unsigned i = 0; i < n; i++)
         d[i] = vliw_isel_src(s, &in->src[ncoord + axis * n + i]);
      if (ir_tex_is_cube(in->tex.target))
         vliw_isel_cube_slopes(s, face, d, out);
      else
         memcpy(out, d, n * sizeof *d);
   }
}

/** The operation, and what stands behind the coordinates. */
static enum db_tex_op
level_of_detail(struct vliw_isel *s, const struct ir_instr *in, unsigned ncoord, const struct vliw_face *face,
                struct vliw_src *src)
{
   switch ((enum ir_tex_op)in->tex.op) {
   case IR_TEX_SAMPLE:
      if (s->ir->stage != IR_VERTEX)
         return DB_TEX_SAMPLE;
      src[3] = vliw_src_imm(0); /* no derivatives: level 0 */
      return DB_TEX_SAMPLE_L;
   case IR_TEX_BIAS:
   case IR_TEX_LOD:
   case IR_TEX_FETCH:
      assert(in->nsrc == ncoord + 1);
      src[3] = vliw_isel_src(s, &in->src[ncoord]);
      if (in->tex.op == IR_TEX_LOD && s->c->key->magnify_to_half >> in->tex.sampler & 1)
         src[3] = vliw_alu3(s, DB_ALU_CNDGT, vliw_alu2(s, DB_ALU_ADD, src[3], vliw_immf(-0.5f)), src[3],
                            vliw_src_imm(0));
      return in->tex.op == IR_TEX_BIAS  ? DB_TEX_SAMPLE_LB
             : in->tex.op == IR_TEX_LOD ? DB_TEX_SAMPLE_L
                                        : DB_TEX_LD;
   case IR_TEX_GRAD:
      gradients(s, in, ncoord, face, src);
      return DB_TEX_SAMPLE_G;
   case IR_TEX_SIZE:
      for (unsigned k = 0; k < 4; k++) /* which component the unit takes the level from is not documented */
         src[k] = vliw_isel_src(s, &in->src[0]);
      return DB_TEX_GET_TEXTURE_RESINFO;
   case IR_TEX_OPS:
      break;
   }
   return DB_TEX_SAMPLE;
}

/** The operation that compares with \p ref: it is in w, or in z where w has the level. With a face or layer in z
 * and the reference in w there is no room for a level but the first. */
static enum db_tex_op
compare(struct vliw_isel *s, const struct ir_tex *tex, enum db_tex_op op, struct vliw_src ref,
        struct vliw_src *src)
{
   const bool full = tex->target != IR_TEX_2D_SHADOW;
   switch (op) {
   case DB_TEX_SAMPLE:
   case DB_TEX_SAMPLE_G:
      src[3] = ref;
      return op == DB_TEX_SAMPLE ? DB_TEX_SAMPLE_C : DB_TEX_SAMPLE_C_G;
   case DB_TEX_SAMPLE_L:
      if (full) {
         if (src[3].kind != VLIW_SRC_IMM || src[3].v & 0x7fffffff)
            vliw_fail(s->c, "a level of a shadow map with faces or layers");
         src[3] = ref;
         return DB_TEX_SAMPLE_C_LZ;
      }
      src[2] = ref;
      return DB_TEX_SAMPLE_C_L;
   default:
      assert(op == DB_TEX_SAMPLE_LB);
      assert(!full); /* ir_lower_shadow_bias */
      src[2] = ref;
      return DB_TEX_SAMPLE_C_LB;
   }
}

/** Coordinates in x, y and z; returns the reference of a shadow target. */
static struct vliw_src
coordinates(struct vliw_isel *s, const struct ir_instr *in, unsigned ncoord, struct vliw_face *face,
            struct vliw_src *src)
{
   const struct ir_tex *tex = &in->tex;
   const bool shadow = ir_tex_is_shadow(tex->target);
   struct vliw_src coord[4] = {0}, ref = {0};
   for (unsigned i = 0; i < ncoord; i++)
      coord[i] = vliw_isel_src(s, &in->src[i]);
   if (shadow)
      ref = coord[ncoord - 1];
   if (ir_tex_is_cube(tex->target)) {
      vliw_isel_cube(s, coord, face);
      memcpy(src, face->coord, sizeof face->coord);
      return ref;
   }
   for (unsigned i = 0; i < ncoord - shadow; i++)
      src[i] = coord[i];
   const bool array = tex->target == IR_TEX_2D_ARRAY || tex->target == IR_TEX_2D_ARRAY_SHADOW;
   if (array && tex->op != IR_TEX_FETCH)
      src[2] = vliw_alu1(s, DB_ALU_RNDNE, src[2]); /* ES 3.0.6, 3.8.10: the nearest layer */
   return ref;
}

void
vliw_isel_tex(struct vliw_isel *s, const struct ir_instr *in)
{
   struct vliw_ctx *c = s->c;
   const struct ir_tex *tex = &in->tex;
   const unsigned ncoord = tex->op == IR_TEX_SIZE ? 0 : ir_tex_coords(tex);
   struct vliw_src src[12] = {0}, ref = {0};
   struct vliw_face face = {0};
   _Static_assert(ARRAY_SIZE(src) == ARRAY_SIZE(((struct vliw_op *)0)->src), "copied as a whole");
   assert(in->ndst == 4 && ncoord <= 4 && in->nsrc == ir_tex_sources(tex));
   if (ncoord)
      ref = coordinates(s, in, ncoord, &face, src);
   enum db_tex_op op = level_of_detail(s, in, ncoord, &face, src);
   if (ref.kind != VLIW_SRC_NONE)
      op = compare(s, tex, op, ref, src);
   struct vliw_op *o = vliw_op_new(c, VLIW_OP_TEX, op);
   coords_vec(s, src);
   for (unsigned i = 4; i < 12; i += 4)
      vliw_isel_vec(s, src + i);
   memcpy(o->src, src, sizeof src);
   for (unsigned i = 0; i < 12; i++)
      if (src[i].kind == VLIW_SRC_REG)
         c->regs.data[src[i].v].is_coord = true;
   o->resource = (uint8_t)(VLIW_TEX_RESOURCE_BASE + tex->sampler);
   o->sampler = tex->sampler;
   o->face_in_z =
      ir_tex_is_cube(tex->target) || tex->target == IR_TEX_2D_ARRAY || tex->target == IR_TEX_2D_ARRAY_SHADOW;
   memcpy(o->offset, tex->offset, sizeof o->offset);
   o->whole_quad = vliw_isel_is_helped(s, in);
   o->line = in->line;
   for (unsigned k = 0; k < 4; k++) {
      o->dst[k] = vliw_reg_new(c);
      s->val[in->dst + k] = vliw_src_reg(o->dst[k]);
   }
   vliw_isel_fetch(s, o);
}

/** GET_GRADIENTS works on four components: neighbouring derivatives of values that are already there join. */
void
vliw_isel_derivative(struct vliw_isel *s, const struct ir_instr *in)
{
   struct vliw_ctx *c = s->c;
   if (s->val[in->dst].kind != VLIW_SRC_NONE)
      return; /* joined an earlier one */
   /* find the instruction's block and the ones behind it */
   const struct ir_instr *join[4] = {in};
   unsigned n = 1;
   for (size_t b = 0; b < s->ir->num_blocks && n == 1; b++) {
      const struct ir_block *blk = s->ir_block[b];
      if (!blk || s->block_of[blk->id] != s->cur)
         continue;
      size_t at = 0;
      while (at < blk->instrs.count && blk->instrs.data[at] != in)
         at++;
      for (size_t i = at + 1; i < blk->instrs.count && n < 4; i++) {
         const struct ir_instr *o = blk->instrs.data[i];
         if (o->op != in->op || o->sat)
            continue;
         if (o->src[0].kind == IR_SRC_SSA && s->val[o->src[0].bits].kind == VLIW_SRC_NONE)
            continue;
         join[n++] = o;
      }
      break;
   }
   struct vliw_src src[12] = {0};
   for (unsigned k = 0; k < n; k++)
      src[k] = vliw_isel_src(s, &join[k]->src[0]);
   vliw_isel_vec(s, src);
   struct vliw_op *op =
      vliw_op_new(c, VLIW_OP_TEX, in->op == IR_FDDX ? DB_TEX_GET_GRADIENTS_H : DB_TEX_GET_GRADIENTS_V);
   memcpy(op->src, src, sizeof src);
   op->resource = VLIW_TEX_RESOURCE_BASE;
   op->line = in->line;
   for (unsigned k = 0; k < n; k++) {
      op->dst[k] = vliw_reg_new(c);
      op->whole_quad |= vliw_isel_is_helped(s, join[k]);
   }
   vliw_isel_fetch(s, op);
   for (unsigned k = 0; k < n; k++) {
      s->val[join[k]->dst] = vliw_src_reg(op->dst[k]);
      if (join[k]->sat) {
         struct vliw_src v = vliw_src_reg(op->dst[k]);
         struct vliw_op *mov = vliw_isel_op(s, DB_ALU_MOV, 1, &v);
         mov->clamp = true;
         s->val[join[k]->dst] = vliw_src_reg(mov->dst[0]);
      }
   }
}

/** A fetch of this block that has the vector of \p in already, without the components of \p in; NULL = none. */
static struct vliw_op *
find_indexed(const struct vliw_isel *s, const struct ir_instr *in)
{
   for (unsigned i = 0; i < MIN2(s->num_indexed, ARRAY_SIZE(s->indexed)); i++) {
      const struct vliw_indexed *x = &s->indexed[i];
      const struct ir_instr *o = x->in;
      /* indices are integers, which have no modifiers */
      const struct ir_src *a = &o->src[o->nsrc - 1], *b = &in->src[in->nsrc - 1];
      bool same = x->block == s->cur && o->op == in->op && o->buffer == in->buffer && o->index == in->index &&
                  a->kind == b->kind && a->bits == b->bits;
      for (unsigned k = 0; k < in->ndst && same; k++)
         same = x->op->dst[in->comp + k] == VLIW_NONE;
      if (same)
         return x->op;
   }
   return NULL;
}

void
vliw_isel_uniform_indirect(struct vliw_isel *s, const struct ir_instr *in)
{
   struct vliw_ctx *c = s->c;
   struct vliw_op *old = find_indexed(s, in);
   if (old) {
      uint32_t vec = VLIW_NONE;
      for (unsigned k = 0; k < 4; k++)
         if (old->dst[k] != VLIW_NONE)
            vec = c->regs.data[old->dst[k]].vec;
      old->whole_quad |= vliw_isel_is_helped(s, in);
      for (unsigned k = 0; k < in->ndst; k++) {
         const uint32_t r = vliw_reg_new(c);
         c->regs.data[r].vec = vec;
         c->regs.data[r].pref = (int8_t)(in->comp + k);
         old->dst[in->comp + k] = r;
         s->val[in->dst + k] = vliw_src_reg(r);
      }
      return;
   }
   struct vliw_src index = vliw_isel_src(s, &in->src[in->nsrc - 1]);
   int base = in->index;
   assert(in->indirect && in->comp + in->ndst <= 4);
   if (base < 0 || base >= 4096) { /* what the 16-bit byte offset holds */
      index = vliw_alu2(s, DB_ALU_ADD_INT, index, vliw_src_imm((uint32_t)base));
      base = 0;
   }
   struct vliw_op *op = vliw_op_new(c, VLIW_OP_VTX, DB_VTX_VFETCH);
   op->src[0] = vliw_src_reg(vliw_isel_reg(s, index));
   op->resource = (uint8_t)(VLIW_UNIFORM_RESOURCE + in->buffer);
   op->vtx_offset_B = (uint32_t)base * 16;
   op->whole_quad = vliw_isel_is_helped(s, in);
   op->line = in->line;
   for (unsigned k = 0; k < in->ndst; k++) {
      op->dst[in->comp + k] = vliw_reg_new(c);
      s->val[in->dst + k] = vliw_src_reg(op->dst[in->comp + k]);
   }
   vliw_isel_fetch(s, op);
   s->indexed[s->num_indexed++ % ARRAY_SIZE(s->indexed)] = (struct vliw_indexed){s->cur, in, op};
}
