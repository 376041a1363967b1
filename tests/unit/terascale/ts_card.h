/* SPDX-License-Identifier: MIT
 *
 * A scene on a mock winsys, on every chip: what test_ts_card and test_ts_order share. Header only.
 */
#ifndef TESTS_UNIT_TERASCALE_RADEON_CARD_H
#define TESTS_UNIT_TERASCALE_RADEON_CARD_H

#include "terascale/public.h"
#include "ts_replay.h"
#include "ts_scene.h"

#define FOR_EACH_CHIP(chip)                                                                                  \
   const struct terascale_chip *chip;                                                                        \
   for (unsigned ci = 0; (chip = terascale_chip_by_index(ci)); ci++)

struct env {
   const struct terascale_chip *chip;
   struct mock_ws *m;
   struct pipe_screen *screen;
   struct scene s;
   struct pipe_context *c;
   unsigned samples_log2; /* of what is drawn to */
   bool per_sample;       /* fragments are shaded for each */
};

static inline void
env_init(struct env *e, const struct terascale_chip *chip, uint32_t w, uint32_t h)
{
   e->chip = chip;
   e->m = mock_create(chip);
   e->screen = ts_screen_create(&e->m->base);
   assert_non_null(e->screen);
   assert_true(scene_init(&e->s, e->screen, w, h, PIPE_BIND_RENDER_TARGET));
   e->c = e->s.ctx;
}

static inline void
env_fini(struct env *e)
{
   scene_fini(&e->s);
   e->screen->destroy(e->screen);
   assert_int_equal(e->m->refused, 0);
   assert_int_equal(e->m->live_bos, 0);
   mock_free(e->m);
}

#endif
