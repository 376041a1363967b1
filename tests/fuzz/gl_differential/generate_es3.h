/* SPDX-License-Identifier: MIT
 *
 * Random programs of calls: what OpenGL ES 3.0 adds. Rules beside those of generate.h, for two libraries:
 *  P16 blits copy texel by texel: which one a larger or smaller copy takes at a border is left to rounding (ES 3.0.6 4.3.3).
 */
static void
texture_es3(void)
{
   const int32_t slot = (int32_t)rnd(TARGET_TEXTURE + 1),
                 unit = slot >= 4 ? UNITS - 1 : (int32_t)rnd(UNITS - 1);
   const int32_t target = slot >= 4 && slot < 6 ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_2D;
   if (one_in(3)) {
      PUT(BUFFER_TEXTURE, unit, slot, 1 + (int32_t)rnd(4), 1 + (int32_t)rnd(4), (int32_t)rnd(4),
          (int32_t)rnd(1 << 20));
      return;
   }
   PUT(BIND_TEXTURE, unit, slot);
   if (one_in(3))
      PUT(TEX_PARAMETER, target, GL_TEXTURE_BASE_LEVEL, (int32_t)rnd(2));
   else if (one_in(4))
      PUT(TEX_PARAMETER, target, GL_TEXTURE_MAX_LEVEL, ANY(1, 2, 1000));
   else
      PUT(TEX_PARAMETER, target, GL_TEXTURE_SWIZZLE_R + (int32_t)rnd(4),
          ANY(GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA, GL_ZERO, GL_ONE));
}

static void
call_es3(void)
{
   switch (rnd(10)) {
   case 0:
      PUT(SAMPLER, (int32_t)rnd(UNITS), (int32_t)rnd(SAMPLERS + 1), ANY(GL_NEAREST, GL_LINEAR),
          ANY(GL_REPEAT, GL_CLAMP_TO_EDGE, GL_MIRRORED_REPEAT),
          ANY(GL_REPEAT, GL_CLAMP_TO_EDGE, GL_MIRRORED_REPEAT));
      break;
   case 1:
   case 2:
      texture_es3();
      break;
   case 3:
      if (one_in(2))
         PUT(ENABLE, GL_PRIMITIVE_RESTART_FIXED_INDEX);
      else
         PUT(DISABLE, GL_PRIMITIVE_RESTART_FIXED_INDEX);
      break;
   case 4:
   case 5:
      PUT(CLEAR_BUFFER, (int32_t)rnd(4), eighth(0, 7), eighth(0, 8), eighth(0, 8), eighth(0, 8));
      break;
   case 6:
   case 7:
      PUT(BLIT, (int32_t)rnd(FRAMEBUFFERS), (int32_t)rnd(FRAMEBUFFERS), (int32_t)rnd(8), (int32_t)rnd(8),
          1 + (int32_t)rnd(8), (int32_t)rnd(8), (int32_t)rnd(8));
      break;
   case 8:
      PUT(DRAW_BUFFER, !one_in(4));
      break;
   default:
      PUT(CAPTURE, g.peer ? GL_TRIANGLES : ANY(GL_TRIANGLES, GL_LINES, GL_POINTS), (int32_t)rnd(8),
          3 + (int32_t)rnd(12), 1 + (int32_t)rnd(3));
   }
}
