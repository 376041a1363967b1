/* SPDX-License-Identifier: MIT
 * What the radeon kernel does with each register that a user's stream writes (kernel-registers.xml, which
 * explains the rules). */
#ifndef DB_TERASCALE_DB_KERNEL_REGS_H
#define DB_TERASCALE_DB_KERNEL_REGS_H

#include <stdbool.h>
#include <stdint.h>
#include "db/terascale/db_gen.h"

enum db_kernel_rule {
   DB_KERNEL_REFUSED,
   DB_KERNEL_FREE,
   DB_KERNEL_ANY,
   DB_KERNEL_ADDRESS,
   DB_KERNEL_MARK,
   DB_KERNEL_TARGET,
   DB_KERNEL_TARGET_MASK,
   DB_KERNEL_TARGET_ADDRESS,
   DB_KERNEL_TARGET_ADDRESS_OR_BASE,
   DB_KERNEL_TARGET_SIZE,
   DB_KERNEL_SAMPLES,
   DB_KERNEL_DEPTH,
   DB_KERNEL_DEPTH_ADDRESS,
   DB_KERNEL_DEPTH_SIZE,
   DB_KERNEL_HTILE_SURFACE,
   DB_KERNEL_STRMOUT,
   DB_KERNEL_STRMOUT_ADDRESS,
   DB_KERNEL_CONSTANTS_MODE,
   DB_KERNEL_VA_ANY,
   DB_KERNEL_ADDRESS_NOT_VA,
};

/* Any register, offset in bytes: may be read and written by any packet, without a look at the value. */
bool db_kernel_reg_free(enum db_gen gen, uint32_t offset);

/* enum db_kernel_rule by dword from the start of SET_CONFIG_REG's window, and of SET_CONTEXT_REG's. */
const uint8_t *db_kernel_config_rules(enum db_gen gen);
const uint8_t *db_kernel_context_rules(enum db_gen gen);

#endif
