/* SPDX-License-Identifier: MIT
 *
 * Marks of fast clears: whoever writes CMASK between two draws, the second draw finds what was marked; and nobody
 * looks at marks that nobody wrote.
 */
#include <pthread.h>
#include <stdatomic.h>

#include "emu_front_fixture.h"

enum {
   CMASK = 0x200000, /* a multiple of the 4096 bytes that the fixture takes each target for */
   SOURCE = 0x210000,
   ZEROS = 0x211000,
   SECOND = CMASK - 0x100, /* a target that reaches into CMASK */
   SECOND_CMASK = 0x220000,
   MASK_B = 32, /* 64 blocks */
   CLEAR = 0x3f000000
};

static uint8_t *vram;

static uint32_t
gpu(uint32_t at)
{
   return (uint32_t)EMU_VRAM_BASE + at;
}

static void
target(struct stream *s, uint32_t at, uint32_t mask)
{
   if (s->e->chip->gen >= DB_EVERGREEN) {
      reg(s, EG_CB_COLOR_BASE_OFFSET(0), gpu(at) >> 8);
      reg(s, EG_CB_COLOR_INFO_OFFSET(0),
          EG_CB_COLOR_INFO(.FORMAT = 26, .ARRAY_MODE = 2, .FAST_CLEAR = !!mask));
      reg(s, EG_CB_COLOR_CMASK_OFFSET(0), gpu(mask) >> 8);
      reg(s, EG_CB_COLOR_CMASK_SLICE_OFFSET(0), 0);
      reg(s, EG_CB_COLOR_CLEAR_WORD0_OFFSET(0), CLEAR);
      return;
   }
   reg(s, R6_CB_COLOR_BASE_OFFSET(0), gpu(at) >> 8);
   reg(s, R6_CB_COLOR_INFO_OFFSET(0),
       R6_CB_COLOR_INFO(.FORMAT = 26, .ARRAY_MODE = 2, .CLEAR_COLOR = 1,
                        .TILE_MODE = mask ? R6_CB_COLOR_INFO__TILE_MODE__TILE_CLEAR_ENABLE : 0));
   reg(s, R6_CB_COLOR_TILE_OFFSET(0), gpu(mask) >> 8);
   reg(s, R6_CB_COLOR_MASK_OFFSET(0), R6_CB_COLOR_MASK(.CMASK_BLOCK_MAX = 0));
   reg(s, R6_CB_CLEAR_RED_OFFSET, CLEAR); /* the fixture's raster packs a colour as its floats */
}

static void
first_target(struct stream *s)
{
   target(s, (uint32_t)(TARGET_ADDR - EMU_VRAM_BASE), CMASK);
}

static void
draw(struct stream *s)
{
   draw_auto(s, 4, 3);
}

/* ---- who writes ---- */

static void
cpu(struct stream *s)
{
   submit_ok(s);
   memset(vram + CMASK, 0, 4);
}

static void
dma_ring(struct stream *s)
{
   const uint32_t copy[] = {3u << 28 | 1, gpu(CMASK), gpu(ZEROS), 0, 0};
   struct emu_error err;
   submit_ok(s);
   assert_true(emu_submit_dma(s->e, copy, ARRAY_SIZE(copy), &err));
}

static void
mem_write(struct stream *s)
{
   dw(s, DB_PKT3(DB_PKT3_MEM_WRITE, 4));
   dw(s, gpu(CMASK));
   dw(s, 1 << 18);
   dw(s, 0);
   dw(s, 0);
}

static void
copy_dw(struct stream *s)
{
   dw(s, DB_PKT3(DB_PKT3_COPY_DW, 5));
   dw(s, 3);
   dw(s, gpu(ZEROS));
   dw(s, 0);
   dw(s, gpu(CMASK));
   dw(s, 0);
}

static void
cp_dma_of(struct stream *s, bool data, uint32_t from, uint32_t to, uint32_t size_B)
{
   const bool eg = s->e->chip->gen >= DB_EVERGREEN;
   dw(s, DB_PKT3(DB_PKT3_CP_DMA, 5));
   dw(s, from);
   dw(s, data && eg ? DB_PKT3_CP_DMA_DW1(.SRC_SEL = DB_PKT3_CP_DMA_DW1__SRC_SEL__SRC_DATA) : 0);
   dw(s, to);
   dw(s, 0);
   dw(s, size_B);
}

static void
dma_copy(struct stream *s)
{
   cp_dma_of(s, false, gpu(ZEROS), gpu(CMASK), 4);
}

static void
dma_fill(struct stream *s)
{
   const bool eg = s->e->chip->gen >= DB_EVERGREEN;
   cp_dma_of(s, true, eg ? 0 : gpu(ZEROS), gpu(CMASK), 4); /* R6xx and R7xx only copy */
}

static void
end_of_pipe(struct stream *s)
{
   dw(s, DB_PKT3(DB_PKT3_EVENT_WRITE_EOP, 5));
   dw(s, DB_EVENT_CACHE_FLUSH_AND_INV_TS_EVENT | 5 << 8);
   dw(s, gpu(CMASK));
   dw(s, DB_PKT3_EVENT_WRITE_EOP_DW2(.DATA_SEL = DB_PKT3_EVENT_WRITE_EOP_DW2__DATA_SEL__DATA_LOW32));
   dw(s, 0);
   dw(s, 0);
}

static void
event(struct stream *s, unsigned type, uint32_t at)
{
   dw(s, DB_PKT3(DB_PKT3_EVENT_WRITE, 3));
   dw(s, type);
   dw(s, gpu(at));
   dw(s, 0);
}

static void
depth_count(struct stream *s)
{
   event(s, DB_EVENT_ZPASS_DONE | 1 << 8, CMASK);
}

static void
stream_statistics(struct stream *s)
{
   event(s, DB_EVENT_SAMPLE_STREAMOUTSTATS | 3 << 8, CMASK);
}

static void
filled_update(struct stream *s, bool to_memory, uint32_t filled_dw)
{
   dw(s, DB_PKT3(DB_PKT3_STRMOUT_BUFFER_UPDATE, 5));
   dw(s, 1 << 8 | to_memory);
   dw(s, gpu(CMASK));
   dw(s, 0);
   dw(s, filled_dw);
   dw(s, 0);
}

static void
filled_size(struct stream *s)
{
   filled_update(s, false, 0);
   filled_update(s, true, 0);
}

static void
stream_out(struct stream *s)
{
   const bool eg = s->e->chip->gen >= DB_EVERGREEN;
   rec.streams = true; /* 1000 and more: with bytes of zeros */
   reg(s, eg ? EG_VGT_STRMOUT_CONFIG_OFFSET : R6_VGT_STRMOUT_EN_OFFSET, 1);
   reg(s, eg ? EG_VGT_STRMOUT_BUFFER_CONFIG_OFFSET : R6_VGT_STRMOUT_BUFFER_EN_OFFSET, 2);
   reg(s, R6_VGT_STRMOUT_BUFFER_SIZE_OFFSET(1), 9);
   reg(s, R6_VGT_STRMOUT_VTX_STRIDE_OFFSET(1), 3);
   reg(s, R6_VGT_STRMOUT_BUFFER_BASE_OFFSET(1), gpu(CMASK) >> 8);
   filled_update(s, false, 0);
   draw(s);
   reg(s, eg ? EG_VGT_STRMOUT_CONFIG_OFFSET : R6_VGT_STRMOUT_EN_OFFSET, 0);
}

/* What the bins do, which the fixture's raster does not. */
static void
zero_marks(void)
{
   memset(vram + CMASK, 0, 4);
   rec.drawn = NULL;
}

static void
pixels(struct stream *s)
{
   rec.drawn = zero_marks;
   target(s, SECOND, 0);
   draw(s);
   first_target(s);
}

/* The bins are executed while nobody asks for the marks. */
static void
pixels_long_ago(struct stream *s)
{
   rec.drawn = zero_marks;
   target(s, SECOND, 0);
   draw(s);
   target(s, 0x300000, 0);
   draw(s);
   target(s, 0x301000, 0);
   draw(s);
   first_target(s);
}

/* Layers are drawn one after the other in the middle of a draw. */
static void
pixels_of_layers(struct stream *s)
{
   static const uint8_t chosen[3][2] = {{1}, {1}, {1}};
   const bool eg = s->e->chip->gen >= DB_EVERGREEN;
   rec.drawn = zero_marks;
   rec.sizes = true;
   rec.chosen = chosen;
   reg(s, R6_PA_CL_VS_OUT_CNTL_OFFSET,
       R6_PA_CL_VS_OUT_CNTL(.USE_VTX_RENDER_TARGET_INDX = 1, .VS_OUT_MISC_VEC_ENA = 1));
   reg(s, eg ? EG_CB_COLOR_VIEW_OFFSET(0) : R6_CB_COLOR_VIEW_OFFSET(0),
       R6_CB_COLOR_VIEW(.SLICE_START = 0, .SLICE_MAX = 1));
   target(s, SECOND, 0);
   draw(s);
   reg(s, R6_PA_CL_VS_OUT_CNTL_OFFSET, R6_PA_CL_VS_OUT_CNTL(.VS_OUT_MISC_VEC_ENA = 1));
   reg(s, eg ? EG_CB_COLOR_VIEW_OFFSET(0) : R6_CB_COLOR_VIEW_OFFSET(0), 0);
   first_target(s);
}

/* Some blocks of a target get their colour, which is other targets' marks. */
static void
fast_clear_of_another(struct stream *s)
{
   memset(vram + SECOND_CMASK, 0xff, MASK_B);
   vram[SECOND_CMASK] = 0xf0;
   target(s, CMASK, SECOND_CMASK);
   draw(s);
   first_target(s);
}

static atomic_bool waits;

static void *
other_thread(void *data)
{
   const volatile uint32_t *seen = (const volatile uint32_t *)(vram + SOURCE);
   while (!*seen)
      sched_yield();
   memset(vram + CMASK, 0, 4);
   atomic_thread_fence(memory_order_release);
   *(volatile uint32_t *)(vram + SOURCE + 4) = 1;
   return NULL;
}

/* Another thread writes while the stream waits for it. */
static void
waited_for(struct stream *s)
{
   waits = true;
   dw(s, DB_PKT3(DB_PKT3_MEM_WRITE, 4));
   dw(s, gpu(SOURCE));
   dw(s, 1 << 18);
   dw(s, 1);
   dw(s, 0);
   dw(s, DB_PKT3(DB_PKT3_WAIT_REG_MEM, 6));
   dw(s, 3 | 1 << 4);
   dw(s, gpu(SOURCE + 4));
   dw(s, 0);
   dw(s, 1);
   dw(s, 0xff);
   dw(s, 10);
}

static const struct {
   const char *name;
   void (*write)(struct stream *);
} writers[] = {
   {"the CPU between streams",     cpu                  },
   {"the DMA ring",                dma_ring             },
   {"MEM_WRITE",                   mem_write            },
   {"COPY_DW",                     copy_dw              },
   {"CP_DMA, a copy",              dma_copy             },
   {"CP_DMA, a value",             dma_fill             },
   {"EVENT_WRITE_EOP",             end_of_pipe          },
   {"ZPASS_DONE",                  depth_count          },
   {"SAMPLE_STREAMOUTSTATS",       stream_statistics    },
   {"STRMOUT_BUFFER_UPDATE",       filled_size          },
   {"stream-out",                  stream_out           },
   {"pixels",                      pixels               },
   {"pixels long ago",             pixels_long_ago      },
   {"pixels of layers",            pixels_of_layers     },
   {"another target's fast clear", fast_clear_of_another},
   {"a thread that is waited for", waited_for           },
};

static struct emulator *
start(struct stream *s, const char *chip)
{
   struct emulator *e = new_emulator(chip);
   uint64_t size;
   vram = emu_vram(e, &size);
   rec.pos = circle;
   rec.num_pos = ARRAY_SIZE(circle);
   memset(vram + (TARGET_ADDR - EMU_VRAM_BASE), 0x55, 64 * 64 * 4);
   memset(vram + CMASK, 0xff, MASK_B);
   begin(s, e);
   basic_state(s);
   first_target(s);
   return e;
}

static bool
is_filled(void)
{
   const uint32_t *px = (const uint32_t *)(vram + (TARGET_ADDR - EMU_VRAM_BASE));
   for (unsigned i = 0; i < 64 * 64; i++)
      if (px[i] == CLEAR)
         return true;
   return false;
}

static bool
has_marks(uint32_t at)
{
   for (unsigned i = 0; i < MASK_B; i++)
      if (!(vram[at + i] & 15) || !(vram[at + i] >> 4))
         return true;
   return false;
}

static void
every_writer_is_seen(void **state)
{
   for (unsigned c = 1; c < 3; c++)
      for (unsigned i = 0; i < ARRAY_SIZE(writers); i++) {
         struct stream s;
         struct emulator *e = start(&s, chips[c]);
         pthread_t thread;
         waits = false;
         draw(&s);
         writers[i].write(&s);
         draw(&s);
         if (waits)
            assert_int_equal(pthread_create(&thread, NULL, other_thread, NULL), 0);
         submit_ok(&s);
         if (waits)
            pthread_join(thread, NULL);
         if (!is_filled() || has_marks(CMASK))
            fail_msg("%s: marks by %s are not seen", chips[c], writers[i].name);
         emu_destroy(e);
      }
}

/* What no write is said of, nobody looks at before the next stream: a draw costs the same whatever its target's size. */
static void
known_until_written(void **state)
{
   for (unsigned c = 1; c < 3; c++) {
      struct stream s;
      struct emulator *e = start(&s, chips[c]);
      rec.binned = zero_marks;
      draw(&s);
      reg(&s, R6_PA_SC_WINDOW_SCISSOR_BR_OFFSET, 32 | 32 << 16);
      draw(&s);
      cp_dma_of(&s, false, gpu(ZEROS), gpu(CMASK) + MASK_B, 4); /* just behind */
      cp_dma_of(&s, false, gpu(ZEROS), gpu(CMASK) - 4, 4);      /* just before */
      draw(&s);
      submit_ok(&s);
      assert_true(has_marks(CMASK));
      rec.binned = NULL;
      draw(&s);
      submit_ok(&s);
      assert_false(has_marks(CMASK));
      emu_destroy(e);
   }
}

/* More targets than are remembered, each cleared and drawn to again. */
static void
many_targets(void **state)
{
   enum { NUM = 2 * FRONT_MAX_UNMARKED + 3, FIRST = 0x400000, STEP = 0x10000, MASK = 0x8000 };
   struct stream s;
   struct emulator *e = start(&s, "CYPRESS");
   for (unsigned round = 0; round < 3; round++) {
      for (unsigned i = 0; i < NUM; i++) {
         const uint32_t at = FIRST + i * STEP;
         if (round != 1)
            cp_dma_of(&s, true, 0, gpu(at + MASK), MASK_B);
         target(&s, at, at + MASK);
         draw(&s);
         if (round != 1)
            draw(&s);
      }
      submit_ok(&s);
      for (unsigned i = 0; i < NUM; i++)
         assert_false(has_marks(FIRST + i * STEP + MASK));
   }
   emu_destroy(e);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_writer_is_seen),
      cmocka_unit_test(known_until_written),
      cmocka_unit_test(many_targets),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
