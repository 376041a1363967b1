/* SPDX-License-Identifier: MIT
 *
 * Calls of a random program: pictures, queries, the other context, what is in buffers.
 */
static void
read_samples(void)
{
   const struct side *s = world.now;
   const GLsizei size = (GLsizei)s->size[s->framebuffer];
   const GLboolean scissor = glIsEnabled(GL_SCISSOR_TEST);
   GLuint fbo, rb;
   glGenFramebuffers(1, &fbo);
   glGenRenderbuffers(1, &rb);
   glBindRenderbuffer(GL_RENDERBUFFER, rb);
   glRenderbufferStorage(GL_RENDERBUFFER, s->resolve_as[s->framebuffer], size, size);
   glBindFramebuffer(GL_DRAW_FRAMEBUFFER_ANGLE, fbo);
   glFramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER_ANGLE, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, rb);
   glDisable(GL_SCISSOR_TEST);
   blit(0, 0, size, size, 0, 0, size, size, GL_COLOR_BUFFER_BIT, GL_NEAREST);
   glBindFramebuffer(GL_FRAMEBUFFER, fbo);
   glReadPixels(0, 0, size, size, GL_RGBA, GL_UNSIGNED_BYTE, picture);
   if (scissor)
      glEnable(GL_SCISSOR_TEST);
   bind_framebuffer(s->framebuffer);
   glDeleteFramebuffers(1, &fbo);
   glDeleteRenderbuffers(1, &rb);
}

static void
read_picture(void (*show)(const uint8_t *rgba, unsigned bytes))
{
   const unsigned slot = world.now->framebuffer;
   const GLsizei size = (GLsizei)world.now->size[slot];
   memset(picture, 0, sizeof picture);
   if (world.now->complete[slot] && world.now->resolve_as[slot])
      read_samples();
   else if (world.now->complete[slot])
      glReadPixels(0, 0, size, size, GL_RGBA, GL_UNSIGNED_BYTE, picture);
   for (GLenum e; (e = glGetError());) {
      world.errors++;
      fprintf(stderr, "error 0x%04x\n", e);
   }
   show(picture, sizeof picture);
}

static void
end_query_now(void)
{
   if (world.now->query_runs)
      end_query(GL_ANY_SAMPLES_PASSED_EXT);
   world.now->query_runs = false;
}

/** The result, as a picture of one byte. */
static void
read_query(void (*show)(const uint8_t *rgba, unsigned bytes))
{
   GLuint passed = 0;
   end_query_now();
   if (!world.now->query)
      return;
   get_query(world.now->query, GL_QUERY_RESULT_EXT, &passed);
   const uint8_t byte[4] = {passed != 0};
   show(byte, sizeof byte);
}

static void
start_query(void)
{
   if (world.now->query_runs)
      return;
   if (!world.now->query)
      gen_queries(1, &world.now->query);
   begin_query(GL_ANY_SAMPLES_PASSED_EXT, world.now->query);
   world.now->query_runs = true;
}

/** The other context: what this one did is finished first (ES 2.0.25 C.1.3). */
static void
switch_to(unsigned k)
{
   end_query_now();
   glFinish();
   make_current(k);
}

/** Another size of storage, or none at all: index arrays of \p slot keep indices below 24. */
static void
buffer_data(unsigned slot, uint32_t size_B, unsigned kind, uint32_t seed, GLenum usage)
{
   const GLenum target = slot >= INDEX_BUFFER ? GL_ELEMENT_ARRAY_BUFFER : GL_ARRAY_BUFFER;
   if (slot >= INDEX_BUFFER)
      fill_indices(seed, 1u << (slot - INDEX_BUFFER), 24, pixels, size_B >> (slot - INDEX_BUFFER));
   else
      vertices(seed, kind, pixels, size_B);
   glBindBuffer(target, world.buffer[slot]);
   glBufferData(target, (GLsizeiptr)size_B, pixels, usage);
}

static void
buffer_sub_data(unsigned slot, uint32_t offset_B, uint32_t size_B, unsigned kind, uint32_t seed, bool mapped)
{
   const GLenum target = slot >= INDEX_BUFFER ? GL_ELEMENT_ARRAY_BUFFER : GL_ARRAY_BUFFER;
   GLint has_B = 0;
   if (slot >= INDEX_BUFFER)
      fill_indices(seed, 1u << (slot - INDEX_BUFFER), 24, pixels, size_B >> (slot - INDEX_BUFFER));
   else
      vertices(seed, kind, pixels, size_B);
   glBindBuffer(target, world.buffer[slot]);
   glGetBufferParameteriv(target, GL_BUFFER_SIZE, &has_B);
   if ((GLint)(offset_B + size_B) > has_B)
      return;
   void *p = mapped ? map_range(target, offset_B, size_B, GL_MAP_WRITE_BIT_EXT) : NULL;
   if (p) {
      memcpy(p, pixels, size_B);
      unmap(target);
   } else {
      glBufferSubData(target, offset_B, size_B, pixels);
   }
}
