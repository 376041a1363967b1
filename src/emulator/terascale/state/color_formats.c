/* SPDX-License-Identifier: MIT
 *
 * Colour formats and component orders (R6xx/R7xx guide, CB_COLOR0_INFO.FORMAT and COMP_SWAP; the numbers are
 * the same on all generations). Component 0 stands in the least significant bits; names list components from
 * the most significant one down.
 */
#include "emulator/terascale/state/describe.h"

const struct color_format color_formats[64] = {
   [1] = {1,  1, {8, 0, 0, 0},     false}, /* 8 */
   [2] = {1,  2, {4, 4, 0, 0},     false}, /* 4_4 */
   [3] = {1,  3, {2, 3, 3, 0},     false}, /* 3_3_2 */
   [5] = {2,  1, {16, 0, 0, 0},    false}, /* 16 */
   [6] = {2,  1, {16, 0, 0, 0},    true }, /* 16_FLOAT */
   [7] = {2,  2, {8, 8, 0, 0},     false}, /* 8_8 */
   [8] = {2,  3, {5, 6, 5, 0},     false}, /* 5_6_5 */
   [9] = {2,  3, {5, 5, 6, 0},     false}, /* 6_5_5 */
   [10] = {2,  4, {5, 5, 5, 1},     false}, /* 1_5_5_5 */
   [11] = {2,  4, {4, 4, 4, 4},     false}, /* 4_4_4_4 */
   [12] = {2,  4, {1, 5, 5, 5},     false}, /* 5_5_5_1 */
   [13] = {4,  1, {32, 0, 0, 0},    false}, /* 32 */
   [14] = {4,  1, {32, 0, 0, 0},    true }, /* 32_FLOAT */
   [15] = {4,  2, {16, 16, 0, 0},   false}, /* 16_16 */
   [16] = {4,  2, {16, 16, 0, 0},   true }, /* 16_16_FLOAT */
   [17] = {4,  2, {24, 8, 0, 0},    false}, /* 8_24 */
   [18] = {4,  2, {24, 8, 0, 0},    false}, /* 8_24_FLOAT: only copies from DB */
   [19] = {4,  2, {8, 24, 0, 0},    false}, /* 24_8 */
   [20] = {4,  2, {8, 24, 0, 0},    false}, /* 24_8_FLOAT: only copies from DB */
   [21] = {4,  3, {11, 11, 10, 0},  false}, /* 10_11_11 */
   [22] = {4,  3, {11, 11, 10, 0},  true }, /* 10_11_11_FLOAT */
   [23] = {4,  3, {10, 11, 11, 0},  false}, /* 11_11_10 */
   [24] = {4,  3, {10, 11, 11, 0},  true }, /* 11_11_10_FLOAT */
   [25] = {4,  4, {10, 10, 10, 2},  false}, /* 2_10_10_10 */
   [26] = {4,  4, {8, 8, 8, 8},     false}, /* 8_8_8_8 */
   [27] = {4,  4, {2, 10, 10, 10},  false}, /* 10_10_10_2 */
   [28] = {8,  2, {32, 32, 0, 0},   true }, /* X24_8_32_FLOAT: only copies from DB */
   [29] = {8,  2, {32, 32, 0, 0},   false}, /* 32_32 */
   [30] = {8,  2, {32, 32, 0, 0},   true }, /* 32_32_FLOAT */
   [31] = {8,  4, {16, 16, 16, 16}, false}, /* 16_16_16_16 */
   [32] = {8,  4, {16, 16, 16, 16}, true }, /* 16_16_16_16_FLOAT */
   [34] = {16, 4, {32, 32, 32, 32}, false}, /* 32_32_32_32 */
   [35] = {16, 4, {32, 32, 32, 32}, true }, /* 32_32_32_32_FLOAT */
};

enum { R, G, B, A };

const uint8_t color_swaps[4][4][4] = {
   {{R, 0, 0, 0}, {G, 0, 0, 0}, {B, 0, 0, 0}, {A, 0, 0, 0}},
   {{R, G, 0, 0}, {R, A, 0, 0}, {G, R, 0, 0}, {A, R, 0, 0}},
   {{R, G, B, 0}, {R, G, A, 0}, {B, G, R, 0}, {A, G, R, 0}},
   {{R, G, B, A}, {B, G, R, A}, {A, B, G, R}, {A, R, G, B}},
};
