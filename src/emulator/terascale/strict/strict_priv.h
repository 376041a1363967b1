/* SPDX-License-Identifier: MIT
 *
 * Strict hardware from the inside: what its parts share.
 */
#ifndef EMULATOR_TERASCALE_STRICT_STRICT_PRIV_H
#define EMULATOR_TERASCALE_STRICT_STRICT_PRIV_H

#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/front.h"
#include "emulator/terascale/strict/strict.h"

struct strict_memory;

/** What a stream did since its beginning, or since its last draw. */
enum { STRICT_RANGES = 32, STRICT_CHECKED = 1024 };
struct strict_order {
   /* since the last draw: a bit a constant buffer, PS's from 0 on, VS's from 16 on */
   uint32_t sized, based; /* whose size, whose address was written */
   uint32_t size_alone;   /* whose size is not 0 */
   bool ps_flushed, cb_written;
   bool cube_wrap_written, sampler_behind; /* TA_CNTL_AUX, and samplers after it */
   /* since the beginning */
   bool instances_set, index_type_set;
   struct {
      uint32_t htile;
      bool precision;
   } range[STRICT_RANGES];
   unsigned num_ranges;
};

struct strict {
   enum strict_mode mode;
   bool exit_fails;
   bool stopped; /* by a fault, this stream */
   uint64_t stream,
      draw; /* which: of this emulator, from 1 on, and of the stream, from 1 on; 0 before the first */
   uint64_t count[STRICT_RULES];
   struct strict_memory *memory; /* caches: memory_unit.h */
   /* registers.c: a bit a dword of each window that this stream has written */
   uint32_t *written[FRONT_NUM_SETS];
   uint8_t border_written[EMU_BORDER_STAGES][EMU_BORDER_SAMPLERS]; /* a bit a channel */
   struct strict_order order;
   struct strict_checked {
      const void *program;
      uint32_t resources, scratch_B;
   } checked[STRICT_CHECKED]; /* programs that the validator has seen */
   struct strict_live {
      uint32_t offset; /* bytes */
      uint16_t set, dword;
   } * live; /* registers that draws depend on by db's word */
   unsigned num_live;
};

/* registers.c */
/** False: out of memory. */
bool strict_registers_init(struct front *f, struct strict *s);
void strict_registers_fini(struct strict *s);
/** Nothing is written; in mode act everything is garbage, another one each time. */
void strict_registers_begin(struct front *f);
void strict_registers_written(struct front *f, enum front_set set, uint32_t first, uint32_t count);
/** What any draw on the chip depends on. */
void strict_live_registers(struct front *f);
/** What the shaders of a draw depend on. */
void strict_shader_registers(struct front *f);
/** Nothing is rasterised: DX_RASTERIZATION_KILL, or on R6xx, which does not have it, SX_MISC.MULTIPASS. */
bool strict_draws_nothing(const struct front *f);
static inline bool
strict_is_written(const struct strict *s, enum front_set set, uint32_t dword)
{
   return s->written[set][dword / 32] >> dword % 32 & 1;
}

/* order.c */
void strict_order_begin(struct front *f);
void strict_order_packet(struct front *f, unsigned op, const uint32_t *body, uint32_t n);
void strict_order_registers(struct front *f, enum front_set set, uint32_t first, uint32_t count);
void strict_order_draw(struct front *f, const struct front_draw *d);
/** A draw with hierarchical depth at \p htile; \p clears it. */
void strict_depth_range(struct front *f, uint32_t htile, bool precision, bool clears, uint32_t reg,
                        uint32_t value);

/* program.c */
void strict_programs(struct front *f);

/* draw_r6.c, draw_eg.c, draw_cm.c: state rules, each for its generations */
void strict_draw_R6(struct front *f, const struct front_draw *d);
void strict_draw_EG(struct front *f, const struct front_draw *d);
void strict_draw_CM(struct front *f, const struct front_draw *d);

#endif
