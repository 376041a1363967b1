/* SPDX-License-Identifier: MIT
 *
 * The calls that a random program is made of. One has up to ten numbers; F(i) is number i as a float, in steps of
 * 1/64. The second column is what is executed, and what stands in the programs that the reducer writes.
 */
#define F(i) ((GLfloat)a[i] / 64)
#define E(i) ((GLenum)a[i])
#define U(i) ((unsigned)a[i])

/* clang-format off */
#define CALLS(X) \
   X(ENABLE, glEnable(E(0))) \
   X(DISABLE, glDisable(E(0))) \
   X(BLEND_COLOR, glBlendColor(F(0), F(1), F(2), F(3))) \
   X(BLEND_EQUATION, glBlendEquationSeparate(E(0), E(1))) \
   X(BLEND_FUNC, glBlendFuncSeparate(E(0), E(1), E(2), E(3))) \
   X(COLOR_MASK, glColorMask(U(0) & 1, U(0) >> 1 & 1, U(0) >> 2 & 1, U(0) >> 3 & 1)) \
   X(CLEAR_COLOR, glClearColor(F(0), F(1), F(2), F(3))) \
   X(CLEAR_DEPTH, glClearDepthf(F(0) + 1.0f / 512)) \
   X(CLEAR_STENCIL, glClearStencil(a[0])) \
   X(CLEAR, clear(U(0))) \
   X(CULL, glCullFace(E(0))) \
   X(FRONT, glFrontFace(E(0))) \
   X(DEPTH_FUNC, glDepthFunc(E(0))) \
   X(DEPTH_MASK, glDepthMask((GLboolean)a[0])) \
   X(DEPTH_RANGE, glDepthRangef(F(0), F(1))) \
   X(LINE_WIDTH, glLineWidth(F(0))) \
   X(OFFSET, glPolygonOffset(F(0), F(1))) \
   X(COVERAGE, glSampleCoverage(F(0), (GLboolean)a[1])) \
   X(SCISSOR, glScissor(a[0], a[1], a[2], a[3])) \
   X(VIEWPORT, glViewport(a[0], a[1], a[2], a[3])) \
   X(STENCIL_FUNC, glStencilFuncSeparate(E(0), E(1), a[2], U(3))) \
   X(STENCIL_OP, glStencilOpSeparate(E(0), E(1), E(2), E(3))) \
   X(STENCIL_MASK, glStencilMaskSeparate(E(0), U(1))) \
   X(CLIP_CONTROL, clip_control(E(0), E(1))) \
   X(BUFFER_DATA, buffer_data(U(0), U(1), U(2), U(3), E(4))) \
   X(BUFFER_SUB_DATA, buffer_sub_data(U(0), U(1), U(2), U(3), U(4), a[5])) \
   X(BIND_INDICES, glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, a[0] < 0 ? 0 : world.buffer[a[0]])) \
   X(NEW_BUFFER, new_buffer(U(0), U(1), U(2), U(3))) \
   X(ATTRIB_ARRAY, attrib_array(U(0), a[1], E(2), U(3), a[4], a[5], U(6))) \
   X(ENABLE_ARRAY, glEnableVertexAttribArray(U(0))) \
   X(DISABLE_ARRAY, glDisableVertexAttribArray(U(0))) \
   X(ATTRIB_VALUE, glVertexAttrib4f(U(0), F(1), F(2), F(3), F(4))) \
   X(DIVISOR, attrib_divisor(U(0), U(1))) \
   X(BIND_VAO, bind_vao_slot(U(0), a[1])) \
   X(MEMORY, vertices(U(0), U(1), memory, MEMORY_B)) \
   X(BIND_TEXTURE, bind_texture(U(0), U(1))) \
   X(TEXTURE, make_texture(U(0), U(1), a[2], U(3), U(4), U(5))) \
   X(SUB_TEXTURE, sub_texture(U(0), U(1), a[2], a[3], a[4], a[5], a[6], U(7))) \
   X(COPY_TEXTURE, copy_texture(U(0), a[1], a[2], a[3], a[4], a[5], a[6])) \
   X(MIPMAP, generate_mipmap(U(0), U(1))) \
   X(TEX_PARAMETER, glTexParameteri(E(0), E(1), a[2])) \
   X(FRAMEBUFFER, make_framebuffer(U(0), U(1), U(2), U(3), a[4])) \
   X(BIND_FRAMEBUFFER, bind_framebuffer(U(0))) \
   X(PROGRAM, (link_program(U(0), U(1), U(2), U(3), a[4]), use(U(0), a[5], a[6]))) \
   X(USE, use(U(0), a[1], a[2])) \
   X(UNIFORM, set_vector(a[0], F(1), F(2), F(3), F(4))) \
   X(MATRIX, set_matrix(F(0), F(1), F(2), F(3))) \
   X(NUMBER, set_number(a[0])) \
   X(DRAW_ARRAYS, draw_arrays(E(0), a[1], a[2], a[3])) \
   X(DRAW_ELEMENTS, draw_elements(E(0), a[1], U(2), a[3], a[4], a[5], U(6))) \
   X(BEGIN_QUERY, start_query()) \
   X(END_QUERY, read_query(show)) \
   X(SWITCH, switch_to(U(0))) \
   X(FLUSH, glFlush()) \
   X(FINISH, glFinish()) \
   X(READ, read_picture(show)) \
   X(SAMPLER, use_sampler(U(0), U(1), E(2), E(3), E(4))) \
   X(BUFFER_TEXTURE, sub_texture_of_buffer(U(0), U(1), a[2], a[3], a[4], U(5))) \
   X(CLEAR_BUFFER, clear_buffer(U(0), F(1), F(2), F(3), F(4))) \
   X(BLIT, blit_frames(U(0), U(1), a[2], a[3], a[4], a[5], a[6])) \
   X(DRAW_BUFFER, draw_buffer(true, a[0])) \
   X(CAPTURE, capture(E(0), a[1], a[2], a[3], show))
/* clang-format on */
