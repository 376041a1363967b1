/* SPDX-License-Identifier: MIT
 *
 * Strict hardware: what packets do to caches, by the model of memory.h, and what they themselves read and write.
 *
 *   EVENT PS_PARTIAL_FLUSH          all pixels are shaded; no cache is flushed
 *   WAIT_UNTIL 3D_IDLE              the same and an idle pipe; means nothing on Cayman, where the event stands for it
 *   EVENT CACHE_FLUSH_AND_INV       CB, DB, SMX begin to write back (R6xx/R7xx registers, VGT_EVENT_INITIATOR)
 *   EVENT FLUSH_AND_INV_CB/DB_META  so do CMASK, FMASK and HTILE; on R6xx, which has no such events, with the others
 *   SURFACE_SYNC CB/DB/SMX_ACTION   waits until that has arrived, from R7xx on; on R6xx nothing waits, so a flush
 *                                   counts if the pipe was idle when it began, and on RV670, RS780 and RS880 only with
 *                                   a SURFACE_SYNC of CB1_DEST_BASE and DEST_BASE_0 behind it (Mesa r600_hw_context.c)
 *   SURFACE_SYNC TC/VC/SH_ACTION    readers forget base .. base + size
 *   EVENT_WRITE_EOP with a flush    what is pending has arrived when the value is in memory
 *   CP_DMA with CP_SYNC             waits until it has arrived; on R6xx WAIT_UNTIL CP_DMA_IDLE does (the same file)
 *   end of a stream                 the kernel's fence flushes all and invalidates all readers (r600.c, ni.c)
 */
#include <assert.h>
#include <stdlib.h>

#include "db/terascale/db_tables.h"
#include "db/terascale/eg_regs.h"
#include "db/terascale/pm4.h"
#include "db/terascale/r6_regs.h"
#include "db/terascale/ts_regs.h"
#include "emulator/terascale/strict/memory_unit.h"

static struct memory_range
range(uint64_t addr, uint64_t size_B)
{
   return (struct memory_range){addr, addr + size_B};
}

static void
wait_pixels(struct strict_memory *u)
{
   u->pixels_busy = false;
   if (u->f->e->chip->gen == DB_CAYMAN)
      u->pipe_busy = false;
   memory_wait_shaders(&u->model);
}

/* ---- faults ---- */

/* Is it a fault of a draw that reads what it draws to? */
static bool
is_loop(const struct strict_memory *u, enum memory_fault kind, struct memory_range at)
{
   return u->drawing &&
          (kind == MEMORY_READS_PENDING || kind == MEMORY_READS_STALE || kind == MEMORY_STILL_READ) &&
          strict_memory_is_loop(u, at);
}

static void
fault(void *front, enum memory_fault kind, enum memory_client who, struct memory_range at,
      const struct memory_written *w)
{
   struct front *f = front;
   const uint64_t key = (uint64_t)who << 8 | (w ? w->client : MEMORY_CLIENTS);
   const char *me = memory_client_name(who),
              *other = w ? memory_client_name((enum memory_client)w->client) : "";
   const unsigned long long addr = at.addr, size_B = at.end - at.addr;
   static const enum strict_rule_id rules[MEMORY_FAULTS] = {
      [MEMORY_READS_PENDING] = STRICT_M1, [MEMORY_READS_STALE] = STRICT_M2,  [MEMORY_TWO_WRITERS] = STRICT_M3,
      [MEMORY_STILL_READ] = STRICT_M4,    [MEMORY_ENDS_PENDING] = STRICT_M5,
   };
   assert(kind < MEMORY_FAULTS);
   const bool loop = is_loop(f->strict->memory, kind, at);
   if (loop)
      strict_report_key(f, STRICT_M9, key, "0x%llx, %llu bytes, is read and drawn to (%s, %s)", addr, size_B,
                        me, other);
   switch (loop ? MEMORY_FAULTS : kind) {
   case MEMORY_READS_PENDING:
      strict_report_key(f, rules[kind], key, "%s reads 0x%llx, %llu bytes, which %s has not written back", me,
                        addr, size_B, other);
      break;
   case MEMORY_READS_STALE:
      strict_report_key(f, rules[kind], key,
                        "%s still has 0x%llx, %llu bytes, as it was before %s wrote there", me, addr, size_B,
                        other);
      break;
   case MEMORY_TWO_WRITERS:
      strict_report_key(f, rules[kind], key, "%s writes 0x%llx, %llu bytes, which %s has not written back",
                        me, addr, size_B, other);
      break;
   case MEMORY_STILL_READ:
      strict_report_key(f, rules[kind], key,
                        "%s writes 0x%llx, %llu bytes, which shaders may be reading by %s", me, addr, size_B,
                        other);
      break;
   case MEMORY_ENDS_PENDING:
      strict_report_key(f, rules[kind], key, "%s has 0x%llx, %llu bytes, not written back at the end", me,
                        addr, size_B);
      break;
   case MEMORY_FAULTS:
      break;
   }
   if (w && (kind == MEMORY_READS_PENDING || kind == MEMORY_READS_STALE))
      strict_memory_serve(f->strict->memory, w);
}

/* ---- waits ---- */

static void
wait_until(struct strict_memory *u, uint32_t value)
{
   if (u->f->e->chip->gen == DB_CAYMAN)
      return;
   if (R6_WAIT_UNTIL_get_WAIT_CP_DMA_IDLE(value))
      memory_finish(&u->model, 1 << MEMORY_CP_DMA);
   const bool clean = R6_WAIT_UNTIL_get_WAIT_3D_IDLECLEAN(value);
   if (clean || R6_WAIT_UNTIL_get_WAIT_3D_IDLE(value)) {
      u->pixels_busy = u->pipe_busy = false;
      memory_wait_shaders(&u->model);
   }
   if (clean)
      memory_complete(&u->model, MEMORY_ALL_WRITERS, MEMORY_EVERYTHING);
}

static void
set_config(struct strict_memory *u, const uint32_t *body, uint32_t n)
{
   _Static_assert(R6_WAIT_UNTIL_OFFSET == EG_WAIT_UNTIL_OFFSET, "one place");
   enum { AT = (R6_WAIT_UNTIL_OFFSET - DB_R6_CONFIG_REG_BASE) / 4 };
   if (body[0] <= AT && AT - body[0] < n - 1)
      wait_until(u, body[1 + AT - body[0]]);
   strict_memory_config(u->f, body, n);
}

/* ---- flushes ---- */

static bool
needs_dest_bases(const struct terascale_chip *chip)
{
   return chip->family == DB_FAMILY_RV670 || chip->family == DB_FAMILY_RS780 ||
          chip->family == DB_FAMILY_RS880;
}

static void
flush(struct strict_memory *u, uint32_t writers)
{
   const struct terascale_chip *chip = u->f->e->chip;
   if (chip->gen == DB_R600)
      writers |= MEMORY_META;
   memory_flush(&u->model, writers);
   if (chip->gen != DB_R600)
      return;
   u->flush_unsure = u->pipe_busy;
   if (!u->flush_unsure && !needs_dest_bases(chip))
      memory_complete(&u->model, writers, MEMORY_EVERYTHING);
}

enum { FLUSHED_BY_EVENT = MEMORY_TARGETS | 1 << MEMORY_SMX | 1 << MEMORY_STRMOUT };

static void
event(struct strict_memory *u, unsigned type)
{
   switch (type) {
   case DB_EVENT_PS_PARTIAL_FLUSH:
      wait_pixels(u);
      break;
   case DB_EVENT_CACHE_FLUSH:
   case DB_EVENT_CACHE_FLUSH_AND_INV_EVENT:
      flush(u, FLUSHED_BY_EVENT);
      break;
   case DB_EVENT_DB_CACHE_FLUSH_AND_INV:
      flush(u, 1 << MEMORY_DB);
      break;
   case DB_EVENT_FLUSH_AND_INV_CB_PIXEL_DATA:
      flush(u, 1 << MEMORY_CB);
      break;
   case DB_EVENT_FLUSH_AND_INV_CB_META:
      memory_flush(&u->model, 1 << MEMORY_CB_META);
      break;
   case DB_EVENT_FLUSH_AND_INV_DB_META:
      memory_flush(&u->model, 1 << MEMORY_DB_META);
      break;
   case DB_EVENT_VGT_FLUSH:
      u->vgt_flushed = true;
      break;
   default:
      break;
   }
}

/* Which writers a SURFACE_SYNC waits for. */
static uint32_t
awaited(const struct strict_memory *u, uint32_t cntl)
{
   enum {
      CB_BASES = 0xff << 6,
      CB_BASES_EG = 0xf << 15, /* targets 8 to 11 */
      SO_BASES = 0xf << 2
   };
   const uint32_t cb = u->f->e->chip->gen >= DB_EVERGREEN ? CB_BASES | CB_BASES_EG : CB_BASES;
   uint32_t writers = 0;
   if (R6_CP_COHER_CNTL_get_CB_ACTION_ENA(cntl) && cntl & cb)
      writers |= 1 << MEMORY_CB | 1 << MEMORY_CB_META;
   if (R6_CP_COHER_CNTL_get_DB_ACTION_ENA(cntl) && R6_CP_COHER_CNTL_get_DB_DEST_BASE_ENA(cntl))
      writers |= 1 << MEMORY_DB | 1 << MEMORY_DB_META;
   if (R6_CP_COHER_CNTL_get_SMX_ACTION_ENA(cntl))
      writers |= 1 << MEMORY_SMX | (cntl & SO_BASES ? 1 << MEMORY_STRMOUT : 0);
   return writers;
}

static void
sync_r6xx(struct strict_memory *u, uint32_t cntl)
{
   const bool bases = needs_dest_bases(u->f->e->chip);
   const uint32_t pair = R6_CP_COHER_CNTL(.CB1_DEST_BASE_ENA = 1, .DEST_BASE_0_ENA = 1);
   const uint32_t broken = R6_CP_COHER_CNTL(.CB_ACTION_ENA = 1, .DB_ACTION_ENA = 1, .DB_DEST_BASE_ENA = 1) |
                           (0xffu << 6 & ~(bases ? pair : 0u));
   if (cntl & broken)
      strict_report(u->f, STRICT_M7, R6_CP_COHER_CNTL_OFFSET, cntl, "waits for CB or DB");
   if (bases && (cntl & pair) == pair && !u->flush_unsure)
      memory_complete(&u->model, MEMORY_ALL_WRITERS & ~(1u << MEMORY_CP_DMA), MEMORY_EVERYTHING);
}

static void
surface_sync(struct strict_memory *u, const uint32_t *body)
{
   const struct terascale_chip *chip = u->f->e->chip;
   const uint32_t cntl = body[0];
   const uint64_t base = (uint64_t)body[2] << 8;
   const struct memory_range at =
      body[1] == UINT32_MAX && !base ? MEMORY_EVERYTHING : range(base, (uint64_t)body[1] << 8);
   if (chip->gen == DB_R600) {
      sync_r6xx(u, cntl);
   } else {
      const uint32_t writers = awaited(u, cntl);
      if (writers & MEMORY_TARGETS) { /* what was drawn has gone through the blocks */
         u->pipe_busy = false;
         wait_pixels(u);
      }
      memory_complete(&u->model, writers, at);
   }
   uint32_t readers = 0;
   if (R6_CP_COHER_CNTL_get_TC_ACTION_ENA(cntl))
      readers |= 1 << MEMORY_TC;
   if (R6_CP_COHER_CNTL_get_VC_ACTION_ENA(cntl) && chip->vertex_cache)
      readers |= 1 << MEMORY_VC;
   if (R6_CP_COHER_CNTL_get_SH_ACTION_ENA(cntl))
      readers |= MEMORY_SH;
   memory_invalidate(&u->model, readers, at);
}

/* ---- what packets read and write ---- */

static void
event_write(struct strict_memory *u, const uint32_t *body, uint32_t n)
{
   const unsigned type = DB_PKT3_EVENT_WRITE_DW0_get_EVENT_TYPE(body[0]);
   const uint64_t addr = n == 3 ? cp_address(body[1] & ~7u, body[2]) : 0;
   event(u, type);
   if (n == 3 && type == DB_EVENT_ZPASS_DONE)
      memory_write(&u->model, MEMORY_CP, range(addr, (u->f->e->chip->render_backends - 1u) * 16u + 8));
   else if (n == 3 && type == DB_EVENT_SAMPLE_STREAMOUTSTATS)
      memory_write(&u->model, MEMORY_CP, range(addr, 16));
}

static void
event_write_eop(struct strict_memory *u, const uint32_t *body)
{
   const unsigned type = DB_PKT3_EVENT_WRITE_EOP_DW0_get_EVENT_TYPE(body[0]);
   const unsigned sel = DB_PKT3_EVENT_WRITE_EOP_DW2_get_DATA_SEL(body[2]);
   if (type == DB_EVENT_CACHE_FLUSH_TS || type == DB_EVENT_CACHE_FLUSH_AND_INV_TS_EVENT) {
      const uint32_t meta = u->f->e->chip->gen == DB_R600 ? MEMORY_META : 0;
      memory_flush(&u->model, FLUSHED_BY_EVENT | meta);
      memory_complete(&u->model, FLUSHED_BY_EVENT | meta, MEMORY_EVERYTHING);
   }
   if (sel != DB_PKT3_EVENT_WRITE_EOP_DW2__DATA_SEL__DATA_NONE)
      memory_write(&u->model, MEMORY_CP,
                   range(cp_address(body[1] & ~3u, DB_PKT3_EVENT_WRITE_EOP_DW2_get_ADDRESS_HI(body[2])),
                         sel == DB_PKT3_EVENT_WRITE_EOP_DW2__DATA_SEL__DATA_LOW32 ? 4 : 8));
}

static void
cp_dma_packet(struct strict_memory *u, const uint32_t *body)
{
   const uint32_t size_B = DB_PKT3_CP_DMA_DW4_get_BYTE_COUNT(body[4]);
   const bool new = u->f->e->chip->gen >= DB_EVERGREEN;
   const unsigned from = new ? DB_PKT3_CP_DMA_DW1_get_SRC_SEL(body[1]) : 0;
   if (size_B && !from)
      memory_read(&u->model, MEMORY_CP_DMA,
                  range(cp_address(body[0], DB_PKT3_CP_DMA_DW1_get_SRC_ADDRESS_HI(body[1])), size_B));
   if (size_B)
      memory_write(&u->model, MEMORY_CP_DMA, range(cp_address(body[2], body[3]), size_B));
   if (DB_PKT3_CP_DMA_DW1_get_CP_SYNC(body[1]) && u->f->e->chip->gen != DB_R600)
      memory_finish(&u->model, 1 << MEMORY_CP_DMA);
}

static void
mem_write(struct strict_memory *u, const uint32_t *body)
{
   const uint64_t addr = cp_address(body[0] & ~3u, DB_PKT3_MEM_WRITE_DW1_get_ADDRESS_HI(body[1]));
   memory_write(&u->model, MEMORY_CP, range(addr, DB_PKT3_MEM_WRITE_DW1_get_DATA32(body[1]) ? 4 : 8));
}

static void
copy_dw(struct strict_memory *u, const uint32_t *body)
{
   if (DB_PKT3_COPY_DW_DW0_get_SRC_IS_MEM(body[0]))
      memory_read(&u->model, MEMORY_CP, range(cp_address(body[1] & ~3u, body[2]), 4));
   if (DB_PKT3_COPY_DW_DW0_get_DST_IS_MEM(body[0]))
      memory_write(&u->model, MEMORY_CP, range(cp_address(body[3] & ~3u, body[4]), 4));
}

void
strict_memory_packet(struct front *f, unsigned op, const uint32_t *body, uint32_t n)
{
   struct strict_memory *u = f->strict->memory;
   switch (op) {
   case DB_PKT3_SET_CONFIG_REG:
      set_config(u, body, n);
      break;
   case DB_PKT3_SURFACE_SYNC:
      surface_sync(u, body);
      break;
   case DB_PKT3_EVENT_WRITE:
      event_write(u, body, n);
      break;
   case DB_PKT3_EVENT_WRITE_EOP:
      event_write_eop(u, body);
      break;
   case DB_PKT3_CP_DMA:
      cp_dma_packet(u, body);
      break;
   case DB_PKT3_MEM_WRITE:
      mem_write(u, body);
      break;
   case DB_PKT3_COPY_DW:
      copy_dw(u, body);
      break;
   default:
      break;
   }
}

/* ---- life ---- */

struct strict_memory *
strict_memory_create(struct front *f, bool act)
{
   struct strict_memory *u = calloc(1, sizeof *u);
   if (!u)
      return NULL;
   u->f = f;
   u->model.fault = fault;
   u->model.data = f;
   u->model.keep = act ? strict_memory_keep : NULL;
   memory_init(&u->model);
   return u;
}

void
strict_memory_destroy(struct strict_memory *u)
{
   if (u)
      memory_fini(&u->model);
   free(u);
}

void
strict_memory_begin(struct front *f)
{
   struct strict_memory *u = f->strict->memory;
   u->pixels_busy = u->pipe_busy = true; /* whatever ran before may be running still */
   u->flush_unsure = u->vgt_flushed = false;
}

void
strict_memory_end(struct front *f)
{
   if (!f->err->reason[0]) /* a stream that stopped under way has not come to its flushes */
      memory_end(&f->strict->memory->model);
   else
      memory_reset(&f->strict->memory->model);
}
