/* SPDX-License-Identifier: MIT
 *
 * Strict hardware, mode act, memory: a draw that samples what has left no cache, or what the texture cache had before, sees the old
 * bytes. A range is copied before it is drawn to, and kept until caches have given it back.
 */
#ifndef EMULATOR_R300_STRICT_ACT_H
#define EMULATOR_R300_STRICT_ACT_H

#include <stdbool.h>
#include <stdint.h>

struct emulator;
struct r300_act;

/** What a copy is kept for. */
enum r300_act_why {
   R300_ACT_COLOR = 1 << 0, /* until RB3D's cache is flushed */
   R300_ACT_DEPTH = 1 << 1, /* until ZB's is */
   R300_ACT_TAGS = 1 << 2   /* until the texture cache is emptied */
};

/** NULL: out of memory. Destroy takes NULL. */
struct r300_act *r300_act_create(void);
void r300_act_destroy(struct r300_act *a);

/** A draw is about to write the range, for which there may be a copy. Without memory for one the new bytes are seen. */
void r300_act_keep(struct emulator *e, struct r300_act *a, uint64_t first, uint64_t size_B, unsigned why);
/** Copies that are kept for nothing else go. */
void r300_act_drop(struct r300_act *a, unsigned why);
/** The next draw sees the old bytes of the range. */
void r300_act_serve(struct emulator *e, struct r300_act *a, uint64_t first, uint64_t size_B);
/** That draw is on its way: what belongs in memory comes back, but where it has written itself. */
void r300_act_restore(struct emulator *e, struct r300_act *a);

#endif
