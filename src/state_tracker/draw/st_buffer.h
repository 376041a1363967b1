/* SPDX-License-Identifier: MIT
 *
 * Buffer objects: storage, mappings (OES_mapbuffer, EXT_map_buffer_range), and bounds of the indices in them.
 */
#ifndef ST_BUFFER_H
#define ST_BUFFER_H

#include <stdbool.h>
#include <stdint.h>

#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

#include "pipe/p_context.h"

struct st_context;

#define ST_INDEX_RANGES 8

struct st_buffer {
   int refcount;
   GLuint name;
   char *label;
   uint32_t size_B;
   GLenum usage;
   struct pipe_resource *res; /* NULL while size_B is 0 */
   bool orphaned;             /* the contents are undefined: the next write need not wait for the GPU */
   /* a mapping (OES_mapbuffer, EXT_map_buffer_range) */
   void *map;
   uint32_t map_offset_B, map_length_B;
   GLbitfield map_access; /* GL_MAP_x_BIT_EXT */
   struct pipe_context *map_pipe;
   struct st_buffer *map_next, **map_link; /* in st_share::mapped while it is mapped */
   /* bounds of index ranges that were drawn from since the contents changed */
   struct {
      uint32_t offset_B, count, min, max;
      uint8_t index_size_B;
      bool restart;
   } ranges[ST_INDEX_RANGES];
   uint8_t num_ranges;
};

/** With one reference, empty. NULL: out of memory. Unref: NULL is fine. */
struct st_buffer *st_buffer_create(GLuint name);
void st_buffer_unref(struct st_buffer *b);
/** Points *dst at b, which may be NULL, holding references right. */
void st_buffer_assign(struct st_buffer **dst, struct st_buffer *b);
/** glBufferData. False: out of memory (the buffer keeps its contents). */
bool st_buffer_data(struct st_context *ctx, struct st_buffer *b, uint32_t size_B, const void *data,
                    GLenum usage);
bool st_buffer_sub_data(struct st_context *ctx, struct st_buffer *b, uint32_t offset_B, uint32_t size_B,
                        const void *data);
/** Both ranges exist and do not overlap. False: out of memory. */
bool st_buffer_copy(struct st_context *ctx, struct st_buffer *to, uint32_t to_B, struct st_buffer *from,
                    uint32_t from_B, uint32_t size_B);
void *st_buffer_map(struct st_context *ctx, struct st_buffer *b, uint32_t offset_B, uint32_t length_B,
                    GLbitfield access);
void st_buffer_unmap(struct st_buffer *b);
/** Smallest and largest of \p count indices (\p restart: of those that do not begin a new primitive; 0 and 0 if all do);
 * false if they cannot be read. */
bool st_buffer_index_range(struct st_context *ctx, struct st_buffer *b, uint32_t offset_B, uint32_t count,
                           unsigned index_size_B, bool restart, uint32_t *min, uint32_t *max);

#endif
