/* SPDX-License-Identifier: MIT
 * Who owns which part of an address space: first fit over a sorted list of free ranges. Thread safe. */
#ifndef UTIL_U_RANGES_H
#define UTIL_U_RANGES_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct ws_free_range;

struct u_ranges {
   pthread_mutex_t lock;
   struct ws_free_range *free_list;
};

/** [start_B, +size_B) is free. False: out of memory. A zeroed struct may be passed to fini without init. */
bool u_ranges_init(struct u_ranges *r, uint64_t start_B, uint64_t size_B);
void u_ranges_fini(struct u_ranges *r);
/** \p align_B: power of two. False: no room, or out of memory. */
bool u_ranges_alloc(struct u_ranges *r, uint64_t size_B, uint64_t align_B, uint64_t *at_B);
/** Gives back exactly what was given out. Out of memory loses the range, nothing else. */
void u_ranges_free(struct u_ranges *r, uint64_t at_B, uint64_t size_B);

#endif
