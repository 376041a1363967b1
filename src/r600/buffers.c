/* SPDX-License-Identifier: MIT
 *
 * R6xx/R7xx: the resource words of a buffer.
 */
#include <string.h>

#include "r600/r600_priv.h"

void
r600_encode_buffer(uint64_t address, uint32_t size_B, uint32_t stride_B, uint32_t *word)
{
   memset(word, 0, DB_R6_RESOURCE_STRIDE_B);
   word[0] = R6_SQ_VTX_CONSTANT_WORD0(.BASE_ADDRESS = (uint32_t)address);
   word[1] = R6_SQ_VTX_CONSTANT_WORD1(.SIZE = size_B - 1);
   word[2] = R6_SQ_VTX_CONSTANT_WORD2(.BASE_ADDRESS_HI = (uint32_t)(address >> 32), .STRIDE = stride_B);
   word[6] = R6_SQ_VTX_CONSTANT_WORD6(.TYPE = 3);
}
