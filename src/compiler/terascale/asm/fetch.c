/* SPDX-License-Identifier: MIT
 *
 * Texture and vertex fetches in the assembler's text (docs/isa-text.md).
 */
#include "compiler/terascale/asm/asm.h"

#include <string.h>

static int
find_fetch(enum db_gen gen, const char *name, bool vtx)
{
   for (int i = 0; i < (vtx ? (int)DB_VTX_OP_COUNT : (int)DB_TEX_OP_COUNT); i++) {
      const struct db_fetch_info *f = vtx ? db_vtx_info((enum db_vtx_op)i) : db_tex_info((enum db_tex_op)i);
      if (!strcmp(f->name, name) && f->inst[gen] >= 0)
         return i;
   }
   return -1;
}

static void
fetch_dst(struct vliw_as *a, uint8_t *gpr, bool *r, uint8_t sel[4])
{
   vliw_as_expect(a, "R");
   *gpr = (uint8_t)vliw_as_number(a, 127);
   *r = vliw_as_rel(a);
   vliw_as_expect(a, ".");
   vliw_as_sel4(a, sel);
   vliw_as_expect(a, ",");
}

static void
tex_line(struct vliw_as *a, int op, uint32_t dw[4])
{
   struct vliw_w_tex w = {
      .op = op, .norm = {true, true, true, true}
   };
   uint32_t v;
   fetch_dst(a, &w.dst_gpr, &w.dst_rel, w.dst_sel);
   vliw_as_expect(a, "R");
   w.src_gpr = (uint8_t)vliw_as_number(a, 127);
   w.src_rel = vliw_as_rel(a);
   vliw_as_expect(a, ".");
   vliw_as_sel4(a, w.src_sel);
   vliw_as_expect(a, ",");
   vliw_as_expect(a, "t");
   w.resource = (uint8_t)vliw_as_number(a, 255);
   vliw_as_expect(a, ",");
   vliw_as_expect(a, "s");
   w.sampler = (uint8_t)vliw_as_number(a, 31);
   for (vliw_as_blanks(a); a->p < a->end && !a->failed; vliw_as_blanks(a)) {
      if (vliw_as_take(a, "CT:")) {
         for (unsigned i = 0; i < 4; i++) {
            w.norm[i] = vliw_as_take(a, "N");
            if (!w.norm[i])
               vliw_as_expect(a, "U");
         }
      } else if (vliw_as_keyed(a, "LB:", 127, &v)) {
         w.lod_bias = (uint8_t)v;
      } else if (vliw_as_keyed(a, "OX:", 31, &v)) {
         w.offset[0] = (uint8_t)v;
      } else if (vliw_as_keyed(a, "OY:", 31, &v)) {
         w.offset[1] = (uint8_t)v;
      } else if (vliw_as_keyed(a, "OZ:", 31, &v)) {
         w.offset[2] = (uint8_t)v;
      } else if (vliw_as_keyed(a, "RIM:", 3, &v)) {
         w.resource_index = (uint8_t)v;
      } else if (vliw_as_keyed(a, "SIM:", 3, &v)) {
         w.sampler_index = (uint8_t)v;
      } else if (vliw_as_flag(a, "FWQ")) {
         w.whole_quad = true;
      } else if (vliw_as_flag(a, "ALT")) {
         w.alt_const = true;
      } else if (vliw_as_flag(a, "BCF")) {
         w.bc_frac = true;
      } else {
         vliw_as_end_of_line(a);
      }
   }
   if (!a->failed)
      vliw_enc_tex(a->gen, &w, dw);
}

static void
vtx_line(struct vliw_as *a, int op, uint32_t dw[4])
{
   struct vliw_w_vtx w = {.op = op};
   uint32_t v;
   fetch_dst(a, &w.dst_gpr, &w.dst_rel, w.dst_sel);
   vliw_as_expect(a, "R");
   w.src_gpr = (uint8_t)vliw_as_number(a, 127);
   w.src_rel = vliw_as_rel(a);
   vliw_as_expect(a, ".");
   w.src_sel[0] = (uint8_t)vliw_as_channel(a);
   if (a->p < a->end && *a->p != ',')
      w.src_sel[1] = (uint8_t)vliw_as_channel(a);
   vliw_as_expect(a, ",");
   if (op == DB_VTX_READ_SCRATCH) {
      vliw_as_blanks(a);
      w.array_base = (uint16_t)vliw_as_number(a, 0x1fff);
   } else {
      vliw_as_expect(a, "b");
      w.buffer = (uint8_t)vliw_as_number(a, 255);
      vliw_as_expect(a, "+");
      w.offset = (uint16_t)vliw_as_number(a, 65535);
   }
   for (vliw_as_blanks(a); a->p < a->end && !a->failed; vliw_as_blanks(a)) {
      if (vliw_as_keyed(a, "FT:", 3, &v)) {
         w.fetch_type = (uint8_t)v;
      } else if (vliw_as_keyed(a, "FMT:", 63, &v)) {
         w.data_format = (uint8_t)v;
      } else if (vliw_as_keyed(a, "NUM:", 3, &v)) {
         w.num_format = (uint8_t)v;
      } else if (vliw_as_keyed(a, "COMP:", 1, &v)) {
         w.comp_signed = v;
      } else if (vliw_as_keyed(a, "SRF:", 1, &v)) {
         w.srf_mode = v;
      } else if (vliw_as_keyed(a, "MEGA:", 1, &v)) {
         w.mega = v;
         vliw_as_expect(a, ":");
         w.mega_count = (uint8_t)vliw_as_number(a, 63);
      } else if (vliw_as_keyed(a, "ENDIAN:", 3, &v)) {
         w.endian = (uint8_t)v;
      } else if (vliw_as_keyed(a, "BIM:", 3, &v)) {
         w.buffer_index = (uint8_t)v;
      } else if (vliw_as_keyed(a, "STRUCT:", 3, &v)) {
         w.structured = (uint8_t)v;
      } else if (vliw_as_flag(a, "UCF")) {
         w.use_const = true;
      } else if (vliw_as_flag(a, "FWQ")) {
         w.whole_quad = true;
      } else if (vliw_as_flag(a, "NOSTRIDE")) {
         w.no_stride = true;
      } else if (vliw_as_flag(a, "ALT")) {
         w.alt_const = true;
      } else if (vliw_as_keyed(a, "SIZE:", 0xfff, &v)) {
         w.array_size = (uint16_t)v;
      } else if (vliw_as_keyed(a, "ES:", 3, &v)) {
         w.elem_size = (uint8_t)v;
      } else if (vliw_as_keyed(a, "BURST:", 16, &v)) {
         w.burst = (uint8_t)(v ? v - 1 : 0);
      } else if (vliw_as_flag(a, "INDEXED")) {
         w.indexed = true;
      } else if (vliw_as_flag(a, "UNCACHED")) {
         w.uncached = true;
      } else if (vliw_as_flag(a, "LDS")) {
         w.lds_req = true;
      } else if (vliw_as_flag(a, "COAL")) {
         w.coalesced = true;
      } else {
         vliw_as_end_of_line(a);
      }
   }
   if (!a->failed)
      vliw_enc_vtx(a->gen, &w, dw);
}

void
vliw_as_fetch_line(struct vliw_as *a)
{
   uint32_t dw[4] = {0};
   if (vliw_as_flag(a, "raw")) {
      for (unsigned i = 0; i < 4; i++) {
         vliw_as_blanks(a);
         dw[i] = vliw_as_number(a, UINT32_MAX);
      }
      vliw_as_end_of_line(a);
   } else {
      char name[40];
      vliw_as_identifier(a, name);
      int op = find_fetch(a->gen, name, false);
      if (op >= 0)
         tex_line(a, op, dw);
      else if ((op = find_fetch(a->gen, name, true)) >= 0)
         vtx_line(a, op, dw);
      else
         vliw_as_fail(a, "%s has no fetch instruction '%s'", a->chip->base.name, name);
   }
   for (unsigned i = 0; i < 4 && !a->failed; i++)
      vliw_as_put(a, dw[i]);
}
