/* SPDX-License-Identifier: MIT
 *
 * The only room that names families. A family is the GPUs that one driver, one compiler back end, one emulator
 * and one set of kernel rules serve; what belongs together stands here and nowhere else, so that everything
 * else asks by chip and a further family is a folder beside terascale/ and a line in each table:
 *
 *   family.c    names and chips                        this header
 *   screen.c    the driver, and where it submits to    target/screen.h
 *   compiler.c  the compiler's back end                target/compiler.h
 *   gpu.c       the emulator and the kernel's rules    target/gpu.h
 *   stream.c    command streams, for people            target/stream.h
 *   capture.c   whose streams a capture has            target/capture.h
 *   device.c    the virtual device's kernel driver     kernel/device/client.h
 *   player.c    captures without a kernel's streams    target/player.h
 *
 * The tables are apart so that a program links only what it uses: the virtual device needs no compiler, the
 * disassembler no emulator.
 */
#ifndef TARGET_TARGET_H
#define TARGET_TARGET_H

#include <stddef.h>

#include "db/db_chip.h"

enum target_family_id {
   TARGET_TERASCALE,
   TARGET_R300,
   TARGET_PICA200,
   TARGET_FAMILIES /* how many there are */
};

struct target_family {
   const char *name;  /* as captures have it: "terascale" */
   const char *title; /* for people: "TeraScale" */
   const char *default_chip;
   /* TeraGL compiles for its chips and draws on them; else other drivers do, on the virtual device */
   bool has_driver;
   /* a kernel driver takes streams for them, so that other drivers can be given a device of their own (kernel/device,
    * teragl/emulator.h); else programs write registers themselves (teragl/pica200.h) */
   bool has_kernel;
   const struct db_chip *(*chip_by_index)(unsigned i); /* oldest first; NULL behind the last */
   const struct db_chip *(*chip_find)(const char *name);
};

const struct target_family *target_family(enum target_family_id id);
/** By its name; NULL: there is none. */
const struct target_family *target_family_find(const char *name);
/** Whose chip it is: every chip has a family. */
enum target_family_id target_family_of(const struct db_chip *chip);

/** By name, either case, in any family; the default chip for NULL. NULL: there is none. */
const struct db_chip *target_chip_find(const char *name);
/** The i-th chip, family by family; NULL behind the last. */
const struct db_chip *target_chip_by_index(unsigned i);
/** The names of all chips, each family's before its title: "r600 ... aruba (TeraScale)". Cut to fit. */
void target_list_chips(char *text, size_t text_B);

#endif
