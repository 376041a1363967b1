/* SPDX-License-Identifier: MIT
 *
 * Test instrument: machines that run the words of compiler/r300, from the documents' description of the bits and with
 * no table of the project's. They refuse what an engine cannot do: too many sources, registers that nobody wrote.
 */
#ifndef TESTS_UNIT_COMPILER_R300_R300_REF_H
#define TESTS_UNIT_COMPILER_R300_R300_REF_H

#include <stdbool.h>
#include <stdint.h>

struct r300_ref {
   float consts[256][4];
   float inputs[32][4]; /* by the number in the code */
   uint32_t num_inputs, num_temps, num_consts;
   /* out */
   float outputs[32][4]; /* the pixel shader's depth is in outputs[8][3] */
   uint8_t written[32];  /* components */
   bool discarded;
   char error[160];
};

/** Runs \p n instructions of four dwords of the vertex engine. False with a sentence in \c error. */
bool r300_ref_pvs(struct r300_ref *r, const uint32_t *dw, uint32_t n);
/** Runs \p n instructions of six dwords of R500's pixel shader. False with a sentence in \c error. A lookup returns
 * what ir_eval's does. */
bool r300_ref_us500(struct r300_ref *r, const uint32_t *dw, uint32_t n);

#endif
