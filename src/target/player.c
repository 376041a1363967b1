/* SPDX-License-Identifier: MIT
 *
 * The players, by their families' names.
 */
#include "target/player.h"

#include <string.h>

extern const struct target_player target_pica200_player;

static const struct target_player *const players[] = {&target_pica200_player};

const struct target_player *
target_player_find(const char *family)
{
   for (size_t i = 0; i < sizeof players / sizeof players[0]; i++)
      if (!strcmp(players[i]->family, family))
         return players[i];
   return NULL;
}
