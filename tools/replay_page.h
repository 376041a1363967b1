/* SPDX-License-Identifier: MIT
 *
 * What teragl-replay shows of a capture as one HTML file that needs no other.
 */
#ifndef REPLAY_PAGE_H
#define REPLAY_PAGE_H

#include <stdbool.h>
#include <stdint.h>

struct db_chip;
struct emulator;
struct replay_page;

/** NULL: the file cannot be made, or out of memory. */
struct replay_page *replay_page_create(const char *path);
/** Once, before everything else. False: out of memory. */
bool replay_page_begin(struct replay_page *p, const struct db_chip *chip);
/** Every packet of a stream in order, \p ndw dwords with its header. */
void replay_page_packet(struct replay_page *p, const uint32_t *dw, uint32_t ndw);
/** The emulator has just run the draw \p packet. */
void replay_page_draw(struct replay_page *p, struct emulator *e, unsigned submission, unsigned draw,
                      const uint32_t *packet);
/** Ends the page and frees it; the capture has \p draws draws. False: not everything could be written. */
bool replay_page_end(struct replay_page *p, unsigned draws);

#endif
