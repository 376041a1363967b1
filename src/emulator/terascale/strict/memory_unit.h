/* SPDX-License-Identifier: MIT
 *
 * What the parts of the memory model that know the chip share: packets, draws, registers, old bytes.
 */
#ifndef EMULATOR_TERASCALE_STRICT_MEMORY_UNIT_H
#define EMULATOR_TERASCALE_STRICT_MEMORY_UNIT_H

#include "emulator/terascale/draw_state.h"
#include "emulator/terascale/strict/memory.h"
#include "emulator/terascale/strict/strict_priv.h"

/** An access of a draw. */
struct memory_access {
   struct memory_range at;
   uint8_t who; /* enum memory_client */
};
enum {
   MEMORY_DRAW_WRITES = 4 * EMU_MAX_CB + 4 + 4 + 3, /* targets, depth, stream-out, scratch */
   MEMORY_DRAW_READS = 512
};

/** A range whose old bytes a draw is to see, until it is drawn. */
struct memory_served {
   struct memory_range at;
   uint8_t *now, *old; /* what belongs there, and what stands there meanwhile; owned */
};
enum { MEMORY_MAX_SERVED = 16 };

struct strict_memory {
   struct memory_model model;
   struct front *f;

   bool pixels_busy;  /* something was drawn since the last wait for all pixels */
   bool pipe_busy;    /* and since the last wait for an idle pipe */
   bool flush_unsure; /* R6xx: the last flush was not told to an idle pipe */
   bool vgt_flushed;  /* nothing was drawn since the last VGT_FLUSH */

   /* memory_draw.c: the accesses of the last draw, and how things stood behind it */
   struct memory_access write[MEMORY_DRAW_WRITES], read[MEMORY_DRAW_READS];
   unsigned num_writes, num_reads;
   uint32_t states, changes;
   bool loop;    /* it reads what it draws to */
   bool drawing; /* they are being looked at */

   /* memory_act.c */
   struct memory_served served[MEMORY_MAX_SERVED];
   unsigned num_served;
};

/** \p act: draws that break a rule of reading see what they would on a card. NULL: out of memory. */
struct strict_memory *strict_memory_create(struct front *f, bool act);
void strict_memory_destroy(struct strict_memory *u); /* NULL is fine */

/* memory_packets.c */
/** A packet is about to be executed. */
void strict_memory_packet(struct front *f, unsigned op, const uint32_t *body, uint32_t n);
void strict_memory_begin(struct front *f);
void strict_memory_end(struct front *f);
/* memory_busy.c */
/** SET_CONFIG_REG is about to be executed: what it changes must not be in use. */
void strict_memory_config(struct front *f, const uint32_t *body, uint32_t n);
/* memory_draw.c */
/** A draw's state is bound. */
void strict_memory_draw(struct front *f, const struct front_draw *d);
/** Does the last draw read a range as well as draw to it? */
bool strict_memory_is_loop(const struct strict_memory *u, struct memory_range at);
/* memory_act.c: mode act */
/** memory_model::keep: a copy of a range. */
uint8_t *strict_memory_keep(void *front, struct memory_range at);
/** A fault was found that lets a reader see what \p written replaced. */
void strict_memory_serve(struct strict_memory *u, const struct memory_written *written);
/** Puts the old bytes in place of the new ones for the draw; front::bound is NULL then. False with an error set. */
bool strict_memory_act(struct front *f);
/** The draw is on its way: in mode act what belongs in memory comes back. */
void strict_memory_drawn(struct front *f);

#endif
