/* SPDX-License-Identifier: MIT
 *
 * Writing values into a growing block of bytes, and reading them back from bytes that may be anything: a
 * reader that met the end, or a string without one, stays `bad` and returns zeros. Byte order is the host's.
 */
#ifndef U_BLOB_H
#define U_BLOB_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "util/u_vec.h"

struct u_blob {
   U_VEC(uint8_t) bytes;
   bool out_of_memory;
};

static inline void
u_blob_bytes(struct u_blob *b, const void *data, size_t n)
{
   assert(data || !n);
   if (!n || b->out_of_memory)
      return;
   if (!u_vec_reserve(&b->bytes, b->bytes.count + n)) {
      b->out_of_memory = true;
      return;
   }
   memcpy(b->bytes.data + b->bytes.count, data, n);
   b->bytes.count += n;
}

static inline void
u_blob_u32(struct u_blob *b, uint32_t v)
{
   u_blob_bytes(b, &v, sizeof v);
}

/** With its terminating NUL; NULL is written as "". */
static inline void
u_blob_str(struct u_blob *b, const char *s)
{
   u_blob_bytes(b, s ? s : "", s ? strlen(s) + 1 : 1);
}

static inline void
u_blob_fini(struct u_blob *b)
{
   u_vec_fini(&b->bytes);
}

struct u_reader {
   const uint8_t *p, *end;
   bool bad;
};

static inline bool
u_read_bytes(struct u_reader *r, void *out, size_t n)
{
   assert(r->p <= r->end);
   if (r->bad || (size_t)(r->end - r->p) < n) {
      r->bad = true;
      memset(out, 0, n);
      return false;
   }
   memcpy(out, r->p, n);
   r->p += n;
   return true;
}

static inline uint32_t
u_read_u32(struct u_reader *r)
{
   uint32_t v;
   u_read_bytes(r, &v, sizeof v);
   return v;
}

/** A string inside the bytes read from; "" if there is none. */
static inline const char *
u_read_str(struct u_reader *r)
{
   const uint8_t *nul = r->bad || r->p == r->end ? NULL : memchr(r->p, 0, (size_t)(r->end - r->p));
   if (!nul) {
      r->bad = true;
      return "";
   }
   const char *s = (const char *)r->p;
   r->p = nul + 1;
   return s;
}

#endif
