/* SPDX-License-Identifier: MIT
 *
 * Selection of cube maps: directions become coordinates on a face, and the face; their derivatives become those of the coordinates
 * ("CUBE and cube-map sampling" of the ISA notes; faces as in ES 3.0.6, table 3.22).
 */
#include "compiler/terascale/isel/isel.h"

/** CUBE: returns t, s, twice the major axis, face in slots x, y, z, w. */
static struct vliw_op *
cube_op(struct vliw_isel *s, const struct vliw_src d[3])
{
   static const uint8_t src0[4] = {2, 2, 0, 1}, src1[4] = {1, 0, 2, 2};
   struct vliw_ctx *c = s->c;
   struct vliw_op *op = vliw_op_new(c, VLIW_OP_ALU, DB_ALU_CUBE);
   op->nslots = 4;
   op->nsrc = 2;
   for (unsigned k = 0; k < 4; k++) {
      op->src[2 * k] = d[src0[k]];
      op->src[2 * k + 1] = d[src1[k]];
      op->dst[k] = vliw_reg_new(c);
      c->regs.data[op->dst[k]].chan = (int8_t)k;
   }
   vliw_op_append(c, s->cur, op);
   return op;
}

void
vliw_isel_cube(struct vliw_isel *s, const struct vliw_src dir[3], struct vliw_face *f)
{
   struct vliw_op *cube = cube_op(s, dir);
   f->axis = vliw_src_reg(cube->dst[2]);
   struct vliw_src length = f->axis;
   length.abs = true;
   f->scale = vliw_alu1(s, DB_ALU_RECIP_IEEE, length);
   f->coord[0] = vliw_alu3(s, DB_ALU_MULADD_IEEE, vliw_src_reg(cube->dst[1]), f->scale, vliw_immf(1.5f));
   f->coord[1] = vliw_alu3(s, DB_ALU_MULADD_IEEE, vliw_src_reg(cube->dst[0]), f->scale, vliw_immf(1.5f));
   f->coord[2] = vliw_src_reg(cube->dst[3]);
}

/** Of the three what belongs to the face's axis: \p from is negative for the axes before it. */
static struct vliw_src
by_axis(struct vliw_isel *s, const struct vliw_src from[2], struct vliw_src x, struct vliw_src y,
        struct vliw_src z)
{
   return vliw_alu3(s, DB_ALU_CNDGE, from[1], z, vliw_alu3(s, DB_ALU_CNDGE, from[0], y, x));
}

/** \p v, negated on the faces of negative axes. */
static struct vliw_src
turned(struct vliw_isel *s, const struct vliw_face *f, struct vliw_src v)
{
   return vliw_alu3(s, DB_ALU_CNDGE, f->axis, v, vliw_neg(v));
}

/* A coordinate is c / |2 m| + 1.5, m the major axis, so that its slope is (dc - (c / |2 m|) d|2 m|) / |2 m|. */
void
vliw_isel_cube_slopes(struct vliw_isel *s, const struct vliw_face *f, const struct vliw_src d[3],
                      struct vliw_src slope[2])
{
   const struct vliw_src from[2] = {vliw_alu2(s, DB_ALU_ADD, f->coord[2], vliw_immf(-2.0f)),
                                    vliw_alu2(s, DB_ALU_ADD, f->coord[2], vliw_immf(-4.0f))};
   const struct vliw_src x = turned(s, f, d[0]), z = turned(s, f, d[2]);
   const struct vliw_src axis = turned(s, f, by_axis(s, from, d[0], d[1], d[2]));
   const struct vliw_src twice = vliw_alu2(s, DB_ALU_MUL_IEEE, axis, vliw_immf(2.0f));
   const struct vliw_src dc[2] = {by_axis(s, from, vliw_neg(z), d[0], x),
                                  by_axis(s, from, vliw_neg(d[1]), z, vliw_neg(d[1]))};
   for (unsigned i = 0; i < 2; i++) {
      struct vliw_src centred = vliw_alu2(s, DB_ALU_ADD, f->coord[i], vliw_immf(-1.5f));
      struct vliw_src v = vliw_alu3(s, DB_ALU_MULADD_IEEE, vliw_neg(centred), twice, dc[i]);
      slope[i] = vliw_alu2(s, DB_ALU_MUL_IEEE, v, f->scale);
   }
}
