/* SPDX-License-Identifier: MIT
 *
 * Buffers, textures and targets whose addresses have more than 32 bits: they lie behind 4 GiB of other pictures.
 */
#include "gl_chip.h"

enum { LARGE = 4096, PAD_B = 48 << 20 };

#define FS_TEX                                                                                               \
   "precision mediump float; uniform sampler2D s; void main() { gl_FragColor = texture2D(s, vec2(0.25)); }"

/** Large enough to fit into no gap below, what counts at its end. */
static void
buffer_data(GLenum target, const void *data, GLsizeiptr size_B)
{
   GLuint b;
   glGenBuffers(1, &b);
   glBindBuffer(target, b);
   glBufferData(target, PAD_B + size_B, NULL, GL_STATIC_DRAW);
   glBufferSubData(target, PAD_B, size_B, data);
}

static void
above_4_gib(struct gl *g)
{
   GLuint pad[16], f, t = gl_texture(GL_TEXTURE_2D, GL_NEAREST);
   GLint size;
   glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &size);
   const GLsizei num = (GLsizei)((UINT64_C(1) << 30) / ((uint64_t)size * (uint64_t)size));
   assert_in_range(num, 4, 16);
   glGenRenderbuffers(num, pad);
   for (GLsizei i = 0; i < num; i++) {
      glBindRenderbuffer(GL_RENDERBUFFER, pad[i]);
      glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8_OES, size, size);
   }
   if (glGetError())
      fail_msg("%s: 4 GiB of pictures", g->chip);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, LARGE, LARGE, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glGenFramebuffers(1, &f);
   glBindFramebuffer(GL_FRAMEBUFFER, f);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t, 0);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);

   /* a rectangle around the texel that is sampled */
   glEnable(GL_SCISSOR_TEST);
   glScissor(LARGE / 4 - 8, LARGE / 4 - 8, 16, 16);
   glViewport(0, 0, LARGE, LARGE);
   static const GLfloat corner[4][2] = {
      {-1, -1},
      {1,  -1},
      {-1, 1 },
      {1,  1 }
   };
   static const GLushort index[4] = {0, 1, 2, 3};
   glUseProgram(gl_program_with(VS_POS, "void main() { gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0); }"));
   buffer_data(GL_ARRAY_BUFFER, corner, sizeof corner);
   buffer_data(GL_ELEMENT_ARRAY_BUFFER, index, sizeof index);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, (const void *)(intptr_t)PAD_B);
   glEnableVertexAttribArray(0);
   glDrawElements(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_SHORT, (const void *)(intptr_t)PAD_B);
   assert_int_equal(gl_pixel(LARGE / 4, LARGE / 4), 0xff00ff00);

   glDisable(GL_SCISSOR_TEST);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glViewport(0, 0, SIZE, SIZE);
   gl_clear(0, 0, 0, 1);
   glUseProgram(gl_program_with(VS_POS, FS_TEX));
   glDrawElements(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_SHORT, (const void *)(intptr_t)PAD_B);
   for (int i = 0; i < SIZE; i++)
      assert_int_equal(gl_pixel(i, SIZE - 1 - i), 0xff00ff00);
   glDeleteRenderbuffers(num, pad);
}

static void
addresses(void **state)
{
   (void)state;
   ON_EVERY_CHIP(above_4_gib);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(addresses)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
