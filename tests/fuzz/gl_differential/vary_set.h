/* SPDX-License-Identifier: MIT
 *
 * State of vary.h set, and made other; the draws of variations.
 */
static void
set_arrays(const struct state *s)
{
   for (unsigned k = 0; k < ATTRIBS; k++) {
      const struct array *a = &s->array[k];
      glBindBuffer(GL_ARRAY_BUFFER, (GLuint)a->buffer);
      glVertexAttribPointer(k, a->size, (GLenum)a->type, (GLboolean)a->normalized, a->stride, a->pointer);
      (a->enabled ? glEnableVertexAttribArray : glDisableVertexAttribArray)(k);
      if (world.extensions & HAS_INSTANCED)
         attrib_divisor(k, (GLuint)a->divisor);
      glVertexAttrib4fv(k, a->value);
   }
   glBindBuffer(GL_ARRAY_BUFFER, (GLuint)s->i[I_ARRAY]);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, (GLuint)s->i[I_ELEMENTS]);
}

static void
set_fragment_state(const struct state *s)
{
   const GLint *i = s->i;
   const GLfloat(*f)[4] = s->f;
   if (world.extensions & HAS_CLIP_CONTROL)
      clip_control((GLenum)s->clip[0], (GLenum)s->clip[1]);
   for (unsigned k = 0; k < CAPS; k++)
      if (has_cap(k))
         (s->cap[k] ? glEnable : glDisable)(caps[k]);
   glBlendEquationSeparate((GLenum)i[I_BLEND], (GLenum)i[I_BLEND + 1]);
   glBlendFuncSeparate((GLenum)i[I_BLEND + 2], (GLenum)i[I_BLEND + 3], (GLenum)i[I_BLEND + 4],
                       (GLenum)i[I_BLEND + 5]);
   glCullFace((GLenum)i[I_CULL]);
   glFrontFace((GLenum)i[I_CULL + 1]);
   glDepthFunc((GLenum)i[I_DEPTH]);
   glDepthMask((GLboolean)i[I_DEPTH_MASK]);
   for (unsigned b = 0; b < 2; b++) {
      const GLenum face = b ? GL_BACK : GL_FRONT;
      const GLint *func = i + I_STENCIL + 3 * b, *op = i + I_STENCIL_OP + 3 * b;
      glStencilFuncSeparate(face, (GLenum)func[0], func[1], (GLuint)func[2]);
      glStencilOpSeparate(face, (GLenum)op[0], (GLenum)op[1], (GLenum)op[2]);
      glStencilMaskSeparate(face, (GLuint)i[I_STENCIL_MASK + b]);
   }
   glBlendColor(f[F_BLEND][0], f[F_BLEND][1], f[F_BLEND][2], f[F_BLEND][3]);
   glClearColor(f[F_CLEAR][0], f[F_CLEAR][1], f[F_CLEAR][2], f[F_CLEAR][3]);
   glDepthRangef(f[F_RANGE][0], f[F_RANGE][1]);
   glClearDepthf(f[F_CLEAR_DEPTH][0]);
   glClearStencil((GLint)f[F_CLEAR_STENCIL][0]);
   glLineWidth(f[F_LINE][0]);
   glPolygonOffset(f[F_FACTOR][0], f[F_UNITS][0]);
   glSampleCoverage(f[F_COVERAGE][0], (GLboolean)i[I_INVERT]);
   glScissor((GLint)f[F_SCISSOR][0], (GLint)f[F_SCISSOR][1], (GLsizei)f[F_SCISSOR][2],
             (GLsizei)f[F_SCISSOR][3]);
   glViewport((GLint)f[F_VIEWPORT][0], (GLint)f[F_VIEWPORT][1], (GLsizei)f[F_VIEWPORT][2],
              (GLsizei)f[F_VIEWPORT][3]);
   glColorMask(f[F_MASK][0] > 0, f[F_MASK][1] > 0, f[F_MASK][2] > 0, f[F_MASK][3] > 0);
}

static void
set_textures(const struct state *s)
{
   for (unsigned u = 0; u < UNITS; u++) {
      glActiveTexture(GL_TEXTURE0 + u);
      for (unsigned t = 0; t < 2; t++)
         glBindTexture(tex_targets[t], (GLuint)s->texture[u][t]);
   }
   glActiveTexture((GLenum)s->i[I_ACTIVE]);
}

/** Of what is bound: two units may have one texture, but then both have its values. */
static void
set_parameters(const struct state *s)
{
   for (unsigned u = 0; u < UNITS; u++) {
      glActiveTexture(GL_TEXTURE0 + u);
      for (unsigned t = 0; t < 2; t++)
         for (unsigned p = 0; p < num_parameters(); p++)
            glTexParameteri(tex_targets[t], tex_parameters[p], s->parameter[u][t][p]);
   }
   glActiveTexture((GLenum)s->i[I_ACTIVE]);
}

/** Of the current program. */
static void
set_uniforms(const struct state *s)
{
   const unsigned p = current_slot();
   if (p == PROGRAMS)
      return;
   if (world.es3) {
      memcpy(block_data[p].c, s->vector, sizeof s->vector);
      memcpy(block_data[p].m, s->matrix, sizeof s->matrix);
      block_data[p].n = s->number;
      write_block(p, &block_data[p], sizeof block_data[p]);
      return;
   }
   for (unsigned k = 0; k < VECTORS; k++)
      glUniform4fv(world.vector[p][k], 1, s->vector[k]);
   glUniformMatrix4fv(world.matrix[p], 1, GL_FALSE, s->matrix);
   glUniform1i(world.number[p], s->number);
}

static void
make_other(struct state *o)
{
   static const GLenum funcs[] = {GL_ALWAYS, GL_LESS, GL_NOTEQUAL}, ops[] = {GL_INCR, GL_INVERT, GL_ZERO};
   GLint *i = o->i;
   for (unsigned k = 0; k < CAPS; k++)
      o->cap[k] = !o->cap[k];
   for (unsigned k = 0; k < 6; k++)
      i[I_BLEND + k] = k < 2 ? (i[k] == GL_FUNC_SUBTRACT ? GL_FUNC_ADD : GL_FUNC_SUBTRACT)
                             : (i[k] == GL_DST_COLOR ? GL_ONE : GL_DST_COLOR);
   o->clip[0] = o->clip[0] == GL_LOWER_LEFT_EXT ? GL_UPPER_LEFT_EXT : GL_LOWER_LEFT_EXT;
   o->clip[1] = o->clip[1] == GL_ZERO_TO_ONE_EXT ? GL_NEGATIVE_ONE_TO_ONE_EXT : GL_ZERO_TO_ONE_EXT;
   i[I_CULL] = i[I_CULL] == GL_FRONT ? GL_BACK : GL_FRONT;
   i[I_CULL + 1] = i[I_CULL + 1] == GL_CW ? GL_CCW : GL_CW;
   i[I_DEPTH] = i[I_DEPTH] == GL_GREATER ? GL_ALWAYS : GL_GREATER;
   i[I_DEPTH_MASK] = !i[I_DEPTH_MASK];
   i[I_INVERT] = !i[I_INVERT];
   for (unsigned b = 0; b < 2; b++) {
      GLint *func = i + I_STENCIL + 3 * b, *op = i + I_STENCIL_OP + 3 * b;
      func[0] = (GLint)funcs[(func[0] == GL_ALWAYS) + b];
      func[1] ^= 0x55;
      func[2] ^= 0x0f;
      for (unsigned k = 0; k < 3; k++)
         op[k] = (GLint)ops[(op[k] == (GLint)ops[k % 2]) + k % 2];
      i[I_STENCIL_MASK + b] ^= 0x3c;
   }
   for (unsigned k = 0; k < FLOATS; k++)
      for (unsigned c = 0; c < 4; c++)
         o->f[k][c] = o->f[k][c] == 0.25f ? 0.75f : 0.25f;
   o->f[F_LINE][0] = 3;
   for (unsigned k = F_SCISSOR; k <= F_VIEWPORT; k++)
      for (unsigned c = 0; c < 4; c++)
         o->f[k][c] = (float)(c < 2 ? 1 : 5 + c);
   o->f[F_CLEAR_STENCIL][0] = 0x77;
   for (unsigned k = 0; k < ATTRIBS; k++) {
      struct array *a = &o->array[k];
      *a = (struct array){
         !a->enabled,
         a->size == 2 ? 3 : 2,
         GL_SHORT,
         !a->normalized,
         12,
         (GLint)world.buffer[1],
         !a->divisor,
         (uint8_t *)NULL + 4 * k,
         {0.5f, -0.25f, 0.125f * (float)k, a->value[3] == 1 ? 2.0f : 1.0f}
      };
   }
   for (unsigned k = 0; k < VECTORS; k++)
      for (unsigned c = 0; c < 4; c++)
         o->vector[k][c] = 0.5f - o->vector[k][c];
   for (unsigned c = 0; c < 16; c++)
      o->matrix[c] = 0.25f + o->matrix[c];
   o->number = o->number ? 0 : 2;
   for (unsigned u = 0; u < UNITS; u++)
      for (unsigned t = 0; t < 2; t++) {
         GLint *p = o->parameter[u][t];
         p[0] = p[0] == GL_LINEAR ? GL_NEAREST_MIPMAP_NEAREST : GL_LINEAR;
         p[1] = p[1] == GL_LINEAR ? GL_NEAREST : GL_LINEAR;
         p[2] = p[2] == GL_REPEAT ? GL_CLAMP_TO_EDGE : GL_REPEAT;
         p[3] = p[3] == GL_REPEAT ? GL_MIRRORED_REPEAT : GL_REPEAT;
         p[4] = p[4] == GL_BLUE ? GL_ONE : GL_BLUE;
         p[5] = !p[5];
         o->texture[u][t] = (GLint)(t ? world.texture[4] : world.texture[u % 4]);
      }
   i[I_ACTIVE] = i[I_ACTIVE] == GL_TEXTURE0 ? GL_TEXTURE1 : GL_TEXTURE0;
   i[I_ARRAY] = (GLint)world.buffer[2];
   i[I_ELEMENTS] = (GLint)world.buffer[INDEX_BUFFER];
}

/** A framebuffer that no program of calls has, of the context that is current; \p was: bound again by the caller. */
static void
draw_elsewhere(void)
{
   static const GLfloat points[] = {-1, -1, 1, -1, 0, 1};
   GLuint fbo, texture;
   glGenFramebuffers(1, &fbo);
   glGenTextures(1, &texture);
   glActiveTexture(GL_TEXTURE3);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glBindTexture(GL_TEXTURE_2D, 0);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
   glClear(GL_COLOR_BUFFER_BIT);
   unsigned k = 0;
   while (k < PROGRAMS && (!world.program[k] || world.program[k] == world.now->program))
      k++;
   if (k < PROGRAMS)
      glUseProgram(world.program[k]);
   else
      k = current_slot();
   (void)points;
   if (k < PROGRAMS) {
      glDrawArrays(GL_TRIANGLE_STRIP, 1, 5);
      glDrawElements(GL_LINES, 4, GL_UNSIGNED_BYTE, NULL);
   }
   glDeleteFramebuffers(1, &fbo);
   glDeleteTextures(1, &texture);
}

static void
stir(bool with_draw)
{
   struct state s, o;
   get_state(&s);
   o = s;
   make_other(&o);
   set_fragment_state(&o);
   set_arrays(&o);
   set_parameters(&o);
   set_uniforms(&o);
   set_textures(&o);
   for (unsigned u = 0; u < UNITS && world.es3; u++)
      glBindSampler(u, sampler[u % SAMPLERS]);
   if (world.es3)
      glBindBufferBase(GL_UNIFORM_BUFFER, 0, world.buffer[0]);
   if (with_draw)
      draw_elsewhere();
   else
      glBindFramebuffer(GL_FRAMEBUFFER, 0), glUseProgram(0);
   glUseProgram((GLuint)s.i[I_PROGRAM]);
   glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)s.i[I_FBO]);
   set_fragment_state(&s);
   set_arrays(&s);
   set_textures(&s);
   set_parameters(&s);
   set_uniforms(&s);
   bind_samplers();
   if (current_slot() < PROGRAMS)
      bind_block(current_slot());
}
