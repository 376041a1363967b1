/* SPDX-License-Identifier: MIT
 *
 * Elementary functions for constant folding, the same on every machine.
 */
#ifndef COMPILER_GLSL_SEMA_MATH_H
#define COMPILER_GLSL_SEMA_MATH_H

/** In binary64, by polynomials: good beyond a float's precision. */
double glsl_exp2(double x);
double glsl_log2(double x);
double glsl_sin(double x);
double glsl_cos(double x);
double glsl_atan(double x);

#endif
