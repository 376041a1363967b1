/* SPDX-License-Identifier: MIT
 * The three generations that registers and instruction words of the family distinguish. Names of R300 and R400 chips begin
 * with R3_ (what R400 alone has is marked in registers-r300.xml), those of R500 with R5_, what all share with RX_. */
#ifndef DB_R300_GEN_H
#define DB_R300_GEN_H

enum r300_gen {
   R300_GEN_R300, /* R300 to RV380, RS400, RC410, RS480 */
   R300_GEN_R400, /* R420 to RV410, RS600 to RS740 */
   R300_GEN_R500, /* RV515 to RV570 */
   R300_GEN_COUNT
};

#endif
