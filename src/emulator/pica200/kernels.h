/* SPDX-License-Identifier: MIT
 *
 * The hot blocks of the pixel half, one table a SIMD level. All levels give the same bits.
 */
#ifndef EMULATOR_PICA200_KERNELS_H
#define EMULATOR_PICA200_KERNELS_H

#include "emulator/pica200/raster/draw.h"

struct pica_level {
   const char *name;
   void (*texenv)(const struct pica_texenv *t, const struct pica_color *const in[PICA_SRC_INPUTS],
                  struct pica_color room[PICA_TEXENV_STAGES], struct pica_channels *out);
   void (*fog)(const struct pica_fog *f, const struct pica_floats *depth, struct pica_color *color);
   void (*om_alpha)(const struct pica_om *om, const struct pica_channels *color, uint64_t *live);
   uint64_t (*om_depth)(const struct pica_om *om, uint8_t *tile, const struct pica_floats *depth,
                        uint64_t live);
   void (*om_color)(const struct pica_om *om, uint8_t *tile, const struct pica_channels *color,
                    uint64_t live);
   void (*om_shadow)(const struct pica_om *om, uint8_t *tile, const struct pica_floats *depth,
                     const struct pica_channels *color, uint64_t live);
   void (*light)(const struct pica_lighting *l, const struct pica_floats quaternion[4],
                 const struct pica_floats view[3], const struct pica_color *const tex[4], uint64_t live,
                 struct pica_color *primary, struct pica_color *secondary);
   void (*proctex)(const struct pica_proctex *p, struct pica_noise_corners *corners,
                   const struct pica_floats uv[2], enum pica_lines lines,
                   const struct pica_noise_lines *const line[2], uint64_t live, struct pica_color *out);
   const struct pica_noise_lines *(*proctex_line)(const struct pica_proctex *p, struct pica_kept_lines *kept,
                                                  unsigned axis, int32_t slot, float base, float step,
                                                  float w);
   void (*texture)(const struct pica_texture *t, struct pica_tile_cache *cache,
                   const struct pica_floats uv[2], const struct pica_floats *w, uint64_t live,
                   struct pica_color *out);
   void (*raster)(struct pica_raster_thread *thread, const struct pica_draw *d,
                  const struct pica_vertex (*v)[3], unsigned count);
   void (*flush)(struct pica_raster_thread *thread, const struct pica_draw *d);
};

/** The level \p name if this CPU has it, NULL: the best. NULL: there is none. */
const struct pica_level *pica_level_find(const char *name);
/** Number \p i, from the plainest up, if there are so many and this CPU has it; else NULL. */
const struct pica_level *pica_level_at(unsigned i);

#endif
