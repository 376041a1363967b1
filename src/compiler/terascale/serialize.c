/* SPDX-License-Identifier: MIT
 *
 * A compiled shader as bytes, for the shader cache. The bytes are those of this build's struct: the cache's
 * keys contain the build, and its entries a checksum.
 */
#include "compiler/terascale/vliw.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "util/u_blob.h"
#include "util/u_math.h"

bool
vliw_binary_write(const struct vliw_binary *b, struct u_blob *to)
{
   struct vliw_binary copy = *b;
   assert(b->dw && b->num_dw && b->num_params <= ARRAY_SIZE(b->params));
   copy.dw = NULL;
   u_blob_bytes(to, &copy, sizeof copy);
   u_blob_bytes(to, b->dw, (size_t)b->num_dw * 4);
   return !to->out_of_memory;
}

bool
vliw_binary_read(const void *data, size_t size_B, struct vliw_binary *b)
{
   if (size_B < sizeof *b)
      return false;
   memcpy(b, data, sizeof *b);
   b->dw = NULL;
   size_t code_B = size_B - sizeof *b;
   if (code_B / 4 != b->num_dw || code_B % 4 || b->num_params > ARRAY_SIZE(b->params))
      return false;
   b->dw = malloc(code_B + 4);
   if (!b->dw)
      return false;
   memcpy(b->dw, (const uint8_t *)data + sizeof *b, code_B);
   return true;
}
