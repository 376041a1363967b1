/* SPDX-License-Identifier: MIT
 *
 * The stream checker on textures, samplers and vertex buffers. Each case is a stream that keeps or breaks one
 * rule.
 */
#include "check_fixture.h"

static void
sampler_not_of_three(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_SAMPLER, 0, 1, 2);
}

static void
resource_not_of_seven(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_RESOURCE, 0, 1, 2, 3, 4, 5, 6);
}

static void
resource_bad_type(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_RESOURCE, 0, 0, 0, 0, 0, 0, 0, 1u << 30);
}

static void
vertex_buffer_outside(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_RESOURCE, 160 * 7, 256, 15, 16 << 8, 0, 0, 0, 3u << 30);
   nop_reloc(s, 2);
}

static void
texture_fits(struct stream *s)
{
   r6_texture(s, 64, 64, 1, 0);
}

static void
texture_too_large(struct stream *s)
{
   r6_texture(s, 64, 65, 1, 0);
}

static void
texture_mips_only_warned(struct stream *s)
{
   r6_texture(s, 64, 64, 7, 0);
}

static void
texture_one_nop(struct stream *s)
{
   r6_texture(s, 64, 64, 1, 0);
   s->n -= 2;
}

static void
eg_texture(struct stream *s, uint32_t w, uint32_t h, uint32_t levels, uint32_t mip_256B)
{
   PACKET(s, DB_PKT3_SET_RESOURCE, 0,
          EG_SQ_TEX_RESOURCE_WORD0(.DIM = 1, .PITCH = w / 8 - 1, .TEX_WIDTH = w - 1),
          EG_SQ_TEX_RESOURCE_WORD1(.TEX_HEIGHT = h - 1, .ARRAY_MODE = 2), 0, mip_256B, 0,
          EG_SQ_TEX_RESOURCE_WORD5(.LAST_LEVEL = levels - 1), 0,
          EG_SQ_TEX_RESOURCE_WORD7(.DATA_FORMAT = 26, .TYPE = 2));
   nop_reloc(s, 0);
   nop_reloc(s, 0);
}

static void
eg_texture_fits(struct stream *s)
{
   eg_texture(s, 32, 32, 2, 16); /* 4096 bytes, then 16x16 */
}

static void
eg_texture_mips_outside(struct stream *s)
{
   eg_texture(s, 64, 64, 2, 61);
}

static void
eg_texture_2d(struct stream *s, uint32_t base_256B, uint32_t mip_256B, uint32_t tile_split)
{
   PACKET(s, DB_PKT3_SET_RESOURCE, 0, EG_SQ_TEX_RESOURCE_WORD0(.DIM = 1, .PITCH = 7, .TEX_WIDTH = 63),
          EG_SQ_TEX_RESOURCE_WORD1(.TEX_HEIGHT = 63, .ARRAY_MODE = 4), base_256B, mip_256B, 0, 0,
          EG_SQ_TEX_RESOURCE_WORD6(.TILE_SPLIT = tile_split),
          EG_SQ_TEX_RESOURCE_WORD7(.DATA_FORMAT = 26, .TYPE = 2, .NUM_BANKS = 2));
   nop_reloc(s, 1);
   nop_reloc(s, 1);
}

static void
eg_texture_2d_fits(struct stream *s)
{
   eg_texture_2d(s, 64, 128, 4);
}

static void
eg_texture_2d_base(struct stream *s)
{
   eg_texture_2d(s, 65, 128, 4);
}

static void
eg_texture_2d_mip(struct stream *s)
{
   eg_texture_2d(s, 64, 129, 4);
}

static void
eg_texture_2d_split(struct stream *s)
{
   eg_texture_2d(s, 64, 128, 7);
}

static void
texture_format(struct stream *s)
{
   r6_texture(s, 64, 64, 1, 0);
   s->dw[3] = R6_SQ_TEX_RESOURCE_WORD1(.TEX_HEIGHT = 63, .DATA_FORMAT = 63);
}

static void
texture_pitch(struct stream *s)
{
   r6_texture(s, 64, 64, 1, 1);
   s->dw[2] = R6_SQ_TEX_RESOURCE_WORD0(.DIM = 1, .TILE_MODE = 1, .PITCH = 6, .TEX_WIDTH = 50);
}

static void
texture_array_mode(struct stream *s)
{
   r6_texture(s, 64, 64, 1, 1);
   s->dw[2] = R6_SQ_TEX_RESOURCE_WORD0(.DIM = 1, .TILE_MODE = 3, .PITCH = 7, .TEX_WIDTH = 63);
}

static void
r6_cube(struct stream *s)
{
   r6_texture(s, 24, 16, 1, 0); /* 1536 bytes a face... */
   s->dw[2] = R6_SQ_TEX_RESOURCE_WORD0(.DIM = 3, .TILE_MODE = 2, .PITCH = 2, .TEX_WIDTH = 23);
   s->bo[0].size_B = 6 * 24 * 16 * 4; /* ... and room for six */
}

static void
resource_bursts(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_RESOURCE, 3, 0, 0, 0, 0, 0, 0, 3u << 30);
}

/* Three components of 8 bits count as four. */
static void
eg_three_bytes(struct stream *s, uint32_t h)
{
   PACKET(s, DB_PKT3_SET_RESOURCE, 0, EG_SQ_TEX_RESOURCE_WORD0(.DIM = 1, .PITCH = 7, .TEX_WIDTH = 63),
          EG_SQ_TEX_RESOURCE_WORD1(.TEX_HEIGHT = h - 1), 0, 0, 0, 0, 0,
          EG_SQ_TEX_RESOURCE_WORD7(.DATA_FORMAT = 44, .TYPE = 2));
   nop_reloc(s, 0);
   nop_reloc(s, 0);
}

static void
three_bytes_fit(struct stream *s)
{
   eg_three_bytes(s, 64);
}

static void
three_bytes_outside(struct stream *s)
{
   eg_three_bytes(s, 65);
}

static void
r6_evergreen_format(struct stream *s)
{
   r6_texture(s, 64, 64, 1, 1);
   s->dw[3] = R6_SQ_TEX_RESOURCE_WORD1(.TEX_HEIGHT = 63, .DATA_FORMAT = 55); /* BC7 */
}

static void
r6_levels_backwards(struct stream *s)
{
   r6_texture(s, 64, 64, 1, 1);
   s->dw[6] = R6_SQ_TEX_RESOURCE_WORD4(.BASE_LEVEL = 1);
}

/* Not counted on R6xx and R7xx. */
static void
r6_depth_of_3d(struct stream *s)
{
   r6_texture(s, 64, 64, 1, 0);
   s->dw[2] = R6_SQ_TEX_RESOURCE_WORD0(.DIM = 2, .TILE_MODE = 2, .PITCH = 7, .TEX_WIDTH = 63);
   s->dw[3] = R6_SQ_TEX_RESOURCE_WORD1(.TEX_HEIGHT = 63, .TEX_DEPTH = 15, .DATA_FORMAT = 26);
}

static void
second_vertex_buffer(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_RESOURCE, 0, 0, 0, 0, 0, 0, 0, 3u << 30, 0, 0, 0, 0, 0, 0, 3u << 30);
   nop_reloc(s, 1);
   nop_reloc(s, 1);
}

static void
eg_second_vertex_buffer(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_RESOURCE, 0, 0, 0, 0, 0, 0, 0, 0, 3u << 30, 0, 0, 0, 0, 0, 0, 0, 3u << 30);
   nop_reloc(s, 1);
   nop_reloc(s, 1);
}

static const struct test_case cases[] = {
   {"three bytes fit",         "CYPRESS", three_bytes_fit,          NULL                                             },
   {"three bytes outside",     "CYPRESS", three_bytes_outside,      "ends at byte 16640"                             },
   {"Evergreen's format",      "RV770",   r6_evergreen_format,      "has a format that is none: 55"                  },
   {"levels backwards",        "RV770",   r6_levels_backwards,      "begins with level 1, but ends with level 0"     },
   {"depth of 3D",             "RV770",   r6_depth_of_3d,           NULL                                             },
   {"second vertex buffer",    "RV770",   second_vertex_buffer,     "behind another resource"                        },
   {"eg second vertex buffer", "CYPRESS", eg_second_vertex_buffer,  NULL                                             },
   {"eg 2D texture fits",      "CYPRESS", eg_texture_2d_fits,       NULL                                             },
   {"eg 2D texture base",      "CYPRESS", eg_texture_2d_base,       "texture base 0x4100 is not aligned to 16384"    },
   {"eg 2D texture mips",      "CYPRESS", eg_texture_2d_mip,        "texture mip base 0x8100 is not aligned to 16384"},
   {"eg 2D texture split",     "CYPRESS", eg_texture_2d_split,      "a tile split beyond"                            },
   {"texture format",          "RV770",   texture_format,           "has a format that is none"                      },
   {"texture pitch",           "RV770",   texture_pitch,            "texture pitch of 56 texels is no multiple of 64"},
   {"texture mode",            "RV770",   texture_array_mode,       "an array mode that the kernel does not know"    },
   {"cube of six",             "RV670",   r6_cube,                  NULL                                             },
   {"cube of eight",           "RV770",   r6_cube,                  "ends at byte 12288 of a buffer of 9216"         },
   {"resource slot",           "RV770",   resource_bursts,          "slots have 7 dwords"                            },
   {"sampler size",            "RV770",   sampler_not_of_three,     "samplers have 3"                                },
   {"resource size",           "RV770",   resource_not_of_seven,    "slots have 7 dwords"                            },
   {"resource type",           "RV770",   resource_bad_type,        "resource slot 0 has type 1"                     },
   {"vertex buffer outside",   "RV770",   vertex_buffer_outside,    "starts at byte 256 of a buffer of 256"          },
   {"texture fits",            "RV770",   texture_fits,             NULL                                             },
   {"texture too large",       "RV770",   texture_too_large,        "texture level 0 (64x65) ends at byte 18432"     },
   {"R7xx mips overrun",       "RV770",   texture_mips_only_warned, NULL                                             },
   {"texture, one NOP",        "RV770",   texture_one_nop,          "a texture's mip address needs a relocation"     },
   {"eg texture fits",         "CYPRESS", eg_texture_fits,          NULL                                             },
   {"eg mips outside",         "CYPRESS", eg_texture_mips_outside,  "texture levels end at byte 19712"               },
};

CHECK_CASES_MAIN
