0precision highp float; uniform int k; uniform vec4 u[8]; varying vec2 uv; uniform samplerCube c;
void main() {
  vec4 a[9]; float s = 0.0;
  for (int i = 0; i < 9; i++) a[i] = u[i < 8 ? i : 0] * uv.x;
  for (int i = k; i > -3; i -= 2) { if (uv.y > 0.5) break; for (int j = 0; j < 5; ++j) { if (j == i) continue; s += a[j][i]; } }
  a[k].xz *= textureCube(c, vec3(uv, s)).yw; a[k + 1] -= a[k];
  gl_FragColor = mix(a[k], a[2], step(uv.x, 0.5)) + pow(abs(s), 1.5) + float(gl_FrontFacing) * gl_FragCoord;
}
