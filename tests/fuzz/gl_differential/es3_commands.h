/* SPDX-License-Identifier: MIT
 *
 * Calls of a random program that only OpenGL ES 3.0 has, where they are more than one.
 */

/** A part of one framebuffer into another, as large. */
static void
blit_frames(unsigned from, unsigned to, int x, int y, int size, int dx, int dy)
{
   const struct side *s = world.now;
   const bool made = (!from || s->fbo[from]) && (!to || s->fbo[to]);
   if (from == to || !made || !s->complete[from] || !s->complete[to] || s->resolve_as[from] ||
       s->resolve_as[to])
      return;
   glBindFramebuffer(GL_READ_FRAMEBUFFER, from ? s->fbo[from] : 0);
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to ? s->fbo[to] : 0);
   glBlitFramebuffer(x, y, x + size, y + size, dx, dy, dx + size, dy + size, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   bind_framebuffer(s->framebuffer);
}

/** \p kind: 0 colour, 1 depth and stencil, 2 stencil, 3 depth; the depths lie between those of draws. */
static void
clear_buffer(unsigned kind, float r, float g, float b, float a)
{
   const GLfloat color[] = {r, g, b, a}, depth = r + 1.0f / 512;
   const GLint stencil = (GLint)(g * 8);
   if (!world.now->complete[world.now->framebuffer])
      return;
   before_draw();
   if (kind == 0)
      glClearBufferfv(GL_COLOR, 0, color);
   else if (kind == 1)
      glClearBufferfi(GL_DEPTH_STENCIL, 0, depth, stencil);
   else if (kind == 2)
      glClearBufferiv(GL_STENCIL, 0, &stencil);
   else
      glClearBufferfv(GL_DEPTH, 0, &depth);
   after_draw();
   world.draws++;
}

/** A part of a texture from a buffer whose rows are \p skip texels longer. */
static void
sub_texture_of_buffer(unsigned unit, unsigned slot, int w, int h, int skip, uint32_t seed)
{
   GLuint b;
   const GLenum target = target_of(slot);
   bind_texture(unit, slot);
   if (!world.whole[slot])
      return;
   glGenBuffers(1, &b);
   glBindBuffer(GL_PIXEL_UNPACK_BUFFER, b);
   glBufferData(GL_PIXEL_UNPACK_BUFFER, 2048, texels(seed, 512), GL_STREAM_DRAW);
   glPixelStorei(GL_UNPACK_ROW_LENGTH, w + skip);
   glPixelStorei(GL_UNPACK_SKIP_ROWS, skip);
   glTexSubImage2D(target == GL_TEXTURE_2D ? target : GL_TEXTURE_CUBE_MAP_POSITIVE_X + seed % 6, 0, 0, 0, w,
                   h, formats[world.format[slot]].format, formats[world.format[slot]].type, (const void *)64);
   glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
   glPixelStorei(GL_UNPACK_SKIP_ROWS, 0);
   glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
   glDeleteBuffers(1, &b);
}

/** Positions and v of the vertices that a draw has, in bytes of 1/16, as a picture. */
static void
capture(GLenum mode, int first, int count, int instances, void (*show)(const uint8_t *rgba, unsigned bytes))
{
   static const uint8_t nothing[8192];
   GLuint b;
   if (!can_draw() || count * instances * 32 > (int)sizeof nothing)
      return;
   before_draw();
   glGenBuffers(1, &b);
   glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, b);
   glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, sizeof nothing, nothing, GL_STREAM_READ);
   glBeginTransformFeedback(mode);
   glDrawArraysInstanced(mode, first, count, instances);
   glEndTransformFeedback();
   memset(picture, 0, sizeof picture);
   const float *f = glMapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, sizeof nothing, GL_MAP_READ_BIT);
   for (unsigned i = 0; f && i < sizeof nothing / sizeof *f; i++)
      picture[i] = f[i] > -7 && f[i] < 7 ? (uint8_t)(int)(f[i] * 16 + 128) : 0;
   glUnmapBuffer(GL_TRANSFORM_FEEDBACK_BUFFER);
   glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
   glDeleteBuffers(1, &b);
   after_draw();
   show(picture, sizeof picture);
   world.draws++;
}
