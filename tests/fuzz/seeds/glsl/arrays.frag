0precision highp float; varying vec4 v; int n; int next() { return ++n; }
void f(out float a[3], float b[3]) { for (int i = 0; i < 3; i++) a[i] = b[2 - i]; }
void main() {
  n = 0; float x[3]; float y[3]; x[0] = x[1] = x[2] = v.x; f(y, x);
  int d[3]; d[0] = d[1] = d[2] = next(); d[n - 1] += next();
  bool a = n > 2 && next() < 4 || v.y == 1.0 ^^ !(v.z != 2.0);
  gl_FragData[0] = vec4(y[0], d[1], a, (v + 1.0)[n]); gl_FragData[0].zx = v.xy;
}
