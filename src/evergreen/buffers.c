/* SPDX-License-Identifier: MIT
 *
 * Evergreen, Northern Islands: the resource words of a buffer.
 */
#include <string.h>

#include "evergreen/eg_priv.h"

void
eg_encode_buffer(uint64_t address, uint32_t size_B, uint32_t stride_B, uint32_t *word)
{
   memset(word, 0, 8 * sizeof *word);
   word[0] = EG_SQ_VTX_CONSTANT_WORD0(.VALUE = (uint32_t)address);
   word[1] = EG_SQ_VTX_CONSTANT_WORD1(.VALUE = size_B - 1);
   word[2] = EG_SQ_VTX_CONSTANT_WORD2(.BASE_ADDRESS_HI = (uint32_t)(address >> 32), .STRIDE = stride_B);
   word[3] = EG_SQ_VTX_CONSTANT_WORD3(.DST_SEL_X = 0, .DST_SEL_Y = 1, .DST_SEL_Z = 2, .DST_SEL_W = 3);
   word[7] = EG_SQ_VTX_CONSTANT_WORD7(.TYPE = 3);
}
