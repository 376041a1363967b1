/* SPDX-License-Identifier: MIT
 *
 * Test instrument: fragment shaders over one set of declarations, and inputs of 8 bits for them.
 */
#ifndef TESTS_UNIT_COMPILER_PICA200_PICA_MAP_BODIES_H
#define TESTS_UNIT_COMPILER_PICA200_PICA_MAP_BODIES_H

#include "pica_map_fixture.h"

enum { PM_FIRST_LINE = 14 }; /* of a body in its shader */

/** What pm_random() goes on from. */
extern uint32_t pm_seed;

/** Below \p n. */
uint32_t pm_random(uint32_t n);
/** All uniforms, varyings and samples; \p directions: samples are directions as 8 bits have them. */
void pm_random_inputs(struct pm_run *r, bool directions);

/** Maps a shader of this main(): uniforms s0..s3, cube, cube2, u, w, k, yes; varyings col, col2, uv, uv2, dir; T0, T1, T2: texels at uv; RGB(x): x as the
 * colour; NORMAL(x): x's direction. \p key may be NULL. It is a shader, else the test fails. */
void pm_map_body(struct pm *m, const char *body, const struct pica200_fragment_key *key);
/** pm_map_body() of one that maps. */
struct pm pm_mapped(const char *body, const struct pica200_fragment_key *key);

#endif
