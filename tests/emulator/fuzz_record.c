/* SPDX-License-Identifier: MIT
 *
 * Records the submissions of a few GL scenes: the whole stack but EGL draws them on the emulator, with a hook
 * in the winsys that keeps each stream with the contents of its buffers.
 */
#define GL_GLEXT_PROTOTYPES 1
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/terascale/eg_regs.h"
#include "db/terascale/pm4.h"
#include "db/terascale/r6_regs.h"
#include "emulator/emulator.h"
#include "fuzz_record.h"
#include "target/screen.h"
#include "terascale/public.h"
#include "state_tracker/st_api.h"
#include "winsys/winsys.h"

#define SIZE      64
#define MAX_BOS   512
#define MAX_CASES 256

static void
must(int ok, const char *what)
{
   if (ok)
      return;
   fprintf(stderr, "fuzz_record: %s\n", what);
   exit(1);
}

/* ---- the hook ----------------------------------------------------------------------------------------- */

static struct {
   struct winsys inner; /* the functions as they were */
   struct {
      const struct ws_bo *bo;
      uint64_t size_B;
   } bos[MAX_BOS];
   unsigned num_bos;
   const uint8_t *memory; /* the first buffer lies at its start */
   struct recorded cases[MAX_CASES];
   size_t num_cases;
} hook;

static struct ws_bo *
hook_create(struct winsys *ws, uint64_t size_B, uint32_t align_B, enum ws_domain domain)
{
   struct ws_bo *bo = hook.inner.bo_create(ws, size_B, align_B, domain);
   must(bo && hook.num_bos < MAX_BOS, "too many buffers");
   if (!hook.memory)
      hook.memory = ws->bo_map(ws, bo);
   unsigned i = 0; /* an address may come again */
   while (i < hook.num_bos && hook.bos[i].bo != bo)
      i++;
   hook.num_bos += i == hook.num_bos;
   hook.bos[i].bo = bo;
   hook.bos[i].size_B = size_B;
   return bo;
}

static void
keep_pages(struct recorded *r, const uint8_t *map, uint32_t at_B, uint64_t size_B)
{
   static const uint8_t zero[RECORD_PAGE_B];
   for (uint64_t o = 0; o + RECORD_PAGE_B <= size_B; o += RECORD_PAGE_B) {
      if (!memcmp(map + o, zero, RECORD_PAGE_B))
         continue;
      r->pages = realloc(r->pages, (r->num_pages + 1) * sizeof *r->pages);
      must(r->pages != NULL, "out of memory");
      struct recorded_page *p = &r->pages[r->num_pages++];
      p->at_B = at_B + (uint32_t)o;
      p->data = malloc(RECORD_PAGE_B);
      must(p->data != NULL, "out of memory");
      memcpy(p->data, map + o, RECORD_PAGE_B);
   }
}

/** Addresses in the registers that start shaders. */
static void
find_code(struct recorded *r)
{
   static const uint32_t r6[] = {R6_SQ_PGM_START_PS_OFFSET, R6_SQ_PGM_START_VS_OFFSET,
                                 R6_SQ_PGM_START_FS_OFFSET};
   static const uint32_t eg[] = {EG_SQ_PGM_START_PS_OFFSET, EG_SQ_PGM_START_VS_OFFSET,
                                 EG_SQ_PGM_START_FS_OFFSET};
   const uint32_t *starts = r->chip->gen <= DB_R700 ? r6 : eg;
   for (uint32_t at = 0; at < r->ndw;) {
      uint32_t h = r->patched[at], n = DB_PKT_TYPE(h) == 3 ? DB_PKT3_BODY_DW(h) : 0;
      if (n > 1 && DB_PKT3_OP(h) == DB_PKT3_SET_CONTEXT_REG) {
         for (uint32_t i = 1; i < n; i++) {
            uint32_t reg = DB_R6_CONTEXT_REG_BASE + 4 * (r->patched[at + 1] + i - 1);
            uint64_t to = (uint64_t)r->patched[at + 1 + i] << 8;
            bool is_start = reg == starts[0] || reg == starts[1] || reg == starts[2];
            if (is_start && r->num_codes < RECORD_CODES && to >= EMU_VRAM_BASE &&
                to - EMU_VRAM_BASE < RECORD_MEMORY_B)
               r->code_at_B[r->num_codes++] = (uint32_t)(to - EMU_VRAM_BASE);
         }
      }
      at += 1 + n;
   }
}

static void
keep(struct winsys *ws, const uint32_t *dw, uint32_t ndw, const struct ws_reloc *relocs, uint32_t n)
{
   struct recorded *r = &hook.cases[hook.num_cases];
   *r = (struct recorded){.chip = terascale_chip(ws->info.chip), .ndw = ndw, .nrelocs = n};
   r->sent = malloc(ndw * 4);
   r->patched = malloc(ndw * 4);
   r->relocs = calloc(n + 1, sizeof *r->relocs);
   must(r->sent && r->patched && r->relocs, "out of memory");
   memcpy(r->sent, dw, ndw * 4);
   for (uint32_t i = 0; i < n; i++) {
      unsigned k = 0;
      while (k < hook.num_bos && hook.bos[k].bo != relocs[i].bo)
         k++;
      must(k < hook.num_bos, "an unknown buffer");
      const uint8_t *map = ws->bo_map(ws, relocs[i].bo);
      uint64_t at_B = (uint64_t)(map - hook.memory);
      must(map >= hook.memory && at_B + hook.bos[k].size_B <= RECORD_MEMORY_B,
           "a buffer outside of the memory");
      r->relocs[i] = (struct check_reloc){.gpu_addr = EMU_VRAM_BASE + at_B, .size_B = hook.bos[k].size_B};
      keep_pages(r, map, (uint32_t)at_B, hook.bos[k].size_B);
   }
   struct check_error err;
   must(check_stream_va(r->chip, ws->info.has_va, dw, ndw, r->relocs, n, r->patched, &err), err.text);
   find_code(r);
   hook.num_cases += hook.num_cases < MAX_CASES - 1;
}

static bool
hook_submit(struct winsys *ws, enum ws_ring ring, const uint32_t *dw, uint32_t ndw,
            const struct ws_reloc *relocs, uint32_t num_relocs, struct ws_fence **fence)
{
   keep(ws, dw, ndw, relocs, num_relocs);
   return hook.inner.cs_submit(ws, ring, dw, ndw, relocs, num_relocs, fence);
}

/* ---- scenes ------------------------------------------------------------------------------------------- */

static void
program(const char *vs, const char *fs)
{
   const char *const text[2] = {vs, fs};
   GLuint p = glCreateProgram();
   GLint ok;
   for (unsigned i = 0; i < 2; i++) {
      GLuint s = glCreateShader(i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
      glShaderSource(s, 1, &text[i], NULL);
      glCompileShader(s);
      glAttachShader(p, s);
      glDeleteShader(s);
   }
   glBindAttribLocation(p, 0, "pos");
   glBindAttribLocation(p, 1, "a");
   glLinkProgram(p);
   glGetProgramiv(p, GL_LINK_STATUS, &ok);
   must(ok, "a scene's program does not link");
   glUseProgram(p);
   GLfloat numbers[32];
   for (unsigned i = 0; i < 32; i++)
      numbers[i] = (GLfloat)(i % 7) / 7.0f;
   glUniform4fv(glGetUniformLocation(p, "u"), 8, numbers);
}

static void
quad(GLenum mode)
{
   static const GLfloat v[6][8] = {
      {-0.9f, -0.8f, 0.1f,  1,     1,    0,    0,    1   },
      {0.8f,  -0.9f, 0.2f,  1,     0,    1,    0,    1   },
      {-0.7f, 0.9f,  0.9f,  1,     0,    0,    1,    1   },
      {0.9f,  0.7f,  -0.5f, 1,     1,    1,    0,    0.5f},
      {3.0f,  -2.0f, 1.5f,  2,     0.5f, 0.5f, 0.5f, 1   },
      {-2.0f, 0.0f,  0.0f,  -0.5f, 1,    0,    1,    0   },
   };
   glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 32, v);
   glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, 32, v[0] + 4);
   glEnableVertexAttribArray(0);
   glEnableVertexAttribArray(1);
   glDrawArrays(mode, 0, 6);
}

#define VS                                                                                                   \
   "attribute vec4 pos, a; varying vec4 v; uniform vec4 u[8]; void main() { gl_Position = pos; v = a + "     \
   "u[1];"                                                                                                   \
   "gl_PointSize = 5.0; }"

static void
scene_depth(void)
{
   program(VS, "precision mediump float; varying vec4 v; void main() { gl_FragColor = v; }");
   glEnable(GL_DEPTH_TEST);
   glClearColor(0.1f, 0.2f, 0.3f, 1);
   glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
   quad(GL_TRIANGLE_STRIP);
   glEnable(GL_STENCIL_TEST);
   glStencilFunc(GL_ALWAYS, 3, 0xff);
   glStencilOp(GL_KEEP, GL_INVERT, GL_INCR_WRAP);
   quad(GL_TRIANGLES);
   glEnable(GL_BLEND);
   glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
   glEnable(GL_SCISSOR_TEST);
   glScissor(5, 5, 40, 40);
   quad(GL_LINE_LOOP);
   quad(GL_POINTS);
   glDisable(GL_SCISSOR_TEST);
   glDisable(GL_BLEND);
   glDisable(GL_STENCIL_TEST);
   glDisable(GL_DEPTH_TEST);
}

static GLuint
texture(GLenum target, GLenum face, GLsizei size, GLenum format)
{
   static GLubyte texels[32 * 32 * 4];
   GLuint t;
   for (unsigned i = 0; i < sizeof texels; i++)
      texels[i] = (GLubyte)(i * 7);
   glGenTextures(1, &t);
   glBindTexture(target, t);
   for (unsigned i = 0; i < (target == GL_TEXTURE_CUBE_MAP ? 6 : 1); i++)
      glTexImage2D(face + i, 0, (GLint)format, size, size, 0, format, GL_UNSIGNED_BYTE, texels);
   glGenerateMipmap(target);
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
   return t;
}

static void
scene_textures(void)
{
   GLuint a = texture(GL_TEXTURE_2D, GL_TEXTURE_2D, 32, GL_RGBA);
   program(VS, "precision mediump float; varying vec4 v; uniform sampler2D s;"
               "void main() { gl_FragColor = texture2D(s, v.xy * 3.0) + texture2DProj(s, v, 1.0); }");
   quad(GL_TRIANGLE_STRIP);
   GLuint b = texture(GL_TEXTURE_2D, GL_TEXTURE_2D, 16, GL_LUMINANCE);
   quad(GL_TRIANGLE_STRIP);
   GLuint c = texture(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_CUBE_MAP_POSITIVE_X, 16, GL_RGBA);
   program(VS, "precision mediump float; varying vec4 v; uniform samplerCube s;"
               "void main() { gl_FragColor = textureCube(s, v.xyz - 0.5); }");
   quad(GL_TRIANGLE_STRIP);
   const GLuint all[3] = {a, b, c};
   glDeleteTextures(3, all);
}

static void
scene_flow(void)
{
   program(
      "attribute vec4 pos, a; varying vec4 v; uniform vec4 u[8];"
      "void main() { gl_Position = pos; v = a; for (int i = 0; i < 4; i++) v += u[i] * u[int(a.x * 7.0)]; }",
      "precision highp float; varying vec4 v; uniform vec4 u[8]; void main() { vec4 c = v; float n = v.x * "
      "9.0;"
      "for (int i = 0; i < 12; i++) { if (float(i) > n) break; c = fract(c * 1.7 + u[2]);"
      "if (c.x > 0.9) { c.y = sin(c.z); continue; } c.w = exp2(c.x) / (c.y + 0.1); }"
      "if (c.z > 0.95) discard; gl_FragColor = c; }");
   quad(GL_TRIANGLE_FAN);
}

static void
scene_target(void)
{
   static const GLushort indices[] = {0, 1, 2, 2, 1, 3, 0, 5, 4};
   GLuint fbo, t;
   glGenTextures(1, &t);
   glBindTexture(GL_TEXTURE_2D, t);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB, 32, 32, 0, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, NULL);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t, 0);
   glViewport(0, 0, 32, 32);
   program(VS, "precision mediump float; varying vec4 v; void main() { gl_FragColor = v.wzyx; }");
   glClear(GL_COLOR_BUFFER_BIT);
   quad(GL_TRIANGLES);
   glDrawElements(GL_TRIANGLES, 9, GL_UNSIGNED_SHORT, indices);
   glBindFramebuffer(GL_FRAMEBUFFER, 0);
   glViewport(0, 0, SIZE, SIZE);
   program(VS, "precision mediump float; varying vec4 v; uniform sampler2D s;"
               "void main() { gl_FragColor = texture2D(s, v.xy); }");
   quad(GL_TRIANGLES);
   glDeleteFramebuffers(1, &fbo);
   glDeleteTextures(1, &t);
}

static void
record_chip(const char *name)
{
   static void (*const scenes[])(void) = {scene_depth, scene_textures, scene_flow, scene_target};
   char error[300] = "";
   struct winsys *ws = target_emulator_open(name, error, sizeof error);
   must(ws != NULL, error);
   hook.inner = *ws;
   hook.num_bos = 0;
   hook.memory = NULL;
   ws->bo_create = hook_create;
   ws->cs_submit = hook_submit;
   struct pipe_screen *screen = ts_screen_create(ws);
   const struct st_framebuffer_desc desc = {.width = SIZE,
                                            .height = SIZE,
                                            .color_format = PIPE_FORMAT_R8G8B8A8_UNORM,
                                            .zs_format = PIPE_FORMAT_Z24_UNORM_S8_UINT};
   struct st_framebuffer *fb = screen ? st_framebuffer_create(screen, &desc) : NULL;
   struct st_context *ctx = screen ? st_context_create(screen, NULL, NULL) : NULL;
   must(fb && ctx, "no context");
   st_make_current(ctx, fb, fb);
   for (unsigned i = 0; i < sizeof scenes / sizeof *scenes; i++) {
      scenes[i]();
      glFinish();
   }
   must(glGetError() == GL_NO_ERROR, "a GL error in a scene");
   st_make_current(NULL, NULL, NULL);
   st_context_destroy(ctx);
   st_framebuffer_destroy(fb);
   screen->destroy(screen);
}

const struct recorded *
fuzz_record(size_t *count)
{
   static const char *const chips[] = {"rv670", "rv770", "cypress", "cayman", "rv610"};
   for (unsigned i = 0; i < sizeof chips / sizeof *chips; i++)
      record_chip(chips[i]);
   must(hook.num_cases > 0, "nothing was submitted");
   *count = hook.num_cases;
   return hook.cases;
}
