/* SPDX-License-Identifier: MIT
 *
 * What a fragment shader computes, in a normal form: polynomials over real numbers. Their unknowns ("atoms") are what the chip can
 * read (components of samples and varyings), what is fixed for a draw (uniforms), and results of the two functions that its clamps can
 * imitate: the positive part of a polynomial, and whether one is positive. Equal values have equal numbers, however they were written,
 * so that a stage's formula is found by algebra. Each polynomial knows bounds of its value.
 */
#ifndef COMPILER_PICA200_POLY_H
#define COMPILER_PICA200_POLY_H

#include <stdbool.h>
#include <stdint.h>

#include "util/u_arena.h"
#include "util/u_vec.h"

#define PF_NONE       UINT32_MAX
#define PF_MAX_DEGREE 8     /* atoms of a product */
#define PF_MAX_TERMS  160   /* products of a sum */
#define PF_MAX_POLYS  60000 /* of one shader, those that were tried among them */
#define PF_INFINITE   1e30
#define PF_LEAST_BAND 0x1p-20f /* half the width of a table's band, at least */

enum pf_atom_kind {
   PF_ATOM_UNIFORM,     /* SSA value `value`, which depends on uniforms alone; comp 1: its absolute value */
   PF_ATOM_INVERSE,     /* 1 / poly, which is above 0 and depends on uniforms alone */
   PF_ATOM_UNIFORM_SUM, /* poly, which depends on uniforms alone: pack.c */
   PF_ATOM_UNIFORM_POS, /* max(poly, 0), where that depends on uniforms alone */
   PF_ATOM_UNIFORM_GE,  /* poly >= 0, the same: 0 or 1 */
   PF_ATOM_FLOOR,       /* the greatest n / 255 not above `poly`, which depends on uniforms alone */
   PF_ATOM_CEIL,        /* the least not below it */
   PF_ATOM_VARYING,     /* component `comp` of input `value` */
   PF_ATOM_WINDOW,      /* component `comp` of gl_FragCoord: in coordinates only */
   PF_ATOM_SAMPLE,      /* component `comp` of sample `value` */
   PF_ATOM_POS,         /* max(poly, 0) */
   PF_ATOM_GT,          /* poly > 0: 0 or 1 */
   PF_ATOM_STEP,        /* poly >= 0, by a table (table.c); the opposite where `more` is -1 and not 1 */
   PF_ATOM_BAND,        /* -`more` <= poly <= `more`, by a table */
   PF_ATOM_RAMP,        /* poly, clamped to 0..1 at the fragment, by a table */
   PF_ATOM_ROUND,       /* the greatest integer not above poly: in comparisons only */
   PF_ATOM_RCP,         /* 1 / poly: in coordinates only */
   PF_ATOM_RSQ,         /* poly^-1/2: the same */
   PF_ATOM_BAD,         /* what no stage computes: reason `value` of struct pf */
};

struct pf_atom {
   uint8_t kind, comp;
   bool boolean;
   bool assumed;   /* its bounds are what programs mostly have: uniform.c */
   bool checked;   /* no reason to refuse it was found */
   uint32_t value; /* or the polynomial */
   uint32_t more;  /* of STEP and BAND: another, which depends on uniforms alone */
   uint8_t table;  /* 0, or 1 + the sample that has its answer as component `axis` */
   uint8_t axis;
   uint32_t line; /* where it stands first */
   double lo, hi;
};

/** A factor times atoms, in ascending order, PF_NO_ATOM behind the last. */
#define PF_NO_ATOM UINT16_MAX
struct pf_term {
   double factor;
   uint16_t atom[PF_MAX_DEGREE];
};

/** How a polynomial was written in the shader: x * y + z, where z may be PF_NONE: nothing. */
struct pf_written {
   uint32_t x, y, z;
   struct pf_written *next;
};

struct pf_poly {
   const struct pf_term *term; /* in order; none: zero */
   uint16_t num_terms;
   bool uniform; /* of atoms that are fixed for a draw */
   bool affine;  /* sums of varyings with such factors: a vertex shader can compute it */
   bool boolean; /* 0 or 1 */
   bool coarse;  /* stands for a comparison that may come out wrong */
   double lo, hi;
   struct pf_written *written;
   uint32_t hash, next; /* chain of equal hashes */
};

struct pf_polys {
   struct u_arena arena;
   U_VEC(struct pf_atom) atoms;
   U_VEC(struct pf_poly) polys;
   U_VEC(uint32_t) known; /* polynomials with bounds that their terms do not show */
   uint32_t bucket[16384];
   bool too_large; /* a product or sum had no room: its result means nothing; who asks clears this */
   bool full;      /* no memory, or too many polynomials: nothing goes on */
};

bool pf_polys_init(struct pf_polys *p);
void pf_polys_fini(struct pf_polys *p);

/** The number of an atom; \p a without bounds yet. */
uint16_t pf_atom(struct pf_polys *p, struct pf_atom a);
/** An atom as a polynomial. */
uint32_t pf_of_atom(struct pf_polys *p, uint16_t atom);
uint32_t pf_number(struct pf_polys *p, double v);
/** factor * a + b */
uint32_t pf_mad(struct pf_polys *p, double factor, uint32_t a, uint32_t b);
uint32_t pf_mul(struct pf_polys *p, uint32_t a, uint32_t b);
/** The terms of \p a for which \p keep says yes. */
uint32_t pf_filter(struct pf_polys *p, uint32_t a,
                   bool (*keep)(const struct pf_polys *, const struct pf_term *, const void *),
                   const void *data);
/** a = atom * quotient + rest, where the rest is without the atom. */
void pf_divide(struct pf_polys *p, uint32_t a, uint16_t atom, uint32_t *quotient, uint32_t *rest);
bool pf_term_has(const struct pf_term *t, uint16_t atom);
/** Is it a number? */
bool pf_is_number(const struct pf_polys *p, uint32_t a, double *v);
/** Is it one atom, times 1? */
bool pf_is_atom(const struct pf_polys *p, uint32_t a, uint16_t *atom);
/** Is it a whole number of steps of 1/255 for every fragment, as the chip delivers what it is made of? Only then comparisons are exact. */
bool pf_is_whole(const struct pf_polys *p, uint32_t a);
/** The value is known to lie in [lo, hi], whatever its terms say. */
void pf_know(struct pf_polys *p, uint32_t a, double lo, double hi);
void pf_write_down(struct pf_polys *p, uint32_t a, uint32_t x, uint32_t y, uint32_t z);

static inline const struct pf_poly *
pf_at(const struct pf_polys *p, uint32_t a)
{
   return &p->polys.data[a < p->polys.count ? a : 0];
}

static inline uint32_t
pf_add(struct pf_polys *p, uint32_t a, uint32_t b)
{
   return pf_mad(p, 1, a, b);
}

static inline uint32_t
pf_sub(struct pf_polys *p, uint32_t a, uint32_t b)
{
   return pf_mad(p, -1, b, a);
}

#endif
