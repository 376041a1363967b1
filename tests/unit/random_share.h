/* SPDX-License-Identifier: MIT */
/** \file random_share.h  How many random cases a test makes where the host is slow. */
#ifndef RANDOM_SHARE_H
#define RANDOM_SHARE_H

#include <stdlib.h>

/**
 * \p n, or the share of it that the environment's TERAGL_TEST_SHARE asks for, in percent (1 to 99; all else is the whole): for runs
 * under qemu (tests/conformance/aarch64.py), the sanitizers (sanitizers.py) and strict mode (scripts/test), where the plain suite has
 * judged what all of them compute. At least one.
 */
static inline unsigned
random_share(unsigned n)
{
   const char *text = getenv("TERAGL_TEST_SHARE");
   const int percent = text ? atoi(text) : 100;
   if (percent < 1 || percent >= 100)
      return n;
   const unsigned some = n * (unsigned)percent / 100;
   return some ? some : 1;
}

#endif
