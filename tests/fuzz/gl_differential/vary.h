/* SPDX-License-Identifier: MIT
 *
 * What may be done before a draw without changing what it draws: all state set to other values and back, with a
 * draw between or without, the stream ended, another context, a new context that gets all of the state. State is
 * read back from GL, so that nothing here has to follow what the program of calls did.
 */
enum vary {
   VARY_NOT,
   VARY_STIR,      /* other values, and back */
   VARY_STIR_DRAW, /* the same, and a draw with the other values into another framebuffer */
   VARY_FLUSH,     /* glFlush */
   VARY_FINISH,    /* glFinish */
   VARY_CONTEXT,   /* another context of another share group draws */
   VARY_FRESH,     /* the draw is done by a context made for it, which gets all state */
   VARIATIONS
};
static const char *const vary_names[] = {"plain", "stir", "stir-draw", "flush", "finish", "context", "fresh"};
static enum vary vary;

/* The last three only where there is the extension, or OpenGL ES 3.0. */
static const GLenum caps[] = {GL_BLEND,           GL_CULL_FACE,           GL_DEPTH_TEST,
                              GL_DITHER,          GL_POLYGON_OFFSET_FILL, GL_SAMPLE_ALPHA_TO_COVERAGE,
                              GL_SAMPLE_COVERAGE, GL_SCISSOR_TEST,        GL_STENCIL_TEST,
                              GL_DEPTH_CLAMP_EXT, GL_RASTERIZER_DISCARD,  GL_PRIMITIVE_RESTART_FIXED_INDEX};
enum { CAPS = 12 };

static bool
has_cap(unsigned k)
{
   return k < CAPS - 3 || (k == CAPS - 3 ? (world.extensions & HAS_DEPTH_CLAMP) != 0 : world.es3);
}

/* int values in the order of glGet */
static const GLenum int_names[] = {GL_BLEND_EQUATION_RGB,
                                   GL_BLEND_EQUATION_ALPHA,
                                   GL_BLEND_SRC_RGB,
                                   GL_BLEND_DST_RGB,
                                   GL_BLEND_SRC_ALPHA,
                                   GL_BLEND_DST_ALPHA,
                                   GL_CULL_FACE_MODE,
                                   GL_FRONT_FACE,
                                   GL_DEPTH_FUNC,
                                   GL_STENCIL_FUNC,
                                   GL_STENCIL_REF,
                                   GL_STENCIL_VALUE_MASK,
                                   GL_STENCIL_BACK_FUNC,
                                   GL_STENCIL_BACK_REF,
                                   GL_STENCIL_BACK_VALUE_MASK,
                                   GL_STENCIL_FAIL,
                                   GL_STENCIL_PASS_DEPTH_FAIL,
                                   GL_STENCIL_PASS_DEPTH_PASS,
                                   GL_STENCIL_BACK_FAIL,
                                   GL_STENCIL_BACK_PASS_DEPTH_FAIL,
                                   GL_STENCIL_BACK_PASS_DEPTH_PASS,
                                   GL_STENCIL_WRITEMASK,
                                   GL_STENCIL_BACK_WRITEMASK,
                                   GL_CURRENT_PROGRAM,
                                   GL_ACTIVE_TEXTURE,
                                   GL_ARRAY_BUFFER_BINDING,
                                   GL_ELEMENT_ARRAY_BUFFER_BINDING,
                                   GL_FRAMEBUFFER_BINDING,
                                   GL_SAMPLE_COVERAGE_INVERT,
                                   GL_DEPTH_WRITEMASK};
enum {
   INTS = 30,
   I_BLEND = 0,
   I_CULL = 6,
   I_DEPTH = 8,
   I_STENCIL = 9,
   I_STENCIL_OP = 15,
   I_STENCIL_MASK = 21,
   I_PROGRAM = 23,
   I_ACTIVE,
   I_ARRAY,
   I_ELEMENTS,
   I_FBO,
   I_INVERT,
   I_DEPTH_MASK
};
static const struct {
   GLenum name;
   unsigned n;
} float_names[] = {
   {GL_BLEND_COLOR,           4},
   {GL_COLOR_CLEAR_VALUE,     4},
   {GL_DEPTH_RANGE,           2},
   {GL_DEPTH_CLEAR_VALUE,     1},
   {GL_LINE_WIDTH,            1},
   {GL_POLYGON_OFFSET_FACTOR, 1},
   {GL_POLYGON_OFFSET_UNITS,  1},
   {GL_SAMPLE_COVERAGE_VALUE, 1},
   {GL_SCISSOR_BOX,           4},
   {GL_VIEWPORT,              4},
   {GL_COLOR_WRITEMASK,       4},
   {GL_STENCIL_CLEAR_VALUE,   1}
};
enum {
   FLOATS = 12,
   F_BLEND = 0,
   F_CLEAR,
   F_RANGE,
   F_CLEAR_DEPTH,
   F_LINE,
   F_FACTOR,
   F_UNITS,
   F_COVERAGE,
   F_SCISSOR,
   F_VIEWPORT,
   F_MASK,
   F_CLEAR_STENCIL
};

enum { PARAMETERS = 6 };

struct array {
   GLint enabled, size, type, normalized, stride, buffer, divisor;
   void *pointer;
   GLfloat value[4];
};
struct state {
   GLboolean cap[CAPS];
   GLint i[INTS];
   GLfloat f[FLOATS][4];
   GLint clip[2]; /* EXT_clip_control */
   GLint texture[UNITS][2], parameter[UNITS][2][PARAMETERS];
   struct array array[ATTRIBS];
   GLfloat vector[VECTORS][4], matrix[16];
   GLint number, sampler[3];
   bool draws_color;
};
static const GLenum tex_targets[] = {GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP};
static const GLenum tex_bindings[] = {GL_TEXTURE_BINDING_2D, GL_TEXTURE_BINDING_CUBE_MAP};
static const GLenum tex_parameters[] = {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER, GL_TEXTURE_WRAP_S,
                                        GL_TEXTURE_WRAP_T,     GL_TEXTURE_SWIZZLE_R,  GL_TEXTURE_BASE_LEVEL};

static unsigned
num_parameters(void)
{
   return world.es3 ? PARAMETERS : 4;
}

static const char *const sampler_names[] = {"s0", "s1", "s3"};

static void
get_state(struct state *s)
{
   memset(s, 0, sizeof *s);
   for (unsigned k = 0; k < CAPS; k++)
      s->cap[k] = has_cap(k) && glIsEnabled(caps[k]);
   s->draws_color = draw_buffer(false, false);
   for (unsigned k = 0; k < INTS; k++)
      glGetIntegerv(int_names[k], &s->i[k]);
   if (world.extensions & HAS_CLIP_CONTROL) {
      glGetIntegerv(GL_CLIP_ORIGIN_EXT, &s->clip[0]);
      glGetIntegerv(GL_CLIP_DEPTH_MODE_EXT, &s->clip[1]);
   }
   for (unsigned k = 0; k < FLOATS; k++)
      glGetFloatv(float_names[k].name, s->f[k]);
   for (unsigned u = 0; u < UNITS; u++) {
      glActiveTexture(GL_TEXTURE0 + u);
      for (unsigned t = 0; t < 2; t++) {
         glGetIntegerv(tex_bindings[t], &s->texture[u][t]);
         for (unsigned p = 0; p < num_parameters(); p++)
            glGetTexParameteriv(tex_targets[t], tex_parameters[p], &s->parameter[u][t][p]);
      }
   }
   glActiveTexture((GLenum)s->i[I_ACTIVE]);
   for (unsigned k = 0; k < ATTRIBS; k++) {
      struct array *a = &s->array[k];
      glGetVertexAttribiv(k, GL_VERTEX_ATTRIB_ARRAY_ENABLED, &a->enabled);
      glGetVertexAttribiv(k, GL_VERTEX_ATTRIB_ARRAY_SIZE, &a->size);
      glGetVertexAttribiv(k, GL_VERTEX_ATTRIB_ARRAY_TYPE, &a->type);
      glGetVertexAttribiv(k, GL_VERTEX_ATTRIB_ARRAY_NORMALIZED, &a->normalized);
      glGetVertexAttribiv(k, GL_VERTEX_ATTRIB_ARRAY_STRIDE, &a->stride);
      glGetVertexAttribiv(k, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &a->buffer);
      if (world.extensions & HAS_INSTANCED)
         glGetVertexAttribiv(k, GL_VERTEX_ATTRIB_ARRAY_DIVISOR_EXT, &a->divisor);
      glGetVertexAttribPointerv(k, GL_VERTEX_ATTRIB_ARRAY_POINTER, &a->pointer);
      glGetVertexAttribfv(k, GL_CURRENT_VERTEX_ATTRIB, a->value);
   }
   const unsigned p = current_slot();
   if (p == PROGRAMS)
      return;
   if (world.es3) {
      memcpy(s->vector, block_data[p].c, sizeof s->vector);
      memcpy(s->matrix, block_data[p].m, sizeof s->matrix);
      s->number = block_data[p].n;
      return;
   }
   for (unsigned k = 0; k < VECTORS; k++)
      if (world.vector[p][k] >= 0)
         glGetUniformfv(world.program[p], world.vector[p][k], s->vector[k]);
   if (world.matrix[p] >= 0)
      glGetUniformfv(world.program[p], world.matrix[p], s->matrix);
   if (world.number[p] >= 0)
      glGetUniformiv(world.program[p], world.number[p], &s->number);
}
