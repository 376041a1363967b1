/* SPDX-License-Identifier: MIT
 *
 * TERAGL_DEBUG and logging.
 */
#include "util/u_debug.h"

#include <assert.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct u_debug_option u_debug_options[] = {
   {"glsl",        U_DEBUG_GLSL,        "print each shader's source and info log"               },
   {"ir",          U_DEBUG_IR,          "print the shader's IR after each pass"                 },
   {"isa",         U_DEBUG_ISA,         "print each shader's ISA"                               },
   {"ra",          U_DEBUG_RA,          "draw the register file over each shader"               },
   {"sched",       U_DEBUG_SCHED,       "print each ALU group with what stayed behind"          },
   {"cs",          U_DEBUG_CS,          "print each command stream that is submitted"           },
   {"api",         U_DEBUG_API,         "print each GL error with the call that raised it"      },
   {"egl",         U_DEBUG_EGL,         "print why EGL calls fail"                              },
   {"emu",         U_DEBUG_EMU,         "emulator: print statistics at exit"                    },
   {"perf",        U_DEBUG_PERF,        "emulator: print where its time went, by block, at exit"},
   {"jit",         U_DEBUG_JIT,         "emulator: print shaders as they become the host's code"},
   {"noopt",       U_DEBUG_NOOPT,       "compiler: run the required passes only"                },
   {"tile2d",      U_DEBUG_TILE2D,      "radeon: macro-tiled surfaces wherever they fit"        },
   {"fastclear",   U_DEBUG_FASTCLEAR,
    "radeon: fast clears of surfaces of any size and, on R6xx and R7xx, of colour"              },
   {"nofastclear", U_DEBUG_NOFASTCLEAR, "radeon: no fast clears, no hierarchical depth"         },
   {"staging",     U_DEBUG_STAGING,     "radeon: transfers as if the CPU read VRAM slowly"      },
   {NULL,          0,                   NULL                                                    },
};

const char *
u_getenv(const char *name)
{
   assert(name && *name);
   const char *s = getenv(name);
   return s && *s ? s : NULL;
}

void
u_path_of_process(char *path, size_t path_B, const char *pattern)
{
   const char *p = strstr(pattern, "%p");
   if (p)
      snprintf(path, path_B, "%.*s%d%s", (int)(p - pattern), pattern, (int)getpid(), p + 2);
   else
      snprintf(path, path_B, "%s", pattern);
}

void
u_log(const char *fmt, ...)
{
   char line[1024];
   va_list ap;
   va_start(ap, fmt);
   vsnprintf(line, sizeof line, fmt, ap);
   va_end(ap);
   fprintf(stderr, "teragl: %s\n", line);
}

static uint32_t
parse(const char *s)
{
   uint32_t flags = 0;
   while (s && *s) {
      size_t n = strcspn(s, ", ");
      const struct u_debug_option *o;
      for (o = u_debug_options; o->name; o++)
         if (strlen(o->name) == n && !strncmp(o->name, s, n))
            break;
      if (o->name) {
         flags |= o->flag;
         assert(!(o->flag >> 31)); /* the bit that says "parsed" */
      } else if (n) {
         if (n != 4 || strncmp(s, "help", 4))
            u_log("TERAGL_DEBUG: unknown flag '%.*s'; the flags are:", (int)n, s);
         for (o = u_debug_options; o->name; o++)
            fprintf(stderr, "  %-10s %s\n", o->name, o->help);
      }
      s += n + (s[n] != 0);
   }
   return flags;
}

uint32_t
u_debug_flags(void)
{
   static _Atomic uint32_t cached; /* bit 31: parsed */
   uint32_t v = atomic_load_explicit(&cached, memory_order_relaxed);
   if (!(v >> 31)) {
      v = parse(u_getenv("TERAGL_DEBUG")) | 1u << 31;
      atomic_store_explicit(&cached, v, memory_order_relaxed);
   }
   return v;
}
