/* SPDX-License-Identifier: MIT
 * The radeon kernel driver's lists of registers that a user's stream writes unexamined (kernel-registers.xml). */
#ifndef DB_R300_KERNEL_REGS_H
#define DB_R300_KERNEL_REGS_H

#include <stdbool.h>
#include <stdint.h>

#include "db/r300/r300_chips.h"

/** Any register, offset in bytes. */
bool r300_kernel_reg_free(enum r300_safe_list list, uint32_t offset);

#endif
