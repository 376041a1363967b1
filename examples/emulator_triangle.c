/* SPDX-License-Identifier: MIT
 *
 * A triangle on an emulated Radeon HD 5870 (Cypress), without any driver: the command stream and the shaders are
 * written here by hand. Every register is named; "Evergreen 3D Register Reference Guide" describes them,
 * "Evergreen-Family Instruction Set Architecture" the shader words.
 *
 *    cc emulator_triangle.c -o triangle $(pkg-config --cflags --libs teragl-emulator libpng) && ./triangle out.png
 */
#include <png.h>
#include <stdio.h>
#include <string.h>
#include <teragl/emulator.h>

enum { WIDTH = 256, HEIGHT = 256 }; /* the target is linear: its pitch is a multiple of 64 pixels */

/* Who lives where, from the start of memory. Shaders and targets begin at multiples of 256 bytes. */
enum {
   VERTEX_SHADER = 0x1000,
   FETCH_SHADER = 0x2000,
   PIXEL_SHADER = 0x3000,
   VERTICES = 0x10000,
   TARGET = 0x100000
};

static uint8_t *memory; /* as the program sees it */
static uint64_t base;   /* as the GPU does */

/* ---- shaders: 64-bit instruction words, low dword first ----------------------------------------------- */

/* clang-format off */
static const uint32_t vertex_shader[] = {
   0x00000000, 0x84C00000, /* CALL_FS: the fetch shader fills R1 and R2 */
   0xC000A03C, 0x95000688, /* EXPORT_DONE position = R1.xyzw */
   0xC0014000, 0x95200688, /* EXPORT_DONE parameter 0 = R2.xyzw; end */
};

static const uint32_t fetch_shader[] = {
   0x00000002, 0x80800400, /* VTX: two fetches, from dword pair 2 on */
   0x00000000, 0x85000000, /* RETURN */
   0x7C000000, 0xE8CD1001, 0x00080000, 0x00000000, /* R1 = float4 at byte 0 of the vertex */
   0x7C000000, 0xE8CD1002, 0x00080010, 0x00000000, /* R2 = float4 at byte 16 */
};

static const uint32_t pixel_shader[] = {
   0x00000002, 0xA01C0000, /* ALU: eight instructions, from dword pair 2 on */
   0xC0008000, 0x95200688, /* EXPORT_DONE pixel 0 = R1.xyzw; end */
   /* R1.zw, then R1.xy = parameter 0, weighted by the barycentric pair in R0.xy */
   0x00380400, 0x00346B80, 0x00B80000, 0x20346B80, 0x01380400, 0x40346B90, 0x81B80000, 0x60346B90,
   0x00380400, 0x00346B10, 0x00B80000, 0x20346B10, 0x01380400, 0x40346B00, 0x81B80000, 0x60346B00,
};

static const float vertices[3][8] = {
   /* x      y      z  w  r  g  b  a */
   {-0.75f, -0.75f, 0, 1, 1, 0, 0, 1},
   {0.75f,  -0.75f, 0, 1, 0, 1, 0, 1},
   {0,      0.75f,  0, 1, 0, 0, 1, 1},
};
/* clang-format on */

/* ---- the stream --------------------------------------------------------------------------------------- */

static uint32_t stream[256], ndw;

static void
packet(unsigned opcode, unsigned body_dw) /* a type-3 header */
{
   stream[ndw++] = 3u << 30 | (body_dw - 1) << 16 | opcode << 8;
}

static void
set(uint32_t reg, uint32_t value)
{
   int context = reg >= 0x28000; /* SET_CONTEXT_REG or SET_CONFIG_REG */
   packet(context ? 0x69 : 0x68, 2);
   stream[ndw++] = (reg - (context ? 0x28000 : 0x8000)) / 4;
   stream[ndw++] = value;
}

static void
set_float(uint32_t reg, float value)
{
   uint32_t bits;
   memcpy(&bits, &value, 4);
   set(reg, bits);
}

static uint32_t
address(uint32_t offset) /* registers hold addresses in units of 256 bytes */
{
   return (uint32_t)((base + offset) >> 8);
}

static void
shader_state(void)
{
   set(0x2885C, address(VERTEX_SHADER)); /* SQ_PGM_START_VS */
   set(0x28860, 0x00200103);             /* SQ_PGM_RESOURCES_VS: 3 registers, 1 stack entry */
   set(0x288A4, address(FETCH_SHADER));  /* SQ_PGM_START_FS */
   set(0x28840, address(PIXEL_SHADER));  /* SQ_PGM_START_PS */
   set(0x28844, 0x00200002);             /* SQ_PGM_RESOURCES_PS: 2 registers */
   set(0x2884C, 2);                      /* SQ_PGM_EXPORTS_PS: one colour */
   set(0x286C4, 0);                      /* SPI_VS_OUT_CONFIG: one parameter */
   set(0x2861C, 5);                      /* SPI_VS_OUT_ID_0: parameter 0 has semantic 5 ... */
   set(0x28644, 5);                      /* SPI_PS_INPUT_CNTL_0: ... which is the pixel shader's input 0 */
   set(0x286CC, 0x10000001);             /* SPI_PS_IN_CONTROL_0: one input, perspective gradients */
   set(0x286D0, 0);                      /* SPI_PS_IN_CONTROL_1 */
   set(0x286E0, 1);                      /* SPI_BARYC_CNTL: barycentrics at pixel centres */
   packet(0x6D, 9);                      /* SET_RESOURCE */
   stream[ndw++] = 992 * 8;              /* the fetch shader's first slot */
   stream[ndw++] = (uint32_t)(base + VERTICES);
   stream[ndw++] = sizeof vertices - 1;
   stream[ndw++] = 32 << 8; /* bytes a vertex */
   stream[ndw++] = 0x3440;  /* x y z w in this order */
   stream[ndw++] = 0;
   stream[ndw++] = 0;
   stream[ndw++] = 0;
   stream[ndw++] = 3u << 30; /* a buffer */
}

static void
raster_state(void)
{
   set_float(0x2843C, WIDTH / 2.0f);   /* PA_CL_VPORT_XSCALE_0 */
   set_float(0x28440, WIDTH / 2.0f);   /* PA_CL_VPORT_XOFFSET_0 */
   set_float(0x28444, -HEIGHT / 2.0f); /* PA_CL_VPORT_YSCALE_0: row 0 is the top one */
   set_float(0x28448, HEIGHT / 2.0f);  /* PA_CL_VPORT_YOFFSET_0 */
   set_float(0x2844C, 0.5f);           /* PA_CL_VPORT_ZSCALE_0 */
   set_float(0x28450, 0.5f);           /* PA_CL_VPORT_ZOFFSET_0 */
   set_float(0x28C0C, 16);             /* PA_CL_GB_VERT_CLIP_ADJ */
   set_float(0x28C10, 1);              /* PA_CL_GB_VERT_DISC_ADJ */
   set_float(0x28C14, 16);             /* PA_CL_GB_HORZ_CLIP_ADJ */
   set_float(0x28C18, 1);              /* PA_CL_GB_HORZ_DISC_ADJ */
   set(0x28818, 0x43F);                /* PA_CL_VTE_CNTL: viewport on, W is 1 / w */
   set(0x28034, 8192 | 8192 << 16);    /* PA_SC_SCREEN_SCISSOR_BR */
   set(0x28244, 8192 | 8192 << 16);    /* PA_SC_GENERIC_SCISSOR_BR */
   set(0x28208, WIDTH | HEIGHT << 16); /* PA_SC_WINDOW_SCISSOR_BR */
   set(0x2820C, 0xFFFF);               /* PA_SC_CLIPRECT_RULE: no rectangles */
   set_float(0x282D4, 1);              /* PA_SC_VPORT_ZMAX_0 */
   set(0x28814, 0x80000);              /* PA_SU_SC_MODE_CNTL: no culling */
   set(0x28C08, 0x2D);                 /* PA_SU_VTX_CNTL: pixel centres at one half, 1/256 pixel */
   set(0x28C3C, 0xFFFFFFFF);           /* PA_SC_AA_MASK */
   set(0x28400, 0xFFFFFFFF);           /* VGT_MAX_VTX_INDX */
   set(0x28800, 0);                    /* DB_DEPTH_CONTROL: no depth, no stencil */
   set(0x2880C, 0x10);                 /* DB_SHADER_CONTROL */
}

static void
target_state(void)
{
   set(0x28238, 0xF);                        /* CB_TARGET_MASK: target 0, all channels */
   set(0x2823C, 0xF);                        /* CB_SHADER_MASK */
   set(0x28808, 0x00CC0010);                 /* CB_COLOR_CONTROL: normal, copy */
   set(0x28C60, address(TARGET));            /* CB_COLOR0_BASE */
   set(0x28C64, WIDTH / 8 - 1);              /* CB_COLOR0_PITCH */
   set(0x28C68, WIDTH * HEIGHT / 64 - 1);    /* CB_COLOR0_SLICE */
   set(0x28C70, 26 << 2 | 1 << 8 | 1 << 19); /* CB_COLOR0_INFO: 8_8_8_8, linear aligned, blend clamp */
   set(0x28C74, 0x10);                       /* CB_COLOR0_ATTRIB */
}

static void
draw(void)
{
   set(0x8958, 4);  /* VGT_PRIMITIVE_TYPE: triangles */
   packet(0x2D, 2); /* DRAW_INDEX_AUTO */
   stream[ndw++] = 3;
   stream[ndw++] = 2;
}

/* ---- the picture -------------------------------------------------------------------------------------- */

static int
write_png(const char *path)
{
   png_image image = {
      .version = PNG_IMAGE_VERSION, .width = WIDTH, .height = HEIGHT, .format = PNG_FORMAT_RGBA};
   if (png_image_write_to_file(&image, path, 0, memory + TARGET, 0, NULL))
      return 0;
   fprintf(stderr, "%s: %s\n", path, image.message);
   return 1;
}

int
main(int argc, char **argv)
{
   char text[300];
   if (argc != 2) {
      fprintf(stderr, "usage: emulator_triangle PICTURE.png\n");
      return 2;
   }
   struct teragl_emu *gpu = teragl_emu_create("cypress", 16 << 20, 0, text, sizeof text);
   if (!gpu) {
      fprintf(stderr, "%s\n", text);
      return 1;
   }
   uint64_t size;
   memory = teragl_emu_memory(gpu, &base, &size);
   memcpy(memory + VERTEX_SHADER, vertex_shader, sizeof vertex_shader);
   memcpy(memory + FETCH_SHADER, fetch_shader, sizeof fetch_shader);
   memcpy(memory + PIXEL_SHADER, pixel_shader, sizeof pixel_shader);
   memcpy(memory + VERTICES, vertices, sizeof vertices);
   for (unsigned i = 0; i < WIDTH * HEIGHT; i++) /* dark grey */
      memcpy(memory + TARGET + 4 * i, "\x33\x33\x33\xFF", 4);
   shader_state();
   raster_state();
   target_state();
   draw();
   struct teragl_emu_error error;
   if (!teragl_emu_submit(gpu, TERAGL_EMU_RING_GFX, stream, ndw, &error)) {
      fprintf(stderr, "dword %u (0x%08X): %s\n", error.dword, error.packet, error.reason);
      return 1;
   }
   teragl_emu_stats(gpu, text, sizeof text);
   printf("%s\n", text);
   int status = write_png(argv[1]);
   teragl_emu_destroy(gpu);
   return status;
}
