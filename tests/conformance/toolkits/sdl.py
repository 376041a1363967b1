#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An SDL 2 window with OpenGL ES 2.0, or 3.0: clears, draws a triangle, shows it, reads it back. usage: sdl.py FILE [3] (raw RGBA, from the bottom)"""
import ctypes
import sys

SIDE = 128
VS = b'attribute vec2 p; varying vec2 v; void main() { gl_Position = vec4(p, 0, 1); v = p; }'
FS = b'precision mediump float; varying vec2 v; void main() { gl_FragColor = vec4(v * 0.5 + 0.5, 0.25, 1); }'
VS_300 = b'''#version 300 es
in vec2 p; out vec2 v; flat out uint k; void main() { gl_Position = vec4(p, 0, 1); v = p; k = uint(gl_VertexID) << 6u; }'''
FS_300 = b'''#version 300 es
precision mediump float; in vec2 v; flat in uint k; out vec4 c; void main() { c = vec4(v * 0.5 + 0.5, float(k) / 255.0, 1); }'''
SDL_INIT_VIDEO, OPENGL, PROFILE_ES = 0x20, 2, 4
MAJOR, MINOR, PROFILE = 17, 18, 21  # of SDL_GLattr

sdl = ctypes.CDLL('libSDL2-2.0.so.0')
for name in ('SDL_CreateWindow', 'SDL_GL_CreateContext', 'SDL_GL_GetProcAddress'):
    getattr(sdl, name).restype = ctypes.c_void_p
sdl.SDL_GetError.restype = ctypes.c_char_p


def must(good):
    if not good:
        sys.exit(sdl.SDL_GetError().decode() or 'failed')
    return good


def gl(name, *args, result=None):
    at = must(sdl.SDL_GL_GetProcAddress(name.encode()))
    kinds = [ctypes.c_float if isinstance(x, float) else ctypes.c_void_p if not isinstance(x, int) else ctypes.c_int for x in args]
    return ctypes.CFUNCTYPE(result, *kinds)(at)(*args)


def shader(kind, text):
    s = gl('glCreateShader', kind, result=ctypes.c_uint)
    gl('glShaderSource', s, 1, ctypes.cast(ctypes.pointer(ctypes.c_char_p(text)), ctypes.c_void_p), None)
    gl('glCompileShader', s)
    return s


def main():
    version = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    must(sdl.SDL_Init(SDL_INIT_VIDEO) == 0)
    for key, value in ((PROFILE, PROFILE_ES), (MAJOR, version), (MINOR, 0)):
        must(sdl.SDL_GL_SetAttribute(key, value) == 0)
    window = ctypes.c_void_p(must(sdl.SDL_CreateWindow(b'sdl', 0, 0, SIDE, SIDE, OPENGL)))
    must(sdl.SDL_GL_CreateContext(window))
    print(gl('glGetString', 0x1f01, result=ctypes.c_char_p).decode())
    program = gl('glCreateProgram', result=ctypes.c_uint)
    for kind, text in zip((0x8b31, 0x8b30), (VS_300, FS_300) if version == 3 else (VS, FS)):
        gl('glAttachShader', program, shader(kind, text))
    gl('glBindAttribLocation', program, 0, ctypes.cast(ctypes.c_char_p(b'p'), ctypes.c_void_p))
    gl('glLinkProgram', program)
    gl('glUseProgram', program)
    corners = (ctypes.c_float * 6)(-0.75, -0.75, 0.75, -0.5, 0, 0.75)
    gl('glVertexAttribPointer', 0, 2, 0x1406, 0, 0, ctypes.cast(corners, ctypes.c_void_p))
    gl('glEnableVertexAttribArray', 0)
    pixels = ctypes.create_string_buffer(SIDE * SIDE * 4)
    for frame in range(3):  # the window's buffers change places
        gl('glClearColor', 0.2, 0.4, 0.2 * frame, 1.0)
        gl('glClear', 0x4000)
        gl('glDrawArrays', 4, 0, 3)
        gl('glReadPixels', 0, 0, SIDE, SIDE, 0x1908, 0x1401, ctypes.cast(pixels, ctypes.c_void_p))
        sdl.SDL_GL_SwapWindow(window)
        sdl.SDL_PumpEvents()
    open(sys.argv[1], 'wb').write(pixels.raw)
    error = gl('glGetError', result=ctypes.c_uint)
    sys.exit('GL error 0x%04x' % error if error else 0)


main()
