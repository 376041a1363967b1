/* SPDX-License-Identifier: MIT
 *
 * Why a list is refused: the first reason stays.
 */
#include <stdarg.h>
#include <stdio.h>

#include "emulator/pica200/pica_gpu.h"

bool
pica_error(struct pica_gpu *gpu, uint32_t reg, const char *fmt, ...)
{
   if (gpu->error.set)
      return false;
   gpu->error.set = true;
   gpu->error.reg = reg;
   va_list args;
   va_start(args, fmt);
   vsnprintf(gpu->error.reason, sizeof gpu->error.reason, fmt, args);
   va_end(args);
   return false;
}
