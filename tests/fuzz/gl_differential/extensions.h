/* SPDX-License-Identifier: MIT
 *
 * Extensions that random programs of calls use. Plain OpenGL ES 2.0 and EGL: this runs on any library, and is the
 * first part of the programs that the reducer writes.
 */
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>
#include <GLES3/gl3.h>
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Extensions that a program of calls may use. */
enum {
   HAS_VAO = 1 << 0,
   HAS_UINT = 1 << 1,
   HAS_INSTANCED = 1 << 2,
   HAS_MINMAX = 1 << 3,
   HAS_QUERY = 1 << 4,
   HAS_PACKED_DEPTH = 1 << 5,
   HAS_MAP = 1 << 6,
   HAS_SAMPLES = 1 << 7,
   HAS_BASE_VERTEX = 1 << 8,
   HAS_DEPTH_TEXTURE = 1 << 9,
   HAS_DXT = 1 << 10,
   HAS_RGBA8 = 1 << 11,
   HAS_DEPTH_CLAMP = 1 << 12,
   HAS_CLIP_CONTROL = 1 << 13,
   HAS_ES3 = 1 << 14,             /* contexts are of OpenGL ES 3.0 */
   HAS_VERTEX_TEXTURES = 1 << 15, /* no extension: 0 units are legal */
};

/* What the other header files call through eglGetProcAddress. */
static PFNGLBINDVERTEXARRAYOESPROC bind_vao;
static PFNGLGENVERTEXARRAYSOESPROC gen_vaos;
static PFNGLDELETEVERTEXARRAYSOESPROC delete_vaos;
static PFNGLVERTEXATTRIBDIVISOREXTPROC attrib_divisor;
static PFNGLDRAWARRAYSINSTANCEDEXTPROC draw_arrays_instanced;
static PFNGLDRAWELEMENTSINSTANCEDEXTPROC draw_elements_instanced;
static PFNGLDRAWELEMENTSBASEVERTEXEXTPROC draw_elements_base;
static PFNGLGENQUERIESEXTPROC gen_queries;
static PFNGLBEGINQUERYEXTPROC begin_query;
static PFNGLENDQUERYEXTPROC end_query;
static PFNGLGETQUERYOBJECTUIVEXTPROC get_query;
static PFNGLDELETEQUERIESEXTPROC delete_queries;
static PFNGLMAPBUFFERRANGEEXTPROC map_range;
static PFNGLUNMAPBUFFEROESPROC unmap;
static PFNGLRENDERBUFFERSTORAGEMULTISAMPLEANGLEPROC samples_storage;
static PFNGLBLITFRAMEBUFFERANGLEPROC blit;
static PFNGLCLIPCONTROLEXTPROC clip_control;

static bool
has(const char *name)
{
   const char *all = (const char *)glGetString(GL_EXTENSIONS), *at = all ? strstr(all, name) : NULL;
   return at && (at[strlen(name)] == ' ' || !at[strlen(name)]);
}

static void
find_functions(void)
{
#define FIND(p, name) p = (__typeof__(p))eglGetProcAddress(name)
   FIND(bind_vao, "glBindVertexArrayOES");
   FIND(gen_vaos, "glGenVertexArraysOES");
   FIND(delete_vaos, "glDeleteVertexArraysOES");
   FIND(attrib_divisor, "glVertexAttribDivisorEXT");
   FIND(draw_arrays_instanced, "glDrawArraysInstancedEXT");
   FIND(draw_elements_instanced, "glDrawElementsInstancedEXT");
   FIND(draw_elements_base, "glDrawElementsBaseVertexEXT");
   FIND(gen_queries, "glGenQueriesEXT");
   FIND(begin_query, "glBeginQueryEXT");
   FIND(end_query, "glEndQueryEXT");
   FIND(get_query, "glGetQueryObjectuivEXT");
   FIND(delete_queries, "glDeleteQueriesEXT");
   FIND(map_range, "glMapBufferRangeEXT");
   FIND(unmap, "glUnmapBufferOES");
   FIND(samples_storage, "glRenderbufferStorageMultisampleANGLE");
   FIND(blit, "glBlitFramebufferANGLE");
   FIND(clip_control, "glClipControlEXT");
#undef FIND
}

/** Those that the current context has. */
static uint32_t
find_extensions(void)
{
   static const char *const names[] = {
      "GL_OES_vertex_array_object",
      "GL_OES_element_index_uint",
      "GL_EXT_instanced_arrays",
      "GL_EXT_blend_minmax",
      "GL_EXT_occlusion_query_boolean",
      "GL_OES_packed_depth_stencil",
      "GL_EXT_map_buffer_range",
      "GL_ANGLE_framebuffer_multisample",
      "GL_EXT_draw_elements_base_vertex",
      "GL_OES_depth_texture",
      "GL_EXT_texture_compression_s3tc",
      "GL_OES_rgb8_rgba8",
      "GL_EXT_depth_clamp",
      "GL_EXT_clip_control",
   };
   uint32_t all = 0;
   for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
      all |= (uint32_t)has(names[i]) << i;
   GLint units = 0;
   glGetIntegerv(GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS, &units);
   find_functions();
   return all | (units ? HAS_VERTEX_TEXTURES : 0);
}
