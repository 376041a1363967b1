/* SPDX-License-Identifier: MIT
 *
 * The stages of a colour: the fewest, and among those the ones that deviate least.
 */
#ifndef COMPILER_PICA200_SEARCH_H
#define COMPILER_PICA200_SEARCH_H

#include "compiler/pica200/fragment/split.h"

#define PF_STAGES PICA200_STAGES
#define PF_COLOUR 4 /* pf_place::take: each channel its own; else the channel that all take */

enum pf_from { PF_FROM_SAMPLE, PF_FROM_PRIMARY, PF_FROM_CONSTANT, PF_FROM_PREVIOUS, PF_FROM_BUFFER };

/** Where an operand comes from. */
struct pf_place {
   uint8_t from, sample, take;
   bool invert;
};

/** One stage. */
struct pf_plan {
   bool rgb_on, alpha_on; /* else it hands on what came before */
   struct pf_split rgb, alpha;
   struct pf_place rgb_place[3], alpha_place[3];
   uint32_t constant[4];          /* polynomials; PF_NONE: free */
   bool update_rgb, update_alpha; /* the buffer of the next stage takes what this one sees as previous */
};

/** What the rasteriser interpolates as primary colour: components whose place is fixed, and others. */
struct pf_colour {
   uint32_t rgb[3];    /* polynomials or PF_NONE */
   uint32_t scalar[4]; /* somewhere */
   unsigned num;
};

struct pf_solution {
   struct pf_plan plan[PF_STAGES];
   unsigned stages;
   uint32_t goal[4];
   uint32_t buffer[4]; /* polynomials that the buffer begins with; PF_NONE: anything */
   struct pf_colour colour;
   double error;       /* the most that the result may deviate, in 1/255 */
   double alpha_error; /* ... of alpha */
};

/** Stages whose last leaves \p goal (PF_NONE: nobody cares). False: there are none, or none were found. \p any_colour: as if there
 * were any number of components to interpolate, to find out why there are none. */
bool pf_search(struct pf *m, struct pf_reach *reach, const uint32_t goal[4], bool any_colour,
               struct pf_solution *out);

/** error.c: fills in the errors. */
void pf_error(const struct pf *m, struct pf_solution *s);

/** emit.c: the stages as registers have them; constants join \p k. \p colour: what the primary colour's components are. */
bool pf_emit(struct pf *m, const struct pf_solution *s, struct pf_consts *k, uint32_t colour[4],
             struct pica200_fragment *out);

#endif
