/* SPDX-License-Identifier: MIT
 *
 * Neutral instruction words <-> machine words of each generation; the bodies are in terascale/words_gen.h.
 */
#include "isa/terascale/words.h"

#include <assert.h>
#include <string.h>

#include "util/u_math.h"

#define DB_PREFIX R6
#include "isa/terascale/words_gen.h"
#define DB_PREFIX R7
#include "isa/terascale/words_gen.h"
#define DB_PREFIX EG
#include "isa/terascale/words_gen.h"
#define DB_PREFIX CM
#include "isa/terascale/words_gen.h"

static const struct {
   void (*enc_alu)(const struct vliw_w_alu *, uint32_t[2]);
   void (*dec_alu)(const uint32_t[2], struct vliw_w_alu *);
   void (*enc_cf)(const struct vliw_w_cf *, uint32_t[2]);
   void (*dec_cf)(const uint32_t[2], struct vliw_w_cf *);
   void (*enc_tex)(const struct vliw_w_tex *, uint32_t[4]);
   void (*dec_tex)(const uint32_t[4], struct vliw_w_tex *);
   void (*enc_vtx)(const struct vliw_w_vtx *, uint32_t[4]);
   void (*dec_vtx)(const uint32_t[4], struct vliw_w_vtx *);
} sets[] = {
   [DB_R600] = {enc_alu_R6, dec_alu_R6, enc_cf_R6, dec_cf_R6, enc_tex_R6, dec_tex_R6, enc_vtx_R6, dec_vtx_R6},
   [DB_R700] = {enc_alu_R7, dec_alu_R7, enc_cf_R7, dec_cf_R7, enc_tex_R7, dec_tex_R7, enc_vtx_R7, dec_vtx_R7},
   [DB_EVERGREEN] = {enc_alu_EG, dec_alu_EG, enc_cf_EG, dec_cf_EG, enc_tex_EG, dec_tex_EG, enc_vtx_EG,
                dec_vtx_EG                                                                                  },
   [DB_CAYMAN] = {enc_alu_CM, dec_alu_CM, enc_cf_CM, dec_cf_CM, enc_tex_CM, dec_tex_CM, enc_vtx_CM,
                dec_vtx_CM                                                                                  },
};

void
vliw_enc_alu(enum db_gen gen, const struct vliw_w_alu *w, uint32_t dw[2])
{
   struct vliw_w_alu v = *w;
   _Static_assert(ARRAY_SIZE(sets) == DB_CAYMAN + 1, "one for each generation");
   assert(gen < ARRAY_SIZE(sets) && w->op >= 0 && w->op < DB_ALU_OP_COUNT);
   const struct db_alu_info *info = db_alu_info((enum db_alu_op)w->op);
   v.op3 = info->op3;
   v.code = (uint16_t)info->code[gen];
   assert(info->code[gen] >= 0); /* this generation has it */
   sets[gen].enc_alu(&v, dw);
}

void
vliw_dec_alu(enum db_gen gen, const uint32_t dw[2], struct vliw_w_alu *w)
{
   memset(w, 0, sizeof *w);
   sets[gen].dec_alu(dw, w);
   w->op = db_alu_decode(gen, w->op3, w->code);
   w->nsrc = w->op >= 0 ? db_alu_info((enum db_alu_op)w->op)->nsrc : w->op3 ? 3 : 2;
}

void
vliw_enc_cf(enum db_gen gen, const struct vliw_w_cf *w, uint32_t dw[2])
{
   assert(w->op >= 0 && w->op < DB_CF_OP_COUNT && db_cf_info((enum db_cf_op)w->op)->code[gen] >= 0);
   sets[gen].enc_cf(w, dw);
}

void
vliw_dec_cf(enum db_gen gen, const uint32_t dw[2], struct vliw_w_cf *w)
{
   memset(w, 0, sizeof *w);
   sets[gen].dec_cf(dw, w);
}

void
vliw_enc_tex(enum db_gen gen, const struct vliw_w_tex *w, uint32_t dw[4])
{
   assert(w->op >= 0 && w->op < DB_TEX_OP_COUNT);
   sets[gen].enc_tex(w, dw);
}

void
vliw_dec_tex(enum db_gen gen, const uint32_t dw[4], struct vliw_w_tex *w)
{
   memset(w, 0, sizeof *w);
   sets[gen].dec_tex(dw, w);
}

void
vliw_enc_vtx(enum db_gen gen, const struct vliw_w_vtx *w, uint32_t dw[4])
{
   assert(w->op >= 0 && w->op < DB_VTX_OP_COUNT);
   sets[gen].enc_vtx(w, dw);
}

void
vliw_dec_vtx(enum db_gen gen, const uint32_t dw[4], struct vliw_w_vtx *w)
{
   memset(w, 0, sizeof *w);
   sets[gen].dec_vtx(dw, w);
}

bool
vliw_tex_is_vtx(enum db_gen gen, const uint32_t dw[4])
{
   struct vliw_w_tex t;
   struct vliw_w_vtx v;
   vliw_dec_tex(gen, dw, &t);
   vliw_dec_vtx(gen, dw, &v);
   return t.op < 0 && v.op >= 0;
}
