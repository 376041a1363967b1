/* SPDX-License-Identifier: MIT
 *
 * Shader objects and their compiled variants, and the fetch shaders of vertex elements. A variant is compiled
 * when a draw first needs its key; draws that change nothing do not come here.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/ir/ir.h"
#include "compiler/terascale/vliw.h"
#include "driver/bo.h"
#include "pipe/p_context.h"
#include "terascale/atoms.h"
#include "terascale/chip_ops.h"
#include "terascale/context.h"
#include "terascale/emit.h"
#include "terascale/resource/format.h"
#include "terascale/screen.h"
#include "terascale/shader/scratch.h"
#include "terascale/shader/shader.h"
#include "terascale/state/cso.h"
#include "util/u_blob.h"
#include "util/u_debug.h"
#include "util/u_disk_cache.h"
#include "util/u_math.h"

static void
variant_destroy(struct ts_variant *v)
{
   vliw_binary_fini(&v->bin);
   drv_bo_unref(v->bo);
   free(v);
}

/** Compiles, or takes from the cache what an earlier process compiled. */
static bool
compile(struct ts_context *c, const struct ir_shader *ir, const struct vliw_key *key, struct vliw_binary *bin,
        char *error, size_t error_B)
{
   const struct terascale_chip *chip = c->screen->chip;
   struct u_disk_cache *cache = c->screen->base.disk_cache;
   if (!cache || !(ir->cache_id[0] | ir->cache_id[1]))
      return vliw_compile(ir, chip, key, bin, error, error_B);
   const void *part[] = {ir->cache_id, &ir->stage, chip->base.name, key};
   const size_t part_B[] = {sizeof ir->cache_id, sizeof ir->stage, strlen(chip->base.name), sizeof *key};
   struct u_cache_key id = u_cache_key_of("code", part, part_B, ARRAY_SIZE(part));
   size_t size_B;
   void *data = u_disk_cache_get(cache, &id, &size_B);
   bool found = data && vliw_binary_read(data, size_B, bin);
   free(data);
   if (found)
      return true;
   if (!vliw_compile(ir, chip, key, bin, error, error_B))
      return false;
   struct u_blob b = {0};
   if (vliw_binary_write(bin, &b))
      u_disk_cache_put(cache, &id, b.bytes.data, b.bytes.count);
   u_blob_fini(&b);
   return true;
}

static struct ts_variant *
variant_create(struct ts_context *c, struct ts_shader *sh, const struct vliw_key *key, char *error,
               size_t error_B)
{
   struct ts_variant *v = calloc(1, sizeof *v);
   if (!v)
      return NULL;
   v->key = *key;
   if (!compile(c, sh->ir, key, &v->bin, error, error_B)) {
      free(v);
      return NULL;
   }
   if (u_debug(U_DEBUG_ISA))
      vliw_disassemble(stderr, c->screen->chip, v->bin.dw, v->bin.num_dw);
   if (!ts_upload_code(c, v->bin.dw, v->bin.num_dw, &v->bo, &v->offset_B)) {
      variant_destroy(v);
      return NULL;
   }
   free(v->bin.dw);
   v->bin.dw = NULL;
   if (sh->stage == PIPE_SHADER_VERTEX)
      ts_encode_vs(c, v);
   else
      c->ops->encode_fs(c, v);
   v->next = sh->variants;
   sh->variants = v;
   return v;
}

/** Field by field: bytes that were just written are slow to read as a block. */
static inline bool
same_key(const struct vliw_key *a, const struct vliw_key *b)
{
   return a->num_color_targets == b->num_color_targets && a->dual_source == b->dual_source &&
          a->per_sample == b->per_sample && a->magnify_to_half == b->magnify_to_half;
}

static struct ts_variant *
variant_get(struct ts_context *c, struct ts_shader *sh, const struct vliw_key *key)
{
   for (struct ts_variant *v = sh->variants; v; v = v->next)
      if (same_key(&v->key, key))
         return v;
   char error[256] = "out of memory";
   struct ts_variant *v = variant_create(c, sh, key, error, sizeof error);
   if (!v) {
      u_log("cannot draw: %s", error);
      c->base.oom = true; /* the only way in which what is drawn can say that it is not there */
   }
   return v;
}

static void
shader_destroy(struct ts_shader *sh)
{
   while (sh->variants) {
      struct ts_variant *v = sh->variants;
      sh->variants = v->next;
      variant_destroy(v);
   }
   ir_shader_destroy(sh->ir);
   free(sh);
}

/** Fills what the shader's instructions read: const_buffers and explicit_levels. */
static void
find_reads(struct ts_shader *sh)
{
   uint32_t buffers = 0, units = 0;
   for (struct ir_node *n = ir_first_node(sh->ir); n; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         const struct ir_instr *in = n->block->instrs.data[i];
         if (in->op == IR_LOAD_BLOCK)
            buffers |= 1u << in->buffer;
         else if (in->op == IR_TEX && in->tex.op == IR_TEX_LOD)
            units |= 1u << in->tex.sampler;
      }
   sh->const_buffers = (uint16_t)buffers;
   sh->explicit_levels = (uint16_t)units;
}

static void *
shader_create(struct pipe_context *pc, const struct ir_shader *ir, enum pipe_shader_type stage, char *error,
              size_t error_B)
{
   if (error_B)
      error[0] = 0;
   struct ts_shader *sh = calloc(1, sizeof *sh);
   if (!sh)
      return NULL;
   sh->stage = (uint8_t)stage;
   sh->ir = ir_shader_clone(ir);
   if (!sh->ir) {
      free(sh);
      return NULL;
   }
   find_reads(sh);
   for (size_t i = 0; i < ir->captured.count; i++) {
      const struct ir_captured *x = &ir->captured.data[i];
      uint16_t *stride_dw = &sh->stream_stride_dw[x->buffer];
      assert(x->buffer < PIPE_MAX_SO_BUFFERS);
      *stride_dw = (uint16_t)MAX2(*stride_dw, x->offset_dw + x->ncomp);
   }
   for (size_t i = 0; i < ir->outputs.count; i++)
      if (ir->outputs.data[i].semantic == IR_SEM_COLOR_ALL)
         sh->color_all = true;
      else if (ir->outputs.data[i].semantic == IR_SEM_COLOR_SECONDARY)
         sh->color_secondary = true;
   for (size_t i = 0; i < ir->inputs.count; i++)
      if (ir->inputs.data[i].semantic == IR_SEM_FB_FETCH &&
          ir->inputs.data[i].sem_index < PIPE_MAX_COLOR_BUFS)
         sh->fb_fetch_mask |= (uint8_t)(1u << ir->inputs.data[i].sem_index);
   /* The commonest variant now, so that what the hardware cannot run is known before the first draw. */
   struct vliw_key key;
   memset(&key, 0, sizeof key);
   if (sh->color_all)
      key.num_color_targets = 1;
   if (!variant_create(ts_context(pc), sh, &key, error, error_B)) {
      shader_destroy(sh);
      return NULL;
   }
   sh->uses_instance_id = sh->variants->bin.uses_instance_id;
   sh->uses_vertex_id = sh->variants->bin.uses_vertex_id;
   return sh;
}

static void *
create_vs_state(struct pipe_context *pc, const struct ir_shader *ir, char *error, size_t error_B)
{
   return shader_create(pc, ir, PIPE_SHADER_VERTEX, error, error_B);
}

static void *
create_fs_state(struct pipe_context *pc, const struct ir_shader *ir, char *error, size_t error_B)
{
   return shader_create(pc, ir, PIPE_SHADER_FRAGMENT, error, error_B);
}

static void
bind_vs_state(struct pipe_context *pc, void *cso)
{
   struct ts_context *c = ts_context(pc);
   if (c->vs == cso)
      return;
   c->vs = cso;
   c->shaders_stale = c->fast_check = true;
   if (c->vs)
      ts_consts_read(c, PIPE_SHADER_VERTEX, c->vs->const_buffers);
}

static void
bind_fs_state(struct pipe_context *pc, void *cso)
{
   struct ts_context *c = ts_context(pc);
   if (c->fs == cso)
      return;
   c->fs = cso;
   c->shaders_stale = c->fast_check = true;
   if (c->fs)
      ts_consts_read(c, PIPE_SHADER_FRAGMENT, c->fs->const_buffers);
}

static void
delete_shader_state(struct pipe_context *pc, void *cso)
{
   struct ts_context *c = ts_context(pc);
   struct ts_shader *sh = cso;
   if (!sh)
      return;
   for (struct ts_variant *v = sh->variants; v; v = v->next) {
      if (c->vs_var == v)
         c->vs_var = NULL;
      if (c->fs_var == v)
         c->fs_var = NULL;
   }
   c->shaders_stale = true;
   shader_destroy(sh);
}

void
ts_velems_free_fetch(struct ts_velems *ve)
{
   for (unsigned i = 0; i < TS_FETCH_KINDS; i++) {
      while (ve->fetch[i]) {
         struct ts_fetch_shader *f = ve->fetch[i];
         ve->fetch[i] = f->next;
         drv_bo_unref(f->bo);
         free(f);
      }
   }
}

/** The fetch shader that puts the elements where the VS variant expects them. */
static struct ts_fetch_shader *
fetch_get(struct ts_context *c, struct ts_velems *ve, enum ts_fetch_kind kind, const uint8_t attrib_gpr[16])
{
   for (struct ts_fetch_shader *f = ve->fetch[kind]; f; f = f->next)
      if (!memcmp(f->attrib_gpr, attrib_gpr, 16))
         return f;
   struct ts_velems split;
   const struct ts_velems *from = ve;
   if (kind != TS_FETCH_DIRECT) {
      split = *ve;
      split.with_number = kind == TS_FETCH_RELAID_INSTANCE;
      for (unsigned i = 0; i < split.count; i++) {
         split.e[i].vertex_buffer_index = (uint8_t)i;
         split.e[i].src_offset_B = 0;
      }
      from = &split;
   }
   uint32_t dw[4 * (PIPE_MAX_ATTRIBS + 1) + 16];
   unsigned ndw = c->ops->encode_fetch(c->screen->chip, from, attrib_gpr, dw, ARRAY_SIZE(dw));
   struct ts_fetch_shader *f = calloc(1, sizeof *f);
   if (!f || !ts_upload_code(c, dw, ndw, &f->bo, &f->offset_B)) {
      free(f);
      c->base.oom = true;
      return NULL;
   }
   memcpy(f->attrib_gpr, attrib_gpr, 16);
   f->next = ve->fetch[kind];
   ve->fetch[kind] = f;
   return f;
}

bool
ts_validate_shaders(struct ts_context *c)
{
   struct vliw_key key;
   memset(&key, 0, sizeof key);
   key.magnify_to_half = c->vs->explicit_levels & c->stage[PIPE_SHADER_VERTEX].magnify_to_half;
   struct ts_variant *vs = variant_get(c, c->vs, &key);
   memset(&key, 0, sizeof key);
   if (c->fs->color_all)
      key.num_color_targets = c->resolving ? 1 : (uint8_t)MAX2(c->fb.nr_cbufs, 1);
   key.dual_source = c->blend->dual_source && c->fs->color_secondary;
   key.magnify_to_half = c->fs->explicit_levels & c->stage[PIPE_SHADER_FRAGMENT].magnify_to_half;
   key.per_sample = c->fs->fb_fetch_mask && c->fb.samples > 1;
   struct ts_variant *fs = variant_get(c, c->fs, &key);
   if (!vs || !fs)
      return false;
   if (!ts_scratch_prepare(c, PIPE_SHADER_VERTEX, vs->bin.scratch_B) ||
       !ts_scratch_prepare(c, PIPE_SHADER_FRAGMENT, fs->bin.scratch_B)) {
      c->base.oom = true;
      return false;
   }
   struct ts_fetch_shader *fetch = fetch_get(c, c->velems, c->fetch_kind, vs->bin.attrib_gpr);
   if (!fetch)
      return false;
   if (c->vs_var != vs) {
      c->vs_var = vs;
      c->base.dirty |= TS_DIRTY(VS);
   }
   if (c->fs_var != fs) {
      if (c->per_sample != fs->key.per_sample) {
         c->per_sample = fs->key.per_sample;
         c->base.dirty |= TS_DIRTY(RAST) | TS_DIRTY(FB);
         c->stream_samples = 0;
      }
      if (!c->fs_var || c->fs_var->shader_mask != fs->shader_mask)
         c->base.dirty |= TS_DIRTY(CB_MISC);
      if (!c->fs_var ||
          c->fs_var->db_shader_control != fs->db_shader_control) /* whatever is exported for DB */
         c->base.dirty |= TS_DIRTY(DB_MISC);
      c->fs_var = fs;
      c->base.dirty |= TS_DIRTY(FS);
   }
   if (c->fetch != fetch) {
      c->fetch = fetch;
      c->base.dirty |= TS_DIRTY(FETCH);
   }
   c->shaders_stale = false;
   return true;
}

void
ts_init_shader_functions(struct ts_context *c)
{
   struct pipe_context *p = &c->base.base;
   p->create_vs_state = create_vs_state;
   p->bind_vs_state = bind_vs_state;
   p->create_fs_state = create_fs_state;
   p->bind_fs_state = bind_fs_state;
   p->delete_vs_state = p->delete_fs_state = delete_shader_state;
}
