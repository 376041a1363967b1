/* SPDX-License-Identifier: MIT
 *
 * A draw's state in the words of the rasteriser and the pixel room, which know no GPU: enumerations by tables,
 * formats as components, surfaces as words that only state/locate.c reads. R6xx/R7xx 3D Register Reference Guide,
 * DB_DEPTH_CONTROL, CB_BLEND_CONTROL, CB_COLOR0_INFO, CB_COLOR_CONTROL.ROP3.
 */
#include "emulator/terascale/state/describe.h"

#include <assert.h>
#include <string.h>

#include "emulator/terascale/state/layout.h"

static const uint8_t compares[8] = {PIXEL_NEVER,   PIXEL_LESS,     PIXEL_EQUAL,  PIXEL_LEQUAL,
                                    PIXEL_GREATER, PIXEL_NOTEQUAL, PIXEL_GEQUAL, PIXEL_ALWAYS};

static const uint8_t stencil_ops[8] = {PIXEL_KEEP,           PIXEL_ZERO,          PIXEL_REPLACE,
                                       PIXEL_INCREMENT,      PIXEL_DECREMENT,     PIXEL_INVERT,
                                       PIXEL_INCREMENT_WRAP, PIXEL_DECREMENT_WRAP};

/* BLEND_*; the numbers behind the last one are zero. BOTH_* count as their first half. */
static const uint8_t factors[32] = {
   PIXEL_FACTOR_ZERO,
   PIXEL_FACTOR_ONE,
   PIXEL_FACTOR_SRC_COLOR,
   PIXEL_FACTOR_INV_SRC_COLOR,
   PIXEL_FACTOR_SRC_ALPHA,
   PIXEL_FACTOR_INV_SRC_ALPHA,
   PIXEL_FACTOR_DST_ALPHA,
   PIXEL_FACTOR_INV_DST_ALPHA,
   PIXEL_FACTOR_DST_COLOR,
   PIXEL_FACTOR_INV_DST_COLOR,
   PIXEL_FACTOR_SRC_ALPHA_SATURATE,
   PIXEL_FACTOR_SRC_ALPHA,     /* BOTH_SRC_ALPHA */
   PIXEL_FACTOR_INV_SRC_ALPHA, /* BOTH_INV_SRC_ALPHA */
   PIXEL_FACTOR_CONST_COLOR,
   PIXEL_FACTOR_INV_CONST_COLOR,
   PIXEL_FACTOR_SRC1_COLOR,
   PIXEL_FACTOR_INV_SRC1_COLOR,
   PIXEL_FACTOR_SRC1_ALPHA,
   PIXEL_FACTOR_INV_SRC1_ALPHA,
   PIXEL_FACTOR_CONST_ALPHA,
   PIXEL_FACTOR_INV_CONST_ALPHA,
};

/* COMB_* */
static const uint8_t combines[8] = {PIXEL_ADD, PIXEL_SUBTRACT, PIXEL_MIN, PIXEL_MAX, PIXEL_REVERSE_SUBTRACT};

/* NUMBER_*; 7 is FLOAT for formats that are. */
static const uint8_t numbers[8] = {PIXEL_UNORM, PIXEL_SNORM, PIXEL_USCALED, PIXEL_SSCALED,
                                   PIXEL_UINT,  PIXEL_SINT,  PIXEL_SRGB,    PIXEL_FLOAT};

enum { NUMBER_UINT = 4, NUMBER_SINT = 5 };
enum { COLOR_8_24 = 17, COLOR_8_24_FLOAT, COLOR_24_8, COLOR_24_8_FLOAT, COLOR_X24_8_32_FLOAT = 28 };

_Static_assert(ARRAY_SIZE(compares) == 8 && ARRAY_SIZE(stencil_ops) == 8, "one for each three bits");

static struct pixel_stencil_face
describe_face(const struct emu_stencil_face *f)
{
   return (struct pixel_stencil_face){
      .func = compares[f->func & 7],
      .fail = stencil_ops[f->fail & 7],
      .zpass = stencil_ops[f->zpass & 7],
      .zfail = stencil_ops[f->zfail & 7],
      .ref = f->ref,
      .mask = f->mask,
      .writemask = f->writemask,
   };
}

static void
describe_depth(const struct emu_draw_state *s, struct pixel_pipeline *px)
{
   static const uint8_t formats[] = {[EMU_Z_NONE] = PIXEL_Z_NONE,
                                     [EMU_Z_16] = PIXEL_Z_16,
                                     [EMU_Z_24] = PIXEL_Z_24,
                                     [EMU_Z_32F] = PIXEL_Z_32F,
                                     [EMU_Z_24F] = PIXEL_Z_24F};
   const struct emu_db_state *db = &s->db;
   assert(db->z_format < ARRAY_SIZE(formats));
   px->depth_format = db->has_z ? formats[db->z_format] : PIXEL_Z_NONE;
   px->stencil_place = !db->has_s       ? PIXEL_NO_STENCIL
                       : db->s_separate ? PIXEL_STENCIL_APART
                                        : PIXEL_STENCIL_PACKED;
   px->z_enable = db->z_enable;
   px->z_write = db->z_write;
   px->stencil_enable = db->stencil_enable;
   px->z_func = compares[db->z_func & 7];
   px->face[0] = describe_face(&db->face[0]);
   px->face[1] = describe_face(&db->face[1]);
   px->clear_z = db->clear_z;
   px->count_passed = db->count_zpass;
   px->kill = db->kill_enable;
   px->z_export = db->z_export;
   px->stencil_export = db->stencil_export;
   px->mask_export = db->mask_export;
   px->alpha_to_mask = db->alpha_to_mask;
   memcpy(px->alpha_offset, db->alpha_offset, sizeof px->alpha_offset);
   px->copy_z = db->copy_z;
   px->copy_s = db->copy_s;
   px->copy_lit = db->copy_lit;
   px->copy_sample = db->copy_sample;
   switch (s->cb[0].format) { /* where the two stand in a pixel of target 0 */
   case COLOR_8_24:
   case COLOR_8_24_FLOAT:
      px->copy_s_shift = 24;
      break;
   case COLOR_24_8:
   case COLOR_24_8_FLOAT:
      px->copy_z_shift = 8;
      break;
   case COLOR_X24_8_32_FLOAT:
      px->copy_s_shift = 32;
      break;
   default:
      break;
   }
}

static struct pixel_equation
describe_equation(unsigned func, unsigned src, unsigned dst)
{
   return (struct pixel_equation){combines[func & 7], factors[src & 31], factors[dst & 31]};
}

void
state_describe_target(const struct emu_cb_state *cb, struct pixel_target *t)
{
   const struct color_format *f = &color_formats[cb->format & 63];
   assert(f->comps <= 4);
   memset(t, 0, sizeof *t);
   t->enabled = cb->enabled;
   t->blend = cb->blend_enable && !cb->blend_bypass && cb->number_type != NUMBER_UINT &&
              cb->number_type != NUMBER_SINT;
   t->blend_clamp = cb->blend_clamp;
   t->dst_alpha_1 = cb->force_alpha_1;
   t->short_alpha = cb->half_export;
   t->write_mask = cb->write_mask;
   t->rgb = describe_equation(cb->color_func, cb->color_src, cb->color_dst);
   t->alpha = describe_equation(cb->alpha_func, cb->alpha_src, cb->alpha_dst);
   t->format.bytes = f->bytes;
   t->format.comps = f->comps;
   t->format.number = f->is_float ? PIXEL_FLOAT : numbers[cb->number_type & 7];
   for (unsigned c = 0; c < f->comps; c++) {
      t->format.bits[c] = f->bits[c];
      t->format.channel[c] = color_swaps[f->comps - 1][cb->comp_swap & 3][c];
   }
}

static void
describe_surface(const struct emu_surface *surf, uint32_t slice, unsigned part, struct pixel_surface *out)
{
   const struct state_layout layout = {.surf = *surf, .slice = slice, .part = part};
   _Static_assert(sizeof layout <= sizeof out->layout, "pixel_surface has room for it");
   out->bytes = surf->bytes_per_el;
   out->log2_samples = surf->log2_samples;
   memcpy(out->layout, &layout, sizeof layout);
}

static void
describe_surfaces(const struct emu_draw_state *s, struct pixel_surfaces *out)
{
   const struct emu_db_state *db = &s->db;
   memset(out, 0, sizeof *out);
   for (unsigned i = 0; i < s->num_cb; i++)
      if (s->cb[i].enabled)
         describe_surface(&s->cb[i].surf, s->cb[i].slice, STATE_WHOLE, &out->color[i]);
   if (db->has_z)
      describe_surface(&db->z_surf, db->slice, db->s_in_pair ? STATE_PAIR_DEPTH : STATE_WHOLE, &out->depth);
   if (db->has_s && db->s_separate)
      describe_surface(&db->s_surf, db->slice, db->s_in_pair ? STATE_PAIR_STENCIL : STATE_WHOLE,
                       &out->stencil);
}

void
state_describe_draw(struct emu_draw_state *s)
{
   static const uint8_t modes[] = {
      [0] = PIXEL_MODE_SHADE, /* targets are off */
      [EMU_CB_NORMAL] = PIXEL_MODE_SHADE,
      [EMU_CB_NOTHING] = PIXEL_MODE_NOTHING,
      [EMU_CB_RESOLVE] = PIXEL_MODE_RESOLVE,
      [EMU_CB_CLEAR] = PIXEL_MODE_CLEAR,
      [EMU_CB_CLEAR_TILES] = PIXEL_MODE_CLEAR_BLOCKS,
   };
   struct pixel_pipeline *px = &s->draw.pixel;
   struct pixel_constants *k = &s->draw.constants;
   memset(px, 0, sizeof *px);
   assert(s->cb_special < ARRAY_SIZE(modes) && s->num_cb <= EMU_MAX_CB && s->num_ps_in <= EMU_MAX_PARAMS);
   px->mode = modes[s->cb_special];
   describe_depth(s, px);
   px->alpha_test = s->alpha_test;
   px->alpha_func = compares[s->alpha_func & 7];
   px->logic_op = s->rop3 & 15; /* codes in use name a function of source and destination only */
   px->num_targets = s->cb_disable ? 0 : s->num_cb;
   for (unsigned i = 0; i < px->num_targets; i++) {
      state_describe_target(&s->cb[i], &px->target[i]);
      px->target[i].output = s->cb_multiwrite ? 0 : (uint8_t)i;
      memcpy(k->clear_color[i], s->cb[i].clear_color, sizeof k->clear_color[i]);
   }
   k->z_clear = s->db.z_clear;
   k->alpha_ref = s->alpha_ref;
   memcpy(k->blend_color, s->blend_const, sizeof k->blend_color);
   s->draw.raster.flat_params = 0;
   for (unsigned i = 0; i < s->num_ps_in; i++)
      if (s->ps_in[i].flat && s->ps_in[i].param >= 0)
         s->draw.raster.flat_params |= 1u << s->ps_in[i].param;
   describe_surfaces(s, &s->draw.surfaces);
   s->draw.program = s->ps;
   s->draw.inputs = s;
}
