1attribute vec4 p; attribute mat3 m; varying vec2 uv; varying vec4 v; uniform mat4 mvp; const float k = sin(0.5) + 1e-3;
invariant gl_Position;
vec3 g(vec3 a);
void main() {
  gl_Position = mvp * p; uv = g(m * p.xyz).xy * k; v = p.wzyx;
  gl_PointSize = mod(p.x, 3.0); bvec2 b = lessThan(uv, p.zw);
  if (any(b)) uv = -uv;
}
vec3 g(vec3 a) { return normalize(reflect(a, vec3(0.0, 1.0, 0.0))); }
