/* SPDX-License-Identifier: MIT
 *
 * NV_pixel_buffer_object on every chip: images from buffers, pixels read into buffers, and what does not fit.
 */
#include "gl_chip.h"

#define PACK   GL_PIXEL_PACK_BUFFER_NV
#define UNPACK GL_PIXEL_UNPACK_BUFFER_NV
#define T      GL_TEXTURE_2D

#define E(want, call)                                                                                        \
   do {                                                                                                      \
      call;                                                                                                  \
      GLenum got_ = glGetError();                                                                            \
      if (got_ != (want))                                                                                    \
         fail_msg("%s: %s: 0x%x", g->chip, #call, got_);                                                     \
   } while (0)

static const void *
at(uintptr_t offset)
{
   return (const void *)offset;
}

static void
unpack_on(struct gl *g)
{
   GLuint b, t;
   uint32_t texel[64];
   for (unsigned i = 0; i < 64; i++)
      texel[i] = rgba(i * 4, 255 - i * 4, i, 255);
   glGenBuffers(1, &b);
   glGenTextures(1, &t);
   glBindTexture(T, t);
   glTexParameteri(T, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(T, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glBindBuffer(UNPACK, b);
   glBufferData(UNPACK, sizeof texel, texel, GL_STREAM_DRAW);
   GLint bound = -1;
   glGetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING_NV, &bound);
   assert_int_equal(bound, b);

   E(GL_NO_ERROR, glTexImage2D(T, 0, GL_RGBA, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL)); /* offset 0 */
   gl_program_with(VS_POS, "precision highp float; uniform sampler2D s;"
                           "void main() { gl_FragColor = texture2D(s, gl_FragCoord.xy / 64.0); }");
   gl_fill();
   for (unsigned i = 0; i < 64; i++)
      ASSERT_PIXEL(g, (int)(i % 8) * 8 + 4, (int)(i / 8) * 8 + 4, texel[i]);

   /* a part from the middle, with a row length */
   glPixelStorei(GL_UNPACK_ROW_LENGTH_EXT, 8);
   E(GL_NO_ERROR, glTexSubImage2D(T, 0, 0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, at(4 * (5 * 8 + 6))));
   gl_fill();
   ASSERT_PIXEL(g, 4, 4, texel[5 * 8 + 6]);
   ASSERT_PIXEL(g, 12, 12, texel[6 * 8 + 7]);
   ASSERT_PIXEL(g, 20, 12, texel[1 * 8 + 2]);

   /* too much, crooked, mapped */
   E(GL_INVALID_OPERATION, glTexSubImage2D(T, 0, 0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, at(4 * (6 * 8 + 7))));
   E(GL_NO_ERROR, glTexSubImage2D(T, 0, 0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, at(4 * (6 * 8 + 6))));
   glPixelStorei(GL_UNPACK_SKIP_ROWS_EXT, INT32_MAX);
   E(GL_INVALID_OPERATION, glTexSubImage2D(T, 0, 0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, NULL));
   glPixelStorei(GL_UNPACK_ROW_LENGTH_EXT, INT32_MAX);
   E(GL_INVALID_OPERATION, glTexSubImage2D(T, 0, 0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, NULL));
   glPixelStorei(GL_UNPACK_SKIP_ROWS_EXT, 0);
   glPixelStorei(GL_UNPACK_ROW_LENGTH_EXT, 0);
   E(GL_INVALID_OPERATION, glTexImage2D(T, 0, GL_RGBA, 9, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL));
   E(GL_INVALID_OPERATION, glTexImage2D(T, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, at(257)));
   E(GL_INVALID_OPERATION, glTexImage2D(T, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, at(UINTPTR_MAX)));
   E(GL_NO_ERROR, glTexSubImage2D(T, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, at(3)));
   E(GL_NO_ERROR, glTexSubImage2D(T, 0, 0, 0, 0, 1, GL_RGBA, GL_UNSIGNED_BYTE, at(256)));
   E(GL_INVALID_OPERATION, glTexImage2D(T, 0, GL_RGB, 1, 1, 0, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, at(1)));
   glMapBufferOES(UNPACK, GL_WRITE_ONLY_OES);
   E(GL_INVALID_OPERATION, glTexSubImage2D(T, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, NULL));
   glUnmapBufferOES(UNPACK);
   gl_fill();
   ASSERT_PIXEL(g, 60, 4, texel[7]); /* none of it changed the image */

   /* compressed */
   E(GL_NO_ERROR, glCompressedTexImage2D(T, 0, GL_ETC1_RGB8_OES, 8, 8, 0, 32, at(3)));
   E(GL_INVALID_OPERATION, glCompressedTexImage2D(T, 0, GL_ETC1_RGB8_OES, 8, 8, 0, 32, at(225)));
   E(GL_NO_ERROR, glCompressedTexSubImage2D(T, 0, 4, 4, 4, 4, GL_ETC1_RGB8_OES, 8, at(248)));
   E(GL_INVALID_OPERATION, glCompressedTexSubImage2D(T, 0, 4, 4, 4, 4, GL_ETC1_RGB8_OES, 8, at(249)));

   glDeleteBuffers(1, &b); /* unbound by it */
   glGetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING_NV, &bound);
   assert_int_equal(bound, 0);
   E(GL_NO_ERROR, glTexImage2D(T, 0, GL_RGBA, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel));
   gl_fill();
   ASSERT_PIXEL(g, 12, 4, texel[1]);
}

static void
pack_on(struct gl *g)
{
   GLuint b;
   uint32_t fill[80];
   memset(fill, 0x5a, sizeof fill);
   glClearColor(1, 0, 0, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glEnable(GL_SCISSOR_TEST);
   glScissor(4, 4, 1, 1);
   glClearColor(0, 0, 1, 1);
   glClear(GL_COLOR_BUFFER_BIT);
   glDisable(GL_SCISSOR_TEST);
   glGenBuffers(1, &b);
   glBindBuffer(PACK, b);
   glBufferData(PACK, sizeof fill, fill, GL_DYNAMIC_DRAW);
   E(GL_NO_ERROR, glReadPixels(0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, (void *)at(16)));
   const uint32_t *p = glMapBufferRangeEXT(PACK, 0, sizeof fill, GL_MAP_READ_BIT_EXT);
   assert_non_null(p);
   assert_int_equal(p[3], 0x5a5a5a5a);
   assert_int_equal(p[68], 0x5a5a5a5a);
   for (unsigned i = 0; i < 64; i++)
      assert_int_equal(p[4 + i], i == 4 * 8 + 4 ? rgba(0, 0, 255, 255) : rgba(255, 0, 0, 255));
   E(GL_INVALID_OPERATION, glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, NULL)); /* mapped */
   glUnmapBufferOES(PACK);
   E(GL_NO_ERROR, glReadPixels(0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, (void *)at(64)));
   E(GL_INVALID_OPERATION, glReadPixels(0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, (void *)at(65)));
   E(GL_INVALID_OPERATION, glReadPixels(0, 0, 9, 9, GL_RGBA, GL_UNSIGNED_BYTE, NULL));
   E(GL_NO_ERROR, glReadnPixelsKHR(0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, 256, NULL));

   /* what was read feeds a texture and indices */
   GLuint t;
   glGenTextures(1, &t);
   glBindTexture(T, t);
   glTexParameteri(T, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glTexParameteri(T, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   glBindBuffer(UNPACK, b);
   E(GL_NO_ERROR, glTexImage2D(T, 0, GL_RGBA, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL));
   glBindBuffer(UNPACK, 0);
   glBindBuffer(PACK, 0);
   gl_program_with(VS_POS, "precision highp float; uniform sampler2D s;"
                           "void main() { gl_FragColor = texture2D(s, gl_FragCoord.xy / 64.0); }");
   gl_fill();
   ASSERT_PIXEL(g, 36, 36, rgba(0, 0, 255, 255));
   ASSERT_PIXEL(g, 28, 36, rgba(255, 0, 0, 255));
   glBindBuffer(GL_PIXEL_PACK_BUFFER_NV, b); /* still bound when the context goes */
   glBindBuffer(GL_PIXEL_UNPACK_BUFFER_NV, b);
   E(GL_INVALID_ENUM, glBindBuffer(GL_PIXEL_PACK_BUFFER_BINDING_NV, b));
}

static void
unpack(void **state)
{
   ON_EVERY_CHIP(unpack_on);
}

static void
pack(void **state)
{
   ON_EVERY_CHIP(pack_on);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(unpack), cmocka_unit_test(pack)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
