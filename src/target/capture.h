/* SPDX-License-Identifier: MIT
 *
 * Whose streams a capture file has.
 */
#ifndef TARGET_CAPTURE_H
#define TARGET_CAPTURE_H

#include "capture/capture.h"

struct db_chip;

/** The chip that a capture names. NULL and one sentence in \p error if this version does not know its family
 * or the chip. */
const struct db_chip *target_capture_chip(const struct capture_chip *c, char *error, size_t error_B);
/** What a capture says of a chip. \p has_va: streams carry addresses. */
struct capture_chip target_capture_describe(const struct db_chip *chip, bool has_va);

#endif
