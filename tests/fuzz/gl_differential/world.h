/* SPDX-License-Identifier: MIT
 *
 * What a random program of calls works on: two contexts that share objects, objects by slot, data made of a seed.
 * Plain OpenGL ES 2.0 and EGL: it runs on any library, and is the first part of the programs that the reducer
 * writes.
 */
#define SIDE 32 /* of the pictures */
enum {
   CONTEXTS = 2,
   TEXTURES = 9,       /* 0 to 3: 2D; 4 and 5: cubes; 6 to 8: 2D, targets of framebuffers 1 to 3 */
   TARGET_TEXTURE = 5, /* + framebuffer */
   BUFFERS = 6,        /* 0 to 2: vertices; 3 to 5: indices of 1, 2 and 4 bytes */
   INDEX_BUFFER = 3,
   FRAMEBUFFERS = 4, /* 0: the surface */
   VAOS = 3,         /* 0: the default one */
   PROGRAMS = 4,
   UNITS = 4, /* 0 to 2: 2D textures; 3: cubes */
   ATTRIBS = 5,
   QUERIES = 1,
   SAMPLERS = 2,
   VECTORS = 4, /* uniforms */
   MEMORY_B = 1 << 14,
};

/** What is bound in a context, as far as it says whether a draw would read what it writes. Textures by serial, so
 * that a deleted one that is still bound somewhere is another than that which has its slot now. */
struct side {
   EGLContext context;
   EGLSurface surface;
   uint32_t unit2d[UNITS], unit_cube[UNITS], active;
   unsigned framebuffer;
   uint32_t attached[FRAMEBUFFERS];
   bool complete[FRAMEBUFFERS];
   unsigned size[FRAMEBUFFERS];
   GLenum resolve_as[FRAMEBUFFERS]; /* of one with samples: the format of its renderbuffer */
   GLuint fbo[FRAMEBUFFERS], vao[VAOS];
   unsigned vao_now;
   GLuint query, program;
   bool query_runs;
   unsigned sampler[UNITS]; /* slots from 1 */
};

static struct world {
   EGLDisplay display;
   EGLConfig config;
   uint32_t extensions;
   bool es3; /* contexts of OpenGL ES 3.0 */
   struct side side[CONTEXTS], *now;
   GLuint texture[TEXTURES], buffer[BUFFERS], program[PROGRAMS];
   GLuint color_rb[FRAMEBUFFERS], depth_rb[FRAMEBUFFERS], stencil_rb[FRAMEBUFFERS];
   uint32_t serial[TEXTURES], last_serial;
   unsigned format[TEXTURES]; /* of formats[] */
   bool whole[TEXTURES];      /* all images have one size */
   GLint vector[PROGRAMS][VECTORS], matrix[PROGRAMS], number[PROGRAMS];
   unsigned draws, errors;
} world;

static uint8_t memory[MEMORY_B];    /* client arrays */
static uint8_t indices[3][64 * 4];  /* by size of an index: 1, 2, 4 bytes */
static uint8_t pixels[64 * 64 * 4]; /* made of a seed for one call */
static uint8_t picture[SIDE * SIDE * 4];

static uint32_t
mix(uint32_t x)
{
   x ^= x >> 16;
   x *= 0x7feb352du;
   x ^= x >> 15;
   x *= 0x846ca68bu;
   return x ^ x >> 16;
}

/** \p n texels of any bytes, at most four each. */
static const void *
texels(uint32_t seed, uint32_t n)
{
   for (uint32_t i = 0; i < n * 4 && i < sizeof pixels; i += 4) {
      uint32_t v = mix(seed * 0x9e3779b1u + i);
      memcpy(pixels + i, &v, 4);
   }
   return pixels;
}

/** Vertices: numbers of eighths from -1 to 1 (kind 0: floats; 1: shorts and 2: bytes, normalised; 3: 16.16). */
static void
vertices(uint32_t seed, unsigned kind, void *at, uint32_t size_B)
{
   static const uint8_t step_B[] = {4, 2, 1, 4};
   for (uint32_t i = 0; i + step_B[kind] <= size_B; i += step_B[kind]) {
      int eighth = (int)(mix(seed * 0x85ebca6bu + i) % 17) - 8;
      float f = (float)eighth / 8;
      int16_t s = (int16_t)(eighth * 4096 - (eighth == 8));
      int8_t b = (int8_t)(eighth * 16 - (eighth == 8));
      int32_t fixed = eighth * 8192;
      const void *from[] = {&f, &s, &b, &fixed};
      memcpy((uint8_t *)at + i, from[kind], step_B[kind]);
   }
}

/** Indices below \p below in all bytes that the size reads. */
static void
fill_indices(uint32_t seed, unsigned size_B, uint32_t below, void *at, uint32_t count)
{
   memset(at, 0, (size_t)count * size_B);
   for (uint32_t i = 0; i < count; i++)
      ((uint8_t *)at)[i * size_B] = (uint8_t)(mix(seed + i * 77) % below);
}

static EGLContext
new_context(EGLContext share)
{
   const EGLint attribs[] = {EGL_CONTEXT_CLIENT_VERSION, world.es3 ? 3 : 2, EGL_NONE};
   return eglCreateContext(world.display, world.config, share, attribs);
}

static void
make_current(unsigned k)
{
   world.now = &world.side[k];
   eglMakeCurrent(world.display, world.now->surface, world.now->surface, world.now->context);
}

/** The display and a config with depth and stencil. False: there is none. */
static bool
open_world(void)
{
   PFNEGLGETPLATFORMDISPLAYEXTPROC get =
      (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
   const EGLint attribs[] = {EGL_RENDERABLE_TYPE,
                             world.es3 ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_ES2_BIT,
                             EGL_SURFACE_TYPE,
                             EGL_PBUFFER_BIT,
                             EGL_RED_SIZE,
                             8,
                             EGL_GREEN_SIZE,
                             8,
                             EGL_BLUE_SIZE,
                             8,
                             EGL_ALPHA_SIZE,
                             8,
                             EGL_DEPTH_SIZE,
                             24,
                             EGL_STENCIL_SIZE,
                             8,
                             EGL_SAMPLE_BUFFERS,
                             0,
                             EGL_NONE};
   EGLint n;
   world.display = get ? get(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL) : EGL_NO_DISPLAY;
   if (!eglInitialize(world.display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_ES_API) ||
       !eglChooseConfig(world.display, attribs, &world.config, 1, &n) || n < 1)
      return false;
   EGLContext c = new_context(EGL_NO_CONTEXT);
   if (!eglMakeCurrent(world.display, EGL_NO_SURFACE, EGL_NO_SURFACE, c))
      return false;
   world.extensions = find_extensions() | (world.es3 ? HAS_ES3 : 0);
   return eglMakeCurrent(world.display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT) &&
          eglDestroyContext(world.display, c);
}
