/* SPDX-License-Identifier: MIT
 *
 * Program binaries (OES_get_program_binary): a linked program as bytes with a header. A separable program of
 * one stage is its text, since what it will be linked with is not known yet.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "state_tracker/st_context.h"
#include "state_tracker/program/st_exec.h"
#include "state_tracker/program/st_program.h"
#include "util/u_blob.h"
#include "util/u_disk_cache.h"
#include "util/u_math.h"

enum { KIND_WHOLE, KIND_WHOLE_SEPARABLE, KIND_STAGE, KINDS };

struct binary_header {
   uint32_t magic, size_B; /* of what follows */
   uint8_t build[20];      /* another build's binaries are refused: the application keeps its sources */
   uint32_t kind;
   uint64_t target; /* st_program_target_id: the IR is made for it; 0 of a stage's text */
   uint64_t checksum;
};

static void
write_stage(struct u_blob *b, const struct st_exec *e)
{
   u_blob_u32(b, e->stages == 1 << IR_VERTEX ? IR_VERTEX : IR_FRAGMENT);
   u_blob_str(b, e->source);
   const struct glsl_program *g = e->glsl;
   uint32_t n = 0;
   for (unsigned i = 0; i < g->num_attributes; i++)
      n += g->attributes[i].location >= 0; /* built-in ones have none */
   u_blob_u32(b, n);
   for (unsigned i = 0; i < g->num_attributes; i++) {
      if (g->attributes[i].location < 0)
         continue;
      u_blob_str(b, g->attributes[i].name);
      u_blob_u32(b, (uint32_t)g->attributes[i].location);
   }
   u_blob_u32(b, g->num_frag_outputs);
   for (unsigned i = 0; i < g->num_frag_outputs; i++) {
      u_blob_str(b, g->frag_outputs[i].name);
      u_blob_u32(b, g->frag_outputs[i].location);
      u_blob_u32(b, g->frag_outputs[i].index);
   }
   u_blob_u32(b, g->num_feedback | (uint32_t)g->feedback_separate << 31);
   for (unsigned i = 0; i < g->num_feedback; i++)
      u_blob_str(b, g->feedback[i].name);
}

void *
st_program_get_binary(const struct st_context *ctx, const struct st_program *p, size_t *size_B)
{
   assert(p->link_status && p->exec);
   struct u_blob b = {0};
   const struct st_exec *e = p->exec;
   struct binary_header h = {
      .magic = ST_PROGRAM_BINARY_FORMAT,
      .kind = !st_exec_is_whole(e) ? KIND_STAGE
              : e->separable       ? KIND_WHOLE_SEPARABLE
                                   : KIND_WHOLE,
   };
   u_blob_bytes(&b, &h, sizeof h);
   if (h.kind == KIND_STAGE)
      write_stage(&b, e);
   else
      glsl_program_write(e->glsl, &b);
   if (b.out_of_memory) {
      u_blob_fini(&b);
      return NULL;
   }
   u_build_id(h.build);
   h.target = h.kind == KIND_STAGE ? 0 : st_program_target_id(ctx);
   h.size_B = (uint32_t)(b.bytes.count - sizeof h);
   h.checksum = u_hash64(b.bytes.data + sizeof h, h.size_B);
   memcpy(b.bytes.data, &h, sizeof h);
   *size_B = b.bytes.count;
   return b.bytes.data;
}

/** What is captured, as write_stage wrote it; the names' list is malloc'ed. False: out of memory. */
static bool
read_feedback(struct u_reader *r, uint32_t most, struct glsl_feedback *f)
{
   const uint32_t n = u_read_u32(r);
   *f = (struct glsl_feedback){.num_names = n & INT32_MAX, .separate = n >> 31};
   r->bad |= f->num_names > most; /* each has a component at least */
   if (r->bad || !f->num_names)
      return true;
   const char **names = malloc(f->num_names * sizeof *names);
   for (uint32_t i = 0; names && i < f->num_names; i++)
      names[i] = u_read_str(r);
   f->names = names;
   return names != NULL;
}

/** Compiles and links what write_stage wrote. False: out of memory. */
static bool
load_stage(struct st_context *ctx, struct st_program *p, const uint8_t *bytes, size_t size_B,
           const char **problem)
{
   struct u_reader r = {bytes, bytes + size_B, false};
   const uint32_t stage = u_read_u32(&r);
   const char *source = u_read_str(&r);
   const uint32_t n = u_read_u32(&r);
   struct glsl_attrib_binding bindings[PIPE_MAX_ATTRIBS];
   for (uint32_t i = 0; i < n && i < PIPE_MAX_ATTRIBS; i++) {
      bindings[i].name = u_read_str(&r);
      bindings[i].location = (int32_t)u_read_u32(&r);
      r.bad |= bindings[i].location < 0;
   }
   const uint32_t num_outputs = u_read_u32(&r);
   struct glsl_frag_binding outputs[PIPE_MAX_COLOR_BUFS + 1]; /* a target may have two sources */
   for (uint32_t i = 0; i < num_outputs && i < ARRAY_SIZE(outputs); i++) {
      outputs[i].name = u_read_str(&r);
      outputs[i].location = u_read_u32(&r);
      outputs[i].index = u_read_u32(&r);
      r.bad |= outputs[i].index > 1;
   }
   struct glsl_feedback feedback;
   if (!read_feedback(&r, ctx->glsl_options.max_feedback_interleaved_components, &feedback))
      return false;
   if (r.bad || r.p != r.end || stage > IR_FRAGMENT || n > PIPE_MAX_ATTRIBS ||
       num_outputs > ARRAY_SIZE(outputs)) {
      *problem = "ERROR: the program binary holds no valid program\n";
      free((void *)feedback.names);
      return true;
   }
   p->separable = true;
   const struct glsl_program_info info = {.bindings = bindings,
                                          .num_bindings = n,
                                          .frag_bindings = outputs,
                                          .num_frag_bindings = num_outputs,
                                          .feedback = feedback.num_names ? &feedback : NULL};
   struct glsl_shader *s = glsl_compile(stage, source, strlen(source), &ctx->glsl_options);
   struct glsl_program *g = s ? glsl_link_stage(s, &info, &ctx->glsl_options) : NULL;
   bool ok = g != NULL;
   if (g && !g->ok) {
      *problem = "ERROR: the program binary holds no valid program\n";
      glsl_program_destroy(g);
   } else if (g) {
      ok = st_program_install(ctx, p, g, s, source);
   }
   glsl_shader_unref(s);
   free((void *)feedback.names);
   return ok;
}

bool
st_program_set_binary(struct st_context *ctx, struct st_program *p, const void *data, size_t size_B)
{
   struct binary_header h;
   uint8_t build[20];
   p->link_status = false;
   p->validate_status = false;
   u_build_id(build);
   const char *problem = NULL;
   struct glsl_program *g = NULL;
   bool ok = true;
   const uint8_t *payload = (const uint8_t *)data + sizeof h;
   if (size_B >= sizeof h)
      memcpy(&h, data, sizeof h);
   if (size_B < sizeof h || h.magic != ST_PROGRAM_BINARY_FORMAT || h.size_B != size_B - sizeof h ||
       h.kind >= KINDS || h.checksum != u_hash64(payload, h.size_B))
      problem = "ERROR: these bytes are no program binary, or they were damaged\n";
   else if (memcmp(h.build, build, sizeof build))
      problem = "ERROR: the program binary was made by another version of the driver\n";
   else if (h.target != (h.kind == KIND_STAGE ? 0 : st_program_target_id(ctx)))
      problem = "ERROR: the program binary was made for another GPU\n";
   else if (h.kind == KIND_STAGE)
      ok = load_stage(ctx, p, payload, h.size_B, &problem);
   else if (!(g = glsl_program_read(payload, h.size_B)))
      problem = "ERROR: the program binary holds no valid program\n";
   if (problem)
      st_program_set_log(p, problem);
   if (!g)
      return ok;
   const void *part[] = {payload};
   const size_t part_B[] = {h.size_B};
   struct u_cache_key key = u_cache_key_of("binary", part, part_B, 1);
   st_program_set_cache_id(g, &key);
   p->separable = h.kind == KIND_WHOLE_SEPARABLE;
   return st_program_install(ctx, p, g, NULL, NULL);
}
