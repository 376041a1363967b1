/* SPDX-License-Identifier: MIT
 *
 * Results kept on disk under the hash of what they were made from. Any number of threads and processes may
 * use one folder: an entry appears whole or not at all, and one that was damaged counts as absent.
 */
#ifndef U_DISK_CACHE_H
#define U_DISK_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct u_disk_cache;

struct u_cache_key {
   uint64_t hash[2];
};

/** The cache that TERAGL_SHADER_CACHE, TERAGL_SHADER_CACHE_DIR and TERAGL_SHADER_CACHE_SIZE describe. NULL:
 * switched off, no folder, a process with raised rights, or a build that cannot be told from others. */
struct u_disk_cache *u_disk_cache_open(void);
/** In \p dir, at most about \p max_B bytes of files. */
struct u_disk_cache *u_disk_cache_open_in(const char *dir, uint64_t max_B);
void u_disk_cache_close(struct u_disk_cache *c); /* NULL is fine */

/** Hash of \p n parts, of this build of the library and of \p what (the kind of entry). */
struct u_cache_key u_cache_key_of(const char *what, const void *const *part, const size_t *part_B,
                                  unsigned n);

/** Malloc'ed copy of the entry, NULL = none. */
void *u_disk_cache_get(struct u_disk_cache *c, const struct u_cache_key *key, size_t *size_B);
void u_disk_cache_put(struct u_disk_cache *c, const struct u_cache_key *key, const void *data, size_t size_B);

/** Identity of the library's code: its linker's build id. False: it has none. */
bool u_build_id(uint8_t id[20]);

/** XXH3 of bytes, for checksums. */
uint64_t u_hash64(const void *data, size_t size_B);

#endif
