/* SPDX-License-Identifier: MIT
 *
 * The hardware's rules for programs, re-derived from the machine code: formats, group and clause rules, read ports,
 * constants, forwarding, control flow and stack, exports, GPR limits. Below the compiler, which asks about what it made,
 * and the emulator's strict mode, which asks about what anybody made; the emulator's execution stands on decoders of
 * its own.
 */
#ifndef ISA_TERASCALE_VALIDATE_H
#define ISA_TERASCALE_VALIDATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct terascale_chip;

enum isa_stage { ISA_VERTEX, ISA_FRAGMENT };

struct isa_program {
   const uint32_t *dw; /* CF from 0 on, clauses where CF points */
   uint32_t num_dw;
   enum isa_stage stage;
   uint8_t num_gprs, stack_size; /* of SQ_PGM_RESOURCES */
   uint32_t scratch_B;           /* of a lane */
   /** Made by this house's compiler: what it never does is a failure, too, and a vertex shader exports num_params
    * parameters. */
   bool compiled;
   uint8_t num_params;
};

/** What a broken rule is about. */
enum isa_rule {
   ISA_FORM,       /* anything but what follows */
   ISA_INTERP,     /* INTERP_* and its bank swizzle */
   ISA_RELATIVE,   /* relative registers and the groups between */
   ISA_DERIVATIVES /* implicit derivatives outside of pixel shaders */
};

/** False, *rule and one sentence with the place in \p error if a rule is broken. Never reads outside. */
bool isa_validate(const struct isa_program *p, const struct terascale_chip *chip, enum isa_rule *rule,
                  char *error, size_t error_B);

/** False and one sentence in \p error if a pixel shader takes a derivative of what a fetch without FETCH_WHOLE_QUAD may
 * not have fetched for the pixels of a quad outside of the primitive. Never reads outside; what is no program, or has
 * control flow that it does not follow, is none of its business. */
bool isa_quads(const struct isa_program *p, const struct terascale_chip *chip, char *error, size_t error_B);

#endif
