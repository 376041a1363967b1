/* SPDX-License-Identifier: MIT */
/** \file chip_share.h  On which chips a case runs where the host is slow. */
#ifndef CHIP_SHARE_H
#define CHIP_SHARE_H

#include <stdlib.h>

struct chip_share {
   unsigned at, end;
};

/**
 * [at, end) of \p n chips: all, or, if the environment has TERAGL_TEST_CHIPS=1, one of them, by the line of the case: its neighbours
 * take others. For runs under qemu (tests/conformance/aarch64.py) and the sanitizers (sanitizers.py), where the plain suite has drawn the same on all.
 */
static inline struct chip_share
chip_share(unsigned n, unsigned line)
{
   const char *text = getenv("TERAGL_TEST_CHIPS");
   if (!text || text[0] != '1' || text[1])
      return (struct chip_share){0, n};
   return (struct chip_share){line % n, line % n + 1};
}

#endif
