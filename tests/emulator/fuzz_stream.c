/* SPDX-License-Identifier: MIT
 *
 * Recorded command streams (fuzz_record.c) and the shaders they run, mutated: usage: fuzz_stream [SECONDS
 * [SEED]] or fuzz_stream --one NUMBER, which runs one input again. Streams are changed before the checker,
 * which then decides, or behind it, so that the emulator gets what no checker has seen. Whole packets come in
 * that the scenes do not use (queries, predication, stream-out, copies, any register); every eighth input is
 * a stream of random commands for the DMA ring.
 *
 * The GPU's memory lies between pages that nobody may touch: an access outside of it ends the process, as a
 * crash, a draw that does not end or an AddressSanitizer report do; the last line then names the input.
 * Counts of draws are bounded: a long draw is slow, not broken. Ends with "fuzz-stream: N passed, N failed".
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "db/terascale/pm4.h"
#include "emulator/emulator.h"
#include "fuzz_record.h"
#include "emulator/terascale/public.h"

#define GUARD_B     (UINT64_C(1) << 32)
#define MAX_CHANGES 16
#define MAX_PACKET  12 /* dwords of an inserted packet */
#define MAX_GROWTH  (MAX_CHANGES * MAX_PACKET)
#define CODE_DW     160

#define MAX_SECONDS 60 /* of CPU time for one input: two without sanitizers at worst */

enum where { STREAM, CODE, MEMORY, PACKET };
enum how { REPLACE, FLIP, ADD, SPECIAL, COPY, DROP, INSERT };

struct change {
   uint8_t where, how;
   uint32_t at, value;
};

static const struct recorded *cases;
static size_t num_cases;
static uint8_t *memory;

static void
die(const char *what)
{
   fprintf(stderr, "fuzz_stream: %s\n", what);
   abort();
}

static void
map_memory(void)
{
   uint8_t *all = mmap(NULL, 2 * GUARD_B + RECORD_MEMORY_B + EMU_VRAM_SLACK_B, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
   if (all == MAP_FAILED)
      die("no address space for the guard pages");
   memory = all + GUARD_B;
   /* what lies right behind may be read by vector loads, but not written */
   if (mprotect(memory, RECORD_MEMORY_B, PROT_READ | PROT_WRITE) ||
       mprotect(memory + RECORD_MEMORY_B, EMU_VRAM_SLACK_B, PROT_READ))
      die("mprotect fails");
}

static uint32_t
changed(uint32_t old, uint32_t other, const struct change *c)
{
   static const uint32_t special[] = {0,          1,          0xffffffff, 0x80000000, 0x7f800000, 0x7fc00000,
                                      0xff7fffff, 0x3f800000, 0xffff,     0x2000,     0x7fffffff, 0x3fff};
   switch (c->how % 5) {
   case REPLACE:
      return c->value;
   case FLIP:
      return old ^ 1u << c->value % 32;
   case ADD:
      return old + (uint32_t)(int8_t)c->value;
   case SPECIAL:
      return special[c->value % (sizeof special / sizeof *special)];
   default:
      return other;
   }
}

static void
change_words(uint32_t *dw, uint32_t ndw, uint32_t at, const struct change *c)
{
   if (ndw)
      dw[at % ndw] = changed(dw[at % ndw], dw[c->value % ndw], c);
}

static uint32_t
change_stream(uint32_t *dw, uint32_t ndw, uint32_t room, const struct change *c)
{
   uint32_t at = c->at % (ndw + 1);
   if (c->how % 16 == DROP && at < ndw) {
      memmove(dw + at, dw + at + 1, (ndw - at - 1) * 4);
      return ndw - 1;
   }
   if (c->how % 16 == INSERT && ndw < room) {
      memmove(dw + at + 1, dw + at, (ndw - at) * 4);
      dw[at] = c->value;
      return ndw + 1;
   }
   change_words(dw, ndw, at, c);
   return ndw;
}

/* ---- inputs: each is a number ------------------------------------------------------------------------- */

static uint64_t random_state;

static uint32_t
rnd(void)
{
   random_state += 0x9e3779b97f4a7c15; /* splitmix64 */
   uint64_t z = random_state;
   z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
   z = (z ^ z >> 27) * 0x94d049bb133111eb;
   return (uint32_t)((z ^ z >> 31) >> 16);
}

static uint32_t
random_address(void)
{
   return (uint32_t)(EMU_VRAM_BASE + rnd() % (RECORD_MEMORY_B + RECORD_MEMORY_B / 8)) & ~(rnd() & 0xff);
}

/* What stands in packets: small numbers, addresses, anything. */
static uint32_t
random_dword(void)
{
   switch (rnd() % 4) {
   case 0:
      return rnd() % 64;
   case 1:
      return random_address() >> (rnd() & 8);
   case 2:
      return rnd() >> rnd() % 32;
   default:
      return 1u << rnd() % 32 | 1u << rnd() % 32;
   }
}

/* A packet that is well formed; returns its dwords. */
static uint32_t
random_packet(uint32_t p[MAX_PACKET])
{
   static const uint8_t ops[] = {DB_PKT3_EVENT_WRITE,
                                 DB_PKT3_EVENT_WRITE_EOP,
                                 DB_PKT3_STRMOUT_BUFFER_UPDATE,
                                 DB_PKT3_STRMOUT_BASE_UPDATE,
                                 DB_PKT3_SET_PREDICATION,
                                 DB_PKT3_CP_DMA,
                                 DB_PKT3_COPY_DW,
                                 DB_PKT3_MEM_WRITE,
                                 DB_PKT3_WAIT_REG_MEM,
                                 DB_PKT3_DRAW_INDEX_AUTO,
                                 DB_PKT3_DRAW_INDEX_IMMD,
                                 DB_PKT3_DRAW_INDEX_2,
                                 DB_PKT3_INDEX_TYPE,
                                 DB_PKT3_NUM_INSTANCES,
                                 DB_PKT3_SET_CONFIG_REG,
                                 DB_PKT3_SET_RESOURCE,
                                 DB_PKT3_SET_SAMPLER,
                                 DB_PKT3_SET_CTL_CONST,
                                 DB_PKT3_SET_LOOP_CONST,
                                 DB_PKT3_SET_BOOL_CONST,
                                 DB_PKT3_SURFACE_SYNC};
   uint32_t n = 1 + rnd() % (MAX_PACKET - 1);
   bool reg = rnd() & 1;
   if (reg)
      n = 2 + rnd() % 3;
   p[0] = DB_PKT3(reg ? DB_PKT3_SET_CONTEXT_REG : ops[rnd() % sizeof ops], n);
   for (uint32_t i = 1; i <= n && i < MAX_PACKET; i++)
      p[i] = random_dword();
   if (reg)
      p[1] = rnd() % 0x400;
   return n + 1 < MAX_PACKET ? n + 1 : MAX_PACKET;
}

/* In front of the packet that holds dword \p at. */
static uint32_t
insert_packet(uint32_t *dw, uint32_t ndw, uint32_t room, uint32_t at)
{
   uint32_t p[MAX_PACKET], n = random_packet(p), to = 0;
   p[0] = DB_PKT3(DB_PKT3_OP(p[0]), n - 1);
   at %= ndw + 1;
   while (to < at) {
      uint32_t next = to + 1 + (DB_PKT_TYPE(dw[to]) == 3 ? DB_PKT3_BODY_DW(dw[to]) : 0);
      if (next > at)
         break;
      to = next;
   }
   if (ndw + n > room)
      return ndw;
   memmove(dw + to + n, dw + to, (ndw - to) * 4);
   memcpy(dw + to, p, n * 4);
   return ndw + n;
}

static void
at_most(uint32_t *v, uint32_t most)
{
   if (*v > most)
      *v %= most;
}

static void
bound_counts(uint32_t *dw, uint32_t ndw)
{
   uint32_t draws = 0;
   for (uint32_t at = 0; at < ndw;) {
      uint32_t h = dw[at], n = DB_PKT_TYPE(h) == 3 ? DB_PKT3_BODY_DW(h) : 0;
      if (n > ndw - at - 1)
         return;
      uint32_t *body = dw + at + 1;
      switch ((int)(n ? DB_PKT3_OP(h) : 0)) {
      case DB_PKT3_NUM_INSTANCES:
         at_most(&body[0], 4);
         break;
      case DB_PKT3_DRAW_INDEX:
      case DB_PKT3_DRAW_INDEX_OFFSET_2:
         if (n > 2)
            at_most(&body[2], 64);
         break;
      case DB_PKT3_DRAW_INDEX_2:
         if (n > 3)
            at_most(&body[3], 64);
         break;
      case DB_PKT3_DRAW_INDEX_AUTO:
      case DB_PKT3_DRAW_INDEX_IMMD:
         at_most(&body[0], 64);
         if (n > 1)
            body[1] &= ~0x40u; /* USE_OPAQUE: the count would be what registers say */
         break;
      default:
         break;
      }
      if (n && (DB_PKT3_OP(h) & 0xf0) == 0x20 && ++draws > 40)
         dw[at] = DB_PKT3(DB_PKT3_NOP, n);
      at += 1 + n;
   }
}

static void
load_memory(const struct recorded *r)
{
   madvise(memory, RECORD_MEMORY_B, MADV_DONTNEED);
   for (uint32_t i = 0; i < r->num_pages; i++)
      memcpy(memory + r->pages[i].at_B, r->pages[i].data, RECORD_PAGE_B);
}

static void
change_memory(const struct recorded *r, const struct change *c)
{
   if (c->where == CODE && r->num_codes) {
      uint32_t at_B = r->code_at_B[c->at / CODE_DW % r->num_codes];
      uint32_t room = (RECORD_MEMORY_B - at_B) / 4;
      change_words((uint32_t *)(memory + at_B), room < CODE_DW ? room : CODE_DW, c->at, c);
   } else if (r->num_pages) {
      const struct recorded_page *p = &r->pages[c->at / 64 % r->num_pages];
      change_words((uint32_t *)(memory + p->at_B), RECORD_PAGE_B / 4, c->at * 17u, c);
   }
}

static void
run(const struct recorded *r, uint32_t *dw, uint32_t ndw)
{
   char error[200];
   const struct emu_config config = {.chip = &r->chip->base,
                                     .ops = &terascale_emulator,
                                     .vram_B = RECORD_MEMORY_B,
                                     .threads = 1,
                                     .memory = memory};
   struct emulator *e = emu_create(&config, error, sizeof error);
   if (!e)
      die(error);
   struct emu_error err = {0};
   if (!emu_submit(e, dw, ndw, &err)) {
      if (!err.reason[0] || err.dword >= ndw)
         die("an error without a reason or a place");
   }
   emu_destroy(e);
}

/* Random commands for the DMA ring; half of them pass the checker, or not. */
static void
run_dma(const struct recorded *r, bool checked)
{
   static const uint8_t commands[] = {2, 3, 3, 3, 4, 6, 7, 13, 15}; /* write, copy, indirect, ... fill, NOP */
   uint32_t dw[64], ndw = 0;
   for (unsigned k = 1 + rnd() % 4; k > 0; k--) {
      static const uint8_t subs[] = {0, 0, 8, 8, 0x40, 0x48, 0x4d, 0x4f, 3, 4};
      uint32_t n = rnd() % 12;
      dw[ndw++] = (uint32_t)commands[rnd() % sizeof commands] << 28 | (rnd() & 1u) << 23 |
                  (uint32_t)subs[rnd() % sizeof subs] << 20 | (rnd() % 4 ? rnd() % 4096 : rnd() % 0xfffff);
      for (uint32_t i = 0; i < n; i++)
         dw[ndw++] = rnd() % 3 ? random_dword() : random_address();
   }
   uint32_t *exact = malloc(ndw * 4);
   struct check_error err = {0};
   struct emu_error stopped = {0};
   char error[200];
   const struct emu_config config = {.chip = &r->chip->base,
                                     .ops = &terascale_emulator,
                                     .vram_B = RECORD_MEMORY_B,
                                     .threads = 1,
                                     .memory = memory};
   struct emulator *e = emu_create(&config, error, sizeof error);
   if (!exact || !e)
      die("out of memory");
   memcpy(exact, dw, ndw * 4);
   bool ok = !checked || check_dma_stream(r->chip, r->chip->base.virtual_memory, exact, ndw, r->relocs,
                                          r->nrelocs, exact, &err);
   if (!ok && !err.text[0])
      die("a refusal without a reason");
   if (ok && !emu_submit_dma(e, exact, ndw, &stopped) && (!stopped.reason[0] || stopped.dword >= ndw))
      die("an error without a reason or a place");
   emu_destroy(e);
   free(exact);
}

static struct change
random_change(void)
{
   static const uint8_t where[] = {STREAM, STREAM, STREAM, CODE,   CODE,  CODE,
                                   CODE,   MEMORY, PACKET, PACKET, PACKET};
   struct change c = {
      .where = where[rnd() % sizeof where], .how = (uint8_t)rnd(), .at = rnd() & 0xfffff, .value = rnd()};
   switch (rnd() % 4) {
   case 0: /* an address, perhaps of 256-byte units */
      c.value = (uint32_t)(EMU_VRAM_BASE + c.value % (2 * RECORD_MEMORY_B)) >> (rnd() & 8);
      break;
   case 1:
      c.value >>= rnd() % 32;
      break;
   default:
      break;
   }
   return c;
}

static void
run_input(uint64_t number)
{
   random_state = number * 0x2545f4914f6cdd1d;
   const struct recorded *r = &cases[rnd() % num_cases];
   bool checked = rnd() & 1;
   if (rnd() % 8 == 0) {
      load_memory(r);
      run_dma(r, checked);
      return;
   }
   uint32_t room = r->ndw + MAX_GROWTH, ndw = r->ndw;
   uint32_t *dw = malloc(room * 4);
   if (!dw)
      die("out of memory");
   memcpy(dw, checked ? r->sent : r->patched, ndw * 4);
   load_memory(r);
   for (unsigned n = 1 + rnd() % MAX_CHANGES; n > 0; n -= 1 + rnd() % n) { /* few more often than many */
      struct change c = random_change();
      if (c.where == STREAM)
         ndw = change_stream(dw, ndw, room, &c);
      else if (c.where == PACKET)
         ndw = insert_packet(dw, ndw, room, c.at);
      else
         change_memory(r, &c);
   }
   bound_counts(dw, ndw);
   uint32_t *exact = malloc(ndw * 4 + 1); /* so that a look behind the end is seen */
   struct check_error err = {0};
   if (!exact)
      die("out of memory");
   memcpy(exact, dw, ndw * 4);
   if (!checked ||
       check_stream_va(r->chip, r->chip->base.virtual_memory, exact, ndw, r->relocs, r->nrelocs, exact, &err))
      run(r, exact, ndw);
   else if (!err.text[0] || err.dw > ndw)
      die("a refusal without a reason or a place");
   free(exact);
   free(dw);
}

/* ---- running ------------------------------------------------------------------------------------------ */

static uint64_t current;

/* Whatever ended the process: which input it was. Only calls that a signal handler may make. */
static void
say_input(void)
{
   char text[80];
   int n = snprintf(text, sizeof text, "fuzz_stream: this was --one %llu\nfuzz-stream: 0 passed, 1 failed\n",
                    (unsigned long long)current);
   if (write(STDOUT_FILENO, text, (size_t)n) < 0)
      _exit(1);
}

static void
on_signal(int number)
{
   static const char too_long[] = "fuzz_stream: a submission does not end\n";
   if (number == SIGPROF && write(STDOUT_FILENO, too_long, sizeof too_long - 1) < 0)
      _exit(1);
   say_input();
   _exit(1);
}

#ifdef __SANITIZE_ADDRESS__
void __sanitizer_set_death_callback(void (*callback)(void));
#endif

static void
watch(void)
{
   static const int signals[] = {SIGPROF, SIGABRT, SIGFPE, SIGILL};
   for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
      signal(signals[i], on_signal);
#ifdef __SANITIZE_ADDRESS__
   __sanitizer_set_death_callback(say_input);
#else
   signal(SIGSEGV, on_signal);
   signal(SIGBUS, on_signal);
#endif
}

int
main(int argc, char **argv)
{
   bool one = argc == 3 && !strcmp(argv[1], "--one");
   uint64_t seconds = argc > 1 && !one ? strtoull(argv[1], NULL, 0) : 10;
   uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 0) : 1, n = 0;
   setenv("TERAGL_THREADS", "1", 1);
   cases = fuzz_record(&num_cases);
   map_memory();
   watch();
   time_t end = time(NULL) + (time_t)seconds;
   do {
      current = first + n;
      setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = MAX_SECONDS}, NULL);
      run_input(current);
      n++;
   } while (!one && time(NULL) < end);
   setitimer(ITIMER_PROF, &(struct itimerval){0}, NULL);
   printf("fuzz_stream: %llu inputs from %zu recordings, %llu to %llu\n", (unsigned long long)n, num_cases,
          (unsigned long long)first, (unsigned long long)current);
   printf("fuzz-stream: 1 passed, 0 failed\n");
   return 0;
}
