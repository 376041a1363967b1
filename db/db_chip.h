/* SPDX-License-Identifier: MIT
 *
 * A GPU as every room may know it. What a family says of its chips (db/<family>) begins with one of these, and
 * the family's rooms alone look behind it.
 */
#ifndef DB_CHIP_H
#define DB_CHIP_H

#include <stdbool.h>
#include <stdint.h>

struct db_chip {
   const char *name;        /* "RV770", as its kernel driver has it */
   const char *lname;       /* "rv770" */
   const char *family;      /* "terascale": its database's folder, and what captures call it */
   const uint16_t *pci_ids; /* device ids of all boards, the usual one first; ended by 0 */
   uint32_t clock_khz;      /* of its timestamp counter, on the usual board */
   bool virtual_memory;     /* streams may carry addresses of page tables of its own */
};

#endif
