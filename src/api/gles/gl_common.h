/* SPDX-License-Identifier: MIT
 *
 * What every file of entry points includes. An entry point gl_Foo validates its arguments in the order of the
 * specification, raises the error with st_error and returns, or changes state through st_*.
 */
#ifndef API_GLES_GL_COMMON_H
#define API_GLES_GL_COMMON_H

#include "api/gles/gl_entry.h"
#include "api/gles/state/gl_extensions.h"
#include "state_tracker/st_context.h"
#include "util/u_math.h"

/* NV_pack_subimage; the registry's header leaves its names out */
#ifndef GL_PACK_ROW_LENGTH_NV
#define GL_PACK_ROW_LENGTH_NV  0x0D02
#define GL_PACK_SKIP_ROWS_NV   0x0D03
#define GL_PACK_SKIP_PIXELS_NV 0x0D04
#endif

/** The object behind a name that Gen or Create made; raises the errors of the shader and program calls. */
struct st_shader *gl_lookup_shader(struct st_context *ctx, GLuint name, const char *call);
struct st_program *gl_lookup_program(struct st_context *ctx, GLuint name, const char *call);

/** The binding of the active unit; NULL and GL_INVALID_ENUM for what is no target. */
struct st_texture **gl_bound_texture(struct st_context *ctx, GLenum target, const char *call);

/** Is the draw framebuffer complete? Otherwise GL_INVALID_FRAMEBUFFER_OPERATION. */
bool gl_check_draw_framebuffer(struct st_context *ctx, const char *call);
bool gl_check_read_framebuffer(struct st_context *ctx, const char *call, struct st_surface_info *info);

/** glRenderbufferStorage with samples (0: none). implicit_resolve: what is read is resolved by itself. */
void gl_renderbuffer_storage(struct st_context *ctx, const char *call, GLenum target, GLsizei samples,
                             GLenum internalformat, GLsizei width, GLsizei height, bool implicit_resolve);
/** glFramebufferTexture2D of a texture that is drawn to with so many samples (0: as it is). */
void gl_framebuffer_texture(struct st_context *ctx, const char *call, GLenum target, GLenum attachment,
                            GLenum textarget, GLuint texture, GLint level, unsigned samples);

/** The implementation's format and type for glReadPixels from a surface: those of its own pixels, as ANGLE takes for
 * granted and Mesa has them, where the context knows such a pair; else what every surface of its kind can be had in. */
void gl_read_format(const struct st_context *ctx, const struct st_surface_info *s, GLenum *format,
                    GLenum *type);

/** Bytes of a pixel as glReadPixels gives it, colour or depth and stencil; 0: there is no such pair. */
unsigned gl_read_pixel_B(GLenum format, GLenum type);

/** What glReadBuffer set for the read framebuffer. */
GLenum gl_read_buffer(const struct st_context *ctx);

/** Where fragment colour i goes (GL_DRAW_BUFFERi_EXT). */
GLenum gl_draw_buffer(const struct st_context *ctx, unsigned i);

/** Numbers of a uniform's value; 0: there is no such uniform. */
unsigned gl_uniform_components(struct st_context *ctx, GLuint program, GLint location);

#define GL_MAX_GET_VALUES 64
/** glGetIntegerv for callers that convert: the number of values; unknown names: 0, and the error is raised. */
unsigned gl_get_integers(struct st_context *ctx, GLenum pname, GLint *data);

/** gl_get_integers() for 64 bits, which unsigned numbers and sizes do not leave. Writes nothing for unknown names. */
void gl_get_integers64(struct st_context *ctx, GLenum pname, GLint64 *data);

/** Float to int as glGetIntegerv and glTexParameterf round. */
GLint gl_float_to_int(float f);
/** Colours and depths as glGetIntegerv tells them: 1.0 is the largest integer, -1.0 the smallest but one (ES 2.0.25 6.1.2). */
GLint gl_unit_to_int(float f);

/** GL_BLEND, for all draw buffers. */
void gl_enable_blend(struct st_context *ctx, bool on);
/** Blend state or colour mask \p pname of draw buffer \p index: how many values there are, at most 4; 0: there is no such
 * draw buffer, GL_INVALID_VALUE in \p call's name; -1: another name, or no OES_draw_buffers_indexed, without an error. */
int gl_get_blend_indexed(struct st_context *ctx, const char *call, GLenum pname, GLuint index, GLint v[4]);

/** Unbind what is about to be deleted from everything that is current in this context. */
void gl_unbind_buffer(struct st_context *ctx, struct st_buffer *b);

/** Where the label of an object is (gl_debug.c): \p identifier as in KHR_debug. False: no such kind of
 * object. *where is NULL if there is no object of that name. */
bool gl_find_label(struct st_context *ctx, GLenum identifier, GLuint name, char ***where);
/** Puts a copy of at most \p max_B bytes of \p label there, or none for NULL. GL_OUT_OF_MEMORY in \p call's
 * name. */
void gl_set_label(struct st_context *ctx, char **where, const GLchar *label, size_t max_B, const char *call);
/** Copies a label (NULL: the empty one) as glGetObjectLabelKHR does; without \p label only its length. */
void gl_get_label(const char *text, GLsizei bufSize, GLsizei *length, GLchar *label);

#endif
