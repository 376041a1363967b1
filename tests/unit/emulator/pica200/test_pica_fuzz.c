/* SPDX-License-Identifier: MIT
 * Random programs and random lists. A program gives every lane of a wave what that lane gets alone, and the same bits at every SIMD level and as machine code; a list is done or refused
 * with a reason, in bounded time, inside of the emulated memories (which AddressSanitizer watches). With an argument: for so many seconds. */
#include <stdio.h>
#include <time.h>

#include "emulator/jit/writer.h"
#include "emulator/pica200/sh/code.h"
#include "emulator/simd/levels.h"
#include "tests/unit/emulator/pica200/pica_fixture.h"
#include "tests/unit/emulator/pica200/pica_sh_fixture.h"

enum { PROGRAMS = 400, LISTS = 600 };

static unsigned seconds;
static uint64_t seed = 1;

static uint32_t
random32(void)
{
   seed ^= seed << 13;
   seed ^= seed >> 7;
   seed ^= seed << 17;
   return (uint32_t)(seed >> 16);
}

static uint32_t
below(uint32_t n)
{
   return random32() % n;
}

static float
random_float(void)
{
   static const uint32_t special[] = {0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000,
                                      0xff800000, 0x7fc00000, 0x20000000, 0x5f7fff80, 0x20800000,
                                      0xa0800000, 0x3f000000, 0x42c80000};
   const unsigned kind = below(8);
   if (kind == 0)
      return uif(special[below(ARRAY_SIZE(special))]);
   if (kind == 1)
      return pica_float24(random32());
   return ((float)below(4001) - 2000) / (kind == 2 ? 7.0f : 100.0f);
}

static bool
more(unsigned i, unsigned n, time_t since)
{
   return seconds ? (unsigned)(time(NULL) - since) < seconds : i < n;
}

static void
random_program(struct pica_program *p, bool tame)
{
   memset(p, 0, sizeof *p);
   p->count = 2 + below(60);
   for (unsigned i = 0; i < PICA_ISA_DESCS; i++)
      p->desc[i] = below(4) ? (random32() & 0x7ffffff0) | 15 : random32();
   for (unsigned i = 0; i < p->count; i++) {
      uint32_t w = random32();
      const unsigned kind = below(10), at = i + 1 + below(8);
      if (kind < 2) /* blocks and jumps, mostly forwards */
         w = (0x23 + below(11)) << 26 | (w & 0x03c00000) | (below(8) ? at : below(p->count)) << 10 | below(5);
      else if (kind == 2)
         w = (0x2e + below(2)) << 26 | (w & 0x03ffffff);
      else if (kind < 9)
         w = (w & 0x03ffffff) | (below(2) ? below(0x10) : 0x30 + below(16)) << 26;
      if (tame && (w >> 26 == 0x2a || w >> 26 == 0x2b))
         w = 0x84000000;
      p->word[i] = w;
   }
   p->word[p->count - 1] = 0x88000000;
}

static void
random_unit(struct unit *u, const struct pica_program *p)
{
   unit_words(u, p);
   u->stage.entry = 0;
   u->stage.limit = 3000;
   u->stage.booleans = (uint16_t)random32();
   for (unsigned k = 0; k < 4; k++) {
      u->stage.integer[k][0] = (uint8_t)below(4);
      u->stage.integer[k][1] = (uint8_t)random32();
      u->stage.integer[k][2] = (uint8_t)below(5);
   }
   u->params.rounding = below(8) ? PICA_ROUND_NEAREST_EVEN : below(3);
   for (unsigned i = 0; i < PICA_UNIFORMS; i++)
      for (unsigned k = 0; k < 4; k++)
         u->uniform[i][k] = random_float();
}

/* The registers of lane \p from of a and \p to of b. */
static void
same_lane(const struct sh_ctx *a, unsigned from, const struct sh_ctx *b, unsigned to, uint64_t begin)
{
   for (unsigned r = 0; r < 16; r++)
      for (unsigned k = 0; k < 4; k++)
         if (a->temp[r][k].u[from] != b->temp[r][k].u[to] ||
             a->output[0][r][k].u[from] != b->output[0][r][k].u[to])
            fail_msg("seed %llu, lane %u: register %u.%u is %08x, o %08x; alone %08x, o %08x",
                     (unsigned long long)begin, from, r, k, a->temp[r][k].u[from], a->output[0][r][k].u[from],
                     b->temp[r][k].u[to], b->output[0][r][k].u[to]);
   for (unsigned k = 0; k < 2; k++)
      if ((a->flag[k] >> from & 1) != (b->flag[k] >> to & 1))
         fail_msg("seed %llu, lane %u: flag %u", (unsigned long long)begin, from, k);
}

static void
clear_results(struct sh_ctx *c)
{
   memset(c->temp, 0, sizeof c->temp);
   memset(c->output, 0, sizeof c->output);
   memset(c->address, 0, sizeof c->address);
   c->flag[0] = c->flag[1] = 0;
   c->bank = 0;
}

static void
run_alone(struct unit *u, struct sh_ctx *wave, unsigned lane, uint64_t begin)
{
   for (unsigned r = 0; r < 16; r++)
      for (unsigned k = 0; k < 4; k++)
         u->c.input[r][k].u[0] = wave->input[r][k].u[lane];
   clear_results(&u->c);
   u->stage.lanes = 1;
   unit_run(u);
   assert_int_equal(u->c.stop, SH_RUNS);
   same_lane(wave, lane, &u->c, 0, begin);
}

#define LEVEL_NAME(level) #level,
static const char *const level_names[] = {EMU_LEVELS(LEVEL_NAME)};

/* What EMIT saw, one after the other: lanes do not count, as EMIT is for programs of one. */
struct seen {
   uint64_t sum;
   unsigned n;
};

static bool
see(void *data, const struct sh_ctx *c)
{
   struct seen *s = data;
   for (unsigned r = 0; r < 16; r++)
      for (unsigned k = 0; k < 4; k++)
         s->sum = (s->sum ^ c->output[c->bank][r][k].u[0]) * UINT64_C(0x9e3779b97f4a7c15);
   s->sum += c->setemit.vertex + 4u * c->setemit.primitive + 8u * c->setemit.winding;
   return ++s->n < 200;
}

/* Runs the stage from zeros. */
static struct seen
run_on(const struct sh_kernels *k, struct unit *u, struct sh_ctx *c, const struct sh_ctx *inputs)
{
   struct seen s = {0};
   memcpy(c, inputs, sizeof *c);
   clear_results(c);
   memset(&c->setemit, 0, sizeof c->setemit);
   u->stage.emit_data = &s;
   k->run(c, &u->stage);
   return s;
}

static void
same_run(const struct sh_ctx *a, const struct sh_ctx *b, unsigned lanes, uint64_t begin)
{
   assert_int_equal(a->stop, b->stop);
   assert_int_equal(a->stop_pc, b->stop_pc);
   assert_int_equal(a->executed, b->executed);
   assert_int_equal(a->bank, b->bank);
   for (unsigned l = 0; l < lanes; l++) {
      same_lane(a, l, b, l, begin);
      for (unsigned k = 0; k < 2; k++)
         assert_int_equal(a->address[k].u[l], b->address[k].u[l]);
      for (unsigned r = 0; r < 64; r++)
         assert_int_equal(a->output[1][r / 4][r & 3].u[l], b->output[1][r / 4][r & 3].u[l]);
   }
}

/* Machine code gives the interpreter's bits, also where programs are stopped, part and emit. */
static void
test_code(void **state)
{
   (void)state;
   static struct pica_program p;
   struct unit *u = unit_open(NULL);
   struct sh_ctx *inputs = aligned_alloc(64, sizeof *inputs), *a = aligned_alloc(64, sizeof *a),
                 *b = aligned_alloc(64, sizeof *b);
   unsigned i = 0, codes = 0, emitted = 0, could = 0;
   memset(inputs, 0, sizeof *inputs);
   for (const time_t since = time(NULL); more(i, PROGRAMS, since); i++) {
      const uint64_t begin = seed;
      const bool geometry = i % 3 == 0;
      random_program(&p, !geometry);
      random_unit(u, &p);
      u->stage.limit = below(4) ? 3000 : below(100);
      u->stage.lanes = geometry ? 1 : 1 + below(EMU_LANES);
      u->stage.emit = geometry ? see : NULL;
      u->params.mova_rounds = below(2);
      u->params.max_takes_minus_inf = below(2);
      for (unsigned r = 0; r < 64; r++)
         for (unsigned l = 0; l < EMU_LANES; l++)
            inputs->input[r / 4][r & 3].u[l] = fui(random_float());
      for (unsigned n = 0; n < ARRAY_SIZE(level_names); n++) {
         const struct sh_kernels *k = sh_kernels_find(level_names[n]);
         if (!k || !jit_writer_find(k->vec_B))
            continue;
         could++;
         const struct sh_code_how how = {.vec_B = k->vec_B, .params = &u->params};
         struct sh_code *code = sh_code_create(&u->program, &how);
         const struct seen plain = run_on(k, u, a, inputs);
         u->stage.code = code;
         const struct seen fast = run_on(k, u, b, inputs);
         u->stage.code = NULL;
         same_run(a, b, u->stage.lanes, begin);
         assert_true(plain.sum == fast.sum && plain.n == fast.n);
         emitted += fast.n;
         codes += code != NULL;
         sh_code_destroy(code);
      }
   }
   u->stage.emit = NULL;
   printf("%u programs, %u codes, %u vertices emitted\n", i, codes, emitted);
   assert_int_equal(codes, could);
   assert_true(!could || emitted > i / 10);
   free(inputs);
   free(a);
   free(b);
   free(u);
}

static void
test_programs(void **state)
{
   (void)state;
   static struct pica_program p;
   struct unit *u = unit_open(NULL);
   struct sh_ctx *wave = aligned_alloc(64, sizeof *wave), *other = aligned_alloc(64, sizeof *other);
   unsigned done = 0, i = 0;
   for (const time_t since = time(NULL); more(i, PROGRAMS, since); i++) {
      const uint64_t begin = seed;
      random_program(&p, true);
      random_unit(u, &p);
      for (unsigned r = 0; r < 16; r++)
         for (unsigned k = 0; k < 4; k++)
            for (unsigned l = 0; l < EMU_LANES; l++)
               u->c.input[r][k].u[l] = fui(random_float());
      u->stage.lanes = EMU_LANES;
      clear_results(&u->c);
      unit_run(u);
      memcpy(wave, &u->c, sizeof *wave);
      for (unsigned n = 0; n < ARRAY_SIZE(level_names); n++) {
         const struct sh_kernels *k = sh_kernels_find(level_names[n]);
         if (!k)
            continue;
         memcpy(other, wave, sizeof *other);
         clear_results(other);
         u->stage.lanes = EMU_LANES;
         k->run(other, &u->stage);
         assert_int_equal(other->stop, wave->stop);
         assert_int_equal(other->executed, wave->executed);
         for (unsigned l = 0; l < EMU_LANES; l++)
            same_lane(wave, l, other, l, begin);
      }
      if (wave->stop != SH_RUNS)
         continue;
      done++;
      for (unsigned n = 0; n < 4; n++)
         run_alone(u, wave, below(EMU_LANES), begin);
   }
   printf("%u programs, %u of them ran to their ends\n", i, done);
   assert_true(done > i / 4);
   free(u);
   free(wave);
   free(other);
}

/* ---- lists ---- */

static void
random_draw_state(struct fix *f)
{
   static struct pica_program p;
   random_program(&p, false);
   if (below(3))
      memcpy(p.word, (uint32_t[]){0x4c000000, 0x4c200000, 0x88000000}, 12);
   for (unsigned geometry = 0; geometry < 2; geometry++) {
      const unsigned down = geometry ? 0x30 : 0;
      fix_set(f, PICA_ID(VSH_CODETRANSFER_CONFIG) - down, below(16) ? 0 : random32());
      fix_fifo(f, PICA_ID_AT(VSH_CODETRANSFER_DATA, below(8)) - down, p.word, p.count);
      fix_set(f, PICA_ID(VSH_OPDESCS_CONFIG) - down, below(16) ? 0 : random32());
      fix_fifo(f, PICA_ID_AT(VSH_OPDESCS_DATA, 0) - down, p.desc, 1 + below(128));
      fix_set(f, PICA_ID(VSH_ENTRYPOINT) - down, below(8) ? 0 : random32());
      fix_set(f, PICA_ID(VSH_OUTMAP_MASK) - down, random32());
      if (geometry)
         random_program(&p, false);
   }
   FIX_SET(f, ATTRIBBUFFERS_LOC, below(4) ? PICA_FCRAM_BASE / 8 : random32());
   FIX_SET(f, ATTRIBBUFFERS_FORMAT_LOW, random32());
   FIX_SET(f, ATTRIBBUFFERS_FORMAT_HIGH, random32());
   for (unsigned i = 0; i < 12; i++) {
      fix_set(f, PICA_ID_AT(ATTRIBBUFFER_OFFSET, i), below(FIX_FCRAM_B + 100));
      fix_set(f, PICA_ID_AT(ATTRIBBUFFER_CONFIG1, i), random32());
      fix_set(f, PICA_ID_AT(ATTRIBBUFFER_CONFIG2, i), below(2) ? 0 : random32());
   }
   FIX_SET(f, SH_OUTMAP_TOTAL, random32());
   for (unsigned i = 0; i < 7; i++)
      fix_set(f, PICA_ID_AT(SH_OUTMAP_O, i), random32());
   FIX_SET(f, GEOSTAGE_CONFIG, below(2) ? 2 : random32());
   FIX_SET(f, GSH_MISC0, (random32() & 0xffffff00) | below(4));
   FIX_SET(f, PRIMITIVE_CONFIG, random32());
   FIX_SET(f, NUMVERTICES, below(16) ? below(300) : random32());
   FIX_SET(f, INDEXBUFFER_CONFIG, (random32() & 0x80000000) | below(FIX_FCRAM_B + 100));
}

static void
random_packet(struct fix *f)
{
   uint32_t value[16];
   const unsigned count = 1 + below(ARRAY_SIZE(value));
   for (unsigned i = 0; i < count; i++)
      value[i] = below(4) ? random32() : fui(random_float());
   const unsigned id = below(40) ? below(PICA_REGS) : random32() & 0xffff;
   fix_packet(f, id, below(16), below(2), value, count);
}

static void
test_lists(void **state)
{
   (void)state;
   struct fix f;
   fix_open(&f);
   f.gpu->limits.packets = 3000;
   f.gpu->limits.work = 20000;
   f.gpu->params.instruction_limit = 3000;
   unsigned done = 0, i = 0;
   for (const time_t since = time(NULL); more(i, LISTS, since); i++) {
      f.gpu->vertex_params.any_stride = below(4);
      for (unsigned k = 0; k < 64; k++)
         f.gpu->fcram[below(FIX_FCRAM_B)] = (uint8_t)random32();
      if (below(4))
         random_draw_state(&f);
      for (unsigned n = below(40); n--;)
         if (below(6))
            random_packet(&f);
         else
            fix_set(&f, below(2) ? PICA_ID(DRAWARRAYS) : PICA_ID(DRAWELEMENTS), 1);
      const uint32_t bytes = fix_end_at(&f, FIX_LIST_AT, below(8));
      if (bytes && !below(8)) /* what is no list at all */
         for (unsigned n = 0; n < 50; n++)
            f.gpu->fcram[FIX_LIST_AT - PICA_FCRAM_BASE + below(bytes)] = (uint8_t)random32();
      if (pica_submit(f.gpu, FIX_LIST_AT, bytes)) {
         done++;
         assert_false(f.gpu->error.set);
      } else {
         assert_true(f.gpu->error.set && f.gpu->error.reason[0]);
      }
   }
   printf("%u lists, %u of them ran to their ends, %llu vertices, %llu triangles, %u clipped\n", i, done,
          (unsigned long long)f.gpu->num_vertices, (unsigned long long)f.gpu->num_triangles,
          fix_seen.triangles);
   assert_true(f.gpu->num_triangles > 0);
   fix_close(&f);
}

int
main(int argc, char **argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_programs),
      cmocka_unit_test(test_code),
      cmocka_unit_test(test_lists),
   };
   if (argc > 1)
      seconds = (unsigned)atoi(argv[1]);
   if (argc > 2)
      seed = strtoull(argv[2], NULL, 0);
   return cmocka_run_group_tests_name("pica_fuzz", tests, NULL, NULL);
}
