/* SPDX-License-Identifier: MIT
 * u_hash64: apart from the cache of files, for state objects are found by it in draws. */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "util/u_disk_cache.h"

uint64_t
u_hash64(const void *data, size_t size_B)
{
   return XXH3_64bits(data, size_B);
}
