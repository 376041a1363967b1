/* SPDX-License-Identifier: MIT
 *
 * Which rules of strict hardware were broken in this process: a program may have several emulators.
 */
#ifndef EMULATOR_CORE_SAID_H
#define EMULATOR_CORE_SAID_H

#include <stdbool.h>
#include <stdint.h>

/** Counts that rule \p rule, a text that stays, was broken by \p key (a register, a program), which \p what names. True: for
 * the first time. The counts are printed when the process ends; \p fails: it ends with a failure then. */
bool emu_said(const char *rule, uint64_t key, const char *what, bool fails);

#endif
