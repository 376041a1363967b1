/* SPDX-License-Identifier: MIT
 *
 * The stream checker on packets, registers and relocations. Each case is a stream that keeps or breaks one
 * rule.
 */
#include "check_fixture.h"

static void
missing_nop_at_end(struct stream *s)
{
   ctx(s, R6_SQ_PGM_START_PS_OFFSET, 0);
}

static void
missing_nop_other_packet(struct stream *s)
{
   ctx(s, R6_SQ_PGM_START_PS_OFFSET, 0);
   PACKET(s, DB_PKT3_NUM_INSTANCES, 1);
}

static void
nop_beyond_list(struct stream *s)
{
   ctx(s, R6_SQ_PGM_START_PS_OFFSET, 0);
   nop_reloc(s, 3);
}

static void
nop_not_of_four(struct stream *s)
{
   ctx(s, R6_SQ_PGM_START_PS_OFFSET, 0);
   put(s, 0xC0001000);
   put(s, 2);
}

static void
stray_nop(struct stream *s)
{
   nop_reloc(s, 77); /* nobody asks for it: payload */
}

static void
forbidden_config(struct stream *s)
{
   config(s, 0x8010, 0);
}

static void
forbidden_context(struct stream *s)
{
   ctx(s, R6_VGT_OUT_DEALLOC_CNTL_OFFSET, 16);
}

static void
window_overrun(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_CONTEXT_REG, 0x3ff, 0, 0);
}

static void
window_high_bits(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_CONTEXT_REG, 0x10000, 0);
}

static void
truncated(struct stream *s)
{
   PACKET(s, DB_PKT3_DRAW_INDEX_AUTO, 3, 2);
   s->n--;
}

static void
short_packet(struct stream *s)
{
   PACKET(s, DB_PKT3_DRAW_INDEX_AUTO, 3);
}

static void
long_packet(struct stream *s)
{
   PACKET(s, DB_PKT3_NUM_INSTANCES, 1, 1);
}

static void
type0(struct stream *s)
{
   put(s, 0x2000);
   put(s, 0);
}

static void
unknown_opcode(struct stream *s)
{
   PACKET(s, 0x19, 0);
}

static void
kernel_only_packet(struct stream *s)
{
   PACKET(s, DB_PKT3_INDIRECT_BUFFER, 0, 0, 0);
}

static void
event_two_dwords(struct stream *s)
{
   PACKET(s, DB_PKT3_EVENT_WRITE, DB_EVENT_ZPASS_DONE | 1 << 8, 0);
}

static void
event_outside(struct stream *s)
{
   PACKET(s, DB_PKT3_EVENT_WRITE, DB_EVENT_ZPASS_DONE | 1 << 8, 256, 0);
   nop_reloc(s, 2);
}

static void
mem_write_unaligned(struct stream *s)
{
   PACKET(s, DB_PKT3_MEM_WRITE, 4, 0, 1, 2);
   nop_reloc(s, 2);
}

static void
dma_source_outside(struct stream *s)
{
   PACKET(s, DB_PKT3_CP_DMA, 0, 0, 0, 0, 260);
   nop_reloc(s, 2);
   nop_reloc(s, 1);
}

static void
dma_registers(struct stream *s)
{
   PACKET(s, DB_PKT3_CP_DMA, 0, 0, 0, 0, 4 | 1u << 26);
   nop_reloc(s, 2);
   nop_reloc(s, 1);
}

static void
dma_destination_outside(struct stream *s)
{
   PACKET(s, DB_PKT3_CP_DMA, 0, 0, 0, 0, 260);
   nop_reloc(s, 1);
   nop_reloc(s, 2);
}

static void
dma_fixed_address(struct stream *s)
{
   PACKET(s, DB_PKT3_CP_DMA, 0, 0, 0, 0, 4 | 1u << 29);
   nop_reloc(s, 1);
   nop_reloc(s, 1);
}

static void
dma_fill_odd(struct stream *s)
{
   PACKET(s, DB_PKT3_CP_DMA, 0, 2u << 29, 0, 0, 6);
   nop_reloc(s, 1);
}

static void
dma_share(struct stream *s)
{
   PACKET(s, DB_PKT3_CP_DMA, 0, 1u << 29, 0, 0, 4);
   nop_reloc(s, 1);
}

static void
index_buffer_outside(struct stream *s)
{
   r6_target(s, 7, 63, 2, 26);
   PACKET(s, DB_PKT3_DRAW_INDEX, 257, 0, 3, 0);
   nop_reloc(s, 2);
}

static void
index_buffer_no_nop(struct stream *s)
{
   r6_target(s, 7, 63, 2, 26);
   PACKET(s, DB_PKT3_DRAW_INDEX, 0, 0, 3, 0);
}

static void
eg_index_base_no_nop(struct stream *s)
{
   PACKET(s, DB_PKT3_INDEX_BASE, 0, 0);
}

static void
predication_3(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_PREDICATION, 0, 3 << 16);
   nop_reloc(s, 1);
}

static void
predication_off(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_PREDICATION, 0, 0);
}

static void
predication_no_nop(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_PREDICATION, 0, 1 << 16);
}

static void
wait_memory_outside(struct stream *s)
{
   PACKET(s, DB_PKT3_WAIT_REG_MEM, 3 | 1 << 4, 256, 0, 0, 0, 4);
   nop_reloc(s, 2);
}

static void
copy_from_forbidden(struct stream *s)
{
   PACKET(s, DB_PKT3_COPY_DW, 2, 0x8010 / 4, 0, 0, 0);
   nop_reloc(s, 1);
}

static void
copy_to_forbidden(struct stream *s)
{
   PACKET(s, DB_PKT3_COPY_DW, 1, 0, 0, 0x8010 / 4, 0);
   nop_reloc(s, 1);
}

static void
set_base_0(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_BASE, 0, 0, 0);
   nop_reloc(s, 1);
}

static void
append_count_register(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_APPEND_CNT, (0x72Cu / 4) << 16 | 1, 0, 0);
   nop_reloc(s, 1);
}

static void
bool_constants_outside(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_BOOL_CONST, 6, 0);
}

static void
loop_constants_outside(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_LOOP_CONST, 0x60, 0);
}

static void
alu_constants_outside(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_ALU_CONST, 0x800, 0);
}

static void
full_sync(struct stream *s)
{
   PACKET(s, DB_PKT3_SURFACE_SYNC, 1 << 23, 0xffffffff, 0, 10);
}

static void
partial_sync_no_nop(struct stream *s)
{
   PACKET(s, DB_PKT3_SURFACE_SYNC, 1 << 23, 4, 0, 10);
}

static void
wait_register_pfp(struct stream *s)
{
   PACKET(s, DB_PKT3_WAIT_REG_MEM, 3 | 1 << 8, 0x2000, 0, 0, 0, 4);
}

static void
cm_eqaa(struct stream *s)
{
   ctx(s, 0x28804, 0);
}

static void
surface_base_update(struct stream *s)
{
   PACKET(s, DB_PKT3_SURFACE_BASE_UPDATE, 2);
}

static void
start_3d(struct stream *s)
{
   PACKET(s, DB_PKT3_START_3D_CMDBUF, 0);
}

static void
draw_offset_2(struct stream *s)
{
   PACKET(s, DB_PKT3_DRAW_INDEX_OFFSET_2, 3, 0, 3, 0);
}

static void
indirect_without_base(struct stream *s)
{
   PACKET(s, DB_PKT3_DRAW_INDIRECT, 0, 2);
}

static void
indirect_outside(struct stream *s)
{
   eg_target(s, 7, 63, 2, 26);
   PACKET(s, DB_PKT3_SET_BASE, 1, 0, 0);
   nop_reloc(s, 2);
   PACKET(s, DB_PKT3_DRAW_INDIRECT, 244, 2);
}

/* Registers that the kernel knows, and still neither reads nor writes for users. */
static void
fbuf_ring(struct stream *s)
{
   config(s, 0x8C70, 0); /* SQ_FBUF_RING_BASE */
   nop_reloc(s, 1);
}

static void
reduction_ring(struct stream *s)
{
   config(s, 0x8C78, 0); /* SQ_REDUC_RING_BASE */
   nop_reloc(s, 1);
}

static void
constants_without_window(struct stream *s)
{
   config(s, R6_SQ_CONFIG_OFFSET, 0);
   alu_constants_outside(s);
}

static void
copy_to_examined(struct stream *s)
{
   PACKET(s, DB_PKT3_COPY_DW, 1, 0, 0, R6_SX_MISC_OFFSET / 4, 0);
   nop_reloc(s, 1);
}

static void
preamble_control(struct stream *s)
{
   PACKET(s, DB_PKT3_PREAMBLE_CNTL, 0);
}

static void
mode_control(struct stream *s)
{
   PACKET(s, DB_PKT3_MODE_CONTROL, 0);
}

static void
const_memory_base(struct stream *s)
{
   config(s, EG_SQ_CONST_MEM_BASE_OFFSET, 0x123);
}

static void
tessellation_ring_size(struct stream *s)
{
   config(s, 0x8988, 1);
}

static void
off_chip_base(struct stream *s)
{
   config(s, 0x89B4, 0);
}

static void
coherent_base(struct stream *s)
{
   config(s, EG_CP_COHER_BASE_OFFSET, 0);
}

static void
append_count(struct stream *s, uint32_t reg, uint32_t source)
{
   PACKET(s, DB_PKT3_SET_APPEND_CNT, (reg - 0x28000) / 4 << 16 | source, 0, 0);
   if (s->chip->gen < DB_CAYMAN)
      nop_reloc(s, 1);
}

static void
append_count_first(struct stream *s)
{
   append_count(s, 0x2872C, 3);
}

static void
append_count_last(struct stream *s)
{
   append_count(s, 0x28758, 3);
}

static void
append_count_before(struct stream *s)
{
   append_count(s, 0x28728, 3);
}

static void
append_count_behind(struct stream *s)
{
   append_count(s, 0x2875C, 3);
}

static void
va_set_base_0(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_BASE, 0, 0, 0);
}

static void
va_fill_odd(struct stream *s)
{
   PACKET(s, DB_PKT3_CP_DMA, 0, 2u << 29, 0, 0, 6);
}

/* The kernel takes the bit that says "to memory" for "to a register". */
static void
va_copy_to_register(struct stream *s)
{
   PACKET(s, DB_PKT3_COPY_DW, 1, 0, 0, 0x8010 / 4, 0);
}

static void
va_copy_to_memory(struct stream *s)
{
   PACKET(s, DB_PKT3_COPY_DW, 3, 0, 0, 0x28000 / 4, 0);
}

static void
va_copy_to_low_memory(struct stream *s)
{
   PACKET(s, DB_PKT3_COPY_DW, 3, 0, 0, 0x8010 / 4, 0);
}

static void
va_conditional_write(struct stream *s)
{
   PACKET(s, DB_PKT3_COND_WRITE, 0x100, 0, 0, 0, 0, 0x8010 / 4, 0, 0);
}

static void
va_many_registers(struct stream *s)
{
   PACKET(s, DB_PKT3_CP_DMA, 0, 0, 0x28000, 0, 0x1ffffc | 1u << 27);
}

static void
va_registers_wrap(struct stream *s)
{
   PACKET(s, DB_PKT3_CP_DMA, 0, 0, 0xfffffff0, 0, 0x1ffffc | 1u << 27);
}

static void
va_alu_const(struct stream *s)
{
   PACKET(s, DB_PKT3_SET_ALU_CONST, 0, 0);
}

static const struct test_case cases[] = {
   {"DMA to outside",               "RV770",   dma_destination_outside,  "the copy's destination: 260 bytes at byte 0"      },
   {"DMA fixed address",            "RV770",   dma_fixed_address,        "keeps an address of memory fixed"                 },
   {"DMA fill",                     "CYPRESS", dma_fill_odd,             "moves 6 bytes"                                    },
   {"DMA from GDS",                 "CYPRESS", dma_share,                "the copy's source is nothing that can be copied"  },
   {"index buffer outside",         "RV770",   index_buffer_outside,     "the index buffer: 0 bytes at byte 257"            },
   {"index buffer",                 "RV770",   index_buffer_no_nop,      "the index buffer needs a relocation"              },
   {"index base",                   "CYPRESS", eg_index_base_no_nop,     "the index buffer needs a relocation"              },
   {"predication 3",                "RV770",   predication_3,            "predication operation 3 does not exist"           },
   {"predication off",              "RV770",   predication_off,          NULL                                               },
   {"predication",                  "RV770",   predication_no_nop,       "the predicate needs a relocation"                 },
   {"wait outside",                 "CYPRESS", wait_memory_outside,      "the polled address: 4 bytes at byte 256"          },
   {"copy from register",           "RV770",   copy_from_forbidden,      "may not touch register GRBM_STATUS"               },
   {"copy to register",             "CYPRESS", copy_to_forbidden,        "may not touch register"                           },
   {"base 0",                       "CYPRESS", set_base_0,               "sets base 0"                                      },
   {"append count",                 "CYPRESS", append_count_register,    "from elsewhere than memory"                       },
   {"bool constants",               "CYPRESS", bool_constants_outside,   "outside of the window"                            },
   {"loop constants",               "RV770",   loop_constants_outside,   "outside of the window"                            },
   {"ALU constants",                "RV770",   alu_constants_outside,    "outside of the window"                            },
   {"DB_EQAA on Cypress",           "CYPRESS", cm_eqaa,                  "may not be written"                               },
   {"no NOP: end",                  "RV770",   missing_nop_at_end,       "SQ_PGM_START_PS needs a relocation NOP at dword 3"},
   {"no NOP: other packet",         "RV770",   missing_nop_other_packet, "needs a relocation NOP"                           },
   {"NOP beyond list",              "RV770",   nop_beyond_list,          "relocation 12 is not in the list of 3 buffers"    },
   {"NOP odd",                      "RV770",   nop_not_of_four,          "relocation 2 is not in the list"                  },
   {"stray NOP",                    "RV770",   stray_nop,                NULL                                               },
   {"forbidden config",             "RV770",   forbidden_config,         "GRBM_STATUS may not be written"                   },
   {"forbidden context",            "RV770",   forbidden_context,        "VGT_OUT_DEALLOC_CNTL may not be written"          },
   {"window overrun",               "RV770",   window_overrun,           "outside of the window 0x28000..0x29000"           },
   {"window high bits",             "RV770",   window_high_bits,         "outside of the window"                            },
   {"truncated",                    "RV770",   truncated,                "needs 2 body dwords, but the stream ends after 1" },
   {"short packet",                 "RV770",   short_packet,             "DRAW_INDEX_AUTO has 1 body dwords instead of 2"   },
   {"long packet",                  "RV770",   long_packet,              "NUM_INSTANCES has 2 body dwords instead of 1"     },
   {"type 0",                       "RV770",   type0,                    "type-0 packet"                                    },
   {"unknown opcode",               "RV770",   unknown_opcode,           "opcode 0x19 is no packet of RV770"                },
   {"kernel's packet",              "RV770",   kernel_only_packet,       "INDIRECT_BUFFER is not for users' streams"        },
   {"fillers",                      "RV770",   fillers,                  NULL                                               },
   {"event length",                 "RV770",   event_two_dwords,         "2 body dwords instead of 1 or 3"                  },
   {"event outside",                "CYPRESS", event_outside,            "8 bytes at byte 256 do not fit in a buffer of 256"},
   {"MEM_WRITE alignment",          "CYPRESS", mem_write_unaligned,      "not aligned to 8 bytes"                           },
   {"DMA outside",                  "RV770",   dma_source_outside,       "the copy's source: 260 bytes at byte 0"           },
   {"DMA registers",                "CYPRESS", dma_registers,            "copies from or to registers"                      },
   {"full sync",                    "RV770",   full_sync,                NULL                                               },
   {"partial sync",                 "RV770",   partial_sync_no_nop,      "the synchronised range needs a relocation"        },
   {"PFP waits for register",       "RV770",   wait_register_pfp,        "PFP cannot wait"                                  },
   {"SURFACE_BASE_UPDATE on RV670", "RV670",   surface_base_update,      NULL                                               },
   {"SURFACE_BASE_UPDATE on R600",  "R600",    surface_base_update,      "is not for R600"                                  },
   {"SURFACE_BASE_UPDATE on RV770", "RV770",   surface_base_update,      "no packet of RV770"                               },
   {"START_3D_CMDBUF on R600",      "R600",    start_3d,                 NULL                                               },
   {"START_3D_CMDBUF on RV770",     "RV770",   start_3d,                 "no packet of RV770"                               },
   {"DRAW_INDEX_OFFSET_2 on RV770", "RV770",   draw_offset_2,            "is not for R6xx and R7xx"                         },
   {"indirect without base",        "CYPRESS", indirect_without_base,    "of 0 bytes"                                       },
   {"indirect outside",             "CYPRESS", indirect_outside,         "arguments end at byte 260"                        },
   {"FBUF ring",                    "RV770",   fbuf_ring,                "may not be written"                               },
   {"reduction ring",               "RV770",   reduction_ring,           "may not be written"                               },
   {"ALU constants of DX10",        "RV770",   constants_without_window, NULL                                               },
   {"copy to an examined register", "RV770",   copy_to_examined,         "may not touch register SX_MISC"                   },
   {"PREAMBLE_CNTL",                "CYPRESS", preamble_control,         "is not for users' streams"                        },
   {"MODE_CONTROL",                 "CYPRESS", mode_control,             "is not for users' streams"                        },
   {"constant memory",              "CYPRESS", const_memory_base,        NULL                                               },
   {"tessellation ring",            "CYPRESS", tessellation_ring_size,   NULL                                               },
   {"append count, first",          "CYPRESS", append_count_first,       NULL                                               },
   {"append count, last",           "CYPRESS", append_count_last,        NULL                                               },
   {"append count, before",         "CYPRESS", append_count_before,      "register 0x28728 is no append count"              },
   {"append count, behind",         "CYPRESS", append_count_behind,      "register 0x2875C is no append count"              },
   {"VA: append count",             "CAYMAN",  append_count_last,        NULL                                               },
   {"VA: append count, behind",     "CAYMAN",  append_count_behind,      "is no append count"                               },
   {"VA: PREAMBLE_CNTL",            "CAYMAN",  preamble_control,         "is not for users' streams"                        },
   {"VA: MODE_CONTROL",             "CAYMAN",  mode_control,             NULL                                               },
   {"VA: base 0",                   "CAYMAN",  va_set_base_0,            "sets base 0"                                      },
   {"VA: DMA fill",                 "CAYMAN",  va_fill_odd,              "moves 6 bytes"                                    },
   {"VA: copy to register",         "CAYMAN",  va_copy_to_register,      NULL                                               },
   {"VA: copy to memory",           "CAYMAN",  va_copy_to_memory,        NULL                                               },
   {"VA: copy to low memory",       "CAYMAN",  va_copy_to_low_memory,    "GRBM_STATUS may not be written"                   },
   {"VA: conditional write",        "CAYMAN",  va_conditional_write,     "GRBM_STATUS may not be written"                   },
   {"VA: many registers",           "CAYMAN",  va_many_registers,        NULL                                               },
   {"VA: registers around",         "CAYMAN",  va_registers_wrap,        "may not be written"                               },
   {"off-chip base",                "CYPRESS", off_chip_base,            "may not be written"                               },
   {"VA: off-chip base",            "CAYMAN",  off_chip_base,            NULL                                               },
   {"VA: coherent base",            "CAYMAN",  coherent_base,            "may not be written"                               },
   {"VA: ALU constants",            "CAYMAN",  va_alu_const,             "refused with virtual memory"                      },
   {"VA: no NOPs",                  "CAYMAN",  va_no_nops,               NULL                                               },
   {"VA: forbidden config",         "CAYMAN",  forbidden_config,         "GRBM_STATUS may not be written"                   },
};

CHECK_CASES_MAIN
