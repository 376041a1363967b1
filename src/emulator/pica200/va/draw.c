/* SPDX-License-Identifier: MIT
 *
 * Draws: vertices in waves of 64 through the vertex shader. A vertex that an index names again is shaded once for each 64 different ones; the chip's
 * post-transform cache cannot be seen otherwise. 3dbrew, "GPU/Internal Registers". Temporaries are zero when a vertex begins: the chip may leave
 * them as they were.
 */
#include <stdlib.h>
#include <string.h>

#include "emulator/pica200/cp/ports.h"
#include "emulator/pica200/va/va.h"
#include "util/u_math.h"

enum {
   WAVE_WORK = 64, /* of limits.work, beside its instructions */
   ORDER = 256,    /* indices that are looked at for one wave */
   TABLE = 128,
};

struct pica_va *
pica_va_create(const char *simd)
{
   struct pica_va *va = aligned_alloc(64, u_align(sizeof *va, 64));
   if (!va)
      return NULL;
   memset(va, 0, sizeof *va);
   va->kernels = sh_kernels_find(simd);
   va->vs_codes.mode = va->gs_codes.mode = emu_jit_mode();
   return va;
}

void
pica_va_destroy(struct pica_va *va)
{
   if (va) {
      sh_codes_clear(&va->vs_codes);
      sh_codes_clear(&va->gs_codes);
      free(va->geometry.kept);
   }
   free(va);
}

void
va_prepare(struct pica_gpu *gpu)
{
   struct pica_va *va = gpu->va;
   va->outputs = gpu->r.VSH_OUTMAP_MASK & 0xffff;
   va_make_map(gpu, va->outputs, &va->map);
   sh_decode(&va->vs_program, gpu->vs.code, gpu->vs.code_end, gpu->vs.desc, gpu->vs.generation);
   va->prepared = true;
}

static void
begin(struct pica_gpu *gpu)
{
   memset(gpu->va->ctx.input, 0, sizeof gpu->va->ctx.input);
   va_geometry_begin(gpu);
}

bool
va_shade(struct pica_gpu *gpu, unsigned lanes)
{
   struct pica_va *va = gpu->va;
   struct sh_stage stage = {
      .program = &va->vs_program,
      .uniform = (const float(*)[4])gpu->vs.uniform,
      .booleans = gpu->vs.booleans,
      .entry = PICA_VSH_ENTRYPOINT_get_ENTRY(gpu->r.VSH_ENTRYPOINT),
      .lanes = lanes,
      .limit = gpu->params.instruction_limit,
      .params = &gpu->params,
   };
   const struct sh_code_how how = {.entry = stage.entry, .vec_B = va->kernels->vec_B, .params = &gpu->params};
   stage.code = sh_codes_find(&va->vs_codes, &va->vs_program, &how);
   memcpy(stage.integer, gpu->vs.integer, sizeof stage.integer);
   memset(va->ctx.temp, 0, sizeof va->ctx.temp);
   memset(va->ctx.output[0], 0, sizeof va->ctx.output[0]);
   memset(va->ctx.address, 0, sizeof va->ctx.address);
   va->ctx.flag[0] = va->ctx.flag[1] = 0;
   va->ctx.bank = 0;
   va->kernels->run(&va->ctx, &stage);
   if (!stage.code)
      sh_codes_count(&va->vs_codes, va->ctx.executed);
   gpu->num_vertices += lanes;
   if (va->ctx.stop)
      return pica_error(gpu, PICA_ID(VSH_ENTRYPOINT), "The vertex shader %s, at address 0x%x.",
                        sh_stop_reason(va->ctx.stop), va->ctx.stop_pc);
   const uint64_t work = WAVE_WORK + va->ctx.executed;
   if (work > gpu->work_left)
      return pica_error(gpu, PICA_ID(NUMVERTICES),
                        "The list shades more than the limit of work of one submission.");
   gpu->work_left -= work;
   if (!va->geometry.active)
      va_map_vertices(&va->map, (const struct emu_row(*)[4])va->ctx.output[0], lanes, va->shaded);
   return true;
}

bool
va_submit_lane(struct pica_gpu *gpu, unsigned lane)
{
   struct pica_va *va = gpu->va;
   if (!va->geometry.active)
      return va_assemble(gpu, &va->shaded[lane]);
   const struct emu_row(*row)[4] = (const struct emu_row(*)[4])va->ctx.output[0];
   struct va_outputs out;
   unsigned n = 0;
   for (uint32_t left = va->outputs; left; left &= left - 1, n++)
      for (unsigned k = 0; k < 4; k++)
         out.vector[n][k] = uif(row[__builtin_ctz(left)][k].u[lane]);
   return va_geometry_vertex(gpu, &out, n);
}

static bool
draw_arrays(struct pica_gpu *gpu, const struct va_layout *layout)
{
   const uint32_t count = gpu->r.NUMVERTICES, first = gpu->r.VERTEX_OFFSET;
   for (uint32_t done = 0; done < count;) {
      const unsigned lanes = MIN2(count - done, (uint32_t)EMU_LANES);
      uint32_t vertex[EMU_LANES];
      for (unsigned l = 0; l < lanes; l++)
         vertex[l] = first + done + l;
      if (!va_fetch(gpu, layout, vertex, lanes, gpu->va->ctx.input) || !va_shade(gpu, lanes))
         return false;
      for (unsigned l = 0; l < lanes; l++)
         if (!va_submit_lane(gpu, l))
            return false;
      done += lanes;
   }
   return true;
}

struct indices {
   const uint8_t *at;
   uint32_t count;
   bool wide; /* 16 bits */
};

static uint32_t
index_at(const struct indices *in, uint32_t i)
{
   return in->wide ? (uint32_t)(in->at[2 * (uint64_t)i] | in->at[2 * (uint64_t)i + 1] << 8) : in->at[i];
}

/* Indices from *done on, as many as 64 different vertices give and at most \p most. */
static bool
draw_some(struct pica_gpu *gpu, const struct va_layout *layout, const struct indices *in, uint32_t *done,
          uint32_t most)
{
   uint8_t order[ORDER];
   struct {
      uint32_t index;
      uint8_t lane;
      bool used;
   } table[TABLE];
   uint32_t vertex[EMU_LANES];
   unsigned lanes = 0, n = 0;
   memset(table, 0, sizeof table);
   for (; n < ORDER && n < most && *done + n < in->count; n++) {
      const uint32_t index = index_at(in, *done + n), slot = index % TABLE;
      if (!table[slot].used || table[slot].index != index) {
         if (lanes == EMU_LANES)
            break;
         vertex[lanes] = index;
         table[slot].used = true;
         table[slot].index = index;
         table[slot].lane = (uint8_t)lanes++;
      }
      order[n] = table[slot].lane;
   }
   if (!va_fetch(gpu, layout, vertex, lanes, gpu->va->ctx.input) || !va_shade(gpu, lanes))
      return false;
   for (unsigned i = 0; i < n; i++)
      if (!va_submit_lane(gpu, order[i]))
         return false;
   *done += n;
   return true;
}

static bool
draw_elements(struct pica_gpu *gpu, const struct va_layout *layout)
{
   const uint32_t config = gpu->r.INDEXBUFFER_CONFIG;
   struct indices in = {.count = gpu->r.NUMVERTICES, .wide = PICA_INDEXBUFFER_CONFIG_get_TYPE(config)};
   const uint32_t address = PICA_ATTRIBBUFFERS_LOC_get_BASE(gpu->r.ATTRIBBUFFERS_LOC) * 16 +
                            PICA_INDEXBUFFER_CONFIG_get_OFFSET(config);
   in.at = pica_mem(gpu, address, (uint64_t)in.count << in.wide);
   if (!in.at)
      return pica_error(gpu, PICA_ID(INDEXBUFFER_CONFIG), "%u indices at 0x%08x are not in VRAM or FCRAM.",
                        in.count, address);
   struct va_geometry *g = &gpu->va->geometry;
   for (uint32_t done = 0; done < in.count;) {
      if (va_geometry_wants_index(gpu)) {
         if (!va_geometry_index(gpu, index_at(&in, done++)))
            return false;
         continue;
      }
      const bool variable =
         g->active && PICA_GSH_MISC0_get_MODE(gpu->r.GSH_MISC0) == PICA_GSH_MISC0__MODE__VARIABLE;
      if (!draw_some(gpu, layout, &in, &done, variable ? g->vertices : UINT32_MAX))
         return false;
   }
   return true;
}

bool
va_draw(struct pica_gpu *gpu, bool indexed)
{
   struct va_layout layout;
   if (!va_layout(gpu, &layout))
      return false;
   va_prepare(gpu);
   begin(gpu);
   const bool done = indexed ? draw_elements(gpu, &layout) : draw_arrays(gpu, &layout);
   /* what waits came before what stopped the draw */
   const struct pica_error later = gpu->error;
   gpu->error.set = false;
   if (!va_geometry_finish(gpu))
      return false;
   gpu->error = later;
   return done;
}

/* ---- fixed attributes and immediate vertices ---- */

static bool
add_immediate(struct pica_gpu *gpu, const float x[4])
{
   struct pica_va *va = gpu->va;
   if (!va->prepared)
      va_prepare(gpu);
   const unsigned reg = va_register_of(gpu, va->immediate_at);
   for (unsigned k = 0; k < 4; k++)
      va->ctx.input[reg][k].u[0] = fui(x[k]);
   if (va->immediate_at++ < PICA_VSH_NUM_ATTR_get_COUNT_M1(gpu->r.VSH_NUM_ATTR))
      return true;
   va->immediate_at = 0;
   return va_shade(gpu, 1) && va_submit_lane(gpu, 0) && va_geometry_finish(gpu);
}

bool
va_write_fixed(struct pica_gpu *gpu, uint32_t value)
{
   struct pica_va *va = gpu->va;
   va->latch[va->latched++] = value;
   if (va->latched < 3)
      return true;
   va->latched = 0;
   const unsigned index = PICA_FIXEDATTRIB_INDEX_get_INDEX(gpu->r.FIXEDATTRIB_INDEX);
   float x[4];
   pica_unpack_float24(va->latch, x);
   if (index == PICA_FIXEDATTRIB_INDEX__INDEX__IMMEDIATE)
      return add_immediate(gpu, x);
   if (index >= PICA_ATTRIBUTES)
      return pica_error(gpu, PICA_ID(FIXEDATTRIB_INDEX), "There is no fixed attribute %u.", index);
   memcpy(va->fixed[index], x, sizeof x);
   return true;
}

bool
pica_va_write(struct pica_gpu *gpu, unsigned reg, uint32_t value)
{
   struct pica_va *va = gpu->va;
   switch (reg) {
   case PICA_ID(DRAWARRAYS):
   case PICA_ID(DRAWELEMENTS):
      return !value || va_draw(gpu, reg == PICA_ID(DRAWELEMENTS));
   case PICA_ID(FIXEDATTRIB_INDEX):
      va->latched = 0;
      va->immediate_at = 0;
      begin(gpu);
      return true;
   case PICA_ID(FIXEDATTRIB_DATA0):
   case PICA_ID(FIXEDATTRIB_DATA1):
   case PICA_ID(FIXEDATTRIB_DATA2):
      return va_write_fixed(gpu, value);
   case PICA_ID(PRIMITIVE_CONFIG):
   case PICA_ID(RESTART_PRIMITIVE):
      va_restart(&va->assembly);
      return true;
   default:
      return true;
   }
}
