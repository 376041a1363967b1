/* SPDX-License-Identifier: MIT
 *
 * What the fuzz targets share.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "compiler/terascale/vliw.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static inline const struct terascale_chip *
fuzz_chip(unsigned byte)
{
   static const char *const names[] = {"rv670", "rv770", "cypress", "cayman",
                                       "rv610", "rv710", "cedar",   "aruba"};
   return terascale_chip_find(names[byte & 7]);
}

/** A rule that must hold whatever the input: ends the process, which libFuzzer reports. */
static inline void
fuzz_check(int holds, const char *what)
{
   if (holds)
      return;
   fprintf(stderr, "fuzz: %s\n", what);
   abort();
}

/** All passes and machine code for a chip. A shader may be refused, with a reason; its code may not break a
 * rule. */
static inline void
fuzz_back_end(const struct ir_shader *s, unsigned byte)
{
   const struct ir_options opt = {.no_optimise = byte >> 3 & 1};
   const struct terascale_chip *chip = fuzz_chip(byte);
   struct vliw_key key = {.num_color_targets = 1};
   struct vliw_binary b;
   char error[300] = "";
   struct ir_shader *c = ir_shader_clone(s);
   if (!c)
      return;
   ir_run_pipeline(c, vliw_ir_target(), &opt);
   if (!c->arena.out_of_memory) {
      fuzz_check(ir_validate(c, error, sizeof error), error);
      if (vliw_compile(c, chip, &key, &b, error, sizeof error)) {
         fuzz_check(vliw_validate(&b, (enum ir_stage)c->stage, chip, error, sizeof error), error);
         vliw_binary_fini(&b);
      } else {
         fuzz_check(error[0] && !__builtin_strstr(error, "internal"), error);
      }
   }
   ir_shader_destroy(c);
}

#endif
