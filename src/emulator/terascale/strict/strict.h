/* SPDX-License-Identifier: MIT
 *
 * Strict hardware: an emulator that is harsher than a card where the documents allow a card to be harsh. It looks at
 * every stream while it runs and says which rules of the hardware it breaks: those that an emulator with coherent
 * memory, with registers that survive and without hazards would never feel. docs/strict.md is for users.
 *
 * A rule is a row of strict_rules[] (strict/rules.c). Whoever finds it broken calls strict_report(); what then happens
 * is the mode's matter. The hooks below are called by CP and by state/ only where front::strict is not NULL, so that
 * without strict a packet costs one predictable branch. Everything happens on the thread that submits.
 *
 * The parts: strict.c (life, hooks), report.c, rules.c (the table), registers.c (what this stream has written, and
 * poison), draw_*_gen.h (state rules at draws), order.c (rules about order), program.c (shaders), memory.c (caches).
 */
#ifndef EMULATOR_TERASCALE_STRICT_STRICT_H
#define EMULATOR_TERASCALE_STRICT_STRICT_H

#include <stdbool.h>
#include <stdint.h>

#include "emulator/terascale/cp/cp.h"

struct front;
struct front_draw;
struct strict;

enum strict_mode {
   STRICT_OFF,
   STRICT_REPORT, /* says it, draws as ever */
   STRICT_FAIL,   /* and stops the stream, which counts as a reset of the GPU */
   STRICT_ACT     /* and does what hardware would do, where the emulator can */
};

enum strict_severity {
   STRICT_FAULT,  /* a document or a driver that runs on cards says what happens: wrong pixels, or a hang */
   STRICT_REMARK, /* no card is known to mind; said, and never stops a stream */
};

enum strict_rule_id {
   STRICT_S1,
   STRICT_S2,
   STRICT_S3A,
   STRICT_S3B,
   STRICT_S3C,
   STRICT_S3D,
   STRICT_S3E,
   STRICT_S4,
   STRICT_S5,
   STRICT_S6,
   STRICT_S7,
   STRICT_S8,
   STRICT_S9,
   STRICT_S10,
   STRICT_S11,
   STRICT_S12,
   STRICT_S13,
   STRICT_S16A,
   STRICT_S16B,
   STRICT_S17,
   STRICT_S18A,
   STRICT_S18B,
   STRICT_S19,
   STRICT_S20,
   STRICT_S21,
   STRICT_S22,
   STRICT_X1,
   STRICT_X2,
   STRICT_X3,
   STRICT_X4,
   STRICT_X7,
   STRICT_X8,
   STRICT_X10,
   STRICT_R1,
   STRICT_R2,
   STRICT_R3,
   STRICT_R4,
   STRICT_M1,
   STRICT_M2,
   STRICT_M3,
   STRICT_M4,
   STRICT_M5,
   STRICT_M6,
   STRICT_M7,
   STRICT_M8,
   STRICT_M9,
   STRICT_RULES /* how many */
};

struct strict_rule {
   const char *id;   /* "S1" */
   uint8_t gens;     /* a bit per enum db_gen: where it holds */
   uint8_t severity; /* enum strict_severity */
   const char *text; /* what has to be, one short sentence */
   const char *source;
};
extern const struct strict_rule strict_rules[STRICT_RULES];

/** "report", "fail", "act"; NULL and "" are off. False: there is no such mode. */
bool strict_mode_parse(const char *name, enum strict_mode *mode);

/** NULL: out of memory. \p exit_fails: once a fault has stopped a stream, the process ends with a failure, so that
 * no test passes that survived the reset. \p mode is not STRICT_OFF. */
struct strict *strict_create(struct front *f, enum strict_mode mode, bool exit_fails);
void strict_destroy(struct strict *s); /* NULL is fine */

/* ---- hooks ---- */

/** A stream of the GFX ring begins, or has come to its end and is drawn. */
void strict_stream_begin(struct front *f);
void strict_stream_end(struct front *f);
/** A packet with \p n dwords of body is about to be executed. False: the stream stops. */
bool strict_packet(struct front *f, unsigned op, const uint32_t *body, uint32_t n);
/** Dwords [first, first + count) of a window were written by a packet. */
void strict_registers(struct front *f, enum front_set set, uint32_t first, uint32_t count);
/** Channel \p chan of a border colour was written, of sampler \p sampler of a stage (both as in emu_regs::border). */
void strict_border(struct front *f, unsigned stage, unsigned sampler, unsigned chan);
/** All context registers were given their defaults (CLEAR_STATE). */
void strict_clear_state(struct front *f);
/** What is being derived for a draw depends on a context register, by number of the dword. */
void strict_read(struct front *f, uint32_t dword);
/** A draw begins: what is derived or read from here on is for it. */
void strict_draw_begin(struct front *f);
/** The state of a draw is complete (f->bound), nothing of it is drawn yet. Behind it f->bound may be NULL, because what
 * was pending had to be drawn. */
void strict_draw(struct front *f, const struct front_draw *d);
/** The draw is on its way. */
void strict_drawn(struct front *f);
/** A fault has stopped this stream (mode fail): whoever may return an error does. */
bool strict_stopped(const struct front *f);

/* ---- rules ---- */

/** Says that rule \p rule is broken by register \p reg (byte offset; 0: by none), whose value is \p value; the
 * format is what was found, the end of a sentence. Once a process for each rule and register, counted after that. */
void strict_report(struct front *f, enum strict_rule_id rule, uint32_t reg, uint32_t value, const char *fmt,
                   ...) __attribute__((format(printf, 5, 6)));
/** strict_report() with \p key in the register's place: what else makes two reports two, such as a program's address. */
void strict_report_key(struct front *f, enum strict_rule_id rule, uint64_t key, const char *fmt, ...)
   __attribute__((format(printf, 4, 5)));
/** How often the rule was broken since strict_create(). */
uint64_t strict_count(const struct front *f, enum strict_rule_id rule);

#endif
