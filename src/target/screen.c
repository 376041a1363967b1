/* SPDX-License-Identifier: MIT
 *
 * Which driver draws on a chip.
 */
#include "target/screen.h"

#include <assert.h>

#include "pica200/public.h"
#include "r300/public.h"
#include "target/target.h"
#include "terascale/public.h"

static struct pipe_screen *(*const drivers[TARGET_FAMILIES])(struct winsys *ws) = {
   [TARGET_TERASCALE] = ts_screen_create,
   [TARGET_R300] = r300_screen_create,
   [TARGET_PICA200] = pica200_screen_create,
};

struct pipe_screen *
target_screen_create(struct winsys *ws)
{
   assert(drivers[target_family_of(ws->info.chip)]);
   return drivers[target_family_of(ws->info.chip)](ws);
}
