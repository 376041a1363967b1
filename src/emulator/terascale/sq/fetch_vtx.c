/* SPDX-License-Identifier: MIT
 *
 * Vertex fetch: a lane's element from a buffer, converted to four 32-bit components. Lanes read one by one,
 * formats are told apart once per instruction. Reads that would pass the end of the buffer give 0. Normalised
 * signed integers become max(v / (2^(n-1) - 1), -1), or (2v + 1) / (2^n - 1) with SRF_MODE_NO_ZERO.
 */
#include <assert.h>
#include <string.h>

#include "emulator/simd/lanes.h"
#include "emulator/terascale/sq/ops.h"

/* An element of ncomp dwords; what it lacks is 0. Put together in a register: memory would wait for narrower stores. */
ALWAYS_INLINE v4f
load_element(unsigned ncomp, const uint8_t *p)
{
   typedef uint64_t v2u __attribute__((vector_size(16)));
   uint64_t low, high = 0;
   uint32_t last = 0;
   if (ncomp > 1)
      memcpy(&low, p, 8);
   if (ncomp & 1)
      memcpy(&last, p + 4 * (ncomp - 1), 4);
   if (ncomp == 1)
      low = last;
   else if (ncomp == 3)
      high = last;
   else if (ncomp == 4)
      memcpy(&high, p + 8, 8);
   return (v4f)(v2u){low, high}; /* which is only moved */
}

/* Components that are dwords, four lanes at a time. Lanes out of bounds read zeros elsewhere. */
ALWAYS_INLINE void
load_dwords(unsigned ncomp, const uint8_t *base, const int64_t *off, struct emu_row raw[4], unsigned lanes)
{
   static const uint8_t zeros[16];
   assert(lanes % 4 == 0);
   for (unsigned l = 0; l < lanes; l += 4) {
      v4f x[4];
      for (unsigned i = 0; i < 4; i++)
         x[i] = load_element(ncomp, off[l + i] >= 0 ? base + off[l + i] : zeros);
      const v4f xy0 = EMU_SHUFFLE(x[0], x[1], 0, 4, 1, 5), xy1 = EMU_SHUFFLE(x[2], x[3], 0, 4, 1, 5),
                zw0 = EMU_SHUFFLE(x[0], x[1], 2, 6, 3, 7), zw1 = EMU_SHUFFLE(x[2], x[3], 2, 6, 3, 7);
      const v4f row[4] = {EMU_SHUFFLE(xy0, xy1, 0, 1, 4, 5), EMU_SHUFFLE(xy0, xy1, 2, 3, 6, 7),
                          EMU_SHUFFLE(zw0, zw1, 0, 1, 4, 5), EMU_SHUFFLE(zw0, zw1, 2, 3, 6, 7)};
      for (unsigned k = 0; k < ncomp; k++)
         memcpy(&raw[k].u[l], &row[k], sizeof row[k]);
   }
}

/* Raw bits of component k of every lane into rows; lanes out of bounds give 0. */
static void
load_raw(const struct sq_vtx_view *v, const int64_t *off, struct emu_row raw[4], unsigned lanes)
{
   const uint8_t *base = v->base;
   switch (v->kind) {
   case SQ_V_F32:
   case SQ_V_I32:
      if (v->ncomp == 1)
         load_dwords(1, base, off, raw, lanes);
      else if (v->ncomp == 2)
         load_dwords(2, base, off, raw, lanes);
      else if (v->ncomp == 3)
         load_dwords(3, base, off, raw, lanes);
      else
         load_dwords(4, base, off, raw, lanes);
      break;
   case SQ_V_F16:
   case SQ_V_I16:
      for (unsigned l = 0; l < lanes; l++) {
         uint16_t x[4] = {0};
         if (off[l] >= 0)
            memcpy(x, base + off[l], v->ncomp * 2u);
         for (unsigned k = 0; k < 4; k++)
            raw[k].u[l] = x[k];
      }
      break;
   default:
      for (unsigned l = 0; l < lanes; l++) {
         uint32_t x = 0;
         if (off[l] >= 0) {
            switch (v->el_B) {
            case 1:
               x = base[off[l]];
               break;
            case 2:
               memcpy(&x, base + off[l], 2);
               break;
            case 3:
               memcpy(&x, base + off[l], 3);
               break;
            default:
               memcpy(&x, base + off[l], 4);
               break;
            }
         }
         raw[0].u[l] = x;
      }
      break;
   }
}

static uint32_t
swap(uint32_t v, unsigned endian)
{
   if (endian == 1)
      return (v & 0x00ff00ffu) << 8 | (v >> 8 & 0x00ff00ffu);
   return endian == 2 ? __builtin_bswap32(v) : v;
}

/* n-bit integers in the low bits of each lane to the view's number format. */
static void
convert_ints(const struct sq_vtx_view *v, struct emu_row *row, unsigned bits, bool is_signed, uint32_t row_B)
{
   if (v->num_format == 1 && !is_signed)
      return;
   const int up = 32 - (int)bits;
   const vf scale_s = v_splat((float)(bits > 1 ? (1u << (bits - 1)) - 1 : 1)),
            scale_u = v_splat((float)((1ull << bits) - 1));
   for (uint32_t i = 0; i < row_B; i += EMU_VEC_B) {
      vi *p = (vi *)((char *)row + i);
      vi x = *p;
      vf r;
      if (is_signed)
         x = x << up >> up;
      if (v->num_format == 1) {
         *p = x;
         continue;
      }
      if (is_signed || bits < 32) {
         r = v_float(x);
      } else {
         vi half = (vi)((vu)x >> 1) | (x & 1);
         r = v_sel(x < 0, v_float(half) * v_splat(2.0f), v_float(x));
      }
      if (v->num_format == 0) {
         if (!is_signed)
            r = r / scale_u;
         else if (v->srf_no_zero)
            r = (r * v_splat(2.0f) + v_splat(1.0f)) / scale_u;
         else
            r = v_max(r / scale_s, v_splat(-1.0f));
      }
      *p = (vi)r;
   }
}

static void
halves(struct emu_row *row, unsigned lanes)
{
   for (unsigned l = 0; l < lanes; l++)
      row->u[l] = fui(u_half_to_float((uint16_t)row->u[l]));
}

/* Unsigned float with a 5-bit exponent and m bits of mantissa. */
static uint32_t
small_float(uint32_t v, unsigned m)
{
   return fui(u_half_to_float((uint16_t)(v << (10 - m))));
}

static void
convert(const struct sq_vtx_view *v, struct emu_row raw[4], uint32_t row_B)
{
   const unsigned lanes = row_B / 4;
   switch (v->kind) {
   case SQ_V_F32:
      return;
   case SQ_V_I32:
      for (unsigned k = 0; k < v->ncomp; k++)
         convert_ints(v, &raw[k], 32, v->is_signed, row_B);
      return;
   case SQ_V_F16:
      for (unsigned k = 0; k < v->ncomp; k++)
         halves(&raw[k], lanes);
      return;
   case SQ_V_I16:
      for (unsigned k = 0; k < v->ncomp; k++)
         convert_ints(v, &raw[k], 16, v->is_signed, row_B);
      return;
   default:
      break;
   }
   for (unsigned k = v->ncomp; k-- > 0;) {
      const uint32_t mask = v->bits[k] == 32 ? UINT32_MAX : (1u << v->bits[k]) - 1;
      for (uint32_t i = 0; i < row_B; i += EMU_VEC_B) {
         vu x = *(vu *)((char *)&raw[0] + i);
         *(vu *)((char *)&raw[k] + i) = x >> (uint32_t)v->shift[k] & mask;
      }
      if (v->kind == SQ_V_F11) {
         for (unsigned l = 0; l < lanes; l++)
            raw[k].u[l] = small_float(raw[k].u[l], v->bits[k] - 5u);
      } else {
         convert_ints(v, &raw[k], v->bits[k], v->is_signed && !(k == 3 && v->unsigned_w), row_B);
      }
   }
}

/* DST_SEL of the resource. */
static void
swizzle(const struct sq_vtx_view *v, struct emu_row row[4])
{
   struct emu_row in[4];
   memcpy(in, row, sizeof in);
   for (unsigned k = 0; k < 4; k++) {
      if (v->sel[k] < 4)
         row[k] = in[v->sel[k]];
      else
         sq_fill(&row[k], v->sel[k] == 5 ? v->one : 0);
   }
}

static void
read_scratch(struct sq_ctx *c, const struct sq_fetch *f)
{
   for (unsigned n = 0; n < f->burst && f->dst_gpr + n < SQ_GPRS; n++) {
      for (uint64_t m = c->active; m; m &= m - 1) {
         unsigned l = (unsigned)__builtin_ctzll(m);
         uint32_t at = f->array_base + n;
         if (f->indexed) {
            uint32_t idx = c->gpr[f->src_gpr * 4 + f->src_sel[0]].u[l];
            at = idx <= f->array_size ? at + idx : UINT32_MAX;
         }
         uint32_t v[4] = {0};
         bool there = at < c->stage->scratch_vec4 && at < c->scratch_vec4;
         for (unsigned k = 0; k < 4 && there; k++)
            v[k] = c->scratch[at * 4 + k].u[l];
         for (unsigned ch = 0; ch < 4; ch++) {
            unsigned sel = f->dst_sel[ch];
            if (sel != 7)
               c->gpr[(f->dst_gpr + n) * 4 + ch].u[l] = sel < 4 ? v[sel] : sel == 5 ? 0x3f800000u : 0;
         }
      }
   }
}

void
EMU_FN(sq_fetch_vtx)(struct sq_ctx *c, const struct sq_fetch *f)
{
   if (f->op == DB_VTX_READ_SCRATCH) {
      read_scratch(c, f);
      return;
   }
   const struct sq_vtx_view *v = &c->bound->vtx[f->view];
   struct emu_row *raw = c->tex_out;
   const unsigned lanes = c->row_B / 4;
   unsigned reg = f->src_gpr + (f->src_rel ? c->al_row.u[0] : 0);
   if (!v->base || v->kind == SQ_V_NONE || reg >= SQ_GPRS) {
      memset(raw, 0, 4 * sizeof(*raw));
   } else {
      const struct emu_row *idx = &c->gpr[reg * 4 + f->src_sel[0]];
      int64_t off[EMU_LANES];
      for (unsigned l = 0; l < lanes; l++) {
         uint64_t i = (uint32_t)(idx->u[l] + v->index_offset[f->fetch_type]);
         uint64_t at = i * v->stride_B + f->offset_B;
         off[l] = at + v->el_B <= v->size_B ? (int64_t)at : -1;
      }
      load_raw(v, off, raw, lanes);
      if (v->endian) {
         for (unsigned k = 0; k < 4; k++) {
            for (unsigned l = 0; l < lanes; l++)
               raw[k].u[l] = swap(raw[k].u[l], v->endian);
         }
      }
      for (unsigned k = v->ncomp; k < 4; k++)
         memset(&raw[k], 0, sizeof(raw[k]));
      convert(v, raw, c->row_B);
      if (v->swizzled)
         swizzle(v, raw);
   }
   EMU_FN(sq_write_dst)(c, f, raw, v->one);
}
