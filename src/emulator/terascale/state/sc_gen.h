/* SPDX-License-Identifier: MIT
 *
 * Part of state/gen.h: PA_SC_*, the scissors, clip rectangles and the viewports that vertices can choose.
 */

static void
intersect(int32_t box[4], int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
   box[0] = MAX2(box[0], x0);
   box[1] = MAX2(box[1], y0);
   box[2] = MIN2(box[2], x1);
   box[3] = MIN2(box[3], y1);
}

#define SCISSOR(name, tl, br)                                                                                \
   do {                                                                                                      \
      bool fixed_ = GET(name##_TL, WINDOW_OFFSET_DISABLE, tl);                                               \
      int32_t dx_ = fixed_ ? 0 : off_x, dy_ = fixed_ ? 0 : off_y;                                            \
      intersect(s->draw.raster.scissor, (int32_t)GET(name##_TL, TL_X, tl) + dx_,                             \
                (int32_t)GET(name##_TL, TL_Y, tl) + dy_, (int32_t)GET(name##_BR, BR_X, br) + dx_,            \
                (int32_t)GET(name##_BR, BR_Y, br) + dy_);                                                    \
   } while (0)

/* All scissors, of viewport i if they are per viewport. */
static void
derive_scissor(struct front *f, struct emu_draw_state *s, bool vport_scissor, unsigned i)
{
   uint32_t off = RD(PA_SC_WINDOW_OFFSET);
   int32_t off_x = db_sext(GET(PA_SC_WINDOW_OFFSET, WINDOW_X_OFFSET, off), WINDOW_OFFSET_BITS);
   int32_t off_y = db_sext(GET(PA_SC_WINDOW_OFFSET, WINDOW_Y_OFFSET, off), WINDOW_OFFSET_BITS);
   uint32_t tl = RD(PA_SC_SCREEN_SCISSOR_TL), br = RD(PA_SC_SCREEN_SCISSOR_BR);
   s->draw.raster.scissor[0] = s->draw.raster.scissor[1] = 0;
   s->draw.raster.scissor[2] = s->draw.raster.scissor[3] = 16384;
   intersect(s->draw.raster.scissor, db_sext(GET(PA_SC_SCREEN_SCISSOR_TL, TL_X, tl), SCREEN_SCISSOR_BITS),
             db_sext(GET(PA_SC_SCREEN_SCISSOR_TL, TL_Y, tl), SCREEN_SCISSOR_BITS),
             db_sext(GET(PA_SC_SCREEN_SCISSOR_BR, BR_X, br), SCREEN_SCISSOR_BITS),
             db_sext(GET(PA_SC_SCREEN_SCISSOR_BR, BR_Y, br), SCREEN_SCISSOR_BITS));
   tl = RD(PA_SC_WINDOW_SCISSOR_TL);
   br = RD(PA_SC_WINDOW_SCISSOR_BR);
   SCISSOR(PA_SC_WINDOW_SCISSOR, tl, br);
   tl = RD(PA_SC_GENERIC_SCISSOR_TL);
   br = RD(PA_SC_GENERIC_SCISSOR_BR);
   SCISSOR(PA_SC_GENERIC_SCISSOR, tl, br);
   if (vport_scissor) {
      tl = RDI(PA_SC_VPORT_SCISSOR_TL, i);
      br = RDI(PA_SC_VPORT_SCISSOR_BR, i);
      SCISSOR(PA_SC_VPORT_SCISSOR, tl, br);
   }
}

static void
derive_clip_rects(struct front *f, struct emu_draw_state *s, bool enable)
{
   uint32_t off = RD(PA_SC_WINDOW_OFFSET);
   int32_t off_x = db_sext(GET(PA_SC_WINDOW_OFFSET, WINDOW_X_OFFSET, off), WINDOW_OFFSET_BITS);
   int32_t off_y = db_sext(GET(PA_SC_WINDOW_OFFSET, WINDOW_Y_OFFSET, off), WINDOW_OFFSET_BITS);
   if (enable)
      s->draw.raster.clip_rects_hide =
         (uint16_t)~GET(PA_SC_CLIPRECT_RULE, CLIP_RULE, RD(PA_SC_CLIPRECT_RULE));
   for (unsigned i = 0; i < 4 && s->draw.raster.clip_rects_hide; i++) {
      uint32_t tl = RDI(PA_SC_CLIPRECT_TL, i), br = RDI(PA_SC_CLIPRECT_BR, i);
      s->draw.raster.clip_rect[i][0] = (int32_t)GET(PA_SC_CLIPRECT_TL, TL_X, tl) + off_x;
      s->draw.raster.clip_rect[i][1] = (int32_t)GET(PA_SC_CLIPRECT_TL, TL_Y, tl) + off_y;
      s->draw.raster.clip_rect[i][2] = (int32_t)GET(PA_SC_CLIPRECT_BR, BR_X, br) + off_x;
      s->draw.raster.clip_rect[i][3] = (int32_t)GET(PA_SC_CLIPRECT_BR, BR_Y, br) + off_y;
   }
}

/* The other viewports, for vertices that choose one. */
static void
derive_viewports(struct front *f, const struct emu_draw_state *s, bool vport_scissor)
{
   struct emu_draw_state one = *s;
   for (unsigned i = 0; i < FRONT_VIEWPORTS && s->vs_viewport; i++) {
      struct front_viewport *v = &f->viewport[i];
      derive_viewport(f, &one, i);
      derive_scissor(f, &one, vport_scissor, i);
      for (unsigned k = 0; k < 4; k++) /* those of surfaces are in the state's own */
         v->scissor[k] = k < 2 ? MAX2(one.draw.raster.scissor[k], 0) : one.draw.raster.scissor[k];
      memcpy(v->scale, one.draw.raster.vport_scale, sizeof v->scale);
      memcpy(v->offset, one.draw.raster.vport_offset, sizeof v->offset);
      v->z_min = one.draw.constants.z_min;
      v->z_max = one.draw.constants.z_max;
   }
}
