/* SPDX-License-Identifier: MIT
 *
 * The rules of strict hardware for R300 to R500. docs/strict.md has this table, and a test compares the two.
 */
#include "emulator/r300/strict/strict.h"

/* clang-format off */
const struct r300_rule r300_rules[R300_RULES] = {
   [R300_RULE_RT1] = {"RT1", "TX_INVALTAGS is written before the first texture of a stream is sampled, and again before memory is sampled that "
                      "was drawn to since", "Mesa r300 r300_emit.c, r300_emit_texture_cache_inval"},
   [R300_RULE_RT2] = {"RT2", "colours are sampled after RB3D_DSTCACHE_CTLSTAT has flushed them", "Mesa r300 r300_emit.c, r300_emit_gpu_flush"},
   [R300_RULE_RT3] = {"RT3", "depth is sampled after ZB_ZCACHE_CTLSTAT has flushed it", "Mesa r300 r300_emit.c, r300_emit_gpu_flush"},
   [R300_RULE_RT4] = {"RT4", "HiZ rejects nothing that the tests would not: its bounds were cleared and hold, are about the test, and neither depth from the shader "
                      "nor stencil behind a failed test is wanted", "Mesa r300 r300_hyperz.c, r300_hiz_allowed"},
   [R300_RULE_RS1] = {"RS1", "registers that are not pipelined (GB_AA_CONFIG, RB3D_COLOROFFSET, RB3D_COLORPITCH, RB3D_CCTL, RB3D_AARESOLVE_*, "
                      "ZB_DEPTHOFFSET, ZB_DEPTHPITCH, ZB_FORMAT) change only behind a flush of both caches", "Mesa r300 r300_context.h, unpipelined state"},
   [R300_RULE_RS2] = {"RS2", "VAP_VSM_VTX_ASSM names the vectors that VAP_OUT_VTX_FMT_0 and _1 have, else it hangs", "measured by others on an RS485M"},
   [R300_RULE_RS3] = {"RS3", "VAP_PVS_STATE_FLUSH_REG is written between a draw and a change of the vertex shader's memory",
                      "Mesa r300 r300_emit.c, r300_emit_pvs_flush"},
   [R300_RULE_RR1] = {"RR1", "a draw depends on no register that its stream has not written", "no register keeps its value between streams: another process' may run in between"},
   [R300_RULE_RU1] = {"RU1", "R500: a pixel shader touches what a lookup writes only from an instruction on that waits for the semaphore which that lookup, or "
                      "one behind it, has taken", "AMD's US instruction word, TEX_SEM_WAIT; US_TEX_INST.TEX_SEM_ACQUIRE"},
   [R300_RULE_RU2] = {"RU2", "R500: what an ALU instruction subtracts before or derives was not written by the one before it, unless that has a NOP",
                      "AMD's US instruction word, NOP"},
   [R300_RULE_RU3] = {"RU3", "R500: a pixel shader ends with an output that waits for the semaphore", "Mesa r300 r500_fragprog_emit.c"},
   [R300_RULE_RU4] = {"RU4", "a shader has opcodes and bits that exist, keeps read ports and nodes, and jumps within itself (src/isa/r300/validate.h)",
                      "AMD's R5xx register reference and US instruction word; Mesa r300's compiler"},
};
/* clang-format on */
