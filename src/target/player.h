/* SPDX-License-Identifier: MIT
 *
 * Captures of GPUs whose users write registers and memory themselves, with no kernel driver's streams between: what tools need to print
 * one and to run it again.
 */
#ifndef TARGET_PLAYER_H
#define TARGET_PLAYER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "capture/capture.h"

/** Functions that return false leave one sentence in \p error. */
struct target_player {
   const char *family;
   void *(*create)(void); /* NULL: out of memory */
   void (*destroy)(void *player);
   /** A buffer of the capture; its contents change by `fill`. */
   bool (*buffer)(void *player, const struct capture_bo *bo, char *error, size_t error_B);
   bool (*fill)(void *player, uint32_t id, uint64_t at_B, const void *data, uint64_t size_B, char *error,
                size_t error_B);
   /** A submission for people, with what it makes the GPU read; nothing is run. */
   bool (*print)(void *player, FILE *f, const uint32_t *dw, uint32_t ndw, char *error, size_t error_B);
   /** Runs it, and says in a line what it left. */
   bool (*run)(void *player, FILE *f, const uint32_t *dw, uint32_t ndw, char *error, size_t error_B);
};

/** NULL: the family's captures have streams (target/stream.h), or there is none of this name. */
const struct target_player *target_player_find(const char *family);

#endif
