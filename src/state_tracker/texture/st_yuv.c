/* SPDX-License-Identifier: MIT
 *
 * Luma and chroma in external textures (OES_EGL_image_external, EGL_EXT_image_dma_buf_import): which kind of
 * storage a sampler sees is part of the program's variant, and the shader converts.
 *
 * The conversions are those of Rec. ITU-R BT.601-7, BT.709-6 and BT.2020-2 (non-constant luminance), with the
 * quantisation of their digital representations or, for full ranges, all codes. Chroma lies in the middle of
 * its luma samples; the hints about its place are not used.
 */
#include <assert.h>

#include "state_tracker/program/st_exec.h"
#include "state_tracker/texture/st_image.h"
#include "state_tracker/texture/st_yuv.h"

#include <stdlib.h>

#include "compiler/compiler.h"
#include "util/u_disk_cache.h"

/* kind: two bits each for planes, space and depth, and one for narrow */

uint8_t
st_yuv_kind(const struct st_yuv *yuv)
{
   assert((yuv->planes == 2 || yuv->planes == 3) && yuv->space <= ST_YUV_2020);
   const unsigned depth = yuv->bits == 8 ? 0 : yuv->bits == 10 ? 1 : yuv->bits == 12 ? 2 : 3;
   return (uint8_t)(yuv->planes | (unsigned)yuv->space << 2 | depth << 4 | (unsigned)yuv->narrow << 6);
}

static void
find_matrix(unsigned kind, float m[3][4])
{
   static const struct {
      double red, blue; /* parts of luma */
   } spaces[] = {
      [ST_YUV_601] = {0.299,  0.114 },
        [ST_YUV_709] = {0.2126, 0.0722},
        [ST_YUV_2020] = {0.2627, 0.0593}
   };
   static const struct {
      double max, step, full; /* the largest code, 1 << (bits - 8), what the texture unit calls 1.0 */
   } depths[] = {
      {255,   1,   255         },
      {1023,  4,   65535.0 / 64},
      {4095,  16,  65535.0 / 16},
      {65535, 256, 65535       }
   };
   const unsigned space = kind >> 2 & 3, depth = kind >> 4 & 3;
   const bool narrow = kind >> 6 & 1;
   const double kr = spaces[space].red, kb = spaces[space].blue, kg = 1 - kr - kb;
   const double max = depths[depth].max, step = depths[depth].step, full = depths[depth].full;
   /* texel -> Y in [0, 1], U and V in [-0.5, 0.5] */
   const double y_scale = full / (narrow ? 219 * step : max), y_at_0 = narrow ? -16.0 / 219 : 0;
   const double c_scale = full / (narrow ? 224 * step : max);
   const double c_at_0 = narrow ? -128.0 / 224 : -128 * step / max;
   const double rgb[3][2] = {
      {0,                       2 * (1 - kr)           },
      {-2 * kb * (1 - kb) / kg, -2 * kr * (1 - kr) / kg},
      {2 * (1 - kb),            0                      }
   };
   for (unsigned c = 0; c < 3; c++) {
      m[c][0] = (float)y_scale;
      m[c][1] = (float)(rgb[c][0] * c_scale);
      m[c][2] = (float)(rgb[c][1] * c_scale);
      m[c][3] = (float)(y_at_0 + (rgb[c][0] + rgb[c][1]) * c_at_0);
   }
}

bool
st_yuv_variant(const struct st_exec *e, unsigned stage, const struct st_yuv_key *key, struct ir_shader **out)
{
   assert(stage < PIPE_SHADER_TYPES);
   struct ir_yuv yuv[PIPE_MAX_SAMPLERS] = {0};
   unsigned slot = e->num_samplers[stage];
   for (unsigned i = 0; i < e->num_samplers[stage]; i++) {
      const unsigned kind = key->kind[stage][i];
      if (!kind)
         continue;
      yuv[i].planes = kind & 3;
      for (unsigned k = 0; k + 1u < yuv[i].planes; k++)
         yuv[i].sampler[k] = (uint8_t)slot++;
      find_matrix(kind, yuv[i].matrix);
   }
   *out = NULL;
   if (slot == e->num_samplers[stage])
      return true;
   struct ir_shader *s = ir_shader_clone(e->glsl->ir[stage]);
   if (!s)
      return false;
   ir_lower_yuv(s, yuv, e->num_samplers[stage]);
   ir_opt_dead_code(s);
   if (s->arena.out_of_memory) {
      ir_shader_destroy(s);
      return false;
   }
   if (s->cache_id[0] | s->cache_id[1]) {
      const void *part[] = {s->cache_id, key->kind[stage]};
      const size_t part_B[] = {sizeof s->cache_id, sizeof key->kind[stage]};
      const struct u_cache_key id = u_cache_key_of("yuv", part, part_B, 2);
      s->cache_id[0] = id.hash[0];
      s->cache_id[1] = id.hash[1];
   }
   *out = s;
   return true;
}
