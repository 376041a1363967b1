/* SPDX-License-Identifier: MIT
 *
 * Planted faults: the driver's own streams (planted_scenes.c), each with one thing taken out - a flush, a wait, an
 * invalidation, a register of the preamble -, and strict hardware has to say so. What it says about the stream as the
 * driver sent it does not count. Prints a table: chip, what was removed, how many of its places were found, by which rules.
 * A thing that is found nowhere fails the test unless a document says that the hardware does without (harmless[]).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "db/terascale/db_print.h"
#include "db/terascale/db_tables.h"
#include "db/terascale/eg_regs.h"
#include "db/terascale/pm4.h"
#include "db/terascale/r6_regs.h"
#include "emulator/emulator.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/front.h"
#include "emulator/terascale/strict/strict.h"
#include "planted_scenes.h"
#include "emulator/terascale/public.h"

enum { NAME_B = 80, MAX_STREAMS = 512, MAX_THINGS = 2048, MAX_PLACES = 64, MAX_DW = 1 << 16 };
#define MEMORY_B (UINT64_C(1) << 30) /* rings of scratch memory are large */

/* ---- things that can go ---- */

enum how { PACKET, BITS, REGISTER };

struct place {
   const struct recorded *r;
   uint32_t at; /* of the packet */
   enum how how;
   uint32_t dword; /* of the body: where bits are, or the register's value */
   uint32_t bits;
};

struct thing {
   char name[NAME_B];
   const struct terascale_chip *chip;
   struct place place[MAX_PLACES];
   unsigned num_places, found;
   bool again; /* a register: all its streams write it again before they draw */
   char rules[48];
};

static struct thing things[MAX_THINGS];
static unsigned num_things;

static void
add(const struct recorded *r, const char *when, const char *what, struct place p, bool again)
{
   char name[NAME_B];
   snprintf(name, sizeof name, "%s: %s", when, what);
   unsigned i = 0;
   while (i < num_things && (things[i].chip != r->chip || strcmp(things[i].name, name)))
      i++;
   record_must(i < MAX_THINGS, "too many things");
   struct thing *t = &things[i];
   if (i == num_things) {
      num_things++;
      memcpy(t->name, name, sizeof name);
      t->chip = r->chip;
      t->again = true;
   }
   t->again &= again;
   p.r = r;
   if (t->num_places < MAX_PLACES)
      t->place[t->num_places++] = p;
}

static bool
is_draw(unsigned op)
{
   return op == DB_PKT3_DRAW_INDEX || op == DB_PKT3_DRAW_INDEX_2 || op == DB_PKT3_DRAW_INDEX_AUTO ||
          op == DB_PKT3_DRAW_INDEX_IMMD || op == DB_PKT3_DRAW_INDEX_OFFSET_2;
}

static void
add_sync(const struct recorded *r, const char *when, uint32_t at, const uint32_t *body)
{
   const struct {
      const char *name;
      uint32_t bits;
   } parts[] = {
      {"SURFACE_SYNC TC_ACTION",      R6_CP_COHER_CNTL(.TC_ACTION_ENA = 1)                         },
      {"SURFACE_SYNC VC_ACTION",      R6_CP_COHER_CNTL(.VC_ACTION_ENA = 1)                         },
      {"SURFACE_SYNC SH_ACTION",      R6_CP_COHER_CNTL(.SH_ACTION_ENA = 1)                         },
      {"SURFACE_SYNC CB_ACTION",      R6_CP_COHER_CNTL(.CB_ACTION_ENA = 1)                         },
      {"SURFACE_SYNC DB_ACTION",      R6_CP_COHER_CNTL(.DB_ACTION_ENA = 1)                         },
      {"SURFACE_SYNC CB bases",       0xffu << 6 | (r->chip->gen >= DB_EVERGREEN ? 0xfu << 15 : 0u)},
      {"SURFACE_SYNC DB base",        R6_CP_COHER_CNTL(.DB_DEST_BASE_ENA = 1)                      },
      {"SURFACE_SYNC DEST_BASE_0",    R6_CP_COHER_CNTL(.DEST_BASE_0_ENA = 1)                       },
      {"SURFACE_SYNC SMX_ACTION",     R6_CP_COHER_CNTL(.SMX_ACTION_ENA = 1)                        },
      {"SURFACE_SYNC FULL_CACHE_ENA", R6_CP_COHER_CNTL(.FULL_CACHE_ENA = 1)                        },
   };
   for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
      if (body[0] & parts[i].bits)
         add(r, when, parts[i].name, (struct place){.at = at, .how = BITS, .dword = 0, .bits = parts[i].bits},
             false);
}

static uint32_t
window_base(const struct terascale_chip *chip, unsigned op)
{
   const bool eg = chip->gen >= DB_EVERGREEN;
   switch (op) {
   case DB_PKT3_SET_CONFIG_REG:
      return DB_R6_CONFIG_REG_BASE;
   case DB_PKT3_SET_CONTEXT_REG:
      return DB_R6_CONTEXT_REG_BASE;
   case DB_PKT3_SET_LOOP_CONST:
      return eg ? DB_EG_LOOP_CONST_BASE : DB_R6_LOOP_CONST_BASE;
   case DB_PKT3_SET_CTL_CONST:
      return eg ? DB_EG_CTL_CONST_BASE : DB_R6_CTL_CONST_BASE;
   default:
      return 0;
   }
}

/* Is a register written between the packet at \p at and the next draw? */
static bool
is_written(const struct recorded *r, uint32_t at, uint32_t offset)
{
   for (at += 1 + DB_PKT3_BODY_DW(r->patched[at]); at < r->ndw;) {
      const uint32_t h = r->patched[at], n = DB_PKT_TYPE(h) == 3 ? DB_PKT3_BODY_DW(h) : 0;
      const uint32_t base = n ? window_base(r->chip, DB_PKT3_OP(h)) : 0;
      if (n && is_draw(DB_PKT3_OP(h)))
         return false;
      if (base && offset >= base + 4 * r->patched[at + 1] && offset < base + 4 * (r->patched[at + 1] + n - 1))
         return true;
      at += 1 + n;
   }
   return false;
}

/* Registers of a packet, one by one. */
static void
add_registers(const struct recorded *r, uint32_t at, const uint32_t *body, uint32_t n, uint32_t base)
{
   for (uint32_t k = 1; k < n; k++) {
      const uint32_t offset = base + 4 * (body[0] + k - 1);
      char name[64];
      db_reg_full_name(r->chip->gen, offset, name, sizeof name);
      add(r, "preamble", name, (struct place){.at = at, .how = REGISTER, .dword = k},
          is_written(r, at, offset));
   }
}

static bool
is_wait(const uint32_t *body, unsigned op, uint32_t n)
{
   return op == DB_PKT3_SET_CONFIG_REG && n == 2 &&
          DB_R6_CONFIG_REG_BASE + 4 * body[0] == R6_WAIT_UNTIL_OFFSET;
}

static const char before_draws[] = "before the first draw";

/* A border colour that no other comes before. All that a packet writes is one thing. */
static bool
is_border(const char *when, const uint32_t *body, unsigned op)
{
   return when == before_draws && op == DB_PKT3_SET_CONFIG_REG &&
          DB_R6_CONFIG_REG_BASE + 4 * body[0] >= EG_TD_PS_BORDER_COLOR_INDEX_OFFSET;
}

static void
find_in_packet(const struct recorded *r, const char *when, bool preamble, uint32_t at, unsigned op,
               uint32_t n)
{
   const uint32_t *body = r->patched + at + 1;
   const struct place whole = {.at = at, .how = PACKET};
   char what[64];
   if (op == DB_PKT3_EVENT_WRITE && n == 1) {
      const char *event = db_event_name(r->chip->gen, body[0] & 63);
      snprintf(what, sizeof what, "%s", event ? event : "an event");
      add(r, when, what, whole, false);
   } else if (op == DB_PKT3_SURFACE_SYNC) {
      add_sync(r, when, at, body);
   } else if (is_wait(body, op, n)) {
      add(r, when, "WAIT_UNTIL", whole, false);
   } else if (op == DB_PKT3_CP_DMA && DB_PKT3_CP_DMA_DW1_get_CP_SYNC(body[1])) {
      add(r, when, "CP_DMA CP_SYNC", (struct place){.at = at, .how = BITS, .dword = 1, .bits = 1u << 31},
          false);
   } else if (is_border(when, body, op)) {
      add(r, when, "a border colour", whole, false);
   } else if (preamble && window_base(r->chip, op)) {
      add_registers(r, at, body, n, window_base(r->chip, op));
   }
}

static uint32_t
last_draw(const struct recorded *r)
{
   uint32_t last = 0;
   for (uint32_t at = 0; at < r->ndw;) {
      const uint32_t h = r->patched[at], n = DB_PKT_TYPE(h) == 3 ? DB_PKT3_BODY_DW(h) : 0;
      if (n && is_draw(DB_PKT3_OP(h)))
         last = at;
      at += 1 + n;
   }
   return last;
}

/* The preamble ends with the first SURFACE_SYNC. */
static void
find(const struct recorded *r)
{
   const uint32_t last = last_draw(r);
   bool preamble = true, drawn = false;
   for (uint32_t at = 0; at < r->ndw;) {
      const uint32_t h = r->patched[at], n = DB_PKT_TYPE(h) == 3 ? DB_PKT3_BODY_DW(h) : 0;
      const unsigned op = n ? DB_PKT3_OP(h) : 0;
      const char *when = !drawn ? before_draws : at > last ? "at the end" : "between draws";
      if (n)
         find_in_packet(r, when, preamble, at, op, n);
      preamble = preamble && op != DB_PKT3_SURFACE_SYNC;
      drawn = drawn || is_draw(op);
      at += 1 + n;
   }
}

/* The stream without it. Returns how many dwords. */
static uint32_t
without(const struct place *p, uint32_t *out)
{
   const struct recorded *r = p->r;
   const uint32_t h = r->patched[p->at], n = DB_PKT3_BODY_DW(h), end = p->at + 1 + n;
   uint32_t at = p->at;
   record_must(r->ndw + 2 < MAX_DW, "a stream is too long");
   memcpy(out, r->patched, r->ndw * 4);
   switch (p->how) {
   case PACKET:
      out[p->at] = DB_PKT3(DB_PKT3_NOP, n);
      return r->ndw;
   case BITS:
      out[p->at + 1 + p->dword] &= ~p->bits;
      return r->ndw;
   case REGISTER:
      break;
   }
   const uint32_t *body = r->patched + p->at + 1;
   const uint32_t before = p->dword - 1, behind = n - 1 - p->dword;
   if (before) {
      out[at++] = DB_PKT3(DB_PKT3_OP(h), 1 + before);
      memcpy(out + at, body, (1 + before) * 4);
      at += 1 + before;
   }
   if (behind) {
      out[at++] = DB_PKT3(DB_PKT3_OP(h), 1 + behind);
      out[at++] = body[0] + p->dword;
      memcpy(out + at, body + 1 + p->dword, behind * 4);
      at += behind;
   }
   memcpy(out + at, r->patched + end, (r->ndw - end) * 4);
   return at + r->ndw - end;
}

/* ---- running ---- */

static struct {
   struct emulator *e;
   const struct terascale_chip *chip;
   uint8_t *memory;
} gpu;

static void
open_gpu(const struct terascale_chip *chip, const char *mode)
{
   char error[300] = "";
   if (!gpu.memory)
      gpu.memory = mmap(NULL, MEMORY_B + EMU_VRAM_SLACK_B, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
   record_must(gpu.memory != MAP_FAILED, "out of memory");
   emu_destroy(gpu.e);
   gpu.chip = chip;
   gpu.e = emu_create(&(struct emu_config){.chip = &chip->base,
                                           .ops = &terascale_emulator,
                                           .vram_B = MEMORY_B,
                                           .memory = gpu.memory,
                                           .threads = 1,
                                           .strict = mode},
                      error, sizeof error);
   record_must(gpu.e != NULL, error);
}

/* Runs a stream on the memory that it was recorded on; how often each rule was broken. False: the GPU stopped. */
static bool
run(const struct recorded *r, const uint32_t *dw, uint32_t ndw, uint64_t broken[STRICT_RULES])
{
   struct emu_error err;
   record_must(!madvise(gpu.memory, MEMORY_B, MADV_DONTNEED), "madvise fails"); /* it is zero again */
   for (uint32_t i = 0; i < r->num_pages; i++)
      memcpy(gpu.memory + r->pages[i].at_B, r->pages[i].data, RECORD_PAGE_B);
   for (unsigned k = 0; k < STRICT_RULES; k++)
      broken[k] = strict_count(emu_front(gpu.e), (enum strict_rule_id)k);
   const bool ok = emu_submit(gpu.e, dw, ndw, &err);
   for (unsigned k = 0; k < STRICT_RULES; k++)
      broken[k] = strict_count(emu_front(gpu.e), (enum strict_rule_id)k) - broken[k];
   return ok;
}

/* What strict hardware says of a stream as the driver sent it. */
static const uint64_t *
said_of(const struct recorded *r)
{
   static struct {
      const struct recorded *r;
      uint64_t broken[STRICT_RULES];
   } said[MAX_STREAMS];
   unsigned i = 0;
   while (i < MAX_STREAMS && said[i].r && said[i].r != r)
      i++;
   record_must(i < MAX_STREAMS, "too many streams");
   if (!said[i].r)
      record_must(run(r, r->patched, r->ndw, said[i].broken), "the driver's own stream stops the GPU");
   said[i].r = r;
   return said[i].broken;
}

static void
note_rule(struct thing *t, const char *id)
{
   const size_t n = strlen(t->rules);
   if (!strstr(t->rules, id) && n + strlen(id) + 2 < sizeof t->rules)
      snprintf(t->rules + n, sizeof t->rules - n, "%s%s", n ? " " : "", id);
}

/* Of a register a place where it is missed is enough; of what orders things every place is tried. */
static void
try(struct thing *t)
{
   static uint32_t dw[MAX_DW];
   for (unsigned i = 0; i < t->num_places; i++) {
      const struct place *p = &t->place[i];
      const uint64_t *plain = said_of(p->r);
      uint64_t broken[STRICT_RULES];
      bool found = false;
      if (!run(p->r, dw, without(p, dw), broken)) {
         note_rule(t, "stop");
         found = true;
      }
      for (unsigned k = 0; k < STRICT_RULES; k++) {
         if (broken[k] <= plain[k])
            continue;
         note_rule(t, strict_rules[k].id);
         found = true;
      }
      t->found += found;
      if (found && p->how == REGISTER)
         return;
   }
}

/* ---- what may stay unnoticed ---- */

enum {
   R6XX = 1 << DB_R600,
   R7XX = 1 << DB_R700,
   EG = 1 << DB_EVERGREEN,
   CM = 1 << DB_CAYMAN,
   FROM_R7XX = R7XX | EG | CM,
   ALL = R6XX | FROM_R7XX
};
#define AT_START "before the first draw: "
#define BETWEEN  "between draws: "
#define AT_END   "at the end: "
#define KERNEL   "the kernel's fence behind each stream invalidates it (r600.c, ni.c); Mesa leaves it out"
#define WAITS    "the SURFACE_SYNC behind it waits for all that was drawn (acceleration 9.6.7, CB and DB bases)"
#define IDLE     "nothing was drawn in this stream, and what came before it ended flushed"
#define RAN      "the preamble has waited for pixels already"
#define NO_WAIT  "it means nothing on Cayman; PS_PARTIAL_FLUSH stands before it (Mesa r600_hw_context.c)"
#define OWN      "nobody but the block itself reads these before the stream's end, which flushes them"
#define STEPS    "for the instance numbers in R0.y and R0.z, which no shader of the driver reads"
#define LOOPS    "LOOP_START_DX10, the only loop that the compiler makes, does not read it"
#define UNKNOWN  "nobody knows whether it does anything (Mesa r600_hw_context.c)"
static const struct {
   uint8_t gens; /* a bit each */
   const char *name, *why;
} harmless[] = {
   {ALL,         AT_START "SURFACE_SYNC TC_ACTION",        KERNEL                                                   },
   {ALL,         AT_START "SURFACE_SYNC VC_ACTION",        KERNEL                                                   },
   {ALL,         AT_START "SURFACE_SYNC SH_ACTION",        KERNEL                                                   },
   {ALL,         AT_START "PIPELINESTAT_START",            "it starts counters that nothing reads"                  },
   {R6XX,        BETWEEN "SQ_NON_EVENT",                   "for the ring of ES, which no stream of the driver has"  },
   {R6XX,        AT_END "SQ_NON_EVENT",                    "for the ring of ES, which no stream of the driver has"  },
   {FROM_R7XX,   AT_END "WAIT_UNTIL",                      WAITS                                                    },
   {CM,          AT_END "PS_PARTIAL_FLUSH",                WAITS                                                    },
   {EG,          BETWEEN "WAIT_UNTIL",                     WAITS                                                    },
   {FROM_R7XX,   AT_END "SURFACE_SYNC FULL_CACHE_ENA",     UNKNOWN                                                  },
   {FROM_R7XX,   BETWEEN "SURFACE_SYNC FULL_CACHE_ENA",    UNKNOWN                                                  },
   {FROM_R7XX,   BETWEEN "FLUSH_AND_INV_DB_META",          OWN                                                      },
   {R7XX,        BETWEEN "FLUSH_AND_INV_CB_META",          OWN                                                      },
   {FROM_R7XX,   BETWEEN "SURFACE_SYNC SMX_ACTION",        OWN                                                      },
   {R6XX | R7XX, AT_START "WAIT_UNTIL",                    RAN                                                      },
   {CM,          AT_START "WAIT_UNTIL",                    NO_WAIT                                                  },
   {CM,          BETWEEN "WAIT_UNTIL",                     NO_WAIT                                                  },
   {EG,          AT_START "WAIT_UNTIL",                    IDLE                                                     },
   {EG | CM,     AT_START "FLUSH_AND_INV_CB_META",         IDLE                                                     },
   {EG | CM,     AT_START "CACHE_FLUSH_AND_INV_EVENT",     IDLE                                                     },
   {EG | CM,     AT_START "SURFACE_SYNC CB_ACTION",        IDLE                                                     },
   {EG | CM,     AT_START "SURFACE_SYNC CB bases",         IDLE                                                     },
   {ALL,         "preamble: PA_SC_LINE_STIPPLE",           "only where PA_SC_MODE_CNTL says that lines are stippled"},
   {EG | CM,     "preamble: VGT_MULTI_PRIM_IB_RESET_INDX", "only where VGT_MULTI_PRIM_IB_RESET_EN is 1"             },
   {EG | CM,     "preamble: VGT_INSTANCE_STEP_RATE_0",     STEPS                                                    },
   {EG | CM,     "preamble: VGT_INSTANCE_STEP_RATE_1",     STEPS                                                    },
   {EG | CM,     "preamble: DB_HTILE_SURFACE",             "only with HTILE, whose draws write it again"            },
   {ALL,         "preamble: DB_DEPTH_CLEAR",               "only where depth is cleared, whose draws write it again"},
   {ALL,         "preamble: SQ_LOOP_CONST_0",              LOOPS                                                    },
   {ALL,         "preamble: SQ_LOOP_CONST_32",             LOOPS                                                    },
   {ALL,         "preamble: SQ_LOOP_CONST_64",             LOOPS                                                    },
   {EG | CM,     "preamble: SQ_LOOP_CONST_96",             LOOPS                                                    },
   {EG | CM,     "preamble: SQ_LOOP_CONST_128",            LOOPS                                                    },
   {EG | CM,     AT_START "SURFACE_SYNC SMX_ACTION",       IDLE                                                     },
};

static const char *
excuse(const struct thing *t)
{
   for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
      if (harmless[i].gens >> t->chip->gen & 1 && !strcmp(harmless[i].name, t->name))
         return harmless[i].why;
   return t->again ? "written again before the first draw" : NULL;
}

/* Says what became of a thing. False: nothing noticed, and nothing excuses that. */
static bool
judge(const struct thing *t, unsigned *excused)
{
   const char *why = t->found ? NULL : excuse(t);
   *excused += why != NULL;
   printf("%-8s %-56s %3u of %3u  %s%s\n", t->chip->base.name, t->name, t->found, t->num_places,
          t->found ? t->rules
          : why    ? "harmless: "
                   : "SILENT",
          why ? why : "");
   return t->found || why;
}

/* ---- mode act ---- */

/* What a stream leaves in its buffers; the caller frees it. */
static uint8_t *
left_behind(const struct recorded *r, const uint32_t *dw, uint32_t ndw, size_t *size_B)
{
   uint64_t broken[STRICT_RULES];
   record_must(run(r, dw, ndw, broken), "a stream stops the GPU");
   *size_B = 0;
   for (uint32_t i = 0; i < r->nrelocs; i++)
      *size_B += r->relocs[i].size_B;
   uint8_t *all = malloc(*size_B + 1), *to = all;
   record_must(all != NULL, "out of memory");
   for (uint32_t i = 0; i < r->nrelocs; to += r->relocs[i++].size_B)
      memcpy(to, gpu.memory + (r->relocs[i].gpu_addr - EMU_VRAM_BASE), r->relocs[i].size_B);
   return all;
}

/* Without a flush the next draw samples what was there before: the picture is another one, and only then. */
static bool
acts(const struct thing *t)
{
   static uint32_t dw[MAX_DW];
   unsigned others = 0;
   bool same = true;
   open_gpu(t->chip, "act");
   for (unsigned i = 0; i < t->num_places; i++) {
      const struct place *p = &t->place[i];
      if (strcmp(p->r->scene, "ping-pong"))
         continue;
      size_t size_B;
      uint8_t *plain = left_behind(p->r, p->r->patched, p->r->ndw, &size_B);
      uint8_t *again = left_behind(p->r, p->r->patched, p->r->ndw, &size_B);
      uint8_t *broken = left_behind(p->r, dw, without(p, dw), &size_B);
      same = same && !memcmp(plain, again, size_B);
      others += memcmp(plain, broken, size_B) != 0;
      free(plain);
      free(again);
      free(broken);
   }
   printf("%-8s act: ping-pong without a flush: %u other pictures\n", t->chip->base.name, others);
   return others && same;
}

static unsigned
failed_acts(void)
{
   unsigned failed = 0;
   for (unsigned i = 0; i < num_things; i++)
      if (!strcmp(things[i].name, BETWEEN "CACHE_FLUSH_AND_INV_EVENT"))
         failed += !acts(&things[i]);
   return failed;
}

int
main(void)
{
   static const char *const chips[] = {"rv670", "rv770", "cypress", "cayman"};
   size_t n;
   unsigned failed = 0, excused = 0;
   setenv("TERAGL_DEBUG", "fastclear", 1); /* of small surfaces, on all chips */
   for (unsigned i = 0; i < sizeof chips / sizeof *chips; i++)
      record_scenes(chips[i], MEMORY_B, planted_scenes, num_planted_scenes);
   const struct recorded *cases = record_cases(&n);
   for (size_t i = 0; i < n; i++)
      find(&cases[i]);
   for (unsigned i = 0; i < num_things; i++) {
      struct thing *t = &things[i];
      if (gpu.chip != t->chip)
         open_gpu(t->chip, "report");
      try(t);
      failed += !judge(t, &excused);
   }
   const unsigned other = failed_acts();
   emu_destroy(gpu.e);
   munmap(gpu.memory, MEMORY_B + EMU_VRAM_SLACK_B);
   printf("%u harmless by document\n", excused);
   printf("planted: %u passed, %u failed\n", num_things - failed - excused, failed + other);
   return failed || other;
}
