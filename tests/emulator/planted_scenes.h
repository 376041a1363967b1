/* SPDX-License-Identifier: MIT
 *
 * Small GL scenes that together make the driver send all that it has: test_planted.c takes it away again.
 */
#ifndef TESTS_EMULATOR_PLANTED_SCENES_H
#define TESTS_EMULATOR_PLANTED_SCENES_H

#include "gl_record.h"

extern const struct record_scene planted_scenes[];
extern const size_t num_planted_scenes;

#endif
