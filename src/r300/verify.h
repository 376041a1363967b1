/* SPDX-License-Identifier: MIT
 *
 * Debug builds look whether dirty bits forget something: at the draws of some streams, all atoms are emitted once more
 * behind the stream, and what they say has to be what the stream has said. Release builds do nothing.
 */
#ifndef R300_VERIFY_H
#define R300_VERIFY_H

#include <stdbool.h>
#include <stdint.h>

struct r300_context;
struct r300_verify;

/** A word of state that differs: register \p reg by byte offset; of a port, word \p at of what it leads to. */
struct r300_stale {
   uint32_t reg, at, is, should_be;
};

/** Memory for it; NULL: none, and nothing is looked at. \p always: every stream is, not some of the process. */
struct r300_verify *r300_verify_create(bool always);
void r300_verify_destroy(struct r300_verify *v);

/** Reads what was appended to the stream since the last call; then compares. To be called behind the atoms of a draw.
 * False: *out is a word that an atom whose bit was clear would have changed. True also when the stream is not looked at,
 * or has no room for a second emission. The stream stays as it was. */
bool r300_verify_draw(struct r300_context *c, struct r300_stale *out);

/** The assertion of r300_draw_vbo: r300_verify_draw finds nothing; it says what it finds. */
bool r300_verify_holds(struct r300_context *c);

#endif
