/* SPDX-License-Identifier: MIT
 *
 * Debug builds look whether dirty bits forget something: at the draws of some streams, all atoms are emitted once more
 * behind the stream, and what they say has to be what the stream has said. Release builds do nothing.
 */
#ifndef TERASCALE_VERIFY_H
#define TERASCALE_VERIFY_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

struct ts_context;
struct ts_verify;

/** A word of state that differs: register or slot \p at, in dwords from the start of what packet \p op sets; for a NOP
 * the buffer of a relocation. */
struct ts_stale {
   uint32_t op, at, is, should_be;
};

/** Memory for it; NULL: none, and nothing is looked at. \p always: every stream is, not some of the process. */
struct ts_verify *ts_verify_create(bool always);
void ts_verify_destroy(struct ts_verify *v);

/** A stream begins: is it one that is looked at? */
void ts_verify_begin(struct ts_verify *v);

/** Reads what was appended to the stream since the last call; then compares. To be called behind the atoms of a draw.
 * False: *out is a word that an atom whose bit was clear would have changed. True also when the stream is not looked at,
 * or has no room for a second emission. The stream stays as it was. */
bool ts_verify_draw(struct ts_context *c, struct ts_stale *out);

/** The assertion of ts_draw_vbo: ts_verify_draw finds nothing; it says what it finds. */
bool ts_verify_holds(struct ts_context *c);

#endif
