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
   bool zero_wins; /* US_CONFIG of R500: 0 times anything is 0 */
   /* out */
   float outputs[32][4]; /* the pixel shader's depth is in outputs[8][3] */
   uint8_t written[32];  /* components */
   bool discarded;
   unsigned jumps; /* around arms of branches */
   char error[160];
};

/** A loop of the vertex engine: the instruction in front of \c first starts it, and it runs \c rounds times. */
struct r300_ref_loop {
   uint32_t first, last, rounds;
};

/** Runs \p n instructions of four dwords of the vertex engine. False with a sentence in \c error. */
bool r300_ref_pvs(struct r300_ref *r, const uint32_t *dw, uint32_t n, const struct r300_ref_loop *loops,
                  uint32_t num_loops);
/** Runs \p n instructions of six dwords of R500's pixel shader. False with a sentence in \c error. A lookup returns
 * what ir_eval's does. A loop runs at most \p rounds times. */
bool r300_ref_us500(struct r300_ref *r, const uint32_t *dw, uint32_t n, uint32_t rounds);

/** Values of US_CONFIG, US_CODE_ADDR_n, US_CODE_EXT; whether R400's wider limits are switched on. */
struct r300_ref_nodes {
   uint32_t config, code_addr[4], code_ext;
   bool extended;
   bool ext_addr; /* words of upper bits stand behind the others, one an ALU instruction */
};

/** Runs R300's or R400's pixel shader: \p num_alu times four dwords, then \p num_tex dwords. */
bool r300_ref_us300(struct r300_ref *r, const uint32_t *dw, uint32_t num_alu, uint32_t num_tex,
                    const struct r300_ref_nodes *us);

#endif
