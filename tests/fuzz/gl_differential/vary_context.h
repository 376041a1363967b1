/* SPDX-License-Identifier: MIT
 *
 * Variations that need a context of their own, and the hooks around draws.
 */
static EGLContext fresh, stranger;
static struct {
   GLint type, name, level;
} attachment[3];
static const GLenum attachments[3] = {GL_COLOR_ATTACHMENT0, GL_DEPTH_ATTACHMENT, GL_STENCIL_ATTACHMENT};

static void
get_attachments(void)
{
   for (unsigned k = 0; k < 3; k++) {
      memset(&attachment[k], 0, sizeof attachment[k]);
      glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, attachments[k],
                                            GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &attachment[k].type);
      if (attachment[k].type)
         glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, attachments[k],
                                               GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &attachment[k].name);
   }
}

static void
set_attachments(void)
{
   GLuint fbo;
   glGenFramebuffers(1, &fbo);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   for (unsigned k = 0; k < 3; k++)
      if (attachment[k].type == GL_TEXTURE)
         glFramebufferTexture2D(GL_FRAMEBUFFER, attachments[k], GL_TEXTURE_2D, (GLuint)attachment[k].name, 0);
      else if (attachment[k].type)
         glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachments[k], GL_RENDERBUFFER,
                                   (GLuint)attachment[k].name);
}

/** Another share group, whose context draws a little. */
static void
draw_in_stranger(void)
{
   static const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
   static const GLfloat grey[] = {0.5f, 0.5f, 0.5f, 0.5f};
   if (!stranger)
      stranger = new_context(EGL_NO_CONTEXT);
   eglMakeCurrent(world.display, EGL_NO_SURFACE, EGL_NO_SURFACE, stranger);
   GLint p;
   glGetIntegerv(GL_CURRENT_PROGRAM, &p);
   if (!p) {
      GLuint fbo, rb, program = glCreateProgram();
      glGenFramebuffers(1, &fbo);
      glBindFramebuffer(GL_FRAMEBUFFER, fbo);
      glGenRenderbuffers(1, &rb);
      glBindRenderbuffer(GL_RENDERBUFFER, rb);
      glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA4, 16, 16);
      glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
      glAttachShader(program, compile(GL_VERTEX_SHADER, vertex_shaders[1]));
      glAttachShader(program, compile(GL_FRAGMENT_SHADER, fragment_shaders[2]));
      glBindAttribLocation(program, 1, "a0");
      glLinkProgram(program);
      glUseProgram(program);
      glUniform4fv(glGetUniformLocation(program, "c[2]"), 1, grey);
      if (world.es3) {
         GLuint block;
         glGenBuffers(1, &block);
         glBindBufferBase(GL_UNIFORM_BUFFER, 0, block);
         glBufferData(GL_UNIFORM_BUFFER, sizeof(struct block), NULL, GL_STATIC_DRAW);
      }
   }
   glClear(GL_COLOR_BUFFER_BIT);
   glVertexAttribPointer(1, 2, GL_FLOAT, GL_FALSE, 0, corners);
   glEnableVertexAttribArray(1);
   glDrawArrays(GL_TRIANGLES, 0, 3);
   eglMakeCurrent(world.display, world.now->surface, world.now->surface, world.now->context);
}

/** From here to after_draw() a context made for the draw is current. A query that runs is the old context's, which
 * then draws. */
static void
enter_fresh(void)
{
   struct state s;
   if (world.now->query_runs)
      return;
   get_state(&s);
   const bool own = world.now->framebuffer != 0;
   if (own)
      get_attachments();
   fresh = new_context(world.now->context);
   eglMakeCurrent(world.display, world.now->surface, world.now->surface, fresh);
   if (own)
      set_attachments();
   set_fragment_state(&s);
   set_textures(&s);
   set_arrays(&s);
   bind_samplers();
   draw_buffer(true, s.draws_color);
   if (current_slot() < PROGRAMS)
      bind_block(current_slot());
   glUseProgram((GLuint)s.i[I_PROGRAM]);
}

static void
before_draw(void)
{
   /* A program that was deleted while it is current could not be made current again. */
   const bool lasting = !world.now->program || current_slot() < PROGRAMS;
   if (!lasting && vary != VARY_FLUSH && vary != VARY_FINISH)
      return;
   switch (vary) {
   case VARY_STIR:
   case VARY_STIR_DRAW:
      if (!world.now->query_runs || vary == VARY_STIR)
         stir(vary == VARY_STIR_DRAW);
      break;
   case VARY_FLUSH:
      glFlush();
      break;
   case VARY_FINISH:
      glFinish();
      break;
   case VARY_CONTEXT:
      draw_in_stranger();
      break;
   case VARY_FRESH:
      enter_fresh();
      break;
   case VARY_NOT:
   case VARIATIONS:
      break;
   }
}

static void
after_draw(void)
{
   if (!fresh)
      return;
   for (GLenum e; (e = glGetError()); world.errors++)
      fprintf(stderr, "error 0x%04x in a fresh context\n", e);
   eglMakeCurrent(world.display, world.now->surface, world.now->surface, world.now->context);
   eglDestroyContext(world.display, fresh);
   fresh = EGL_NO_CONTEXT;
}

/** \p contexts (1 or 2) with their surfaces, and one object in each slot. */
static void
begin_world(unsigned contexts)
{
   assert(contexts == 1 || contexts == CONTEXTS);
   const EGLint size[] = {EGL_WIDTH, SIDE, EGL_HEIGHT, SIDE, EGL_NONE};
   memset(world.side, 0, sizeof world.side);
   memset(world.program, 0, sizeof world.program);
   memset(world.color_rb, 0, sizeof world.color_rb);
   memset(world.depth_rb, 0, sizeof world.depth_rb);
   memset(world.stencil_rb, 0, sizeof world.stencil_rb);
   memset(block_buffer, 0, sizeof block_buffer);
   world.draws = world.errors = world.last_serial = 0;
   vertices(1, 0, memory, MEMORY_B);
   for (unsigned k = 0; k < contexts; k++) {
      struct side *s = &world.side[k];
      s->context = new_context(k ? world.side[0].context : EGL_NO_CONTEXT);
      s->surface = eglCreatePbufferSurface(world.display, world.config, size);
      s->complete[0] = true;
      s->size[0] = SIDE;
      make_current(k);
      if (!k) {
         glGenTextures(TEXTURES, world.texture);
         glGenBuffers(BUFFERS, world.buffer);
         if (world.es3)
            glGenSamplers(SAMPLERS, sampler);
         for (unsigned i = 0; i < TEXTURES; i++)
            world.serial[i] = ++world.last_serial;
         for (unsigned i = 0; i < TEXTURES; i++)
            make_texture(i % UNITS, i, false, i % FORMATS, 2 + i % 2, i);
         for (unsigned i = 0; i < BUFFERS; i++)
            buffer_data(i, i < INDEX_BUFFER ? 2048 : 64u << (i - INDEX_BUFFER), i, i, GL_STATIC_DRAW);
         glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
      }
      for (unsigned u = 0; u < UNITS; u++)
         bind_texture(u, u < 3 ? u : 4);
      for (unsigned i = 0; i < ATTRIBS; i++)
         attrib_array(i, 4, GL_FLOAT, false, 0, 16 * (int)i, 0);
      clear_all();
   }
   glFinish();
   make_current(0);
}

static void
end_world(void)
{
   end_query_now();
   eglMakeCurrent(world.display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   for (unsigned k = 0; k < CONTEXTS && world.side[k].context; k++) {
      eglDestroyContext(world.display, world.side[k].context);
      eglDestroySurface(world.display, world.side[k].surface);
   }
}
