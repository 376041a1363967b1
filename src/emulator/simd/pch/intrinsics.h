/* SPDX-License-Identifier: MIT
 *
 * Precompiled for each library of an AVX level: reading these headers takes two thirds of the time that most of its files
 * take to compile.
 */
#include <immintrin.h>
