/* SPDX-License-Identifier: MIT
 *
 * Texture and vertex fetch clauses (R6xx/R7xx 3D Register Reference Guide, SQ_TEX_WORD*, SQ_VTX_WORD*).
 * Resources are numbered by the views the program needs, so that a stage state resolves each of them once.
 */
#include "emulator/terascale/sq/decode/decode.h"

/* Opcodes that only look at the resource, or at nothing, need no sampler. */
static bool
tex_uses_sampler(enum db_tex_op op)
{
   return op >= DB_TEX_SAMPLE || op == DB_TEX_FETCH4 || op == DB_TEX_GET_LOD;
}

/** Instructions between lanes or on the texture unit's own state: the resource that they name is not looked at. */
static bool
tex_uses_resource(enum db_tex_op op)
{
   switch (op) {
   case DB_TEX_GET_GRADIENTS_H:
   case DB_TEX_GET_GRADIENTS_V:
   case DB_TEX_GET_GRADIENTS_H_FINE:
   case DB_TEX_GET_GRADIENTS_V_FINE:
   case DB_TEX_KEEP_GRADIENTS:
   case DB_TEX_SET_GRADIENTS_H:
   case DB_TEX_SET_GRADIENTS_V:
   case DB_TEX_SET_GRADIENTS_H_COARSE:
   case DB_TEX_SET_GRADIENTS_V_COARSE:
   case DB_TEX_SET_TEXTURE_OFFSETS:
   case DB_TEX_PASS:
      return false;
   default:
      return true;
   }
}

static bool
tex_supported(enum db_tex_op op)
{
   switch (op) {
   case DB_TEX_LD:
   case DB_TEX_LDFPTR:
   case DB_TEX_GET_TEXTURE_RESINFO:
   case DB_TEX_GET_NUMBER_OF_SAMPLES:
   case DB_TEX_GET_LOD:
   case DB_TEX_SAMPLE:
   case DB_TEX_SAMPLE_L:
   case DB_TEX_SAMPLE_LB:
   case DB_TEX_SAMPLE_LZ:
   case DB_TEX_SAMPLE_G:
   case DB_TEX_SAMPLE_G_L:
   case DB_TEX_SAMPLE_G_LB:
   case DB_TEX_SAMPLE_G_LZ:
   case DB_TEX_SAMPLE_C:
   case DB_TEX_SAMPLE_C_L:
   case DB_TEX_SAMPLE_C_LB:
   case DB_TEX_SAMPLE_C_LZ:
   case DB_TEX_SAMPLE_C_G:
   case DB_TEX_SAMPLE_C_G_L:
   case DB_TEX_SAMPLE_C_G_LB:
   case DB_TEX_SAMPLE_C_G_LZ:
   case DB_TEX_GATHER4:
   case DB_TEX_GATHER4_O:
   case DB_TEX_GATHER4_C:
   case DB_TEX_GATHER4_C_O:
      return true;
   default:
      return !tex_uses_resource(op);
   }
}

static bool
vtx_supported(enum db_vtx_op op)
{
   return op == DB_VTX_VFETCH || op == DB_VTX_SEMFETCH || op == DB_VTX_READ_SCRATCH;
}

static bool
tex_view(struct sq_decoder *d, const struct sq_fetch_word *w, bool needs_sampler, uint8_t *view)
{
   struct sq_program *p = d->p;
   uint16_t sampler = needs_sampler ? w->sampler : 0;
   for (unsigned i = 0; i < p->num_tex; i++) {
      if (p->tex[i].resource == w->resource && p->tex[i].sampler == sampler &&
          p->tex[i].needs_sampler == needs_sampler) {
         *view = (uint8_t)i;
         return true;
      }
   }
   if (p->num_tex == ARRAY_SIZE(p->tex))
      return sq_fail(d, "more than %zu combinations of textures and samplers", ARRAY_SIZE(p->tex));
   *view = (uint8_t)p->num_tex;
   p->tex[p->num_tex].resource = w->resource;
   p->tex[p->num_tex].sampler = sampler;
   p->tex[p->num_tex].needs_sampler = needs_sampler;
   p->num_tex++;
   return true;
}

static bool
vtx_view(struct sq_decoder *d, const struct sq_fetch *f, uint8_t *view)
{
   struct sq_program *p = d->p;
   for (unsigned i = 0; i < p->num_vtx; i++) {
      const struct sq_fetch *g = &p->fetches[p->vtx_fetch[i]];
      if (g->resource == f->resource && g->use_const_fields == f->use_const_fields &&
          g->data_format == f->data_format && g->num_format == f->num_format &&
          g->is_signed == f->is_signed && g->srf_no_zero == f->srf_no_zero && g->no_stride == f->no_stride &&
          g->endian == f->endian) {
         *view = (uint8_t)i;
         return true;
      }
   }
   if (p->num_vtx == ARRAY_SIZE(p->vtx_fetch))
      return sq_fail(d, "more than %zu vertex buffer views", ARRAY_SIZE(p->vtx_fetch));
   *view = (uint8_t)p->num_vtx;
   p->vtx_fetch[p->num_vtx++] = (uint32_t)(f - p->fetches);
   return true;
}

static bool
decode_one(struct sq_decoder *d, const uint32_t dw[4], bool vtx)
{
   struct sq_program *p = d->p;
   struct sq_fetch_word w;
   if (vtx)
      sq_read_vtx(d->gen, dw, &w);
   else
      sq_read_tex(d->gen, dw, &w);
   if (w.op < 0)
      return sq_fail(d, "unknown %s fetch instruction 0x%x", vtx ? "vertex" : "texture", w.inst);
   if (vtx ? !vtx_supported((enum db_vtx_op)w.op) : !tex_supported((enum db_tex_op)w.op))
      return sq_fail(d, "fetch instruction %s is not emulated",
                     vtx ? db_vtx_info((enum db_vtx_op)w.op)->name : db_tex_info((enum db_tex_op)w.op)->name);
   struct sq_fetch *f = sq_add_fetch(d);
   if (!f)
      return false;
   f->is_vtx = vtx;
   f->op = (uint8_t)w.op;
   f->src_gpr = w.src_gpr;
   f->src_rel = w.src_rel;
   f->dst_gpr = w.dst_gpr;
   f->dst_rel = w.dst_rel;
   memcpy(f->src_sel, w.src_sel, 4);
   memcpy(f->dst_sel, w.dst_sel, 4);
   for (unsigned c = 0; c < 4; c++) {
      if (f->dst_sel[c] == 6)
         return sq_fail(d, "reserved swizzle in a fetch instruction");
      if (f->src_sel[c] > 5) /* Mesa writes 7 where a coordinate is not used */
         f->src_sel[c] = 4;
   }
   f->lod_bias = (float)w.lod_bias * (1.0f / 16.0f);
   f->coord_norm = w.coord_norm;
   memcpy(f->offset, w.offset, 3);
   f->gather = w.inst_mod & 3;
   f->resource = w.resource;
   f->sampler = w.sampler;
   f->resource_index_mode = w.resource_index_mode;
   f->sampler_index_mode = w.sampler_index_mode;
   f->fetch_type = w.fetch_type;
   f->use_const_fields = w.use_const_fields;
   f->no_stride = w.no_stride;
   f->srf_no_zero = w.srf_no_zero;
   f->is_signed = w.is_signed;
   f->data_format = w.data_format;
   f->num_format = w.num_format;
   f->endian = w.endian;
   f->offset_B = w.offset_B;
   f->semantic = w.semantic;
   f->array_base = w.array_base;
   f->array_size = w.array_size;
   f->indexed = w.indexed;
   f->burst = (uint8_t)(w.burst + 1);
   if (w.resource_index_mode || w.sampler_index_mode)
      return sq_fail(d, "fetches with indexed resource numbers are not emulated");
   p->num_gprs = MAX2(p->num_gprs, (uint32_t)MAX2(w.src_gpr, w.dst_gpr) + 1);
   if (!vtx) {
      if (w.op != DB_TEX_LD && w.op != DB_TEX_LDFPTR && w.op < DB_TEX_SAMPLE_L)
         p->uses_grad = true;
      if (!tex_uses_resource((enum db_tex_op)w.op))
         return true;
      return tex_view(d, &w, tex_uses_sampler((enum db_tex_op)w.op), &f->view);
   }
   if (w.op == DB_VTX_READ_SCRATCH)
      return true;
   if (f->fetch_type > 2)
      return sq_fail(d, "vertex fetch type %u", f->fetch_type);
   return vtx_view(d, f, &f->view);
}

/* May ta/taps.h do this lookup? Which level it is on does not matter there. */
static bool
may_be_tap(const struct sq_fetch *f)
{
   const bool samples = !f->is_vtx && (f->op == DB_TEX_SAMPLE || f->op == DB_TEX_SAMPLE_L ||
                                       f->op == DB_TEX_SAMPLE_LB || f->op == DB_TEX_SAMPLE_LZ);
   return samples && !f->src_rel && !f->dst_rel && f->src_gpr < SQ_GPRS && f->dst_gpr < SQ_GPRS &&
          f->src_sel[0] < 4 && f->src_sel[1] < 4 && (f->coord_norm & 3) == 3 && !f->offset[0] &&
          !f->offset[1];
}

/* Of a clause that has several of one texture. Where there is one alone nothing is shared, and often its coordinates are what
 * another lookup gave. */
static void
find_taps(struct sq_fetch *f, uint32_t n)
{
   for (uint32_t i = 0; i < n; i++)
      for (uint32_t k = 0; k < n && may_be_tap(&f[i]); k++)
         f[i].tap |= k != i && f[k].view == f[i].view && may_be_tap(&f[k]);
}

bool
sq_decode_fetch_clause(struct sq_decoder *d, const struct sq_cf_word *cf, bool vtx, struct sq_step *step)
{
   step->first = d->p->num_fetches;
   step->count = cf->count;
   for (unsigned i = 0; i < cf->count; i++) {
      const uint32_t *w = sq_read(d, (uint64_t)cf->addr * 8 + i * 16, 16);
      if (!w)
         return false;
      uint32_t dw[4];
      memcpy(dw, w, 16);
      if (!decode_one(d, dw, vtx || (d->gen >= DB_EVERGREEN && sq_is_vtx_inst(d->gen, dw))))
         return false;
   }
   find_taps(d->p->fetches + step->first, step->count);
   return true;
}
