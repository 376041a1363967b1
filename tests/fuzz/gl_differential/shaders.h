/* SPDX-License-Identifier: MIT
 *
 * The shaders of a random program of calls: any vertex shader goes with any fragment shader. Attribute k may be at
 * any location; its arrays have the same kind of numbers everywhere.
 */
#define VERTEX_HEAD                                                                                          \
   "attribute vec4 a0, a1, a2, a3, a4; \nGLOBALS\n"                                                          \
   "varying vec4 v; varying vec2 t; uniform sampler2D s0;\n"                                                 \
   "#define AT a0.xy * 0.97 + vec2(0.0137, 0.0091) /* no edge through centres of pixels */\n"
#define POINT " gl_PointSize = c[3].w * 8.0 + 1.0; }\n"

static const char *const vertex_shaders[] = {
   VERTEX_HEAD "void main() { gl_Position = vec4(AT, c[3].z, 1); v = a1; t = a2.xy;" POINT,
   VERTEX_HEAD "void main() { gl_Position = m * vec4(AT, c[3].z, 1); v = a1 * c[1]; t = a2.xy * 2.0;" POINT,
   VERTEX_HEAD "void main() { gl_Position = vec4(AT + a3.xy * 0.25, c[3].z, 1); v = (a1 + a4) * 0.5;\n"
               " t = a2.yx;" POINT,
   VERTEX_HEAD "void main() { gl_Position = vec4(AT, c[3].z, 1); v = c[0]; t = a0.xy;" POINT,
   VERTEX_HEAD "void main() { gl_Position = vec4(AT, c[3].z, 1); vec4 s = vec4(0);\n"
               " for (int i = 0; i < 4; i++) if (i < n) s += c[i] * a1; v = s; t = a2.xy;" POINT,
   VERTEX_HEAD "void main() { gl_Position = vec4(AT, c[3].z, 1); v = a1;\n"
               " t = vec2(gl_DepthRange.near, gl_DepthRange.far);" POINT,
   VERTEX_HEAD "void main() { gl_Position = vec4(AT, c[3].z, 1); t = a2.xy;\n"
               " v = texture2DLod(s0, vec2(0.3) + c[2].xy, 0.0);" POINT,
   /* from here on not beside another library: depth that is not flat, perspective, clipping */
   VERTEX_HEAD "void main() { gl_Position = vec4(a0.xyz, 1); v = a1; t = a2.xy;" POINT,
   /* from here on w is anything */
   VERTEX_HEAD "void main() { gl_Position = a0 + a3; v = a1; t = a4.xy;" POINT,
   VERTEX_HEAD "void main() { gl_Position = m * a0; v = a1; t = a2.xy / a2.w;" POINT,
};
enum {
   DEPTH_RANGE_VERTEX_SHADER = 5,
   LOOKUP_VERTEX_SHADER = 6,
   FLAT_VERTEX_SHADERS = 7,
   UNBOUNDED_VERTEX_SHADERS = 8,
   VERTEX_SHADERS = 10
};

#define FRAGMENT_HEAD                                                                                        \
   "precision highp float; precision highp int;\nGLOBALS\nvarying vec4 v; varying "                          \
   "vec2 t;\n"                                                                                               \
   "uniform sampler2D s0, s1; uniform samplerCube s3;\n#define OFF vec2(0.013, 0.017)\n"                     \
   "#define OUT(x) clamp(x, 0.0, 1.0)\n"

static const char *const fragment_shaders[] = {
   FRAGMENT_HEAD "void main() { color = OUT(v); }",
   FRAGMENT_HEAD "void main() { color = OUT(texture2D(s0, t + OFF) * 0.5 + v * 0.5); }",
   FRAGMENT_HEAD "void main() { color = OUT(c[2] * c[1]); }",
   FRAGMENT_HEAD "void main() { color = OUT(texture2D(s0, t + OFF) - texture2D(s1, t.yx * 0.5 + OFF)); }",
   FRAGMENT_HEAD "void main() { color = OUT(textureCube(s3, vec3(c[0].xy * 0.5 + 0.1, 0.9))); }",
   FRAGMENT_HEAD "void main() { if (fract(gl_FragCoord.x * 0.125) > c[0].x) discard; color = OUT(v); }",
   FRAGMENT_HEAD "void main() { color = OUT(gl_FrontFacing ? c[0] : v); }",
   FRAGMENT_HEAD "void main() { color = OUT(vec4(fract(gl_FragCoord.xx * 0.125), gl_DepthRange.far, "
                 "gl_DepthRange.near)); }",
   FRAGMENT_HEAD "void main() { vec4 s = v; for (int i = 0; i < 4; i++) if (i < n) s += c[i] * 0.25;\n"
                 " color = OUT(s); }",
   FRAGMENT_HEAD "void main() { color = OUT(vec4(texture2D(s1, vec2(0.3) + c[1].xy).rgb, v.a)); }",
   /* not beside another library */
   FRAGMENT_HEAD "void main() { color = vec4(gl_PointCoord, fract(gl_FragCoord.y * 0.125), v.x); }",
   FRAGMENT_HEAD "void main() { if (v.x > c[0].x) discard; color = texture2D(s0, v.xy, c[1].x); }",
   FRAGMENT_HEAD "void main() { color = textureCube(s3, v.xyz) + gl_FragCoord.zzzz; }",
};
enum { DEPTH_RANGE_FRAGMENT_SHADER = 7, EXACT_FRAGMENT_SHADERS = 10, FRAGMENT_SHADERS = 13 };

static GLuint
compile(GLenum type, const char *text)
{
   const char *const words = type == GL_VERTEX_SHADER
                                ? "#define attribute in\n#define varying out\n"
                                : "#define varying in\nlayout(location = 0) out highp vec4 color;\n";
   const char *const texts[] = {world.es3 ? head_300 : head_100, world.es3 ? words : "",
                                world.es3 || type == GL_VERTEX_SHADER ? "" : "#define color gl_FragColor\n",
                                text};
   GLuint s = glCreateShader(type);
   glShaderSource(s, 4, texts, NULL);
   glCompileShader(s);
   return s;
}

enum {
   LINK_NEW,   /* the older one is deleted, */
   LINK_AGAIN, /* is linked again, */
   LINK_BESIDE /* or stays and has no slot any more */
};

/** Program \p slot of two shaders; attribute k is at location (k + turn) % ATTRIBS; \p how: LINK_x, what becomes of an
 * older one in the slot. It becomes current: linking sets its samplers to 0. */
static void
link_program(unsigned slot, unsigned vs, unsigned fs, unsigned turn, int how)
{
   GLuint p = world.program[slot];
   if (how != LINK_AGAIN || !p) {
      if (how == LINK_NEW)
         glDeleteProgram(p);
      world.program[slot] = p = glCreateProgram();
   } else {
      GLuint old[2];
      GLsizei n;
      glGetAttachedShaders(p, 2, &n, old);
      for (GLsizei i = 0; i < n; i++)
         glDetachShader(p, old[i]);
   }
   GLuint s[2] = {compile(GL_VERTEX_SHADER, vertex_shaders[vs]),
                  compile(GL_FRAGMENT_SHADER, fragment_shaders[fs])};
   for (unsigned i = 0; i < 2; i++) {
      glAttachShader(p, s[i]);
      glDeleteShader(s[i]);
   }
   for (unsigned i = 0; i < ATTRIBS; i++) {
      const char name[] = {'a', (char)('0' + i), 0};
      glBindAttribLocation(p, (i + turn) % ATTRIBS, name);
   }
   if (world.es3)
      glTransformFeedbackVaryings(p, 2, (const char *const[]){"gl_Position", "v"}, GL_INTERLEAVED_ATTRIBS);
   glLinkProgram(p);
   new_block(slot, how == LINK_BESIDE);
   for (unsigned i = 0; i < VECTORS; i++) {
      const char name[] = {'c', '[', (char)('0' + i), ']', 0};
      world.vector[slot][i] = glGetUniformLocation(p, name);
   }
   world.matrix[slot] = glGetUniformLocation(p, "m");
   world.number[slot] = glGetUniformLocation(p, "n");
}

/** Makes it current, with the units that its samplers may have. */
static void
use(unsigned slot, int unit0, int unit1)
{
   GLuint p = world.program[slot];
   glUseProgram(p);
   world.now->program = p;
   if (!p)
      return;
   bind_block(slot);
   glUniform1i(glGetUniformLocation(p, "s0"), unit0);
   glUniform1i(glGetUniformLocation(p, "s1"), unit1);
   glUniform1i(glGetUniformLocation(p, "s3"), UNITS - 1);
}
