/* SPDX-License-Identifier: MIT
 *
 * The SIMD levels of the pixel half, by EMU_FN in simd/levels.h.
 */
#include "emulator/pica200/kernels.h"

#include <string.h>

#include "emulator/core/start.h"

#define DECLARE(level)                                                                                       \
   void pica_texenv_run_##level(const struct pica_texenv *, const struct pica_color *const *,                \
                                struct pica_color *, struct pica_channels *);                                \
   void pica_fog_run_##level(const struct pica_fog *, const struct pica_floats *, struct pica_color *);      \
   void pica_om_alpha_##level(const struct pica_om *, const struct pica_channels *, uint64_t *);             \
   uint64_t pica_om_depth_##level(const struct pica_om *, uint8_t *, const struct pica_floats *, uint64_t);  \
   void pica_om_color_##level(const struct pica_om *, uint8_t *, const struct pica_channels *, uint64_t);    \
   void pica_om_shadow_##level(const struct pica_om *, uint8_t *, const struct pica_floats *,                \
                               const struct pica_channels *, uint64_t);                                      \
   void pica_light_run_##level(const struct pica_lighting *, const struct pica_floats *,                     \
                               const struct pica_floats *, const struct pica_color *const *, uint64_t,       \
                               struct pica_color *, struct pica_color *);                                    \
   void pica_proctex_run_##level(const struct pica_proctex *, struct pica_noise_corners *,                   \
                                 const struct pica_floats *, enum pica_lines,                                \
                                 const struct pica_noise_lines *const *, uint64_t, struct pica_color *);     \
   const struct pica_noise_lines *pica_proctex_line_##level(                                                 \
      const struct pica_proctex *, struct pica_kept_lines *, unsigned, int32_t, float, float, float);        \
   void pica_texture_run_##level(const struct pica_texture *, struct pica_tile_cache *,                      \
                                 const struct pica_floats *, const struct pica_floats *, uint64_t,           \
                                 struct pica_color *);                                                       \
   void pica_raster_run_##level(struct pica_raster_thread *, const struct pica_draw *,                       \
                                const struct pica_vertex(*)[3], unsigned);                                   \
   void pica_raster_flush_##level(struct pica_raster_thread *, const struct pica_draw *);                    \
   static const struct pica_level level_##level = {                                                          \
      .name = #level,                                                                                        \
      .texenv = pica_texenv_run_##level,                                                                     \
      .fog = pica_fog_run_##level,                                                                           \
      .om_alpha = pica_om_alpha_##level,                                                                     \
      .om_depth = pica_om_depth_##level,                                                                     \
      .om_color = pica_om_color_##level,                                                                     \
      .om_shadow = pica_om_shadow_##level,                                                                   \
      .light = pica_light_run_##level,                                                                       \
      .proctex = pica_proctex_run_##level,                                                                   \
      .proctex_line = pica_proctex_line_##level,                                                             \
      .texture = pica_texture_run_##level,                                                                   \
      .flush = pica_raster_flush_##level,                                                                    \
      .raster = pica_raster_run_##level,                                                                     \
   };
EMU_LEVELS(DECLARE)

#define ADDRESS(level) &level_##level,
static const struct pica_level *const levels[] = {EMU_LEVELS(ADDRESS)};

const struct pica_level *
pica_level_at(unsigned i)
{
   return i < ARRAY_SIZE(levels) && emu_cpu_has_level(levels[i]->name) ? levels[i] : NULL;
}

const struct pica_level *
pica_level_find(const char *name)
{
   for (unsigned i = ARRAY_SIZE(levels); i-- > 0;)
      if ((!name || !strcmp(name, levels[i]->name)) && emu_cpu_has_level(levels[i]->name))
         return levels[i];
   return NULL;
}
