/* SPDX-License-Identifier: MIT
 *
 * Vertex fetch: each array gives some dwords of a vertex; the programmable stream control (PSC) cuts elements out of their
 * concatenation. R5xx registers VAP_PROG_STREAM_CNTL, VAP_PROG_STREAM_CNTL_EXT, VAP_PSC_SGN_NORM_CNTL.
 */
#include <assert.h>
#include <string.h>

#include "db/r300/rx_regs.h"
#include "emulator/r300/vap/vap.h"
#include "util/u_math.h"

#define TYPE(name) RX_VAP_PROG_STREAM_CNTL__DATA_TYPE_0__##name

enum { NO_SIZE = 0 };

static unsigned
size_of(unsigned type)
{
   static const uint8_t sizes[16] = {
      [TYPE(FLOAT_1)] = 1, [TYPE(FLOAT_2)] = 2,  [TYPE(FLOAT_3)] = 3, [TYPE(FLOAT_4)] = 4,
      [TYPE(BYTE)] = 1,    [TYPE(D3DCOLOR)] = 1, [TYPE(SHORT_2)] = 1, [TYPE(SHORT_4)] = 2,
      [TYPE(FLT16_2)] = 1, [TYPE(FLT_16_4)] = 2,
   };
   return sizes[type & 15];
}

bool
vap_decode_elements(struct emulator *e)
{
   struct r300_vap *vap = e->vap;
   vap->clear_inputs = true; /* what other elements have left there */
   vap->vertex_dw = 0;
   for (unsigned i = 0; i < VAP_ELEMENTS; i++) {
      struct vap_element *el = &vap->element[i];
      /* both halves of the registers have the first one's fields */
      const uint32_t cntl = e->rx.mmio.VAP_PROG_STREAM_CNTL[i / 2] >> (16 * (i & 1));
      const uint32_t ext = e->rx.mmio.VAP_PROG_STREAM_CNTL_EXT[i / 2] >> (16 * (i & 1));
      el->type = (uint8_t)RX_VAP_PROG_STREAM_CNTL_get_DATA_TYPE_0(cntl);
      el->size_dw = (uint8_t)(size_of(el->type) + RX_VAP_PROG_STREAM_CNTL_get_SKIP_DWORDS_0(cntl));
      el->dst = (uint8_t)RX_VAP_PROG_STREAM_CNTL_get_DST_VEC_LOC_0(cntl);
      el->is_signed = RX_VAP_PROG_STREAM_CNTL_get_SIGNED_0(cntl);
      el->normalize = RX_VAP_PROG_STREAM_CNTL_get_NORMALIZE_0(cntl);
      el->swizzle[0] = (uint8_t)RX_VAP_PROG_STREAM_CNTL_EXT_get_SWIZZLE_SELECT_X_0(ext);
      el->swizzle[1] = (uint8_t)RX_VAP_PROG_STREAM_CNTL_EXT_get_SWIZZLE_SELECT_Y_0(ext);
      el->swizzle[2] = (uint8_t)RX_VAP_PROG_STREAM_CNTL_EXT_get_SWIZZLE_SELECT_Z_0(ext);
      el->swizzle[3] = (uint8_t)RX_VAP_PROG_STREAM_CNTL_EXT_get_SWIZZLE_SELECT_W_0(ext);
      el->write = (uint8_t)RX_VAP_PROG_STREAM_CNTL_EXT_get_WRITE_ENA_0(ext);
      el->sign_method = e->rx.mmio.VAP_PSC_SGN_NORM_CNTL >> (2 * i) & 3;
      if (size_of(el->type) == NO_SIZE)
         return r300_error(e, "VAP_PROG_STREAM_CNTL: data type %u of element %u is not implemented", el->type,
                           i);
      if (el->dst >= PVS_INPUTS)
         return r300_error(e, "VAP_PROG_STREAM_CNTL: there is no vector %u", el->dst);
      vap->num_elements = i + 1;
      vap->vertex_dw += el->size_dw;
      if (RX_VAP_PROG_STREAM_CNTL_get_LAST_VEC_0(cntl))
         return true;
   }
   return true;
}

/* Number \p i of \p bits in some dwords. */
static float
integer(const struct vap_element *el, const uint32_t *dw, unsigned i, unsigned bits)
{
   const uint32_t raw = dw[i * bits / 32] >> (i * bits % 32) & ((1u << bits) - 1);
   const int32_t n = el->is_signed ? (int32_t)(raw << (32 - bits)) >> (32 - bits) : (int32_t)raw;
   if (!el->normalize)
      return (float)n;
   if (!el->is_signed)
      return (float)n / (float)((1u << bits) - 1);
   if (el->sign_method == 2)
      return (float)(2 * n + 1) / (float)((1u << bits) - 1);
   const float f = (float)n / (float)((1u << (bits - 1)) - 1);
   return el->sign_method == 1 ? MAX2(f, -1.0f) : f;
}

/* x, y, z, w as the data have them; what they lack is 0, 0, 0, 1. */
static void
convert(const struct vap_element *el, const uint32_t *dw, float out[4])
{
   out[0] = out[1] = out[2] = 0;
   out[3] = 1;
   switch (el->type) {
   case TYPE(BYTE):
   case TYPE(D3DCOLOR):
      for (unsigned c = 0; c < 4; c++)
         out[el->type == TYPE(D3DCOLOR) && c != 1 && c != 3 ? 2 - c : c] = integer(el, dw, c, 8);
      break;
   case TYPE(SHORT_2):
   case TYPE(SHORT_4):
      for (unsigned c = 0; c < (el->type == TYPE(SHORT_4) ? 4 : 2); c++)
         out[c] = integer(el, dw, c, 16);
      break;
   case TYPE(FLT16_2):
   case TYPE(FLT_16_4):
      for (unsigned c = 0; c < (el->type == TYPE(FLT_16_4) ? 4 : 2); c++)
         out[c] = u_half_to_float((uint16_t)(dw[c / 2] >> (16 * (c & 1))));
      break;
   default:
      assert(el->type <= TYPE(FLOAT_4));
      memcpy(out, dw, 4 * (el->type + 1u));
      break;
   }
}

/* Dwords of a wave's vertices: `stride` for each. */
struct wave {
   uint32_t *dw;
   unsigned stride;
};

/* Most arrays have one element, of one to four dwords. */
static void
copy_dwords(uint32_t *to, const uint8_t *from, unsigned n)
{
   switch (n) {
   case 2:
      memcpy(to, from, 8);
      break;
   case 3:
      memcpy(to, from, 12);
      break;
   case 4:
      memcpy(to, from, 16);
      break;
   default:
      memcpy(to, from, (size_t)n * 4);
      break;
   }
}

/* What an array holds of each vertex of a wave. False: some of it lies outside of memory. */
static bool
gather_array(struct emulator *e, unsigned i, const uint32_t *index, unsigned n, struct wave w, unsigned at)
{
   const struct vap_source *s = &e->vap->source;
   const struct r300_array *a = &e->array[i];
   for (unsigned lane = 0; lane < n; lane++) {
      const int64_t vertex = (int64_t)CLAMP(index[lane], s->min, s->max) + s->offset;
      const uint64_t address = a->address + (uint64_t)(vertex * (int64_t)a->stride_dw * 4);
      const uint8_t *p = emu_mem_ptr(&e->mem, address, a->size_dw * 4);
      if (!p)
         return r300_error(e, "vertex %lld of array %u lies outside of memory", (long long)vertex, i);
      copy_dwords(&w.dw[lane * w.stride + at], p, a->size_dw);
   }
   return true;
}

/* Dwords that the arrays, or the packet, have of a vertex. */
static unsigned
source_dw(const struct emulator *e)
{
   unsigned n = 0;
   if (e->vap->source.embedded)
      return e->vap->source.vertex_dw;
   for (unsigned i = 0; i < e->num_arrays; i++)
      n += e->array[i].size_dw;
   return n;
}

/* The dwords of a wave's vertices, one array's behind the other's. What elements take beyond them is 0. */
static bool
gather(struct emulator *e, const uint32_t *index, unsigned n, struct wave w)
{
   const struct vap_source *s = &e->vap->source;
   unsigned size_dw = s->embedded ? s->vertex_dw : 0;
   for (unsigned lane = 0; s->embedded && lane < n; lane++)
      memcpy(&w.dw[lane * w.stride], s->embedded + (size_t)index[lane] * s->vertex_dw, s->vertex_dw * 4);
   for (unsigned i = 0; i < e->num_arrays && !s->embedded; i++) {
      if (!gather_array(e, i, index, n, w, size_dw))
         return false;
      size_dw += e->array[i].size_dw;
   }
   for (unsigned lane = 0; lane < n && size_dw < e->vap->vertex_dw; lane++)
      memset(&w.dw[lane * w.stride + size_dw], 0, (e->vap->vertex_dw - size_dw) * 4);
   return true;
}

/* Elements of floats need no conversion. */
static void
place_floats(const struct vap_element *el, struct wave w, unsigned at, unsigned n, struct emu_row *out)
{
   static const float missing[8] = {[3] = 1, [5] = 1}; /* x, y, z, w; zero and one of the swizzle */
   for (unsigned c = 0; c < 4; c++) {
      const unsigned from = el->swizzle[c];
      if (!(el->write >> c & 1))
         continue;
      if (from <= el->type)
         for (unsigned lane = 0; lane < n; lane++)
            out[c].u[lane] = w.dw[lane * w.stride + at + from];
      else
         for (unsigned lane = 0; lane < n; lane++)
            out[c].u[lane] = fui(missing[from]);
   }
}

static void
place(const struct vap_element *el, struct wave w, unsigned at, unsigned n, struct emu_row *out)
{
   for (unsigned lane = 0; lane < n; lane++) {
      float v[8] = {[5] = 1}; /* zero and one of the swizzle */
      convert(el, &w.dw[lane * w.stride + at], v);
      for (unsigned c = 0; c < 4; c++)
         if (el->write >> c & 1)
            out[c].u[lane] = fui(v[el->swizzle[c]]);
   }
}

/* Any vertices. False: some lie outside of memory. */
static bool
fetch_any(struct emulator *e, const uint32_t *index, unsigned n)
{
   struct r300_vap *vap = e->vap;
   unsigned at = 0;
   const struct wave w = {vap->dw, MAX2(source_dw(e), vap->vertex_dw)};
   assert(w.stride <= VAP_MAX_DW);
   if (!gather(e, index, n, w))
      return false;
   for (unsigned i = 0; i < vap->num_elements; i++) {
      const struct vap_element *el = &vap->element[i];
      (el->type <= TYPE(FLOAT_4) ? place_floats : place)(el, w, at, n, e->pvs->input[el->dst]);
      at += el->size_dw;
   }
   return true;
}

bool
vap_fetch(struct emulator *e, const uint32_t *index, unsigned n)
{
   struct r300_vap *vap = e->vap;
   assert(n && n <= EMU_LANES);
   if (vap->clear_inputs)
      memset(e->pvs->input, 0, sizeof e->pvs->input);
   vap->clear_inputs = e->bound->vertex.pvs.writes_inputs;
   return vap_fetch_floats(e, index, n) || fetch_any(e, index, n);
}
