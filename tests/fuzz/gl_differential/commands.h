/* SPDX-License-Identifier: MIT
 *
 * The calls of calls.h that need more than the GL call itself.
 */
/* of vary_context.h */
static void before_draw(void);
static void after_draw(void);

static void
clear(GLbitfield mask)
{
   if (!world.now->complete[world.now->framebuffer])
      return;
   before_draw();
   glClear(mask);
   after_draw();
   world.draws++;
}

/** \p slot: a buffer, or BUFFERS: client memory. */
static void
attrib_array(unsigned index, int size, GLenum type, bool normalized, int stride, int offset, unsigned slot)
{
   if (slot == BUFFERS && world.now->vao_now)
      return; /* INVALID_OPERATION: OES_vertex_array_object */
   glBindBuffer(GL_ARRAY_BUFFER, slot < BUFFERS ? world.buffer[slot] : 0);
   glVertexAttribPointer(index, size, type, normalized, stride,
                         (slot < BUFFERS ? (const uint8_t *)0 : memory) + offset);
}

/* Of the numbers in buffers, by kind. */
static const GLenum type_of_kind[] = {GL_FLOAT, GL_SHORT, GL_BYTE, GL_FIXED};

/** Deletes the buffer, which unbinds it here, and makes one with these contents. */
static void
new_buffer(unsigned slot, uint32_t size_B, unsigned kind, uint32_t seed)
{
   GLint bound[ATTRIBS];
   for (unsigned i = 0; i < ATTRIBS; i++)
      glGetVertexAttribiv(i, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &bound[i]);
   const GLint old = (GLint)world.buffer[slot];
   glDeleteBuffers(1, &world.buffer[slot]);
   glGenBuffers(1, &world.buffer[slot]);
   buffer_data(slot, size_B, kind, seed, GL_STATIC_DRAW);
   for (unsigned i = 0; i < ATTRIBS; i++)
      if (bound[i] == old)
         attrib_array(i, 3, type_of_kind[kind], true, 0, 0, slot); /* as floats, bytes might be 1e38 */
}

static void
bind_vao_slot(unsigned slot, bool fresh)
{
   struct side *s = world.now;
   const bool made = slot && (fresh || !s->vao[slot]);
   if (made) {
      delete_vaos(1, &s->vao[slot]);
      gen_vaos(1, &s->vao[slot]);
   }
   bind_vao(s->vao[slot]);
   s->vao_now = slot;
   for (unsigned i = 0; i < ATTRIBS && made; i++)
      attrib_array(i, 4, GL_FLOAT, false, 0, 16 * (int)i, 0);
}

static void
generate_mipmap(unsigned unit, unsigned slot)
{
   bind_texture(unit, slot);
   if (world.whole[slot])
      glGenerateMipmap(target_of(slot));
}

static void
sub_texture(unsigned unit, unsigned slot, int level, int x, int y, int w, int h, uint32_t seed)
{
   const GLenum target = target_of(slot);
   bind_texture(unit, slot);
   if (world.whole[slot])
      glTexSubImage2D(target == GL_TEXTURE_2D ? target : GL_TEXTURE_CUBE_MAP_POSITIVE_X + seed % 6, level, x,
                      y, w, h, formats[world.format[slot]].format, formats[world.format[slot]].type,
                      texels(seed, (uint32_t)(w * h)));
}

/** From the framebuffer, unless it is the texture's own (ES 2.0.25 4.4.3) or has less than RGBA. */
static void
copy_texture(unsigned slot, int whole, int x, int y, int w, int h, int face)
{
   const GLenum target = target_of(slot);
   const GLenum image = target == GL_TEXTURE_2D ? target : GL_TEXTURE_CUBE_MAP_POSITIVE_X + (GLenum)face % 6;
   GLint alpha = 0;
   bind_texture(world.now->active, slot);
   if (is_attached(world.serial[slot]) || !world.now->complete[world.now->framebuffer] ||
       world.now->resolve_as[world.now->framebuffer])
      return;
   glGetIntegerv(GL_ALPHA_BITS, &alpha);
   before_draw();
   if (whole)
      glCopyTexImage2D(image, 0, alpha ? GL_RGBA : GL_RGB, x, y, w, w, 0);
   if (whole)
      world.whole[slot] = false;
   else if (alpha && world.whole[slot])
      glCopyTexSubImage2D(image, 0, x % 2, y % 2, x, y, 1 + w % 3, 1 + h % 3);
   after_draw();
}

/** Slot of the current program; PROGRAMS if it was deleted since, or there is none. */
static unsigned
current_slot(void)
{
   unsigned k = 0;
   while (k < PROGRAMS && (!world.now->program || world.program[k] != world.now->program))
      k++;
   return k;
}

static void
set_vector(int i, float x, float y, float z, float w)
{
   const unsigned k = current_slot();
   if (k < PROGRAMS && world.es3) {
      memcpy(block_data[k].c[i], (const GLfloat[]){x, y, z, w}, sizeof block_data[k].c[i]);
      write_block(k, block_data[k].c[i], sizeof block_data[k].c[i]);
   } else if (k < PROGRAMS) {
      glUniform4fv(world.vector[k][i], 1, (const GLfloat[]){x, y, z, w});
   }
}

static void
set_matrix(float scale_x, float scale_y, float x, float y)
{
   const unsigned k = current_slot();
   const GLfloat m[16] = {scale_x, 0, 0, 0, 0, scale_y, 0, 0, 0, 0, 1, 0, x, y, 0, 1};
   if (k < PROGRAMS && world.es3) {
      memcpy(block_data[k].m, m, sizeof m);
      write_block(k, block_data[k].m, sizeof m);
   } else if (k < PROGRAMS) {
      glUniformMatrix4fv(world.matrix[k], 1, GL_FALSE, m);
   }
}

static void
set_number(int n)
{
   const unsigned k = current_slot();
   if (k < PROGRAMS && world.es3) {
      block_data[k].n = n;
      write_block(k, &block_data[k].n, sizeof block_data[k].n);
   } else if (k < PROGRAMS) {
      glUniform1i(world.number[k], n);
   }
}

static void
draw_arrays(GLenum mode, int first, int count, int instances)
{
   if (!can_draw())
      return;
   before_draw();
   if (instances > 1)
      draw_arrays_instanced(mode, first, count, instances);
   else
      glDrawArrays(mode, first, count);
   after_draw();
   world.draws++;
}

/** Indices of 1 << \p log2_size bytes from client memory made of \p seed (0: from the bound buffer, which has to be
 * that of this size). */
static void
draw_elements(GLenum mode, int count, unsigned log2_size, int offset, int base, int instances, unsigned seed)
{
   static const GLenum types[] = {GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, GL_UNSIGNED_INT};
   GLint bound = 0, client = 0;
   glGetIntegerv(GL_ELEMENT_ARRAY_BUFFER_BINDING, &bound);
   for (unsigned i = 0; i < 3; i++)
      client = bound == (GLint)world.buffer[INDEX_BUFFER + i] && i != log2_size ? -1 : client;
   if (!can_draw() || client < 0)
      return;
   const void *at = (const void *)(uintptr_t)(unsigned)(offset << log2_size);
   if (!bound) {
      fill_indices(seed, 1u << log2_size, 24, indices[log2_size], 64);
      put_restarts(seed, log2_size, indices[log2_size], 64);
      at = indices[log2_size];
   }
   before_draw();
   if (base)
      draw_elements_base(mode, count, types[log2_size], at, base);
   else if (instances > 1)
      draw_elements_instanced(mode, count, types[log2_size], at, instances);
   else
      glDrawElements(mode, count, types[log2_size], at);
   after_draw();
   world.draws++;
}
