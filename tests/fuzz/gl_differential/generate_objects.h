/* SPDX-License-Identifier: MIT
 *
 * Random programs of calls: objects.
 */
static void
array(void)
{
   static const int32_t bytes_of_kind[] = {4, 2, 1, 4};
   const unsigned slot = g.vao_now || one_in(2) ? rnd(INDEX_BUFFER) : BUFFERS;
   const unsigned kind = slot == BUFFERS ? g.memory_kind : g.kind[slot];
   int32_t type = (int32_t)type_of_kind[kind], align = !g.wild || one_in(2) ? 4 : 1,
           size = 1 + (int32_t)rnd(4);
   bool normalized = kind == 1 || kind == 2;
   if (g.wild && one_in(3)) {
      type = ANY(GL_BYTE, GL_UNSIGNED_BYTE, GL_SHORT, GL_UNSIGNED_SHORT, GL_FIXED, GL_FLOAT);
      normalized = one_in(2);
   }
   const int32_t tight = size * (g.wild ? 4 : bytes_of_kind[kind]);
   int32_t stride = one_in(3) ? 0 : (tight + (int32_t)rnd(12) + align - 1) / align * align;
   if (!g.wild)
      stride = (tight + 3) / 4 * 4 + (int32_t)rnd(3) * 4;
   const int32_t index = (int32_t)rnd(ATTRIBS);
   PUT(ATTRIB_ARRAY, index, size, type, normalized, stride, (int32_t)rnd(16) * 4 / align * align,
       (int32_t)slot);
   if (one_in(2))
      PUT(ENABLE_ARRAY, index);
}

static void
buffer(void)
{
   unsigned slot = rnd(BUFFERS);
   const bool index = slot >= INDEX_BUFFER;
   const unsigned step = index ? 1u << (slot - INDEX_BUFFER) : 4;
   if (slot == BUFFERS - 1 && !(g.extensions & HAS_UINT))
      slot = INDEX_BUFFER;
   const int32_t seed = (int32_t)rnd(1 << 20), usage = ANY(GL_STATIC_DRAW, GL_DYNAMIC_DRAW, GL_STREAM_DRAW);
   const unsigned kind = index ? 0 : g.wild ? rnd(4) : g.kind[slot];
   switch (rnd(index ? 3 : 5)) {
   case 0:
      PUT(BUFFER_DATA, (int32_t)slot,
          index ? (int32_t)(64 << (slot - INDEX_BUFFER)) : 1024 + 256 * (int32_t)rnd(4), (int32_t)kind, seed,
          usage);
      g.kind[slot] = kind;
      break;
   case 1:
      PUT(BUFFER_SUB_DATA, (int32_t)slot, (int32_t)(rnd(24) * step), (int32_t)((1 + rnd(24)) * step),
          (int32_t)g.kind[slot], seed, (g.extensions & HAS_MAP) && one_in(3));
      break;
   case 2:
      PUT(BIND_INDICES, one_in(3) ? -1 : INDEX_BUFFER + (int32_t)rnd(g.extensions & HAS_UINT ? 3 : 2));
      break;
   case 3:
      PUT(MEMORY, seed, (int32_t)(g.memory_kind = g.wild ? rnd(4) : g.memory_kind));
      break;
   default:
      if (!g.shares) {
         PUT(NEW_BUFFER, (int32_t)slot, 1024, (int32_t)kind, seed);
         g.kind[slot] = kind;
      }
   }
}

static void
vertex(void)
{
   switch (rnd(12)) {
   case 0:
   case 1:
      array();
      break;
   case 8:
   case 9:
   case 2:
      PUT(ENABLE_ARRAY, (int32_t)rnd(ATTRIBS));
      break;
   case 3:
      PUT(DISABLE_ARRAY, (int32_t)rnd(ATTRIBS));
      break;
   case 10:
   case 11:
   case 4:
      PUT(ATTRIB_VALUE, (int32_t)rnd(ATTRIBS), eighth(-8, 8), eighth(-8, 8), eighth(0, 8), 64);
      break;
   case 5:
      if (g.extensions & HAS_INSTANCED)
         PUT(DIVISOR, (int32_t)rnd(ATTRIBS), (int32_t)(one_in(2) ? 0 : rnd(4)));
      break;
   case 6:
      if (g.vao)
         PUT(BIND_VAO, (int32_t)(g.vao_now = rnd(VAOS)), one_in(4));
      break;
   default:
      buffer();
   }
}

static int32_t
texture_format(bool cube)
{
   if (!g.peer && !cube && g.extensions & HAS_DXT && one_in(8))
      return DXT5;
   if (!g.peer && !cube && g.extensions & HAS_DEPTH_TEXTURE && one_in(8))
      return DEPTH;
   return (int32_t)rnd(FORMATS);
}

static void
texture(void)
{
   const bool targets = rnd(2) && !(g.peer && g.two);
   const int32_t slot = (int32_t)rnd(targets ? TEXTURES : TARGET_TEXTURE + 1), seed = (int32_t)rnd(1 << 20);
   const bool cube = target_of((unsigned)slot) == GL_TEXTURE_CUBE_MAP;
   const int32_t unit = cube ? UNITS - 1 : (int32_t)rnd(UNITS - 1);
   const int32_t target = cube ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_2D;
   switch (rnd(7)) {
   case 0:
   case 1:
      PUT(BIND_TEXTURE, unit, slot);
      break;
   case 2:
      if (slot <= TARGET_TEXTURE)
         PUT(TEXTURE, unit, slot, !g.shares && one_in(2), texture_format(cube), 2 + (int32_t)rnd(3), seed);
      break;
   case 3:
      PUT(SUB_TEXTURE, unit, slot, 0, (int32_t)rnd(2), (int32_t)rnd(2), 1 + (int32_t)rnd(3),
          1 + (int32_t)rnd(3), seed);
      break;
   case 4:
      PUT(COPY_TEXTURE, slot, slot < 4 && one_in(3), (int32_t)rnd(8), (int32_t)rnd(8), 1 << rnd(4),
          1 << rnd(4), (int32_t)rnd(6));
      break;
   case 5:
      if (!g.peer || slot <= TARGET_TEXTURE)
         PUT(MIPMAP, unit, slot);
      break;
   default:
      PUT(BIND_TEXTURE, unit, slot);
      if (one_in(2))
         PUT(TEX_PARAMETER, target, ANY(GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T),
             ANY(GL_REPEAT, GL_CLAMP_TO_EDGE, GL_MIRRORED_REPEAT));
      else if (!g.peer && one_in(2))
         PUT(TEX_PARAMETER, target, ANY(GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER),
             ANY(GL_NEAREST, GL_LINEAR));
      else if (!g.peer)
         PUT(TEX_PARAMETER, target, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST + (int32_t)rnd(4));
   }
}

static void
framebuffer(bool make)
{
   const int32_t slot = 1 + (int32_t)rnd(FRAMEBUFFERS - 1);
   if (!make) {
      PUT(BIND_FRAMEBUFFER, one_in(3) ? 0 : slot);
      return;
   }
   int32_t color = g.peer ? (int32_t)rnd(2) : (int32_t)ANY(0, 1, 5, 6, 7, 0, 16, 17, 18);
   if (g.extensions & HAS_RGBA8 && one_in(3))
      color = 19;
   int32_t depth = (int32_t)rnd(4);
   if (depth >= 2)
      depth = g.extensions & HAS_PACKED_DEPTH ? 3 : 1;
   if (!g.peer && one_in(6))
      depth = 2;
   const int32_t samples = g.wild && g.extensions & HAS_SAMPLES && color >= 16 && one_in(2) ? 4 : 0;
   PUT(FRAMEBUFFER, slot, color, depth, 4 + (int32_t)rnd(2), samples);
}

static void
program(bool make)
{
   const int32_t slot = (int32_t)rnd(PROGRAMS), u0 = (int32_t)rnd(3), u1 = (int32_t)rnd(3);
   if (make) {
      int32_t vs = (int32_t)rnd(g.peer   ? FLAT_VERTEX_SHADERS
                                : g.wild ? VERTEX_SHADERS
                                         : UNBOUNDED_VERTEX_SHADERS),
              fs = (int32_t)rnd(g.peer ? EXACT_FRAGMENT_SHADERS : FRAGMENT_SHADERS);
      if (g.peer) { /* P16 */
         vs = vs == DEPTH_RANGE_VERTEX_SHADER ? 0 : vs;
         fs = fs == DEPTH_RANGE_FRAGMENT_SHADER ? 0 : fs;
      }
      if (!(g.extensions & HAS_VERTEX_TEXTURES) && vs == LOOKUP_VERTEX_SHADER)
         vs = 0;
      PUT(PROGRAM, slot, vs, fs, (int32_t)rnd(ATTRIBS),
          g.peer && g.two ? LINK_BESIDE
          : one_in(3)     ? LINK_AGAIN
                          : LINK_NEW,
          u0, u1);
   } else {
      PUT(USE, slot, u0, u1);
   }
   if (make || one_in(3)) {
      for (int32_t i = 0; i < VECTORS; i++)
         PUT(UNIFORM, i, eighth(0, 8), eighth(0, 8), eighth(-8, 8), eighth(0, 8));
      PUT(MATRIX, eighth(4, 8), eighth(-8, -4), eighth(-2, 2), eighth(-2, 2));
      PUT(NUMBER, (int32_t)rnd(5));
   }
}
