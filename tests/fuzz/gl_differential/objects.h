/* SPDX-License-Identifier: MIT
 *
 * Calls of a random program that are more than one GL call: textures and framebuffers made whole. Which draws are left
 * out, as the specification does not say what they draw.
 */
static GLenum
target_of(unsigned slot)
{
   return slot == 4 || slot == 5 ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_2D;
}

static void
bind_texture(unsigned unit, unsigned slot)
{
   const GLenum target = target_of(slot);
   glActiveTexture(GL_TEXTURE0 + unit);
   glBindTexture(target, world.texture[slot]);
   world.now->active = unit;
   (target == GL_TEXTURE_2D ? world.now->unit2d : world.now->unit_cube)[unit] = world.serial[slot];
}

static const struct {
   GLenum format, type;
} formats[] = {
   {GL_RGBA,            GL_UNSIGNED_BYTE         },
   {GL_RGB,             GL_UNSIGNED_BYTE         },
   {GL_LUMINANCE,       GL_UNSIGNED_BYTE         },
   {GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE         },
   {GL_ALPHA,           GL_UNSIGNED_BYTE         },
   {GL_RGB,             GL_UNSIGNED_SHORT_5_6_5  },
   {GL_RGBA,            GL_UNSIGNED_SHORT_4_4_4_4},
   {GL_RGBA,            GL_UNSIGNED_SHORT_5_5_5_1},
};
enum { FORMATS = 8, DXT5 = FORMATS, DEPTH }; /* the last two: 2D, only sampled */

/** A level of a 2D texture that is not of formats[], of 1 << \p log2_size texels on each side. */
static void
special_level(unsigned format, unsigned level, unsigned log2_size, uint32_t seed)
{
   const GLsizei size = 1 << log2_size;
   const unsigned blocks = log2_size > 2 ? 1u << 2 * (log2_size - 2) : 1;
   if (format == DXT5)
      glCompressedTexImage2D(GL_TEXTURE_2D, (GLint)level, GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, size, size, 0,
                             (GLsizei)blocks * 16, texels(seed, blocks * 4));
   else
      glTexImage2D(GL_TEXTURE_2D, (GLint)level, GL_DEPTH_COMPONENT, size, size, 0, GL_DEPTH_COMPONENT,
                   GL_UNSIGNED_SHORT, texels(seed, (uint32_t)(size * size)));
}

/** A complete texture in \p slot, bound to \p unit: a new object if \p fresh. */
static void
make_texture(unsigned unit, unsigned slot, bool fresh, unsigned format, unsigned log2_size, uint32_t seed)
{
   const GLenum target = target_of(slot);
   if (fresh) {
      glDeleteTextures(1, &world.texture[slot]);
      glGenTextures(1, &world.texture[slot]);
      world.serial[slot] = ++world.last_serial;
   }
   bind_texture(unit, slot);
   const unsigned faces = target == GL_TEXTURE_2D ? 1 : 6;
   for (unsigned level = 0; format >= FORMATS && level <= log2_size; level++)
      special_level(format, level, log2_size - level, seed + level);
   for (unsigned level = 0; format < FORMATS && level <= log2_size; level++)
      for (unsigned f = 0; f < faces; f++)
         glTexImage2D(faces == 1 ? target : GL_TEXTURE_CUBE_MAP_POSITIVE_X + f, (GLint)level,
                      (GLint)formats[format].format, 1 << (log2_size - level), 1 << (log2_size - level), 0,
                      formats[format].format, formats[format].type,
                      texels(seed + level * 8 + f, 1u << 2 * (log2_size - level)));
   world.format[slot] = format;
   world.whole[slot] = format < FORMATS;
   glTexParameteri(target, GL_TEXTURE_MIN_FILTER, seed % 2 ? GL_LINEAR : GL_NEAREST);
   glTexParameteri(target, GL_TEXTURE_MAG_FILTER, seed % 2 ? GL_LINEAR : GL_NEAREST);
}

static bool
is_attached(uint32_t serial)
{
   return serial && serial == world.now->attached[world.now->framebuffer];
}

/** Is a texture that could be sampled also drawn to? ES 2.0.25 4.4.3: what then happens is undefined. */
static bool
feeds_back(void)
{
   for (unsigned i = 0; i < UNITS; i++)
      if (is_attached(world.now->unit2d[i]))
         return true;
   return false;
}

static bool
can_draw(void)
{
   return world.now->program && world.now->complete[world.now->framebuffer] && !feeds_back();
}

static void
bind_framebuffer(unsigned slot)
{
   struct side *s = world.now;
   if (slot && !s->fbo[slot])
      slot = 0;
   glBindFramebuffer(GL_FRAMEBUFFER, slot ? s->fbo[slot] : 0);
   s->framebuffer = slot;
}

static void
depth_storage(unsigned slot, GLenum format, unsigned size, int samples)
{
   GLuint *rb = format == GL_STENCIL_INDEX8 ? &world.stencil_rb[slot] : &world.depth_rb[slot];
   glDeleteRenderbuffers(1, rb);
   glGenRenderbuffers(1, rb);
   glBindRenderbuffer(GL_RENDERBUFFER, *rb);
   if (samples)
      samples_storage(GL_RENDERBUFFER, samples, format, (GLsizei)size, (GLsizei)size);
   else
      glRenderbufferStorage(GL_RENDERBUFFER, format, (GLsizei)size, (GLsizei)size);
   if (format != GL_STENCIL_INDEX8)
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, *rb);
   if (format != GL_DEPTH_COMPONENT16)
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, *rb);
}

static void
clear_all(void)
{
   const GLboolean scissor = glIsEnabled(GL_SCISSOR_TEST);
   GLboolean color[4], depth;
   GLint stencil;
   glGetBooleanv(GL_COLOR_WRITEMASK, color);
   glGetBooleanv(GL_DEPTH_WRITEMASK, &depth);
   glGetIntegerv(GL_STENCIL_WRITEMASK, &stencil);
   glDisable(GL_SCISSOR_TEST);
   glColorMask(1, 1, 1, 1);
   glDepthMask(1);
   glStencilMaskSeparate(GL_FRONT, ~0u);
   glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
   if (scissor)
      glEnable(GL_SCISSOR_TEST);
   glColorMask(color[0], color[1], color[2], color[3]);
   glDepthMask(depth);
   glStencilMaskSeparate(GL_FRONT, (GLuint)stencil);
}

static const GLenum color_rb_formats[] = {GL_RGBA4, GL_RGB5_A1, GL_RGB565, GL_RGBA8_OES};

/** A framebuffer of context \p world.now in \p slot, bound, its attachments new and cleared. \p color: below FORMATS:
 * texture TARGET_TEXTURE + slot, 2D; from 16 on a renderbuffer. \p depth: 0 none, 1 depth, 2 stencil, 3 both. */
static void
make_framebuffer(unsigned slot, unsigned color, unsigned depth, unsigned log2_size, int samples)
{
   struct side *s = world.now;
   const unsigned size = 1u << log2_size, texture = TARGET_TEXTURE + slot;
   glDeleteFramebuffers(1, &s->fbo[slot]);
   glGenFramebuffers(1, &s->fbo[slot]);
   bind_framebuffer(slot);
   s->attached[slot] = 0;
   s->size[slot] = size;
   s->resolve_as[slot] = samples ? color_rb_formats[color - 16] : 0;
   if (color < FORMATS) {
      const unsigned active = s->active;
      make_texture(2, texture, true, color, log2_size, slot);
      glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, world.texture[texture], 0);
      s->attached[slot] = world.serial[texture];
      bind_texture(2, 0); /* it could not be drawn to otherwise */
      glActiveTexture(GL_TEXTURE0 + active);
      s->active = active;
   } else {
      glDeleteRenderbuffers(1, &world.color_rb[slot]);
      glGenRenderbuffers(1, &world.color_rb[slot]);
      glBindRenderbuffer(GL_RENDERBUFFER, world.color_rb[slot]);
      if (samples)
         samples_storage(GL_RENDERBUFFER, samples, color_rb_formats[color - 16], (GLsizei)size,
                         (GLsizei)size);
      else
         glRenderbufferStorage(GL_RENDERBUFFER, color_rb_formats[color - 16], (GLsizei)size, (GLsizei)size);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, world.color_rb[slot]);
   }
   if (depth)
      depth_storage(slot,
                    depth == 1   ? GL_DEPTH_COMPONENT16
                    : depth == 2 ? GL_STENCIL_INDEX8
                                 : GL_DEPTH24_STENCIL8_OES,
                    size, samples);
   s->complete[slot] = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
   if (s->complete[slot])
      clear_all();
}
