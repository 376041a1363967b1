/* SPDX-License-Identifier: MIT
 *
 * The emulator of PICA200 from the inside.
 *
 *   cp   command lists -> registers, memories behind ports, draws
 *   va   vertex loader, immediate vertices, primitive assembly, clipping
 *   sh   the vertex and geometry shader units
 *   struct pica_back: what becomes of a clipped triangle (raster, tx, texenv, light, proctex, fog, om)
 *
 * Addresses are physical. Everything a list, a program or a vertex array can name goes through pica_mem(); nothing outside the two emulated
 * memories is read or written.
 */
#ifndef EMULATOR_PICA200_GPU_H
#define EMULATOR_PICA200_GPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "db/pica200/pica_regfile.h"
#include "db/pica200/pica_regs.h"
#include "db/pica200/pica_tables.h"
#include "db/pica200/picax_regfile.h"
#include "emulator/pica200/pica_params.h"
#include "emulator/pica200/pica_vertex.h"

enum {
   PICA_VRAM_BASE = 0x18000000,
   PICA_VRAM_SIZE_B = 6 << 20,
   PICA_FCRAM_BASE = 0x20000000,
   PICA_FCRAM_MAX_B = 256 << 20,
   PICA_UNIFORMS = 96,
   PICA_DESCRIPTORS = 128,
   PICA_CODE_WORDS = 4096, /* of a unit's program memory; the vertex bank has 512 of them */
   PICA_VS_CODE_WORDS = 512,
   PICA_ATTRIBUTES = 12,
};

struct pica_gpu;
struct pica_va;

/** The half behind clipping. */
struct pica_back {
   /** Called once by pica_gpu_create() with its SIMD level; may set gpu->back_data. False: no memory. */
   bool (*start)(struct pica_gpu *gpu, const char *simd);
   void (*stop)(struct pica_gpu *gpu);
   /** A clipped triangle, by the registers as they are now. It may be kept and drawn later. False: out of memory, or
    * gpu->error says which register forbids it. */
   bool (*triangle)(struct pica_gpu *gpu, const struct pica_vertex v[3]);
   /** Everything kept is drawn: before memory is looked at, and at the end of a list. */
   void (*flush)(struct pica_gpu *gpu);
};

/** Why a list was refused. */
struct pica_error {
   bool set;
   uint32_t address; /* physical, of the list's packet header, or of the word where the list ends too early */
   uint32_t offset_B; /* the same from the start of the list or jump target it stands in */
   uint32_t reg;      /* number of the register; PICA_REGS: none */
   char reason[192];  /* one sentence */
};

/** A unit's memories. Uniforms hold float24 values. */
struct pica_unit {
   uint32_t code[PICA_CODE_WORDS];
   uint32_t desc[PICA_DESCRIPTORS];
   float uniform[PICA_UNIFORMS][4];
   uint16_t booleans; /* bit = 1: true */
   uint8_t integer[4][4];
   uint32_t generation; /* counts writes of code and descriptors */
   /* ports */
   unsigned code_at, desc_at, uniform_at;
   unsigned code_end; /* words below it were written */
   uint32_t latch[4];
   unsigned latched;
};

/** Tables of the fragment half, as words with the fields of db/pica200: PICA_LIGHTING_LUT_DATA, PICA_FOG_LUT_DATA,
 * PICAW_PROCTEX_MAP_ENTRY, PICAW_PROCTEX_COLOR_ENTRY. */
struct pica_tables {
   uint32_t light[24]
                 [256]; /* by LIGHTING_LUT_INDEX.LUT: D0 0, D1 1, FR 3, RB 4, RG 5, RR 6, SP 8.., DA 16.. */
   uint32_t fog[128];
   uint32_t proctex_noise[128], proctex_rgb[128], proctex_alpha[128];
   uint32_t proctex_color[256], proctex_color_diff[256];
   uint32_t gas[16];
};

struct pica_gpu {
   union {
      uint32_t reg[PICA_REGS]; /* by number */
      union pica_mmio_regs r;  /* by name */
   };
   union picax_mmio_regs io; /* engines, by offset from PICA_IO_BASE */
   uint8_t *vram, *fcram;    /* owned by the creator of the memories, see pica_gpu_create() */
   uint32_t fcram_size_B;

   struct pica_unit vs, gs;
   struct pica_tables tables;
   struct pica_shader_params params;
   struct pica_vertex_params vertex_params;
   struct pica_limits limits;
   bool state_changed; /* a register below 0x200 or a table was written; the back clears it */

   const struct pica_back *back;
   void *back_data;
   struct pica_va *va;
   struct pica_error error;
   uint64_t work_left; /* of limits.work */
   bool interrupted;   /* FINALIZE raised the interrupt since the last submission began */
   uint64_t num_packets, num_vertices, num_triangles;
};

/** A GPU with VRAM and \p fcram_size_B bytes of FCRAM (at most PICA_FCRAM_MAX_B), all zero. \p simd: the SIMD level ("sse2", ...), NULL:
 * TERAGL_SIMD or the best. NULL: no memory, or no such level of this CPU. */
struct pica_gpu *pica_gpu_create(uint32_t fcram_size_B, const struct pica_back *back, const char *simd);
void pica_gpu_destroy(struct pica_gpu *gpu);

/** The \p bytes from a physical address on; NULL unless all of them are in VRAM or all in FCRAM. Nothing is flushed. */
static inline uint8_t *
pica_mem(const struct pica_gpu *gpu, uint32_t address, uint64_t bytes)
{
   if (address >= PICA_FCRAM_BASE && bytes <= gpu->fcram_size_B &&
       address - PICA_FCRAM_BASE <= gpu->fcram_size_B - bytes)
      return gpu->fcram + (address - PICA_FCRAM_BASE);
   if (address >= PICA_VRAM_BASE && bytes <= PICA_VRAM_SIZE_B &&
       address - PICA_VRAM_BASE <= PICA_VRAM_SIZE_B - bytes)
      return gpu->vram + (address - PICA_VRAM_BASE);
   return NULL;
}

/** Sets gpu->error unless it is set; \p reg: number of the register, PICA_REGS: none. Returns false. cp adds the place in the list. */
bool pica_error(struct pica_gpu *gpu, uint32_t reg, const char *fmt, ...)
   __attribute__((format(printf, 3, 4)));

/** Writes the bytes of a register that \p mask (bit per byte) lets through, with what the write does: FIFOs, draws. Jumps and
 * FINALIZE are cp's and only stored here. False: gpu->error says why. */
bool pica_write_register(struct pica_gpu *gpu, unsigned reg, uint32_t value, unsigned mask);

/** A register write by the CPU, outside of lists: gpu->error and the limit of work begin anew. */
bool pica_write(struct pica_gpu *gpu, unsigned reg, uint32_t value, unsigned mask);

/** Runs the list of \p bytes at a physical address, with what it jumps to, to its end, and flushes. False: gpu->error says where and why; what
 * came before stays done. */
bool pica_submit(struct pica_gpu *gpu, uint32_t address, uint32_t bytes);

#endif
