/* SPDX-License-Identifier: MIT
 *
 * libFuzzer target: any text through the assembler; its result goes through the validator, the disassembler
 * and back into the same words. With the first byte's top bit the input is machine code instead.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

static void
machine_code(const struct terascale_chip *chip, const uint32_t *dw, uint32_t num_dw)
{
   char error[200], *text = NULL;
   size_t size = 0;
   struct vliw_binary b = {
      .dw = (uint32_t *)dw, .num_dw = num_dw, .num_gprs = 124, .stack_size = 255, .num_params = 1};
   vliw_validate(&b, IR_FRAGMENT, chip, error, sizeof error);
   vliw_validate(&b, IR_VERTEX, chip, error, sizeof error);
   FILE *f = open_memstream(&text, &size);
   vliw_disassemble(f, chip, dw, num_dw);
   fclose(f);
   uint32_t n = 0;
   uint32_t *again = vliw_assemble(text, chip, &n, error, sizeof error);
   fuzz_check(again != NULL, error);
   fuzz_check(n == num_dw && !memcmp(again, dw, (size_t)n * 4), "the words change");
   free(again);
   free(text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
   if (n < 9)
      return 0;
   const struct terascale_chip *chip = fuzz_chip(data[0]);
   char error[200];
   if (data[0] & 0x80) {
      uint32_t num_dw = (uint32_t)((n - 1) / 4);
      uint32_t *dw = malloc((size_t)num_dw * 4);
      if (dw) {
         memcpy(dw, data + 1, (size_t)num_dw * 4);
         machine_code(chip, dw, num_dw);
      }
      free(dw);
      return 0;
   }
   char *text = strndup((const char *)data + 1, n - 1);
   uint32_t num_dw = 0;
   uint32_t *dw = text ? vliw_assemble(text, chip, &num_dw, error, sizeof error) : NULL;
   if (dw && num_dw < 4096)
      machine_code(chip, dw, num_dw);
   free(dw);
   free(text);
   return 0;
}
