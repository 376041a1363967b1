/* SPDX-License-Identifier: MIT
 *
 * The state tables of ES 3.0.6 (6.2 to 6.36) as far as 2.0 does not have them: what each value is in a fresh context or object and after it
 * was set, in every type that a query can return, and the limits against the least that the tables allow.
 */
#include "gl_state.h"

static void
pixel_storage(void **state) /* table 6.18 */
{
   STATE(GL_UNPACK_IMAGE_HEIGHT, V(0), glPixelStorei(GL_UNPACK_IMAGE_HEIGHT, 17), V(17));
   STATE(GL_UNPACK_SKIP_IMAGES, V(0), glPixelStorei(GL_UNPACK_SKIP_IMAGES, 3), V(3));
   STATE(GL_UNPACK_ROW_LENGTH, V(0), glPixelStorei(GL_UNPACK_ROW_LENGTH, 9), V(9));
   STATE(GL_UNPACK_SKIP_ROWS, V(0), glPixelStorei(GL_UNPACK_SKIP_ROWS, 2), V(2));
   STATE(GL_UNPACK_SKIP_PIXELS, V(0), glPixelStorei(GL_UNPACK_SKIP_PIXELS, 5), V(5));
   STATE(GL_PACK_ROW_LENGTH, V(0), glPixelStorei(GL_PACK_ROW_LENGTH, 8), V(8));
   STATE(GL_PACK_SKIP_ROWS, V(0), glPixelStorei(GL_PACK_SKIP_ROWS, 1), V(1));
   STATE(GL_PACK_SKIP_PIXELS, V(0), glPixelStorei(GL_PACK_SKIP_PIXELS, 4), V(4));
   STATE(GL_READ_BUFFER, V(GL_BACK), glReadBuffer(GL_NONE), V(GL_NONE));
}

static void
drawing(void **state) /* tables 6.2, 6.5, 6.13, 6.27 */
{
   static const GLenum none = GL_NONE;
   CAPABILITY(GL_PRIMITIVE_RESTART_FIXED_INDEX, 0);
   CAPABILITY(GL_RASTERIZER_DISCARD, 0);
   STATE(GL_DRAW_BUFFER0, V(GL_BACK), glDrawBuffers(1, &none), V(GL_NONE));
   check(GL_DRAW_BUFFER3, PLAIN, V(GL_NONE), __LINE__);
   STATE(GL_FRAGMENT_SHADER_DERIVATIVE_HINT, V(GL_DONT_CARE),
         glHint(GL_FRAGMENT_SHADER_DERIVATIVE_HINT, GL_FASTEST), V(GL_FASTEST));
   STATE_OF(COLOR, GL_COLOR_CLEAR_VALUE, V(0, 0, 0, 0), glClearColor(1, -1, 0.25f, 0.5f),
            V(1, -1, 0.25, 0.5));
}

static void
bindings(void **state)
{
   static const struct {
      GLenum target, pname;
   } buffers[] = {
      {GL_COPY_READ_BUFFER,          GL_COPY_READ_BUFFER_BINDING         },
      {GL_COPY_WRITE_BUFFER,         GL_COPY_WRITE_BUFFER_BINDING        },
      {GL_PIXEL_PACK_BUFFER,         GL_PIXEL_PACK_BUFFER_BINDING        },
      {GL_PIXEL_UNPACK_BUFFER,       GL_PIXEL_UNPACK_BUFFER_BINDING      },
      {GL_TRANSFORM_FEEDBACK_BUFFER, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING},
      {GL_UNIFORM_BUFFER,            GL_UNIFORM_BUFFER_BINDING           },
   };
   GLuint names[2], name;
   for (unsigned i = 0; i < sizeof buffers / sizeof buffers[0]; i++)
      STATE(buffers[i].pname, V(0), glBindBuffer(buffers[i].target, 60 + i), V(60 + i));
   STATE(GL_TEXTURE_BINDING_3D, V(0), glBindTexture(GL_TEXTURE_3D, 21), V(21));
   STATE(GL_TEXTURE_BINDING_2D_ARRAY, V(0), glBindTexture(GL_TEXTURE_2D_ARRAY, 22), V(22));
   glActiveTexture(GL_TEXTURE7);
   check(GL_TEXTURE_BINDING_3D, PLAIN, V(0), __LINE__);
   glGenSamplers(1, &name);
   STATE(GL_SAMPLER_BINDING, V(0), glBindSampler(7, name), V(name));
   glActiveTexture(GL_TEXTURE0);
   check(GL_SAMPLER_BINDING, PLAIN, V(0), __LINE__);
   glGenVertexArrays(1, &name);
   STATE(GL_VERTEX_ARRAY_BINDING, V(0), glBindVertexArray(name), V(name));
   glGenTransformFeedbacks(1, &name);
   STATE(GL_TRANSFORM_FEEDBACK_BINDING, V(0), glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, name), V(name));
   check(GL_TRANSFORM_FEEDBACK_ACTIVE, PLAIN, V(0), __LINE__);
   check(GL_TRANSFORM_FEEDBACK_PAUSED, PLAIN, V(0), __LINE__);
   glGenFramebuffers(2, names);
   STATE(GL_READ_FRAMEBUFFER_BINDING, V(0), glBindFramebuffer(GL_READ_FRAMEBUFFER, names[0]), V(names[0]));
   STATE(GL_DRAW_FRAMEBUFFER_BINDING, V(0), glBindFramebuffer(GL_DRAW_FRAMEBUFFER, names[1]), V(names[1]));
   check(GL_READ_FRAMEBUFFER_BINDING, PLAIN, V(names[0]), __LINE__);
   check(GL_READ_BUFFER, PLAIN, V(GL_COLOR_ATTACHMENT0), __LINE__);
   check(GL_DRAW_BUFFER0, PLAIN, V(GL_COLOR_ATTACHMENT0), __LINE__);
}

/** A parameter of a texture, set and told by each type; glGetTexParameterfv tells integers exactly, too. */
static void
texture_parameter(GLenum target, GLenum pname, double initial, double set)
{
   GLint i = -7;
   GLfloat f = -7;
   glGetTexParameteriv(target, pname, &i);
   glGetTexParameterfv(target, pname, &f);
   assert_true(i == (GLint)initial && f == (GLfloat)initial);
   glTexParameteri(target, pname, (GLint)set);
   glGetTexParameterfv(target, pname, &f);
   assert_true(f == (GLfloat)(GLint)set);
   f = (GLfloat)set;
   glTexParameterfv(target, pname, &f);
   glGetTexParameteriv(target, pname, &i);
   assert_int_equal(i, (GLint)rint(set));
   assert_gl(GL_NO_ERROR);
}

static void
textures(void **state) /* tables 6.8 to 6.10 */
{
   static const GLenum targets[] = {GL_TEXTURE_2D, GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP};
   for (unsigned t = 0; t < sizeof targets / sizeof targets[0]; t++) {
      const GLenum target = targets[t];
      GLint v = -7;
      glBindTexture(target, 30 + t);
      texture_parameter(target, GL_TEXTURE_MIN_LOD, -1000, 2.75);
      texture_parameter(target, GL_TEXTURE_MAX_LOD, 1000, -3.25);
      texture_parameter(target, GL_TEXTURE_BASE_LEVEL, 0, 3);
      texture_parameter(target, GL_TEXTURE_MAX_LEVEL, 1000, 5);
      texture_parameter(target, GL_TEXTURE_COMPARE_MODE, GL_NONE, GL_COMPARE_REF_TO_TEXTURE);
      texture_parameter(target, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL, GL_NOTEQUAL);
      texture_parameter(target, GL_TEXTURE_WRAP_R, GL_REPEAT, GL_MIRRORED_REPEAT);
      for (GLenum c = 0; c < 4; c++)
         texture_parameter(target, GL_TEXTURE_SWIZZLE_R + c, GL_RED + c, c & 1 ? GL_ZERO : GL_ONE);
      glGetTexParameteriv(target, GL_TEXTURE_IMMUTABLE_LEVELS, &v);
      assert_int_equal(v, 0);
      glGetTexParameteriv(target, GL_TEXTURE_IMMUTABLE_FORMAT, &v);
      assert_int_equal(v, GL_FALSE);
   }
}

static GLint
attrib(GLuint i, GLenum pname)
{
   GLint v = -7, w = -7;
   GLuint u = 7;
   glGetVertexAttribiv(i, pname, &v);
   glGetVertexAttribIiv(i, pname, &w);
   glGetVertexAttribIuiv(i, pname, &u);
   assert_true(v == w && (GLuint)v == u);
   return v;
}

static void
vertex_attributes(void **state) /* table 6.2 */
{
   for (GLuint i = 0; i < 16; i++) {
      const GLint values[4] = {-2147483647 - 1, 16777217, -1, (GLint)i};
      GLint got[4];
      assert_int_equal(attrib(i, GL_VERTEX_ATTRIB_ARRAY_INTEGER), 0);
      assert_int_equal(attrib(i, GL_VERTEX_ATTRIB_ARRAY_DIVISOR), 0);
      glVertexAttribIPointer(i, 2, GL_INT, 8, NULL);
      glVertexAttribDivisor(i, i + 1);
      assert_int_equal(attrib(i, GL_VERTEX_ATTRIB_ARRAY_INTEGER), 1);
      assert_int_equal(attrib(i, GL_VERTEX_ATTRIB_ARRAY_DIVISOR), i + 1);
      glVertexAttribI4iv(i, values);
      glGetVertexAttribIiv(i, GL_CURRENT_VERTEX_ATTRIB, got);
      assert_memory_equal(got, values, sizeof got);
   }
   assert_gl(GL_NO_ERROR);
}

static void
buffers(void **state) /* table 6.3 */
{
   GLint v = -7;
   GLint64 l = -7;
   void *p = NULL, *q = &v;
   glBindBuffer(GL_COPY_READ_BUFFER, 5);
   glBufferData(GL_COPY_READ_BUFFER, 100, NULL, GL_DYNAMIC_COPY);
   static const struct {
      GLenum pname;
      GLint fresh, mapped;
   } rows[] = {
      {GL_BUFFER_SIZE,         100,             100                                         },
      {GL_BUFFER_USAGE,        GL_DYNAMIC_COPY, GL_DYNAMIC_COPY                             },
      {GL_BUFFER_ACCESS_FLAGS, 0,               GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT},
      {GL_BUFFER_MAPPED,       0,               1                                           },
      {GL_BUFFER_MAP_OFFSET,   0,               12                                          },
      {GL_BUFFER_MAP_LENGTH,   0,               34                                          },
   };
   for (unsigned mapped = 0; mapped < 3; mapped++) { /* before, while and after */
      if (mapped == 1)
         p = glMapBufferRange(GL_COPY_READ_BUFFER, 12, 34, GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT);
      else if (mapped == 2)
         assert_true(glUnmapBuffer(GL_COPY_READ_BUFFER));
      for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
         glGetBufferParameteriv(GL_COPY_READ_BUFFER, rows[i].pname, &v);
         glGetBufferParameteri64v(GL_COPY_READ_BUFFER, rows[i].pname, &l);
         assert_int_equal(v, mapped == 1 ? rows[i].mapped : rows[i].fresh);
         assert_true(l == v);
      }
      glGetBufferPointerv(GL_COPY_READ_BUFFER, GL_BUFFER_MAP_POINTER, &q);
      assert_ptr_equal(q, mapped == 1 ? p : NULL);
   }
   assert_gl(GL_NO_ERROR);
}

/** Points with an index: what is bound, and which part (tables 6.24 and 6.33). */
static void
indexed(void **state)
{
   static const GLenum rows[2][4] = {
      {GL_UNIFORM_BUFFER,            GL_UNIFORM_BUFFER_BINDING,            GL_UNIFORM_BUFFER_START,            GL_UNIFORM_BUFFER_SIZE},
      {GL_TRANSFORM_FEEDBACK_BUFFER, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, GL_TRANSFORM_FEEDBACK_BUFFER_START,
       GL_TRANSFORM_FEEDBACK_BUFFER_SIZE                                                                                             },
   };
   for (unsigned i = 0; i < 2; i++) {
      for (unsigned bound = 0; bound < 2; bound++) {
         const GLint want[3] = {bound ? 9 : 0, bound ? 256 : 0, bound ? 64 : 0};
         if (bound)
            glBindBufferRange(rows[i][0], 2, 9, 256, 64);
         for (unsigned k = 0; k < 3; k++) {
            GLint v = -7;
            GLint64 l = -7;
            glGetIntegeri_v(rows[i][1 + k], 2, &v);
            glGetInteger64i_v(rows[i][1 + k], 2, &l);
            assert_true(v == want[k] && l == want[k]);
            glGetIntegeri_v(rows[i][1 + k], 1, &v);
            assert_int_equal(v, 0);
         }
      }
   }
   assert_gl(GL_NO_ERROR);
}

static void
limits(void **state) /* tables 6.28 to 6.34 */
{
   static const struct {
      GLenum pname;
      double least;
   } all[] = {
      {GL_MAX_ELEMENT_INDEX,                             16777215        },
      {GL_MAX_3D_TEXTURE_SIZE,                           256             },
      {GL_MAX_TEXTURE_SIZE,                              2048            },
      {GL_MAX_ARRAY_TEXTURE_LAYERS,                      256             },
      {GL_MAX_TEXTURE_LOD_BIAS,                          2               },
      {GL_MAX_CUBE_MAP_TEXTURE_SIZE,                     2048            },
      {GL_MAX_RENDERBUFFER_SIZE,                         2048            },
      {GL_MAX_DRAW_BUFFERS,                              4               },
      {GL_MAX_COLOR_ATTACHMENTS,                         4               },
      {GL_MAX_ELEMENTS_INDICES,                          1               },
      {GL_MAX_ELEMENTS_VERTICES,                         1               },
      {GL_NUM_COMPRESSED_TEXTURE_FORMATS,                10              },
      {GL_NUM_PROGRAM_BINARY_FORMATS,                    0               },
      {GL_MAX_SERVER_WAIT_TIMEOUT,                       0               },
      {GL_MAX_VERTEX_ATTRIBS,                            16              },
      {GL_MAX_VERTEX_UNIFORM_COMPONENTS,                 1024            },
      {GL_MAX_VERTEX_UNIFORM_VECTORS,                    256             },
      {GL_MAX_VERTEX_UNIFORM_BLOCKS,                     12              },
      {GL_MAX_VERTEX_OUTPUT_COMPONENTS,                  64              },
      {GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS,                16              },
      {GL_MAX_FRAGMENT_UNIFORM_COMPONENTS,               896             },
      {GL_MAX_FRAGMENT_UNIFORM_VECTORS,                  224             },
      {GL_MAX_FRAGMENT_UNIFORM_BLOCKS,                   12              },
      {GL_MAX_FRAGMENT_INPUT_COMPONENTS,                 60              },
      {GL_MAX_TEXTURE_IMAGE_UNITS,                       16              },
      {GL_MAX_PROGRAM_TEXEL_OFFSET,                      7               },
      {GL_MAX_UNIFORM_BUFFER_BINDINGS,                   24              },
      {GL_MAX_UNIFORM_BLOCK_SIZE,                        16384           },
      {GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT,               1               },
      {GL_MAX_COMBINED_UNIFORM_BLOCKS,                   24              },
      {GL_MAX_COMBINED_VERTEX_UNIFORM_COMPONENTS,        12 * 4096 + 1024},
      {GL_MAX_COMBINED_FRAGMENT_UNIFORM_COMPONENTS,      12 * 4096 + 896 },
      {GL_MAX_VARYING_COMPONENTS,                        60              },
      {GL_MAX_VARYING_VECTORS,                           15              },
      {GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS,              32              },
      {GL_MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS, 64              },
      {GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS,       4               },
      {GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS,    4               },
   };
   for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
      GLfloat f = -1;
      GLint64 l = -1;
      glGetFloatv(all[i].pname, &f);
      glGetInteger64v(all[i].pname, &l);
      if (!((double)f >= all[i].least && (double)l >= all[i].least))
         fail_msg("limit 0x%x is %g, %lld, less than %g", all[i].pname, (double)f, (long long)l,
                  all[i].least);
      check(all[i].pname, COUNT, V((double)l), __LINE__);
   }
   GLint v = 0;
   glGetIntegerv(GL_MIN_PROGRAM_TEXEL_OFFSET, &v);
   check(GL_MIN_PROGRAM_TEXEL_OFFSET, PLAIN, V(v), __LINE__);
   assert_true(v <= -8);
   glGetIntegerv(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT, &v);
   assert_true(v <= 256);
   check(GL_MAX_ELEMENT_INDEX, COUNT, V(4294967295.0), __LINE__);
   check(GL_MAX_SHADER_COMPILER_THREADS_KHR, PLAIN, V(-1), __LINE__); /* 0xffffffff, in every type */
   check(GL_MAJOR_VERSION, PLAIN, V(3), __LINE__);
   check(GL_MINOR_VERSION, PLAIN, V(0), __LINE__);
}

#define ES3(name) cmocka_unit_test_setup_teardown(name, fixture_setup_gles3, fixture_teardown)

int
main(void)
{
   const struct CMUnitTest tests[] = {
      ES3(pixel_storage),     ES3(drawing), ES3(bindings), ES3(textures),
      ES3(vertex_attributes), ES3(buffers), ES3(indexed),  ES3(limits),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
