/* SPDX-License-Identifier: MIT
 *
 * Part of state/gen.h: samples, and SPI_*, what a pixel shader starts with.
 */

/* Four samples a dword, x and y as signed 4-bit numbers, in 1/16 pixel from the pixel's centre. */
static void
sample_positions(struct emu_draw_state *s, unsigned first, uint32_t dw)
{
   assert(first + 4 <= EMU_MAX_SAMPLES);
   for (unsigned i = 0; i < 4; i++, dw >>= 8) {
      s->draw.raster.sample_pos[first + i][0] = (int16_t)(16 * db_sext(dw & 15, 4));
      s->draw.raster.sample_pos[first + i][1] = (int16_t)(16 * db_sext(dw >> 4 & 15, 4));
   }
}

/* How lines with samples look, and alpha to coverage. */
static void
derive_samples(struct front *f, struct emu_draw_state *s)
{
   uint32_t a = RD(DB_ALPHA_TO_MASK);
   s->draw.raster.line_expand = GET(PA_SC_LINE_CNTL, EXPAND_LINE_WIDTH, RD(PA_SC_LINE_CNTL));
   s->db.alpha_to_mask = GET(DB_ALPHA_TO_MASK, ALPHA_TO_MASK_ENABLE, a);
   s->db.alpha_offset[0] = (uint8_t)GET(DB_ALPHA_TO_MASK, ALPHA_TO_MASK_OFFSET0, a);
   s->db.alpha_offset[1] = (uint8_t)GET(DB_ALPHA_TO_MASK, ALPHA_TO_MASK_OFFSET1, a);
   s->db.alpha_offset[2] = (uint8_t)GET(DB_ALPHA_TO_MASK, ALPHA_TO_MASK_OFFSET2, a);
   s->db.alpha_offset[3] = (uint8_t)GET(DB_ALPHA_TO_MASK, ALPHA_TO_MASK_OFFSET3, a);
}

static bool
derive_spi(struct front *f, struct emu_draw_state *s)
{
   uint32_t in0 = RD(SPI_PS_IN_CONTROL_0), in1 = RD(SPI_PS_IN_CONTROL_1), interp = RD(SPI_INTERP_CONTROL_0);
   uint32_t vs_out = RD(SPI_VS_OUT_CONFIG);
   uint8_t id[EMU_MAX_PARAMS + 8];

   s->draw.raster.num_params = (uint8_t)(GET(SPI_VS_OUT_CONFIG, VS_EXPORT_COUNT, vs_out) + 1);
   assert(s->draw.raster.num_params <= EMU_MAX_PARAMS);
   for (unsigned i = 0; i < s->draw.raster.num_params; i += 4) {
      uint32_t w = RDI(SPI_VS_OUT_ID, i / 4);
      for (unsigned k = 0; k < 4; k++)
         id[i + k] = (uint8_t)(w >> 8 * k);
   }
   unsigned n = GET(SPI_PS_IN_CONTROL_0, NUM_INTERP, in0);
   if (n > EMU_MAX_PARAMS)
      return front_error(f, "SPI_PS_IN_CONTROL_0: %u inputs are more than there are", n);
   s->num_ps_in = (uint8_t)n;
   for (unsigned i = 0; i < n; i++) {
      uint32_t w = RDI(SPI_PS_INPUT_CNTL, i);
      struct emu_ps_input *in = &s->ps_in[i];
      uint32_t semantic = GET(SPI_PS_INPUT_CNTL, SEMANTIC, w);
      in->param = -1;
      for (unsigned k = 0; k < s->draw.raster.num_params; k++) {
         if (id[k] == semantic) {
            in->param = (int8_t)k;
            break;
         }
      }
      in->default_val = (uint8_t)GET(SPI_PS_INPUT_CNTL, DEFAULT_VAL, w);
      in->flat = GET(SPI_PS_INPUT_CNTL, FLAT_SHADE, w) && GET(SPI_INTERP_CONTROL_0, FLAT_SHADE_ENA, interp);
      in->linear = GET(SPI_PS_INPUT_CNTL, SEL_LINEAR, w);
      in->centroid = GET(SPI_PS_INPUT_CNTL, SEL_CENTROID, w);
      in->sample = GET(SPI_PS_INPUT_CNTL, SEL_SAMPLE, w);
      in->point_sprite = GET(SPI_PS_INPUT_CNTL, PT_SPRITE_TEX, w);
      s->ps_in_gpr[i] = (uint8_t)i;
   }
   s->pos_gpr = GET(SPI_PS_IN_CONTROL_0, POSITION_ENA, in0)
                   ? (int16_t)GET(SPI_PS_IN_CONTROL_0, POSITION_ADDR, in0)
                   : -1;
   s->face_gpr = GET(SPI_PS_IN_CONTROL_1, FRONT_FACE_ENA, in1)
                    ? (int16_t)GET(SPI_PS_IN_CONTROL_1, FRONT_FACE_ADDR, in1)
                    : -1;
   s->fixed_gpr = GET(SPI_PS_IN_CONTROL_1, FIXED_PT_POSITION_ENA, in1)
                     ? (int16_t)GET(SPI_PS_IN_CONTROL_1, FIXED_PT_POSITION_ADDR, in1)
                     : -1;
   s->pos_sample = GET(SPI_PS_IN_CONTROL_0, POSITION_SAMPLE, in0);
   s->face_chan = (uint8_t)GET(SPI_PS_IN_CONTROL_1, FRONT_FACE_CHAN, in1);
   s->face_all_bits = GET(SPI_PS_IN_CONTROL_1, FRONT_FACE_ALL_BITS, in1);
   s->pos_z_enable = GET(SPI_INPUT_Z, PROVIDE_Z_TO_SPI, RD(SPI_INPUT_Z));
   s->flat_shade_enable = GET(SPI_INTERP_CONTROL_0, FLAT_SHADE_ENA, interp);
   s->point_sprite_enable = GET(SPI_INTERP_CONTROL_0, PNT_SPRITE_ENA, interp);
   s->point_sprite_top_1 = GET(SPI_INTERP_CONTROL_0, PNT_SPRITE_TOP_1, interp);
   s->sprite_sel[0] = (uint8_t)GET(SPI_INTERP_CONTROL_0, PNT_SPRITE_OVRD_X, interp);
   s->sprite_sel[1] = (uint8_t)GET(SPI_INTERP_CONTROL_0, PNT_SPRITE_OVRD_Y, interp);
   s->sprite_sel[2] = (uint8_t)GET(SPI_INTERP_CONTROL_0, PNT_SPRITE_OVRD_Z, interp);
   s->sprite_sel[3] = (uint8_t)GET(SPI_INTERP_CONTROL_0, PNT_SPRITE_OVRD_W, interp);
   return true;
}
