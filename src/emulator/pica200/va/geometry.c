/* SPDX-License-Identifier: MIT
 *
 * The geometry stage: what vertices leave is gathered in the unit's input registers (point mode) or uniforms (variable and fixed mode) until a run has
 * what it needs; EMIT builds triangles of a buffer of three vertices. 3dbrew, "GPU/Internal Registers" and "GPU/Shader Instruction Set". The unit's registers
 * keep their contents between the runs of a draw; where no run can read what another has left, up to 64 of point mode's go together.
 */
#include <stdlib.h>
#include <string.h>

#include "emulator/pica200/va/va.h"
#include "util/u_math.h"

static unsigned
mode_of(const struct pica_gpu *gpu)
{
   return PICA_GSH_MISC0_get_MODE(gpu->r.GSH_MISC0);
}

/* The input is empty again. */
static void
next_run(struct pica_gpu *gpu)
{
   struct va_geometry *g = &gpu->va->geometry;
   const uint32_t misc = gpu->r.GSH_MISC0;
   g->vectors = 0;
   switch (mode_of(gpu)) {
   case PICA_GSH_MISC0__MODE__VARIABLE:
      g->wants_index = true;
      break;
   case PICA_GSH_MISC0__MODE__FIXED:
      g->vectors = PICA_GSH_MISC0_get_START_UNIFORM(misc);
      g->vertices = PICA_GSH_MISC0_get_FIXED_VTX_M1(misc) + 1;
      break;
   default:
      break;
   }
}

void
va_geometry_begin(struct pica_gpu *gpu)
{
   struct va_geometry *g = &gpu->va->geometry;
   g->active =
      PICA_GEOSTAGE_CONFIG_get_GS_MODE(gpu->r.GEOSTAGE_CONFIG) == PICA_GEOSTAGE_CONFIG__GS_MODE__VS_GS;
   g->wants_index = false;
   if (!g->active)
      return;
   memset(&g->ctx, 0, sizeof g->ctx);
   memset(g->slot, 0, sizeof g->slot);
   g->looked = g->together = false;
   g->waiting = 0;
   next_run(gpu);
}

bool
va_geometry_wants_index(const struct pica_gpu *gpu)
{
   return gpu->va->geometry.active && gpu->va->geometry.wants_index;
}

static bool
emit(void *data, const struct sh_ctx *c)
{
   struct pica_gpu *gpu = data;
   struct va_geometry *g = &gpu->va->geometry;
   if (c->setemit.vertex >= ARRAY_SIZE(g->slot))
      return pica_error(gpu, PICA_ID(GSH_ENTRYPOINT), "The geometry shader emits vertex %u of a triangle.",
                        c->setemit.vertex);
   va_map_vertices(&g->map, (const struct emu_row(*)[4])c->output[c->bank], 1, &g->slot[c->setemit.vertex]);
   if (!c->setemit.primitive)
      return true;
   const bool swap = c->setemit.winding;
   return va_triangle(gpu, &g->slot[swap], &g->slot[!swap], &g->slot[2]);
}

/* Runs the program over the stage's lanes. */
static void
run_lanes(struct pica_gpu *gpu, struct sh_stage *stage)
{
   struct pica_va *va = gpu->va;
   struct va_geometry *g = &va->geometry;
   const struct sh_code_how how = {
      .entry = stage->entry, .vec_B = va->kernels->vec_B, .params = &gpu->params};
   stage->code = sh_codes_find(&va->gs_codes, &va->gs_program, &how);
   va->kernels->run(&g->ctx, stage);
   if (!stage->code)
      sh_codes_count(&va->gs_codes, g->ctx.executed);
}

static struct sh_stage
stage_of(struct pica_gpu *gpu)
{
   struct pica_va *va = gpu->va;
   struct sh_stage stage = {
      .program = &va->gs_program,
      .uniform = (const float(*)[4])gpu->gs.uniform,
      .booleans = gpu->gs.booleans,
      .entry = PICA_GSH_ENTRYPOINT_get_ENTRY(gpu->r.GSH_ENTRYPOINT),
      .lanes = 1,
      .limit = gpu->params.instruction_limit,
      .params = &gpu->params,
      .emit = emit,
      .emit_data = gpu,
   };
   memcpy(stage.integer, gpu->gs.integer, sizeof stage.integer);
   sh_decode(&va->gs_program, gpu->gs.code, gpu->gs.code_end, gpu->gs.desc, gpu->gs.generation);
   va_make_map(gpu, gpu->r.GSH_OUTMAP_MASK & ((1u << VA_SLOTS) - 1), &va->geometry.map);
   return stage;
}

static bool
take_work(struct pica_gpu *gpu)
{
   const struct sh_ctx *c = &gpu->va->geometry.ctx;
   if (c->executed > gpu->work_left)
      return pica_error(gpu, PICA_ID(NUMVERTICES),
                        "The list shades more than the limit of work of one submission.");
   gpu->work_left -= c->executed;
   return true;
}

/* One run, in lane 0. */
static bool
run(struct pica_gpu *gpu)
{
   struct va_geometry *g = &gpu->va->geometry;
   struct sh_stage stage = stage_of(gpu);
   run_lanes(gpu, &stage);
   gpu->gs.booleans |= 1u << 15;
   if (g->ctx.stop)
      return pica_error(gpu, PICA_ID(GSH_ENTRYPOINT), "The geometry shader %s, at address 0x%x.",
                        sh_stop_reason(g->ctx.stop), g->ctx.stop_pc);
   if (!take_work(gpu))
      return false;
   next_run(gpu);
   return true;
}

/* ---- runs that wait ---- */

/* May runs of this draw wait? Not the first one, behind which b15 is set. */
static bool
may_wait(struct pica_gpu *gpu)
{
   struct va_geometry *g = &gpu->va->geometry;
   if (g->looked || !(gpu->gs.booleans >> 15))
      return g->together;
   const struct sh_stage stage = stage_of(gpu);
   uint64_t outputs = 0;
   for (unsigned i = 0; i < g->map.count; i++)
      outputs |= UINT64_C(1) << g->map.of[i].row;
   g->looked = true;
   g->together = sh_runs_apart(&g->ctx, &stage, outputs);
   return g->together;
}

/* EMIT of runs that waited: the vertices are kept. */
static bool
keep(void *data, const struct sh_ctx *c)
{
   struct pica_gpu *gpu = data;
   struct va_geometry *g = &gpu->va->geometry;
   const unsigned n = g->num_emitted;
   if (n == SH_MAX_EMITS || c->setemit.vertex >= ARRAY_SIZE(g->slot))
      return false;
   if (!n && g->num_kept < SH_MAX_EMITS * g->running) {
      free(g->kept);
      g->num_kept = SH_MAX_EMITS * g->running;
      g->kept = malloc(g->num_kept * sizeof *g->kept);
   }
   if (!g->kept) {
      g->num_kept = 0;
      return false;
   }
   va_map_vertices(&g->map, (const struct emu_row(*)[4])c->output[c->bank], g->running,
                   g->kept + n * g->running);
   g->emitted[n].vertex = c->setemit.vertex;
   g->emitted[n].primitive = c->setemit.primitive;
   g->emitted[n].winding = c->setemit.winding;
   g->num_emitted++;
   return true;
}

/* What lane after lane has emitted, in the order of runs one behind the other. */
static bool
emit_kept(struct pica_gpu *gpu)
{
   struct va_geometry *g = &gpu->va->geometry;
   for (unsigned l = 0; l < g->running; l++)
      for (unsigned n = 0; n < g->num_emitted; n++) {
         const bool swap = g->emitted[n].winding;
         g->slot[g->emitted[n].vertex] = g->kept[n * g->running + l];
         if (g->emitted[n].primitive && !va_triangle(gpu, &g->slot[swap], &g->slot[!swap], &g->slot[2]))
            return false;
      }
   return true;
}

/* A stop is that of some run: they go one by one then. */
static bool
run_one_by_one(struct pica_gpu *gpu)
{
   struct va_geometry *g = &gpu->va->geometry;
   g->together = false;
   for (unsigned l = 0; l < g->running; l++) {
      for (unsigned i = 0; i < 16; i++)
         for (unsigned k = 0; k < 4; k++)
            g->ctx.input[i][k].u[0] = g->ctx.input[i][k].u[l];
      if (!run(gpu))
         return false;
   }
   return true;
}

static bool
run_waiting(struct pica_gpu *gpu)
{
   struct va_geometry *g = &gpu->va->geometry;
   struct sh_stage stage = stage_of(gpu);
   stage.lanes = g->running = g->waiting;
   stage.emit = keep;
   g->waiting = g->num_emitted = 0;
   run_lanes(gpu, &stage);
   if (g->ctx.stop)
      return run_one_by_one(gpu);
   return take_work(gpu) && emit_kept(gpu);
}

bool
va_geometry_finish(struct pica_gpu *gpu)
{
   return !gpu->va->geometry.waiting || run_waiting(gpu);
}

/* The input of a run is there. */
static bool
run_or_wait(struct pica_gpu *gpu)
{
   struct va_geometry *g = &gpu->va->geometry;
   if (!may_wait(gpu))
      return run(gpu);
   next_run(gpu);
   return ++g->waiting < EMU_LANES || run_waiting(gpu);
}

static void
write_uniform(struct pica_gpu *gpu, unsigned at, const float x[4])
{
   if (at < PICA_UNIFORMS)
      memcpy(gpu->gs.uniform[at], x, 4 * sizeof *x);
}

bool
va_geometry_index(struct pica_gpu *gpu, uint32_t index)
{
   struct va_geometry *g = &gpu->va->geometry;
   if (!index)
      return pica_error(gpu, PICA_ID(DRAWELEMENTS), "A primitive of the geometry stage has no vertices.");
   const float n = (float)index, all[4] = {n, n, n, n};
   write_uniform(gpu, 0, all);
   g->vectors = 1;
   g->vertices = index;
   g->whole = PICA_GSH_MISC1_get_VARIABLE_MAIN_VTX_M1(gpu->r.GSH_MISC1) + 1;
   g->wants_index = false;
   return true;
}

static bool
point_vertex(struct pica_gpu *gpu, const struct va_outputs *out, unsigned vectors)
{
   struct va_geometry *g = &gpu->va->geometry;
   const unsigned want = PICA_GSH_INPUTBUFFER_CONFIG_get_COUNT_M1(gpu->r.GSH_INPUTBUFFER_CONFIG) + 1;
   for (unsigned i = 0; i < vectors && g->vectors < want; i++) {
      const uint32_t word =
         g->vectors < 8 ? gpu->r.GSH_ATTRIBUTES_PERMUTATION_LOW : gpu->r.GSH_ATTRIBUTES_PERMUTATION_HIGH;
      const unsigned reg = word >> (4 * (g->vectors & 7)) & 15;
      for (unsigned k = 0; k < 4; k++)
         g->ctx.input[reg][k].u[g->waiting] = fui(out->vector[i][k]);
      g->vectors++;
   }
   return g->vectors < want || run_or_wait(gpu);
}

bool
va_geometry_vertex(struct pica_gpu *gpu, const struct va_outputs *out, unsigned vectors)
{
   struct va_geometry *g = &gpu->va->geometry;
   unsigned step = vectors;
   switch (mode_of(gpu)) {
   case PICA_GSH_MISC0__MODE__POINT:
      return point_vertex(gpu, out, vectors);
   case PICA_GSH_MISC0__MODE__VARIABLE:
      if (g->wants_index)
         return pica_error(gpu, PICA_ID(DRAWARRAYS),
                           "Primitives of variable size need indices, which tell their sizes.");
      if (g->whole)
         g->whole--;
      else
         step = MIN2(vectors, 1u);
      break;
   case PICA_GSH_MISC0__MODE__FIXED:
      step = PICA_GSH_MISC0_get_STRIDE_M1(gpu->r.GSH_MISC0) + 1;
      break;
   default:
      return pica_error(gpu, PICA_ID(GSH_MISC0), "The geometry stage has no mode %u.", mode_of(gpu));
   }
   for (unsigned i = 0; i < MIN2(step, vectors); i++)
      write_uniform(gpu, g->vectors + i, out->vector[i]);
   g->vectors += step;
   return --g->vertices || run(gpu);
}
