/* SPDX-License-Identifier: MIT
 *
 * Sizes of the buffers' pixels.
 */
#include "emulator/pica200/om/om.h"

const uint8_t pica_color_bytes[PICA_COLOR_FORMATS] = {4, 3, 2, 2, 2};
const uint8_t pica_depth_bytes[4] = {2, 0, 3, 4};
