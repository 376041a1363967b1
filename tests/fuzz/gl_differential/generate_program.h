/* SPDX-License-Identifier: MIT
 *
 * Random programs of calls: draws, and the whole.
 */
static void
draw(void)
{
   static const GLenum modes[] = {GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN, GL_POINTS,
                                  GL_LINES,     GL_LINE_STRIP,     GL_LINE_LOOP};
   const int32_t mode = any(modes, g.peer || one_in(2) ? 3 : 7);
   const int32_t count = 3 + (int32_t)rnd(18),
                 instances = g.extensions & HAS_INSTANCED && one_in(4) ? 2 + (int32_t)rnd(3) : 1;
   if (one_in(8))
      PUT(CLEAR, GL_COLOR_BUFFER_BIT | (one_in(2) ? GL_DEPTH_BUFFER_BIT : 0) |
                    (one_in(2) ? GL_STENCIL_BUFFER_BIT : 0));
   else if (one_in(2))
      PUT(DRAW_ARRAYS, mode, (int32_t)rnd(8), count, instances);
   else
      PUT(DRAW_ELEMENTS, mode, count, (int32_t)rnd(g.extensions & HAS_UINT ? 3 : 2), (int32_t)rnd(16),
          g.extensions & HAS_BASE_VERTEX && one_in(4) ? 1 + (int32_t)rnd(6) : 0, instances,
          (int32_t)rnd(1000));
   if (g.reads && one_in(g.reads))
      PUT(READ, 0);
}

static void
other(void)
{
   switch (rnd(6)) {
   case 0:
      PUT(CLEAR_COLOR, eighth(0, 8), eighth(0, 8), eighth(0, 8), eighth(0, 8));
      break;
   case 1:
      if (one_in(2))
         PUT(CLEAR_DEPTH, eighth(0, 7));
      else
         PUT(CLEAR_STENCIL, (int32_t)rnd(5));
      break;
   case 2:
      if (g.two)
         PUT(SWITCH, (int32_t)rnd(2));
      break;
   case 3:
      if (g.extensions & HAS_QUERY)
         PUT(BEGIN_QUERY, 0);
      break;
   case 4:
      if (g.extensions & HAS_QUERY)
         PUT(END_QUERY, 0);
      break;
   default:
      if (one_in(3))
         PUT(FINISH, 0);
      else
         PUT(FLUSH, 0);
   }
}

static void
some_call(void)
{
   if (g.extensions & HAS_ES3 && one_in(4)) {
      call_es3();
      return;
   }
   switch (rnd(16)) {
   case 0:
   case 1:
      switch_cap();
      break;
   case 2:
      blend();
      break;
   case 3:
      depth_stencil();
      break;
   case 4:
      raster();
      break;
   case 5:
   case 6:
   case 7:
      vertex();
      break;
   case 8:
   case 9:
      texture();
      break;
   case 10:
      framebuffer(!g.shares && one_in(3));
      break;
   case 11:
      program(one_in(4));
      break;
   case 12:
      PUT(UNIFORM, (int32_t)rnd(VECTORS), eighth(0, 8), eighth(0, 8), eighth(-8, 8), eighth(0, 8));
      break;
   case 13:
      other();
      break;
   default:
      draw();
   }
}

/** Writes the program of \p seed to \p out, which has room for MAX_CALLS; returns how many calls it has. \p extensions:
 * HAS_x that it may use. \p peer: by the rules of generate.h; without it also what the specification leaves open but
 * one implementation does the same each time. */
static unsigned
generate(uint32_t seed, uint32_t extensions, bool peer, struct call *out)
{
   memset(&g, 0, sizeof g);
   g.random = mix(seed);
   g.extensions = extensions;
   g.peer = peer;
   g.out = out;
   g.wild = !peer && one_in(2);
   g.two = one_in(4);
   g.vao = extensions & HAS_VAO && one_in(2);
   g.shares = g.two || g.vao;
   g.reads = rnd(4) * 2;
   for (unsigned i = 0; i < BUFFERS; i++)
      g.kind[i] = i;
   for (int32_t i = 1; i < INDEX_BUFFER && peer; i++) { /* begin_world made them of shorts and bytes */
      g.kind[i] = i == 1 ? 3 : 0;
      PUT(BUFFER_DATA, i, 2048, (int32_t)g.kind[i], i, GL_STATIC_DRAW);
   }
   PUT(DISABLE, GL_DITHER);
   if (g.two) {
      PUT(SWITCH, 1);
      PUT(DISABLE, GL_DITHER);
      PUT(SWITCH, 0);
   }
   for (unsigned i = 0; i < 2; i++)
      framebuffer(true);
   for (unsigned i = 0; i < 2; i++)
      program(true);
   const bool all_arrays = one_in(2);
   for (unsigned i = 0; i < ATTRIBS; i++)
      if (all_arrays || !one_in(3))
         PUT(ENABLE_ARRAY, (int32_t)i);
   PUT(BIND_FRAMEBUFFER, one_in(2) ? 0 : 1);
   const unsigned length = 40 + rnd(160);
   for (unsigned i = 0; i < length; i++)
      some_call();
   PUT(READ, 0);
   for (int32_t i = 0; i < FRAMEBUFFERS; i++) {
      PUT(BIND_FRAMEBUFFER, i);
      PUT(READ, 0);
   }
   if (g.two) {
      PUT(SWITCH, 1);
      PUT(READ, 0);
   }
   return g.n;
}
