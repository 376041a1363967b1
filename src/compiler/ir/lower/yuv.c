/* SPDX-License-Identifier: MIT
 *
 * Lookups in external textures that are stored as luma and chroma (OES_EGL_image_external, "the value
 * returned is RGB"): a lookup a plane, at the same coordinates, and a matrix. Whoever binds the planes
 * swizzles them so that luma is x of the first, and chroma x and y of the second or x of the second and
 * third. A texel that is fetched (OES_EGL_image_external_essl3) has its chroma at half of a coordinate along which the
 * chroma planes are smaller; no format has less than a half. The size is that of luma.
 */
#include "compiler/ir/core/util.h"

#include <assert.h>

static bool
insert(struct ir_shader *s, struct ir_block *b, size_t at, struct ir_instr *in, uint32_t line)
{
   if (!in || !ir_block_insert(b, at, in)) {
      s->arena.out_of_memory = true;
      return false;
   }
   in->line = line;
   return true;
}

/** The lookup \p like in another sampler, at \p coord unless that is NULL; IR_NO_VALUE: out of memory. */
static uint32_t
plane(struct ir_shader *s, struct ir_block *b, size_t at, const struct ir_instr *like, unsigned sampler,
      const struct ir_src coord[2])
{
   struct ir_instr *in = ir_instr_create(s, IR_TEX, like->nsrc, 4);
   if (!insert(s, b, at, in, like->line))
      return IR_NO_VALUE;
   in->tex = like->tex;
   in->tex.sampler = (uint8_t)sampler;
   for (unsigned i = 0; i < like->nsrc; i++)
      in->src[i] = coord && i < 2 ? coord[i] : like->src[i];
   s->samplers_used |= 1u << sampler;
   return in->dst;
}

/** The size of the texture in a sampler slot: two values from the one returned on; IR_NO_VALUE: out of memory. */
static uint32_t
size_of(struct ir_shader *s, struct ir_block *b, size_t at, const struct ir_instr *like, unsigned sampler)
{
   struct ir_instr *in = ir_instr_create(s, IR_TEX, 1, 4);
   if (!insert(s, b, at, in, like->line))
      return IR_NO_VALUE;
   in->tex = (struct ir_tex){.op = IR_TEX_SIZE, .target = IR_TEX_EXTERNAL, .sampler = (uint8_t)sampler};
   in->src[0] = ir_imm(0);
   s->samplers_used |= 1u << sampler;
   return in->dst;
}

/** \p op of up to three operands; undefined: out of memory. */
static struct ir_src
compute(struct ir_shader *s, struct ir_block *b, size_t *at, uint32_t line, enum ir_op op,
        const struct ir_src *src, unsigned n)
{
   struct ir_instr *in = ir_instr_create(s, op, n, 1);
   if (!insert(s, b, (*at)++, in, line))
      return (struct ir_src){0};
   for (unsigned i = 0; i < n; i++)
      in->src[i] = src[i];
   return ir_ssa(in->dst);
}

/** Where the chroma of the texel stands that \p like fetches. */
static void
chroma_texel(struct ir_shader *s, struct ir_block *b, size_t *at, const struct ir_instr *like,
             unsigned chroma, struct ir_src coord[2])
{
   const uint32_t line = like->line, luma_size = size_of(s, b, (*at)++, like, like->tex.sampler),
                  chroma_size = size_of(s, b, (*at)++, like, chroma);
   if (luma_size == IR_NO_VALUE || chroma_size == IR_NO_VALUE)
      return;
   for (unsigned c = 0; c < 2; c++) {
      const struct ir_src sizes[2] = {ir_ssa(chroma_size + c), ir_ssa(luma_size + c)};
      const struct ir_src shift[2] = {like->src[c], ir_imm(1)};
      struct ir_src half[3];
      half[0] = compute(s, b, at, line, IR_ILT, sizes, 2);
      half[1] = compute(s, b, at, line, IR_ISHR, shift, 2);
      half[2] = like->src[c];
      coord[c] = compute(s, b, at, line, IR_CSEL, half, 3);
   }
}

/** Replaces instruction \p i of the block; *next: the one behind what took its place. */
static bool
lower(struct ir_shader *s, struct ir_block *b, size_t i, const struct ir_yuv *yuv, size_t *next)
{
   struct ir_instr *in = b->instrs.data[i];
   const uint32_t line = in->line, dst = in->dst;
   size_t at = i;
   struct ir_src texel[2] = {0};
   const struct ir_src *coord = NULL;
   if (in->tex.op == IR_TEX_FETCH) {
      chroma_texel(s, b, &at, in, yuv->sampler[0], texel);
      coord = texel;
   }
   uint32_t y = plane(s, b, at++, in, in->tex.sampler, NULL),
            u = plane(s, b, at++, in, yuv->sampler[0], coord);
   uint32_t v = u == IR_NO_VALUE ? u : u + 1;
   if (yuv->planes == 3)
      v = plane(s, b, at++, in, yuv->sampler[1], coord);
   if (y == IR_NO_VALUE || u == IR_NO_VALUE || v == IR_NO_VALUE)
      return false;
   const uint32_t from[3] = {y, u, v};
   for (unsigned c = 0; c < 3; c++) {
      struct ir_src sum = ir_immf(yuv->matrix[c][3]);
      unsigned last = 0;
      for (unsigned k = 0; k < 3; k++)
         if (yuv->matrix[c][k] != 0)
            last = k;
      for (unsigned k = 0; k < 3; k++) {
         if (yuv->matrix[c][k] == 0 && k != last)
            continue;
         struct ir_instr *mad = ir_instr_create(s, IR_FMAD, 3, 1);
         if (!insert(s, b, at++, mad, line))
            return false;
         mad->src[0] = ir_ssa(from[k]);
         mad->src[1] = ir_immf(yuv->matrix[c][k]);
         mad->src[2] = sum;
         if (k == last) {
            mad->dst = dst + c;
            mad->sat = true;
         }
         sum = ir_ssa(mad->dst);
      }
   }
   in->op = IR_MOV; /* alpha */
   in->ndst = 1;
   in->nsrc = 1;
   in->dst = dst + 3;
   in->src[0] = ir_immf(1.0f);
   *next = at;
   return true;
}

bool
ir_lower_yuv(struct ir_shader *s, const struct ir_yuv *yuv, unsigned n)
{
   assert(n <= 32);
   bool progress = false;
   for (struct ir_node *node = ir_first_node(s); node; node = ir_next_node(node)) {
      struct ir_block *b = node->kind == IR_NODE_BLOCK ? node->block : NULL;
      for (size_t i = 0; b && i < b->instrs.count; i++) {
         const struct ir_instr *in = b->instrs.data[i];
         if (in->op != IR_TEX || in->tex.target != IR_TEX_EXTERNAL || in->tex.op == IR_TEX_SIZE ||
             in->tex.sampler >= n || !yuv[in->tex.sampler].planes)
            continue;
         progress = true;
         if (!lower(s, b, i, &yuv[in->tex.sampler], &i))
            return progress;
      }
   }
   return progress;
}
