/* SPDX-License-Identifier: MIT
 *
 * The public face of the PICA200 emulator (include/teragl/pica200.h): plain types and errors around emulator/pica200. What is behind it may
 * change; the interface and its structures may only grow at their ends, with the soname.
 */
#include <teragl/pica200.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/pica200/engines/engines.h"
#include "emulator/pica200/engines/gx.h"
#include "emulator/pica200/raster/back.h"
#include "libemulator/pica200/record.h"

struct teragl_pica {
   struct pica_gpu *gpu;
   struct pica_record *record; /* NULL: nothing is recorded */
};

/* What the emulator said since begin() goes to the caller. */
static void
begin(struct teragl_pica *gpu)
{
   memset(&gpu->gpu->error, 0, sizeof gpu->gpu->error);
}

static bool
end(struct teragl_pica *gpu, bool ok, struct teragl_pica_error *error)
{
   if (!error)
      return ok;
   const struct pica_error *e = &gpu->gpu->error;
   memset(error, 0, sizeof *error);
   error->reg = UINT32_MAX;
   if (ok)
      return true;
   error->address = e->address;
   error->offset = e->offset_B;
   if (e->set && e->reg < PICA_REGS)
      error->reg = e->reg;
   snprintf(error->reason, sizeof error->reason, "%s", e->set ? e->reason : "out of memory");
   return false;
}

struct teragl_pica *
teragl_pica_create(uint32_t fcram_size, char *error, size_t error_size)
{
   if (fcram_size > PICA_FCRAM_MAX_B) {
      snprintf(error, error_size, "FCRAM of %u bytes: at most %u", fcram_size, PICA_FCRAM_MAX_B);
      return NULL;
   }
   struct teragl_pica *gpu = calloc(1, sizeof *gpu);
   if (gpu)
      gpu->gpu = pica_gpu_create(fcram_size ? fcram_size : PICA_FCRAM_MAX_B / 2, &pica_back_pixels, NULL);
   if (gpu && gpu->gpu) {
      gpu->record = pica_record_create(gpu->gpu);
      return gpu;
   }
   free(gpu);
   snprintf(error, error_size, "out of memory");
   return NULL;
}

void
teragl_pica_destroy(struct teragl_pica *gpu)
{
   if (!gpu)
      return;
   pica_record_destroy(gpu->record);
   pica_gpu_destroy(gpu->gpu);
   free(gpu);
}

void *
teragl_pica_memory(struct teragl_pica *gpu, uint32_t address, uint32_t size)
{
   return pica_mem(gpu->gpu, address, size);
}

uint32_t
teragl_pica_physical(uint32_t address)
{
   return pica_physical(address);
}

bool
teragl_pica_write(struct teragl_pica *gpu, uint32_t address, uint32_t value, struct teragl_pica_error *error)
{
   begin(gpu);
   pica_record_call(gpu->record, gpu->gpu, PICA_CALL_WRITE, (const uint32_t[]){address, value}, 2);
   bool ok = pica_io_write(gpu->gpu, address - PICA_IO_BASE, value);
   pica_record_done(gpu->record, gpu->gpu);
   return end(gpu, ok, error);
}

uint32_t
teragl_pica_read(const struct teragl_pica *gpu, uint32_t address)
{
   return pica_io_read(gpu->gpu, address - PICA_IO_BASE);
}

bool
teragl_pica_submit(struct teragl_pica *gpu, uint32_t address, uint32_t size, struct teragl_pica_error *error)
{
   begin(gpu);
   pica_record_call(gpu->record, gpu->gpu, PICA_CALL_LIST, (const uint32_t[]){address, size}, 2);
   bool ok = pica_submit(gpu->gpu, address, size);
   pica_record_done(gpu->record, gpu->gpu);
   return end(gpu, ok, error);
}

bool
teragl_pica_command(struct teragl_pica *gpu, const uint32_t words[8], struct teragl_pica_error *error)
{
   begin(gpu);
   pica_record_call(gpu->record, gpu->gpu, PICA_CALL_COMMAND, words, 8);
   bool ok = pica_gx(gpu->gpu, words);
   pica_record_done(gpu->record, gpu->gpu);
   return end(gpu, ok, error);
}

bool
teragl_pica_pixels(struct teragl_pica *gpu, uint32_t address, enum teragl_pica_format format, bool tiled,
                   uint32_t width, uint32_t height, uint32_t *rgba, struct teragl_pica_error *error)
{
   begin(gpu);
   return end(gpu, pica_read_pixels(gpu->gpu, address, format, tiled, width, height, rgba), error);
}

static const struct {
   const char *name, *reason;
   size_t at;
   unsigned largest;
} parameters[] = {
#define PARAMETER(name, value, largest, reason)                                                              \
   {#name, reason, offsetof(struct pica_pixel_params, name), largest},
   PICA_PARAMS(PARAMETER)
#undef PARAMETER
};
enum { PARAMETERS = sizeof parameters / sizeof parameters[0] };

static uint8_t *
value_of(const struct teragl_pica *gpu, unsigned index)
{
   return (uint8_t *)pica_pixels_params(gpu->gpu) + parameters[index].at;
}

const char *
teragl_pica_parameter(const struct teragl_pica *gpu, unsigned index, unsigned *value, unsigned *largest,
                      const char **reason)
{
   if (index >= PARAMETERS)
      return NULL;
   if (value)
      *value = *value_of(gpu, index);
   if (largest)
      *largest = parameters[index].largest;
   if (reason)
      *reason = parameters[index].reason;
   return parameters[index].name;
}

bool
teragl_pica_set_parameter(struct teragl_pica *gpu, const char *name, unsigned value)
{
   for (unsigned i = 0; i < PARAMETERS; i++)
      if (!strcmp(name, parameters[i].name) && value <= parameters[i].largest) {
         *value_of(gpu, i) = (uint8_t)value;
         gpu->gpu->state_changed = true;
         return true;
      }
   return false;
}

void
teragl_pica_stats(const struct teragl_pica *gpu, char *text, size_t text_size)
{
   const struct pica_gpu *g = gpu->gpu;
   snprintf(text, text_size, "%llu packets, %llu vertices, %llu triangles, %llu pixels",
            (unsigned long long)g->num_packets, (unsigned long long)g->num_vertices,
            (unsigned long long)g->num_triangles, (unsigned long long)pica_pixels_shaded(g));
}
