/* SPDX-License-Identifier: MIT
 *
 * Copies of vertices and indices by the CPU.
 */
#include "driver/vertices.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "format/format.h"
#include "util/u_math.h"

enum pipe_format
drv_vertex_floats(unsigned components)
{
   static const enum pipe_format floats[] = {PIPE_FORMAT_R32_FLOAT, PIPE_FORMAT_R32G32_FLOAT,
                                             PIPE_FORMAT_R32G32B32_FLOAT, PIPE_FORMAT_R32G32B32A32_FLOAT};
   assert(components >= 1 && components <= 4);
   return floats[components - 1];
}

/** What u_format_unpack_float made of signed normalised numbers by the rule without a zero, by the other one. */
static void
make_symmetric(enum pipe_format format, float v[4])
{
   const struct u_format_desc *d = u_format_desc(format);
   for (unsigned c = 0; c < 4; c++) {
      const struct u_channel *ch = d->swizzle[c] < d->channels ? &d->ch[d->swizzle[c]] : NULL;
      if (!ch || ch->type != U_SNORM)
         continue;
      const double all = (double)((UINT64_C(1) << ch->bits) - 1);
      const double most = (double)((UINT64_C(1) << (ch->bits - 1)) - 1);
      const double number = floor(((double)v[c] * all - 1) / 2 + 0.5);
      v[c] = (float)MAX2(number / most, -1.0);
   }
}

void
drv_array_copy(uint8_t *dst, uint32_t dst_stride_B, const struct drv_array *a, uint32_t n)
{
   const uint32_t from_B = u_format_block_B(a->from);
   const uint8_t *src = a->data;
   assert(a->repeat && dst_stride_B >= u_format_block_B(a->to));
   for (uint32_t i = 0, times = 0; i < n; i++, dst += dst_stride_B) {
      if (a->from == a->to) {
         memcpy(dst, src, from_B);
      } else {
         float v[1][4];
         u_format_unpack_float(a->from, v, src, 1);
         if (a->symmetric)
            make_symmetric(a->from, v[0]);
         u_format_pack_float(a->to, dst, (const float(*)[4])v, 1);
      }
      if (++times == a->repeat) {
         times = 0;
         src += a->stride_B;
      }
   }
}

uint32_t
drv_arrays_interleaved(const struct drv_array *a, uint32_t mask, unsigned align_B, const uint8_t **begin,
                       uint32_t *span_B)
{
   assert(mask && u_is_pow2(align_B));
   const unsigned first = (unsigned)__builtin_ctz(mask);
   const uint32_t stride_B = a[first].stride_B;
   uintptr_t lo = (uintptr_t)a[first].data, hi = lo + u_format_block_B(a[first].from);
   uint32_t group = 1u << first;
   for (uint32_t rest = mask & ~group; rest; rest &= rest - 1) {
      const unsigned k = (unsigned)__builtin_ctz(rest);
      const uintptr_t at = (uintptr_t)a[k].data;
      const uintptr_t l = MIN2(at, lo), h = MAX2(at + u_format_block_B(a[k].from), hi);
      if (a[k].stride_B != stride_B || h - l > stride_B || (at - lo) % align_B)
         continue;
      group |= 1u << k;
      lo = l;
      hi = h;
   }
   *begin = (const uint8_t *)lo;
   *span_B = (uint32_t)(hi - lo);
   return group;
}

void
drv_indices_copy(void *dst, unsigned dst_B, const void *src, unsigned src_B, uint32_t n)
{
   assert(dst_B >= src_B);
   if (dst_B == src_B) {
      memcpy(dst, src, (size_t)n * src_B);
      return;
   }
   const uint8_t *s = src;
   uint16_t *d16 = dst;
   uint32_t *d32 = dst;
   if (src_B == 1 && dst_B == 2) {
      for (uint32_t i = 0; i < n; i++)
         d16[i] = s[i];
      return;
   }
   for (uint32_t i = 0; i < n; i++) {
      uint32_t v = 0;
      memcpy(&v, s + (size_t)i * src_B, src_B);
      d32[i] = v;
   }
}
