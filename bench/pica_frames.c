/* SPDX-License-Identifier: MIT
 *
 * What frames cost on the emulated PICA200, without a driver: register writes, a draw, and memory. A row is the best CPU time of several
 * rounds of one scene at 240x400, with how many triangles and pixels it has and a sum of its picture, which is the same on every host
 * and with every TERAGL_SIMD and TERAGL_JIT.
 */
#include <getopt.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "db/pica200/pica_regs.h"
#include "db/pica200/pica_words.h"
#include "emulator/pica200/pica_gpu.h"
#include "emulator/pica200/raster/back.h"
#include "emulator/pica200/sh/float24.h"
#include "emulator/pica200/tiling.h"
#include "isa/pica200/isa.h"
#include "util/u_math.h"

enum {
   WIDTH = 240,
   HEIGHT = 400,
   FCRAM_B = 4 << 20,
   COLOR_AT = PICA_VRAM_BASE,
   DEPTH_AT = PICA_VRAM_BASE + 0x100000,
   VERTICES_AT = PICA_FCRAM_BASE,
   TEXTURE_AT = PICA_FCRAM_BASE + 0x200000,
   GSH_BELOW_VSH = 0x30, /* registers */
};

static void
die(const char *what)
{
   fprintf(stderr, "pica_frames: %s\n", what);
   exit(1);
}

static void
set(struct pica_gpu *gpu, unsigned reg, uint32_t value)
{
   if (!pica_write(gpu, reg, value, 15))
      die(gpu->error.reason);
}
#define SET(name, value) set(gpu, PICA_ID(name), value)

static void
shader(struct pica_gpu *gpu, bool geometry, const char *text)
{
   static struct pica_program p;
   char error[200];
   const unsigned down = geometry ? GSH_BELOW_VSH : 0;
   if (!pica_assemble(text, &p, error, sizeof error))
      die(error);
   set(gpu, PICA_ID(VSH_CODETRANSFER_CONFIG) - down, 0);
   for (unsigned i = 0; i < p.count; i++)
      set(gpu, PICA_ID_AT(VSH_CODETRANSFER_DATA, 0) - down, p.word[i]);
   set(gpu, PICA_ID(VSH_OPDESCS_CONFIG) - down, 0);
   for (unsigned i = 0; i < p.num_descs; i++)
      set(gpu, PICA_ID_AT(VSH_OPDESCS_DATA, 0) - down, p.desc[i]);
   set(gpu, PICA_ID(VSH_ENTRYPOINT) - down, 0x7fff0000 | p.entry);
}

static void
uniform(struct pica_gpu *gpu, bool geometry, unsigned at, float x, float y, float z, float w)
{
   const unsigned down = geometry ? GSH_BELOW_VSH : 0;
   const float v[4] = {w, z, y, x};
   set(gpu, PICA_ID(VSH_FLOATUNIFORM_CONFIG) - down, PICA_VSH_FLOATUNIFORM_CONFIG(.INDEX = at, .MODE = 1));
   for (unsigned i = 0; i < 4; i++)
      set(gpu, PICA_ID_AT(VSH_FLOATUNIFORM_DATA, 0) - down, fui(v[i]));
}

/* ---- what scenes share ---- */

static struct pica_gpu *
open_gpu(void)
{
   struct pica_gpu *gpu = pica_gpu_create(FCRAM_B, &pica_back_pixels, NULL);
   if (!gpu)
      die("there is no memory, or no such SIMD level");
   SET(VIEWPORT_WIDTH, pica_float24_bits(WIDTH / 2.0f));
   SET(VIEWPORT_HEIGHT, pica_float24_bits(HEIGHT / 2.0f));
   SET(DEPTHMAP_SCALE, pica_float24_bits(-1));
   SET(DEPTHMAP_ENABLE, 1);
   SET(FRAMEBUFFER_DIM, PICA_FRAMEBUFFER_DIM(.WIDTH = WIDTH, .HEIGHT_M1 = HEIGHT - 1, .NO_FLIP = 1));
   SET(COLORBUFFER_LOC, COLOR_AT / 8);
   SET(DEPTHBUFFER_LOC, DEPTH_AT / 8);
   SET(COLORBUFFER_FORMAT, 2);
   SET(DEPTHBUFFER_FORMAT, 3);
   SET(COLORBUFFER_READ, 15);
   SET(COLORBUFFER_WRITE, 15);
   SET(DEPTHBUFFER_READ, 3);
   SET(DEPTHBUFFER_WRITE, 3);
   SET(DEPTH_COLOR_MASK, PICA_DEPTH_COLOR_MASK(.DEPTH_TEST = 1, .DEPTH_FUNC = 6, .WRITE_R = 1, .WRITE_G = 1,
                                               .WRITE_B = 1, .WRITE_A = 1, .WRITE_DEPTH = 1));
   SET(COLOR_OPERATION, PICA_COLOR_OPERATION(.BLEND_MODE = 1));
   SET(BLEND_FUNC, PICA_BLEND_FUNC(.RGB_SRC = 1, .A_SRC = 1));
   SET(LIGHTING_ENABLE1, 1); /* off */
   for (unsigned i = 1; i < 4; i++)
      set(gpu, PICA_ID_AT(TEXENV_SOURCE, i), 0x000f000f); /* what is before */
   for (unsigned i = 4; i < 6; i++)
      set(gpu, PICA_ID_AT(TEXENV4_SOURCE, i), 0x000f000f);
   return gpu;
}

/* One array of \p vectors vectors a vertex, to the registers v0, v1, ... Returns where vertices go. */
static float *
vertices(struct pica_gpu *gpu, unsigned vectors, unsigned count)
{
   SET(ATTRIBBUFFERS_LOC, VERTICES_AT / 8);
   SET(ATTRIBBUFFERS_FORMAT_LOW, 0xffffffff);
   SET(ATTRIBBUFFERS_FORMAT_HIGH, PICA_ATTRIBBUFFERS_FORMAT_HIGH(.COUNT_M1 = vectors - 1));
   set(gpu, PICA_ID_AT(ATTRIBBUFFER_CONFIG1, 0), 0x76543210);
   set(gpu, PICA_ID_AT(ATTRIBBUFFER_CONFIG2, 0),
       PICA_ATTRIBBUFFER_CONFIG2(.COUNT = vectors, .STRIDE = 16 * vectors));
   SET(VSH_ATTRIBUTES_PERMUTATION_LOW, 0x76543210);
   SET(VSH_NUM_ATTR, vectors - 1);
   SET(NUMVERTICES, count);
   float *v = (float *)(void *)pica_mem(gpu, VERTICES_AT, 16 * vectors * count);
   if (!v)
      die("too many vertices");
   return v;
}

static void
outputs(struct pica_gpu *gpu, bool geometry, unsigned n, const uint32_t *semantic)
{
   set(gpu, geometry ? PICA_ID(GSH_OUTMAP_MASK) : PICA_ID(VSH_OUTMAP_MASK), (1u << n) - 1);
   SET(SH_OUTMAP_TOTAL, n);
   for (unsigned i = 0; i < n; i++)
      set(gpu, PICA_ID_AT(SH_OUTMAP_O, i), semantic[i]);
}

enum {
   POSITION = 0x03020100,
   QUATERNION = 0x07060504,
   COLOR = 0x0b0a0908,
   TEXCOORD0 = 0x1f1f0d0c,
   VIEW = 0x1f141312,
   ONLY_ALPHA = 0x0b1f1f1f,
};

/* Points to the geometry unit, \p vectors of each. */
static void
geometry_stage(struct pica_gpu *gpu, unsigned vectors)
{
   SET(VSH_COM_MODE, 1);
   SET(GEOSTAGE_CONFIG, PICA_GEOSTAGE_CONFIG(.GS_MODE = PICA_GEOSTAGE_CONFIG__GS_MODE__VS_GS));
   SET(GSH_MISC0, PICA_GSH_MISC0(.MODE = PICA_GSH_MISC0__MODE__POINT));
   SET(GSH_INPUTBUFFER_CONFIG, 0x08000000 | (vectors - 1));
   SET(GSH_ATTRIBUTES_PERMUTATION_LOW, 0x76543210);
   SET(PRIMITIVE_CONFIG, PICA_PRIMITIVE_CONFIG(.TOPOLOGY = PICA_PRIMITIVE_CONFIG__TOPOLOGY__GEOMETRY));
}

static uint32_t
next_random(uint32_t *seed)
{
   *seed = *seed * 1103515245 + 12345;
   return *seed >> 8 & 0xffff;
}
static float
random_unit(uint32_t *seed)
{
   return (float)next_random(seed) / 65536;
}

/* ---- scenes ---- */

/* A few points, of each of which the geometry unit makes fifty squares with an additive noise of the procedural texture. */
static void
particles(struct pica_gpu *gpu)
{
   SET(BLEND_FUNC, PICA_BLEND_FUNC(.RGB_SRC = 6, .RGB_DST = 1, .A_SRC = 6, .A_DST = 1));
   SET(DEPTH_COLOR_MASK, PICA_DEPTH_COLOR_MASK(.WRITE_R = 1, .WRITE_G = 1, .WRITE_B = 1, .WRITE_A = 1));
   SET(TEXUNIT_CONFIG, PICA_TEXUNIT_CONFIG(.TEX3_ENABLE = 1));
   SET(TEXUNIT3_PROCTEX0,
       PICA_TEXUNIT3_PROCTEX0(.CLAMP_U = 3, .CLAMP_V = 3, .MAP_RGB = 6, .MAP_ALPHA = 6, .NOISE_ENABLE = 1));
   SET(TEXUNIT3_PROCTEX1, PICA_TEXUNIT3_PROCTEX1(.NOISE_AMPL_U = 500, .NOISE_PHASE_U = 0x2e00));
   SET(TEXUNIT3_PROCTEX2, PICA_TEXUNIT3_PROCTEX2(.NOISE_AMPL_V = 500, .NOISE_PHASE_V = 0x2e00));
   SET(TEXUNIT3_PROCTEX3, 0x38003800); /* frequencies of 1/2 */
   SET(TEXUNIT3_PROCTEX4, PICA_TEXUNIT3_PROCTEX4(.MIN_FILTER = 1, .WIDTH = 64));
   for (unsigned table = 0; table <= 3; table += table ? 1 : 2) { /* noise, colours, alpha */
      SET(PROCTEX_LUT, PICA_PROCTEX_LUT(.TABLE = table));
      for (unsigned i = 0; i < 128; i++) {
         const float a = (float)i / 128, b = (float)(i + 1) / 128;
         const uint32_t from = (uint32_t)(4095 * (table ? a : a * a * (3 - 2 * a))),
                        to = (uint32_t)(4095 * (table ? b : b * b * (3 - 2 * b)));
         set(gpu, PICA_ID_AT(PROCTEX_LUT_DATA, 0), from | (to - from) << 12);
      }
   }
   SET(PROCTEX_LUT, PICA_PROCTEX_LUT(.TABLE = 4));
   for (unsigned i = 0; i < 64; i++)
      set(gpu, PICA_ID_AT(PROCTEX_LUT_DATA, 0), 0xff000000 | (0xd0 - 2 * i) * 0x10101);
   SET(PROCTEX_LUT, PICA_PROCTEX_LUT(.TABLE = 5));
   for (unsigned i = 0; i < 64; i++)
      set(gpu, PICA_ID_AT(PROCTEX_LUT_DATA, 0), 0x00ffffff); /* -1 in 2 */
   set(gpu, PICA_ID_AT(TEXENV_SOURCE, 0), 0x06 | 0x06 << 16);
   set(gpu, PICA_ID_AT(TEXENV_COMBINER, 0), 1 << 16); /* alpha times the vertex' */
   shader(gpu, false, "mov o0, v0\nmov o1, v1\nmov o2, v2\nend");
   SET(VSH_OUTMAP_MASK, 7);
   geometry_stage(gpu, 3);
   shader(gpu, true,
          "mov r0, v2\n"
          "for i0\n"
          "  mul r0, c0.xxxx, r0\nadd r0, c1, r0\nflr r1, r0\nadd r0, -r1, r0\n"
          "  add r2, -c0.yyyy, r0\nmul r2, v1, r2\nadd r2, v0, r2\n" /* a place */
          "  add r1, c0.yyyy, r0\nmul r3, c2, r1.wwww\nadd r4, r2, -r3\nadd r5, r2, r3\n"
          "  setemit 0\nmov o0, r4\nmov o1, c2.zzzz\nmov o2, c3.xxxx\nemit\n"
          "  setemit 1\nmov o0.x, r5\nmov o0.yzw, r4\nmov o1, c2.zzzz\nmov o2, c3.yxxx\nemit\n"
          "  setemit 2, prim\nmov o0.y, r5\nmov o0.xzw, r4\nmov o1, c2.zzzz\nmov o2, c3.xyyy\nemit\n"
          "  setemit 0, prim inv\nmov o0, r5\nmov o1, c2.zzzz\nmov o2, c3.yyyy\nemit\n"
          ".end\nend");
   set(gpu, PICA_ID_AT(GSH_INTUNIFORM, 0), 49);
   uniform(gpu, true, 0, 19.75f, 0.5f, 0, 0);
   uniform(gpu, true, 1, 0.137f, 0.731f, 0.389f, 0.613f);
   uniform(gpu, true, 2, 2 * 20.0f / WIDTH, 2 * 20.0f / HEIGHT, 0.1f, 0);
   uniform(gpu, true, 3, -1, 1, 0, 0);
   outputs(gpu, true, 3, (const uint32_t[]){POSITION, ONLY_ALPHA, TEXCOORD0});
   float *v = vertices(gpu, 3, 4);
   for (unsigned i = 0; i < 4; i++) {
      const float of[12] = {(float)(i & 1) - 0.5f,
                            (float)(i >> 1) - 0.5f,
                            -0.5f,
                            1,
                            0.7f,
                            0.8f,
                            0,
                            0,
                            0.11f * (float)i,
                            0.37f,
                            0.91f,
                            0.5f};
      memcpy(v + 12 * i, of, sizeof of);
   }
}

/* 5,000 points, a small square each. */
static void
points(struct pica_gpu *gpu)
{
   enum { N = 5000 };
   shader(gpu, false,
          "dp4 o0.x, c0, v0\ndp4 o0.y, c1, v0\ndp4 o0.z, c2, v0\ndp4 o0.w, c3, v0\nmov o1, v1\nend");
   for (unsigned i = 0; i < 4; i++)
      uniform(gpu, false, i, i == 0, i == 1, i == 2, i == 3);
   SET(VSH_OUTMAP_MASK, 3);
   geometry_stage(gpu, 2);
   shader(gpu, true,
          "mov r0, v0\nmov r1, v1\nmul r2, c0, r0.w\nadd r3, r0, r2\nadd r4, r0, -r2\n"
          "setemit 0\nmov o0, r4\nmov o1, r1\nemit\n"
          "setemit 1\nmov o0.x, r3\nmov o0.yzw, r4\nmov o1, r1\nemit\n"
          "setemit 2, prim\nmov o0.y, r3\nmov o0.xzw, r4\nmov o1, r1\nemit\n"
          "setemit 0, prim inv\nmov o0, r3\nmov o1, r1\nemit\nend\n");
   uniform(gpu, true, 0, 2.4f / WIDTH, 2.4f / HEIGHT, 0, 0);
   outputs(gpu, true, 2, (const uint32_t[]){POSITION, COLOR});
   float *v = vertices(gpu, 2, N);
   uint32_t seed = 1;
   for (unsigned i = 0; i < N; i++, v += 8) {
      for (unsigned k = 0; k < 8; k++)
         v[k] = random_unit(&seed);
      v[0] = v[0] * 1.9f - 0.95f;
      v[1] = v[1] * 1.9f - 0.95f;
      v[2] = -0.5f;
      v[3] = 1;
   }
}

/* A grid of \p n by \p n squares; corner(x, y) writes a vertex of \p vectors vectors for x, y of 0..1. */
static void
grid(struct pica_gpu *gpu, unsigned n, unsigned vectors, void (*corner)(float x, float y, float *v))
{
   static const uint8_t dx[6] = {0, 1, 0, 1, 1, 0}, dy[6] = {0, 0, 1, 0, 1, 1};
   float *v = vertices(gpu, vectors, 6 * n * n);
   for (unsigned i = 0; i < 6 * n * n; i++, v += 4 * vectors) {
      const unsigned x = i / 6 % n + dx[i % 6], y = i / 6 / n + dy[i % 6];
      corner((float)x / (float)n, (float)y / (float)n, v);
   }
   SET(PRIMITIVE_CONFIG, PICA_PRIMITIVE_CONFIG(.TOPOLOGY = PICA_PRIMITIVE_CONFIG__TOPOLOGY__TRIANGLES));
}

static void
mesh_corner(float x, float y, float *v)
{
   const float of[8] = {1.8f * x - 0.9f, 1.8f * y - 0.9f, -0.5f, 1, 5 * x - 2, 5 * y - 3, 1, 0};
   memcpy(v, of, sizeof of);
}

/* 6,728 triangles that are lit at their vertices. */
static void
mesh(struct pica_gpu *gpu)
{
   shader(gpu, false,
          "dp4 r0.x, c0, v0\ndp4 r0.y, c1, v0\ndp4 r0.z, c2, v0\ndp4 r0.w, c3, v0\nmov o0, r0\n"
          "dp3 r1.x, c0, v1\ndp3 r1.y, c1, v1\ndp3 r1.z, c2, v1\ndp3 r1.w, r1, r1\nrsq r1.w, r1.w\nmul "
          "r1.xyz, r1.xyz, "
          "r1.w\ndp3 r2, c4, r1\nmax r2, c5.xxxx, r2\nmov r3, c6\nmad r3, r2, c5.yyyy, r3\nmov o1, r3\nend");
   for (unsigned i = 0; i < 4; i++)
      uniform(gpu, false, i, i == 0, i == 1, i == 2, i == 3);
   uniform(gpu, false, 4, 0.6f, 0.8f, 0, 0);
   uniform(gpu, false, 5, 0, 0.7f, 0, 0);
   uniform(gpu, false, 6, 0.1f, 0.2f, 0.3f, 1);
   outputs(gpu, false, 2, (const uint32_t[]){POSITION, COLOR});
   grid(gpu, 58, 2, mesh_corner);
}

enum { SIZE = 256, RGBA8 = 0, ETC1 = 12 };

/* Vertices with a colour and a texture of 256x256 with random bytes in levels down to 8x8. */
static void
with_texture(struct pica_gpu *gpu, unsigned format, bool mip_linear, uint32_t *seed)
{
   uint32_t *words = (uint32_t *)(void *)pica_mem(gpu, TEXTURE_AT, 2 * 4 * SIZE * SIZE);
   if (!words)
      die("no room for the texture");
   for (unsigned i = 0; i < 2 * SIZE * SIZE; i++)
      words[i] = next_random(seed) << 16 | next_random(seed);
   SET(TEXUNIT_CONFIG, PICA_TEXUNIT_CONFIG(.TEX0_ENABLE = 1));
   SET(TEXUNIT0_DIM, PICA_TEXUNIT0_DIM(.WIDTH = SIZE, .HEIGHT = SIZE));
   SET(TEXUNIT0_PARAM, PICA_TEXUNIT0_PARAM(.MAG_FILTER = 1, .MIN_FILTER = 1, .MIP_FILTER = mip_linear,
                                           .WRAP_S = 2, .WRAP_T = 2));
   SET(TEXUNIT0_LOD, PICA_TEXUNIT0_LOD(.MAX_LEVEL = 5));
   SET(TEXUNIT0_ADDR1, TEXTURE_AT / 8);
   SET(TEXUNIT0_TYPE, format);
   set(gpu, PICA_ID_AT(TEXENV_SOURCE, 0), 0x03 | 0x03 << 16);
   set(gpu, PICA_ID_AT(TEXENV_COMBINER, 0), 1 | 1 << 16); /* times the vertex' colour */
   shader(gpu, false, "mov o0, v0\nmov o1, v1\nmov o2, v2\nend");
   outputs(gpu, false, 3, (const uint32_t[]){POSITION, COLOR, TEXCOORD0});
   SET(PRIMITIVE_CONFIG, PICA_PRIMITIVE_CONFIG(.TOPOLOGY = PICA_PRIMITIVE_CONFIG__TOPOLOGY__TRIANGLES));
}

/* Rectangles over one another, more than four screens, each with a filtered texture and one of its levels. */
static void
textured(struct pica_gpu *gpu)
{
   enum { N = 24 };
   uint32_t seed = 1;
   with_texture(gpu, RGBA8, false, &seed);
   float *v = vertices(gpu, 3, 6 * N);
   for (unsigned n = 0; n < N; n++) {
      const float angle = 0.4f * (float)n, size = 0.3f + 0.01f * (float)n,
                  cx = 0.9f * random_unit(&seed) - 0.45f, cy = 0.9f * random_unit(&seed) - 0.45f,
                  z = -0.1f - 0.03f * (float)n;
      for (unsigned i = 0; i < 6; i++, v += 12) {
         static const int8_t sx[6] = {-1, 1, -1, 1, 1, -1}, sy[6] = {-1, -1, 1, -1, 1, 1};
         const float x = size * (float)sx[i], y = size * (float)sy[i];
         const float of[12] = {cx + x * cosf(angle) - y * sinf(angle),
                               cy + x * sinf(angle) + y * cosf(angle),
                               z,
                               1,
                               0.9f,
                               0.5f + 0.25f * (float)sx[i],
                               0.5f + 0.25f * (float)sy[i],
                               1,
                               (float)sx[i],
                               (float)sy[i],
                               0,
                               1};
         memcpy(v, of, sizeof of);
      }
   }
}

static void
floor_corner(float x, float y, float *v)
{
   /* from near to eight times as far */
   const float w = 1 + 7 * y;
   const float of[12] = {(2 * x - 1) * w,     (2 * y - 1) * w, -0.5f * w, w, 0.9f, x, y, 1,
                         3 * (2 * x - 1) * w, 2 * w,           0,         1};
   memcpy(v, of, sizeof of);
}

/* One screen of a floor with a compressed texture, between two of its levels at every pixel. */
static void
ground(struct pica_gpu *gpu)
{
   uint32_t seed = 1;
   with_texture(gpu, ETC1, true, &seed);
   grid(gpu, 4, 3, floor_corner);
}

static void
bulge_corner(float x, float y, float *v)
{
   const float px = 1.8f * x - 0.9f, py = 1.8f * y - 0.9f;
   const float of[12] = {px, py, -0.5f, 1, -0.4f * py, 0.4f * px, 0, 0.9f, px, py, -1, 0};
   memcpy(v, of, sizeof of);
}

/* 1,800 triangles with two lights at every pixel. */
static void
lighting(struct pica_gpu *gpu)
{
   SET(LIGHTING_ENABLE0, 1);
   SET(LIGHTING_ENABLE1, 0);
   SET(LIGHTING_NUM_LIGHTS, 1);
   SET(LIGHTING_LIGHT_PERMUTATION, 0x10);
   SET(LIGHTING_AMBIENT, PICA_LIGHTING_AMBIENT(.RED = 20, .GREEN = 20, .BLUE = 30));
   SET(LIGHTING_CONFIG0, PICA_LIGHTING_CONFIG0(.LAYER_CONFIG = 0));
   /* table D0 alone, of the half vector and the normal */
   SET(LIGHTING_CONFIG1, 0xffffffff & ~(1u << 16));
   SET(LIGHTING_LUTINPUT_ABS, 0);
   SET(LIGHTING_LUT_INDEX, 0);
   for (unsigned i = 0; i < 256; i++) {
      const float a = powf((float)i / 256, 12), b = powf((float)(i + 1) / 256, 12);
      const uint32_t from = (uint32_t)(4095 * a), step = (uint32_t)(2047 * (b - a));
      set(gpu, PICA_ID_AT(LIGHTING_LUT_DATA, 0), PICA_LIGHTING_LUT_DATA(.VALUE = from, .DIFF = step));
   }
   for (unsigned n = 0; n < 2; n++) {
      set(gpu, PICA_ID_AT(LIGHT_SPECULAR0, n), 0x0ff3fcff >> (4 * n));
      set(gpu, PICA_ID_AT(LIGHT_DIFFUSE, n), n ? 0x04010020 : 0x02030080);
      set(gpu, PICA_ID_AT(LIGHT_XY, n), n ? 0x3800b800 : 0x38003800); /* (1/2, 1/2) and (-1/2, 1/2) */
      set(gpu, PICA_ID_AT(LIGHT_Z, n), 0x3c00);
      set(gpu, PICA_ID_AT(LIGHT_CONFIG, n), n); /* the second is directional */
   }
   set(gpu, PICA_ID_AT(TEXENV_SOURCE, 0), 0x21 | 0x00 << 16); /* both sums of lights; alpha as it is */
   set(gpu, PICA_ID_AT(TEXENV_COMBINER, 0), 2);
   shader(gpu, false, "mov o0, v0\nmov o1, v1\nmov o2, v2\nend");
   outputs(gpu, false, 3, (const uint32_t[]){POSITION, QUATERNION, VIEW});
   grid(gpu, 30, 3, bulge_corner);
}

static const struct {
   const char *name;
   void (*set_up)(struct pica_gpu *gpu);
} scenes[] = {
   {"particles", particles},
   {"points",    points   },
   {"mesh",      mesh     },
   {"textured",  textured },
   {"ground",    ground   },
   {"lighting",  lighting },
};

static double
cpu_ms(void)
{
   struct timespec t;
   clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
   return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static uint32_t
sum_of(struct pica_gpu *gpu)
{
   const uint8_t *p = pica_mem(gpu, COLOR_AT, 4 * WIDTH * HEIGHT);
   uint32_t sum = 0;
   for (unsigned i = 0; i < 4 * WIDTH * HEIGHT; i++)
      sum = sum * 31 + p[i];
   return sum;
}

static void
measure(unsigned scene, unsigned rounds)
{
   struct pica_gpu *gpu = open_gpu();
   double best = INFINITY;
   scenes[scene].set_up(gpu);
   for (unsigned n = 0; n < rounds; n++) {
      memset(pica_mem(gpu, COLOR_AT, 4 * WIDTH * HEIGHT), 0, 4 * WIDTH * HEIGHT);
      memset(pica_mem(gpu, DEPTH_AT, 4 * WIDTH * HEIGHT), 0, 4 * WIDTH * HEIGHT);
      const double from = cpu_ms();
      SET(DRAWARRAYS, 1);
      gpu->back->flush(gpu);
      const double took = cpu_ms() - from;
      best = took < best ? took : best;
   }
   printf("%-10s %8.3f ms %7llu triangles %8llu pixels  %08x\n", scenes[scene].name, best,
          (unsigned long long)gpu->num_triangles / rounds,
          (unsigned long long)pica_pixels_shaded(gpu) / rounds, sum_of(gpu));
   pica_gpu_destroy(gpu);
}

static void
usage(int status)
{
   fprintf(status ? stderr : stdout,
           "usage: pica_frames [--rounds N] [SCENE...]\n  --rounds N  of each scene (default 40)\nscenes:\n");
   for (unsigned i = 0; i < ARRAY_SIZE(scenes); i++)
      fprintf(status ? stderr : stdout, "  %s\n", scenes[i].name);
   exit(status);
}

int
main(int argc, char **argv)
{
   static const struct option options[] = {
      {"rounds", required_argument, NULL, 'r'},
      {"help",   no_argument,       NULL, 'h'},
      {NULL,     0,                 NULL, 0  }
   };
   unsigned rounds = 40;
   for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
      if (c == 'r')
         rounds = (unsigned)strtoul(optarg, NULL, 10);
      else
         usage(c == 'h' ? 0 : 2);
   }
   if (!rounds)
      usage(2);
   for (int a = optind; a < argc; a++) {
      unsigned i = 0;
      while (i < ARRAY_SIZE(scenes) && strcmp(argv[a], scenes[i].name))
         i++;
      if (i == ARRAY_SIZE(scenes))
         usage(2);
   }
   for (unsigned i = 0; i < ARRAY_SIZE(scenes); i++) {
      bool wanted = optind == argc;
      for (int a = optind; a < argc; a++)
         wanted |= !strcmp(argv[a], scenes[i].name);
      if (wanted)
         measure(i, rounds);
   }
   return 0;
}
