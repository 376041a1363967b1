/* SPDX-License-Identifier: MIT
 *
 * CP: packets to registers, memory, events and draws; and the asynchronous DMA ring.
 */
#ifndef EMULATOR_TERASCALE_CP_CP_H
#define EMULATOR_TERASCALE_CP_CP_H

#include <stdbool.h>
#include <stdint.h>

struct front;

/** How a generation's registers differ, as data. Byte offsets as in the generated headers. */
struct front_window {
   uint32_t base, end; /* offsets of the SET_* window */
   uint32_t *store;    /* where its dwords live */
};

enum front_set {
   FRONT_SET_CONFIG,
   FRONT_SET_CONTEXT,
   FRONT_SET_ALU_CONST,
   FRONT_SET_BOOL_CONST,
   FRONT_SET_LOOP_CONST,
   FRONT_SET_RESOURCE,
   FRONT_SET_SAMPLER,
   FRONT_SET_CTL_CONST,
   FRONT_NUM_SETS
};

/* cp/regs.c */
void cp_regs_init(struct front *f);
bool cp_set_regs(struct front *f, enum front_set set, const uint32_t *body, uint32_t n);
/** Executes the packets from \p at on that only set context registers, most of a stream, and NOPs between them, as packet3() would
 * without strict mode. Returns where the first other one stands, or one with something wrong. */
uint32_t cp_run_context(struct front *f, const uint32_t *dw, uint32_t at, uint32_t ndw);
uint32_t cp_read_reg(struct front *f, uint32_t offset, bool *ok);
/** Writes one register by byte offset wherever it lives; false if no window has it. */
bool cp_write_reg(struct front *f, uint32_t offset, uint32_t value);

/* cp/packets.c */
bool cp_run(struct front *f, const uint32_t *dw, uint32_t ndw);

/* cp/ring_dma.c: the asynchronous DMA ring */
bool cp_run_dma(struct front *f, const uint32_t *dw, uint32_t ndw);

/* cp/draw.c, cp/mem.c: packet handlers; body has n dwords */
#define CP_HANDLER(name) bool name(struct front *f, const uint32_t *body, uint32_t n)
CP_HANDLER(cp_draw_index);
CP_HANDLER(cp_draw_index_2);
CP_HANDLER(cp_draw_index_auto);
CP_HANDLER(cp_draw_index_immd);
CP_HANDLER(cp_draw_index_immd_be_or_offset);
CP_HANDLER(cp_draw_index_offset_2);
CP_HANDLER(cp_index_base);
CP_HANDLER(cp_index_buffer_size);
CP_HANDLER(cp_index_type);
CP_HANDLER(cp_num_instances);
CP_HANDLER(cp_mem_write);
CP_HANDLER(cp_event_write);
CP_HANDLER(cp_event_write_eop);
CP_HANDLER(cp_event_write_eos);
CP_HANDLER(cp_wait_reg_mem);
CP_HANDLER(cp_copy_dw);
CP_HANDLER(cp_dma);
CP_HANDLER(cp_set_predication);
CP_HANDLER(cp_strmout_buffer_update);
/** Two dwords of a packet as an address: 40 bits. */
static inline uint64_t
cp_address(uint32_t lo, uint32_t hi)
{
   return lo | (uint64_t)(hi & 0xff) << 32;
}

/** Host pointer for an access by CP, after pending bins were dealt with; NULL with an error set. */
void *cp_mem(struct front *f, uint64_t addr, uint64_t size_B, bool write, const char *what);

CP_HANDLER(cp_strmout_base_update);

#endif
