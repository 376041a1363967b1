/* SPDX-License-Identifier: MIT
 *
 * The model of memory.h: three tables (pending writes, changes that some cache has not noticed, reads) and what each
 * access and each flush does to them.
 */
#include "emulator/terascale/strict/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "util/u_math.h"

static uint32_t
bit(enum memory_client who)
{
   return 1u << who;
}

static bool
is_reader(enum memory_client who)
{
   return MEMORY_ALL_READERS >> who & 1;
}

static unsigned
reader_index(enum memory_client who)
{
   assert(is_reader(who));
   return who - MEMORY_FIRST_READER;
}

static bool
inside(struct memory_range a, struct memory_range b)
{
   return a.addr >= b.addr && a.end <= b.end;
}

void
memory_init(struct memory_model *m)
{
   assert(m->fault);
   m->waited = 1;
}

static void
drop_written(struct memory_written *table, unsigned *n, unsigned i)
{
   assert(i < *n);
   free(table[i].before);
   table[i] = table[--*n];
}

void
memory_fini(struct memory_model *m)
{
   while (m->num_pending)
      drop_written(m->pending, &m->num_pending, 0);
   while (m->num_changed)
      drop_written(m->changed, &m->num_changed, 0);
}

/* ---- reads ---- */

static bool
is_held(const struct memory_model *m, const struct memory_read *r)
{
   return r->used && is_reader(r->client) && r->held == m->invalidated[reader_index(r->client)];
}

static bool
is_running(const struct memory_model *m, const struct memory_read *r)
{
   return r->used && r->wave == m->waited;
}

void
memory_note_read(struct memory_model *m, enum memory_client who, struct memory_range at)
{
   if (!is_reader(who))
      return;
   enum { PROBES = 8 };
   const uint64_t hash = (at.addr ^ at.end << 20 ^ who) * UINT64_C(0x9e3779b97f4a7c15);
   const unsigned home = (unsigned)(hash >> 40);
   struct memory_read *place = &m->read[home % MEMORY_MAX_READS];
   bool found = false;
   for (unsigned i = 0; i < PROBES && !found; i++) {
      struct memory_read *r = &m->read[(home + i) % MEMORY_MAX_READS];
      found = r->used && r->client == who && r->at.addr == at.addr && r->at.end == at.end;
      if (found || (!is_held(m, r) && !is_running(m, r) && (is_held(m, place) || is_running(m, place))))
         place = r;
   }
   *place = (struct memory_read){at, m->invalidated[reader_index(who)], m->waited, (uint8_t)who, true};
}

void
memory_check_read(struct memory_model *m, enum memory_client who, struct memory_range at)
{
   assert(at.addr <= at.end);
   for (unsigned i = 0; i < m->num_pending; i++)
      if (m->pending[i].client != who && memory_overlap(m->pending[i].at, at))
         m->fault(m->data, MEMORY_READS_PENDING, who, at, &m->pending[i]);
   if (!is_reader(who))
      return;
   const unsigned reader = reader_index(who);
   for (unsigned i = 0; i < m->num_changed; i++)
      if (m->changed[i].stale >> reader & 1 && memory_overlap(m->changed[i].at, at))
         m->fault(m->data, MEMORY_READS_STALE, who, at, &m->changed[i]);
}

void
memory_read(struct memory_model *m, enum memory_client who, struct memory_range at)
{
   memory_check_read(m, who, at);
   memory_note_read(m, who, at);
}

/* ---- writes ---- */

/* Memory has changed: who holds what was there? Takes \p before. */
static void
memory_changed(struct memory_model *m, enum memory_client who, struct memory_range at, uint8_t *before)
{
   uint8_t stale = 0;
   for (unsigned i = 0; i < MEMORY_MAX_READS; i++)
      if (is_held(m, &m->read[i]) && memory_overlap(m->read[i].at, at))
         stale |= (uint8_t)(1u << reader_index(m->read[i].client));
   if (!stale) {
      free(before);
      return;
   }
   for (unsigned i = 0; i < m->num_changed; i++) {
      struct memory_written *c = &m->changed[i];
      if (c->at.addr == at.addr && c->at.end == at.end) { /* what is held is older still */
         c->stale |= stale;
         c->client = (uint8_t)who;
         free(before);
         return;
      }
   }
   if (m->num_changed == MEMORY_MAX_CHANGED)
      drop_written(m->changed, &m->num_changed, 0);
   m->changed[m->num_changed++] =
      (struct memory_written){.at = at, .client = (uint8_t)who, .stale = stale, .before = before};
}

static struct memory_written *
find_pending(struct memory_model *m, enum memory_client who, struct memory_range at)
{
   for (unsigned i = 0; i < m->num_pending; i++) {
      struct memory_written *p = &m->pending[i];
      if (p->client == who && p->at.addr == at.addr && p->at.end == at.end)
         return p;
   }
   return NULL;
}

void
memory_write(struct memory_model *m, enum memory_client who, struct memory_range at)
{
   assert(at.addr <= at.end && !is_reader(who));
   for (unsigned i = 0; i < m->num_pending; i++)
      if (m->pending[i].client != who && memory_overlap(m->pending[i].at, at))
         m->fault(m->data, MEMORY_TWO_WRITERS, who, at, &m->pending[i]);
   bool said = false;
   for (unsigned i = 0; i < MEMORY_MAX_READS && !said; i++) {
      const struct memory_read *r = &m->read[i];
      said = is_running(m, r) && memory_overlap(r->at, at);
      if (said)
         m->fault(m->data, MEMORY_STILL_READ, who, at,
                  &(struct memory_written){.at = r->at, .client = r->client});
   }
   m->changes++;
   if (who >= MEMORY_FIRST_READER) {
      memory_changed(m, who, at, m->keep ? m->keep(m->data, at) : NULL);
      return;
   }
   struct memory_written *p = find_pending(m, who, at);
   if (p) {
      p->flushing = false;
      return;
   }
   if (m->num_pending == MEMORY_MAX_PENDING)
      drop_written(m->pending, &m->num_pending, 0);
   m->pending[m->num_pending++] = (struct memory_written){
      .at = at, .client = (uint8_t)who, .before = m->keep ? m->keep(m->data, at) : NULL};
}

/* ---- flushes, waits ---- */

void
memory_flush(struct memory_model *m, uint32_t writers)
{
   for (unsigned i = 0; i < m->num_pending; i++)
      m->pending[i].flushing |= writers >> m->pending[i].client & 1;
}

static void
arrive(struct memory_model *m, uint32_t writers, struct memory_range at, bool begun)
{
   for (unsigned i = m->num_pending; i-- > 0;) {
      struct memory_written p = m->pending[i];
      if (!(writers >> p.client & 1) || (begun && !p.flushing) || !inside(p.at, at))
         continue;
      m->pending[i] = m->pending[--m->num_pending];
      memory_changed(m, (enum memory_client)p.client, p.at, p.before);
   }
   m->changes++;
}

void
memory_complete(struct memory_model *m, uint32_t writers, struct memory_range at)
{
   arrive(m, writers, at, true);
}

void
memory_finish(struct memory_model *m, uint32_t writers)
{
   arrive(m, writers, MEMORY_EVERYTHING, false);
}

void
memory_wait_shaders(struct memory_model *m)
{
   m->waited++;
   m->changes++;
}

/* What running shaders were given may come back into the cache behind the invalidation. */
static void
forget(struct memory_model *m, unsigned reader, struct memory_range at)
{
   const bool everything = !at.addr && at.end == UINT64_MAX;
   const uint32_t old = m->invalidated[reader];
   if (everything)
      m->invalidated[reader]++;
   for (unsigned i = 0; i < MEMORY_MAX_READS; i++) {
      struct memory_read *r = &m->read[i];
      if (!r->used || r->client != reader + MEMORY_FIRST_READER || r->held != old)
         continue;
      if (is_running(m, r))
         r->held = m->invalidated[reader];
      else if (inside(r->at, at))
         r->used = false;
   }
}

void
memory_invalidate(struct memory_model *m, uint32_t readers, struct memory_range at)
{
   for (unsigned k = 0; k < MEMORY_READERS; k++) {
      if (!(readers & bit((enum memory_client)(MEMORY_FIRST_READER + k))))
         continue;
      forget(m, k, at);
      for (unsigned i = m->num_changed; i-- > 0;) {
         if (!inside(m->changed[i].at, at))
            continue;
         m->changed[i].stale &= (uint8_t) ~(1u << k);
         if (!m->changed[i].stale)
            drop_written(m->changed, &m->num_changed, i);
      }
   }
   m->changes++;
}

/* ---- streams ---- */

void
memory_end(struct memory_model *m)
{
   uint32_t said = 0;
   for (unsigned i = 0; i < m->num_pending; i++) {
      const struct memory_written *p = &m->pending[i];
      if (!(said & bit((enum memory_client)p->client)))
         m->fault(m->data, MEMORY_ENDS_PENDING, (enum memory_client)p->client, p->at, p);
      said |= bit((enum memory_client)p->client);
   }
   memory_reset(m);
}

void
memory_reset(struct memory_model *m)
{
   memory_wait_shaders(m);
   memory_finish(m, MEMORY_ALL_WRITERS);
   memory_invalidate(m, MEMORY_ALL_READERS, MEMORY_EVERYTHING);
}

const char *
memory_client_name(enum memory_client who)
{
   static const char *const names[MEMORY_CLIENTS] = {
      [MEMORY_CB] = "the colour block",
      [MEMORY_CB_META] = "the colour block (CMASK, FMASK)",
      [MEMORY_DB] = "the depth block",
      [MEMORY_DB_META] = "the depth block (HTILE)",
      [MEMORY_SMX] = "scratch memory (SMX)",
      [MEMORY_STRMOUT] = "stream-out",
      [MEMORY_CP_DMA] = "CP DMA",
      [MEMORY_TC] = "the texture cache",
      [MEMORY_VC] = "the vertex cache",
      [MEMORY_CONST] = "the constant cache",
      [MEMORY_CODE] = "the instruction cache",
      [MEMORY_CP] = "the command processor",
      [MEMORY_VGT] = "the index fetch",
   };
   assert(who < MEMORY_CLIENTS);
   return names[who];
}
