/* SPDX-License-Identifier: MIT
 *
 * Who reads a chip's command streams.
 */
#include "target/stream.h"

#include <assert.h>

#include "target/target.h"

static const struct target_stream *const streams[TARGET_FAMILIES] = {
   [TARGET_TERASCALE] = &target_terascale_stream, [TARGET_R300] = &target_r300_stream,
   /* PICA200: its captures have a player (target/player.h) */
};

const struct target_stream *
target_stream(const struct db_chip *chip)
{
   assert(streams[target_family_of(chip)]);
   return streams[target_family_of(chip)];
}
