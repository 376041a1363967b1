/* SPDX-License-Identifier: MIT
 *
 * A linked program as bytes and back: for the shader cache and for program binaries. The shaders travel as
 * textual IR, which is parsed and validated like any other text; all tables are checked, so that no bytes can
 * make a program that leads outside of its arrays.
 */
#include <stdio.h>
#include <stdlib.h>

#include "compiler/glsl/ast.h"
#include "util/u_blob.h"
#include "util/u_math.h"

#define FORMAT       3
#define MAX_SLOTS    65536
#define MAX_ENTRIES  65536
#define MAX_SAMPLERS 32
#define MAX_BLOCKS   (2 * IR_MAX_BLOCKS)

enum { FLAG_DISCARD = 1, FLAG_DEPTH = 2, FLAG_DERIVATIVES = 4, FLAG_FETCH_COHERENT = 8 };

static void
write_shader(struct u_blob *b, const struct ir_shader *s)
{
   char *text = NULL;
   size_t n = 0;
   FILE *f = open_memstream(&text, &n);
   if (!f) {
      b->out_of_memory = true;
      return;
   }
   ir_print(f, s);
   if (fclose(f))
      b->out_of_memory = true;
   u_blob_u32(b, (s->uses_discard ? FLAG_DISCARD : 0) | (s->writes_depth ? FLAG_DEPTH : 0) |
                    (s->uses_derivatives ? FLAG_DERIVATIVES : 0) |
                    (s->fb_fetch_coherent ? FLAG_FETCH_COHERENT : 0) | (uint32_t)s->cull_distances << 8 |
                    (uint32_t)s->blend_support << 16);
   u_blob_u32(b, s->samplers_used);
   u_blob_u32(b, s->num_uniform_slots);
   u_blob_u32(b, s->guessed_rounds);
   u_blob_str(b, text);
   free(text);
}

/** What only programs in ESSL 3.00 have. */
static void
write_interface(struct u_blob *b, const struct glsl_program *p)
{
   u_blob_u32(b, p->num_blocks);
   for (unsigned i = 0; i < p->num_blocks; i++) {
      u_blob_str(b, p->blocks[i].name);
      u_blob_u32(b, p->blocks[i].size_B);
      u_blob_u32(b, (uint32_t)p->blocks[i].buffer[0]);
      u_blob_u32(b, (uint32_t)p->blocks[i].buffer[1]);
   }
   u_blob_u32(b, p->num_frag_outputs);
   for (unsigned i = 0; i < p->num_frag_outputs; i++) {
      const struct glsl_frag_output *o = &p->frag_outputs[i];
      u_blob_str(b, o->name);
      u_blob_u32(b,
                 o->base | (uint32_t)o->rows << 8 | (uint32_t)o->is_array << 16 | (uint32_t)o->index << 24);
      u_blob_u32(b, o->array_len);
      u_blob_u32(b, o->location);
   }
   u_blob_u32(b, p->num_feedback | (uint32_t)p->feedback_separate << 31);
   for (unsigned i = 0; i < p->num_feedback; i++) {
      const struct glsl_feedback_varying *f = &p->feedback[i];
      u_blob_str(b, f->name);
      u_blob_u32(b, f->base | (uint32_t)f->rows << 8 | (uint32_t)f->cols << 16 | f->buffer << 24);
      u_blob_u32(b, f->array_len);
      u_blob_u32(b, f->offset_B);
   }
   for (unsigned i = 0; i < 4; i++)
      u_blob_u32(b, p->feedback_stride_B[i]);
}

bool
glsl_program_write(const struct glsl_program *p, struct u_blob *b)
{
   u_blob_u32(b, FORMAT);
   u_blob_str(b, p->log);
   u_blob_u32(b, p->num_uniform_locations);
   u_blob_u32(b, p->num_uniforms);
   for (unsigned i = 0; i < p->num_uniforms; i++) {
      const struct glsl_uniform *u = &p->uniforms[i];
      u_blob_str(b, u->name);
      u_blob_u32(b, u->base | (uint32_t)u->rows << 8 | (uint32_t)u->cols << 16 | (uint32_t)u->is_array << 24);
      u_blob_u32(b, u->array_len);
      u_blob_u32(b, u->location);
      u_blob_u32(b, (uint32_t)u->slot[0]);
      u_blob_u32(b, (uint32_t)u->slot[1]);
      u_blob_u32(b, (uint32_t)u->block);
      u_blob_u32(b, u->offset_B);
      u_blob_u32(b, u->array_stride_B);
      u_blob_u32(b, u->matrix_stride_B | (uint32_t)u->row_major << 31);
   }
   u_blob_u32(b, p->num_attributes);
   for (unsigned i = 0; i < p->num_attributes; i++) {
      const struct glsl_attribute *a = &p->attributes[i];
      u_blob_str(b, a->name);
      u_blob_u32(b, a->rows | (uint32_t)a->cols << 8 | (uint32_t)a->base << 16);
      u_blob_u32(b, (uint32_t)a->location);
   }
   write_interface(b, p);
   for (unsigned s = 0; s < 2; s++)
      write_shader(b, p->ir[s]);
   return !b->out_of_memory;
}

static bool
uniform_ok(const struct glsl_program *p, const struct glsl_uniform *u)
{
   bool sampler = u->base >= GLSL_SAMPLER_2D;
   if (u->base >= GLSL_BASES || !u->rows || u->rows > 4 || !u->cols || u->cols > 4 || !u->array_len ||
       u->array_len > MAX_SLOTS)
      return false;
   if (u->location != UINT32_MAX &&
       (u->location >= p->num_uniform_locations || u->array_len > p->num_uniform_locations - u->location))
      return false;
   for (unsigned s = 0; s < 2; s++) {
      uint32_t slots = u->array_len * u->cols, max = sampler ? MAX_SAMPLERS : MAX_SLOTS;
      if (u->slot[s] < -1 ||
          (u->slot[s] >= 0 && ((uint32_t)u->slot[s] >= max || slots > max - (uint32_t)u->slot[s])))
         return false;
   }
   return true;
}

static struct ir_shader *
read_shader(struct u_reader *r, enum ir_stage stage)
{
   uint32_t flags = u_read_u32(r), samplers = u_read_u32(r), slots = u_read_u32(r), rounds = u_read_u32(r);
   const char *text = u_read_str(r);
   char error[200];
   if (r->bad || slots > MAX_SLOTS)
      return NULL;
   struct ir_shader *s = ir_parse(text, error, sizeof error);
   if (!s || s->stage != stage || !ir_validate(s, error, sizeof error) || s->num_uniform_slots > MAX_SLOTS ||
       s->inputs.count > 64 || s->outputs.count > 64) {
      ir_shader_destroy(s);
      return NULL;
   }
   for (size_t i = 0; i < s->inputs.count; i++)
      if (stage == IR_VERTEX && s->inputs.data[i].sem_index >= 16) {
         ir_shader_destroy(s);
         return NULL;
      }
   s->uses_discard = flags & FLAG_DISCARD;
   s->writes_depth = flags & FLAG_DEPTH;
   s->uses_derivatives = flags & FLAG_DERIVATIVES;
   s->fb_fetch_coherent = flags & FLAG_FETCH_COHERENT;
   s->cull_distances = (uint8_t)(flags >> 8);
   s->blend_support = (uint16_t)(flags >> 16);
   s->samplers_used = samplers;
   s->guessed_rounds = rounds;
   s->num_uniform_slots = MAX2(s->num_uniform_slots, slots);
   return s;
}

static bool
read_blocks(struct u_reader *r, struct glsl_program *p)
{
   p->num_blocks = u_read_u32(r);
   if (r->bad || p->num_blocks > MAX_BLOCKS)
      return false;
   p->blocks = u_arena_array(&p->arena, struct glsl_uniform_block, p->num_blocks + 1);
   for (unsigned i = 0; p->blocks && i < p->num_blocks; i++) {
      struct glsl_uniform_block *b = &p->blocks[i];
      b->name = u_arena_strdup(&p->arena, u_read_str(r));
      b->size_B = u_read_u32(r);
      for (unsigned s = 0; s < 2; s++) {
         b->buffer[s] = (int32_t)u_read_u32(r);
         if (b->buffer[s] != -1 && (b->buffer[s] < 1 || b->buffer[s] > IR_MAX_BLOCKS))
            return false;
      }
   }
   for (unsigned i = 0; i < p->num_uniforms; i++)
      if (p->uniforms[i].block < -1 || p->uniforms[i].block >= (int32_t)p->num_blocks)
         return false;
   return !r->bad;
}

static bool
read_outputs(struct u_reader *r, struct glsl_program *p)
{
   p->num_frag_outputs = u_read_u32(r);
   if (r->bad || p->num_frag_outputs > MAX_ENTRIES)
      return false;
   p->frag_outputs = u_arena_array(&p->arena, struct glsl_frag_output, p->num_frag_outputs + 1);
   for (unsigned i = 0; p->frag_outputs && i < p->num_frag_outputs; i++) {
      struct glsl_frag_output *o = &p->frag_outputs[i];
      o->name = u_arena_strdup(&p->arena, u_read_str(r));
      const uint32_t t = u_read_u32(r);
      o->base = (uint8_t)t;
      o->rows = (uint8_t)(t >> 8);
      o->is_array = t >> 16 & 1;
      o->index = t >> 24 & 1;
      o->array_len = u_read_u32(r);
      o->location = u_read_u32(r);
      if (r->bad || o->base > GLSL_UINT || !o->rows || o->rows > 4 || o->location >= 32 ||
          o->array_len > 32 - o->location)
         return false;
   }
   return true;
}

static bool
read_feedback(struct u_reader *r, struct glsl_program *p)
{
   const uint32_t n = u_read_u32(r);
   p->num_feedback = n & INT32_MAX;
   p->feedback_separate = n >> 31;
   if (r->bad || p->num_feedback > MAX_ENTRIES)
      return false;
   p->feedback = u_arena_array(&p->arena, struct glsl_feedback_varying, p->num_feedback + 1);
   for (unsigned i = 0; p->feedback && i < p->num_feedback; i++) {
      struct glsl_feedback_varying *f = &p->feedback[i];
      f->name = u_arena_strdup(&p->arena, u_read_str(r));
      const uint32_t t = u_read_u32(r);
      f->base = (uint8_t)t;
      f->rows = (uint8_t)(t >> 8);
      f->cols = (uint8_t)(t >> 16);
      f->buffer = t >> 24;
      f->array_len = u_read_u32(r);
      f->offset_B = u_read_u32(r);
      if (r->bad || f->base > GLSL_UINT || !f->rows || f->rows > 4 || !f->cols || f->cols > 4 ||
          f->buffer > 3)
         return false;
   }
   for (unsigned i = 0; i < 4; i++)
      p->feedback_stride_B[i] = u_read_u32(r);
   return !r->bad;
}

static bool
read_tables(struct u_reader *r, struct glsl_program *p)
{
   if (u_read_u32(r) != FORMAT)
      return false;
   p->log = u_arena_strdup(&p->arena, u_read_str(r));
   p->num_uniform_locations = u_read_u32(r);
   p->num_uniforms = u_read_u32(r);
   if (r->bad || p->num_uniform_locations > MAX_ENTRIES || p->num_uniforms > MAX_ENTRIES)
      return false;
   p->uniforms = u_arena_array(&p->arena, struct glsl_uniform, p->num_uniforms + 1);
   for (unsigned i = 0; p->uniforms && i < p->num_uniforms; i++) {
      struct glsl_uniform *u = &p->uniforms[i];
      u->name = u_arena_strdup(&p->arena, u_read_str(r));
      uint32_t t = u_read_u32(r);
      u->base = (uint8_t)t;
      u->rows = (uint8_t)(t >> 8);
      u->cols = (uint8_t)(t >> 16);
      u->is_array = t >> 24;
      u->array_len = u_read_u32(r);
      u->location = u_read_u32(r);
      u->slot[0] = (int32_t)u_read_u32(r);
      u->slot[1] = (int32_t)u_read_u32(r);
      u->block = (int32_t)u_read_u32(r);
      u->offset_B = u_read_u32(r);
      u->array_stride_B = u_read_u32(r);
      t = u_read_u32(r);
      u->matrix_stride_B = t & INT32_MAX;
      u->row_major = t >> 31;
      if (r->bad || !uniform_ok(p, u))
         return false;
   }
   p->num_attributes = u_read_u32(r);
   if (r->bad || p->num_attributes > MAX_ENTRIES)
      return false;
   p->attributes = u_arena_array(&p->arena, struct glsl_attribute, p->num_attributes + 1);
   for (unsigned i = 0; p->attributes && i < p->num_attributes; i++) {
      struct glsl_attribute *a = &p->attributes[i];
      a->name = u_arena_strdup(&p->arena, u_read_str(r));
      uint32_t t = u_read_u32(r);
      a->rows = (uint8_t)t;
      a->cols = (uint8_t)(t >> 8);
      a->base = (uint8_t)(t >> 16);
      a->location = (int32_t)u_read_u32(r);
      if (r->bad || a->base > GLSL_UINT || !a->rows || a->rows > 4 || !a->cols || a->cols > 4 ||
          a->location < -1 || a->location > 15)
         return false;
   }
   return read_blocks(r, p) && read_outputs(r, p) && read_feedback(r, p) && !p->arena.out_of_memory;
}

/** Every sampler that a shader names belongs to a uniform of the tables; every constant slot exists. */
static bool
consistent(const struct glsl_program *p)
{
   for (unsigned st = 0; st < 2; st++) {
      uint32_t known = 0;
      for (unsigned i = 0; i < p->num_uniforms; i++) {
         const struct glsl_uniform *u = &p->uniforms[i];
         for (uint32_t k = 0; u->base >= GLSL_SAMPLER_2D && u->slot[st] >= 0 && k < u->array_len; k++)
            known |= 1u << (u->slot[st] + (int32_t)k);
      }
      if (p->ir[st]->samplers_used & ~known)
         return false;
      for (struct ir_node *n = ir_first_node(p->ir[st]); n; n = ir_next_node(n))
         for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
            const struct ir_instr *in = n->block->instrs.data[i];
            if (in->op == IR_TEX && (in->tex.sampler >= MAX_SAMPLERS || !(known >> in->tex.sampler & 1)))
               return false;
         }
   }
   return true;
}

struct glsl_program *
glsl_program_read(const void *data, size_t size_B)
{
   struct u_reader r = {data, (const uint8_t *)data + size_B, false};
   struct glsl_program *p = calloc(1, sizeof *p);
   if (!p)
      return NULL;
   u_arena_init(&p->arena);
   if (read_tables(&r, p)) {
      p->ir[IR_VERTEX] = read_shader(&r, IR_VERTEX);
      p->ir[IR_FRAGMENT] = p->ir[IR_VERTEX] ? read_shader(&r, IR_FRAGMENT) : NULL;
      p->ok = p->ir[IR_FRAGMENT] && r.p == r.end && !r.bad && consistent(p);
   }
   if (!p->ok) {
      glsl_program_destroy(p);
      return NULL;
   }
   return p;
}
