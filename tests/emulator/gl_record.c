/* SPDX-License-Identifier: MIT
 *
 * The recorder: the whole stack but EGL draws scenes on the emulator, with a hook in the winsys that keeps each stream
 * with the contents of its buffers.
 */
#define GL_GLEXT_PROTOTYPES 1
#include <GLES2/gl2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/terascale/eg_regs.h"
#include "db/terascale/pm4.h"
#include "db/terascale/r6_regs.h"
#include "emulator/emulator.h"
#include "gl_record.h"
#include "state_tracker/st_api.h"
#include "target/screen.h"
#include "terascale/public.h"
#include "winsys/winsys.h"

#define MAX_BOS   1024
#define MAX_CASES 512

void
record_must(int ok, const char *what)
{
   if (ok)
      return;
   fprintf(stderr, "gl_record: %s\n", what);
   exit(1);
}

unsigned
record_program(const char *vs, const char *fs)
{
   const char *const text[2] = {vs, fs};
   const GLuint p = glCreateProgram();
   GLint ok;
   for (unsigned i = 0; i < 2; i++) {
      const GLuint s = glCreateShader(i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
      glShaderSource(s, 1, &text[i], NULL);
      glCompileShader(s);
      glAttachShader(p, s);
      glDeleteShader(s);
   }
   glBindAttribLocation(p, 0, "pos");
   glBindAttribLocation(p, 1, "a");
   glLinkProgram(p);
   glGetProgramiv(p, GL_LINK_STATUS, &ok);
   record_must(ok, "a scene's program does not link");
   glUseProgram(p);
   return p;
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
   uint64_t memory_B;
   struct recorded cases[MAX_CASES];
   size_t num_cases;
   const char *scene; /* that is being drawn */
} hook;

static struct ws_bo *
hook_create(struct winsys *ws, uint64_t size_B, uint32_t align_B, enum ws_domain domain)
{
   struct ws_bo *bo = hook.inner.bo_create(ws, size_B, align_B, domain);
   record_must(bo && hook.num_bos < MAX_BOS, "too many buffers");
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
      record_must(r->pages != NULL, "out of memory");
      struct recorded_page *p = &r->pages[r->num_pages++];
      p->at_B = at_B + (uint32_t)o;
      p->data = malloc(RECORD_PAGE_B);
      record_must(p->data != NULL, "out of memory");
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
                to - EMU_VRAM_BASE < hook.memory_B)
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
   *r =
      (struct recorded){.chip = terascale_chip(ws->info.chip), .ndw = ndw, .nrelocs = n, .scene = hook.scene};
   r->sent = malloc(ndw * 4);
   r->patched = malloc(ndw * 4);
   r->relocs = calloc(n + 1, sizeof *r->relocs);
   record_must(r->sent && r->patched && r->relocs, "out of memory");
   memcpy(r->sent, dw, ndw * 4);
   for (uint32_t i = 0; i < n; i++) {
      unsigned k = 0;
      while (k < hook.num_bos && hook.bos[k].bo != relocs[i].bo)
         k++;
      record_must(k < hook.num_bos, "an unknown buffer");
      const uint8_t *map = ws->bo_map(ws, relocs[i].bo);
      uint64_t at_B = (uint64_t)(map - hook.memory);
      record_must(map >= hook.memory && at_B + hook.bos[k].size_B <= hook.memory_B,
                  "a buffer outside of the memory");
      r->relocs[i] = (struct check_reloc){.gpu_addr = EMU_VRAM_BASE + at_B, .size_B = hook.bos[k].size_B};
      keep_pages(r, map, (uint32_t)at_B, hook.bos[k].size_B);
   }
   struct check_error err;
   record_must(check_stream_va(r->chip, ws->info.has_va, dw, ndw, r->relocs, n, r->patched, &err), err.text);
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

void
record_scenes(const char *chip, uint64_t memory_B, const struct record_scene *scenes, size_t num_scenes)
{
   char error[300] = "";
   struct winsys *ws = target_emulator_open(chip, error, sizeof error);
   record_must(ws != NULL, error);
   hook.inner = *ws;
   hook.num_bos = 0;
   hook.memory = NULL;
   hook.memory_B = memory_B;
   ws->bo_create = hook_create;
   ws->cs_submit = hook_submit;
   struct pipe_screen *screen = ts_screen_create(ws);
   const struct st_framebuffer_desc desc = {.width = RECORD_SIZE,
                                            .height = RECORD_SIZE,
                                            .color_format = PIPE_FORMAT_R8G8B8A8_UNORM,
                                            .zs_format = PIPE_FORMAT_Z24_UNORM_S8_UINT};
   struct st_framebuffer *fb = screen ? st_framebuffer_create(screen, &desc) : NULL;
   struct st_context *ctx = screen ? st_context_create(screen, NULL, NULL) : NULL;
   record_must(fb && ctx, "no context");
   st_make_current(ctx, fb, fb);
   for (size_t i = 0; i < num_scenes; i++) {
      hook.scene = scenes[i].name;
      scenes[i].draw();
      glFinish();
      record_must(glGetError() == GL_NO_ERROR, scenes[i].name);
   }
   st_make_current(NULL, NULL, NULL);
   st_context_destroy(ctx);
   st_framebuffer_destroy(fb);
   screen->destroy(screen);
}

const struct recorded *
record_cases(size_t *count)
{
   record_must(hook.num_cases > 0, "nothing was submitted");
   *count = hook.num_cases;
   return hook.cases;
}
