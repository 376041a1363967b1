/* SPDX-License-Identifier: MIT
 *
 * Capture files: everything that a driver sent to its winsys, enough to print or run it again.
 *
 * The file is the eight bytes "TGLCAP2\n" and one zstd stream. The stream is a sequence of records: u32 type,
 * u32 payload bytes, payload; all numbers little endian. The writer flushes the compressor after each
 * submission, so that what a crash leaves behind can be read up to the last one; only an orderly end of the
 * recording or of its process writes CAPTURE_END. While it is written the file is locked (flock).
 *
 * - CAPTURE_CHIP, the first record: char family[16], char name[16], u32 has_va, u32 tiling_config. Version 1 of
 *   the format, which begins with "TGLCAP1\n" and is read as well, has no family there: there was one.
 * - CAPTURE_BO, a buffer of zeros: u32 id, u32 domain, u64 size_B, u64 va, u32 align_B. The last is not in all
 *   files of before
 * - CAPTURE_BO_DATA, contents that the next submission sees: u32 id, u32 0, u64 offset_B, bytes
 * - CAPTURE_BO_TILING: u32 id, u32 flags, u32 pitch_B
 * - CAPTURE_BO_FREE: u32 id
 * - CAPTURE_SUBMIT: u32 ring (maybe with CAPTURE_BUFFER_TILING), u32 ndw, u32 nrelocs, then nrelocs times
 *   {u32 id, u32 read_domains, u32 write_domain}, then ndw dwords, which the family gives their meaning
 * - CAPTURE_END: nothing
 */
#ifndef CAPTURE_CAPTURE_H
#define CAPTURE_CAPTURE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum capture_type {
   CAPTURE_CHIP = 1,
   CAPTURE_BO,
   CAPTURE_BO_DATA,
   CAPTURE_BO_TILING,
   CAPTURE_BO_FREE,
   CAPTURE_SUBMIT,
   CAPTURE_END,
};

/** Beside the ring: surfaces are tiled as their buffers are, whatever the stream says; a stream that was
 * submitted without RADEON_CS_KEEP_TILING_FLAGS. */
#define CAPTURE_BUFFER_TILING 0x100u

struct capture_part {
   const void *data;
   size_t size_B;
};

struct capture_writer;

/** NULL and one sentence in \p error when the file cannot be made; errno is EBUSY if that is because it is being
 * recorded into, here or in another process. */
struct capture_writer *capture_writer_create(const char *path, char *error, size_t error_B);
/** Appends one record whose payload is the parts in order (less than 4 GiB). False after a write error, then
 * always. */
bool capture_write(struct capture_writer *w, enum capture_type type, const struct capture_part *parts,
                   size_t nparts);
/** Records what differs between a buffer and \p *known, which are the contents that the file has (malloc'ed;
 * NULL = zeros), by pages, and brings \p *known up to date. False after a write error or out of memory. */
bool capture_changes(struct capture_writer *w, uint32_t id, const uint8_t *contents, uint64_t size_B,
                     uint8_t **known);
/* The other records, as described above; false after a write error. */

/** Whose streams a capture has. Strings end with a 0. */
struct capture_chip {
   char family[16]; /* as src/target names it; empty in files of version 1 */
   char name[16];
   bool has_va;
   uint32_t tiling_config;
};
bool capture_write_chip(struct capture_writer *w, const struct capture_chip *chip);

struct capture_bo {
   uint32_t id, domain;
   uint64_t size_B, va;
   uint32_t align_B; /* that was asked for; 0: not known */
};
bool capture_write_bo(struct capture_writer *w, const struct capture_bo *bo);
bool capture_write_tiling(struct capture_writer *w, uint32_t id, uint32_t flags, uint32_t pitch_B);
bool capture_write_free(struct capture_writer *w, uint32_t id);

struct capture_reloc {
   uint32_t id, read_domains, write_domain;
};
/** \p ring may have CAPTURE_BUFFER_TILING. */
bool capture_write_submit(struct capture_writer *w, uint32_t ring, const struct capture_reloc *relocs,
                          uint32_t nrelocs, const uint32_t *dw, uint32_t ndw);
/** Everything so far reaches the file. */
bool capture_flush(struct capture_writer *w);
/** Ends the stream and closes the file. NULL is fine. */
void capture_writer_destroy(struct capture_writer *w);

struct capture_exit {
   struct capture_writer **file;
   pthread_mutex_t *lock;
   pid_t process;
   struct capture_exit *next;
};
/** From now until capture_forget_exit, the end of the process (by exit, not by a signal) takes \p lock, ends the
 * writer at \p file and leaves NULL there. \p e is filled, and stays the caller's. */
void capture_end_at_exit(struct capture_exit *e, struct capture_writer **file, pthread_mutex_t *lock);
void capture_forget_exit(struct capture_exit *e);

struct capture_record {
   enum capture_type type; /* may be a value that this version does not know: skip it */
   uint32_t size_B;
   const uint8_t *data; /* until the next read */
};

enum capture_result {
   CAPTURE_OK,
   CAPTURE_FINISHED, /* CAPTURE_END was read */
   CAPTURE_BROKEN,   /* the file ends early or is damaged; the reader's error says how */
};

struct capture_reader;

/** NULL and one sentence in \p error when the file is not there or is no capture. */
struct capture_reader *capture_reader_create(const char *path, char *error, size_t error_B);
enum capture_result capture_read(struct capture_reader *r, struct capture_record *rec);
/** Of the format, 1 or 2. */
unsigned capture_reader_version(const struct capture_reader *r);
/** One sentence after CAPTURE_BROKEN. */
const char *capture_reader_error(const struct capture_reader *r);
void capture_reader_destroy(struct capture_reader *r);

/** The chip of a CAPTURE_CHIP record. */
struct capture_chip capture_get_chip(const struct capture_reader *r, const struct capture_record *rec);
struct capture_bo capture_get_bo(const struct capture_record *rec);

struct capture_submit {
   uint32_t ring;
   bool buffer_tiling;
   uint32_t nrelocs, ndw;
};
/** False: the record is shorter than it says. */
bool capture_get_submit(const struct capture_record *rec, struct capture_submit *s);
/** Entry \p i of the list of buffers. */
struct capture_reloc capture_get_reloc(const struct capture_record *rec, uint32_t i);
/** The stream, which need not be aligned in the file, to \p dw. */
void capture_get_stream(const struct capture_record *rec, const struct capture_submit *s, uint32_t *dw);

/** A little-endian u32 or u64 at byte \p at of a record; 0 beyond its end. */
uint32_t capture_u32(const struct capture_record *rec, size_t at);
uint64_t capture_u64(const struct capture_record *rec, size_t at);

#endif
