/* SPDX-License-Identifier: MIT
 *
 * Entry points of extensions: errors as each specification names them, and state.
 */
#include "gl_fixture.h"

#define E(error, call)                                                                                       \
   do {                                                                                                      \
      call;                                                                                                  \
      GLenum got_ = glGetError();                                                                            \
      if (got_ != (error))                                                                                   \
         fail_msg("%s: 0x%x instead of %s", #call, got_, #error);                                            \
   } while (0)

static GLint
get(GLenum pname)
{
   GLint v[4] = {-7};
   glGetIntegerv(pname, v);
   return v[0];
}

static void
draw_buffers(void **state)
{
   static const GLenum back = GL_BACK, none = GL_NONE, two[2] = {GL_BACK, GL_NONE}, attachment = 0x8CE0;
   static const GLenum swapped[2] = {GL_COLOR_ATTACHMENT1_EXT, GL_COLOR_ATTACHMENT0_EXT};
   static const GLenum second[2] = {GL_NONE, GL_COLOR_ATTACHMENT1_EXT};
   GLint max = get(GL_MAX_DRAW_BUFFERS_EXT);
   assert_true(max >= 4 && max == get(GL_MAX_COLOR_ATTACHMENTS_EXT));
   assert_int_equal(get(GL_DRAW_BUFFER0_EXT), GL_BACK);
   assert_int_equal(get(GL_DRAW_BUFFER1_EXT), GL_NONE);
   E(GL_INVALID_ENUM, get(GL_DRAW_BUFFER0_EXT + (GLenum)max));
   E(GL_INVALID_OPERATION, glDrawBuffersEXT(0, &back));
   E(GL_INVALID_OPERATION, glDrawBuffersEXT(2, two));
   E(GL_INVALID_OPERATION, glDrawBuffersEXT(1, &attachment));
   E(GL_INVALID_VALUE, glDrawBuffersEXT(-1, &back));
   E(GL_INVALID_VALUE, glDrawBuffersEXT(max + 1, two));
   E(GL_INVALID_ENUM, glDrawBuffersEXT(1, &(GLenum){GL_FRONT}));
   E(GL_NO_ERROR, glDrawBuffersEXT(1, &none));
   assert_int_equal(get(GL_DRAW_BUFFER0_EXT), GL_NONE);
   E(GL_NO_ERROR, glDrawBuffersEXT(1, &back));

   GLuint fbo, rb[2];
   glGenFramebuffers(1, &fbo);
   glGenRenderbuffers(2, rb);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   assert_int_equal(get(GL_DRAW_BUFFER0_EXT), GL_COLOR_ATTACHMENT0_EXT);
   E(GL_INVALID_OPERATION, glDrawBuffersEXT(1, &back));
   E(GL_INVALID_OPERATION, glDrawBuffersEXT(2, swapped));
   E(GL_NO_ERROR, glDrawBuffersEXT(2, second));
   assert_int_equal(get(GL_DRAW_BUFFER0_EXT), GL_NONE);
   assert_int_equal(get(GL_DRAW_BUFFER1_EXT), GL_COLOR_ATTACHMENT1_EXT);
   for (unsigned i = 0; i < 2; i++) {
      glBindRenderbuffer(GL_RENDERBUFFER, rb[i]);
      glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA4, 8, i ? 4 : 8);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0_EXT + i, GL_RENDERBUFFER, rb[i]);
   }
   E(GL_INVALID_ENUM, glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0_EXT + (GLenum)max,
                                                GL_RENDERBUFFER, rb[0]));
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_INCOMPLETE_DIMENSIONS);
   GLint name = 0;
   glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1_EXT,
                                         GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &name);
   assert_int_equal(name, rb[1]);
   glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA4, 8, 8);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   glDeleteRenderbuffers(1, &rb[1]); /* takes it off the bound framebuffer */
   glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1_EXT,
                                         GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &name);
   assert_int_equal(name, GL_NONE);
   glDeleteRenderbuffers(1, rb);
   glDeleteFramebuffers(1, &fbo);
   assert_gl(GL_NO_ERROR);
}

static void
instances(void **state)
{
   struct fixture *f = *state;
   static const char *const names[] = {"a", "b", NULL};
   static const uint16_t index[3] = {0, 1, 2};
   static const float array[16];
   GLuint p = fixture_program("attribute vec4 a, b; void main() { gl_Position = a + b; }",
                              "void main() { gl_FragColor = vec4(1); }", names);
   glUseProgram(p);
   for (GLuint i = 0; i < 2; i++) {
      glVertexAttribPointer(i, 1, GL_FLOAT, GL_FALSE, 0, array);
      glEnableVertexAttribArray(i);
   }
   GLuint max = (GLuint)get(GL_MAX_VERTEX_ATTRIBS);
   E(GL_INVALID_VALUE, glVertexAttribDivisorEXT(max, 1));
   E(GL_INVALID_VALUE, glVertexAttribDivisorANGLE(max, 1));
   E(GL_INVALID_VALUE, glDrawArraysInstancedEXT(GL_TRIANGLES, 0, 3, -1));
   E(GL_INVALID_VALUE, glDrawArraysInstancedEXT(GL_TRIANGLES, -1, 3, 1));
   E(GL_INVALID_VALUE, glDrawArraysInstancedANGLE(GL_TRIANGLES, 0, -3, 1));
   E(GL_INVALID_ENUM, glDrawArraysInstancedEXT(99, 0, 3, 1));
   E(GL_INVALID_VALUE, glDrawElementsInstancedEXT(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, index, -1));
   E(GL_INVALID_ENUM, glDrawElementsInstancedANGLE(GL_TRIANGLES, 3, GL_FLOAT, index, 1));
   unsigned draws = f->m.draws;
   E(GL_NO_ERROR, glDrawArraysInstancedEXT(GL_TRIANGLES, 0, 3, 0));
   assert_int_equal(f->m.draws, draws);
   E(GL_NO_ERROR, glDrawArraysInstancedANGLE(GL_TRIANGLES, 0, 3, 7));
   assert_int_equal(f->m.last.info.instance_count, 7);
   /* ANGLE: one array has to advance with the vertices; EXT has no such rule */
   glVertexAttribDivisorANGLE(0, 2);
   E(GL_NO_ERROR, glDrawElementsInstancedANGLE(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, index, 2));
   glVertexAttribDivisorANGLE(1, 1);
   E(GL_INVALID_OPERATION, glDrawElementsInstancedANGLE(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, index, 2));
   E(GL_INVALID_OPERATION, glDrawArraysInstancedANGLE(GL_TRIANGLES, 0, 3, 2));
   E(GL_NO_ERROR, glDrawElementsInstancedEXT(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, index, 2));
   GLfloat divisor = 0;
   glGetVertexAttribfv(0, GL_VERTEX_ATTRIB_ARRAY_DIVISOR_ANGLE, &divisor);
   assert_true(divisor == 2);

   static const GLint first[2] = {0, -1};
   static const GLsizei count[2] = {3, 3};
   static const void *const indices[1] = {index};
   E(GL_INVALID_VALUE, glMultiDrawArraysEXT(GL_TRIANGLES, first, count, -1));
   E(GL_INVALID_ENUM, glMultiDrawArraysEXT(99, first, count, 0));
   E(GL_INVALID_VALUE, glMultiDrawArraysEXT(GL_TRIANGLES, first, count, 2));
   E(GL_INVALID_ENUM, glMultiDrawElementsEXT(GL_TRIANGLES, count, GL_FLOAT, indices, 1));
   draws = f->m.draws;
   E(GL_NO_ERROR, glMultiDrawElementsEXT(GL_TRIANGLES, count, GL_UNSIGNED_SHORT, indices, 1));
   assert_int_equal(f->m.draws, draws + 1);
   glDeleteProgram(p);
}

static void
compiler_threads(void **state)
{
   GLuint s = fixture_shader(GL_VERTEX_SHADER, "void main() { gl_Position = vec4(0); }");
   GLint done = 0;
   assert_int_equal(get(GL_MAX_SHADER_COMPILER_THREADS_KHR), -1); /* 0xffffffff: as many as it likes */
   glMaxShaderCompilerThreadsKHR(3);
   assert_int_equal(get(GL_MAX_SHADER_COMPILER_THREADS_KHR), 3);
   glGetShaderiv(s, GL_COMPLETION_STATUS_KHR, &done);
   assert_true(done);
   GLuint p = glCreateProgram();
   done = 0;
   glGetProgramiv(p, GL_COMPLETION_STATUS_KHR, &done);
   assert_true(done);
   glDeleteProgram(p);
   glDeleteShader(s);
   assert_gl(GL_NO_ERROR);
}

/* ---- KHR_debug ----------------------------------------------------------------------------------------- */

struct heard {
   unsigned count;
   GLenum source, type, severity;
   GLuint id;
   char text[2000];
};

static void GL_APIENTRY
hear(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length, const GLchar *message,
     const void *user)
{
   struct heard *h = (struct heard *)user;
   assert_int_equal(strlen(message), length);
   h->count++;
   h->source = source;
   h->type = type;
   h->severity = severity;
   h->id = id;
   strcpy(h->text, message);
   assert_true(glIsEnabled(GL_DEBUG_OUTPUT_KHR)); /* GL may be called from here */
}

static void
debug_messages(void **state)
{
   struct heard h = {0};
   void *p = NULL;
   GLuint id, ids[4];
   GLenum type;
   GLsizei length;
   char text[4000];
   assert_false(glIsEnabled(GL_DEBUG_OUTPUT_KHR));
   assert_int_equal(get(GL_DEBUG_OUTPUT_KHR), 0);
   glDebugMessageInsertKHR(GL_DEBUG_SOURCE_APPLICATION_KHR, GL_DEBUG_TYPE_MARKER_KHR, 1,
                           GL_DEBUG_SEVERITY_HIGH_KHR, -1, "unheard");
   assert_int_equal(get(GL_DEBUG_LOGGED_MESSAGES_KHR), 0);
   glEnable(GL_DEBUG_OUTPUT_KHR);
   glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS_KHR);
   assert_true(glIsEnabled(GL_DEBUG_OUTPUT_SYNCHRONOUS_KHR));

   /* errors: to the log, then to the callback */
   E(GL_INVALID_ENUM, glEnable(0x1234));
   assert_int_equal(get(GL_DEBUG_NEXT_LOGGED_MESSAGE_LENGTH_KHR),
                    strlen("GL_INVALID_ENUM: glEnable(0x1234)") + 1);
   assert_int_equal(glGetDebugMessageLogKHR(5, 8, NULL, NULL, NULL, NULL, NULL, text), 0); /* no room */
   assert_int_equal(glGetDebugMessageLogKHR(5, sizeof text, NULL, &type, &id, NULL, &length, text), 1);
   assert_string_equal(text, "GL_INVALID_ENUM: glEnable(0x1234)");
   assert_int_equal(length, strlen(text) + 1);
   assert_int_equal(type, GL_DEBUG_TYPE_ERROR_KHR);
   E(GL_INVALID_ENUM, glEnable(0x4321));
   GLuint again = 0;
   assert_int_equal(glGetDebugMessageLogKHR(1, 0, NULL, NULL, &again, NULL, NULL, NULL), 1);
   assert_int_equal(again, id); /* one number for one kind of mistake */
   glDebugMessageCallbackKHR(hear, &h);
   glGetPointervKHR(GL_DEBUG_CALLBACK_FUNCTION_KHR, &p);
   assert_ptr_equal(p, hear);
   glGetPointervKHR(GL_DEBUG_CALLBACK_USER_PARAM_KHR, &p);
   assert_ptr_equal(p, &h);
   E(GL_INVALID_ENUM, glEnable(7));
   assert_int_equal(h.count, 1);
   assert_int_equal(h.id, id);
   assert_string_equal(h.text, "GL_INVALID_ENUM: glEnable(0x7)");
   glDebugMessageControlKHR(GL_DEBUG_SOURCE_API_KHR, GL_DEBUG_TYPE_ERROR_KHR, GL_DONT_CARE, 1, &id, GL_FALSE);
   E(GL_INVALID_ENUM, glEnable(7));
   assert_int_equal(h.count, 1);
   E(GL_INVALID_ENUM, glDisable(7)); /* the same kind of mistake: off, too */
   E(GL_INVALID_VALUE, glLineWidth(-1));
   assert_int_equal(h.count, 2);

   /* what the compiler says, however much */
   static const char bad[] = "void main() { a = 1; }";
   const char *source = bad;
   GLuint s = glCreateShader(GL_VERTEX_SHADER);
   glShaderSource(s, 1, &source, NULL);
   glCompileShader(s);
   assert_int_equal(h.source, GL_DEBUG_SOURCE_SHADER_COMPILER_KHR);
   assert_non_null(strstr(h.text, "\"a\" is not declared"));
   char many[4000] = "void main() { ";
   for (unsigned i = 0; i < 50; i++)
      strcat(many, "a_name_that_takes_much_room_in_the_log = c;\n");
   strcat(many, "}");
   source = many;
   glShaderSource(s, 1, &source, NULL);
   glCompileShader(s);
   assert_int_equal(strlen(h.text), get(GL_MAX_DEBUG_MESSAGE_LENGTH_KHR) - 1);
   glDeleteShader(s);

   /* arguments */
   E(GL_INVALID_ENUM, glDebugMessageInsertKHR(GL_DEBUG_SOURCE_API_KHR, GL_DEBUG_TYPE_MARKER_KHR, 1,
                                              GL_DEBUG_SEVERITY_HIGH_KHR, -1, "x"));
   E(GL_INVALID_ENUM, glDebugMessageInsertKHR(GL_DEBUG_SOURCE_APPLICATION_KHR, GL_DEBUG_SOURCE_API_KHR, 1,
                                              GL_DEBUG_SEVERITY_HIGH_KHR, -1, "x"));
   memset(many, 'x', sizeof many);
   E(GL_INVALID_VALUE, glDebugMessageInsertKHR(GL_DEBUG_SOURCE_APPLICATION_KHR, GL_DEBUG_TYPE_MARKER_KHR, 1,
                                               GL_DEBUG_SEVERITY_HIGH_KHR, 1024, many));
   E(GL_NO_ERROR, glDebugMessageInsertKHR(GL_DEBUG_SOURCE_THIRD_PARTY_KHR, GL_DEBUG_TYPE_PORTABILITY_KHR, 9,
                                          GL_DEBUG_SEVERITY_HIGH_KHR, 1023, many));
   assert_int_equal(strlen(h.text), 1023);
   E(GL_INVALID_OPERATION,
     glDebugMessageControlKHR(GL_DONT_CARE, GL_DEBUG_TYPE_ERROR_KHR, GL_DONT_CARE, 1, &id, GL_TRUE));
   E(GL_INVALID_OPERATION, glDebugMessageControlKHR(GL_DEBUG_SOURCE_API_KHR, GL_DEBUG_TYPE_ERROR_KHR,
                                                    GL_DEBUG_SEVERITY_LOW_KHR, 1, &id, GL_TRUE));
   E(GL_INVALID_VALUE, glDebugMessageControlKHR(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, -1, &id, GL_TRUE));
   E(GL_INVALID_ENUM, glDebugMessageControlKHR(1, GL_DONT_CARE, GL_DONT_CARE, 0, NULL, GL_TRUE));
   E(GL_INVALID_ENUM, glGetPointervKHR(GL_DEBUG_OUTPUT_KHR, &p));
   E(GL_INVALID_VALUE, glGetDebugMessageLogKHR(1, -1, NULL, NULL, NULL, NULL, NULL, text));

   /* low severity is off at first; the log keeps the oldest */
   glDebugMessageCallbackKHR(NULL, NULL);
   for (GLuint i = 0; i < 100; i++) {
      glDebugMessageInsertKHR(GL_DEBUG_SOURCE_APPLICATION_KHR, GL_DEBUG_TYPE_OTHER_KHR, i,
                              GL_DEBUG_SEVERITY_LOW_KHR, -1, "low");
      glDebugMessageInsertKHR(GL_DEBUG_SOURCE_APPLICATION_KHR, GL_DEBUG_TYPE_OTHER_KHR, i,
                              GL_DEBUG_SEVERITY_MEDIUM_KHR, -1, "medium");
   }
   assert_int_equal(get(GL_DEBUG_LOGGED_MESSAGES_KHR), get(GL_MAX_DEBUG_LOGGED_MESSAGES_KHR));
   assert_int_equal(glGetDebugMessageLogKHR(4, sizeof text, NULL, NULL, ids, NULL, NULL, text), 4);
   assert_string_equal(text, "medium");
   assert_true(ids[0] == 0 && ids[3] == 3);
   while (glGetDebugMessageLogKHR(1, 0, NULL, NULL, NULL, NULL, NULL, NULL)) {
   }
   assert_int_equal(get(GL_DEBUG_NEXT_LOGGED_MESSAGE_LENGTH_KHR), 0);
}

static void
debug_groups(void **state)
{
   struct heard h = {0};
   glEnable(GL_DEBUG_OUTPUT_KHR);
   glDebugMessageCallbackKHR(hear, &h);
   assert_int_equal(get(GL_DEBUG_GROUP_STACK_DEPTH_KHR), 1);
   E(GL_STACK_UNDERFLOW_KHR, glPopDebugGroupKHR());
   E(GL_INVALID_ENUM, glPushDebugGroupKHR(GL_DEBUG_SOURCE_OTHER_KHR, 1, -1, "x"));
   h.count = 0;
   E(GL_NO_ERROR, glPushDebugGroupKHR(GL_DEBUG_SOURCE_APPLICATION_KHR, 5, 3, "abcdef"));
   assert_string_equal(h.text, "abc");
   assert_int_equal(h.type, GL_DEBUG_TYPE_PUSH_GROUP_KHR);
   assert_int_equal(h.severity, GL_DEBUG_SEVERITY_NOTIFICATION_KHR);
   glDebugMessageControlKHR(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, NULL, GL_FALSE);
   E(GL_INVALID_ENUM, glEnable(7));
   assert_int_equal(h.count, 1);
   glPopDebugGroupKHR(); /* heard through the filter of the group below */
   assert_int_equal(h.count, 2);
   assert_string_equal(h.text, "abc");
   assert_int_equal(h.type, GL_DEBUG_TYPE_POP_GROUP_KHR);
   assert_int_equal(h.id, 5);
   for (GLint i = 1; i < get(GL_MAX_DEBUG_GROUP_STACK_DEPTH_KHR); i++)
      E(GL_NO_ERROR, glPushDebugGroupKHR(GL_DEBUG_SOURCE_THIRD_PARTY_KHR, 1, -1, "deep"));
   E(GL_STACK_OVERFLOW_KHR, glPushDebugGroupKHR(GL_DEBUG_SOURCE_APPLICATION_KHR, 1, -1, "too deep"));
   glPopDebugGroupKHR();
   assert_gl(GL_NO_ERROR);
}

/** EXT_debug_marker and EXT_debug_label, on KHR_debug's output and labels. */
static void
debug_siblings(void **state)
{
   struct heard h = {0};
   char text[40];
   GLsizei n = -1;
   GLuint name;
   glInsertEventMarkerEXT(0, "nobody listens");
   glEnable(GL_DEBUG_OUTPUT_KHR);
   glDebugMessageCallbackKHR(hear, &h);
   E(GL_NO_ERROR, glInsertEventMarkerEXT(4, "eventful"));
   assert_string_equal(h.text, "even");
   assert_int_equal(h.type, GL_DEBUG_TYPE_MARKER_KHR);
   assert_int_equal(h.source, GL_DEBUG_SOURCE_APPLICATION_KHR);
   E(GL_NO_ERROR, glPushGroupMarkerEXT(0, "group"));
   assert_string_equal(h.text, "group");
   assert_int_equal(h.type, GL_DEBUG_TYPE_PUSH_GROUP_KHR);
   assert_int_equal(get(GL_DEBUG_GROUP_STACK_DEPTH_KHR), 1);
   E(GL_NO_ERROR, glPopGroupMarkerEXT());
   E(GL_NO_ERROR, glPopGroupMarkerEXT());
   E(GL_NO_ERROR, glPushGroupMarkerEXT(0, NULL));
   h.count = 0;
   E(GL_NO_ERROR, glInsertEventMarkerEXT(7, NULL));
   assert_int_equal(h.count, 0);
   char huge[5000];
   memset(huge, 'h', sizeof huge);
   E(GL_NO_ERROR, glInsertEventMarkerEXT(sizeof huge, huge));
   assert_int_equal(strlen(h.text), get(GL_MAX_DEBUG_MESSAGE_LENGTH_KHR) - 1);
   E(GL_NO_ERROR, glInsertEventMarkerEXT(-1, "x")); /* the extension knows no errors */
   E(GL_NO_ERROR, glPushGroupMarkerEXT(-1, "x"));

   glGenBuffers(1, &name);
   E(GL_INVALID_OPERATION, glLabelObjectEXT(GL_BUFFER_OBJECT_EXT, name, 0, "no object yet"));
   glBindBuffer(GL_ARRAY_BUFFER, name);
   E(GL_NO_ERROR, glLabelObjectEXT(GL_BUFFER_OBJECT_EXT, name, 0, "vertices"));
   E(GL_NO_ERROR, glGetObjectLabelKHR(GL_BUFFER_KHR, name, sizeof text, &n, text));
   assert_true(n == 8 && !strcmp(text, "vertices"));
   E(GL_NO_ERROR, glLabelObjectEXT(GL_BUFFER_OBJECT_EXT, name, 4, "vertices"));
   E(GL_NO_ERROR, glGetObjectLabelEXT(GL_BUFFER_OBJECT_EXT, name, sizeof text, &n, text));
   assert_true(n == 4 && !strcmp(text, "vert"));
   E(GL_NO_ERROR, glGetObjectLabelEXT(GL_BUFFER_OBJECT_EXT, name, 0, &n, NULL));
   assert_int_equal(n, 4);
   E(GL_NO_ERROR, glLabelObjectEXT(GL_BUFFER_OBJECT_EXT, name, 0, NULL));
   E(GL_NO_ERROR, glGetObjectLabelEXT(GL_BUFFER_OBJECT_EXT, name, sizeof text, &n, text));
   assert_true(n == 0 && text[0] == 0);
   E(GL_INVALID_ENUM, glLabelObjectEXT(GL_TEXTURE_2D, name, 0, "x"));
   E(GL_INVALID_VALUE, glLabelObjectEXT(GL_BUFFER_OBJECT_EXT, name, -1, "x"));
   E(GL_INVALID_VALUE, glGetObjectLabelEXT(GL_BUFFER_OBJECT_EXT, name, -1, &n, text));
   glDebugMessageCallbackKHR(NULL, NULL);
}

static void
debug_labels(void **state)
{
   char text[300] = "?";
   GLsizei n = -1;
   GLuint names[7];
   glGenBuffers(1, &names[0]);
   E(GL_INVALID_VALUE, glObjectLabelKHR(GL_BUFFER_KHR, names[0], -1, "never bound: no object yet"));
   glBindBuffer(GL_ARRAY_BUFFER, names[0]);
   glGenTextures(1, &names[1]);
   glBindTexture(GL_TEXTURE_2D, names[1]);
   glGenRenderbuffers(1, &names[2]);
   glBindRenderbuffer(GL_RENDERBUFFER, names[2]);
   glGenFramebuffers(1, &names[3]);
   glBindFramebuffer(GL_FRAMEBUFFER, names[3]);
   glGenVertexArraysOES(1, &names[4]);
   glBindVertexArrayOES(names[4]);
   names[5] = glCreateShader(GL_VERTEX_SHADER);
   names[6] = glCreateProgram();
   static const GLenum kinds[] = {GL_BUFFER_KHR,       GL_TEXTURE,    GL_RENDERBUFFER, GL_FRAMEBUFFER,
                                  GL_VERTEX_ARRAY_KHR, GL_SHADER_KHR, GL_PROGRAM_KHR};
   for (unsigned i = 0; i < 7; i++) {
      E(GL_NO_ERROR, glGetObjectLabelKHR(kinds[i], names[i], sizeof text, &n, text));
      assert_true(n == 0 && text[0] == 0);
      E(GL_NO_ERROR, glObjectLabelKHR(kinds[i], names[i], -1, "a label"));
      E(GL_NO_ERROR, glObjectLabelKHR(kinds[i], names[i], 5, "other label"));
      E(GL_NO_ERROR, glGetObjectLabelKHR(kinds[i], names[i], sizeof text, &n, text));
      assert_true(n == 5 && !strcmp(text, "other"));
      E(GL_NO_ERROR, glGetObjectLabelKHR(kinds[i], names[i], 3, &n, text));
      assert_true(n == 2 && !strcmp(text, "ot"));
      E(GL_NO_ERROR, glGetObjectLabelKHR(kinds[i], names[i], 0, &n, NULL));
      assert_int_equal(n, 5);
      if (i & 1)
         E(GL_NO_ERROR, glObjectLabelKHR(kinds[i], names[i], 0, NULL));
   }
   E(GL_INVALID_VALUE, glObjectLabelKHR(GL_SHADER_KHR, names[6], -1, "x"));
   E(GL_INVALID_VALUE, glObjectLabelKHR(GL_SAMPLER_KHR, 1, -1, "x"));
   E(GL_INVALID_ENUM, glObjectLabelKHR(GL_TEXTURE_2D, 1, -1, "x"));
   E(GL_INVALID_VALUE, glGetObjectLabelKHR(GL_TEXTURE, names[1], -1, &n, text));
   memset(text, 'l', sizeof text);
   E(GL_INVALID_VALUE, glObjectLabelKHR(GL_TEXTURE, names[1], get(GL_MAX_LABEL_LENGTH_KHR), text));
   E(GL_NO_ERROR, glObjectLabelKHR(GL_TEXTURE, names[1], get(GL_MAX_LABEL_LENGTH_KHR) - 1, text));
   E(GL_INVALID_VALUE, glObjectPtrLabelKHR(text, -1, "x"));
   E(GL_INVALID_VALUE, glGetObjectPtrLabelKHR(text, 1, &n, text));
   glDeleteShader(names[5]);
   glDeleteProgram(names[6]);
   glDeleteBuffers(1, &names[0]);
   E(GL_INVALID_VALUE, glObjectLabelKHR(GL_BUFFER_KHR, names[0], -1, "deleted"));
}

/** The callback of one context may call GL while the other waits for the group. */
static void
debug_in_a_share_group(void **state)
{
   struct fixture *f = *state;
   struct heard h = {0};
   const struct st_context_attribs attribs = {.debug = true};
   struct st_context *other = st_context_create(&f->m.screen, f->ctx, &attribs);
   st_make_current(other, f->fb, f->fb);
   assert_true(glIsEnabled(GL_DEBUG_OUTPUT_KHR)); /* of a debug context from the start */
   assert_int_equal(get(0x821E), GL_CONTEXT_FLAG_DEBUG_BIT_KHR);
   glDebugMessageCallbackKHR(hear, &h);
   E(GL_INVALID_ENUM, glEnable(7));
   E(GL_INVALID_ENUM, glEnable(7));
   assert_int_equal(h.count, 2);
   st_make_current(f->ctx, f->fb, f->fb);
   E(GL_INVALID_ENUM, glEnable(7));
   assert_int_equal(h.count, 2);
   st_context_destroy(other);
}

static void
debug_performance(void **state)
{
   static const char *const names[] = {"a", NULL};
   struct heard h = {0};
   GLuint vbo[2], p = fixture_program("attribute vec4 a; void main() { gl_Position = a; }",
                                      "void main() { gl_FragColor = vec4(1); }", names);
   glUseProgram(p);
   glGenBuffers(2, vbo);
   glBindBuffer(GL_ARRAY_BUFFER, vbo[0]);
   glBufferData(GL_ARRAY_BUFFER, 64, NULL, GL_STATIC_DRAW);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, vbo[1]);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, 3, "\0\1\2", GL_STATIC_DRAW);
   glVertexAttribPointer(0, 3, GL_UNSIGNED_BYTE, GL_TRUE, 5, NULL);
   glEnableVertexAttribArray(0);
   glEnable(GL_DEBUG_OUTPUT_KHR);
   glDebugMessageCallbackKHR(hear, &h);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   assert_int_equal(h.type, GL_DEBUG_TYPE_PERFORMANCE_KHR);
   assert_non_null(strstr(h.text, "stride 5"));
   glVertexAttribPointer(0, 4, GL_UNSIGNED_BYTE, GL_TRUE, 4, NULL);
   h.count = 0;
   glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_BYTE, NULL);
   assert_int_equal(h.count, 1);
   assert_non_null(strstr(h.text, "indices of bytes"));
   glDrawArrays(GL_TRIANGLES, 0, 3);
   assert_int_equal(h.count, 1);
   glDeleteBuffers(2, vbo);
   glDeleteProgram(p);
}

/** KHR_no_error: nothing but lack of memory is ever reported, and wrong calls change nothing. */
static void
no_error(void **state)
{
   struct fixture *f = *state;
   const struct st_context_attribs attribs = {.no_error = true};
   struct st_context *ctx = st_context_create(&f->m.screen, NULL, &attribs);
   st_make_current(ctx, f->fb, f->fb);
   E(GL_NO_ERROR, glEnable(7));
   E(GL_NO_ERROR, glLineWidth(-1));
   E(GL_NO_ERROR, glDrawArrays(99, -1, -1));
   GLfloat width = 0;
   glGetFloatv(GL_LINE_WIDTH, &width);
   assert_true(width == 1.0f);
   assert_int_equal(get(0x821E), GL_CONTEXT_FLAG_NO_ERROR_BIT_KHR);
   GLuint b;
   glGenBuffers(1, &b);
   glBindBuffer(GL_ARRAY_BUFFER, b);
   f->m.fail_resources_in = 1;
   E(GL_OUT_OF_MEMORY, glBufferData(GL_ARRAY_BUFFER, 100, NULL, GL_STATIC_DRAW));
   st_make_current(f->ctx, f->fb, f->fb);
   st_context_destroy(ctx);
}

#define T(f) cmocka_unit_test_setup_teardown(f, fixture_setup, fixture_teardown)

int
main(void)
{
   const struct CMUnitTest tests[] = {
      T(draw_buffers), T(instances),      T(compiler_threads),       T(debug_messages),    T(debug_groups),
      T(debug_labels), T(debug_siblings), T(debug_in_a_share_group), T(debug_performance), T(no_error)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
