/* SPDX-License-Identifier: MIT
 *
 * Formats as the hardware has them: numbers and fields for textures, targets and vertices. One row a format; what a
 * chip lacks is NULL.
 */
#ifndef R300_FORMAT_H
#define R300_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

#include "db/r300/r300_chips.h"
#include "format/pipe_format.h"
#include "pipe/p_defines.h"

struct pipe_screen;

/** A format as TX reads it. */
struct r300_tx_format {
   uint8_t number; /* TX_FORMAT1.TXFORMAT */
   bool msb;       /* TX_FORMAT2.TXFORMAT_MSB (R500) */
   uint8_t sel[4]; /* TX_FORMAT1.SEL_RED, GREEN, BLUE, ALPHA: 0 to 3 stored component, 4 zero, 5 one */
   bool filtered;  /* linear filters are possible */
   /* S3TC: where the chip has TX_FILTER1.DXTC_SWIZZLE_ENABLE, a view sets it and exchanges red and blue */
   bool dxtc;
};

/** A format as RB3D writes it. */
struct r300_cb_format {
   uint8_t color_format; /* RB3D_COLORPITCH.COLORFORMAT */
   uint8_t out_fmt;      /* US_OUT_FMT.OUT_FMT */
   /* bits of RB3D_COLOR_CHANNEL_MASK (target 0) for PIPE_MASK_R, G, B, A; 0: not stored */
   uint8_t mask_of[4];
   uint8_t stores[4]; /* which of RGBA (0 to 3) the buffer's R, G, B, A (as blending names them) are */
   bool has_alpha;    /* else it reads as 1, which blend factors have to know */
   bool fp16;         /* blend constant and alpha in FP16 (R500) */
};

/** A format as the vertex fetch (PSC) reads it. */
struct r300_vtx_format {
   uint8_t type; /* VAP_PROG_STREAM_CNTL.DATA_TYPE */
   bool is_signed, normalize;
   uint8_t dwords;
   uint8_t sel[4]; /* of x, y, z, w: VAP_PROG_STREAM_CNTL_EXT, 0 to 3 component, 4 zero, 5 one */
};

/** US_OUT_FMT_n of a target. */
uint32_t r300_us_out_fmt(const struct r300_cb_format *f);

/** NULL: the chip cannot sample it. */
const struct r300_tx_format *r300_tx_format(const struct r300_chip *chip, enum pipe_format f);
/** NULL: the chip cannot draw to it. */
const struct r300_cb_format *r300_cb_format(const struct r300_chip *chip, enum pipe_format f);
/** Whether what r300_cb_format() gives can be blended with. */
bool r300_cb_blends(const struct r300_chip *chip, enum pipe_format f);
/** ZB_FORMAT.DEPTHFORMAT; -1: it is no depth format of the chip's. */
int r300_zb_format(const struct r300_chip *chip, enum pipe_format f);
/** NULL: the CPU has to convert it (drv_vertex_floats). */
const struct r300_vtx_format *r300_vtx_format(const struct r300_chip *chip, enum pipe_format f);

/** pipe_screen::is_format_supported. */
bool r300_is_format_supported(struct pipe_screen *s, enum pipe_format f, enum pipe_texture_target t,
                              unsigned samples, uint32_t bind);

#endif
