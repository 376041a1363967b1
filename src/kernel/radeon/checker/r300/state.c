/* SPDX-License-Identifier: MIT
 * What a check begins with, its sentences and relocations. A relocation is a NOP of any length behind what needs it, whose
 * first body dword is 4 * index (radeon_cs_packet_next_reloc; a multiple of 4 is asked for here alone). First values: the
 * radeon kernel's r100_cs_track_clear. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "db/r300/r300_pm4.h"
#include "db/r300/r300_tables.h"
#include "kernel/radeon/checker/r300/rules.h"

void
check_r300_init(struct r300_checker *c)
{
   c->colors_new = c->depth_new = c->resolve_new = c->textures_new = true;
   c->num_colors = R300_TARGETS;
   c->rows_px = 4096;
   c->depth_on = true;
   c->vertex_dw = 0x7f;
   c->immediate_dw = UINT32_MAX;
   c->max_index = 0xffffff;
   c->num_arrays = 11;
   for (unsigned i = 0; i < R300_TARGETS; i++)
      c->color[i] = (struct r300_surface){.pitch_px = 8192, .px_B = 16};
   c->depth = (struct r300_surface){.pitch_px = 8192, .px_B = 4};
   for (unsigned i = 0; i < c->num_arrays; i++)
      c->array[i].stride_dw = 0x7f;
   for (unsigned i = 0; i < R300_TEXTURES; i++)
      c->texture[i] = (struct r300_texture){.round_w = true,
                                            .round_h = true,
                                            .pitch_px = 16536,
                                            .width_px = 16536,
                                            .height_px = 16536,
                                            .width_11 = 1 << 11,
                                            .height_11 = 1 << 11,
                                            .last_level = 12,
                                            .log2_depth = 16,
                                            .kind = 1,
                                            .texel_B = 64};
}

static const char *
packet_name(const struct r300_checker *c)
{
   const uint32_t h = c->at < c->ndw ? c->dw[c->at] : R300_PKT2;
   const struct db_packet *p = R300_PKT_TYPE(h) == 3 ? r300_packet(c->chip->gen, R300_PKT3_OP(h)) : NULL;
   return p ? p->name : R300_PKT_TYPE(h) == 0 ? "registers" : "?";
}

bool
check_r300_fail(struct r300_checker *c, uint32_t dw, const char *format, ...)
{
   if (!c->err)
      return false;
   assert(c->at <= c->ndw && dw <= c->ndw);
   struct check_error *e = c->err;
   *e = (struct check_error){.packet = c->packet, .packet_dw = c->at, .dw = dw, .reg = c->reg};
   int n =
      snprintf(e->text, sizeof e->text, "packet %u (%s) at dword %u: ", c->packet, packet_name(c), c->at);
   va_list args;
   va_start(args, format);
   n += vsnprintf(e->text + n, sizeof e->text - (size_t)n, format, args);
   va_end(args);
   char name[64];
   if (c->reg && n < (int)sizeof e->text) {
      db_table_reg_full_name(r300_regs(c->chip->gen), c->chip->gen, c->reg, name, sizeof name);
      if (!strstr(e->text, name))
         snprintf(e->text + n, sizeof e->text - (size_t)n, " (%s)", name);
   }
   return false;
}

const struct check_reloc *
check_r300_reloc(struct r300_checker *c, const char *what)
{
   const uint32_t h = c->next < c->ndw ? c->dw[c->next] : 0;
   if (R300_PKT_TYPE(h) != 3 || R300_PKT3_OP(h) != R300_PKT3_NOP || R300_PKT_BODY_DW(h) >= c->ndw - c->next) {
      check_r300_fail(c, c->next, "%s needs a relocation NOP at dword %u, and there is none", what, c->next);
      return NULL;
   }
   const uint32_t k = c->dw[c->next + 1];
   if (k % 4 || k / 4 >= c->nrelocs) {
      check_r300_fail(c, c->next + 1, "%s: relocation %u is not in the list of %u buffers", what, k,
                      c->nrelocs);
      return NULL;
   }
   c->next += 1 + R300_PKT_BODY_DW(h);
   return &c->relocs[k / 4];
}

const struct check_reloc *
check_r300_address(struct r300_checker *c, uint32_t dw, const char *what)
{
   const struct check_reloc *r = check_r300_reloc(c, what);
   if (r)
      r300_patch(c, dw, c->dw[dw] + (uint32_t)r->gpu_addr);
   return r;
}
