1#version 300 es
in vec4 p; in uvec2 u; in mat3x2 mm; flat out ivec4 fi; out vec4 fv; out vec3 v3;
uniform highp sampler2D vt; uniform highp usampler2DArray va;
layout(std140) uniform Bb { mat4 q; ivec3 w[2]; };
void main(){ gl_Position = q * p + texelFetch(vt, ivec2(u), 0) + textureLod(vt, p.xy, 0.); fi = ivec4(gl_VertexID, gl_InstanceID, w[gl_VertexID & 1].xy); fv = p; v3 = vec3(transpose(mm) * p.xyz.xy) + vec3(textureSize(va, 0)); v3.x += float(texture(va, v3).x); }
