0#version 300 es
precision highp float; precision highp int;
precision highp sampler2DArray; precision highp sampler3D; precision highp isampler2D; precision highp usampler2DArray; precision highp samplerCube; precision highp sampler2DShadow; precision highp samplerCubeShadow; precision highp sampler2DArrayShadow; precision highp usamplerCube;
uniform sampler2D a; uniform sampler3D b; uniform samplerCube c; uniform sampler2DArray d; uniform isampler2D e; uniform usampler2DArray f; uniform sampler2DShadow g; uniform samplerCubeShadow h; uniform sampler2DArrayShadow i; uniform usamplerCube j; uniform sampler2D k[4];
flat in ivec4 fi; in vec4 fv; in vec3 v3;
layout(std140, row_major) uniform A { mat3x2 m; vec4 z[7]; uint n; } bl[3];
layout(std140) uniform Bb { mat4 q; ivec3 w[2]; };
layout(location=0) out vec4 o0; layout(location=1) out uvec4 o1; layout(location=2) out ivec4 o2;
uint mod3(uint x){ return x % 3u + x / uint(fi.y); }
void main(){
 vec4 s = texture(a, fv.xy) + textureLod(b, v3, 1.0) + textureGrad(c, v3, dFdx(v3), dFdy(v3)) + texture(d, v3, 0.5);
 s += textureOffset(a, fv.xy, ivec2(-8,7)) + texelFetch(a, fi.xy, fi.z) + texelFetchOffset(d, fi.xyz, 0, ivec2(1)) + textureProj(a, fv) + textureProjGrad(a, fv.xyz, fv.xy, fv.zw);
 s += vec4(texture(g, v3)) + texture(h, fv) + texture(i, fv) + textureGrad(i, fv, fv.xy, fv.zw)+textureLod(g, v3, 2.0)+textureGrad(h, fv, v3, v3) + textureProjOffset(g, fv, ivec2(1,2));
 s += texture(k[2], fv.xy) + vec4(textureSize(d, fi.x), textureSize(h, 0).x) + vec4(textureSize(b, 1), 0);
 for (int t = 0; t < fi.w; ++t) s += bl[1].z[t] + vec4(bl[2].m[t & 1], bl[0].m[1]) + q[t];
 switch (fi.z) { case 1: s.x += 1.0; case 2: s.y = 3.0; break; default: s = s.yzwx; }
 if (isnan(s.x) || isinf(s.y)) s = vec4(determinant(q));
 s += inverse(q)[1] + sinh(s) + acosh(s) + vec4(unpackHalf2x16(bl[0].n), unpackSnorm2x16(bl[0].n)) + roundEven(s) + trunc(s);
 o0 = s + gl_FragCoord; o1 = texture(f, v3) + texture(j, v3) + uvec4(mod3(bl[1].n)) + floatBitsToUint(s); o2 = texture(e, fv.xy) + fi / 7 + (fi << 3 >> w[1].xyzz) ^ ~fi;
 gl_FragDepth = s.x;
}
