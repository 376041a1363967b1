/* SPDX-License-Identifier: MIT
 *
 * Random programs of calls. What a call needs is followed here as far as its numbers depend on it; whether a draw
 * may be done is decided when the program runs (commands.h), so that programs stay valid when calls are left out.
 *
 * Rules for programs that two libraries draw, and what the specification (ES 2.0.25) leaves open:
 *  P1 flat depth, no perspective: the precision of interpolation is an implementation's own (2.1.1), and equal
 *     depths have to stay equal. Draws have multiples of 1/128, clears lie between: rounding (2.12.1) may part equals.
 *  P2 no mipmaps, and the same filter for both ways: 3.7.7 lets rho be approximated within wide bounds.
 *  P3 no lines and points: 3.4 and 3.3 fix their pixels but for one in each direction.
 *  P4 positions are eighths of a viewport whose sides are powers of two: then they are exact.
 *  P5 no dithering: 4.1.7 leaves it open.
 *  P6 one sample, no alpha to coverage: the places of samples are an implementation's own (3.2, 4.1.3).
 *  P7 targets of 8 bits a component: what is added up to them stays within a few of 255.
 *  P8 polygon offset without a slope, by at least 64 units: r is an implementation's own (3.5.2).
 *  P9 nothing is discarded, and no texel picked, by what is interpolated: shaders.h marks them.
 *  P10 every array is of floats or 16.16 numbers, as its buffer was filled: no NaN, and positions are exact. What
 *     -128 is as a signed normalised number differs between versions (2.1.2, and OpenGL ES 3.0).
 *  P11 no mipmaps are made of targets: Mesa 22.3 then draws to an image that the texture no longer has.
 *  P12 no shader reads gl_FragCoord.y: Mesa 22.3 has it upside down in the first draw behind a change of the framebuffer
 *     and a clear.
 *  P13 colours leave the shader between 0 and 1: softpipe blends what is beyond, which 4.1.6 clamps.
 *  P14 with two contexts targets are changed by drawing alone: when another context sees what is attached to its
 *     framebuffer change is left to it (C.1.3).
 *  P15 with two contexts no program is linked again or deleted: Mesa 22.3 then reads shaders in the other one that it
 *     has freed.
 *  P16 no shader reads gl_DepthRange: Mesa 22.3 shows an older range to a program that was not current when it was set, and
 *     that of another context.
 */
struct call {
   uint16_t kind;
   uint16_t index; /* in the whole program, also when others were left out */
   int32_t a[10];
};

#define NAME(name, text) CALL_##name,
enum { CALLS(NAME) CALL_KINDS };
#undef NAME

enum { MAX_CALLS = 400 };

static struct {
   uint32_t random, extensions;
   bool peer, two, shares, vao; /* two contexts; buffers and textures are seen by two owners */
   bool wild;                   /* vertices of any bits, any w, samples: the pixels depend on the chip */
   unsigned kind[BUFFERS];      /* of vertices, as they were filled */
   unsigned memory_kind, vao_now, reads, n;
   struct call *out;
} g;

static uint32_t
rnd(uint32_t n)
{
   g.random = g.random * 1664525 + 1013904223;
   return (g.random >> 8) % n;
}

static bool
one_in(uint32_t n)
{
   return rnd(n) == 0;
}

#define PUT(kind, ...) put(CALL_##kind, (const int32_t[10]){__VA_ARGS__})
static void
put(unsigned kind, const int32_t a[10])
{
   if (g.n >= MAX_CALLS)
      return;
   struct call *c = &g.out[g.n];
   *c = (struct call){.kind = (uint16_t)kind, .index = (uint16_t)g.n++};
   memcpy(c->a, a, sizeof c->a);
}

#define ANY(...) any((const GLenum[]){__VA_ARGS__}, sizeof((const GLenum[]){__VA_ARGS__}) / sizeof(GLenum))
static int32_t
any(const GLenum *from, size_t n)
{
   return (int32_t)from[rnd((uint32_t)n)];
}

static int32_t
eighth(int32_t from, int32_t to)
{
   return (from + (int32_t)rnd((uint32_t)(to - from + 1))) * 8;
}

static int32_t
compare(void)
{
   return one_in(3) ? GL_ALWAYS : GL_NEVER + (int32_t)rnd(8);
}

static int32_t
face(void)
{
   return ANY(GL_FRONT, GL_BACK, GL_FRONT_AND_BACK);
}

static void
switch_cap(void)
{
   static const GLenum caps_of_peer[] = {
      GL_BLEND,        GL_BLEND,     GL_DEPTH_TEST,         GL_STENCIL_TEST,
      GL_SCISSOR_TEST, GL_CULL_FACE, GL_POLYGON_OFFSET_FILL};
   int32_t cap = any(caps_of_peer, 7);
   if (!g.peer && one_in(4))
      cap = g.extensions & HAS_DEPTH_CLAMP && one_in(3)
               ? GL_DEPTH_CLAMP_EXT
               : ANY(GL_DITHER, GL_SAMPLE_COVERAGE, GL_SAMPLE_ALPHA_TO_COVERAGE);
   if (one_in(cap == GL_CULL_FACE ? 4 : 2))
      PUT(ENABLE, cap);
   else
      PUT(DISABLE, cap);
}

static void
blend(void)
{
   static const GLenum factors[] = {GL_ZERO,
                                    GL_ONE,
                                    GL_SRC_COLOR,
                                    GL_ONE_MINUS_SRC_COLOR,
                                    GL_DST_COLOR,
                                    GL_ONE_MINUS_DST_COLOR,
                                    GL_SRC_ALPHA,
                                    GL_ONE_MINUS_SRC_ALPHA,
                                    GL_DST_ALPHA,
                                    GL_ONE_MINUS_DST_ALPHA,
                                    GL_CONSTANT_COLOR,
                                    GL_ONE_MINUS_CONSTANT_COLOR,
                                    GL_CONSTANT_ALPHA,
                                    GL_ONE_MINUS_CONSTANT_ALPHA,
                                    GL_SRC_ALPHA_SATURATE};
   const bool minmax = g.extensions & HAS_MINMAX;
   switch (rnd(3)) {
   case 0:
      PUT(BLEND_COLOR, eighth(0, 8), eighth(0, 8), eighth(0, 8), eighth(0, 8));
      break;
   case 1:
      PUT(BLEND_EQUATION,
          any((const GLenum[]){GL_FUNC_ADD, GL_FUNC_SUBTRACT, GL_FUNC_REVERSE_SUBTRACT, GL_MIN_EXT,
                               GL_MAX_EXT},
              minmax ? 5 : 3),
          any((const GLenum[]){GL_FUNC_ADD, GL_FUNC_SUBTRACT, GL_FUNC_REVERSE_SUBTRACT, GL_MIN_EXT,
                               GL_MAX_EXT},
              minmax ? 5 : 3));
      break;
   default: /* GL_SRC_ALPHA_SATURATE is no factor of what is there */
      PUT(BLEND_FUNC, any(factors, 15), any(factors, 14), any(factors, 15), any(factors, 14));
   }
}

static void
depth_stencil(void)
{
   switch (rnd(8)) {
   case 0:
      PUT(DEPTH_FUNC, compare());
      break;
   case 1:
      PUT(DEPTH_MASK, !one_in(3));
      break;
   case 2:
      PUT(DEPTH_RANGE, eighth(0, 4), eighth(4, 8));
      break;
   case 3:
      PUT(STENCIL_FUNC, face(), compare(), (int32_t)rnd(5), one_in(2) ? 0xff : (int32_t)rnd(256));
      break;
   case 4:
   case 5:
      PUT(STENCIL_OP, face(),
          ANY(GL_KEEP, GL_ZERO, GL_REPLACE, GL_INCR, GL_DECR, GL_INVERT, GL_INCR_WRAP, GL_DECR_WRAP),
          ANY(GL_KEEP, GL_ZERO, GL_REPLACE, GL_INCR, GL_DECR, GL_INVERT, GL_INCR_WRAP, GL_DECR_WRAP),
          ANY(GL_KEEP, GL_ZERO, GL_REPLACE, GL_INCR, GL_DECR, GL_INVERT, GL_INCR_WRAP, GL_DECR_WRAP));
      break;
   case 6:
      PUT(STENCIL_MASK, face(), one_in(2) ? 0xff : (int32_t)rnd(256));
      break;
   default:
      PUT(OFFSET, g.peer ? 0 : eighth(-4, 4), g.peer ? (one_in(2) ? 64 * 64 : -64 * 64) : eighth(-400, 400));
   }
}

static void
raster(void)
{
   switch (rnd(7)) {
   case 0:
      PUT(CULL, face() == GL_FRONT ? GL_FRONT : GL_BACK);
      break;
   case 1:
      PUT(FRONT, ANY(GL_CW, GL_CCW));
      break;
   case 2:
   case 3:
      PUT(SCISSOR, (int32_t)rnd(12) - 2, (int32_t)rnd(12) - 2, (int32_t)rnd(40), (int32_t)rnd(40));
      break;
   case 4:
      if (g.peer || one_in(2))
         PUT(VIEWPORT, (int32_t)rnd(9), (int32_t)rnd(9), 8 << rnd(3), 8 << rnd(3));
      else
         PUT(VIEWPORT, (int32_t)rnd(40) - 8, (int32_t)rnd(40) - 8, (int32_t)rnd(60), (int32_t)rnd(60));
      break;
   case 5:
      if (g.peer)
         PUT(COLOR_MASK, one_in(2) ? 15 : (int32_t)rnd(16));
      else if (g.extensions & HAS_CLIP_CONTROL && one_in(3))
         PUT(CLIP_CONTROL, ANY(GL_LOWER_LEFT_EXT, GL_UPPER_LEFT_EXT),
             ANY(GL_NEGATIVE_ONE_TO_ONE_EXT, GL_ZERO_TO_ONE_EXT));
      else if (one_in(2))
         PUT(LINE_WIDTH, eighth(8, 40));
      else
         PUT(COVERAGE, eighth(0, 8), (int32_t)rnd(2));
      break;
   default:
      PUT(COLOR_MASK, one_in(2) ? 15 : (int32_t)rnd(16));
   }
}
