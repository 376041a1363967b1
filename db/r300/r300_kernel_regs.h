/* SPDX-License-Identifier: MIT
 * The radeon kernel driver's lists of registers that a user's stream writes unexamined (kernel-registers.xml). */
#ifndef DB_R300_KERNEL_REGS_H
#define DB_R300_KERNEL_REGS_H

#include <stdbool.h>
#include <stdint.h>

#include "db/r300/r300_chips.h"

/** A bit for each dword register from offset 0 on, laid out when somebody asks for the first time. Constant memory. */
const uint32_t *r300_kernel_free_regs(enum r300_safe_list list);

/** Any register, offset in bytes. \p free_regs: a list's. */
static inline bool
r300_kernel_reg_free(const uint32_t *free_regs, uint32_t offset)
{
   return offset < 0x8000 && !(offset & 3) && (free_regs[offset >> 7] >> (offset >> 2 & 31) & 1);
}

#endif
