/* SPDX-License-Identifier: MIT
 *
 * The driver of the state tracker's unit tests.
 */
#include "pipe_mock_priv.h"

#include "compiler/ir/target.h"
#include "format/format.h"
#include "util/u_math.h"

/* ---- screen -------------------------------------------------------------------------------------------- */

/** Vertex formats that are texture formats, too. */
static bool
wide_norm(enum pipe_format f)
{
   return f == PIPE_FORMAT_R16_UNORM || f == PIPE_FORMAT_R16G16_UNORM ||
          f == PIPE_FORMAT_R16G16B16A16_UNORM || f == PIPE_FORMAT_R16_SNORM ||
          f == PIPE_FORMAT_R16G16_SNORM || f == PIPE_FORMAT_R16G16B16A16_SNORM;
}

static bool
is_format_supported(struct pipe_screen *s, enum pipe_format f, enum pipe_texture_target t, unsigned samples,
                    uint32_t bind)
{
   struct mock *m = (struct mock *)s;
   const struct u_format_desc *d = u_format_desc(f);
   if (!m->format_ok[f] || f == PIPE_FORMAT_NONE || (f >= PIPE_FORMAT_R8_SNORM && !wide_norm(f) && !m->gles3))
      return false;
   if ((bind & PIPE_BIND_DEPTH_STENCIL) && !d->depth && !d->stencil)
      return false;
   if ((bind & PIPE_BIND_RENDER_TARGET) &&
       (d->depth || d->stencil || d->luminance || d->compressed || f == PIPE_FORMAT_A8_UNORM))
      return false;
   return samples <= 4 && samples != 3;
}

/* What is larger is refused: some run-time libraries write to all they give. */
#define MAX_RESOURCE_B ((size_t)256 << 20)

static struct pipe_resource *
resource_create(struct pipe_screen *s, const struct pipe_resource *templ)
{
   struct mock *m = (struct mock *)s;
   if (m->fail_resources_in > 0 && --m->fail_resources_in == 0)
      return NULL;
   struct mock_resource *r = calloc(1, sizeof *r);
   r->base = *templ;
   r->base.refcount = 1;
   r->base.screen = s;
   size_t total_B = 0;
   for (unsigned l = 0; l <= templ->last_level; l++) {
      r->offset_B[l] = total_B;
      const struct u_format_desc *d = u_format_desc(templ->format);
      total_B += (size_t)DIV_ROUND_UP(u_minify(templ->width0, l), d->block_w) *
                 DIV_ROUND_UP(u_minify(templ->height0, l), d->block_h) * u_minify(templ->depth0, l) *
                 templ->array_size * d->block_B;
   }
   if (total_B > MAX_RESOURCE_B || !(r->data = calloc(1, total_B + 1))) {
      free(r);
      return NULL;
   }
   m->resources++;
   return &r->base;
}

static void
resource_destroy(struct pipe_screen *s, struct pipe_resource *r)
{
   ((struct mock *)s)->resources--;
   free(((struct mock_resource *)r)->data);
   free(r);
}

static uint8_t *
texel(struct pipe_resource *r, unsigned level, int x, int y, int z, uint32_t *stride_B)
{
   struct mock_resource *res = (struct mock_resource *)r;
   const struct u_format_desc *d = u_format_desc(r->format);
   unsigned b = d->block_B, w = DIV_ROUND_UP(u_minify(r->width0, level), d->block_w),
            h = DIV_ROUND_UP(u_minify(r->height0, level), d->block_h);
   *stride_B = w * b;
   return res->data + res->offset_B[level] + ((size_t)z * h + (size_t)(y / d->block_h)) * w * b +
          (size_t)(x / d->block_w) * b;
}

static bool
fence_finish(struct pipe_screen *s, struct pipe_fence *f, uint64_t timeout_ns)
{
   return true;
}

static void
fence_nothing(struct pipe_screen *s, struct pipe_fence *f)
{
}

/* ---- work ---------------------------------------------------------------------------------------------- */

static void
fetch(struct mock_context *c, const struct pipe_vertex_element *e, uint32_t vertex, float out[4])
{
   const struct pipe_vertex_buffer *vb = &c->vb[e->vertex_buffer_index];
   memcpy(out, (float[4]){0, 0, 0, 1}, 16);
   if (!vb->buffer && !vb->user)
      return;
   uint64_t at = (uint64_t)vb->offset_B + e->src_offset_B + (uint64_t)vertex * vb->stride_B;
   if (vb->buffer && at + u_format_block_B(e->format) > vb->buffer->width0)
      return;
   float v[1][4];
   const uint8_t *memory = vb->user ? vb->user : ((struct mock_resource *)vb->buffer)->data;
   u_format_unpack_float(e->format, v, memory + at, 1);
   memcpy(out, v[0], e->nr_components * sizeof(float));
   if (c->base.performance && vb->buffer && vb->stride_B % 4)
      c->base.performance(c->base.performance_data, "stride %u", vb->stride_B);
}

static void
draw(struct pipe_context *p, const struct pipe_draw_info *info)
{
   struct mock_context *c = (struct mock_context *)p;
   struct mock_draw *d = &c->m->last;
   assert_non_null(c->vs);
   assert_non_null(c->fs);
   memset(d, 0, sizeof *d);
   d->info = *info;
   if (c->base.performance && info->index_buffer && info->index_size_B == 1)
      c->base.performance(c->base.performance_data, "indices of bytes are slow");
   d->num_vertices = MIN2(info->count, MOCK_MAX_VERTICES);
   for (unsigned i = 0; i < d->num_vertices; i++) {
      uint32_t v = info->start + i;
      if (info->index_size_B) {
         const uint8_t *at = info->index_user;
         if (!at) {
            at = ((struct mock_resource *)info->index_buffer)->data + info->index_offset_B;
            assert_true(info->index_offset_B + (uint64_t)(v + 1) * info->index_size_B <=
                        info->index_buffer->width0);
         }
         at += (size_t)v * info->index_size_B;
         v = 0;
         memcpy(&v, at, info->index_size_B);
         if (info->primitive_restart && v == UINT32_MAX >> (32 - 8 * info->index_size_B))
            continue;
         assert_true(v >= info->min_index && v <= info->max_index);
         v += (uint32_t)info->index_bias;
      }
      d->indices[i] = v;
      for (unsigned k = 0; k < c->elements->n; k++)
         fetch(c, &((const struct pipe_vertex_element *)c->elements->state)[k], v, d->attribs[i][k]);
   }
   memcpy(c->m->last_elements, c->elements->state, c->elements->n * sizeof c->m->last_elements[0]);
   memcpy(d->constants, c->constants, sizeof d->constants);
   memcpy(d->constants_B, c->constants_B, sizeof d->constants_B);
   memcpy(&d->blend, c->blend->state, sizeof d->blend);
   memcpy(&d->dsa, c->dsa->state, sizeof d->dsa);
   memcpy(&d->rast, c->rast->state, sizeof d->rast);
   d->fb = c->fb;
   d->viewport = c->viewport;
   d->scissor = c->scissor;
   for (unsigned st = 0; st < 2; st++) {
      d->num_views[st] = c->num_views[st];
      for (unsigned i = 0; i < c->num_views[st]; i++) {
         if (c->views[st][i])
            d->views[st][i] = c->views[st][i]->desc;
         if (c->samplers[st][i])
            memcpy(&d->samplers[st][i], c->samplers[st][i]->state, sizeof d->samplers[st][i]);
      }
   }
   c->m->draws++;
}

static void
clear(struct pipe_context *p, const struct pipe_clear_info *info)
{
   struct mock_context *c = (struct mock_context *)p;
   c->m->clears++;
   c->m->last_clear = *info;
   if (!(info->buffers & PIPE_CLEAR_COLOR0))
      return;
   const struct pipe_surface *s = &c->fb.cbufs[0];
   unsigned x0 = 0, y0 = 0, x1 = c->fb.width, y1 = c->fb.height;
   if (info->scissor_enable) {
      x0 = info->scissor.minx;
      y0 = info->scissor.miny;
      x1 = info->scissor.maxx;
      y1 = info->scissor.maxy;
   }
   for (unsigned y = y0; y < y1; y++) {
      for (unsigned x = x0; x < x1; x++) {
         uint32_t stride_B;
         uint8_t *t = texel(s->texture, s->level, (int)x, (int)y, s->layer, &stride_B);
         float v[1][4];
         if (u_format_is_int(s->format)) {
            u_format_pack_int(s->format, t, &info->color.ui, 1);
            continue;
         }
         u_format_unpack_float(s->format, v, t, 1);
         for (unsigned k = 0; k < 4; k++)
            if (info->colormask & 1u << k)
               v[0][k] = info->color.f[k];
         u_format_pack_float(s->format, t, (const float(*)[4])v, 1);
      }
   }
}

static void
copy_region(struct pipe_context *c, struct pipe_resource *dst, unsigned dst_level, unsigned dstx,
            unsigned dsty, unsigned dstz, struct pipe_resource *src, unsigned src_level,
            const struct pipe_box *b)
{
   assert_int_equal(u_format_block_B(dst->format), u_format_block_B(src->format));
   assert_true(b->x >= 0 && b->y >= 0 && (uint32_t)(b->x + b->width) <= u_minify(src->width0, src_level) &&
               (uint32_t)(b->y + b->height) <= u_minify(src->height0, src_level));
   assert_true(dstx + (uint32_t)b->width <= u_minify(dst->width0, dst_level) &&
               dsty + (uint32_t)b->height <= u_minify(dst->height0, dst_level));
   for (int y = 0; y < b->height; y++) {
      uint32_t ds, ss;
      uint8_t *d = texel(dst, dst_level, (int)dstx, (int)dsty + y, (int)dstz, &ds);
      const uint8_t *s = texel(src, src_level, b->x, b->y + y, b->z, &ss);
      memcpy(d, s, (size_t)b->width * u_format_block_B(dst->format));
   }
   mock_of(c)->copies++;
}

/** Box filter for halving, nearest for the rest. */
static void
blit(struct pipe_context *c, const struct pipe_blit_info *i)
{
   const struct pipe_box *d = &i->dst.box, *s = &i->src.box;
   mock_of(c)->blits++;
   for (int y = 0; y < d->height; y++) {
      for (int x = 0; x < d->width; x++) {
         float sum[1][4] = {{0}}, v[1][4];
         int n = 0;
         int sx0 = x * s->width / d->width, sx1 = MAX2((x + 1) * s->width / d->width, sx0 + 1);
         int sy0 = y * s->height / d->height, sy1 = MAX2((y + 1) * s->height / d->height, sy0 + 1);
         for (int sy = sy0; sy < sy1; sy++) {
            for (int sx = sx0; sx < sx1; sx++, n++) {
               uint32_t stride_B;
               u_format_unpack_float(
                  i->src.format, v,
                  texel(i->src.resource, i->src.level, s->x + sx, s->y + sy, s->z, &stride_B), 1);
               for (unsigned k = 0; k < 4; k++)
                  sum[0][k] += v[0][k];
            }
         }
         for (unsigned k = 0; k < 4; k++)
            sum[0][k] /= (float)n;
         uint32_t stride_B;
         u_format_pack_float(i->dst.format,
                             texel(i->dst.resource, i->dst.level, d->x + x, d->y + y, d->z, &stride_B),
                             (const float(*)[4])sum, 1);
      }
   }
}

static void *
buffer_map(struct pipe_context *c, struct pipe_resource *r, uint32_t offset_B, uint32_t size_B,
           uint32_t usage)
{
   assert_true((uint64_t)offset_B + size_B <= r->width0);
   mock_of(c)->last_map_usage = usage;
   mock_of(c)->maps++;
   return ((struct mock_resource *)r)->data + offset_B;
}

static void
buffer_unmap(struct pipe_context *c, struct pipe_resource *r)
{
}

static void *
texture_map(struct pipe_context *c, struct pipe_resource *r, unsigned level, uint32_t usage,
            const struct pipe_box *box, struct pipe_transfer **t)
{
   assert_true(level <= r->last_level && box->z < (int)(r->array_size * u_minify(r->depth0, level)));
   assert_true(box->x >= 0 && box->y >= 0 && (uint32_t)(box->x + box->width) <= u_minify(r->width0, level) &&
               (uint32_t)(box->y + box->height) <= u_minify(r->height0, level));
   *t = calloc(1, sizeof **t);
   mock_of(c)->maps++;
   const struct u_format_desc *d = u_format_desc(r->format);
   uint8_t *p = texel(r, level, box->x, box->y, box->z, &(*t)->stride_B);
   (*t)->layer_stride_B = (*t)->stride_B * DIV_ROUND_UP(u_minify(r->height0, level), d->block_h);
   return p;
}

static void
texture_unmap(struct pipe_context *c, struct pipe_transfer *t)
{
   free(t);
}

static void
flush(struct pipe_context *c, struct pipe_fence **fence)
{
   mock_of(c)->flushes++;
   if (fence)
      *fence = NULL;
}

static bool
get_oom(struct pipe_context *c)
{
   return false;
}

static void
context_destroy(struct pipe_context *c)
{
   struct mock_context *ctx = (struct mock_context *)c;
   mock_set_framebuffer(c, &(struct pipe_framebuffer_state){0});
   mock_set_vertex_buffers(c, 0, NULL);
   ctx->m->contexts--;
   free(ctx);
}

static struct pipe_context *
context_create(struct pipe_screen *s)
{
   struct mock_context *c = calloc(1, sizeof *c);
   c->m = (struct mock *)s;
   c->m->contexts++;
   c->base = (struct pipe_context){
      .screen = s,
      .destroy = context_destroy,
      .draw = draw,
      .clear = clear,
      .resource_copy_region = copy_region,
      .blit = blit,
      .buffer_map = buffer_map,
      .buffer_unmap = buffer_unmap,
      .texture_map = texture_map,
      .texture_unmap = texture_unmap,
      .flush = flush,
      .get_oom = get_oom,
   };
   mock_state_functions(&c->base);
   if (c->m->gles3)
      mock_gles3_functions(&c->base);
   return &c->base;
}

void
mock_init(struct mock *m)
{
   memset(m, 0, sizeof *m);
   m->screen = (struct pipe_screen){
      .caps =
         {
                .renderer = "mock",
                .max_texture_2d_size = 4096,
                .max_texture_cube_size = 2048,
                .max_renderbuffer_size = 4096,
                .max_viewport_dims = {4096, 4096},
                .max_vertex_attribs = 16,
                .max_varyings = 16,
                .max_vs_uniforms = 256,
                .max_fs_uniforms = 224,
                .max_vs_samplers = 4,
                .max_fs_samplers = 16,
                .max_render_targets = 4,
                .max_samples = 4,
                .max_line_width = 8,
                .max_aa_line_width = 8,
                .max_point_size = 64,
                .subpixel_bits = 8,
                .npot_textures = true,
                .index_uint = true,
                .border_color = true,
                .derivatives = true,
                .texture_lod = true,
                .shadow_samplers = true,
                .instance_id = true,
                .float_linear = true,
                .depth_clamp = true,
                .max_clip_distances = 8,
                .offset_clamp = true,
                .max_anisotropy = 16,
                .max_texture_3d_size = 256,
                },
      .ir_target = &ir_target_any,
      .context_create = context_create,
      .is_format_supported = is_format_supported,
      .resource_create = resource_create,
      .resource_destroy = resource_destroy,
      .fence_finish = fence_finish,
      .fence_ref = fence_nothing,
      .fence_unref = fence_nothing,
   };
   memset(m->format_ok, true, sizeof m->format_ok);
}

void
mock_fini(struct mock *m)
{
   assert_int_equal(m->queries, 0);
   assert_int_equal(m->targets, 0);
   assert_int_equal(m->views, 0);
   assert_int_equal(m->csos, 0);
   assert_int_equal(m->shaders, 0);
   assert_int_equal(m->contexts, 0);
   assert_int_equal(m->resources, 0);
}
