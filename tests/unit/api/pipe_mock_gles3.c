/* SPDX-License-Identifier: MIT
 *
 * The mock driver with all that OpenGL ES 3.0 asks for: queries that count nothing, stream-out that writes nothing.
 */
#include "pipe_mock_priv.h"

#include "util/u_math.h"

static struct pipe_query *
create_query(struct pipe_context *c, enum pipe_query_type t)
{
   struct pipe_query *q = calloc(1, sizeof *q);
   q->type = (uint8_t)t;
   mock_of(c)->queries++;
   return q;
}

static void
destroy_query(struct pipe_context *c, struct pipe_query *q)
{
   mock_of(c)->queries--;
   free(q);
}

static bool
begin_query(struct pipe_context *c, struct pipe_query *q)
{
   mock_of(c)->open_queries++;
   return true;
}

static void
end_query(struct pipe_context *c, struct pipe_query *q)
{
   if (q->type != PIPE_QUERY_TIMESTAMP)
      mock_of(c)->open_queries--;
}

static bool
get_query_result(struct pipe_context *c, struct pipe_query *q, bool wait, uint64_t *result)
{
   *result = mock_of(c)->query_result;
   return true;
}

static struct pipe_stream_output_target *
create_target(struct pipe_context *c, struct pipe_resource *buffer, uint32_t offset_B, uint32_t size_B)
{
   struct pipe_stream_output_target *t = calloc(1, sizeof *t);
   assert_true(offset_B % 4 == 0 && size_B % 4 == 0 && offset_B + (uint64_t)size_B <= buffer->width0);
   *t = (struct pipe_stream_output_target){pipe_resource_ref(buffer), offset_B, size_B};
   mock_of(c)->targets++;
   mock_of(c)->targets_made++;
   return t;
}

static void
destroy_target(struct pipe_context *c, struct pipe_stream_output_target *t)
{
   for (unsigned i = 0; i < mock_of(c)->num_targets; i++)
      assert_true(mock_of(c)->bound_targets[i] != t);
   mock_of(c)->targets--;
   pipe_resource_unref(t->buffer);
   free(t);
}

static void
set_targets(struct pipe_context *c, unsigned n, struct pipe_stream_output_target **t, bool append)
{
   struct mock *m = mock_of(c);
   assert_true(n <= PIPE_MAX_SO_BUFFERS);
   m->num_targets = n;
   m->append_targets = append;
   for (unsigned i = 0; i < n; i++)
      m->bound_targets[i] = t[i];
}

void
mock_gles3_functions(struct pipe_context *c)
{
   c->create_query = create_query;
   c->destroy_query = destroy_query;
   c->begin_query = begin_query;
   c->end_query = end_query;
   c->get_query_result = get_query_result;
   c->create_stream_output_target = create_target;
   c->stream_output_target_destroy = destroy_target;
   c->set_stream_output_targets = set_targets;
}

void
mock_gles3(struct mock *m)
{
   struct pipe_caps *c = &m->screen.caps;
   c->dual_source_blend = true;
   m->gles3 = true;
   c->max_vs_samplers = 16;
   c->occlusion_query = true;
   c->max_array_layers = 256;
   c->max_uniform_blocks = 12;
   c->max_const_buffer_size_B = 65536;
   c->const_buffer_offset_alignment_B = 256;
   c->max_stream_output_buffers = 4;
   c->max_stream_output_components = 64;
   c->min_texel_offset = -8;
   c->max_texel_offset = 7;
   c->primitive_restart = true;
   c->seamless_cube_map = true;
}
