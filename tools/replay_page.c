/* SPDX-License-Identifier: MIT
 *
 * teragl-replay's page: each draw with the picture it left, the registers that were written to other values
 * since the draw before, and links to its shaders, which stand once at the end. Pictures are PNGs inside the
 * page, made smaller by whole factors. TeraGL keeps the bottom row of GL's picture first, so they are shown
 * turned over; a box at the top of the page shows them as other drivers mean them.
 */
#include "replay_page.h"

#include <assert.h>
#include <inttypes.h>
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/db_chip.h"
#include "target/compiler.h"
#include "target/gpu.h"
#include "target/stream.h"
#include "util/u_math.h"
#include "util/u_vec.h"

enum { PICTURE_PX = 256 }; /* the longer side of a picture at most */

struct shader {
   uint64_t sum;
   char *text; /* HTML */
};

struct replay_page {
   FILE *f;
   const struct db_chip *chip;
   const struct emu_gpu *gpu;
   const struct target_stream *stream;
   struct target_registers *registers;
   U_VEC(struct shader) shaders;
   unsigned submission; /* whose heading was printed; ~0 = none */
   bool failed;
};

struct replay_page *
replay_page_create(const char *path)
{
   struct replay_page *p = calloc(1, sizeof *p);
   if (!p || !(p->f = fopen(path, "w"))) {
      free(p);
      return NULL;
   }
   p->submission = ~0u;
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
   fprintf(
      p->f,
      "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>%s</title>\n<style>\n"
      "body { font: 14px sans-serif; margin: 1em 2em; max-width: 70em }\n"
      ".draw { display: grid; gap: 1em; border-top: 1px solid #ccc; padding: .5em 0 }\n"
      ".draw > div { flex: 1; min-width: 0 }\n"
      ".none { width: %dpx; color: #777 }\n"
      "img { align-self: start; image-rendering: pixelated; transform: scaleY(-1); border: 1px solid #ccc;\n"
      "   background: repeating-conic-gradient(#ddd 0 25%%, #fff 0 50%%) 0 0 / 16px 16px }\n"
      "input:checked ~ main img { transform: none }\n"
      "pre { overflow-x: auto; background: #f4f4f4; padding: .5em; font-size: 12px }\n"
      "</style>\n<h1>Draws of a capture on %s</h1>\n"
      "<input type=\"checkbox\" id=\"rows\"><label for=\"rows\"> first row at the top</label>\n<main>\n",
      chip->name, PICTURE_PX, chip->name);
   return true;
}

/* ---- text and pictures as HTML ---- */

static void
put_escaped(FILE *f, const char *text)
{
   for (; *text; text++) {
      if (*text == '<')
         fputs("&lt;", f);
      else if (*text == '&')
         fputs("&amp;", f);
      else
         fputc(*text, f);
   }
}

struct bytes {
   uint8_t *data;
   size_t n, room;
};

static void
collect_png(png_structp png, png_bytep data, size_t n)
{
   struct bytes *b = png_get_io_ptr(png);
   if (b->n + n > b->room) {
      size_t room = (b->n + n) * 2;
      uint8_t *grown = realloc(b->data, room);
      if (!grown)
         png_error(png, "out of memory");
      b->data = grown;
      b->room = room;
   }
   memcpy(b->data + b->n, data, n);
   b->n += n;
}

static void
flush_nothing(png_structp png)
{
}

static bool
encode_png(const uint32_t *rgba, uint32_t w, uint32_t h, struct bytes *out)
{
   png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
   png_infop info = png ? png_create_info_struct(png) : NULL;
   bool ok = false;
   if (!info || setjmp(png_jmpbuf(png)))
      goto out;
   png_set_write_fn(png, out, collect_png, flush_nothing);
   png_set_IHDR(png, info, w, h, 8, PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                PNG_FILTER_TYPE_DEFAULT);
   png_write_info(png, info);
   for (uint32_t y = 0; y < h; y++)
      png_write_row(png, (png_const_bytep)(rgba + (size_t)y * w));
   png_write_end(png, NULL);
   ok = true;
out:
   png_destroy_write_struct(&png, &info);
   return ok;
}

static void
put_base64(FILE *f, const struct bytes *b)
{
   static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
   for (size_t i = 0; i < b->n; i += 3) {
      uint32_t v = 0;
      for (size_t k = 0; k < 3; k++)
         v = v << 8 | (i + k < b->n ? b->data[i + k] : 0);
      for (unsigned k = 0; k < 4; k++)
         fputc(i + k <= b->n ? digit[v >> (18 - 6 * k) & 63] : '=', f);
   }
}

/** Makes the picture smaller in place: means of \p by times \p by pixels. */
static void
shrink_picture(uint32_t *rgba, uint32_t *w, uint32_t *h, uint32_t by)
{
   assert(by && by <= *w && by <= *h);
   const uint32_t sw = *w / by, sh = *h / by;
   for (uint32_t y = 0; y < sh; y++)
      for (uint32_t x = 0; x < sw; x++) {
         uint32_t sum[4] = {0}, mean = 0;
         for (uint32_t i = 0; i < by * by; i++) {
            uint32_t v = rgba[(size_t)(y * by + i / by) * *w + x * by + i % by];
            for (unsigned k = 0; k < 4; k++)
               sum[k] += v >> 8 * k & 255;
         }
         for (unsigned k = 0; k < 4; k++)
            mean |= (sum[k] / (by * by)) << 8 * k;
         rgba[(size_t)y * sw + x] = mean;
      }
   *w = sw;
   *h = sh;
}

static void
put_picture(struct replay_page *p, const struct emulator *e, const struct emu_picture *t)
{
   uint32_t w = t->w_px, h = t->h_px;
   uint32_t *rgba = w && h ? malloc((size_t)w * h * 4) : NULL;
   struct bytes png = {0};
   if (rgba) {
      p->gpu->look_pixels(e, w, h, rgba);
      const uint32_t by = MIN2(DIV_ROUND_UP(MAX2(w, h), PICTURE_PX), MIN2(w, h));
      shrink_picture(rgba, &w, &h, by);
   }
   if (rgba && encode_png(rgba, w, h, &png)) {
      fprintf(p->f, "<img width=\"%u\" height=\"%u\" alt=\"target 0\" src=\"data:image/png;base64,", w, h);
      put_base64(p->f, &png);
      fputs("\">\n", p->f);
   } else {
      p->failed |= w && h;
      fputs("<div class=\"none\">no picture</div>\n", p->f);
   }
   free(png.data);
   free(rgba);
}

/* ---- registers ---- */

void
replay_page_packet(struct replay_page *p, const uint32_t *dw, uint32_t ndw)
{
   p->stream->registers_packet(p->registers, dw, ndw);
}

static void
put_registers(struct replay_page *p)
{
   char *text = NULL;
   size_t n;
   FILE *f = open_memstream(&text, &n);
   unsigned changed = f ? p->stream->registers_print_changes(p->registers, f) : 0;
   if (!f || fclose(f)) {
      p->failed = true;
      return;
   }
   if (changed) {
      fprintf(p->f, "<details><summary>%u registers have other values</summary><pre>", changed);
      put_escaped(p->f, text);
      fputs("</pre></details>\n", p->f);
   }
   free(text);
}

/* ---- shaders ---- */

/** The number of a shader among those that the page shows, from 1; 0: out of memory. */
static size_t
shader_number(struct replay_page *p, const uint32_t *dw, uint32_t ndw)
{
   uint64_t sum = UINT64_C(0xcbf29ce484222325);
   for (uint32_t i = 0; i < ndw; i++)
      sum = (sum ^ dw[i]) * UINT64_C(0x100000001b3);
   for (size_t i = 0; i < p->shaders.count; i++)
      if (p->shaders.data[i].sum == sum)
         return i + 1;
   struct shader s = {.sum = sum};
   size_t n;
   FILE *f = open_memstream(&s.text, &n);
   if (f)
      target_compiler(p->chip)->disassemble(f, p->chip, dw, ndw);
   if (!f || fclose(f) || !u_vec_push(&p->shaders, s)) {
      p->failed = true;
      return 0;
   }
   return p->shaders.count;
}

static void
put_shaders(struct replay_page *p, const struct emulator *e)
{
   fputs("<p>Shaders:", p->f);
   const char *name;
   const uint32_t *dw;
   uint32_t ndw = 0;
   for (unsigned i = 0; dw = p->gpu->look_program(e, i, &name, &ndw), name; i++) {
      size_t n = dw ? shader_number(p, dw, ndw) : 0;
      if (n)
         fprintf(p->f, " <a href=\"#shader%zu\">%s %zu</a>", n, name, n);
   }
   fputs("</p>\n", p->f);
}

/* ---- the page ---- */

void
replay_page_draw(struct replay_page *p, const struct emulator *e, unsigned submission, unsigned draw,
                 const uint32_t *packet)
{
   struct emu_picture t;
   if (submission != p->submission)
      fprintf(p->f, "<h2>Submission %u</h2>\n", submission);
   p->submission = submission;
   fprintf(p->f, "<div class=\"draw\" id=\"draw%u\">\n", draw);
   bool has_target = p->gpu->look_target(e, &t);
   if (has_target)
      put_picture(p, e, &t);
   else
      fputs("<div class=\"none\">no colour target</div>\n", p->f);
   fprintf(p->f, "<div><h3>Draw %u: %s</h3>\n", draw, p->stream->registers_primitive(p->registers));
   if (has_target)
      fprintf(p->f, "<p>Target 0: %u&times;%u, %s, at 0x%" PRIX64 "%s</p>\n", t.w_px, t.h_px, t.format,
              t.address, t.multisampled ? ", with samples" : "");
   put_shaders(p, e);
   char *text = NULL;
   size_t n;
   FILE *f = open_memstream(&text, &n);
   if (f)
      p->stream->print(f, p->chip, EMU_RING_GFX, packet, p->stream->packet_dw(packet[0]));
   if (f && !fclose(f)) {
      fputs("<pre>", p->f);
      put_escaped(p->f, text);
      fputs("</pre>\n", p->f);
      free(text);
   }
   put_registers(p);
   fputs("</div></div>\n", p->f);
}

bool
replay_page_end(struct replay_page *p)
{
   if (p->shaders.count)
      fputs("<h2>Shaders</h2>\n", p->f);
   for (size_t i = 0; i < p->shaders.count; i++) {
      fprintf(p->f, "<h3 id=\"shader%zu\">Shader %zu</h3>\n<pre>", i + 1, i + 1);
      put_escaped(p->f, p->shaders.data[i].text);
      fputs("</pre>\n", p->f);
      free(p->shaders.data[i].text);
   }
   u_vec_fini(&p->shaders);
   if (p->stream)
      p->stream->registers_destroy(p->registers);
   fputs("</main></html>\n", p->f);
   bool ok = !p->failed && !ferror(p->f);
   ok &= !fclose(p->f);
   free(p);
   return ok;
}
