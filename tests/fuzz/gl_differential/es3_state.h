/* SPDX-License-Identifier: MIT
 *
 * What programs of calls have more in contexts of OpenGL ES 3.0: their shaders are of GLSL ES 3.00, uniforms stand in a
 * block with a buffer for each program, units have sampler objects.
 */
static const char head_300[] =
   "#version 300 es\n"
   "#define GLOBALS layout(std140) uniform C { highp vec4 c[4]; highp mat4 m; highp int n; };\n"
   "#define texture2D texture\n#define textureCube texture\n#define texture2DLod textureLod\n";
static const char head_100[] = "#define GLOBALS uniform vec4 c[4]; uniform mat4 m; uniform int n;\n";

/** The block C in its layout. */
struct block {
   GLfloat c[VECTORS][4], m[16];
   GLint n, pad[3];
};
static struct block block_data[PROGRAMS];
static GLuint block_buffer[PROGRAMS], sampler[SAMPLERS];

static void
bind_block(unsigned slot)
{
   if (world.es3)
      glBindBufferBase(GL_UNIFORM_BUFFER, 0, block_buffer[slot]);
}

/** Zeros, as uniforms outside of blocks have after linking; in another buffer if \p fresh, while the old one stays. */
static void
new_block(unsigned slot, bool fresh)
{
   if (!world.es3)
      return;
   if (fresh || !block_buffer[slot])
      glGenBuffers(1, &block_buffer[slot]);
   memset(&block_data[slot], 0, sizeof block_data[slot]);
   bind_block(slot);
   glBufferData(GL_UNIFORM_BUFFER, sizeof block_data[slot], &block_data[slot], GL_DYNAMIC_DRAW);
}

/** Writes \p size_B bytes of the block of \p slot, which \p at of block_data[slot] has now. */
static void
write_block(unsigned slot, const void *at, size_t size_B)
{
   glBindBuffer(GL_UNIFORM_BUFFER, block_buffer[slot]);
   glBufferSubData(GL_UNIFORM_BUFFER, (const uint8_t *)at - (const uint8_t *)&block_data[slot],
                   (GLsizeiptr)size_B, at);
}

static void
bind_samplers(void)
{
   for (unsigned u = 0; u < UNITS && world.es3; u++)
      glBindSampler(u, world.now->sampler[u] ? sampler[world.now->sampler[u] - 1] : 0);
}

/** \p slot: from 1; 0: the unit has none. */
static void
use_sampler(unsigned unit, unsigned slot, GLenum filter, GLenum wrap_s, GLenum wrap_t)
{
   world.now->sampler[unit] = slot;
   bind_samplers();
   if (!slot)
      return;
   const GLuint s = sampler[slot - 1];
   glSamplerParameteri(s, GL_TEXTURE_MIN_FILTER, (GLint)filter);
   glSamplerParameteri(s, GL_TEXTURE_MAG_FILTER, (GLint)filter);
   glSamplerParameteri(s, GL_TEXTURE_WRAP_S, (GLint)wrap_s);
   glSamplerParameteri(s, GL_TEXTURE_WRAP_T, (GLint)wrap_t);
}

/** Does the framebuffer that is bound have a draw buffer? It is set, if \p set says so, to its one or to none. */
static bool
draw_buffer(bool set, bool on)
{
   GLint is = GL_NONE, fbo = 0;
   if (!world.es3)
      return true;
   glGetIntegerv(GL_FRAMEBUFFER_BINDING, &fbo);
   const GLenum to = !on ? GL_NONE : fbo ? GL_COLOR_ATTACHMENT0 : GL_BACK;
   if (set)
      glDrawBuffers(1, &to);
   glGetIntegerv(GL_DRAW_BUFFER0, &is);
   return is != GL_NONE;
}

/** All bits set at some places of client indices, where the primitives then begin anew. */
static void
put_restarts(unsigned seed, unsigned log2_size, uint8_t *at, unsigned count)
{
   if (world.es3 && glIsEnabled(GL_PRIMITIVE_RESTART_FIXED_INDEX))
      for (unsigned i = 3 + seed % 3; i < count; i += 4 + seed % 4)
         memset(at + ((size_t)i << log2_size), 0xff, (size_t)1 << log2_size);
}
