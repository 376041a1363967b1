/* SPDX-License-Identifier: MIT
 *
 * Strict hardware: caches that know nothing of each other. A model of who holds what of memory, at the grain of
 * surfaces and buffers; it knows neither registers nor packets (memory_packets.c, memory_draw.c do).
 *
 * What a writer wrote is *pending* until its cache has been told to flush and somebody has waited for that; nobody else
 * may read or write it until then. What a cache of a reader was asked for it *holds* until it is invalidated; what of
 * that changes in memory meanwhile is *stale* there. Shaders that nobody waited for may still be reading what they were
 * given. Ranges are bytes of GPU memory. The tables are bounded: what falls out of them is believed to be in order.
 *
 * Sources: "Radeon Evergreen/Northern Islands Acceleration" chapters 8 and 9.6; R6xx/R7xx 3D Register Reference Guide,
 * VGT_EVENT_INITIATOR; what Mesa's r600 does before it reads what it wrote, and what the radeon kernel driver adds
 * behind each stream.
 */
#ifndef EMULATOR_TERASCALE_STRICT_MEMORY_H
#define EMULATOR_TERASCALE_STRICT_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

enum memory_client {
   /* write-back caches, and the one engine beside the pipeline */
   MEMORY_CB,
   MEMORY_CB_META, /* CMASK, FMASK */
   MEMORY_DB,
   MEMORY_DB_META, /* HTILE */
   MEMORY_SMX,     /* scratch */
   MEMORY_STRMOUT,
   MEMORY_CP_DMA,
   /* read-only caches */
   MEMORY_TC,
   MEMORY_VC,
   MEMORY_CONST, /* constant buffers that kcache locks; SH_ACTION invalidates these two */
   MEMORY_CODE,
   /* without a cache */
   MEMORY_CP,
   MEMORY_VGT, /* indices */
   MEMORY_CLIENTS,
   MEMORY_FIRST_READER = MEMORY_TC
};
enum {
   MEMORY_READERS = MEMORY_CODE - MEMORY_TC + 1,
   MEMORY_TARGETS = 1 << MEMORY_CB | 1 << MEMORY_DB, /* masks of clients */
   MEMORY_META = 1 << MEMORY_CB_META | 1 << MEMORY_DB_META,
   MEMORY_ALL_WRITERS = (1 << MEMORY_FIRST_READER) - 1,
   MEMORY_SH = 1 << MEMORY_CONST | 1 << MEMORY_CODE,
   MEMORY_ALL_READERS = MEMORY_SH | 1 << MEMORY_TC | 1 << MEMORY_VC
};

enum memory_fault {
   MEMORY_READS_PENDING, /* what another client has not written back */
   MEMORY_READS_STALE,   /* out of a cache that has not been invalidated since memory changed */
   MEMORY_TWO_WRITERS,   /* writes what another client has not written back */
   MEMORY_STILL_READ,    /* writes what shaders that nobody waited for may be reading */
   MEMORY_ENDS_PENDING,  /* the stream ends, and nobody waited for a writer's cache */
   MEMORY_FAULTS
};

struct memory_range {
   uint64_t addr, end;
};

/** A piece of memory that a client wrote. */
struct memory_written {
   struct memory_range at;
   uint8_t client; /* enum memory_client */
   bool flushing;  /* pending: its cache was told, nobody has waited yet */
   /* in memory: readers whose cache holds what was there before, a bit each from MEMORY_TC on */
   uint8_t stale;
   uint8_t *before; /* what was there before, owned; NULL: not kept */
};

enum { MEMORY_MAX_PENDING = 256, MEMORY_MAX_CHANGED = 256, MEMORY_MAX_READS = 1024 };

/** What shaders or caches were asked for. */
struct memory_read {
   struct memory_range at;
   uint32_t held; /* memory_model::invalidated of the client when it was read; another now: it is not held */
   uint32_t wave; /* memory_model::waited when it was read; the same now: shaders may still read it */
   uint8_t client;
   bool used;
};

struct memory_model {
   /** Called for each fault; \p written is NULL where no other client's write is concerned. */
   void (*fault)(void *data, enum memory_fault fault, enum memory_client who, struct memory_range at,
                 const struct memory_written *written);
   /** Called before a client writes a range for the first time since it was last in memory; returns a copy of it that
    * free() frees, or NULL. */
   uint8_t *(*keep)(void *data, struct memory_range at);
   void *data;

   struct memory_written pending[MEMORY_MAX_PENDING], changed[MEMORY_MAX_CHANGED];
   unsigned num_pending, num_changed;
   struct memory_read read[MEMORY_MAX_READS]; /* by a hash of client and range */
   uint32_t invalidated[MEMORY_READERS];      /* how often */
   uint32_t waited;                           /* how often somebody waited for all shaders */
   uint32_t changes; /* counts whatever may make the same access come out otherwise */
};

/** \p m is zeroed and has its functions. */
void memory_init(struct memory_model *m);
void memory_fini(struct memory_model *m);

/** \p who reads a range: the faults in that, then what follows from it. One draw's reads are all looked at, then its
 * writes, then its reads are noted. */
void memory_read(struct memory_model *m, enum memory_client who, struct memory_range at);
void memory_check_read(struct memory_model *m, enum memory_client who, struct memory_range at);
void memory_note_read(struct memory_model *m, enum memory_client who, struct memory_range at);
/** \p who writes a range; one without a cache (MEMORY_CP) writes to memory at once. */
void memory_write(struct memory_model *m, enum memory_client who, struct memory_range at);

/** Caches of \p writers (a bit each) begin to write back and forget. */
void memory_flush(struct memory_model *m, uint32_t writers);
/** What of \p writers' lies inside of a range and has begun to be written back is in memory. */
void memory_complete(struct memory_model *m, uint32_t writers, struct memory_range at);
/** All of \p writers' is in memory, begun or not: engines without a cache were waited for. */
void memory_finish(struct memory_model *m, uint32_t writers);
/** All shaders have run. */
void memory_wait_shaders(struct memory_model *m);
/** Caches of \p readers forget a range, but for what shaders that run may ask for again. */
void memory_invalidate(struct memory_model *m, uint32_t readers, struct memory_range at);
/** The whole of memory. */
#define MEMORY_EVERYTHING ((struct memory_range){0, UINT64_MAX})

/** Between streams: what is pending is a fault (MEMORY_ENDS_PENDING), then everything is written back and all readers
 * forget, as the kernel's fence does behind each stream; so what the CPU writes in between is seen. */
void memory_end(struct memory_model *m);
/** memory_end() without faults: the GPU was reset. */
void memory_reset(struct memory_model *m);

static inline bool
memory_overlap(struct memory_range a, struct memory_range b)
{
   return a.addr < b.end && b.addr < a.end;
}
const char *memory_client_name(enum memory_client who);

#endif
