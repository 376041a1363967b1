/* SPDX-License-Identifier: MIT
 *
 * Vertex fetch as the driver sees it: formats, client arrays, buffers, odd offsets, indices of every kind,
 * ranges that leave their buffer; and that a repeated draw costs no state calls.
 */
#include "gl_fixture.h"

static const char vs2[] = "attribute vec4 a, b; void main() { gl_Position = a + b; }";
static const char fs1[] = "void main() { gl_FragColor = vec4(1); }";
static const char *const ab[] = {"a", "b", NULL};

static void
assert_vec(const float v[4], float x, float y, float z, float w)
{
   const float want[4] = {x, y, z, w};
   for (unsigned i = 0; i < 4; i++)
      assert_float_equal(v[i], want[i], 1e-6);
}

/** Each type, plain and normalised, from client memory and from a buffer at an odd offset. */
static void
attribute_formats(void **state)
{
   struct fixture *f = *state;
   glUseProgram(fixture_program(vs2, fs1, ab));
   static const int8_t bytes[] = {-128, 127, 0, 1};
   static const uint8_t ubytes[] = {255, 0, 51, 1};
   static const int16_t shorts[] = {-32768, 32767, 0, 1};
   static const uint16_t ushorts[] = {65535, 0, 13107, 1};
   static const GLfixed fixed[] = {0x18000, -0x8000, 0, 1 << 16};
   static const float floats[] = {0.5f, -2, 3, 4};
   static const struct {
      GLenum type;
      GLboolean normalized;
      const void *data;
      unsigned size_B;
      float want[4];
   } cases[] = {
      {GL_BYTE,           0, bytes,   1, {-128, 127, 0, 1}                  },
      {GL_BYTE,           1, bytes,   1, {-1, 1, 1.0f / 255, 3.0f / 255}    },
      {GL_UNSIGNED_BYTE,  0, ubytes,  1, {255, 0, 51, 1}                    },
      {GL_UNSIGNED_BYTE,  1, ubytes,  1, {1, 0, 0.2f, 1.0f / 255}           },
      {GL_SHORT,          0, shorts,  2, {-32768, 32767, 0, 1}              },
      {GL_SHORT,          1, shorts,  2, {-1, 1, 1.0f / 65535, 3.0f / 65535}},
      {GL_UNSIGNED_SHORT, 0, ushorts, 2, {65535, 0, 13107, 1}               },
      {GL_UNSIGNED_SHORT, 1, ushorts, 2, {1, 0, 0.2f, 1.0f / 65535}         },
      {GL_FIXED,          0, fixed,   4, {1.5f, -0.5f, 0, 1}                },
      {GL_FLOAT,          0, floats,  4, {0.5f, -2, 3, 4}                   },
   };
   for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      for (GLint size = 1; size <= 4; size++) {
         for (unsigned where = 0; where < 3; where++) { /* client, buffer, buffer at an odd offset */
            unsigned pad = where == 2 ? 3 : 0, n = (unsigned)size * cases[i].size_B;
            uint8_t memory[64] = {0};
            memcpy(memory + pad, cases[i].data, n);     /* vertex 0 */
            memcpy(memory + pad + n, cases[i].data, n); /* vertex 1 */
            GLuint vbo = 0;
            if (where) {
               glGenBuffers(1, &vbo);
               glBindBuffer(GL_ARRAY_BUFFER, vbo);
               glBufferData(GL_ARRAY_BUFFER, sizeof memory, memory, GL_STATIC_DRAW);
            }
            glVertexAttribPointer(0, size, cases[i].type, cases[i].normalized, 0,
                                  where ? (const void *)(uintptr_t)pad : memory);
            glEnableVertexAttribArray(0);
            glDrawArrays(GL_POINTS, 0, 2);
            assert_gl(GL_NO_ERROR);
            float want[4] = {0, 0, 0, 1};
            memcpy(want, cases[i].want, (size_t)size * 4);
            for (unsigned v = 0; v < 2; v++)
               for (unsigned c = 0; c < 4; c++)
                  assert_float_equal(f->m.last.attribs[v][0][c], want[c], 1e-6);
            assert_vec(f->m.last.attribs[0][1], 0, 0, 0, 1);
            glBindBuffer(GL_ARRAY_BUFFER, 0);
            glDeleteBuffers(1, &vbo);
         }
      }
   }
}

static void
current_values(void **state)
{
   struct fixture *f = *state;
   glUseProgram(fixture_program(vs2, fs1, ab));
   glVertexAttrib3f(0, 1, 2, 3);
   glVertexAttrib4fv(1, (const float[]){4, 5, 6, 7});
   glDrawArrays(GL_TRIANGLES, 0, 3);
   for (unsigned v = 0; v < 3; v++) {
      assert_vec(f->m.last.attribs[v][0], 1, 2, 3, 1);
      assert_vec(f->m.last.attribs[v][1], 4, 5, 6, 7);
   }
   glVertexAttrib1f(1, 9);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   assert_vec(f->m.last.attribs[2][0], 1, 2, 3, 1);
   assert_vec(f->m.last.attribs[2][1], 9, 0, 0, 1);
}

/** A current value that is set while its array is enabled counts once the array is disabled. */
static void
current_value_behind_an_array(void **state)
{
   struct fixture *f = *state;
   glUseProgram(fixture_program(vs2, fs1, ab));
   static const float array[3][4] = {
      {10, 11, 12, 13},
      {20, 21, 22, 23},
      {30, 31, 32, 33}
   };
   GLuint vbo;
   glGenBuffers(1, &vbo);
   glBindBuffer(GL_ARRAY_BUFFER, vbo);
   glBufferData(GL_ARRAY_BUFFER, sizeof array, array, GL_STATIC_DRAW);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   glVertexAttrib4f(1, 1, 2, 3, 4);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLES, 0, 3); /* the current values go to the driver */
   assert_vec(f->m.last.attribs[2][1], 1, 2, 3, 4);
   glEnableVertexAttribArray(1);
   glVertexAttrib4f(1, 5, 6, 7, 8);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   assert_vec(f->m.last.attribs[2][1], 30, 31, 32, 33);
   glDisableVertexAttribArray(1);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   assert_vec(f->m.last.attribs[2][0], 30, 31, 32, 33);
   assert_vec(f->m.last.attribs[2][1], 5, 6, 7, 8);
   assert_gl(GL_NO_ERROR);
   glBindBuffer(GL_ARRAY_BUFFER, 0);
   glDeleteBuffers(1, &vbo);
}

/** Interleaved client arrays with a first vertex, and with indices of each type. */
static void
client_arrays(void **state)
{
   struct fixture *f = *state;
   glUseProgram(fixture_program(vs2, fs1, ab));
   struct vertex {
      float a[3];
      uint8_t b[4];
   } *v = calloc(1000, sizeof *v);
   for (unsigned i = 0; i < 1000; i++)
      v[i] = (struct vertex){
         {(float)i, 1, 2  },
         { 255,       0, 0, 255}
      };
   glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof *v, v->a);
   glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof *v, v->b);
   glEnableVertexAttribArray(0);
   glEnableVertexAttribArray(1);
   glDrawArrays(GL_TRIANGLES, 997, 3);
   for (unsigned i = 0; i < 3; i++) {
      assert_vec(f->m.last.attribs[i][0], 997 + (float)i, 1, 2, 1);
      assert_vec(f->m.last.attribs[i][1], 1, 0, 0, 1);
   }
   static const uint8_t i8[] = {5, 200, 7};
   static const uint16_t i16[] = {995, 999, 996}, i16_low[] = {0, 999, 3};
   static const uint32_t i32[] = {995, 999, 996};
   const struct {
      GLenum type;
      const void *indices;
      float want[3];
   } cases[] = {
      {GL_UNSIGNED_BYTE,  i8,      {5, 200, 7}    },
      {GL_UNSIGNED_SHORT, i16,     {995, 999, 996}},
      {GL_UNSIGNED_SHORT, i16_low, {0, 999, 3}    },
      {GL_UNSIGNED_INT,   i32,     {995, 999, 996}},
   };
   for (unsigned k = 0; k < 2 * sizeof cases / sizeof cases[0]; k++) {
      bool in_buffer = k & 1; /* with one odd byte in front */
      GLuint ib = 0;
      const void *indices = cases[k / 2].indices;
      if (in_buffer) {
         uint8_t copy[13];
         memcpy(copy + 1, indices,
                cases[k / 2].type == GL_UNSIGNED_INT     ? 12
                : cases[k / 2].type == GL_UNSIGNED_SHORT ? 6
                                                         : 3);
         glGenBuffers(1, &ib);
         glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, ib);
         glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof copy, copy, GL_STATIC_DRAW);
         indices = (const void *)1;
      }
      glDrawElements(GL_TRIANGLES, 3, cases[k / 2].type, indices);
      assert_gl(GL_NO_ERROR);
      for (unsigned i = 0; i < 3; i++)
         assert_vec(f->m.last.attribs[i][0], cases[k / 2].want[i], 1, 2, 1);
      glDeleteBuffers(1, &ib);
   }
   /* One array in a buffer, one in client memory, indices far up. */
   GLuint vb;
   glGenBuffers(1, &vb);
   glBindBuffer(GL_ARRAY_BUFFER, vb);
   glBufferData(GL_ARRAY_BUFFER, 1000 * sizeof *v, v, GL_STATIC_DRAW);
   glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof *v, NULL);
   glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, i16);
   for (unsigned i = 0; i < 3; i++)
      assert_vec(f->m.last.attribs[i][0], i16[i], 1, 2, 1);
   free(v);
}

/** Index ranges end with their buffer; deleted buffers are not read. */
static void
out_of_range(void **state)
{
   struct fixture *f = *state;
   glUseProgram(fixture_program(vs2, fs1, ab));
   GLuint b[2];
   const uint16_t indices[4] = {0, 1, 60000, 1};
   const float v[2][4] = {
      {1, 2, 3, 4},
      {5, 6, 7, 8}
   };
   glGenBuffers(2, b);
   glBindBuffer(GL_ARRAY_BUFFER, b[0]);
   glBufferData(GL_ARRAY_BUFFER, sizeof v, v, GL_STATIC_DRAW);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, b[1]);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glDrawElements(GL_POINTS, 4, GL_UNSIGNED_SHORT, NULL);
   assert_int_equal(f->m.last.info.count, 4);
   assert_vec(f->m.last.attribs[1][0], 5, 6, 7, 8);
   glDrawElements(GL_POINTS, 1000000, GL_UNSIGNED_SHORT, (const void *)4);
   assert_int_equal(f->m.last.info.count, 2);
   unsigned draws = f->m.draws;
   glDrawElements(GL_POINTS, 1, GL_UNSIGNED_SHORT, (const void *)8);
   glDrawElements(GL_POINTS, 1, GL_UNSIGNED_SHORT, (const void *)UINTPTR_MAX);
   assert_int_equal(f->m.draws, draws);
   /* Converted arrays stop at the buffer's end as well. */
   glVertexAttribPointer(0, 3, GL_BYTE, GL_FALSE, 3, (const void *)1);
   glDrawElements(GL_POINTS, 4, GL_UNSIGNED_SHORT, NULL);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 16, (const void *)(uintptr_t)0x7ffffff0);
   glDrawArrays(GL_POINTS, 0, 2);
   assert_vec(f->m.last.attribs[0][0], 0, 0, 0, 1);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 16, (const void *)16);
   glDeleteBuffers(1, &b[0]);
   glDrawArrays(GL_POINTS, 0, 1);
   assert_vec(f->m.last.attribs[0][0], 0, 0, 0, 1);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
   glDrawElements(GL_POINTS, 3, GL_UNSIGNED_SHORT, NULL); /* null client indices */
   assert_gl(GL_NO_ERROR);
}

static void
repeated_draws_cost_nothing(void **state)
{
   struct fixture *f = *state;
   static const char vs[] =
      "attribute vec4 a; uniform mat4 m; varying vec2 t; void main() { t = a.xy; gl_Position = m * a; }";
   static const char fs[] = "precision mediump float; varying vec2 t; uniform sampler2D s; uniform vec4 c;"
                            "void main() { gl_FragColor = texture2D(s, t) * c; }";
   GLuint p = fixture_program(vs, fs, ab), b, t;
   const float v[3][4] = {{0}};
   const GLushort idx[3] = {0, 1, 2};
   glUseProgram(p);
   glGenBuffers(1, &b);
   glBindBuffer(GL_ARRAY_BUFFER, b);
   glBufferData(GL_ARRAY_BUFFER, sizeof v, v, GL_STATIC_DRAW);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   GLuint ib;
   glGenBuffers(1, &ib);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, ib);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof idx, idx, GL_STATIC_DRAW);
   glGenTextures(1, &t);
   glBindTexture(GL_TEXTURE_2D, t);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, NULL);
   unsigned calls = f->m.state_calls, maps = f->m.maps, resources = f->m.resources, draws = f->m.draws;
   for (unsigned i = 0; i < 5; i++) {
      glDrawArrays(GL_TRIANGLES, 0, 3);
      glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, NULL);
      glEnable(GL_DITHER); /* what is set already */
      glUseProgram(p);
      glBindTexture(GL_TEXTURE_2D, t);
      glUniform4f(glGetUniformLocation(p, "c"), 0, 0, 0, 0);
   }
   assert_int_equal(f->m.draws, draws + 10);
   assert_int_equal(f->m.state_calls, calls);
   assert_int_equal(f->m.maps, maps);
   assert_int_equal(f->m.resources, resources);
   /* One changed uniform is one call. */
   glUniform4f(glGetUniformLocation(p, "c"), 1, 2, 3, 4);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   assert_int_equal(f->m.state_calls, calls + 1);
   /* Two states in turn: bound from the cache, not created again. */
   for (unsigned i = 0; i < 4; i++) {
      (i & 1 ? glEnable : glDisable)(GL_BLEND);
      glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
      glDrawArrays(GL_TRIANGLES, 0, 3);
   }
   unsigned csos = f->m.csos;
   glDisable(GL_BLEND);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   assert_int_equal(f->m.csos, csos);
   assert_gl(GL_NO_ERROR);
}

static void
fixed_state_reaches_the_driver(void **state)
{
   struct fixture *f = *state;
   const struct mock_draw *d = &f->m.last;
   glUseProgram(fixture_program(vs2, fs1, ab));
   glViewport(2, 4, 6, 8);
   glDepthRangef(0.25f, 0.75f);
   glEnable(GL_SCISSOR_TEST);
   glScissor(-5, 3, 10, 1000);
   glEnable(GL_CULL_FACE);
   glCullFace(GL_FRONT);
   glFrontFace(GL_CW);
   glEnable(GL_POLYGON_OFFSET_FILL);
   glPolygonOffset(2, 3);
   glEnable(GL_BLEND);
   glBlendFuncSeparate(GL_DST_ALPHA, GL_ONE_MINUS_DST_ALPHA, GL_SRC_ALPHA_SATURATE, GL_CONSTANT_COLOR);
   glBlendEquationSeparate(GL_FUNC_REVERSE_SUBTRACT, GL_MAX_EXT);
   glColorMask(GL_TRUE, GL_FALSE, GL_TRUE, GL_FALSE);
   glEnable(GL_DEPTH_TEST);
   glDepthFunc(GL_GEQUAL);
   glEnable(GL_STENCIL_TEST);
   glStencilFuncSeparate(GL_BACK, GL_NOTEQUAL, 300, 0x1f3);
   glStencilOpSeparate(GL_BACK, GL_INVERT, GL_INCR_WRAP, GL_DECR);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   assert_gl(GL_NO_ERROR);
   assert_float_equal(d->viewport.scale[0], 3, 0);
   assert_float_equal(d->viewport.translate[0], 5, 0);
   assert_float_equal(d->viewport.scale[1], 4, 0);
   assert_float_equal(d->viewport.translate[1], 8, 0);
   assert_float_equal(d->viewport.scale[2], 0.25, 0);
   assert_float_equal(d->viewport.translate[2], 0.5, 0);
   assert_true(d->rast.scissor);
   assert_int_equal(d->scissor.minx, 0);
   assert_int_equal(d->scissor.maxx, 5);
   assert_int_equal(d->scissor.miny, 3);
   assert_int_equal(d->scissor.maxy, 16);
   assert_false(d->rast.front_ccw);
   assert_int_equal(d->rast.cull_face, PIPE_FACE_FRONT);
   assert_true(d->rast.offset_tri && d->rast.offset_scale == 2 && d->rast.offset_units == 3);
   assert_int_equal(d->blend.rt[0].colormask, PIPE_MASK_R | PIPE_MASK_B);
   assert_int_equal(d->blend.rt[0].rgb_func, PIPE_BLEND_REVERSE_SUBTRACT);
   assert_int_equal(d->blend.rt[0].alpha_func, PIPE_BLEND_MAX);
   assert_int_equal(d->blend.rt[0].rgb_src_factor, PIPE_BLENDFACTOR_DST_ALPHA);
   assert_int_equal(d->blend.rt[0].rgb_dst_factor, PIPE_BLENDFACTOR_INV_DST_ALPHA);
   assert_int_equal(d->blend.rt[0].alpha_src_factor, PIPE_BLENDFACTOR_ONE);
   assert_int_equal(d->blend.rt[0].alpha_dst_factor, PIPE_BLENDFACTOR_CONST_COLOR);
   assert_true(d->dsa.depth_enabled && d->dsa.depth_func == PIPE_FUNC_GEQUAL && d->dsa.depth_writemask);
   assert_true(d->dsa.stencil[0].enabled && d->dsa.stencil[1].enabled);
   assert_int_equal(d->dsa.stencil[0].func, PIPE_FUNC_ALWAYS);
   assert_int_equal(d->dsa.stencil[1].func, PIPE_FUNC_NOTEQUAL);
   assert_int_equal(d->dsa.stencil[1].valuemask, 0xf3);
   assert_int_equal(d->dsa.stencil[1].fail_op, PIPE_STENCIL_OP_INVERT);
   assert_int_equal(d->dsa.stencil[1].zfail_op, PIPE_STENCIL_OP_INCR_WRAP);
   assert_int_equal(d->dsa.stencil[1].zpass_op, PIPE_STENCIL_OP_DECR);

   /* A target without alpha, depth and stencil. */
   GLuint fbo, rb;
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGB565, 8, 4);
   glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   assert_gl(GL_NO_ERROR);
   assert_false(d->dsa.depth_enabled || d->dsa.stencil[0].enabled);
   assert_int_equal(d->blend.rt[0].rgb_src_factor, PIPE_BLENDFACTOR_ONE);
   assert_int_equal(d->blend.rt[0].rgb_dst_factor, PIPE_BLENDFACTOR_ZERO);
   assert_int_equal(d->scissor.maxy, 4);
   assert_int_equal(d->fb.width, 8);
   assert_int_equal(d->fb.height, 4);
}

static void
window_resize(void **state)
{
   struct fixture *f = *state;
   glUseProgram(fixture_program(vs2, fs1, ab));
   glDrawArrays(GL_POINTS, 0, 1);
   assert_int_equal(f->m.last.fb.width, 16);
   assert_true(st_framebuffer_resize(f->fb, 40, 24));
   glDrawArrays(GL_POINTS, 0, 1);
   assert_int_equal(f->m.last.fb.width, 40);
   assert_int_equal(f->m.last.fb.height, 24);
   assert_ptr_equal(f->m.last.fb.cbufs[0].texture, st_framebuffer_color(f->fb));
   f->m.fail_resources_in = 2;
   assert_false(st_framebuffer_resize(f->fb, 50, 50));
   assert_int_equal(st_framebuffer_get_desc(f->fb)->width, 40);
   st_make_current(f->ctx, NULL, NULL);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_UNDEFINED_OES);
   glDrawArrays(GL_POINTS, 0, 1);
   assert_gl(GL_INVALID_FRAMEBUFFER_OPERATION);
   glClear(GL_COLOR_BUFFER_BIT);
   assert_gl(GL_INVALID_FRAMEBUFFER_OPERATION);
}

#define T(f) cmocka_unit_test_setup_teardown(f, fixture_setup, fixture_teardown)

int
main(void)
{
   const struct CMUnitTest tests[] = {
      T(attribute_formats),
      T(current_values),
      T(current_value_behind_an_array),
      T(client_arrays),
      T(out_of_range),
      T(repeated_draws_cost_nothing),
      T(fixed_state_reaches_the_driver),
      T(window_resize),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
