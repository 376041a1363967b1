/* SPDX-License-Identifier: MIT
 *
 * teragl-replay's page: each draw with the picture it left, the registers that were written to other values
 * since the draw before, and links to its shaders, which stand once at the end. Pictures are PNGs inside the
 * page, made smaller by whole factors. TeraGL keeps the bottom row of GL's picture first, so they are shown
 * turned over; a box at the top of the page shows them as other drivers mean them.
 */
#include "replay_page.h"

#include <inttypes.h>
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/terascale/vliw.h"
#include "db/terascale/db_formats.h"
#include "db/terascale/db_print.h"
#include "db/terascale/db_tables.h"
#include "db/terascale/pm4.h"
#include "db/terascale/ts_regs.h"
#include "util/u_math.h"
#include "util/u_vec.h"

enum {
   PICTURE_PX = 256, /* the longer side of a picture at most */
   CONFIG_DW = (DB_R6_CONFIG_REG_END - DB_R6_CONFIG_REG_BASE) / 4,
   CONTEXT_DW = (DB_R6_CONTEXT_REG_END - DB_R6_CONTEXT_REG_BASE) / 4,
};

struct shader {
   uint64_t sum;
   char *text; /* HTML */
};

/** A register window: values now, values at the draw before, and which were ever written. */
struct window {
   uint32_t base;
   uint32_t *now, *before;
   bool *written;
   uint32_t n;
};

struct replay_page {
   FILE *f;
   const struct db_chip *chip;
   struct window windows[2];
   uint32_t config[2][CONFIG_DW], context[2][CONTEXT_DW];
   bool config_written[CONFIG_DW], context_written[CONTEXT_DW];
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
   p->windows[0] =
      (struct window){DB_R6_CONFIG_REG_BASE, p->config[0], p->config[1], p->config_written, CONFIG_DW};
   p->windows[1] =
      (struct window){DB_R6_CONTEXT_REG_BASE, p->context[0], p->context[1], p->context_written, CONTEXT_DW};
   return p;
}

void
replay_page_begin(struct replay_page *p, const struct db_chip *chip)
{
   p->chip = chip;
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
collect(png_structp png, png_bytep data, size_t n)
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
nothing(png_structp png)
{
}

static bool
encode(const uint32_t *rgba, uint32_t w, uint32_t h, struct bytes *out)
{
   png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
   png_infop info = png ? png_create_info_struct(png) : NULL;
   bool ok = false;
   if (!info || setjmp(png_jmpbuf(png)))
      goto out;
   png_set_write_fn(png, out, collect, nothing);
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
shrink(uint32_t *rgba, uint32_t *w, uint32_t *h, uint32_t by)
{
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
put_picture(struct replay_page *p, const struct emulator *e, const struct emu_target *t)
{
   uint32_t w = t->w_px, h = t->h_px;
   uint32_t *rgba = w && h ? malloc((size_t)w * h * 4) : NULL;
   struct bytes png = {0};
   if (rgba) {
      emu_look_pixels(e, 0, w, h, rgba);
      const uint32_t by = MIN2(DIV_ROUND_UP(MAX2(w, h), PICTURE_PX), MIN2(w, h));
      shrink(rgba, &w, &h, by);
   }
   if (rgba && encode(rgba, w, h, &png)) {
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
   if (DB_PKT_TYPE(dw[0]) != 3 || ndw < 3)
      return;
   const uint32_t op = DB_PKT3_OP(dw[0]);
   if (op != DB_PKT3_SET_CONFIG_REG && op != DB_PKT3_SET_CONTEXT_REG)
      return;
   struct window *w = &p->windows[op == DB_PKT3_SET_CONTEXT_REG];
   for (uint32_t i = 2, at = dw[1]; i < ndw && at < w->n; i++, at++) {
      w->now[at] = dw[i];
      w->written[at] = true;
   }
}

/** What a field's value is called; "" if it has no name. */
static const char *
field_value(const struct replay_page *p, uint32_t offset, const char *field)
{
   const struct db_reg *reg = db_reg_at(p->chip->gen, offset, 0, NULL);
   const uint32_t v = p->config[0][(offset - DB_R6_CONFIG_REG_BASE) / 4];
   for (unsigned i = 0; reg && i < reg->field_count; i++) {
      const struct db_field *f = &reg->fields[i];
      for (unsigned k = 0; !strcmp(f->name, field) && k < f->value_count; k++)
         if (f->values[k].value == (v >> f->lo & ((UINT64_C(1) << f->width) - 1)))
            return f->values[k].name;
   }
   return "";
}

static void
put_registers(struct replay_page *p)
{
   char *text = NULL;
   size_t n;
   unsigned changed = 0;
   FILE *f = open_memstream(&text, &n);
   for (unsigned k = 0; f && k < ARRAY_SIZE(p->windows); k++) {
      struct window *w = &p->windows[k];
      for (uint32_t i = 0; i < w->n; i++) {
         if (!w->written[i] || w->now[i] == w->before[i])
            continue;
         db_print_reg(f, p->chip->gen, w->base + 4 * i, w->now[i]);
         w->before[i] = w->now[i];
         changed++;
      }
   }
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

/** The number of the shader among those that the page shows, from 1; 0 if there is none. */
static size_t
shader_number(struct replay_page *p, const struct emulator *e, enum emu_look_program which)
{
   uint32_t ndw = 0;
   const uint32_t *dw = emu_look_program(e, which, &ndw);
   if (!dw)
      return 0;
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
      vliw_disassemble(f, p->chip, dw, ndw);
   if (!f || fclose(f) || !u_vec_push(&p->shaders, s)) {
      p->failed = true;
      return 0;
   }
   return p->shaders.count;
}

static void
put_shaders(struct replay_page *p, const struct emulator *e)
{
   static const char *const names[] = {
      [EMU_LOOK_PS] = "pixel", [EMU_LOOK_VS] = "vertex", [EMU_LOOK_FS] = "fetch"};
   fputs("<p>Shaders:", p->f);
   for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
      size_t n = shader_number(p, e, (enum emu_look_program)i);
      if (n)
         fprintf(p->f, " <a href=\"#shader%zu\">%s %zu</a>", n, names[i], n);
   }
   fputs("</p>\n", p->f);
}

/* ---- the page ---- */

void
replay_page_draw(struct replay_page *p, const struct emulator *e, unsigned submission, unsigned draw,
                 const uint32_t *packet)
{
   struct emu_target t;
   if (submission != p->submission)
      fprintf(p->f, "<h2>Submission %u</h2>\n", submission);
   p->submission = submission;
   fprintf(p->f, "<div class=\"draw\" id=\"draw%u\">\n", draw);
   bool has_target = emu_look_target(e, 0, &t);
   if (has_target)
      put_picture(p, e, &t);
   else
      fputs("<div class=\"none\">no colour target</div>\n", p->f);
   fprintf(p->f, "<div><h3>Draw %u: %s</h3>\n", draw,
           field_value(p, TS_VGT_PRIMITIVE_TYPE_OFFSET, "PRIM_TYPE"));
   if (has_target) {
      const struct db_format *format = db_format(t.format);
      fprintf(p->f, "<p>Target 0: %u&times;%u, %s, at 0x%" PRIX64 "%s</p>\n", t.w_px, t.h_px,
              format ? format->name : "?", t.address, t.samples > 1 ? ", with samples" : "");
   }
   put_shaders(p, e);
   char *text = NULL;
   size_t n;
   FILE *f = open_memstream(&text, &n);
   if (f)
      db_print_packets(f, p->chip->gen, packet, DB_PKT3_BODY_DW(packet[0]) + 1);
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
   fputs("</main></html>\n", p->f);
   bool ok = !p->failed && !ferror(p->f);
   ok &= !fclose(p->f);
   free(p);
   return ok;
}
