/* SPDX-License-Identifier: MIT
 *
 * Creation, memory, submission: what stands behind emulator.h. It computes with denormals flushed to zero and round to
 * nearest even; the caller's floating-point environment is put back on the way out.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/core/start.h"
#include "emulator/r300/cp/cp.h"
#include "emulator/r300/public.h"
#include "emulator/r300/strict/strict.h"
#include "emulator/r300/vap/vap.h"
#include "emulator/raster/raster.h"
#include "util/u_debug.h"
#include "util/u_fpenv.h"
#include "util/u_math.h"

#define MEMORY_B ((UINT64_C(1) << 32) - EMU_VRAM_BASE) /* to the end of what 32 bits address */

static void
print_stats(struct emulator *e, char *buf, size_t size_B)
{
   const struct raster_stats r = raster_statistics(e->raster);
   snprintf(
      buf, size_B,
      "emulator %s: draws %llu, vertices %llu, primitives %llu, fragment waves %llu, quads %llu, pixels %llu",
      e->chip->base.name, (unsigned long long)e->num_draws, (unsigned long long)e->num_vertices,
      (unsigned long long)r.prims, (unsigned long long)r.waves, (unsigned long long)r.quads,
      (unsigned long long)r.pixels);
}

static void
destroy(struct emulator *e)
{
   if (u_debug(U_DEBUG_EMU) && e->raster) {
      char line[256];
      print_stats(e, line, sizeof line);
      u_log("%s", line);
   }
   raster_destroy(e->raster);
   emu_memory_close(&e->mem);
   free(e->pvs);
   free(e->pvs_inst);
   free(e->vap);
   r300_strict_destroy(e->strict);
   free(e->zmask.copy);
   r300_codes_clear(&e->codes);
   r300_codes_clear(&e->pvs_codes);
   free(e);
}

/* What the kernel's start-up leaves, and no stream has to write: pm4.md's ring start. */
static void
reset_registers(struct emulator *e)
{
   e->us_changed = e->pvs_changed = e->dirty = true;
   e->rx.mmio.VAP_VF_MAX_VTX_INDX = 0xffffff;
   e->rx.mmio.SU_REG_DEST = 15;
   e->rx.mmio.SC_CLIP_RULE = 0xffff;
   e->rx.mmio.SU_DEPTH_SCALE = fui(16777215.0f);
}

static bool
allocate(struct emulator *e, const struct emu_config *cfg)
{
   if (!emu_memory_open(&e->mem, cfg, MEMORY_B))
      return false;
   e->pvs = aligned_alloc(64, u_align(sizeof *e->pvs, 64));
   e->pvs_inst = calloc(PVS_MAX_INSTS, sizeof *e->pvs_inst);
   e->vap = calloc(1, sizeof *e->vap);
   e->raster = raster_create(&(struct raster_config){
      .ops = &r300_pixel_ops, .gpu = e, .kernels = e->level->raster, .threads = e->threads});
   if (!e->pvs || !e->pvs_inst || !e->vap || !e->raster)
      return false;
   memset(e->pvs, 0, sizeof *e->pvs);
   e->assembly = (struct raster_assembly){.raster = e->raster, .kernels = e->level->vertex};
   return true;
}

static struct emulator *
create(const struct emu_config *cfg, char *error, size_t error_B)
{
   const char *simd = cfg->simd ? cfg->simd : u_getenv("TERAGL_SIMD");
   const char *strict = cfg->strict ? cfg->strict : u_getenv("TERAGL_STRICT");
   const struct r300_level *level = r300_level_find(simd);
   assert(!cfg->memory || cfg->vram_B);
   if (!level) {
      snprintf(error, error_B, "'%s' is not a SIMD level of this CPU", simd);
      return NULL;
   }
   const bool wants_strict = strict && strict[0];
   if (wants_strict && strcmp(strict, "report") && strcmp(strict, "fail") && strcmp(strict, "act")) {
      snprintf(error, error_B, "TERAGL_STRICT: '%s' is not a mode; there are report, fail, act", strict);
      return NULL;
   }
   struct emulator *e = calloc(1, sizeof *e);
   if (e) {
      e->ops = cfg->ops;
      e->chip = r300_chip(cfg->chip);
      e->r500 = e->chip->gen == R300_GEN_R500;
      e->level = level;
      e->threads = emu_thread_count(cfg);
      e->codes.mode = e->pvs_codes.mode = emu_jit_mode();
      reset_registers(e);
      e->strict = wants_strict ? r300_strict_create(strict, !cfg->strict) : NULL;
      if (allocate(e, cfg) && (e->strict || !wants_strict))
         return e;
      destroy(e);
   }
   snprintf(error, error_B, "the emulator is out of memory");
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
   const struct u_fpenv env = u_fpenv_enter(U_FPENV_FLUSH);
   memset(err, 0, sizeof *err);
   e->err = err;
   if (e->strict)
      r300_strict_begin(e);
   bool ok = r300_cp_run(e, dw, ndw);
   r300_flush(e);
   const enum us_stop stopped = (enum us_stop)raster_take_stopped(e->raster);
   if (stopped && ok)
      ok = r300_error(e, "a fragment shader %s", us_stop_text(stopped));
   if (raster_take_starved(e->raster) && ok)
      ok = r300_error(e, "out of memory for the rendering thread");
   u_fpenv_leave(env);
   return ok;
}

static bool
submit_dma(struct emulator *e, const uint32_t *dw, uint32_t ndw, struct emu_error *err)
{
   memset(err, 0, sizeof *err);
   e->err = err;
   return r300_error(e, "the chip has no DMA ring");
}

static uint64_t
clock_now(struct emulator *e)
{
   return emu_clock_now(e->chip->base.clock_khz);
}

const struct emu_ops r300_emulator = {
   .create = create,
   .destroy = destroy,
   .memory = memory,
   .submit = submit,
   .submit_dma = submit_dma,
   .clock = clock_now,
   .print_stats = print_stats,
};
