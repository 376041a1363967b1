/* SPDX-License-Identifier: MIT
 *
 * teragl-replay's page: what each draw left in its first colour target, registers, shaders, the memory that it
 * read. tools/replay_page.html shows them; here its data is written, draw by draw.
 */
#include "replay_page.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "replay_page_html.h"
#include "replay_picture.h"
#include "replay_script.h"
#include "target/compiler.h"
#include "target/gpu.h"
#include "target/stream.h"
#include "util/u_math.h"

enum {
   PICTURES_MOST_B = 64 << 20, /* of pictures in the page, which a browser can still open */
   TEXTURE_PX = 96,            /* the longer side of a texture's picture at most */
   SHOWN_B = 64,               /* of a buffer's first bytes */
   TARGETS = 8                 /* whose last picture is kept */
};

/** A colour target as it was when a draw to it was last shown. */
struct target {
   struct emu_picture is;
   uint32_t *rgba; /* NULL: free */
   uint32_t shown; /* number of the picture */
   uint32_t divisor;
   unsigned used; /* draw */
};

struct replay_page {
   struct script script;
   const struct db_chip *chip;
   const struct emu_gpu *gpu;
   const struct target_stream *stream;
   struct target_registers *registers;
   struct target targets[TARGETS];
   unsigned draws, without_picture, smaller;
   bool failed;
};

struct replay_page *
replay_page_create(const char *path)
{
   struct replay_page *p = calloc(1, sizeof *p);
   if (!p || !(p->script.f = fopen(path, "w"))) {
      free(p);
      return NULL;
   }
   return p;
}

bool
replay_page_begin(struct replay_page *p, const struct db_chip *chip)
{
   p->chip = chip;
   p->gpu = target_gpu(chip);
   p->stream = target_stream(chip);
   p->registers = p->stream->registers_create(chip);
   if (!p->registers)
      return false;
   fputs(replay_page_html, p->script.f);
   fprintf(p->script.f, "<script>\nchip(\"%s\")\n", chip->name);
   return true;
}

void
replay_page_packet(struct replay_page *p, const uint32_t *dw, uint32_t ndw)
{
   p->stream->registers_packet(p->registers, dw, ndw);
}

/* ---- pictures ---- */

/** The longer side of the next picture: smaller as the page fills; 0: none. */
static uint32_t
picture_px(const struct replay_page *p)
{
   const uint64_t used_B = p->script.picture_B;
   return used_B < PICTURES_MOST_B / 2       ? 400
          : used_B < PICTURES_MOST_B / 8 * 7 ? 160
          : used_B < PICTURES_MOST_B         ? 48
                                             : 0;
}

static struct target *
find_target(struct replay_page *p, const struct emu_picture *is)
{
   struct target *oldest = &p->targets[0];
   for (unsigned i = 0; i < TARGETS; i++) {
      struct target *t = &p->targets[i];
      if (t->rgba && t->is.address == is->address && t->is.w_px == is->w_px && t->is.h_px == is->h_px &&
          !strcmp(t->is.format, is->format))
         return t;
      if (!t->rgba || (oldest->rgba && t->used < oldest->used))
         oldest = t;
   }
   free(oldest->rgba);
   *oldest = (struct target){.is = *is};
   return oldest;
}

/** The number of a picture of \p rgba, made smaller. */
static uint32_t
put_shrunk(struct replay_page *p, const uint32_t *rgba, uint32_t w, uint32_t h, uint32_t divisor)
{
   const uint32_t sw = picture_shrunk(w, divisor), sh = picture_shrunk(h, divisor);
   uint32_t *small = malloc((size_t)sw * sh * 4);
   uint32_t number = 0;
   if (small) {
      picture_shrink(rgba, w, h, divisor, small);
      number = script_picture(&p->script, small, sw, sh);
   }
   p->failed |= !small;
   free(small);
   return number;
}

/** Writes "after", "before" and what changed as members of a draw to \p f. */
static void
put_change(struct replay_page *p, FILE *f, struct target *t, const uint32_t *rgba, uint32_t divisor)
{
   const uint32_t w = t->is.w_px, h = t->is.h_px;
   const uint32_t after = put_shrunk(p, rgba, w, h, divisor);
   fprintf(f, ",a:%u", after);
   if (t->rgba) {
      const uint32_t sw = picture_shrunk(w, divisor), sh = picture_shrunk(h, divisor);
      uint32_t *marks = malloc((size_t)sw * sh * 4);
      const struct picture_change c = picture_compare(t->rgba, rgba, w, h, divisor, marks);
      const uint32_t before = t->divisor == divisor ? t->shown : put_shrunk(p, t->rgba, w, h, divisor);
      fprintf(f, ",b:%u,c:%" PRIu64 ",x:[%u,%u,%u,%u]", before, c.pixels, c.x0, c.y0, c.x1, c.y1);
      if (marks && c.pixels)
         fprintf(f, ",m:%u", script_picture(&p->script, marks, sw, sh));
      p->failed |= !marks;
      free(marks);
   }
   t->shown = after;
   t->divisor = divisor;
}

static void
put_picture(struct replay_page *p, FILE *f, const struct emulator *e, const struct emu_picture *is)
{
   const uint32_t most_px = picture_px(p), w = is->w_px, h = is->h_px;
   p->without_picture += !most_px;
   p->smaller += most_px && most_px < 400;
   uint32_t *rgba = most_px && w && h ? malloc((size_t)w * h * 4) : NULL;
   if (!rgba) {
      p->failed |= most_px && w && h;
      return;
   }
   struct target *t = find_target(p, is);
   p->gpu->look_pixels(e, w, h, rgba);
   put_change(p, f, t, rgba, picture_divisor(w, h, most_px));
   free(t->rgba);
   t->rgba = rgba;
   t->used = p->draws;
}

/* ---- registers, shaders, memory ---- */

/** What functions print to \p f. */
struct text {
   FILE *f;
   char *data; /* after text_end, to be freed */
   size_t n;
};

static bool
text_begin(struct replay_page *p, struct text *t)
{
   *t = (struct text){0};
   t->f = open_memstream(&t->data, &t->n);
   p->failed |= !t->f;
   return t->f != NULL;
}

static bool
text_end(struct replay_page *p, struct text *t)
{
   const bool ok = !fclose(t->f);
   p->failed |= !ok;
   if (!ok) {
      free(t->data);
      t->data = NULL;
   }
   return ok;
}

/** The number of the text, which goes. */
static uint32_t
text_put(struct replay_page *p, struct text *t)
{
   const uint32_t number = script_text(&p->script, t->data, t->n);
   free(t->data);
   return number;
}

/** A register begins a line, its fields are indented. */
static void
put_registers(struct replay_page *p, FILE *f)
{
   struct text t;
   if (!text_begin(p, &t))
      return;
   p->stream->registers_print_changes(p->registers, t.f);
   if (!text_end(p, &t))
      return;
   fputs(",r:[", f);
   for (size_t from = 0, to; from < t.n; from = to) {
      to = from + 1;
      while (to < t.n && (t.data[to - 1] != '\n' || t.data[to] == ' '))
         to++;
      fprintf(f, "%u,", script_text(&p->script, t.data + from, to - from));
   }
   fputc(']', f);
   free(t.data);
}

static void
put_shaders(struct replay_page *p, FILE *f, const struct emulator *e)
{
   const char *name;
   const uint32_t *dw;
   uint32_t ndw = 0;
   unsigned kind = 0;
   fputs(",h:[", f);
   for (unsigned i = 0; dw = p->gpu->look_program(e, i, &name, &kind, &ndw), name; i++) {
      struct text t;
      if (!dw || !text_begin(p, &t))
         continue;
      target_compiler(p->chip)->disassemble(t.f, p->chip, kind, dw, ndw);
      if (text_end(p, &t))
         fprintf(f, "[\"%s\",%u],", name, text_put(p, &t));
   }
   fputc(']', f);
}

/** The number of a texture's picture, -1 without one. */
static int64_t
texture_picture(struct replay_page *p, struct emulator *e, unsigned i, const struct emu_seen *s)
{
   const uint32_t step = picture_divisor(s->w_px, s->h_px, TEXTURE_PX);
   const uint32_t w = picture_shrunk(s->w_px, step), h = picture_shrunk(s->h_px, step);
   uint32_t *rgba = s->w_px && s->h_px && picture_px(p) ? malloc((size_t)w * h * 4) : NULL;
   int64_t number = -1;
   if (rgba) {
      p->gpu->look_texels(e, i, step, w, h, rgba);
      number = script_picture(&p->script, rgba, w, h);
   }
   free(rgba);
   return number;
}

static void
put_memory(struct replay_page *p, FILE *f, struct emulator *e)
{
   struct emu_seen s;
   uint64_t memory_B;
   const uint8_t *memory = p->gpu->memory(e, &memory_B);
   fputs(",e:[", f);
   for (unsigned i = 0; p->gpu->look_memory && p->gpu->look_memory(e, i, &s); i++) {
      fprintf(f, "[\"%s\",\"%s\",%u,\"%s\",\"0x%" PRIX64 "\",%" PRIu64 ",%" PRId64 ",\"", s.stage, s.kind,
              s.number, s.text, s.address, s.size_B, texture_picture(p, e, i, &s));
      const uint64_t at = s.address - p->gpu->base;
      for (uint64_t b = 0; s.address >= p->gpu->base && b < MIN2(s.size_B, SHOWN_B) && at + b < memory_B; b++)
         fprintf(f, "%02x", memory[at + b]);
      fputs("\"],", f);
   }
   fputc(']', f);
}

/* ---- the page ---- */

static void
put_packet(struct replay_page *p, FILE *f, const uint32_t *packet)
{
   struct text t;
   if (!text_begin(p, &t))
      return;
   p->stream->print(t.f, p->chip, EMU_RING_GFX, packet, p->stream->packet_dw(packet[0]));
   if (text_end(p, &t))
      fprintf(f, ",k:%u", text_put(p, &t));
}

void
replay_page_draw(struct replay_page *p, struct emulator *e, unsigned submission, unsigned draw,
                 const uint32_t *packet)
{
   struct emu_picture is;
   struct text t; /* the texts and pictures that it names stand before it */
   if (!text_begin(p, &t))
      return;
   fprintf(t.f, "D({s:%u,n:%u,p:\"%s\"", submission, draw, p->stream->registers_primitive(p->registers));
   if (p->gpu->look_target(e, &is)) {
      fprintf(t.f, ",t:[\"0x%" PRIX64 "\",%u,%u,\"%s\",%d]", is.address, is.w_px, is.h_px, is.format,
              is.multisampled);
      put_picture(p, t.f, e, &is);
   }
   put_registers(p, t.f);
   put_shaders(p, t.f, e);
   put_memory(p, t.f, e);
   put_packet(p, t.f, packet);
   fputs("})\n", t.f);
   if (text_end(p, &t))
      fputs(t.data, p->script.f);
   free(t.data);
   p->draws++;
}

bool
replay_page_end(struct replay_page *p, unsigned draws)
{
   FILE *f = p->script.f;
   if (p->draws < draws)
      fprintf(f, "note(\"The first %u of %u draws are shown (--draws).\")\n", p->draws, draws);
   if (p->smaller || p->without_picture)
      fprintf(
         f, "note(\"To keep the page below %u MiB, pictures of %u draws are smaller, and %u have none.\")\n",
         PICTURES_MOST_B >> 20, p->smaller, p->without_picture);
   fputs("start()\n</script></html>\n", f);
   script_fini(&p->script);
   for (unsigned i = 0; i < TARGETS; i++)
      free(p->targets[i].rgba);
   if (p->stream)
      p->stream->registers_destroy(p->registers);
   bool ok = !p->failed && !p->script.failed && !ferror(f);
   ok &= !fclose(f);
   free(p);
   return ok;
}
