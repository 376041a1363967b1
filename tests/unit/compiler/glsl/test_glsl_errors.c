/* SPDX-License-Identifier: MIT
 *
 * What the parser and the semantic checks say about wrong shaders, with exact lines and columns.
 */
#include "glsl_fixture.h"

/* Short texts with many mistakes each; the log is compared in full. */
static const struct {
   enum ir_stage stage;
   const char *text, *log;
} cases[] = {
  /* clang-format off */
   {IR_FRAGMENT,
    "#extension GL_EXT_shader_framebuffer_fetch_non_coherent : enable\nvoid main() { gl_FragColor = gl_LastFragData[0]; }",
    "ERROR: 0:2:30: \"gl_LastFragData\" is not declared\n"},
   {IR_FRAGMENT,
    "#extension GL_EXT_shader_framebuffer_fetch_non_coherent : enable\nhighp vec4 gl_LastFragData[gl_MaxDrawBuffers];\nvoid main() { }",
    "ERROR: 0:2:12: gl_LastFragData must be layout(noncoherent), or needs #extension GL_EXT_shader_framebuffer_fetch : enable\n"},
   {IR_FRAGMENT,
    "#extension GL_EXT_shader_framebuffer_fetch : enable\nlayout(noncoherent) highp vec4 gl_LastFragData[gl_MaxDrawBuffers];\nvoid main() { }",
    "ERROR: 0:2:1: found \"layout\", expected a type\n"},
   {IR_FRAGMENT,
    "#extension GL_EXT_shader_framebuffer_fetch : enable\nhighp vec3 gl_LastFragData[gl_MaxDrawBuffers];\nvoid main() { gl_LastFragData[0] = vec4(1.0); }",
    "ERROR: 0:2:12: expected \"vec4 gl_LastFragData[gl_MaxDrawBuffers]\"\n"
    "ERROR: 0:3:30: assignment: \"gl_LastFragData\" is a read-only built-in and cannot be written\n"},
   {IR_FRAGMENT,
    "#extension GL_EXT_shader_framebuffer_fetch_non_coherent : enable\nlayout(noncoherent) uniform vec4 a;\nlayout(location) vec4 b;\ninout highp vec4 c;\nvoid main() { }",
    "ERROR: 0:2:21: layout(noncoherent) belongs to gl_LastFragData only\n"
    "ERROR: 0:3:8: found \"location\", expected \"noncoherent\" in the layout qualifier\n"
    "ERROR: 0:4:1: found \"inout\", expected a type\n"},
   {IR_VERTEX,
    "void main() { gl_Position = vec4(gl_InstanceIDEXT); }",
    "ERROR: 0:1:34: \"gl_InstanceIDEXT\" is not declared\n"},
   {IR_VERTEX,
    "#extension GL_EXT_draw_instanced : enable\nvoid main() { gl_InstanceIDEXT = 1; gl_Position = vec4(0); }",
    "ERROR: 0:2:15: assignment: \"gl_InstanceIDEXT\" is a read-only built-in and cannot be written\n"},
   {IR_VERTEX,
    "void main() { int a = 1.0; float b = 1; bool c = 1; vec3 d = vec2(1.0); int e = true; }",
    "ERROR: 0:1:23: initialiser of \"a\": found float, expected int\n"
    "ERROR: 0:1:38: initialiser of \"b\": found int, expected float\n"
    "ERROR: 0:1:50: initialiser of \"c\": found int, expected bool\n"
    "ERROR: 0:1:62: initialiser of \"d\": found vec2, expected vec3\n"
    "ERROR: 0:1:81: initialiser of \"e\": found bool, expected int\n"},
   {IR_VERTEX, "void f(); void g() { f(); } void f() { g(); } void main() { }",
    "ERROR: 0:1:34: the function \"f\" calls itself (perhaps through others)\n"},
   {IR_FRAGMENT, "void f(int a) { f(a); } void main() { }",
    "ERROR: 0:1:6: the function \"f\" calls itself (perhaps through others)\n"},
   {IR_VERTEX,
    "void main() { float x = 1.0f; int y = 09; int z = 1u; float w = 1.e; int v = 0x; int u = 4294967296; }",
    "ERROR: 0:1:25: \"1.0f\" is not a number of GLSL ES 1.00 (or does not fit into 32 bits)\n"
    "ERROR: 0:1:39: \"09\" is not a number of GLSL ES 1.00 (or does not fit into 32 bits)\n"
    "ERROR: 0:1:51: \"1u\" is not a number of GLSL ES 1.00 (or does not fit into 32 bits)\n"
    "ERROR: 0:1:65: \"1.e\" is not a number of GLSL ES 1.00 (or does not fit into 32 bits)\n"
    "ERROR: 0:1:78: \"0x\" is not a number of GLSL ES 1.00 (or does not fit into 32 bits)\n"
    "ERROR: 0:1:90: \"4294967296\" is not a number of GLSL ES 1.00 (or does not fit into 32 bits)\n"},
   {IR_VERTEX,
    "void main() { x = 1; foo(2); y.z; w[0]; }",
    "ERROR: 0:1:15: \"x\" is not declared\n"
    "ERROR: 0:1:22: the function \"foo\" is not declared\n"
    "ERROR: 0:1:30: \"y\" is not declared\n"
    "ERROR: 0:1:35: \"w\" is not declared\n"},
   {IR_VERTEX,
    "uniform sampler2D s; void main() { gl_Position = vec4(gl_VertexID); texture(s, vec2(0)); }",
    "ERROR: 0:1:55: \"gl_VertexID\" is not declared; it is built into GLSL ES 3.00\n"
    "ERROR: 0:1:69: the function \"texture\" is not declared; it is built into GLSL ES 3.00\n"},
   {IR_VERTEX,
    "void main() { int a; a = 1 + 1.0; a = vec2(1.0) + vec3(1.0); a = mat2(1.0) * vec3(1.0); a = 1 % 2; a = 1 & 2; a = ~a; a = a << 1; a %= 2; }",
    "ERROR: 0:1:28: operator +: found int and float, expected operands of one base type, int or float, and of fitting sizes\n"
    "ERROR: 0:1:49: operator +: found vec2 and vec3, expected operands of one base type, int or float, and of fitting sizes\n"
    "ERROR: 0:1:76: operator *: found mat2 and vec3, expected operands of one base type, int or float, and of fitting sizes\n"
    "ERROR: 0:1:95: the operator % is reserved in GLSL ES 1.00\n"
    "ERROR: 0:1:106: the operator & is reserved in GLSL ES 1.00\n"
    "ERROR: 0:1:115: the operator ~ is reserved in GLSL ES 1.00\n"
    "ERROR: 0:1:125: the operator << is reserved in GLSL ES 1.00\n"
    "ERROR: 0:1:133: the operator %= is reserved in GLSL ES 1.00\n"},
   {IR_VERTEX,
    "void main() { bool b; b = 1 && b; b = b || 1.0; b = !1; b = -b; b = b < b; b = vec2(1.0) < vec2(2.0); b++; }",
    "ERROR: 0:1:29: operator &&: found int and bool, expected two bools\n"
    "ERROR: 0:1:41: operator ||: found bool and float, expected two bools\n"
    "ERROR: 0:1:53: operator !: found int, expected bool\n"
    "ERROR: 0:1:61: operator -: found bool, expected an int or float scalar, vector or matrix\n"
    "ERROR: 0:1:71: operator <: found bool and bool, expected two int or two float scalars\n"
    "ERROR: 0:1:90: operator <: found vec2 and vec2, expected two int or two float scalars\n"
    "ERROR: 0:1:104: operator ++: found bool, expected an int or float scalar, vector or matrix\n"},
   {IR_VERTEX,
    "struct S { int a; }; struct T { int a[2]; }; void main() { S s; T t, u; int a[2]; int b[2]; bool x = s == s; x = t == u; x = a == b; t = u; a = b; s = 1; s.b; s.a.x; a.length(); }",
    "ERROR: 0:1:116: operator ==: found struct T and struct T, expected two operands of the same type without arrays or samplers\n"
    "ERROR: 0:1:128: operator ==: found int[2] and int[2], expected two operands of the same type without arrays or samplers\n"
    "ERROR: 0:1:136: struct T cannot be assigned: it is or contains an array or a sampler\n"
    "ERROR: 0:1:143: int[2] cannot be assigned: it is or contains an array or a sampler\n"
    "ERROR: 0:1:150: operator =: found int, expected struct S\n"
    "ERROR: 0:1:157: struct S has no member \"b\"\n"
    "ERROR: 0:1:164: operator .: found int, expected a struct or a vector\n"
    "ERROR: 0:1:169: operator .: found int[2], expected a struct or a vector\n"
    "ERROR: 0:1:175: found \"(\", expected \";\" behind the expression\n"},
   {IR_VERTEX,
    "void main() { vec4 v; v.xyzwx; v.xr; v.q; v.xy = v.xyz; v.xx = v.xy; vec2 w; w.z; float f; f.x; v[4]; v[-1]; v[1.0]; mat2 m; m[2]; m[1][2]; f[0]; }",
    "ERROR: 0:1:25: \"xyzwx\" does not select components of vec4\n"
    "ERROR: 0:1:34: \"xr\" does not select components of vec4\n"
    "ERROR: 0:1:48: operator =: found vec3, expected vec2\n"
    "ERROR: 0:1:59: assignment: a component is selected twice\n"
    "ERROR: 0:1:80: \"z\" does not select components of vec2\n"
    "ERROR: 0:1:94: operator .: found float, expected a struct or a vector\n"
    "ERROR: 0:1:99: index 4 is outside vec4, expected 0 to 3\n"
    "ERROR: 0:1:105: index -1 is outside vec4, expected 0 to 3\n"
    "ERROR: 0:1:112: index: found float, expected int\n"
    "ERROR: 0:1:128: index 2 is outside mat2, expected 0 to 1\n"
    "ERROR: 0:1:137: index 2 is outside vec2, expected 0 to 1\n"
    "ERROR: 0:1:142: operator []: found float, expected an array, a vector or a matrix\n"},
   {IR_VERTEX,
    "uniform int u; attribute vec4 a; const int c = 1; void f(const int p) { p = 1; u = 1; a.x = 1.0; c = 2; 1 = 2; (u + 1) = 2; f = 1; gl_MaxDrawBuffers = 2; u++; f(1) = 3; +p = 2; }",
    "ERROR: 0:1:73: assignment: \"p\" is a const parameter and cannot be written\n"
    "ERROR: 0:1:80: assignment: \"u\" is a uniform and cannot be written\n"
    "ERROR: 0:1:89: assignment: \"a\" is an attribute and cannot be written\n"
    "ERROR: 0:1:98: assignment: found a constant, expected a variable that can be written\n"
    "ERROR: 0:1:105: assignment: found a constant, expected a variable that can be written\n"
    "ERROR: 0:1:115: assignment: found an expression, expected a variable that can be written\n"
    "ERROR: 0:1:125: \"f\" is a function, expected a variable\n"
    "ERROR: 0:1:132: assignment: found a constant, expected a variable that can be written\n"
    "ERROR: 0:1:155: ++: \"u\" is a uniform and cannot be written\n"
    "ERROR: 0:1:165: operator =: found int, expected void\n"
    "ERROR: 0:1:170: assignment: found an expression, expected a variable that can be written\n"},
   {IR_FRAGMENT,
    "varying lowp vec4 v; void main() { v = vec4(1.0); gl_FragCoord.x = 1.0; gl_FrontFacing = true; gl_Position = v; gl_FragColor = v; gl_FragData[0] = v; }",
    "ERROR: 0:1:36: assignment: \"v\" is a varying of the fragment shader and cannot be written\n"
    "ERROR: 0:1:64: assignment: \"gl_FragCoord\" is a read-only built-in and cannot be written\n"
    "ERROR: 0:1:73: assignment: \"gl_FrontFacing\" is a read-only built-in and cannot be written\n"
    "ERROR: 0:1:96: \"gl_Position\" is not declared\n"
    "ERROR: 0:1:142: both gl_FragColor and gl_FragData are written\n"},
   {IR_FRAGMENT,
    "void main() { gl_FragData[4] = vec4(1.0); }",
    "ERROR: 0:1:27: index 4 is outside vec4[4], expected 0 to 3\n"},
   {IR_VERTEX,
    "attribute int a; attribute float b[2]; varying int c; varying bool d; struct S { float x; }; varying S e; attribute S f; uniform sampler2D g; sampler2D h; void main() { uniform int i; attribute float j; varying float k; sampler2D l; }",
    "ERROR: 0:1:1: the attribute \"a\": found int, expected float, a float vector or a matrix\n"
    "ERROR: 0:1:18: the attribute \"b\": found float[2], expected float, a float vector or a matrix\n"
    "ERROR: 0:1:40: the varying \"c\": found int, expected float, a float vector or a matrix\n"
    "ERROR: 0:1:55: the varying \"d\": found bool, expected float, a float vector or a matrix\n"
    "ERROR: 0:1:94: the varying \"e\": found struct S, expected float, a float vector or a matrix\n"
    "ERROR: 0:1:107: the attribute \"f\": found struct S, expected float, a float vector or a matrix\n"
    "ERROR: 0:1:143: \"h\": sampler2D is or contains a sampler, expected a uniform\n"
    "ERROR: 0:1:170: \"i\": attributes, uniforms and varyings must be declared globally\n"
    "ERROR: 0:1:185: \"j\": attributes, uniforms and varyings must be declared globally\n"
    "ERROR: 0:1:204: \"k\": attributes, uniforms and varyings must be declared globally\n"
    "ERROR: 0:1:221: \"l\": sampler2D is or contains a sampler, expected a uniform\n"},
   {IR_FRAGMENT,
    "attribute lowp vec4 a; varying lowp mat4 b[2]; uniform lowp float c = 1.0; lowp float d[2] = 1.0; const lowp float e; const lowp float f[2]; void main() { discard; }",
    "ERROR: 0:1:1: \"a\": attributes belong to vertex shaders only\n"
    "ERROR: 0:1:69: \"c\": uniforms, attributes and varyings cannot be initialised\n"
    "ERROR: 0:1:92: \"d\" is or contains an array or a sampler and cannot be initialised\n"
    "ERROR: 0:1:116: the constant \"e\" has no initialiser\n"
    "ERROR: 0:1:136: the constant \"f\" has no initialiser\n"},
   {IR_VERTEX,
    "void main() { discard; break; continue; return 1; for (;;) { break; continue; } if (1) ; while (1.0) ; do ; while (2); for (int i = 0; i; i++) ; }",
    "ERROR: 0:1:15: \"discard\" belongs to fragment shaders only\n"
    "ERROR: 0:1:24: \"break\" outside of loops\n"
    "ERROR: 0:1:31: \"continue\" outside of loops\n"
    "ERROR: 0:1:48: return: the function \"main\" is void, expected no value\n"
    "ERROR: 0:1:85: condition: found int, expected bool\n"
    "ERROR: 0:1:97: condition: found float, expected bool\n"
    "ERROR: 0:1:116: condition: found int, expected bool\n"
    "ERROR: 0:1:136: condition: found int, expected bool\n"},
   {IR_VERTEX,
    "int f() { return; } int g() { return 1.0; } void h() { return 1; } int k() { } float l(float x) { if (x > 1.0) return x; }",
    "ERROR: 0:1:11: return: expected a value of type int\n"
    "ERROR: 0:1:38: return: found float, expected int\n"
    "ERROR: 0:1:63: return: the function \"h\" is void, expected no value\n"
    "ERROR: 0:1:72: the function \"k\" returns no value\n"},
   {IR_VERTEX,
    "int f(int a) { return a; } void main() { f(1.0); f(); f(1, 2); int a = f(1).x; float b = sin(1); b = sin(); b = max(1.0, vec2(1.0)); b = texture2D(1.0); vec4 c = texture2D(f, vec2(1.0)); }",
    "ERROR: 0:1:42: no function \"f\" takes the arguments (float)\n"
    "ERROR: 0:1:50: no function \"f\" takes the arguments ()\n"
    "ERROR: 0:1:55: no function \"f\" takes the arguments (int, int)\n"
    "ERROR: 0:1:77: operator .: found int, expected a struct or a vector\n"
    "ERROR: 0:1:90: no function \"sin\" takes the arguments (int)\n"
    "ERROR: 0:1:102: no function \"sin\" takes the arguments ()\n"
    "ERROR: 0:1:113: no function \"max\" takes the arguments (float, vec2)\n"
    "ERROR: 0:1:138: no function \"texture2D\" takes the arguments (float)\n"
    "ERROR: 0:1:173: \"f\" is a function, expected a variable\n"},
   {IR_VERTEX,
    "void f(out int a, inout float b) {} void main() { int x; float y; f(x, y); f(1, y); f(x, y + 1.0); const float z = 1.0; f(x, z); }",
    "ERROR: 0:1:78: out argument: found a constant, expected a variable that can be written\n"
    "ERROR: 0:1:92: inout argument: found an expression, expected a variable that can be written\n"
    "ERROR: 0:1:126: inout argument: found a constant, expected a variable that can be written\n"},
   {IR_VERTEX,
    "float sin(float x) { return x; } float sin(int x) { return 1.0; } void main() { float a = sin(1) + sin(1.0); } int main(int a) { return 1; }",
    "ERROR: 0:1:7: the built-in function \"sin\" cannot be redefined\n"
    "ERROR: 0:1:116: main: expected \"void main()\"\n"},
   {IR_VERTEX,
    "int a; float a; void a() {} struct a { int b; }; void f(int x, float x) {} void g(int x) { int x; { int x; } } void h() { int y; int y; for (int y = 0;;) { int y; } }",
    "ERROR: 0:1:14: \"a\" is already declared in this scope at 0:1:5\n"
    "ERROR: 0:1:22: \"a\" is already declared in this scope at 0:1:5\n"
    "ERROR: 0:1:36: \"a\" is already declared in this scope at 0:1:5\n"
    "ERROR: 0:1:70: \"x\" is already declared in this scope at 0:1:61\n"
    "ERROR: 0:1:96: \"x\" is already declared in this scope at 0:1:87\n"
    "ERROR: 0:1:134: \"y\" is already declared in this scope at 0:1:127\n"
    "ERROR: 0:1:161: \"y\" is already declared in this scope at 0:1:146\n"},
   {IR_VERTEX,
    "void f(); void f() { } void f() { } float f(int); int f(int); void f(in int a); void g(int a); void g(out int a) { } highp float h(); lowp float h() { return 1.0; } void h2(lowp int a); void h2(highp int a) {}",
    "ERROR: 0:1:29: the function \"f\" is already defined at 0:1:16\n"
    "ERROR: 0:1:55: the function \"f\" is already declared at 0:1:43\n"
    "ERROR: 0:1:68: the function \"f\" is already declared at 0:1:43\n"
    "ERROR: 0:1:111: parameter 1 of \"g\" was declared with other qualifiers\n"
    "ERROR: 0:1:146: the function \"h\" was declared with another return precision\n"
    "ERROR: 0:1:205: parameter 1 of \"h2\" was declared with another precision\n"},
   {IR_VERTEX,
    "struct S { int a; int a; void b; float c[]; float d[0]; float e[-1]; float f[1.0]; S g; sampler2D h; const int i; uniform int j; }; struct { int x; } anon; struct T { }; struct S2 { struct X { int a; } b; };",
    "ERROR: 0:1:23: struct S has two members \"a\"\n"
    "ERROR: 0:1:26: the member \"b\" cannot be void\n"
    "ERROR: 0:1:42: found \"]\", expected the array's size\n"
    "ERROR: 0:1:53: array size: found 0, expected at least 1\n"
    "ERROR: 0:1:65: array size: found -1, expected at least 1\n"
    "ERROR: 0:1:78: array size: found float, expected a constant int\n"
    "ERROR: 0:1:84: found \"S\", expected a type\n"
    "ERROR: 0:1:102: found \"const\", expected a type\n"
    "ERROR: 0:1:115: found \"uniform\", expected a type\n"
    "ERROR: 0:1:157: a struct must have at least one member\n"
    "ERROR: 0:1:183: structs cannot be defined inside of structs in GLSL ES 1.00\n"
    "ERROR: 0:1:203: found \"b\", expected a type\n"},
   {IR_VERTEX,
    "int a[2][3]; int[2] b; int[2] c[3]; int d[]; int e[a]; const int n = 3; float g[n + 1]; float h[2] = float[2](1.0, 2.0); void v; float i[1000000]; float f(int a[2]) { return float(a[0]); } void k(void, int) { } void l(void x) {}",
    "ERROR: 0:1:9: arrays of arrays are not supported in GLSL ES 1.00\n"
    "WARNING: 0:1:17: in GLSL ES 1.00 an array's size belongs behind the name\n"
    "WARNING: 0:1:27: in GLSL ES 1.00 an array's size belongs behind the name\n"
    "ERROR: 0:1:32: arrays of arrays are not supported in GLSL ES 1.00\n"
    "ERROR: 0:1:43: found \"]\", expected the array's size\n"
    "ERROR: 0:1:102: found \"float\", expected an expression\n"
    "ERROR: 0:1:122: \"v\" cannot be void\n"
    "ERROR: 0:1:137: the array is too large\n"
    "ERROR: 0:1:201: a parameter cannot be void\n"
    "ERROR: 0:1:224: a parameter cannot be void\n"},
   {IR_VERTEX,
    "vec3 a = vec3(1.0, 2.0); vec3 b = vec3(1.0, 2.0, 3.0, 4.0); vec3 c = vec3(vec2(1.0), vec2(1.0)); vec3 d = vec3(); mat2 e = mat2(mat2(1.0), 1.0); mat2 f = mat2(1.0, 2.0); struct S { int a; float b; }; S g = S(1); S h = S(1.0, 1); S i = S(1, 1.0, 2); float j = float(S(1, 1.0)); sampler2D k = sampler2D(1); int l = int[2](1, 2); void m = void(1);",
    "ERROR: 0:1:10: constructor of vec3: found 2 components, expected 3\n"
    "ERROR: 0:1:55: constructor of vec3: too many arguments\n"
    "ERROR: 0:1:107: constructor of vec3: no arguments found\n"
    "ERROR: 0:1:140: constructor of mat2: too many arguments\n"
    "ERROR: 0:1:155: constructor of mat2: found 2 components, expected 4\n"
    "ERROR: 0:1:207: constructor of struct S: found 1 arguments, expected 2\n"
    "ERROR: 0:1:221: constructor of struct S: found float for the member \"a\", expected int\n"
    "ERROR: 0:1:236: constructor of struct S: found 3 arguments, expected 2\n"
    "ERROR: 0:1:266: constructor of float: found struct S, expected a scalar, vector or matrix\n"
    "ERROR: 0:1:278: \"k\": sampler2D is or contains a sampler, expected a uniform\n"
    "ERROR: 0:1:292: sampler2D has no constructor\n"
    "ERROR: 0:1:314: found \"int\", expected an expression\n"
    "ERROR: 0:1:328: \"m\" cannot be void\n"
    "ERROR: 0:1:337: void has no constructor\n"},
   {IR_FRAGMENT,
    "float a; vec2 b; varying float c; float f(float x) { return x; } struct S { float a; }; const float d = 1.0; int i; bool j; uniform samplerCube k; mat3 l; void main() { float x; { precision lowp float; float y; } float z; }",
    "ERROR: 0:1:1: float has no default precision here, expected lowp, mediump or highp\n"
    "ERROR: 0:1:10: vec2 has no default precision here, expected lowp, mediump or highp\n"
    "ERROR: 0:1:18: float has no default precision here, expected lowp, mediump or highp\n"
    "ERROR: 0:1:43: float has no default precision here, expected lowp, mediump or highp\n"
    "ERROR: 0:1:35: float has no default precision here, expected lowp, mediump or highp\n"
    "ERROR: 0:1:77: float has no default precision here, expected lowp, mediump or highp\n"
    "ERROR: 0:1:89: float has no default precision here, expected lowp, mediump or highp\n"
    "ERROR: 0:1:148: mat3 has no default precision here, expected lowp, mediump or highp\n"
    "ERROR: 0:1:170: float has no default precision here, expected lowp, mediump or highp\n"
    "ERROR: 0:1:214: float has no default precision here, expected lowp, mediump or highp\n"},
   {IR_FRAGMENT,
    "precision highp bool; precision float; precision mediump vec2; precision lowp int; precision mediump sampler2D; lowp bool a; lowp struct S { int x; } b; precision int lowp; lowp void c() {}",
    "ERROR: 0:1:17: found \"bool\", expected float, int or a sampler type\n"
    "ERROR: 0:1:33: found \"float\", expected lowp, mediump or highp\n"
    "ERROR: 0:1:58: found \"vec2\", expected float, int or a sampler type\n"
    "ERROR: 0:1:113: a precision qualifier cannot be applied to bool\n"
    "ERROR: 0:1:126: a precision qualifier cannot be applied to struct S\n"
    "ERROR: 0:1:164: found \"int\", expected lowp, mediump or highp\n"
    "ERROR: 0:1:174: a precision qualifier cannot be applied to void\n"},
   {IR_VERTEX,
    "invariant gl_Position; invariant varying vec4 a; invariant uniform vec4 b; varying vec4 c; invariant c; invariant d; int e; invariant e; void main() { invariant c; gl_PointSize = 1.0; } invariant gl_PointSize;",
    "ERROR: 0:1:60: found \"uniform\", expected the name of an output or \"varying\" behind \"invariant\"\n"
    "ERROR: 0:1:115: \"d\" is not declared, expected a varying or a built-in output\n"
    "ERROR: 0:1:135: \"e\" cannot be invariant: it is no varying or built-in output\n"
    "ERROR: 0:1:162: found \"c\", expected \"varying\" behind \"invariant\"\n"
    "ERROR: 0:1:197: \"gl_PointSize\" must be declared invariant before it is used\n"},
   {IR_FRAGMENT,
    "invariant gl_FrontFacing; invariant gl_FragCoord, gl_PointCoord; invariant gl_FragColor; void main() {}",
    "ERROR: 0:1:11: \"gl_FrontFacing\" cannot be invariant: it is no varying or built-in output\n"},
   {IR_VERTEX,
    "int gl_foo; int a__b; void gl_f() {} int gl_Position; struct gl_S { int x; }; void main() { int gl_x; gl_y = 1; gl_FragColor; gl_MaxFoo; }",
    "ERROR: 0:1:5: \"gl_foo\": names that begin with \"gl_\" are reserved\n"
    "WARNING: 0:1:17: \"a__b\": names that contain \"__\" are reserved\n"
    "ERROR: 0:1:28: \"gl_f\": names that begin with \"gl_\" are reserved\n"
    "ERROR: 0:1:42: \"gl_Position\": names that begin with \"gl_\" are reserved\n"
    "ERROR: 0:1:62: \"gl_S\": names that begin with \"gl_\" are reserved\n"
    "ERROR: 0:1:97: \"gl_x\": names that begin with \"gl_\" are reserved\n"
    "ERROR: 0:1:103: \"gl_y\" is not declared\n"
    "ERROR: 0:1:113: \"gl_FragColor\" is not declared\n"
    "ERROR: 0:1:127: \"gl_MaxFoo\" is not declared\n"},
   {IR_VERTEX,
    "int class; float union = 1.0; void goto() {} int switch; int sampler2DShadow; int attribute; int input, default; vec4 cast;",
    "ERROR: 0:1:5: found the reserved word \"class\", expected a name in the declaration\n"
    "ERROR: 0:1:18: found the reserved word \"union\", expected a name in the declaration\n"
    "ERROR: 0:1:36: found the reserved word \"goto\", expected a name in the declaration\n"
    "ERROR: 0:1:50: found the reserved word \"switch\", expected a name in the declaration\n"
    "ERROR: 0:1:62: found the reserved word \"sampler2DShadow\", expected a name in the declaration\n"
    "ERROR: 0:1:83: found \"attribute\", expected a name in the declaration\n"
    "ERROR: 0:1:98: found the reserved word \"input\", expected a name in the declaration\n"
    "ERROR: 0:1:119: found the reserved word \"cast\", expected a name in the declaration\n"},
   {IR_VERTEX,
    "void main() { int a b; } int c d; void f( { } int g) ; ;; } int h;",
    "ERROR: 0:1:21: found \"b\", expected \";\" behind the declaration\n"
    "ERROR: 0:1:32: found \"d\", expected \";\" behind the declaration\n"
    "ERROR: 0:1:43: found \"{\", expected a type\n"
    "ERROR: 0:1:52: found \")\", expected \";\" behind the declaration\n"
    "WARNING: 0:1:56: a \";\" that ends nothing\n"
    "WARNING: 0:1:57: a \";\" that ends nothing\n"
    "ERROR: 0:1:59: found \"}\", expected a type\n"},
   {IR_VERTEX,
    "void main() { if (true) { int a = ; } else b; int c = (1; int d = 1 +; e(1,; for (int i = 0; i < 3) ; }\n"
    "void other() { int ok = undefined_name; }",
    "ERROR: 0:1:35: found \";\", expected an expression\n"
    "ERROR: 0:1:44: \"b\" is not declared\n"
    "ERROR: 0:1:57: found \";\", expected \")\" behind the expression\n"
    "ERROR: 0:1:70: found \";\", expected an expression\n"
    "ERROR: 0:1:76: found \";\", expected an expression\n"
    "ERROR: 0:1:99: found \")\", expected \";\" behind the condition of \"for\"\n"
    "ERROR: 0:2:25: \"undefined_name\" is not declared\n"},
   {IR_VERTEX,
    "void main() { int x = 1",
    "ERROR: 0:1:24: found the end of the shader, expected \";\" behind the declaration\n"},
   {IR_VERTEX,
    "void main() { if (true) int y = 1; y = 2; for (int i = 0; i < 2; i++) int z = i; z = i; while (bool b = true) b = false; b = true; }",
    "ERROR: 0:1:36: \"y\" is not declared\n"
    "ERROR: 0:1:82: \"z\" is not declared\n"
    "ERROR: 0:1:86: \"i\" is not declared\n"
    "ERROR: 0:1:122: \"b\" is not declared\n"},
   {IR_VERTEX,
    "void main() { void f(int a); int g(); int h(1); }",
    "ERROR: 0:1:20: functions must be declared globally\n"
    "ERROR: 0:1:34: functions must be declared globally\n"
    "ERROR: 0:1:43: functions must be declared globally\n"},
   {IR_VERTEX,
    "uniform sampler2D t[2]; uniform bool b; struct S { sampler2D s; }; uniform S q; void f(sampler2D s) {} void g(out sampler2D s) {} void h(S s) {} void main() { f(t[0]); f(b ? t[0] : t[1]); f((t[0], t[1])); f(q.s); h(q); S r = q; t[0] == t[1]; t[0] = t[1]; t[0]++; }",
    "ERROR: 0:1:111: a parameter with a sampler cannot be out or inout\n"
    "ERROR: 0:1:173: operator ?: found sampler2D and sampler2D, expected one type without arrays or samplers\n"
    "ERROR: 0:1:196: operator , cannot be applied to arrays and samplers\n"
    "ERROR: 0:1:220: \"r\": struct S is or contains a sampler, expected a uniform\n"
    "ERROR: 0:1:234: operator ==: found sampler2D and sampler2D, expected two operands of the same type without arrays or samplers\n"
    "ERROR: 0:1:248: sampler2D cannot be assigned: it is or contains an array or a sampler\n"
    "ERROR: 0:1:260: operator ++: found sampler2D, expected an int or float scalar, vector or matrix\n"},
   {IR_VERTEX,
    "int f() { return 1; } int g = f(); uniform int u; int h = u; const int i = u; const int j = f(); int k = 1, l = k; const int m = 3, n = m; float o = sin(1.0); int p = true ? 1 : u; int q[int(o)];",
    "ERROR: 0:1:31: the function \"f\" cannot be called outside of functions\n"
    "ERROR: 0:1:59: initialiser of the global \"h\": expected a constant expression\n"
    "ERROR: 0:1:76: initialiser of the constant \"i\": expected a constant expression\n"
    "ERROR: 0:1:93: the function \"f\" cannot be called outside of functions\n"
    "ERROR: 0:1:113: initialiser of the global \"l\": expected a constant expression\n"
    "ERROR: 0:1:173: initialiser of the global \"p\": expected a constant expression\n"
    "ERROR: 0:1:188: array size: found a non-constant int, expected a constant int\n"},
   {IR_VERTEX,
    "int x = x; int y = 1; void main() { int y = y; int z = z; const int w = y; }",
    "ERROR: 0:1:9: \"x\" is not declared\n"
    "ERROR: 0:1:56: \"z\" is not declared\n"
    "ERROR: 0:1:73: initialiser of the constant \"w\": expected a constant expression\n"},
   {IR_VERTEX,
    "void main() { bool b; int i; vec2 v; i = b ? 1 : 2.0; i = i ? 1 : 2; v = b ? v : vec3(1.0); int a[2]; int c[2]; b ? a : c; b ? main() : main(); }",
    "ERROR: 0:1:44: operator ?: found int and float, expected one type without arrays or samplers\n"
    "ERROR: 0:1:59: operator ?: found int, expected a bool condition\n"
    "ERROR: 0:1:76: operator ?: found vec2 and vec3, expected one type without arrays or samplers\n"
    "ERROR: 0:1:115: operator ?: found int[2] and int[2], expected one type without arrays or samplers\n"},
   {IR_VERTEX,
    "vec4 f() { return vec4(1.0); } void main() { f().x = 1.0; f()++; main; f; int f = 1; f(); vec3(1.0).x = 2.0; }",
    "ERROR: 0:1:50: assignment: found an expression, expected a variable that can be written\n"
    "ERROR: 0:1:59: ++: found an expression, expected a variable that can be written\n"
    "ERROR: 0:1:66: \"main\" is a function, expected a variable\n"
    "ERROR: 0:1:72: \"f\" is a function, expected a variable\n"
    "ERROR: 0:1:86: \"f\" is a variable, expected a function\n"
    "ERROR: 0:1:101: assignment: found a constant, expected a variable that can be written\n"},
   {IR_FRAGMENT,
    "precision highp float; uniform sampler2D s; uniform samplerCube c; void main() { gl_FragColor = texture2DLod(s, vec2(0.0), 0.0) + texture2DLodEXT(s, vec2(0.0), 0.0) + texture2D(c, vec3(1.0)) + textureCube(c, vec2(1.0)) + texture2D(s, vec2(0.0), 1); }",
    "ERROR: 0:1:97: the function \"texture2DLod\" is not declared\n"
    "ERROR: 0:1:131: the function \"texture2DLodEXT\" needs #extension GL_EXT_shader_texture_lod : enable\n"
    "ERROR: 0:1:168: no function \"texture2D\" takes the arguments (samplerCube, vec3)\n"
    "ERROR: 0:1:194: no function \"textureCube\" takes the arguments (samplerCube, vec2)\n"
    "ERROR: 0:1:222: no function \"texture2D\" takes the arguments (sampler2D, vec2, int)\n"},
   {IR_VERTEX,
    "uniform sampler2D s; void main() { gl_Position = texture2D(s, vec2(0.0), 1.0) + texture2DLod(s, vec2(0.0), 1.0); dFdx(1.0); }",
    "ERROR: 0:1:50: no function \"texture2D\" takes the arguments (sampler2D, vec2, float)\n"
    "ERROR: 0:1:114: the function \"dFdx\" is not declared\n"},
   {IR_VERTEX,
    "const struct S { int a; } s = S(1); int b[s.a]; float c = float(s.a); const mat2 m = mat2(1.0); float d[int(m[1].y)]; float e[int(m[0].y)];",
    "ERROR: 0:1:127: array size: found 0, expected at least 1\n"},
   {IR_VERTEX,
    "void f(int a, int b) { a, b; (a = b, b); } void main() { int a[2], b = 1, c; a[b]; c = (1, 2.0); }",
    "ERROR: 0:1:86: operator =: found float, expected int\n"},
   {IR_VERTEX,
    "float f(vec3 v) { return v.x + v[2] + v.rgb.r; } void main() { f(vec3(1.0, true, 2)); vec3 v = vec3(1); mat3 m = mat3(v, v, v); m = m * m; v = m * v * m; m = 2.0 * m; m = m + 1; m += 1.0; m = -m; m *= v; v *= m; v /= 0.0; }",
    "ERROR: 0:1:174: operator +: found mat3 and int, expected operands of one base type, int or float, and of fitting sizes\n"
    "ERROR: 0:1:199: operator *=: cannot be applied to mat3 and vec3\n"},
  /* clang-format on */
};

static void
test_logs(void **state)
{
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      struct glsl_shader *s = glsl_test_compile(cases[i].stage, cases[i].text);
      if (strcmp(glsl_shader_log(s), cases[i].log))
         print_error("%s\n", cases[i].text);
      assert_string_equal(glsl_shader_log(s), cases[i].log);
      assert_int_equal(glsl_shader_ok(s), !strstr(cases[i].log, "ERROR: "));
      glsl_shader_unref(s);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_logs),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
