/* SPDX-License-Identifier: MIT
 *
 * Every command of OpenGL ES 2.0 and 3.0 with bad arguments: exactly the error that is named for it, and nothing
 * changes (ES 2.0.25 2.5). The calls stand in gl-command-errors.txt and, for contexts of 3.0, gl-command-errors-300.txt.
 */
#include "gl_fixture.h"

#include <stdio.h>

/* What surrounds a call. */
enum scene {
   SCENE_PLAIN,      /* everything is bound, the window's framebuffer too */
   SCENE_NONE,       /* nothing is */
   SCENE_FBO,        /* as PLAIN with a complete framebuffer object */
   SCENE_RGB,        /* one that has no alpha */
   SCENE_DEPTH,      /* one with depth alone, if that is complete */
   SCENE_INCOMPLETE, /* one without attachments */
   SCENE_THREE,      /* as PLAIN with P3 current and buffers for what it captures */
};

/** What the arguments may name. */
struct names {
   GLuint T, C, R, B, F, P, Q, VS, FS, S; /* P is linked from VS and FS; S is attached nowhere */
   GLuint junk, zero, names[4];
   /* of version 3.0 */
   GLuint VA, SM, QU, XF, P3, A3, M3;
   GLsync SY;
   GLint uu, um23;
   GLint64 lv[8];
   GLint uf, u2, u3, u4, ui, ui2, ui3, ui4, ub, us, ufa, um2, um3, um4;
   GLint iv[64], minus[1];
   GLfloat fv[64];
   GLboolean bv[64];
   GLenum ev[4];
   void *pv;
   uint8_t px[1024];
   char text[64];
   const char *sources[1];
};

struct row {
   unsigned line;
   const char *call;
   enum scene scene;
   GLenum error;
   void (*make)(struct names *e);
};

#include "gl_command_rows.h"

static GLuint
framebuffer(enum scene scene)
{
   GLuint f, t;
   glGenFramebuffers(1, &f);
   glBindFramebuffer(GL_FRAMEBUFFER, f);
   glGenTextures(1, &t);
   glBindTexture(GL_TEXTURE_2D, t);
   GLenum format = scene == SCENE_RGB ? GL_RGB : scene == SCENE_DEPTH ? GL_DEPTH_COMPONENT : GL_RGBA;
   glTexImage2D(GL_TEXTURE_2D, 0, (GLint)format, 8, 8, 0, format,
                scene == SCENE_DEPTH ? GL_UNSIGNED_SHORT : GL_UNSIGNED_BYTE, NULL);
   if (scene != SCENE_INCOMPLETE)
      glFramebufferTexture2D(GL_FRAMEBUFFER,
                             scene == SCENE_DEPTH ? GL_DEPTH_ATTACHMENT : GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                             t, 0);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   return f;
}

/** What version 3.0 has beyond: bound are a 3D texture, an array texture, and the program in its scene. */
static void
arrange_300(struct names *e, enum scene scene)
{
   static const char vs[] =
      "#version 300 es\n"
      "in vec4 a; uniform B { vec4 v; }; uniform uint u; uniform mat2x3 m; out vec4 w;\n"
      "void main() { gl_Position = a; w = v + vec4(u) + m[1].xyzz; }";
   static const char fs[] = "#version 300 es\n"
                            "precision highp float; in vec4 w; out vec4 c; void main() { c = w; }";
   static const char *const captured[] = {"gl_Position", "w"};
   GLuint b;
   const GLuint v = fixture_shader(GL_VERTEX_SHADER, vs), f = fixture_shader(GL_FRAGMENT_SHADER, fs);
   e->P3 = glCreateProgram();
   glAttachShader(e->P3, v);
   glAttachShader(e->P3, f);
   glTransformFeedbackVaryings(e->P3, 2, captured, GL_SEPARATE_ATTRIBS);
   glLinkProgram(e->P3);
   e->uu = glGetUniformLocation(e->P3, "u");
   e->um23 = glGetUniformLocation(e->P3, "m");
   assert_true(e->uu >= 0 && e->um23 >= 0);
   glGenVertexArrays(1, &e->VA);
   glGenSamplers(1, &e->SM);
   glGenTransformFeedbacks(1, &e->XF);
   glGenQueries(1, &e->QU);
   glBeginQuery(GL_ANY_SAMPLES_PASSED, e->QU);
   glEndQuery(GL_ANY_SAMPLES_PASSED);
   e->SY = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
   assert_non_null(e->SY);
   glGenTextures(1, &e->A3);
   glBindTexture(GL_TEXTURE_2D_ARRAY, e->A3);
   glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA8, 4, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glGenTextures(1, &e->M3);
   glBindTexture(GL_TEXTURE_3D, e->M3);
   glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, 4, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   if (scene == SCENE_THREE) {
      glUseProgram(e->P3);
      glGenBuffers(1, &b);
      for (GLuint i = 0; i < 2; i++)
         glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, i, b);
      glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 64, NULL, GL_STATIC_READ);
   }
   assert_gl(GL_NO_ERROR);
}

/** Objects of every kind, bound or not. */
static void
arrange(struct names *e, enum scene scene)
{
   static const char vs[] = "attribute vec4 a; void main() { gl_Position = a; }";
   static const char fs[] =
      "precision highp float; uniform float f, fa[3]; uniform vec2 v2; uniform vec3 v3; uniform vec4 v4;"
      " uniform int i; uniform ivec2 i2; uniform ivec3 i3; uniform ivec4 i4; uniform bool b;"
      " uniform mat2 m2; uniform mat3 m3; uniform mat4 m4; uniform sampler2D s;"
      " void main() { gl_FragColor = vec4(f + fa[0] + fa[1] + fa[2]) + v2.xyxy + v3.xyzz + v4 + vec4(i)"
      " + vec4(i2.xyxy) + vec4(i3.xyzz) + vec4(i4) + vec4(b) + vec4(m2[0], m2[1]) + m3[0].xyzz"
      " + m3[1].xxyz + m3[2].xyzz + m4 * v4 + texture2D(s, v2); }";
   static const uint8_t indices[256] = {0, 1, 2};
   memset(e, 0, sizeof *e);
   e->junk = 12345;
   e->minus[0] = -1;
   e->sources[0] = vs;
   e->VS = fixture_shader(GL_VERTEX_SHADER, vs);
   e->FS = fixture_shader(GL_FRAGMENT_SHADER, fs);
   e->S = glCreateShader(GL_VERTEX_SHADER);
   e->Q = glCreateProgram();
   e->P = glCreateProgram();
   glAttachShader(e->P, e->VS);
   glAttachShader(e->P, e->FS);
   glLinkProgram(e->P);
   const struct {
      const char *name;
      GLint *at;
   } uniforms[] = {
      {"f",  &e->uf },
      {"v2", &e->u2 },
      {"v3", &e->u3 },
      {"v4", &e->u4 },
      {"i",  &e->ui },
      {"i2", &e->ui2},
      {"i3", &e->ui3},
      {"i4", &e->ui4},
      {"b",  &e->ub },
      {"s",  &e->us },
      {"fa", &e->ufa},
      {"m2", &e->um2},
      {"m3", &e->um3},
      {"m4", &e->um4},
   };
   for (unsigned i = 0; i < sizeof uniforms / sizeof uniforms[0]; i++) {
      *uniforms[i].at = glGetUniformLocation(e->P, uniforms[i].name);
      assert_true(*uniforms[i].at >= 0);
   }
   e->F = framebuffer(scene);
   glGenTextures(1, &e->C);
   glBindTexture(GL_TEXTURE_CUBE_MAP, e->C);
   for (GLenum i = 0; i < 6; i++)
      glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + i, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glGenTextures(1, &e->T);
   glBindTexture(GL_TEXTURE_2D, e->T);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glGenRenderbuffers(1, &e->R);
   glBindRenderbuffer(GL_RENDERBUFFER, e->R);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA4, 4, 4);
   GLuint element;
   glGenBuffers(1, &element);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, element);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
   glGenBuffers(1, &e->B);
   glBindBuffer(GL_ARRAY_BUFFER, e->B);
   glBufferData(GL_ARRAY_BUFFER, 256, NULL, GL_DYNAMIC_DRAW);
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
   glEnableVertexAttribArray(0);
   glUseProgram(e->P);
   if (scene == SCENE_NONE) {
      glBindTexture(GL_TEXTURE_2D, 0);
      glBindTexture(GL_TEXTURE_CUBE_MAP, 0);
      glBindRenderbuffer(GL_RENDERBUFFER, 0);
      glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
      glBindBuffer(GL_ARRAY_BUFFER, 0);
      glUseProgram(0);
   } else if (scene != SCENE_PLAIN && scene != SCENE_THREE) {
      glBindFramebuffer(GL_FRAMEBUFFER, e->F);
   }
   assert_gl(GL_NO_ERROR);
}

/* ---- all state that can be asked for ------------------------------------------------------------------- */

static const GLenum state_names[] = {
   GL_ACTIVE_TEXTURE,
   GL_ARRAY_BUFFER_BINDING,
   GL_BLEND,
   GL_BLEND_COLOR,
   GL_BLEND_DST_ALPHA,
   GL_BLEND_DST_RGB,
   GL_BLEND_EQUATION_ALPHA,
   GL_BLEND_EQUATION_RGB,
   GL_BLEND_SRC_ALPHA,
   GL_BLEND_SRC_RGB,
   GL_COLOR_CLEAR_VALUE,
   GL_COLOR_WRITEMASK,
   GL_CULL_FACE,
   GL_CULL_FACE_MODE,
   GL_CURRENT_PROGRAM,
   GL_DEPTH_CLEAR_VALUE,
   GL_DEPTH_FUNC,
   GL_DEPTH_RANGE,
   GL_DEPTH_TEST,
   GL_DEPTH_WRITEMASK,
   GL_DITHER,
   GL_ELEMENT_ARRAY_BUFFER_BINDING,
   GL_FRAMEBUFFER_BINDING,
   GL_FRONT_FACE,
   GL_GENERATE_MIPMAP_HINT,
   GL_LINE_WIDTH,
   GL_PACK_ALIGNMENT,
   GL_POLYGON_OFFSET_FACTOR,
   GL_POLYGON_OFFSET_FILL,
   GL_POLYGON_OFFSET_UNITS,
   GL_RENDERBUFFER_BINDING,
   GL_SAMPLE_ALPHA_TO_COVERAGE,
   GL_SAMPLE_COVERAGE,
   GL_SAMPLE_COVERAGE_INVERT,
   GL_SAMPLE_COVERAGE_VALUE,
   GL_SCISSOR_BOX,
   GL_SCISSOR_TEST,
   GL_STENCIL_BACK_FAIL,
   GL_STENCIL_BACK_FUNC,
   GL_STENCIL_BACK_PASS_DEPTH_FAIL,
   GL_STENCIL_BACK_PASS_DEPTH_PASS,
   GL_STENCIL_BACK_REF,
   GL_STENCIL_BACK_VALUE_MASK,
   GL_STENCIL_BACK_WRITEMASK,
   GL_STENCIL_CLEAR_VALUE,
   GL_STENCIL_FAIL,
   GL_STENCIL_FUNC,
   GL_STENCIL_PASS_DEPTH_FAIL,
   GL_STENCIL_PASS_DEPTH_PASS,
   GL_STENCIL_REF,
   GL_STENCIL_TEST,
   GL_STENCIL_VALUE_MASK,
   GL_STENCIL_WRITEMASK,
   GL_TEXTURE_BINDING_2D,
   GL_TEXTURE_BINDING_CUBE_MAP,
   GL_UNPACK_ALIGNMENT,
   GL_VIEWPORT,
};

struct snapshot {
   GLfloat value[sizeof state_names / sizeof state_names[0]][4];
   GLint attrib[16][6], attached[2][2], object[24], texture[2][4], shaders;
   void *pointer[16];
   GLfloat current[16][4], uniform[14][16];
   char source[100];
};

/** Reads all of it. Raises no error. */
static void
take(const struct names *e, enum scene scene, struct snapshot *o)
{
   static const GLenum attribs[] = {GL_VERTEX_ATTRIB_ARRAY_ENABLED,    GL_VERTEX_ATTRIB_ARRAY_SIZE,
                                    GL_VERTEX_ATTRIB_ARRAY_STRIDE,     GL_VERTEX_ATTRIB_ARRAY_TYPE,
                                    GL_VERTEX_ATTRIB_ARRAY_NORMALIZED, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING};
   static const GLenum parameters[] = {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER, GL_TEXTURE_WRAP_S,
                                       GL_TEXTURE_WRAP_T};
   memset(o, 0, sizeof *o);
   for (unsigned i = 0; i < sizeof state_names / sizeof state_names[0]; i++)
      glGetFloatv(state_names[i], o->value[i]);
   for (GLuint i = 0; i < 16; i++) {
      for (unsigned k = 0; k < 6; k++)
         glGetVertexAttribiv(i, attribs[k], &o->attrib[i][k]);
      glGetVertexAttribfv(i, GL_CURRENT_VERTEX_ATTRIB, o->current[i]);
      glGetVertexAttribPointerv(i, GL_VERTEX_ATTRIB_ARRAY_POINTER, &o->pointer[i]);
   }
   for (unsigned i = 0; i < 2; i++)
      for (unsigned k = 0; k < 4; k++)
         glGetTexParameteriv(i ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_2D, parameters[k], &o->texture[i][k]);
   GLint *n = o->object;
   if (scene != SCENE_NONE) {
      glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_SIZE, n++);
      glGetBufferParameteriv(GL_ARRAY_BUFFER, GL_BUFFER_USAGE, n++);
      glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_WIDTH, n++);
      glGetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_INTERNAL_FORMAT, n++);
   }
   for (unsigned i = 0; scene >= SCENE_FBO && scene <= SCENE_INCOMPLETE && i < 2; i++) {
      GLenum point = i ? GL_DEPTH_ATTACHMENT : GL_COLOR_ATTACHMENT0;
      glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE,
                                            &o->attached[i][0]);
      if (o->attached[i][0])
         glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME,
                                               &o->attached[i][1]);
   }
   const GLboolean is[] = {glIsTexture(e->T), glIsTexture(e->C),  glIsRenderbuffer(e->R),
                           glIsBuffer(e->B),  glIsFramebuffer(1), glIsProgram(e->P),
                           glIsProgram(e->Q), glIsShader(e->VS),  glIsShader(e->S),
                           glIsShader(e->FS), glIsBuffer(1000),   glIsTexture(e->junk)};
   for (unsigned i = 0; i < sizeof is; i++)
      *n++ = is[i];
   glGetProgramiv(e->P, GL_LINK_STATUS, n++);
   glGetProgramiv(e->P, GL_ATTACHED_SHADERS, n++);
   glGetProgramiv(e->Q, GL_LINK_STATUS, n++);
   glGetProgramiv(e->Q, GL_ATTACHED_SHADERS, n++);
   glGetShaderiv(e->VS, GL_COMPILE_STATUS, n++);
   glGetShaderiv(e->VS, GL_DELETE_STATUS, n++);
   assert_true(n <= o->object + sizeof o->object / sizeof o->object[0]);
   glGetShaderSource(e->VS, sizeof o->source, NULL, o->source);
   const GLint u[14] = {e->uf,  e->u2, e->u3, e->u4,  e->ui,  e->ui2, e->ui3,
                        e->ui4, e->ub, e->us, e->ufa, e->um2, e->um3, e->um4};
   for (unsigned i = 0; i < 14; i++)
      glGetUniformfv(e->P, u[i], o->uniform[i]);
   assert_gl(GL_NO_ERROR);
}

/* ---- ... of version 3.0 -------------------------------------------------------------------------------- */

static const GLenum state_names_300[] = {
   GL_COPY_READ_BUFFER_BINDING,
   GL_COPY_WRITE_BUFFER_BINDING,
   GL_DRAW_BUFFER0,
   GL_PIXEL_PACK_BUFFER_BINDING,
   GL_PIXEL_UNPACK_BUFFER_BINDING,
   GL_PRIMITIVE_RESTART_FIXED_INDEX,
   GL_RASTERIZER_DISCARD,
   GL_READ_BUFFER,
   GL_READ_FRAMEBUFFER_BINDING,
   GL_SAMPLER_BINDING,
   GL_TEXTURE_BINDING_2D_ARRAY,
   GL_TEXTURE_BINDING_3D,
   GL_TRANSFORM_FEEDBACK_ACTIVE,
   GL_TRANSFORM_FEEDBACK_BINDING,
   GL_TRANSFORM_FEEDBACK_BUFFER_BINDING,
   GL_TRANSFORM_FEEDBACK_PAUSED,
   GL_UNIFORM_BUFFER_BINDING,
   GL_UNPACK_IMAGE_HEIGHT,
   GL_UNPACK_SKIP_IMAGES,
   GL_VERTEX_ARRAY_BINDING,
};

struct snapshot_300 {
   GLint value[sizeof state_names_300 / sizeof state_names_300[0]];
   GLint attrib[16][2], query[2], sampler[8], block, texture[2][2], mode, hint;
   GLint64 uniform[24][3], captured[4][3];
   GLboolean is[5];
};

static void
take_300(const struct names *e, struct snapshot_300 *o)
{
   static const GLenum parameters[] = {GL_TEXTURE_MIN_FILTER,   GL_TEXTURE_MAG_FILTER,  GL_TEXTURE_WRAP_S,
                                       GL_TEXTURE_WRAP_R,       GL_TEXTURE_MIN_LOD,     GL_TEXTURE_MAX_LOD,
                                       GL_TEXTURE_COMPARE_MODE, GL_TEXTURE_COMPARE_FUNC};
   static const GLenum uniform[] = {GL_UNIFORM_BUFFER_BINDING, GL_UNIFORM_BUFFER_START,
                                    GL_UNIFORM_BUFFER_SIZE};
   static const GLenum captured[] = {GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, GL_TRANSFORM_FEEDBACK_BUFFER_START,
                                     GL_TRANSFORM_FEEDBACK_BUFFER_SIZE};
   memset(o, 0, sizeof *o);
   for (unsigned i = 0; i < sizeof state_names_300 / sizeof state_names_300[0]; i++)
      glGetIntegerv(state_names_300[i], &o->value[i]);
   for (GLuint i = 0; i < 16; i++) {
      glGetVertexAttribiv(i, GL_VERTEX_ATTRIB_ARRAY_INTEGER, &o->attrib[i][0]);
      glGetVertexAttribiv(i, GL_VERTEX_ATTRIB_ARRAY_DIVISOR, &o->attrib[i][1]);
   }
   glGetQueryiv(GL_ANY_SAMPLES_PASSED, GL_CURRENT_QUERY, &o->query[0]);
   glGetQueryiv(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, GL_CURRENT_QUERY, &o->query[1]);
   for (unsigned i = 0; i < 8; i++)
      glGetSamplerParameteriv(e->SM, parameters[i], &o->sampler[i]);
   glGetActiveUniformBlockiv(e->P3, 0, GL_UNIFORM_BLOCK_BINDING, &o->block);
   for (unsigned i = 0; i < 2; i++) {
      const GLenum target = i ? GL_TEXTURE_3D : GL_TEXTURE_2D_ARRAY;
      glGetTexParameteriv(target, GL_TEXTURE_IMMUTABLE_FORMAT, &o->texture[i][0]);
      glGetTexParameteriv(target, GL_TEXTURE_BASE_LEVEL, &o->texture[i][1]);
   }
   glGetProgramiv(e->Q, GL_TRANSFORM_FEEDBACK_BUFFER_MODE, &o->mode);
   glGetProgramiv(e->Q, GL_PROGRAM_BINARY_RETRIEVABLE_HINT, &o->hint);
   for (unsigned k = 0; k < 3; k++) {
      for (GLuint i = 0; i < 24; i++)
         glGetInteger64i_v(uniform[k], i, &o->uniform[i][k]);
      for (GLuint i = 0; i < 4; i++)
         glGetInteger64i_v(captured[k], i, &o->captured[i][k]);
   }
   o->is[0] = glIsVertexArray(e->VA);
   o->is[1] = glIsSampler(e->SM);
   o->is[2] = glIsQuery(e->QU);
   o->is[3] = glIsTransformFeedback(e->XF);
   o->is[4] = glIsSync(e->SY);
   assert_gl(GL_NO_ERROR);
}

/** What is wrong with a row: how many sentences were said of it. */
static unsigned
run(const struct row *row, uint8_t version)
{
   void *f;
   struct names e, before;
   static struct snapshot s[2];
   static struct snapshot_300 s3[2];
   unsigned bad = 0;
   assert_int_equal(fixture_setup_version(&f, version), 0);
   arrange(&e, row->scene);
   if (version >= 30) {
      arrange_300(&e, row->scene);
      take_300(&e, &s3[0]);
   }
   take(&e, row->scene, &s[0]);
   memset(e.iv, 0x5a, sizeof e.iv);
   memset(e.fv, 0x5a, sizeof e.fv);
   memset(e.text, 0x5a, sizeof e.text);
   before = e;
   const struct mock *m = &((struct fixture *)f)->m;
   const unsigned draws = m->draws, clears = m->clears;
   row->make(&e);
   GLenum got = glGetError(), more = glGetError();
   if (got != row->error || more) {
      print_error("line %u: %s: 0x%x, 0x%x instead of 0x%x\n", row->line, row->call, got, more, row->error);
      bad++;
   }
   if (row->error) {
      take(&e, row->scene, &s[1]);
      if (version >= 30)
         take_300(&e, &s3[1]);
      if (memcmp(&s[0], &s[1], sizeof s[0]) || (version >= 30 && memcmp(&s3[0], &s3[1], sizeof s3[0])) ||
          memcmp(&before, &e, sizeof e) || m->draws != draws || m->clears != clears) {
         print_error("line %u: %s: something has changed\n", row->line, row->call);
         bad++;
      }
   }
   fixture_teardown(&f);
   return bad;
}

static void
errors_change_nothing(void **state)
{
   unsigned bad = 0;
   for (unsigned i = 0; i < sizeof rows_20 / sizeof rows_20[0]; i++)
      bad += run(&rows_20[i], 20);
   assert_int_equal(bad, 0);
}

static void
errors_of_300_change_nothing(void **state)
{
   unsigned bad = 0;
   for (unsigned i = 0; i < sizeof rows_30 / sizeof rows_30[0]; i++)
      bad += run(&rows_30[i], 30);
   assert_int_equal(bad, 0);
}

/** Commands of 3.0 that no extension has are none of 2.0. */
static void
version_2_refuses(void **state)
{
   unsigned bad = 0;
   assert_true(sizeof refused / sizeof refused[0] > 50);
   for (unsigned i = 0; i < sizeof refused / sizeof refused[0]; i++) {
      refused[i].make();
      GLenum got = glGetError(), more = glGetError();
      if (got != GL_INVALID_OPERATION || more) {
         print_error("%s: 0x%x, 0x%x\n", refused[i].name, got, more);
         bad++;
      }
   }
   assert_int_equal(bad, 0);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(errors_change_nothing),
      cmocka_unit_test(errors_of_300_change_nothing),
      cmocka_unit_test_setup_teardown(version_2_refuses, fixture_setup, fixture_teardown),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
