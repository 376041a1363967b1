/* SPDX-License-Identifier: MIT
 *
 * The folder: entry ab12... is the file ab/12..., a header and the value compressed by zstd. A file is
 * written under a name of its own and renamed, so readers see all of it or nothing. Reading an entry sets its
 * time; now and then the writer looks at the whole folder and removes the entries that were not used for
 * longest.
 */
#include "util/u_disk_cache.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "util/u_debug.h"
#include "util/u_math.h"
#include "util/u_vec.h"

#define DEFAULT_SIZE_B (UINT64_C(128) << 20)
#define MAX_ENTRY_B    (16u << 20)
#define MAGIC          0x31434754 /* "TGC1" */
#define NAME_MAX_B     64
/* Of names behind the folder's: "/ab/" and 30 digits, or "/ab/tmp-", a process's number, "-" and a serial one. */
_Static_assert(NAME_MAX_B > 4 + 30 && NAME_MAX_B > 8 + 16 + 1 + 8, "names fit");

struct u_disk_cache {
   char *dir;
   uint64_t max_B;
   _Atomic uint64_t written_B; /* since the folder was last looked through */
   _Atomic uint32_t serial;    /* of temporary files */
};

struct header {
   uint32_t magic, raw_B;
   uint64_t key[2];
   uint64_t checksum; /* of the compressed bytes */
};

_Static_assert(sizeof(struct header) == 32, "no padding goes to the file");
_Static_assert(MAX_ENTRY_B <= UINT32_MAX, "raw_B holds every size");

/* ---- keys ---- */

static int
find_note(struct dl_phdr_info *info, size_t size, void *data)
{
   (void)size;
   uint8_t *id = data;
   uintptr_t here = (uintptr_t)find_note;
   bool mine = false;
   for (unsigned i = 0; i < info->dlpi_phnum; i++) {
      const ElfW(Phdr) *p = &info->dlpi_phdr[i];
      uintptr_t start = info->dlpi_addr + p->p_vaddr;
      mine |= p->p_type == PT_LOAD && here >= start && here - start < p->p_memsz;
   }
   for (unsigned i = 0; mine && i < info->dlpi_phnum; i++) {
      const ElfW(Phdr) *p = &info->dlpi_phdr[i];
      if (p->p_type != PT_NOTE)
         continue;
      const uint8_t *at = (const uint8_t *)(info->dlpi_addr + p->p_vaddr), *end = at + p->p_memsz;
      while ((size_t)(end - at) >= sizeof(ElfW(Nhdr))) {
         const ElfW(Nhdr) *n = (const ElfW(Nhdr) *)at;
         size_t name_B = u_align(n->n_namesz, 4), desc_B = u_align(n->n_descsz, 4);
         const uint8_t *name = at + sizeof *n, *desc = name + name_B;
         if ((size_t)(end - name) < name_B + desc_B)
            break;
         if (n->n_type == NT_GNU_BUILD_ID && n->n_namesz == 4 && !memcmp(name, "GNU", 4) && n->n_descsz) {
            memcpy(id, desc, MIN2(n->n_descsz, 20u));
            return 1;
         }
         at = desc + desc_B;
      }
   }
   return 0;
}

bool
u_build_id(uint8_t id[20])
{
   memset(id, 0, 20);
   return dl_iterate_phdr(find_note, id) == 1;
}

struct u_cache_key
u_cache_key_of(const char *what, const void *const *part, const size_t *part_B, unsigned n)
{
   assert(what && *what);
   uint8_t id[20];
   XXH3_state_t s;
   u_build_id(id);
   XXH3_128bits_reset(&s);
   XXH3_128bits_update(&s, id, sizeof id);
   XXH3_128bits_update(&s, what, strlen(what) + 1);
   for (unsigned i = 0; i < n; i++) {
      uint64_t size = part_B[i];
      XXH3_128bits_update(&s, &size, sizeof size);
      if (size)
         XXH3_128bits_update(&s, part[i], part_B[i]);
   }
   XXH128_hash_t h = XXH3_128bits_digest(&s);
   return (struct u_cache_key){
      {h.low64, h.high64}
   };
}

/* ---- opening ---- */

/** mkdir -p, for this user alone. */
static bool
make_dirs(const char *path)
{
   char *p = strdup(path);
   if (!p)
      return false;
   for (char *s = p + 1; *s; s++) {
      if (*s != '/')
         continue;
      *s = 0;
      mkdir(p, 0700);
      *s = '/';
   }
   bool ok = mkdir(p, 0700) == 0 || errno == EEXIST;
   free(p);
   return ok;
}

struct u_disk_cache *
u_disk_cache_open_in(const char *dir, uint64_t max_B)
{
   assert(dir && *dir && max_B);
   uint8_t id[20];
   if (!u_build_id(id) || !make_dirs(dir) || access(dir, W_OK | X_OK))
      return NULL;
   struct u_disk_cache *c = calloc(1, sizeof *c);
   if (!c)
      return NULL;
   c->dir = strdup(dir);
   c->max_B = max_B;
   /* what other processes left is looked at after the first writes of this one */
   atomic_init(&c->written_B, max_B / 16);
   if (!c->dir) {
      free(c);
      return NULL;
   }
   return c;
}

/** "64M", "1G", "500K" or bytes; 0 = not such a thing. */
static uint64_t
parse_size(const char *s)
{
   char *end;
   errno = 0;
   unsigned long long v = strtoull(s, &end, 10);
   unsigned shift = *end == 'K' ? 10 : *end == 'M' ? 20 : *end == 'G' ? 30 : 0;
   if (errno || end == s || s[0] == '-' || (shift ? end[1] : *end) || v > UINT64_MAX >> shift)
      return 0;
   return (uint64_t)v << shift;
}

struct u_disk_cache *
u_disk_cache_open(void)
{
   const char *on = u_getenv("TERAGL_SHADER_CACHE"), *dir = u_getenv("TERAGL_SHADER_CACHE_DIR");
   const char *size = u_getenv("TERAGL_SHADER_CACHE_SIZE");
   uint64_t max_B = DEFAULT_SIZE_B;
   if (on && !strcmp(on, "0"))
      return NULL;
   if (on && strcmp(on, "1"))
      u_log("TERAGL_SHADER_CACHE is '%s'; 0 switches the cache off, 1 on", on);
   if (getuid() != geteuid() || getgid() != getegid())
      return NULL;
   if (size && !(max_B = parse_size(size))) {
      u_log("TERAGL_SHADER_CACHE_SIZE is '%s'; a number of bytes is expected, perhaps with K, M or G", size);
      max_B = DEFAULT_SIZE_B;
   }
   if (dir)
      return u_disk_cache_open_in(dir, max_B);
   const char *base = u_getenv("XDG_CACHE_HOME"), *home = u_getenv("HOME");
   char path[4096];
   int n = base && base[0] == '/' ? snprintf(path, sizeof path, "%s/teragl", base)
           : home                 ? snprintf(path, sizeof path, "%s/.cache/teragl", home)
                                  : -1;
   return n > 0 && n < (int)sizeof path ? u_disk_cache_open_in(path, max_B) : NULL;
}

void
u_disk_cache_close(struct u_disk_cache *c)
{
   if (!c)
      return;
   free(c->dir);
   free(c);
}

/* ---- entries ---- */

/** "DIR/ab/12..."; malloc'ed. */
static char *
entry_path(const struct u_disk_cache *c, const struct u_cache_key *k)
{
   char *p = malloc(strlen(c->dir) + NAME_MAX_B);
   if (p)
      sprintf(p, "%s/%02x/%014llx%016llx", c->dir, (unsigned)(k->hash[1] >> 56),
              (unsigned long long)(k->hash[1] & 0xffffffffffffff), (unsigned long long)k->hash[0]);
   return p;
}

static bool
read_all(int fd, void *data, size_t n)
{
   for (size_t at = 0; at < n;) {
      ssize_t got = read(fd, (char *)data + at, n - at);
      if (got < 0 && errno == EINTR)
         continue;
      if (got <= 0)
         return false;
      at += (size_t)got;
   }
   return true;
}

static bool
write_all(int fd, const void *data, size_t n)
{
   for (size_t at = 0; at < n;) {
      ssize_t put = write(fd, (const char *)data + at, n - at);
      if (put < 0 && errno == EINTR)
         continue;
      if (put <= 0)
         return false;
      at += (size_t)put;
   }
   return true;
}

static void *
unpack(const struct u_cache_key *key, const uint8_t *file, size_t file_B, size_t *size_B)
{
   struct header h;
   if (file_B < sizeof h)
      return NULL;
   memcpy(&h, file, sizeof h);
   const uint8_t *packed = file + sizeof h;
   size_t packed_B = file_B - sizeof h;
   if (h.magic != MAGIC || h.raw_B > MAX_ENTRY_B || h.key[0] != key->hash[0] || h.key[1] != key->hash[1] ||
       h.checksum != u_hash64(packed, packed_B))
      return NULL;
   void *raw = malloc(h.raw_B + 1u);
   if (raw && ZSTD_decompress(raw, h.raw_B, packed, packed_B) != h.raw_B) {
      free(raw);
      raw = NULL;
   }
   *size_B = h.raw_B;
   return raw;
}

void *
u_disk_cache_get(struct u_disk_cache *c, const struct u_cache_key *key, size_t *size_B)
{
   assert(c && key && size_B);
   char *path = entry_path(c, key);
   int fd = path ? open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) : -1;
   void *raw = NULL;
   struct stat st;
   if (fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size > 0 &&
       st.st_size <= (off_t)(2 * MAX_ENTRY_B)) {
      size_t file_B = (size_t)st.st_size;
      uint8_t *file = malloc(file_B);
      if (file && read_all(fd, file, file_B)) {
         raw = unpack(key, file, file_B, size_B);
         if (raw)
            futimens(fd, NULL);
         else
            unlink(path); /* damaged */
      }
      free(file);
   }
   if (fd >= 0)
      close(fd);
   free(path);
   return raw;
}

/* ---- the size bound ---- */

struct old_file {
   struct timespec used;
   uint64_t size_B;
   char name[NAME_MAX_B]; /* "ab/12..." */
};

static int
by_age(const void *pa, const void *pb)
{
   const struct old_file *a = pa, *b = pb;
   if (a->used.tv_sec != b->used.tv_sec)
      return a->used.tv_sec < b->used.tv_sec ? -1 : 1;
   return a->used.tv_nsec < b->used.tv_nsec ? -1 : a->used.tv_nsec > b->used.tv_nsec;
}

static void
trim(struct u_disk_cache *c)
{
   U_VEC(struct old_file) files = {0};
   uint64_t sum = 0;
   int top = open(c->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
   for (unsigned i = 0; top >= 0 && i < 256; i++) {
      char sub[4];
      snprintf(sub, sizeof sub, "%02x", i);
      int fd = openat(top, sub, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
      DIR *d = fd >= 0 ? fdopendir(fd) : NULL;
      if (!d && fd >= 0)
         close(fd);
      for (const struct dirent *e; d && (e = readdir(d));) {
         struct old_file f;
         struct stat st;
         if (e->d_name[0] == '.' || strlen(e->d_name) > NAME_MAX_B - 4 ||
             fstatat(fd, e->d_name, &st, AT_SYMLINK_NOFOLLOW))
            continue;
         f.used = st.st_mtim;
         f.size_B = (uint64_t)st.st_blocks * 512;
         memcpy(f.name, sub, 2);
         f.name[2] = '/';
         strcpy(f.name + 3, e->d_name);
         sum += f.size_B;
         if (!u_vec_push(&files, f))
            break;
      }
      if (d)
         closedir(d);
   }
   if (sum > c->max_B) {
      qsort(files.data, files.count, sizeof *files.data, by_age);
      for (size_t i = 0; i < files.count && sum > c->max_B - c->max_B / 8; i++)
         if (!unlinkat(top, files.data[i].name, 0) || errno == ENOENT)
            sum -= files.data[i].size_B;
   }
   u_vec_fini(&files);
   if (top >= 0)
      close(top);
}

/** Writes the file under a name of its own; 0 bytes = it failed and is gone. */
static size_t
write_file(int fd, const struct u_cache_key *key, const void *data, size_t size_B)
{
   assert(fd >= 0 && size_B <= MAX_ENTRY_B);
   size_t bound = ZSTD_compressBound(size_B), n = 0;
   uint8_t *packed = malloc(bound);
   if (!packed)
      return 0;
   size_t packed_B = ZSTD_compress(packed, bound, data, size_B, 1);
   if (!ZSTD_isError(packed_B)) {
      struct header h = {
         .magic = MAGIC,
         .raw_B = (uint32_t)size_B,
         .key = {key->hash[0], key->hash[1]},
         .checksum = u_hash64(packed, packed_B)
      };
      if (write_all(fd, &h, sizeof h) && write_all(fd, packed, packed_B))
         n = sizeof h + packed_B;
   }
   free(packed);
   return n;
}

void
u_disk_cache_put(struct u_disk_cache *c, const struct u_cache_key *key, const void *data, size_t size_B)
{
   assert(c && key && (data || !size_B));
   if (size_B > MAX_ENTRY_B)
      return;
   char *path = entry_path(c, key), *tmp = path ? malloc(strlen(c->dir) + NAME_MAX_B) : NULL;
   if (tmp) {
      char *slash = strrchr(path, '/');
      assert(slash && slash > path);
      *slash = 0;
      mkdir(path, 0700);
      sprintf(tmp, "%s/tmp-%lx-%x", path, (unsigned long)getpid(), atomic_fetch_add(&c->serial, 1));
      *slash = '/';
      int fd = open(tmp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
      if (fd >= 0) {
         size_t n = write_file(fd, key, data, size_B);
         close(fd);
         if (!n || rename(tmp, path))
            unlink(tmp);
         /* a file takes whole blocks */
         uint64_t written = atomic_fetch_add(&c->written_B, u_align((uint32_t)n, 4096)) + n;
         if (written > c->max_B / 16) {
            atomic_store(&c->written_B, 0);
            trim(c);
         }
      }
   }
   free(tmp);
   free(path);
}
