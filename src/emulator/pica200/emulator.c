/* SPDX-License-Identifier: MIT
 *
 * Beginning and end of a PICA200. Registers start as the 3DS' system leaves them where lists depend on it; everything else is zero.
 */
#include "emulator/pica200/pica_gpu.h"

#include <stdlib.h>

#include "emulator/pica200/va/va.h"
#include "util/u_debug.h"

static void
set_defaults(struct pica_gpu *gpu)
{
   gpu->r.IRQ_COMPARE = PICA_FINALIZE__VALUE__USUAL;
   gpu->r.IRQ_MASK = 0xfffffff0;
   gpu->r.IRQ_AUTOSTOP = 1;
   gpu->params.rounding = PICA_ROUND_NEAREST_EVEN;
   gpu->params.upload_rounding = PICA_ROUND_TRUNCATE;
   gpu->params.instruction_limit = 1 << 20;
   gpu->vertex_params.w_min = 1e-5f;
   gpu->limits.packets = 1 << 24;
   gpu->limits.work = 1 << 24;
   gpu->state_changed = true;
}

struct pica_gpu *
pica_gpu_create(uint32_t fcram_size_B, const struct pica_back *back, const char *simd)
{
   simd = simd ? simd : u_getenv("TERAGL_SIMD");
   if (fcram_size_B > PICA_FCRAM_MAX_B)
      return NULL;
   if (!sh_kernels_find(simd)) {
      u_log("'%s' is not a SIMD level of this CPU", simd ? simd : "default");
      return NULL;
   }
   struct pica_gpu *gpu = calloc(1, sizeof *gpu);
   if (!gpu)
      return NULL;
   set_defaults(gpu);
   gpu->fcram_size_B = fcram_size_B;
   gpu->vram = calloc(1, PICA_VRAM_SIZE_B);
   gpu->fcram = calloc(1, fcram_size_B ? fcram_size_B : 1);
   gpu->va = pica_va_create(simd);
   if (gpu->vram && gpu->fcram && gpu->va && back->start(gpu, simd)) {
      gpu->back = back;
      return gpu;
   }
   pica_gpu_destroy(gpu);
   return NULL;
}

void
pica_gpu_destroy(struct pica_gpu *gpu)
{
   if (!gpu)
      return;
   if (gpu->back)
      gpu->back->stop(gpu);
   pica_va_destroy(gpu->va);
   free(gpu->vram);
   free(gpu->fcram);
   free(gpu);
}
