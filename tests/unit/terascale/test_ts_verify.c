/* SPDX-License-Identifier: MIT
 *
 * The look for forgotten dirty bits finds them: state is changed behind the back of the functions that set them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "target/screen.h"
#include "terascale/atoms.h"
#include "terascale/chip_ops.h"
#include "terascale/context.h"
#include "terascale/public.h"
#include "terascale/resource/resource.h"
#include "terascale/shader/shader.h"
#include "terascale/state/cso.h"
#include "terascale/verify.h"
#include "ts_scene.h"
#include "util/u_math.h"

static struct ts_blend other_blend;
static struct ts_dsa other_dsa;
static struct ts_rast other_rast;

static void
change_blend_color(struct ts_context *c)
{
   c->base.blend_color.color[2] += 0.5f;
}

static void
change_blend(struct ts_context *c)
{
   other_blend = *c->blend;
   other_blend.target_mask = 5;
   c->blend = &other_blend;
}

static void
change_dsa(struct ts_context *c)
{
   other_dsa = *c->dsa;
   other_dsa.depth_control ^= 2;
   c->dsa = &other_dsa;
}

static void
change_rast(struct ts_context *c)
{
   other_rast = *c->rast;
   other_rast.pm4.dw[other_rast.pm4.ndw - 1] ^= 1;
   c->rast = &other_rast;
}

static void
change_viewport(struct ts_context *c)
{
   c->base.viewport.translate[0] += 1;
}

static void
change_scissor(struct ts_context *c)
{
   other_rast = *c->rast;
   other_rast.s.scissor = true; /* c->base.scissor is empty */
   c->rast = &other_rast;
}

static void
change_stencil_ref(struct ts_context *c)
{
   c->base.stencil_ref.ref[1] ^= 3;
}

static void
change_constants(struct ts_context *c)
{
   c->stage[PIPE_SHADER_FRAGMENT].cb[0].bo = c->zs.res->bo;
   c->stage[PIPE_SHADER_FRAGMENT].cb[0].size_B = 512;
   c->stage[PIPE_SHADER_FRAGMENT].consts_dirty |= 1;
}

static void
change_vertices(struct ts_context *c)
{
   c->vbuf[0].offset_B += 32;
}

static void
change_target(struct ts_context *c)
{
   c->cb[0].offset_B += 4096;
}

static void
change_program(struct ts_context *c)
{
   c->vs_var->offset_B += 256;
}

static const struct {
   const char *name;
   void (*change)(struct ts_context *c);
   uint32_t bits;
} changes[] = {
   {"blend colour", change_blend_color, TS_DIRTY(BLEND_COLOR)                 },
   {"blend",        change_blend,       TS_DIRTY(CB_MISC)                     },
   {"dsa",          change_dsa,         TS_DIRTY(DSA)                         },
   {"rast",         change_rast,        TS_DIRTY(RAST)                        },
   {"viewport",     change_viewport,    TS_DIRTY(VIEWPORT) | TS_DIRTY(SCISSOR)},
   {"scissor",      change_scissor,     TS_DIRTY(SCISSOR)                     },
   {"stencil ref",  change_stencil_ref, TS_DIRTY(STENCIL_REF)                 },
   {"constants",    change_constants,   TS_DIRTY(CONST_FS)                    },
   {"vertices",     change_vertices,    TS_DIRTY(VERTEX_BUFFERS)              },
   {"target",       change_target,      TS_DIRTY(FB)                          },
   {"program",      change_program,     TS_DIRTY(VS)                          },
};

/** What a draw would emit of the atoms in \p bits, without the draw. */
static void
emit(struct ts_context *c, uint32_t bits)
{
   for (unsigned i = 0; i < TS_ATOM_COUNT; i++)
      if (bits >> i & 1)
         c->ops->emit[i](c);
}

static void
look_at(const char *chip, unsigned k)
{
   char error[300] = "";
   struct winsys *ws = target_emulator_open(chip, error, sizeof error);
   assert_non_null(ws);
   struct pipe_screen *screen = ts_screen_create(ws);
   struct scene s;
   assert_true(scene_init(&s, screen, 64, 64, PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW));
   struct ts_context *c = ts_context(s.ctx);
   ts_verify_destroy(c->verify);
   c->verify = ts_verify_create(true);
   scene_draw(&s);
   scene_draw(&s);
   struct ts_stale stale;
   assert_true(ts_verify_draw(c, &stale));
   const struct ts_context before = *c;
   const uint32_t program_B = c->vs_var->offset_B;
   const uint32_t ndw = c->base.cs.ndw;
   changes[k].change(c);
   if (ts_verify_draw(c, &stale))
      fail_msg("%s: %s changed and nothing is found", chip, changes[k].name);
   assert_int_equal(c->base.cs.ndw, ndw); /* nothing of it is sent */
   emit(c, changes[k].bits);
   if (!ts_verify_draw(c, &stale))
      fail_msg("%s: %s is emitted and still packet 0x%x, dword 0x%x is stale", chip, changes[k].name,
               stale.op, stale.at);
   c->vs_var->offset_B = program_B;
   const struct drv_cs cs = c->base.cs;
   *c = before;
   c->base.cs = cs;
   emit(c, changes[k].bits);
   scene_fini(&s);
   screen->destroy(screen);
}

static void
test_found(void **state)
{
   (void)state;
   static const char *const chips[] = {"rv610", "rv770", "cypress", "cayman"};
   for (unsigned i = 0; i < ARRAY_SIZE(chips); i++)
      for (unsigned k = 0; k < ARRAY_SIZE(changes); k++)
         look_at(chips[i], k);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_found),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
