/* SPDX-License-Identifier: MIT
 *
 * Programs whose external samplers see images of luma and chroma.
 */
#ifndef ST_YUV_H
#define ST_YUV_H

#include <stdbool.h>
#include <stdint.h>

struct ir_shader;
struct st_exec;
struct st_yuv;
struct st_yuv_key;

/** All that the shader must know of such an image, never 0. */
uint8_t st_yuv_kind(const struct st_yuv *yuv);

/** What the stage's shader becomes for these samplers: *out belongs to the caller, NULL: it stays as it is.
 * The second and third planes are in the slots behind the stage's own samplers, in their order. False: out of
 * memory. */
bool st_yuv_variant(const struct st_exec *e, unsigned stage, const struct st_yuv_key *key,
                    struct ir_shader **out);

#endif
