/* SPDX-License-Identifier: MIT
 *
 * Shaders of GLSL ES 3.00 that test_glsl_fuzz.c mutates, words that it puts in, and what it links them with.
 */
#ifndef TESTS_UNIT_COMPILER_GLSL_GLSL_SEEDS_300_H
#define TESTS_UNIT_COMPILER_GLSL_GLSL_SEEDS_300_H

/* clang-format off */
#define GLSL_SEEDS_300 \
   "#version 300 es\nprecision highp float; precision highp int; precision highp usampler2DArray;\n" \
   "layout(std140, row_major) uniform A { mat3x2 m; vec4 z[7]; uint n; } bl[2]; uniform Bb { mat4 q; ivec3 w[2]; };\n" \
   "uniform sampler2D t; uniform usampler2DArray f; uniform highp sampler2DShadow g; flat in ivec4 fi; in vec2 uv;\n" \
   "layout(location = 0) out vec4 o0; layout(location = 1) out uvec4 o1;\n" \
   "uint mod3(uint x) { return x % 3u + x / uint(fi.y | 1); }\n" \
   "void main() {\n  vec4 s = texture(t, uv) + texelFetch(t, fi.xy & 7, 0) + vec4(texture(g, uv.xyx));\n" \
   "  for (int k = 0; k < (fi.w & 3); ++k) s += bl[1].z[k] + vec4(bl[0].m[k & 1], bl[0].m[1]) + q[k];\n" \
   "  switch (fi.z & 3) { case 1: s.x += 1.0; case 2: s.y = 3.0; break; default: s = s.yzwx; case 0: s.z -= 2.0; }\n" \
   "  if (isnan(s.x)) s = vec4(determinant(q));\n  s += trunc(s) + unpackHalf2x16(bl[0].n).xyxy * 0.0;\n" \
   "  o0 = s; o1 = texture(f, uv.xyx) + uvec4(mod3(bl[1].n), textureSize(t, 0), fi << 3 >> 1) ^ ~floatBitsToUint(s.x);\n}\n", \
   "#version 300 es\nin vec4 p; layout(location = 3) in uvec2 u; in mat3x2 mm; out vec2 uv; flat out ivec4 fi;\n" \
   "const int k[3] = int[](1, 2, 3); struct S { float a[2]; ivec2 b; }; uniform int n; invariant gl_Position;\n" \
   "S h(const S x, inout float y[2]) { y = x.a; return S(float[2](y[1], y[0]), x.b.yx >> k[n & 1]); }\n" \
   "void main() {\n  float y[2]; S x = S(float[](p.x, p.y), ivec2(u)), z = h(x, y);\n" \
   "  if (z == x || y != x.a) y[k.length() - 2] += 1.0;\n  uint q = u.x * 2654435761u, r = q / max(u.y, 3u);\n" \
   "  fi = ivec4(gl_VertexID, gl_InstanceID, int(q & 7u), int(r % 5u)); uv = mm * p.xyz;\n" \
   "  gl_Position = p + vec4(y[0], round(y[1]), roundEven(p.x), modf(p.y, y[0])); gl_PointSize = float(z.b.x);\n}\n",

#define GLSL_WORDS_300 \
   "#version 300 es\n", "uint", "uvec3", "mat2x3", "layout(location=1)", "layout(std140)", "flat", "centroid", "switch(", \
   "case 1:", "default:", "%", "<<", ">>=", "&", "|", "~", "1u", "0xffffffffu", "texture", "texelFetch", "textureSize", \
   "isampler2D", "[]", ".length()", "int[](1,2)", "inverse", "floatBitsToInt", "gl_VertexID", "gl_FragDepth", "bl[1].z", \
   "fi", "o0", "out", "in",
/* clang-format on */

/** The other stage's shader. */
static const char *const glsl_partner_300[] = {
   [IR_FRAGMENT] =
      "#version 300 es\nout highp vec2 uv; flat out highp ivec4 fi; void main() { uv = vec2(0.5); fi = "
      "ivec4(1); gl_Position = vec4(1.0); }",
   [IR_VERTEX] = "#version 300 es\nprecision highp float; in vec2 uv; flat in highp ivec4 fi; out vec4 o; "
                 "void main() { o = "
                 "vec4(uv, fi); }",
};

#endif
