/* SPDX-License-Identifier: MIT
 *
 * Sub-allocation of stream buffers. A full chunk is dropped: the driver frees or reuses it when the GPU is
 * done.
 */
#include <assert.h>

#include "state_tracker/texture/st_upload.h"

#include "util/u_math.h"

void
st_upload_init(struct st_upload *u, struct pipe_context *pipe, uint32_t bind, uint32_t chunk_B)
{
   assert(chunk_B);
   *u = (struct st_upload){.pipe = pipe, .bind = bind, .chunk_B = chunk_B};
}

void
st_upload_fini(struct st_upload *u)
{
   st_upload_done(u);
   pipe_resource_assign(&u->res, NULL);
}

static struct pipe_resource *
create_chunk(struct st_upload *u, uint32_t size_B)
{
   struct pipe_resource templ = {
      .target = PIPE_BUFFER,
      .usage = PIPE_USAGE_STREAM,
      .format = PIPE_FORMAT_R8_UNORM,
      .bind = u->bind,
      .width0 = size_B,
      .height0 = 1,
      .depth0 = 1,
      .array_size = 1,
   };
   return u->pipe->screen->resource_create(u->pipe->screen, &templ);
}

void *
st_upload_alloc(struct st_upload *u, uint32_t size_B, uint32_t align_B, struct pipe_resource **res,
                uint32_t *offset_B)
{
   assert(u_is_pow2(align_B));
   if (size_B > UINT32_MAX / 2)
      return NULL;
   st_upload_done(u);
   uint64_t at = u_align(u->used_B, align_B);
   if (!u->res || at + size_B > u->res->width0) {
      struct pipe_resource *fresh = create_chunk(u, MAX2(u->chunk_B, size_B));
      if (!fresh)
         return NULL;
      pipe_resource_unref(u->res);
      u->res = fresh;
      at = 0;
   }
   void *p = u->pipe->buffer_map(u->pipe, u->res, (uint32_t)at, MAX2(size_B, 1),
                                 PIPE_MAP_WRITE | PIPE_MAP_UNSYNCHRONIZED);
   if (!p)
      return NULL;
   u->mapped = true;
   assert(at % align_B == 0 && at + size_B <= u->res->width0);
   u->used_B = (uint32_t)at + size_B;
   pipe_resource_assign(res, u->res);
   *offset_B = (uint32_t)at;
   return p;
}

void
st_upload_done(struct st_upload *u)
{
   assert(!u->mapped || u->res);
   if (u->mapped)
      u->pipe->buffer_unmap(u->pipe, u->res);
   u->mapped = false;
}
