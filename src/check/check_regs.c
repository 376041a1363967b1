/* SPDX-License-Identifier: MIT
 * Registers that the kernel does not let through unseen: those that hold an address (one relocation each) and
 * those that place a surface (remembered for the next draw). Everything else is free
 * (db/kernel-registers.xml) or forbidden. Tables follow the kernel's r600_cs_check_reg and
 * evergreen_cs_handle_reg. */
#include "check/check_internal.h"

#include <string.h>

#include "db/cm_regs.h"
#include "db/db_kernel_regs.h"
#include "db/db_print.h"
#include "db/eg_regs.h"
#include "db/r6_regs.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

enum rule_kind {
   RULE_TRACK,        /* value matters to a later draw; no relocation */
   RULE_ADDRESS,      /* value += address >> 8 */
   RULE_MARK,         /* takes its relocation, value stays */
   RULE_ADDRESS_OR_CB /* R6 FRAG and TILE: without a NOP the colour buffer's own buffer serves */
};

struct reg_rule {
   uint32_t offset;
   uint16_t count, stride;
   enum rule_kind kind;
};

static const struct reg_rule r6_rules[] = {
   {R6_CB_COLOR_BASE_OFFSET(0),          8,  4,  RULE_ADDRESS      },
   {R6_CB_COLOR_FRAG_OFFSET(0),          8,  4,  RULE_ADDRESS_OR_CB},
   {R6_CB_COLOR_TILE_OFFSET(0),          8,  4,  RULE_ADDRESS_OR_CB},
   {R6_CB_COLOR_INFO_OFFSET(0),          8,  4,  RULE_TRACK        },
   {R6_CB_COLOR_SIZE_OFFSET(0),          8,  4,  RULE_TRACK        },
   {R6_CB_COLOR_VIEW_OFFSET(0),          8,  4,  RULE_TRACK        },
   {R6_CB_COLOR_MASK_OFFSET(0),          8,  4,  RULE_TRACK        },
   {R6_CB_TARGET_MASK_OFFSET,            1,  4,  RULE_TRACK        },
   {R6_CB_SHADER_MASK_OFFSET,            1,  4,  RULE_TRACK        },
   {R6_CB_COLOR_CONTROL_OFFSET,          1,  4,  RULE_TRACK        },
   {R6_DB_DEPTH_BASE_OFFSET,             1,  4,  RULE_ADDRESS      },
   {R6_DB_HTILE_DATA_BASE_OFFSET,        1,  4,  RULE_ADDRESS      },
   {R6_DB_DEPTH_INFO_OFFSET,             1,  4,  RULE_TRACK        },
   {R6_DB_DEPTH_SIZE_OFFSET,             1,  4,  RULE_TRACK        },
   {R6_DB_DEPTH_VIEW_OFFSET,             1,  4,  RULE_TRACK        },
   {R6_DB_DEPTH_CONTROL_OFFSET,          1,  4,  RULE_TRACK        },
   {R6_DB_HTILE_SURFACE_OFFSET,          1,  4,  RULE_TRACK        },
   {R6_SX_MISC_OFFSET,                   1,  4,  RULE_TRACK        },
   {R6_PA_SC_AA_CONFIG_OFFSET,           1,  4,  RULE_TRACK        },
   {R6_SQ_CONFIG_OFFSET,                 1,  4,  RULE_TRACK        },
   {R6_SQ_PGM_START_PS_OFFSET,           1,  4,  RULE_ADDRESS      },
   {R6_SQ_PGM_START_VS_OFFSET,           1,  4,  RULE_ADDRESS      },
   {R6_SQ_PGM_START_GS_OFFSET,           1,  4,  RULE_ADDRESS      },
   {R6_SQ_PGM_START_ES_OFFSET,           1,  4,  RULE_ADDRESS      },
   {R6_SQ_PGM_START_FS_OFFSET,           1,  4,  RULE_ADDRESS      },
   {R6_SQ_ALU_CONST_CACHE_PS_OFFSET(0),  16, 4,  RULE_ADDRESS      },
   {R6_SQ_ALU_CONST_CACHE_VS_OFFSET(0),  16, 4,  RULE_ADDRESS      },
   {R6_SQ_ALU_CONST_CACHE_GS_OFFSET(0),  16, 4,  RULE_ADDRESS      },
   {R6_SX_MEMORY_EXPORT_BASE_OFFSET,     1,  4,  RULE_ADDRESS      },
   {R6_CP_COHER_BASE_OFFSET,             1,  4,  RULE_ADDRESS      },
   {R6_SQ_ESGS_RING_BASE_OFFSET,         8,  8,
    RULE_ADDRESS                                                   }, /* ESGS, GSVS, ESTMP, GSTMP, VSTMP, PSTMP, FBUF, REDUCE */
   {R6_SQ_ESGS_RING_SIZE_OFFSET,         8,  8,  RULE_TRACK        },
   {R6_SQ_ESGS_RING_ITEMSIZE_OFFSET,     9,  4,  RULE_TRACK        }, /* the same eight and SQ_GS_VERT_ITEMSIZE */
   {R6_VGT_STRMOUT_EN_OFFSET,            1,  4,  RULE_TRACK        },
   {R6_VGT_STRMOUT_BUFFER_EN_OFFSET,     1,  4,  RULE_TRACK        },
   {R6_VGT_STRMOUT_BUFFER_BASE_0_OFFSET, 4,  16, RULE_ADDRESS      },
   {R6_VGT_STRMOUT_BUFFER_SIZE_0_OFFSET, 4,  16, RULE_TRACK        },
};

static const struct reg_rule eg_rules[] = {
   {EG_CB_COLOR_BASE_OFFSET(0),          8,  0x3c, RULE_ADDRESS},
   {EG_CB_COLOR_BASE_OFFSET(8),          4,  0x1c, RULE_ADDRESS},
   {EG_CB_COLOR_CMASK_OFFSET(0),         8,  0x3c, RULE_ADDRESS},
   {EG_CB_COLOR_FMASK_OFFSET(0),         8,  0x3c, RULE_ADDRESS},
   {EG_CB_COLOR_ATTRIB_OFFSET(0),        8,  0x3c, RULE_MARK   },
   {EG_CB_COLOR_ATTRIB_OFFSET(8),        4,  0x1c, RULE_MARK   },
   {EG_CB_COLOR_INFO_OFFSET(0),          8,  0x3c, RULE_TRACK  },
   {EG_CB_COLOR_INFO_OFFSET(8),          4,  0x1c, RULE_TRACK  },
   {EG_CB_COLOR_PITCH_OFFSET(0),         8,  0x3c, RULE_TRACK  },
   {EG_CB_COLOR_PITCH_OFFSET(8),         4,  0x1c, RULE_TRACK  },
   {EG_CB_COLOR_SLICE_OFFSET(0),         8,  0x3c, RULE_TRACK  },
   {EG_CB_COLOR_SLICE_OFFSET(8),         4,  0x1c, RULE_TRACK  },
   {EG_CB_COLOR_VIEW_OFFSET(0),          8,  0x3c, RULE_TRACK  },
   {EG_CB_COLOR_VIEW_OFFSET(8),          4,  0x1c, RULE_TRACK  },
   {EG_CB_COLOR_CMASK_SLICE_OFFSET(0),   8,  0x3c, RULE_TRACK  },
   {EG_CB_COLOR_FMASK_SLICE_OFFSET(0),   8,  0x3c, RULE_TRACK  },
   {EG_CB_IMMED_BASE_OFFSET(0),          12, 4,    RULE_ADDRESS},
   {EG_CB_TARGET_MASK_OFFSET,            1,  4,    RULE_TRACK  },
   {EG_CB_SHADER_MASK_OFFSET,            1,  4,    RULE_TRACK  },
   {EG_DB_Z_INFO_OFFSET,                 1,  4,    RULE_TRACK  },
   {EG_DB_STENCIL_INFO_OFFSET,           1,  4,    RULE_TRACK  },
   {EG_DB_DEPTH_VIEW_OFFSET,             1,  4,    RULE_TRACK  },
   {EG_DB_DEPTH_SIZE_OFFSET,             1,  4,    RULE_TRACK  },
   {EG_DB_DEPTH_SLICE_OFFSET,            1,  4,    RULE_TRACK  },
   {EG_DB_DEPTH_CONTROL_OFFSET,          1,  4,    RULE_TRACK  },
   {EG_DB_HTILE_SURFACE_OFFSET,          1,  4,    RULE_TRACK  },
   {EG_DB_Z_READ_BASE_OFFSET,            4,  4,    RULE_ADDRESS}, /* Z read, stencil read, Z write, stencil write */
   {EG_DB_HTILE_DATA_BASE_OFFSET,        1,  4,    RULE_ADDRESS},
   {EG_SX_MISC_OFFSET,                   1,  4,    RULE_TRACK  },
   {EG_PA_SC_AA_CONFIG_OFFSET,           1,  4,    RULE_TRACK  },
   {EG_SQ_PGM_START_PS_OFFSET,           1,  4,    RULE_ADDRESS},
   {EG_SQ_PGM_START_VS_OFFSET,           1,  4,    RULE_ADDRESS},
   {EG_SQ_PGM_START_GS_OFFSET,           1,  4,    RULE_ADDRESS},
   {EG_SQ_PGM_START_ES_OFFSET,           1,  4,    RULE_ADDRESS},
   {EG_SQ_PGM_START_FS_OFFSET,           1,  4,    RULE_ADDRESS},
   {EG_SQ_PGM_START_HS_OFFSET,           1,  4,    RULE_ADDRESS},
   {EG_SQ_PGM_START_LS_OFFSET,           1,  4,    RULE_ADDRESS},
   {EG_SQ_CONST_MEM_BASE_OFFSET,         1,  4,    RULE_ADDRESS},
   {EG_SQ_ALU_CONST_CACHE_PS_OFFSET(0),  16, 4,    RULE_ADDRESS},
   {EG_SQ_ALU_CONST_CACHE_VS_OFFSET(0),  16, 4,    RULE_ADDRESS},
   {EG_SQ_ALU_CONST_CACHE_GS_OFFSET(0),  16, 4,    RULE_ADDRESS},
   {EG_SQ_ALU_CONST_CACHE_HS_OFFSET(0),  16, 4,    RULE_ADDRESS},
   {EG_SQ_ALU_CONST_CACHE_LS_OFFSET(0),  16, 4,    RULE_ADDRESS},
   {EG_SX_MEMORY_EXPORT_BASE_OFFSET,     1,  4,    RULE_ADDRESS},
   {EG_CP_COHER_BASE_OFFSET,             1,  4,    RULE_ADDRESS},
   {EG_SQ_ESGS_RING_BASE_OFFSET,         6,  8,    RULE_ADDRESS}, /* ESGS, GSVS, ESTMP, GSTMP, VSTMP, PSTMP */
   {EG_SQ_ESGS_RING_SIZE_OFFSET,         6,  8,    RULE_TRACK  },
   {EG_SQ_LSTMP_RING_BASE_OFFSET,        2,  8,    RULE_ADDRESS}, /* LSTMP, HSTMP */
   {EG_SQ_LSTMP_RING_SIZE_OFFSET,        2,  8,    RULE_TRACK  },
   {EG_SQ_ESGS_RING_ITEMSIZE_OFFSET,     6,  4,    RULE_TRACK  },
   {EG_SQ_LSTMP_RING_ITEMSIZE_OFFSET,    2,  4,    RULE_TRACK  },
   {EG_SQ_GS_VERT_ITEMSIZE_OFFSET,       7,  4,    RULE_TRACK  }, /* four item sizes, three ring offsets */
   {EG_VGT_STRMOUT_CONFIG_OFFSET,        2,  4,    RULE_TRACK  },
   {EG_VGT_STRMOUT_BUFFER_BASE_0_OFFSET, 4,  16,   RULE_ADDRESS},
   {EG_VGT_STRMOUT_BUFFER_SIZE_0_OFFSET, 4,  16,   RULE_TRACK  },
};

/* Cayman's own. */
static const struct reg_rule cm_rules[] = {
   {CM_DB_EQAA_OFFSET,         1, 4, RULE_TRACK},
   {CM_DB_DEPTH_INFO_OFFSET,   1, 4, RULE_TRACK},
   {CM_PA_SC_AA_CONFIG_OFFSET, 1, 4, RULE_TRACK},
};

static const struct reg_rule *
find_rule(const struct db_chip *chip, uint32_t offset)
{
   const struct reg_rule *rules = chip->gen <= DB_R700 ? r6_rules : eg_rules;
   unsigned count = chip->gen <= DB_R700 ? COUNT(r6_rules) : COUNT(eg_rules);
   for (unsigned i = 0; i < count; i++) {
      uint32_t d = offset - rules[i].offset;
      if (offset >= rules[i].offset && d < (uint32_t)rules[i].count * rules[i].stride &&
          d % rules[i].stride == 0)
         return &rules[i];
   }
   return NULL;
}

/* The kernel starts every stream from "everything is enabled and nothing is known", so that a stream has to
 * say what it draws to. */
void
check_regs_init(struct checker *c)
{
   memset(c->ctx, 0, sizeof c->ctx);
   for (unsigned i = 0; i < CTX_DW; i++)
      c->ctx_bo[i] = NO_BO;
   bool r6 = c->chip->gen <= DB_R700;
#define SET(offset, v) c->ctx[((offset)-CTX_BASE) / 4] = (v)
   SET(r6 ? R6_CB_TARGET_MASK_OFFSET : EG_CB_TARGET_MASK_OFFSET, 0xffffffff);
   SET(r6 ? R6_CB_SHADER_MASK_OFFSET : EG_CB_SHADER_MASK_OFFSET, 0xffffffff);
   SET(r6 ? R6_DB_DEPTH_CONTROL_OFFSET : EG_DB_DEPTH_CONTROL_OFFSET, 0xffffffff);
   if (r6) {
      SET(R6_DB_DEPTH_INFO_OFFSET, 7); /* the largest format */
      SET(R6_DB_DEPTH_SIZE_OFFSET, 0xffffffff);
   } else {
      SET(EG_DB_Z_INFO_OFFSET, 0xffffffff);
      SET(EG_DB_STENCIL_INFO_OFFSET, 0xffffffff);
      SET(EG_DB_DEPTH_SIZE_OFFSET, 0xffffffff);
   }
#undef SET
   c->surfaces_new = true;
}

static bool
fail_reg(struct checker *c, uint32_t offset, uint32_t dw, const char *what)
{
   char name[64];
   db_reg_full_name(c->chip->gen, offset, name, sizeof name);
   c->reg = offset;
   return check_fail(c, dw, "%s %s", name, what);
}

static bool
take_address(struct checker *c, uint32_t offset, uint32_t dw)
{
   c->reg = offset;
   const struct check_reloc *r = check_take_reloc(c, NULL);
   if (!r)
      return false;
   patch(c, dw, c->dw[dw] + (uint32_t)(r->gpu_addr >> 8));
   if (offset >= CTX_BASE)
      c->ctx_bo[(offset - CTX_BASE) / 4] = (int32_t)(r - c->relocs);
   return true;
}

static bool
has_reloc_next(const struct checker *c)
{
   return c->next < c->ndw && c->ndw - c->next >= 2 && c->dw[c->next] == 0xC0001000u;
}

bool
check_reg(struct checker *c, uint32_t offset, uint32_t dw)
{
   if (offset >= CTX_BASE && offset < CTX_BASE + 4 * CTX_DW)
      c->ctx[(offset - CTX_BASE) / 4] = c->dw[dw];
   if (db_kernel_reg_free(c->chip->gen, offset))
      return true;
   const struct reg_rule *rule = find_rule(c->chip, offset);
   for (unsigned i = 0; !rule && c->chip->gen == DB_CAYMAN && i < COUNT(cm_rules); i++) {
      if (cm_rules[i].offset == offset)
         rule = &cm_rules[i];
   }
   if (!rule)
      return fail_reg(c, offset, dw, "may not be written by a user's stream");
   c->surfaces_new = true;
   switch (rule->kind) {
   case RULE_TRACK:
      return true;
   case RULE_ADDRESS:
      return take_address(c, offset, dw);
   case RULE_MARK:
      c->reg = offset;
      return check_take_reloc(c, NULL) != NULL;
   case RULE_ADDRESS_OR_CB: {
      if (has_reloc_next(c))
         return take_address(c, offset, dw);
      uint32_t n = offset % 0x20 / 4;
      const struct check_reloc *cb = ctx_reloc(c, R6_CB_COLOR_BASE_OFFSET(n));
      if (!cb)
         return fail_reg(c, offset, dw, "has no relocation and its colour buffer has none either");
      patch(c, dw, c->out ? c->out[dw] + (uint32_t)(cb->gpu_addr >> 8) : 0);
      c->ctx_bo[(offset - CTX_BASE) / 4] = (int32_t)(cb - c->relocs);
      return true;
   }
   }
   return true;
}
