/* SPDX-License-Identifier: MIT
 *
 * Lowering, by value: fragment shaders are compiled, run by the IR interpreter, and their colour is compared.
 * Inputs: uniform vec4 U[4] = (1 2 3 4), (0.5 -0.25 8 0), (5 6 7 8), (9 10 11 12); uniform int I = 2;
 * uniform bool B = true; varying vec4 V = (0.25 0.5 0.75 1).
 */
#include <math.h>
#include <stdio.h>

#include "glsl_fixture.h"
#include "../ir/ir_eval.h"
#include "compiler/ir/target.h"

static const char prologue[] = "#extension GL_EXT_shader_texture_lod : enable\n"
                               "precision highp float;\nuniform vec4 U[4];\nuniform int I;\nuniform bool B;\n"
                               "uniform sampler2D T[4];\nuniform samplerCube C;\nvarying vec4 V;\n";

struct value_case {
   const char *globals, *body;
   float want[4];
};

static const struct value_case cases[] = {
  /* clang-format off */
   /* operators */
   {"", "gl_FragColor = U[0] + U[2];", {6, 8, 10, 12}},
   {"", "gl_FragColor = U[0] - 1.0;", {0, 1, 2, 3}},
   {"", "gl_FragColor = 2.0 * U[0] / U[2];", {0.4f, 4 / 6.f, 6 / 7.f, 1}},
   {"", "gl_FragColor = -U[0];", {-1, -2, -3, -4}},
   {"", "int a = I * 7 - 3; gl_FragColor = vec4(a / 2, -a / 2, a, -I);", {5, -5, 11, -2}},
   {"", "ivec4 a = ivec4(U[0]); a += I; a *= ivec4(1, 2, 3, 4); gl_FragColor = vec4(a);", {3, 8, 15, 24}},
   {"", "gl_FragColor = vec4(I > 1, I >= 3, I < 3, I <= 2);", {1, 0, 1, 1}},
   {"", "gl_FragColor = vec4(U[0].x > 1.0, U[0].x >= 1.0, U[0].x < 1.0, U[0].x <= 1.0);", {0, 1, 0, 1}},
   {"",
    "gl_FragColor = vec4(U[0] == U[0], U[0] != U[0], U[0].xy == U[1].xy, ivec2(I) == ivec2(2));", {1, 0, 0, 1}},
   {"", "gl_FragColor = vec4(B && !B, B || !B, B ^^ B, !B);", {0, 1, 0, 0}},
   {"", "int a = I; int b = a++ + ++a; gl_FragColor = vec4(a, b, a--, --a);", {4, 6, 4, 2}},
   {"", "vec4 v = U[0]; v++; --v.x; gl_FragColor = v;", {1, 3, 4, 5}},
   {"",
    "float a; float b; a = b = 3.0; a += b *= 2.0; gl_FragColor = vec4(a, b, (a, b), 0.0);", {9, 6, 6, 0}},
   {"", "gl_FragColor = B ? U[0] : U[1];", {1, 2, 3, 4}},
   /* what stands behind a jump, with branches and loops of its own */
   {"",
    "vec4 a = U[0]; for (int i = 0; i < 4; i++) { a.x += 1.0; if (true) break; if (a.x > V.x) a = B ? V : a; "
    "while (a.y < 3.0) a.y++; } gl_FragColor = a;", {2, 2, 3, 4}},
   {"float f(float x) { if (x > 0.5) { return 1.0; if (x > 2.0) x = V.x; } return x; for (; x > 1.0;) x--; }",
    "gl_FragColor = vec4(f(V.x), f(V.w), f(V.y), f(U[0].x));", {0.25f, 1, 0.5f, 1}},
   {"",
    "gl_FragColor = I > 5 ? sin(cos(sin(cos(U[0])))) : sin(cos(U[0] - U[0]));", {0.841471f, 0.841471f, 0.841471f, 0.841471f}},
   /* swizzles and indices */
   {"", "gl_FragColor = U[0].wzyx.yzwx.rgba;", {3, 2, 1, 4}},
   {"", "vec4 v = U[0]; v.zx = v.xy; gl_FragColor = v;", {2, 2, 1, 4}},
   {"", "vec4 v = U[0]; v.wzyx.xy = vec2(9.0, 8.0); gl_FragColor = v;", {1, 2, 8, 9}},
   {"", "vec4 v = U[0]; v[I] = 7.0; gl_FragColor = vec4(v[I], v[I - 1], v.zyx[I], v[0]);", {7, 2, 1, 1}},
   {"", "vec4 v = U[0]; v.wzyx[I] = 7.0; gl_FragColor = v;", {1, 7, 3, 4}},
   {"", "vec4 v = U[0]; v[I] += 10.0; v[I]++; gl_FragColor = v;", {1, 2, 14, 4}},
   {"", "gl_FragColor = vec4((U[0] + U[2])[I], U[I].x, U[I + 1].y, U[0][I]);", {10, 5, 10, 3}},
   {"", "gl_FragColor = U[I + 100];", {9, 10, 11, 12} }, /* clamped */
   {"", "gl_FragColor = vec4(V[I], V.wz[I - 1], V.x, U[I - 9].x);", {0.75f, 0.75f, 0.25f, 1}},
   /* arrays, structs */
   {"",
    "float a[4]; for (int i = 0; i < 4; i++) a[i] = float(i * i); gl_FragColor = vec4(a[0], a[1], a[I], "
    "a[3]);", {0, 1, 4, 9}},
   {"",
    "vec2 a[3]; a[0] = a[1] = a[2] = vec2(0.0); a[I].y = 5.0; a[I - 1].x = 3.0; gl_FragColor = vec4(a[1], "
    "a[2]);", {3, 0, 0, 5}},
   {"struct S { vec2 a; float b; };",
    "S s = S(U[0].xy, 9.0); S t = s; t.a.y = 4.0; gl_FragColor = vec4(s == t, t.a, s.a.y);", {0, 1, 4, 2}},
   {"struct S { vec2 a; float b; }; struct W { S s[2]; mat2 m; };",
    "W t; t.s[I - 1].a = U[0].xy; t.s[1].b = 3.0; t.m = mat2(1.0, 2.0, 3.0, 4.0); gl_FragColor = "
    "vec4(t.s[1].a, t.s[I - 1].b, t.m[I - 1].x);", {1, 2, 3, 3}},
   {"struct S { mat3 m; int i; }; uniform S u[2];",
    "gl_FragColor = vec4(u[I].i, u[0].i, 0.0, 0.0);", {0, 0, 0, 0}},
   {"struct S { float a[3]; vec2 b; }; void mk(float x, out S o) { o.a[0] = x; o.a[1] = x + 1.0; o.a[2] = x "
    "+ 2.0; o.b = vec2(x); }", "S s[2]; mk(5.0, s[I - 1]); gl_FragColor = vec4(s[1].a[I], s[1].a[0], s[1].b);",
   {7, 5, 5, 5}},
   /* matrices */
   {"",
    "mat2 m = mat2(1.0, 2.0, 3.0, 4.0); gl_FragColor = vec4(m * vec2(1.0, 10.0), vec2(1.0, 10.0) * m);", {31, 42, 21, 43}},
   {"",
    "mat2 m = mat2(U[0]); mat2 n = m * mat2(0.0, 1.0, 1.0, 0.0); gl_FragColor = vec4(n[0], n[1]);", {3, 4, 1, 2}},
   {"",
    "mat3 m = mat3(U[0].x); m[I][1] = 7.0; m[0] += vec3(0.5); gl_FragColor = vec4(m[0][0], m[2].yz, m[1].x);", {1.5f, 7, 1, 0}},
   {"", "mat4 m = mat4(U[0], U[1], U[2], U[3]); m *= 2.0; gl_FragColor = m[I];", {10, 12, 14, 16}},
   {"",
    "mat2 m = matrixCompMult(mat2(U[0]), mat2(2.0, 3.0, 4.0, 5.0)) + mat2(1.0); gl_FragColor = vec4(m[0], "
    "m[1]);", {3, 6, 12, 21}},
   {"",
    "mat3 m = mat3(mat2(U[0])); mat2 n = mat2(mat4(3.0)); gl_FragColor = vec4(m[1].y, m[2].z, m[2].x, "
    "n[1].y);", {4, 1, 0, 3}},
   {"", "mat2 m = mat2(U[0]); m /= m; gl_FragColor = vec4(m[0], -m[1]);", {1, 1, -1, -1}},
   {"",
    "mat2 m = mat2(U[0]); m *= mat2(2.0); vec2 v = U[0].xy; v *= m; gl_FragColor = vec4(v, m[0]);", {10, 22, 2, 4}},
   /* constructors */
   {"", "gl_FragColor = vec4(U[0].xy, I, B);", {1, 2, 2, 1}},
   {"", "gl_FragColor = vec4(vec3(U[0]).zyx, bool(I));", {3, 2, 1, 1}},
   {"",
    "gl_FragColor = vec4(int(V.w * 3.7), int(-U[1].y * -15.0), float(int(2.9)), bool(V.x - V.x));", {3, -3, 2, 0}},
   {"", "bvec4 b = bvec4(U[1]); gl_FragColor = vec4(b);", {1, 1, 1, 0}},
   {"", "gl_FragColor = vec4(mat2(U[0]));", {1, 2, 3, 4}},
   /* control flow */
   {"",
    "float s = 0.0; for (int i = 0; i < 10; i++) { if (i == 3) continue; if (i > 6) break; s += float(i); } "
    "gl_FragColor = vec4(s);", {18, 18, 18, 18}},
   {"",
    "int i = 0; while (i < 100) { i += 7; if (i > 50) break; } do { i++; if (i < 58) continue; i += 10; } "
    "while (i < 60); gl_FragColor = vec4(i);", {68, 68, 68, 68}},
   {"",
    "float s = 0.0; for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) { if (j > i) break; s += 1.0; } "
    "gl_FragColor = vec4(s);", {6, 6, 6, 6}},
   {"",
    "int n = 0; do { n++; } while (false); while (false) n = 50; for (; false;) n = 60; gl_FragColor = "
    "vec4(n);", {1, 1, 1, 1}},
   {"",
    "int n = 3; float s = 0.0; while (bool go = n > 0) { s += go ? 1.0 : 100.0; n--; } gl_FragColor = "
    "vec4(s, n, 0.0, 0.0);", {3, 0, 0, 0}},
   {"",
    "int i = 5; { int i = 6; i++; } for (int i = 0; i < 2; i++) { } gl_FragColor = vec4(i);", {5, 5, 5, 5}},
   {"", "if (B) { gl_FragColor = U[0]; return; } gl_FragColor = U[2];", {1, 2, 3, 4}},
   {"", "gl_FragColor = U[2]; if (!B) return; gl_FragColor = U[0];", {1, 2, 3, 4}},
   {"",
    "for (int i = 0; i < 4; i++) { gl_FragColor = U[0] * float(i); if (i == I) return; } gl_FragColor = "
    "vec4(-1.0);", {2, 4, 6, 8}},
   /* functions */
   {"float f(float x) { if (x < 2.0) return 1.0; if (x < 3.0) return 2.0; else if (x < 4.0) return 3.0; "
    "return 4.0; }", "gl_FragColor = vec4(f(U[0].x), f(U[0].y), f(U[0].z), f(U[0].w));",
   {1, 2, 3, 4}},
   {"float f(int n) { for (int i = 0; i < 10; i++) { for (int j = 0; j < 10; j++) if (i * j == n) return "
    "float(i * 10 + j); if (i == 5) return -1.0; } return -2.0; }", "gl_FragColor = vec4(f(6), f(0), f(16), f(77));",
   {16, 0, 28, -1}},
   {"void f(inout float a, out float b, float c) { c *= 2.0; b = a + c; a = 100.0; }",
    "vec4 v = U[0]; f(v.x, v.w, v.y); gl_FragColor = v;", {100, 2, 3, 5}},
   {"void f(inout vec2 a) { a = a.yx; }", "vec4 v = U[0]; f(v.zx); gl_FragColor = v;", {3, 2, 1, 4}},
   {"void f(out float a[3], float b[3]) { for (int i = 0; i < 3; i++) a[i] = b[2 - i]; }",
    "float x[3]; x[0] = 1.0; x[1] = 2.0; x[2] = 3.0; float y[3]; f(y, x); f(x, y); gl_FragColor = vec4(y[0], "
    "y[1], y[2], x[0]);", {3, 2, 1, 1}},
   {"int n; int next() { return ++n; } int add(int a, int b) { return a * 10 + b; }",
    "n = 0; int r = add(next(), next()); int d[3]; d[0] = d[1] = d[2] = 0; d[n - 1 + (next() - 3)] += "
    "next(); gl_FragColor = vec4(r, d[1], n, 0.0);", {12, 4, 4, 0}},
   {"vec4 f() { for (int i = 0; i != I; i++) for (int j = 1; j > 0; j--) return U[0]; return vec4(-1.0); }",
    "gl_FragColor = f();", {1, 2, 3, 4}},
   {"vec4 f() { for (int i = 0; i != I; i++) { if (U[0].x < 0.5) { for (int j = 1; j > 0; j--) break; } else "
    "for (int j = 1; j > 0; j--) return U[0]; } return vec4(-1.0); }", "gl_FragColor = f();",
   {1, 2, 3, 4}},
   {"float sq(float x) { return x * x; } float sum(float a, float b) { return sq(a) + sq(b); }",
    "gl_FragColor = vec4(sum(sq(U[0].y), sum(1.0, 2.0)));", {41, 41, 41, 41}},
   {"int n; bool side(bool r) { n++; return r; }",
    "n = 0; bool a = !B && side(true); bool b = B || side(true); bool c = B && side(false); bool d = !B || "
    "side(true); gl_FragColor = vec4(n, a || c, b, d);", {2, 0, 1, 1}},
   {"int n; float g(float x) { n++; return x; }",
    "n = 0; float a = B ? g(3.0) : g(4.0); gl_FragColor = vec4(a, n, 0.0, 0.0);", {3, 1, 0, 0}},
   {"float f(float x) { return x + 1.0; } int f(int x) { return x + 10; } vec2 f(vec2 x) { return x + 100.0; "
    "}", "gl_FragColor = vec4(f(1.0), f(1), f(vec2(1.0)));",
   {2, 11, 101, 101}},
   {"void f() { return; } float g; void h(float x) { if (x > 1.0) { g = 5.0; return; } g = 6.0; }",
    "f(); h(U[0].y); float a = g; h(U[0].x); gl_FragColor = vec4(a, g, 0.0, 0.0);", {5, 6, 0, 0}},
   {"const float k = 2.5; const vec3 kv = vec3(1.0, 2.0, k); float g = k * 2.0; const struct S { float a; "
    "vec2 b; } ks = S(1.0, vec2(3.0, 4.0));", "const int n = int(kv.z) + 1; float a[n]; a[n - 1] = ks.b.y; gl_FragColor = vec4(g, a[2], kv[1], ks.a);",
   {5, 4, 2, 1}},
   {"float f(const in float x) { return x; } float n(float) { return 7.0; }",
    "gl_FragColor = vec4(f(3.0), n(1.0), 0.0, 0.0);", {3, 7, 0, 0}},
   {"struct P { vec2 a; float b; }; struct Q { P p; P q[2]; }; P mk(float x) { return P(vec2(x, x + 1.0), x + 2.0); }",
    "Q v; v.p = mk(1.0); v.q[I - 1] = mk(10.0); v.q[0] = v.p; v.q[1].a.yx = v.q[0].a; gl_FragColor = vec4(mk(5.0).a.y, v.q[1].a, v.q[1].b);", {6, 2, 1, 12}},
   {"void add(inout float x, float y) { x += y; }",
    "float a[3]; a[0] = 1.0; a[1] = 2.0; a[2] = 3.0; add(a[I], 10.0); add(a[int(a[0])], a[I]); mat2 m = mat2(U[0]);\n"
    "add(m[I - 1].x, 5.0); add(m[0][I - 1], 7.0); gl_FragColor = vec4(a[1], a[2], m[1].x, m[0].y);", {15, 13, 8, 9}},
   {"void swap(inout int a, inout int b) { int t = a; a = b; b = t; }",
    "int i = 0; int v[2]; v[0] = 1; v[1] = 7; swap(i, v[i]); gl_FragColor = vec4(i, v[0], v[1], 0);", {1, 0, 7, 0}},
   {"float f(float x) { do { if (x > 3.0) { if (x > 5.0) return 1.0; break; } x += 1.0; if (x > 100.0) continue; } while (x < 50.0);\n"
    "for (;;) { x -= 1.0; if (x < 2.0) return x; if (x > 2.0) continue; x -= 0.5; } return -1.0; }",
    "gl_FragColor = vec4(f(6.0), f(1.0), f(4.5), f(3.25));", {1, 0.5f, 1.5f, 1.25f}},
   {"int g; void f(int n) { for (int i = 0; i < n; i++) { int j = 0; while (true) { j++; if (j == 3) break;\n"
    "if (i * j > 2) { g += 100; return; } g++; } } g += 1000; }",
    "g = 0; f(2); float a = float(g); g = 0; f(4); gl_FragColor = vec4(a, g, 0, 0);", {1004, 105, 0, 0}},
   {"bool even(int n) { if (n == 0) { return true; } else { if (n == 1) return false; } int r = n - n / 2 * 2; return r == 0; }",
    "gl_FragColor = vec4(even(0), even(1), even(I), even(7));", {1, 0, 1, 0}},
   {"float h(float x) { { if (x < 1.0) return 10.0; } { { if (x < 2.0) { x += 0.5; } else return 20.0; } x += 1.0; } return x; }",
    "gl_FragColor = vec4(h(0.5), h(1.0), h(2.0), h(1.5));", {10, 2.5f, 20, 3}},
   {"vec2 twice(vec2 v) { return v * 2.0; } vec2 apply(vec2 v, int n) { vec2 r = v; for (int i = 0; i < n; i++) r = twice(r); return r; }",
    "gl_FragColor = vec4(apply(apply(U[0].xy, 1), I), apply(U[0].zw, 0));", {8, 16, 3, 4}},
   {"float a[4]; void fill(float v) { for (int i = 0; i < 4; i++) a[i] = v * float(i); } float get(int i) { return a[i]; }",
    "fill(2.0); float s = get(I); fill(3.0); gl_FragColor = vec4(s, get(I), get(3), get(-5));", {4, 6, 9, 0}},
   {"", "float x = 1.0; { float x = x + 1.0; { float x = x * 5.0; gl_FragColor.x = x; } gl_FragColor.y = x; } gl_FragColor.zw = vec2(x);", {10, 2, 1, 1}},
   {"", "vec4 v = U[0]; v = v.wzyx; v.xy = v.yx; v.x = v.y = v.z; gl_FragColor = v;", {2, 2, 2, 1}},
   {"", "int a = 3; a = (a++, a + 1); int b = a-- - --a; gl_FragColor = vec4(a, b, -(-a), +a);", {3, 2, 3, 3}},
   {"", "bvec3 b = bvec3(true, false, B); b.xy = b.yx; b[I] = false; gl_FragColor = vec4(b, any(b));", {0, 1, 0, 1}},
   {"", "ivec3 v = ivec3(7, -7, I); v /= I; v *= 3; v -= ivec3(1, 2, 3); v.z--; gl_FragColor = vec4(v, -v.x);", {8, -11, -1, -8}},
   /* discard goes on computing */
   {"", "gl_FragColor = U[0]; if (!B) discard;", {1, 2, 3, 4}},
   /* built-ins */
   {"",
    "gl_FragColor = vec4(radians(180.0 * V.w), degrees(V.w), sin(V.y), cos(V.y));", {3.14159265f, 57.29578f, 0.4794255f, 0.8775826f}},
   {"",
    "gl_FragColor = vec4(tan(V.y), asin(V.y), acos(V.y), atan(U[0].z));", {0.5463025f, 0.5235988f, 1.0471976f, 1.2490458f}},
   {"",
    "gl_FragColor = vec4(asin(-V.w), acos(-V.y), atan(-V.x), asin(V.x - V.x));", {-1.5707963f, 2.0943951f, -0.2449787f, 0}},
   {"",
    "gl_FragColor = vec4(atan(V.y, V.w), atan(V.y, -V.w), atan(-V.y, -V.w), atan(-U[0].z, V.w));", {0.4636476f, 2.6779450f, -2.6779450f, -1.2490458f}},
   {"",
    "gl_FragColor = vec4(pow(U[0].z, U[0].y), exp(V.w), log(U[0].z), exp2(U[0].z));", {9, 2.7182818f, 1.0986123f, 8}},
   {"",
    "gl_FragColor = vec4(log2(U[1].z), sqrt(U[3].x), inversesqrt(U[0].w), abs(U[1].y));", {3, 3, 0.5f, 0.25f}},
   {"",
    "gl_FragColor = vec4(pow(U[0].z, 2.0), pow(U[0].z, 3.0), pow(U[0].z, 4.0), pow(U[0].z, 0.5));", {9, 27, 81, 1.7320508f}},
   {"", "gl_FragColor = vec4(sign(U[1].y), floor(U[1].y), ceil(U[1].x), fract(U[1].y));", {-1, -1, 1, 0.75f}},
   {"", "gl_FragColor = vec4(mod(U[0].zw, U[0].y), mod(U[1].yx, vec2(1.0, 0.2)));", {1, 0, 0.75f, 0.1f}},
   {"", "gl_FragColor = vec4(min(U[0].xw, 2.0), max(U[0].xw, vec2(2.0, 3.0)));", {1, 2, 2, 4}},
   {"",
    "gl_FragColor = vec4(clamp(U[0].w, 0.0, 1.0), clamp(U[1].y, 0.0, 1.0), clamp(U[0].zw, 1.0, 3.5));", {1, 0, 3, 3.5f}},
   {"", "gl_FragColor = mix(U[0], U[2], vec4(0.0, 1.0, 0.5, V.x));", {1, 6, 5, 5}},
   {"", "gl_FragColor = vec4(mix(U[0].xy, U[2].xy, V.y), step(V.xw, V.yy));", {3, 4, 1, 0}},
   /* both ends are met, however far apart */
   {"", "gl_FragColor = vec4(mix(V * 3e7, V, V.w).xyz, mix(V.x, V.y * 3e7, V.x - 0.25));", {0.25f, 0.5f, 0.75f, 0.25f}},
   /* the constant of a sum of products is added first */
   {"", "gl_FragColor = V * U[0] + U[2] * V.yyyy - U[1] + vec4(V.x);", {2.5f, 4.5f, -2, 8.25f}},
   {"",
    "gl_FragColor = vec4(step(V.y, V.xz), smoothstep(0.0, 1.0, V.x), smoothstep(vec2(0.0), U[0].yy, "
    "V.yw).y);", {0, 1, 0.15625f, 0.5f}},
   {"",
    "gl_FragColor = vec4(length(U[0].zw), distance(U[0], U[2]), dot(U[0].xyz, U[2].xyz), length(U[1].y));", {5, 8, 38, 0.25f}},
   {"", "gl_FragColor = vec4(cross(U[0].xyz, U[2].xyz), dot(U[0].x, U[0].y));", {-4, 8, -4, 2}},
   {"",
    "gl_FragColor = vec4(normalize(U[0].zw), normalize(-U[0].x), normalize(vec3(0.0, 0.0, V.x)).z);", {0.6f, 0.8f, -1, 1}},
   {"",
    "gl_FragColor = vec4(faceforward(U[0].xy, V.xy, V.zw), reflect(vec2(1.0, -1.0), vec2(0.0, V.w)));", {-1, -2, 1, 1}},
   {"",
    "gl_FragColor = vec4(refract(vec2(0.6, -0.8), vec2(0.0, V.w), 0.5), refract(vec2(1.0, 0.0), vec2(0.0, "
    "V.w), 2.0));", {0.3f, -0.9539392f, 0, 0}},
   {"",
    "gl_FragColor = vec4(lessThan(U[0].xy, U[1].xx), 0, 0); gl_FragColor.z = float(all(greaterThan(U[2], "
    "U[0]))); gl_FragColor.w = float(any(equal(U[0], U[2])));", {0, 0, 1, 0}},
   {"", "bvec2 b = lessThanEqual(ivec2(I, 3), ivec2(2, 2)); gl_FragColor = vec4(b, not(b));", {1, 0, 0, 1}},
   {"",
    "gl_FragColor = vec4(equal(bvec2(B, !B), bvec2(true)), notEqual(bvec2(B, !B), bvec2(true)));", {1, 0, 0, 1}},
   {"",
    "gl_FragColor = vec4(greaterThanEqual(U[0].xy, vec2(2.0)), greaterThanEqual(ivec2(I), ivec2(2, 3)));", {0, 1, 1, 0}},
   {"", "gl_FragColor = vec4(notEqual(U[0].xy, vec2(1.0)), equal(ivec2(I), ivec2(2, 3)));", {0, 1, 1, 0}},
   /* textures: (u, v, sampler + 10 op, lod) */
   {"", "gl_FragColor = texture2D(T[2], U[0].xy);", {1, 2, 2, 0}},
   {"", "gl_FragColor = texture2D(T[1], U[0].xy, 0.5);", {1, 2, 11, 0.5f}},
   {"",
    "gl_FragColor = texture2DProj(T[0], U[0].xyz) + texture2DProj(T[0], U[0]);", {1 / 3.f + 0.25f, 2 / 3.f + 0.5f, 0, 0}},
   {"", "gl_FragColor = textureCube(C, U[0].xyz);", {1, 2, 0, 0}},
   {"",
    "gl_FragColor = textureCube(C, U[0].xyz, 2.0) + texture2DLodEXT(T[3], U[0].xy, 3.0);", {2, 4, 14 + 23, 5}},
   {"", "gl_FragColor = texture2DGradEXT(T[3], U[0].xy, U[2].xy, U[2].zw);", {1, 2, 33, 5}},
   {"",
    "gl_FragColor = vec4(0.0); for (int i = 0; i < 4; i++) gl_FragColor += texture2D(T[i], U[0].xy) * "
    "float(i);", {6, 12, 14, 0}},
   {"vec4 f(sampler2D s, sampler2D a[4], int i) { return texture2D(s, vec2(0.0)) + texture2D(a[i], "
    "vec2(1.0)); }", "gl_FragColor = f(T[1], T, I);",
   {1, 1, 3, 0}},
   {"struct M { vec4 c; sampler2D s[2]; }; uniform M m[2]; vec4 f(M x, int i) { x.c.x += 1.0; return "
    "texture2D(x.s[i], vec2(x.c.x, 0.0)); }", "gl_FragColor = f(m[I - 1], I - 1);",
   {1, 0, 3, 0}},
  /* clang-format on */
};

static const char vertex[] = "varying highp vec4 V; void main() { V = vec4(1.0); gl_Position = vec4(0.0); }";

static void
set_uniforms(const struct glsl_program *p, struct ir_eval *e)
{
   static const float u[4][4] = {
      {1,    2,      3,  4 },
      {0.5f, -0.25f, 8,  0 },
      {5,    6,      7,  8 },
      {9,    10,     11, 12}
   };
   for (unsigned i = 0; i < p->num_uniforms; i++) {
      int32_t slot = p->uniforms[i].slot[IR_FRAGMENT];
      if (!strcmp(p->uniforms[i].name, "U[0]"))
         memcpy(e->uniforms[slot], u, sizeof u);
      else if (!strcmp(p->uniforms[i].name, "I"))
         e->uniforms[slot][0] = 2;
      else if (!strcmp(p->uniforms[i].name, "B"))
         e->uniforms[slot][0] = ~0u;
   }
   for (unsigned c = 0; c < 4; c++)
      e->inputs[0][c] = fui(0.25f * (float)(c + 1));
}

/** Runs the fragment shader; optimised as well if wanted. */
static void
check_values(const struct value_case *t, const char *text, bool optimise)
{
   struct glsl_program *p = glsl_test_link(vertex, text);
   if (!p->ok)
      print_error("%s\n%s\n", t->body, p->log);
   assert_true(p->ok);
   if (optimise) {
      struct ir_options opt = {0};
      ir_run_pipeline(p->ir[IR_FRAGMENT], &ir_target_any, &opt);
   }
   static struct ir_eval e;
   memset(&e, 0, sizeof e);
   set_uniforms(p, &e);
   if (!ir_eval_run(p->ir[IR_FRAGMENT], &e))
      fail_msg("%s\n%s", t->body, e.error);
   for (unsigned c = 0; c < 4; c++) {
      float got = uif(e.outputs[0][c]);
      if (!(fabsf(got - t->want[c]) <= 2e-6f * fmaxf(1, fabsf(t->want[c])))) {
         ir_print(stderr, p->ir[IR_FRAGMENT]);
         fail_msg("%s\n%s\ncomponent %u is %.9g, expected %.9g (%s)", t->globals, t->body, c, got, t->want[c],
                  optimise ? "optimised" : "not optimised");
      }
   }
   glsl_program_destroy(p);
}

static void
test_values(void **state)
{
   char text[4000];
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      snprintf(text, sizeof text, "%s%s\nvoid main() {\n%s\n}\n", prologue, cases[i].globals, cases[i].body);
      check_values(&cases[i], text, false);
   }
}

static void
test_values_optimised(void **state)
{
   char text[4000];
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      snprintf(text, sizeof text, "%s%s\nvoid main() {\n%s\n}\n", prologue, cases[i].globals, cases[i].body);
      check_values(&cases[i], text, true);
   }
}

/** How many instructions of a kind the pipeline leaves of a fragment shader. */
static const struct shape_case {
   const char *globals, *body;
   enum ir_op op;
   unsigned want;
} shapes[] = {
  /* a column of a uniform matrix lies in one slot of constants; of another one the products are chained */
   {"uniform mat4 m;",   "gl_FragColor = V * m;",                                      IR_FDOT4,    4},
   {"uniform mat4 m;",   "gl_FragColor = V * m;",                                      IR_FMAD,     0},
   {"",                  "gl_FragColor = V * mat4(V, V.yzwx, V.zwxy, V.wxyz);",        IR_FDOT4,    0},
   {"uniform mat4 m;",   "gl_FragColor = m * V;",                                      IR_FDOT4,    0},
 /* a sum of products and a constant is multiply-adds; what is computed keeps its place, since it may come late */
   {"",                  "gl_FragColor = V * V.x + V.yzwx * V.z + 0.5;",               IR_FMAD,     8},
   {"",                  "gl_FragColor = V * V.x - V.yzwx * V.z - U[0] + V;",          IR_FMUL,     0},
   {"",                  "gl_FragColor = V * V.x + V.yzwx * V.z + V;",                 IR_FMUL,     4},
 /* two loops decide all elements, though their code is large until it is known that they do */
   {"const int N = 21;",
    "float t[N], c[N]; vec4 r = vec4(0.0); for (int i = 0; i < N; i++) t[i] = V.x * float(i * i);\n"
    "for (int j = 0; j < N; j++) { c[j] = 0.0; for (int i = 0; i < N; i++) { int q = i + j - (N - 1) / 2;\n"
    "if (q >= 0) if (q < N) c[j] += t[q] * U[1].x; } }\n"
    "for (int j = 0; j < N; j++) r += c[j] * V; gl_FragColor = r;",                    IR_LOAD_VAR, 0},
 /* what a dynamic index decides stays a loop */
   {"const int N = 21;",
    "float t[N]; vec4 r = vec4(0.0); for (int i = 0; i < N; i++) t[i] = V.x * float(i);\n"
    "t[int(V.x)] = 3.0; for (int i = 0; i < I; i++) r += t[i] * V; gl_FragColor = r;", IR_BREAK,    1},
 /* an angle in turns and a power of two take the constant factor of their argument in */
   {"",                  "gl_FragColor = sin(V * 10.0);",                              IR_FMUL,     4},
   {"",                  "gl_FragColor = cos(V * V.yzwx);",                            IR_FMUL,     8},
   {"",                  "gl_FragColor = exp(-3.0 * V);",                              IR_FMUL,     4},
};

static unsigned
count_op(struct ir_shader *s, enum ir_op op)
{
   unsigned n = 0;
   for (struct ir_node *i = ir_first_node(s); i; i = ir_next_node(i))
      for (size_t k = 0; i->kind == IR_NODE_BLOCK && k < i->block->instrs.count; k++)
         n += i->block->instrs.data[k]->op == op;
   return n;
}

static void
test_shapes(void **state)
{
   char text[4000];
   for (unsigned i = 0; i < ARRAY_SIZE(shapes); i++) {
      const struct shape_case *t = &shapes[i];
      const struct ir_options opt = {0};
      snprintf(text, sizeof text, "%s%s\nvoid main() {\n%s\n}\n", prologue, t->globals, t->body);
      struct glsl_program *p = glsl_test_link(vertex, text);
      if (!p->ok)
         fail_msg("%s\n%s", t->body, p->log);
      ir_run_pipeline(p->ir[IR_FRAGMENT], &ir_target_any, &opt);
      const unsigned n = count_op(p->ir[IR_FRAGMENT], t->op);
      if (n != t->want)
         fail_msg("%s\n%u times %s, not %u", t->body, n, ir_op_infos[t->op].name, t->want);
      glsl_program_destroy(p);
   }
}

/** Vertex shader outputs go where the fragment shader's inputs are, packed. */
static void
test_varyings_by_value(void **state)
{
   const char *vs =
      "attribute mat2 m; attribute vec3 p; varying float a[3]; varying vec3 b; varying mat2 c;\n"
      "uniform int i; void main() { a[0] = p.x; a[1] = p.y; a[2] = p.z; a[i] += 0.5; b = -p;\n"
      "c = m * 2.0; gl_Position = vec4(p, 1.0); gl_PointSize = p.z; }";
   const char *fs =
      "precision highp float; varying float a[3]; varying vec3 b; varying mat2 c;\n"
      "void main() { gl_FragColor = vec4(a[0] + a[1] * 10.0 + a[2] * 100.0, b.x + b.y * 10.0 + b.z * 100.0,\n"
      "c[0][0] + c[0][1] * 10.0, c[1][0] + c[1][1] * 10.0); }";
   const struct glsl_attrib_binding bind[] = {
  /* clang-format off */
   {"p", 3},
   {"m", 5}
  /* clang-format on */
   };
   struct glsl_program *p = glsl_test_link_bound(vs, fs, bind, 2);
   assert_true(p->ok);
   static struct ir_eval v, f;
   memset(&v, 0, sizeof v);
   memset(&f, 0, sizeof f);
   v.uniforms[0][0] = 1;
   for (size_t i = 0; i < p->ir[IR_VERTEX]->inputs.count; i++) {
      static const float values[8][3] = {
         [3] = {1, 2, 3},
           [5] = {4, 5 },
           [6] = {6, 7}
      };
      for (unsigned c = 0; c < 3; c++)
         v.inputs[i][c] = fui(values[p->ir[IR_VERTEX]->inputs.data[i].sem_index][c]);
   }
   assert_true(ir_eval_run(p->ir[IR_VERTEX], &v));
   bool seen_size = false;
   for (size_t i = 0; i < p->ir[IR_VERTEX]->outputs.count; i++) {
      const struct ir_io *o = &p->ir[IR_VERTEX]->outputs.data[i];
      if (o->semantic == IR_SEM_POINT_SIZE) {
         seen_size = true;
         assert_int_equal(v.outputs[i][0], fui(3.0f));
      }
      for (size_t k = 0; k < p->ir[IR_FRAGMENT]->inputs.count; k++) {
         const struct ir_io *in = &p->ir[IR_FRAGMENT]->inputs.data[k];
         if (o->semantic == in->semantic && o->sem_index == in->sem_index)
            memcpy(f.inputs[k], v.outputs[i], sizeof f.inputs[k]);
      }
   }
   assert_true(seen_size);
   assert_true(ir_eval_run(p->ir[IR_FRAGMENT], &f));
   const float want[4] = {1 + 25 + 300, -1 - 20 - 300, 8 + 100, 12 + 140};
   for (unsigned c = 0; c < 4; c++)
      assert_float_equal(uif(f.outputs[0][c]), want[c], 1e-5f);
   glsl_program_destroy(p);
}

/** Every way to end main stores the outputs; discard is seen. */
static void
test_discard(void **state)
{
   struct glsl_program *p = glsl_test_link(
      vertex,
      "precision highp float; varying vec4 V; void main() { gl_FragColor = V; if (V.x < 0.5) discard; }");
   static struct ir_eval e;
   memset(&e, 0, sizeof e);
   assert_true(p->ok && p->ir[IR_FRAGMENT]->uses_discard);
   assert_true(ir_eval_run(p->ir[IR_FRAGMENT], &e) && e.discarded);
   e.inputs[0][0] = fui(0.75f);
   assert_true(ir_eval_run(p->ir[IR_FRAGMENT], &e) && !e.discarded);
   glsl_program_destroy(p);
}

/** Built-in inputs and outputs are the semantics that the back end knows. */
static void
test_builtin_io(void **state)
{
   struct glsl_program *p =
      glsl_test_link(vertex, "#extension GL_EXT_frag_depth : require\nprecision highp float;\n"
                             "void main() { gl_FragData[1] = gl_FragCoord; gl_FragData[3] = "
                             "vec4(gl_PointCoord, gl_FrontFacing, 1);\n"
                             "gl_FragDepthEXT = gl_DepthRange.far; }");
   assert_true(p->ok);
   const struct ir_shader *s = p->ir[IR_FRAGMENT];
   unsigned in = 0, out = 0;
   for (size_t i = 0; i < s->inputs.count; i++)
      in |= 1u << s->inputs.data[i].semantic;
   assert_int_equal(in, 1u << IR_SEM_FRAG_COORD | 1u << IR_SEM_POINT_COORD | 1u << IR_SEM_FACE);
   assert_int_equal(s->outputs.count, 3);
   for (size_t i = 0; i < s->outputs.count; i++)
      out |= 1u << (s->outputs.data[i].semantic == IR_SEM_DEPTH ? 8 : s->outputs.data[i].sem_index);
   assert_int_equal(out, 1u << 8 | 1u << 1 | 1u << 3);
   assert_true(s->writes_depth);
   assert_int_equal(p->num_uniforms, 3);
   assert_string_equal(p->uniforms[1].name, "gl_DepthRange.far");
   glsl_program_destroy(p);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      /* clang-format off */
    cmocka_unit_test(test_values),
    cmocka_unit_test(test_values_optimised),
    cmocka_unit_test(test_shapes),
    cmocka_unit_test(test_varyings_by_value),
    cmocka_unit_test(test_discard),
    cmocka_unit_test(test_builtin_io),
      /* clang-format on */
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
