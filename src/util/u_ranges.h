/* SPDX-License-Identifier: MIT
 * Who owns which part of an address space: first fit over a sorted list of free ranges. Thread safe. */
#ifndef WS_RANGES_H
#define WS_RANGES_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct ws_free_range;

struct ws_ranges {
   pthread_mutex_t lock;
   struct ws_free_range *free_list;
};

/** [start_B, +size_B) is free. False: out of memory. A zeroed struct may be passed to fini without init. */
bool ws_ranges_init(struct ws_ranges *r, uint64_t start_B, uint64_t size_B);
void ws_ranges_fini(struct ws_ranges *r);
/** \p align_B: power of two. False: no room, or out of memory. */
bool ws_ranges_alloc(struct ws_ranges *r, uint64_t size_B, uint64_t align_B, uint64_t *at_B);
/** Gives back exactly what was given out. Out of memory loses the range, nothing else. */
void ws_ranges_free(struct ws_ranges *r, uint64_t at_B, uint64_t size_B);

#endif
