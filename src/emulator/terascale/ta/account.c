/* SPDX-License-Identifier: MIT
 *
 * TERAGL_DEBUG=perf: which kind of texture lookup a request is, and why one goes lane by lane: the conditions of
 * ta_view_set_direct() and ta_is_plain(), in words.
 */
#include "emulator/terascale/ta/ta.h"

static const char *
why_lanes(const struct ta_request *rq)
{
   const struct ta_view *v = rq->view;
   if (rq->gather)
      return "gathers of four texels";
   if (v->fast)
      return rq->ref                     ? "blocks or integers compared with a reference"
             : (rq->coord_norm & 3) != 3 ? "coordinates in texels"
                                         : "offsets of a cube";
   if (v->kind == TA_NONE)
      return "an unknown format";
   if (v->num_format != 0 && !ta_is_int(v))
      return "numbers that are not normalised";
   if (v->any_address || v->clamp[0] > TA_CLAMP_EDGE || v->clamp[1] > TA_CLAMP_EDGE)
      return "borders, or mirroring once";
   if (v->dim == TA_CUBE)
      return v->num_layers > 6 ? "arrays of cubes" : "a cube: its format, or faces that are no squares";
   if (v->dim != TA_2D && v->dim != TA_3D)
      return "neither 2D, a volume nor a cube";
   if (v->level[0].macro_tiled)
      return "tiled in two dimensions";
   return "its format, its layout or what it lies beside";
}

enum emu_perf_block
ta_account(const struct ta_request *rq)
{
   const struct ta_view *v = rq->view;
   if (rq->gather || !v->fast || !ta_is_plain(rq)) {
      emu_perf_slow("a texture lookup, lane by lane", why_lanes(rq));
      return EMU_PERF_TEX_LANES;
   }
   if (v->log2_aniso && v->dim == TA_2D)
      return EMU_PERF_TEX_ANISOTROPIC;
   if (v->kind >= TA_BC1 && !(v->shadow && rq->epoch))
      return EMU_PERF_TEX_COMPRESSED;
   if (v->mip == 2)
      return EMU_PERF_TEX_MIPMAP;
   return v->mag_linear || v->min_linear ? EMU_PERF_TEX_LINEAR : EMU_PERF_TEX_NEAREST;
}
