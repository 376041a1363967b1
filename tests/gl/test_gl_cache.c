/* SPDX-License-Identifier: MIT
 *
 * Programs out of the shader cache and out of program binaries draw what the compiled ones draw; damaged ones
 * fail cleanly.
 */
#include "gl_chip.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compiler/ir/ir.h"
#include "compiler/ir/target.h"
#include "pipe/p_screen.h"
#include "state_tracker/st_context.h"
#include "util/u_disk_cache.h"

void gl_GetProgramBinaryOES(struct st_context *ctx, GLuint program, GLsizei bufSize, GLsizei *length,
                            GLenum *binaryFormat, void *binary);
void gl_ProgramBinaryOES(struct st_context *ctx, GLuint program, GLenum binaryFormat, const void *binary,
                         GLint length);

#define VS                                                                                                   \
   "attribute vec4 pos; varying vec4 v; uniform mat4 m; uniform vec4 u[3]; uniform int k;\n"                 \
   "void main() { gl_Position = m * pos; v = pos * u[k] + u[0]; }"
#define FS                                                                                                   \
   "#extension GL_FOO_bar : enable\n"                                                                        \
   "precision mediump float; varying vec4 v; uniform sampler2D t; uniform vec4 c; uniform bool flip;\n"      \
   "struct S { float a; vec2 b[2]; }; uniform S s;\n"                                                        \
   "void main() { vec4 a[4]; for (int i = 0; i < 4; i++) a[i] = c * float(i); vec4 r = a[int(v.x * 1.9 + "   \
   "1.9)];\n"                                                                                                \
   " if (v.y > 0.5) discard; gl_FragColor = (flip ? v.wzyx : r) + texture2D(t, v.xy) * s.a + s.b[1].xyxy; }"

static void
set_uniforms(GLuint p)
{
   static const float m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
   static const float u[12] = {0.1f, 0.2f, 0, 0, 0.5f, 0.5f, 1, 1, 0.9f, 0.8f, 1, 1};
   static const float b[4] = {0, 0, 0.05f, 0.1f};
   glUseProgram(p);
   glUniformMatrix4fv(glGetUniformLocation(p, "m"), 1, GL_FALSE, m);
   glUniform4fv(glGetUniformLocation(p, "u"), 3, u);
   glUniform1i(glGetUniformLocation(p, "k"), 2);
   glUniform4f(glGetUniformLocation(p, "c"), 0.1f, 0.2f, 0.3f, 0.25f);
   glUniform1f(glGetUniformLocation(p, "s.a"), 0.25f);
   glUniform2fv(glGetUniformLocation(p, "s.b"), 2, b);
   glUniform1i(glGetUniformLocation(p, "flip"), 0);
   assert_int_equal(glGetError(), 0);
}

static void
picture(GLuint p, uint32_t out[SIZE * SIZE])
{
   set_uniforms(p);
   glClearColor(0, 0, 0, 0);
   glClear(GL_COLOR_BUFFER_BIT);
   gl_fill();
   glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, out);
}

static unsigned
count_files(const char *dir, bool damage, bool del)
{
   unsigned n = 0;
   for (unsigned i = 0; i < 256; i++) {
      char sub[128];
      snprintf(sub, sizeof sub, "%s/%02x", dir, i);
      DIR *d = opendir(sub);
      for (const struct dirent *e; d && (e = readdir(d));) {
         char path[512];
         if (e->d_name[0] == '.')
            continue;
         snprintf(path, sizeof path, "%s/%s", sub, e->d_name);
         n++;
         if (del)
            unlink(path);
         else if (damage)
            assert_int_equal(truncate(path, 45), 0);
      }
      if (d)
         closedir(d);
      if (del)
         rmdir(sub);
   }
   return n;
}

static void
cached(struct gl *g)
{
   char dir[] = "/tmp/teragl-cache-XXXXXX";
   assert_non_null(mkdtemp(dir));
   struct u_disk_cache *c = u_disk_cache_open_in(dir, 1 << 20);
   assert_non_null(c);
   static uint32_t plain[SIZE * SIZE], got[SIZE * SIZE];
   picture(gl_program_with(VS, FS), plain);
   assert_int_not_equal(plain[SIZE * 20 + 20], 0);
   g->screen->disk_cache = c;
   /* 0: everything is compiled and stored; 1: found; 2: damaged, compiled again; 3: found */
   for (unsigned round = 0; round < 4; round++) {
      if (round == 2)
         count_files(dir, true, false);
      GLuint p = gl_program_with(VS, FS);
      picture(p, got);
      if (memcmp(plain, got, sizeof got))
         fail_msg("%s: another picture in round %u", g->chip, round);
      /* two texts, a program, two codes */
      assert_int_equal(count_files(dir, false, false), 5);
      GLuint shaders[2];
      char log[200] = "";
      glGetAttachedShaders(p, 2, NULL, shaders);
      glGetShaderInfoLog(shaders[1], sizeof log, NULL, log);
      assert_non_null(strstr(log, "GL_FOO_bar")); /* the warning is remembered */
   }
   /* the texts are known, the program is not: they are compiled after all */
   GLuint p = glCreateProgram();
   const char *text[] = {VS, FS};
   for (unsigned i = 0; i < 2; i++) {
      GLuint s = glCreateShader(i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
      glShaderSource(s, 1, &text[i], NULL);
      glCompileShader(s);
      glShaderSource(s, 1, &text[!i], NULL); /* what was compiled counts */
      glAttachShader(p, s);
   }
   glBindAttribLocation(p, 0, "pos");
   glLinkProgram(p);
   GLint ok;
   glGetProgramiv(p, GL_LINK_STATUS, &ok);
   assert_int_equal(ok, GL_TRUE);
   picture(p, got);
   assert_memory_equal(plain, got, sizeof got);
   /* another GPU's program is none of this one's: a program and two codes more */
   const struct ir_target *own = g->screen->ir_target;
   struct ir_target other = *own;
   other.stage[IR_FRAGMENT].max_unrolled++;
   const unsigned before = count_files(dir, false, false);
   g->screen->ir_target = &other;
   picture(gl_program_with(VS, FS), got);
   assert_memory_equal(plain, got, sizeof got);
   assert_int_equal(count_files(dir, false, false), before + 3);
   g->screen->ir_target = own;
   g->screen->disk_cache = NULL;
   u_disk_cache_close(c);
   count_files(dir, false, true);
   assert_int_equal(rmdir(dir), 0);
}

static void
binary(struct gl *g)
{
   static uint32_t plain[SIZE * SIZE], got[SIZE * SIZE];
   GLint n = 0, formats = 0, format = 0, ok;
   char log[200] = "";
   GLuint p = gl_program_with(VS, FS), q = glCreateProgram();
   picture(p, plain);
   glGetIntegerv(GL_NUM_PROGRAM_BINARY_FORMATS_OES, &formats);
   assert_int_equal(formats, 1);
   glGetIntegerv(GL_PROGRAM_BINARY_FORMATS_OES, &format);
   glGetProgramiv(p, GL_PROGRAM_BINARY_LENGTH_OES, &n);
   assert_true(n > 100);
   uint8_t *bytes = malloc((size_t)n), *bad = malloc((size_t)n);
   GLsizei length = -1;
   GLenum f = 0;
   gl_GetProgramBinaryOES(g->ctx, p, n - 1, &length, &f, bytes);
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   gl_GetProgramBinaryOES(g->ctx, q, n, &length, &f, bytes); /* not linked */
   assert_int_equal(glGetError(), GL_INVALID_OPERATION);
   gl_GetProgramBinaryOES(g->ctx, p, n, &length, &f, bytes);
   assert_int_equal(glGetError(), 0);
   assert_int_equal(length, n);
   assert_int_equal(f, format);

   gl_ProgramBinaryOES(g->ctx, q, GL_RGBA, bytes, n);
   assert_int_equal(glGetError(), GL_INVALID_ENUM);
   gl_ProgramBinaryOES(g->ctx, q, f, bytes, n);
   glGetProgramiv(q, GL_LINK_STATUS, &ok);
   assert_int_equal(ok, GL_TRUE);
   picture(q, got);
   assert_memory_equal(plain, got, sizeof got);
   GLint a, b;
   glGetProgramiv(p, GL_ACTIVE_UNIFORMS, &a);
   glGetProgramiv(q, GL_ACTIVE_UNIFORMS, &b);
   assert_int_equal(a, b);

   /* of another GPU */
   const struct ir_target *own = g->screen->ir_target;
   struct ir_target other = *own;
   other.stage[IR_FRAGMENT].max_unrolled++;
   g->screen->ir_target = &other;
   gl_ProgramBinaryOES(g->ctx, q, f, bytes, n);
   glGetProgramiv(q, GL_LINK_STATUS, &ok);
   assert_int_equal(ok, GL_FALSE);
   glGetProgramInfoLog(q, sizeof log, NULL, log);
   assert_non_null(strstr(log, "another GPU"));
   g->screen->ir_target = own;

   /* damaged: no error, not linked, a log; what is in use stays in use */
   for (GLint at = 0; at < n; at += 1 + n / 97) {
      memcpy(bad, bytes, (size_t)n);
      bad[at] ^= (uint8_t)(1u << at % 8);
      gl_ProgramBinaryOES(g->ctx, q, f, bad, n);
      glGetProgramiv(q, GL_LINK_STATUS, &ok);
      assert_int_equal(ok, GL_FALSE);
      gl_ProgramBinaryOES(g->ctx, q, f, bytes, at);
      glGetProgramiv(q, GL_LINK_STATUS, &ok);
      assert_int_equal(ok, GL_FALSE);
   }
   glGetProgramiv(q, GL_INFO_LOG_LENGTH, &ok);
   assert_true(ok > 10);
   assert_int_equal(glGetError(), 0);
   free(bytes);
   free(bad);
}

/* Loops of unknown length on a GPU whose pixel shaders have none: the cache forgets neither a warning nor a refusal. */
static void
loops(struct gl *g)
{
   static const struct {
      const char *fs, *log;
      GLint linked;
   } rows[] = {
      {"precision mediump float; uniform int n; void main() { float s = 0.0; for (int i = 0; i < n; i++) s "
       "+= "
       "0.1; gl_FragColor = vec4(s); }",                                     "WARNING: a loop of the fragment shader ends after ", 1},
      {"precision mediump float; uniform int n; uniform vec4 k; void main() { vec4 s = k; for (int i = 0; i "
       "< "
       "n; i++) s = sin(s * k) + cos(s) * tan(s.wzyx); gl_FragColor = s; }", "ERROR: the loop in line 1: there is room for ",      0},
   };
   char dir[] = "/tmp/teragl-cache-XXXXXX";
   assert_non_null(mkdtemp(dir));
   struct u_disk_cache *c = u_disk_cache_open_in(dir, 1 << 20);
   assert_non_null(c);
   g->screen->disk_cache = c;
   for (unsigned i = 0; i < 2 * sizeof rows / sizeof rows[0]; i++) {
      const GLuint p = glCreateProgram();
      char log[400] = "";
      GLint linked;
      const char *const text[2] = {VS_POS, rows[i / 2].fs};
      for (unsigned k = 0; k < 2; k++) {
         const GLuint s = glCreateShader(k ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
         glShaderSource(s, 1, &text[k], NULL);
         glCompileShader(s);
         glAttachShader(p, s);
         glDeleteShader(s);
      }
      glLinkProgram(p);
      glGetProgramiv(p, GL_LINK_STATUS, &linked);
      glGetProgramInfoLog(p, sizeof log, NULL, log);
      if (linked != rows[i / 2].linked || strncmp(log, rows[i / 2].log, strlen(rows[i / 2].log)) != 0)
         fail_msg("%s, %s: %d, %s", g->chip, i % 2 ? "out of the cache" : "compiled", linked, log);
      glDeleteProgram(p);
   }
   g->screen->disk_cache = NULL;
   u_disk_cache_close(c);
   count_files(dir, false, true);
   assert_int_equal(rmdir(dir), 0);
}

static void
test_loops(void **state)
{
   (void)state;
   struct gl g;
   gl_open(&g, "r300");
   loops(&g);
   gl_close(&g);
}

static void
test_cached(void **state)
{
   (void)state;
   ON_EVERY_CHIP(cached)
}

static void
test_binary(void **state)
{
   (void)state;
   ON_EVERY_CHIP(binary)
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cached),
      cmocka_unit_test(test_loops),
      cmocka_unit_test(test_binary),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
