/* SPDX-License-Identifier: MIT
 *
 * libFuzzer target: any text through the IR parser; what is valid is printed, read back, and goes through all
 * passes and the back end of the chip that the first byte names.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
   if (n < 2)
      return 0;
   char *text = strndup((const char *)data + 1, n - 1);
   char error[200];
   struct ir_shader *s = text ? ir_parse(text, error, sizeof error) : NULL;
   if (s && ir_validate(s, error, sizeof error)) {
      char *printed = NULL;
      size_t size = 0;
      FILE *f = open_memstream(&printed, &size);
      ir_print(f, s);
      fclose(f);
      struct ir_shader *again = ir_parse(printed, error, sizeof error);
      fuzz_check(again != NULL, error);
      ir_shader_destroy(again);
      free(printed);
      fuzz_back_end(s, data[0]);
   }
   ir_shader_destroy(s);
   free(text);
   return 0;
}
