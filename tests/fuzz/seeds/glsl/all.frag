0#version 100
#extension GL_OES_standard_derivatives : enable
precision mediump float;
#define SQ(x) ((x)*(x))
#define N 4
#if N > 3 && defined(GL_ES)
uniform vec4 u[N];
#else
#error no
#endif
struct S { vec3 a; float b[2]; mat2 m; };
uniform S s[2]; uniform sampler2D t[2]; varying vec2 uv; varying vec4 v;
float f(float x, inout vec2 w, const in int n) {
  if (x < 0.5) return 1.0;
  for (int i = 0; i < N; i++) { if (w.x > float(i)) return w.x; if (i == 2) continue; w.yx += x; }
  while (w.x < 3.0) { w.x++; break; }
  do { w.y--; } while (w.y > 0.0 && x > 1.0);
  return n > 3 ? dot(w, uv) : 2.0;
}
void main() {
  S l; l.b[1] = SQ(uv.x); l.m = mat2(1.0); l.a = s[1].a;
  vec2 q = uv; int k = int(q.x);
  float r = f(uv.x, q, k) + dFdx(uv.y);
  vec4 c = texture2D(t[0], uv, 0.5) * u[k];
  l.m[k][1] = r;
  if (l.a == s[0].a) discard;
  gl_FragColor = vec4(l.m[0], c.zw) + vec4(ivec4(1, 2, k, -k)) / 3.0 + v;
}
