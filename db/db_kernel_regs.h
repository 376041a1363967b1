/* SPDX-License-Identifier: MIT
 * Which registers the radeon kernel lets a user's stream write without a look at the value (kernel-registers.xml). */
#ifndef DB_KERNEL_REGS_H
#define DB_KERNEL_REGS_H

#include <stdbool.h>
#include <stdint.h>
#include "db/db_gen.h"

/* offset in bytes; false for unknown and for specially handled registers. */
bool db_kernel_reg_free(enum db_gen gen, uint32_t offset);

#endif
