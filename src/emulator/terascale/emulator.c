/* SPDX-License-Identifier: MIT
 *
 * Creation, memory, submission: what stands behind emulator.h. The emulator computes with denormals flushed to
 * zero and round to nearest even; the caller's floating-point environment is put back on the way out.
 */
#include "emulator/core/memory.h"
#include "emulator/core/start.h"
#include "emulator/raster/raster.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/kernels.h"
#include "emulator/terascale/public.h"
#include "emulator/terascale/spi/spi.h"
#include "emulator/terascale/sq/stage.h"
#include "emulator/terascale/strict/strict.h"
#include "emulator/emulator.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "emulator/terascale/front.h"
#include "emulator/simd/levels.h"
#include "util/u_debug.h"
#include "util/u_fpenv.h"

/* Of the 2^40 bytes that addresses reach: pictures of 16384 by 16384 have 1 GiB. */
#define MEMORY_B (UINT64_C(16) << 30)

/* NULL in \p f where strict is off. False: no such mode, or out of memory. */
static bool
strict_start(struct front *f, const struct emu_config *cfg, char *error, size_t error_B)
{
   const char *name = cfg->strict ? cfg->strict : u_getenv("TERAGL_STRICT");
   enum strict_mode mode;
   if (!strict_mode_parse(name, &mode)) {
      snprintf(error, error_B, "TERAGL_STRICT: '%s' is none of report, fail and act", name);
      return false;
   }
   if (mode == STRICT_OFF)
      return true;
   f->strict = strict_create(f, mode, !cfg->strict);
   if (!f->strict)
      snprintf(error, error_B, "the emulator is out of memory");
   return f->strict;
}

static void
print_stats(struct emulator *e, char *buf, size_t size_B)
{
   const struct emu_stats *s = &e->stats;
   const struct raster_stats r = raster_statistics(e->raster);
   snprintf(
      buf, size_B,
      "emulator %s: draws %llu, vertices %llu, VS waves %llu, primitives %llu, PS waves %llu, quads %llu, "
      "pixels %llu, texels %llu",
      e->chip->base.name, (unsigned long long)s->draws, (unsigned long long)s->vertices,
      (unsigned long long)s->vs_waves, (unsigned long long)r.prims, (unsigned long long)r.waves,
      (unsigned long long)r.quads, (unsigned long long)r.pixels, (unsigned long long)s->texels);
}

static void
destroy(struct emulator *e)
{
   if (u_debug(U_DEBUG_EMU) && e->raster) {
      char line[256];
      print_stats(e, line, sizeof line);
      u_log("%s", line);
   }
   sq_ctx_destroy(e->vs_ctx);
   if (e->raster)
      raster_destroy(e->raster);
   sq_cache_fini(e);
   emu_memory_close(&e->mem);
   if (e->front) {
      strict_destroy(emu_front(e)->strict);
      free(emu_front(e)->vgt.batch);
   }
   free(e->front);
   free(e);
}

static struct emulator *
create(const struct emu_config *cfg, char *error, size_t error_B)
{
   const char *simd = cfg->simd ? cfg->simd : u_getenv("TERAGL_SIMD");
   const struct emu_kernels *kernels = emu_kernels_find(simd);
   if (!kernels) {
      char names[64] = "";
      for (unsigned i = 0; emu_level_name(i); i++)
         if (emu_kernels_find(emu_level_name(i)))
            snprintf(names + strlen(names), sizeof names - strlen(names), " %s", emu_level_name(i));
      snprintf(error, error_B, "'%s' is not a SIMD level of this CPU; it has%s", simd ? simd : "default",
               names);
      return NULL;
   }
   struct emulator *e = calloc(1, sizeof *e);
   struct front *f = calloc(1, sizeof *f);
   if (!e || !f)
      goto oom;
   e->ops = cfg->ops;
   e->chip = terascale_chip(cfg->chip);
   assert(cfg->chip && (!cfg->memory || cfg->vram_B));
   e->kernels = kernels;
   e->threads = emu_thread_count(cfg);
   e->jit = emu_jit_mode();
   e->front = f;
   f->e = e;
   f->vgt.max_batches = MIN2(e->threads * VGT_THREAD_BATCHES, (unsigned)VGT_BATCHES);
   f->vgt.batch = malloc(f->vgt.max_batches * sizeof *f->vgt.batch);
   if (!f->vgt.batch)
      goto oom;
   if (!emu_memory_open(&e->mem, cfg, MEMORY_B))
      goto oom;
   cp_regs_init(f);
   f->dirty = FRONT_DIRTY_ALL;
   f->num_instances = 1;
   e->raster = raster_create(&(struct raster_config){
      .ops = &spi_gpu_ops, .gpu = e, .kernels = kernels->raster, .threads = e->threads});
   f->pa = (struct raster_assembly){.raster = e->raster, .kernels = kernels->vertex};
   e->vs_ctx = e->raster ? sq_ctx_create(e) : NULL;
   if (!e->vs_ctx)
      goto oom;
   if (!strict_start(f, cfg, error, error_B)) {
      destroy(e);
      return NULL;
   }
   e->shadows = !f->strict;
   return e;
oom:
   snprintf(error, error_B, "the emulator is out of memory");
   if (e) {
      e->front = f;
      destroy(e);
   } else {
      free(f);
   }
   return NULL;
}

static struct emu_mem *
memory(struct emulator *e)
{
   return &e->mem;
}

static bool
submit(struct emulator *e, const uint32_t *dw, uint32_t ndw, struct emu_error *err)
{
   struct front *f = emu_front(e);
   const struct u_fpenv env = u_fpenv_enter(U_FPENV_FLUSH);
   memset(err, 0, sizeof *err);
   f->err = err;
   f->stream = dw;
   front_forget_marks(f, 0, UINT64_MAX); /* the CPU may have written anywhere */
   if (f->strict)
      strict_stream_begin(f);
   bool ok = cp_run(f, dw, ndw);
   front_flush(f);
   if (f->strict) {
      strict_stream_end(f);
      ok = ok && !strict_stopped(f);
   }
   f->predicate_false = false;
   const enum sq_stop stopped = (enum sq_stop)raster_take_stopped(e->raster);
   if (stopped && ok)
      ok = front_error(f, "a shader %s", sq_stop_text(stopped));
   if (raster_take_starved(e->raster) && ok)
      ok = front_error(f, "out of memory for the rendering thread");
   u_fpenv_leave(env);
   return ok;
}

static bool
submit_dma(struct emulator *e, const uint32_t *dw, uint32_t ndw, struct emu_error *err)
{
   struct front *f = emu_front(e);
   memset(err, 0, sizeof *err);
   f->err = err;
   f->stream = dw;
   return cp_run_dma(f, dw, ndw);
}

const struct emu_ops terascale_emulator = {
   .create = create,
   .destroy = destroy,
   .memory = memory,
   .submit = submit,
   .submit_dma = submit_dma,
   .clock = front_clock,
   .print_stats = print_stats,
};
