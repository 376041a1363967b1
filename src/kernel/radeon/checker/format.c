/* SPDX-License-Identifier: MIT
 * Sizes of elements as the kernel has them (color_formats_table, r600_fmt_is_valid_texture, r600_fmt_is_valid_color):
 * those of three 8-bit or 16-bit components count as if they had a fourth, and those of one bit as bytes. */
#include "db/terascale/db_formats.h"
#include "kernel/radeon/checker/rules.h"

enum { FMT_32_AS_32_32_32_32 = 56 }; /* that nobody uses */

bool
check_texture_format(const struct terascale_chip *chip, unsigned number, struct check_format *f)
{
   bool evergreen = number == DB_FMT_BC6 || number == DB_FMT_BC7 || number == FMT_32_AS_32_32_32_32;
   if (evergreen && chip->gen <= DB_R700)
      return false;
   const struct db_format *d = db_format(number);
   switch (number) {
   case DB_FMT_1:
      *f = (struct check_format){1, 1, 1};
      return true;
   case DB_FMT_8_8_8:
   case FMT_32_AS_32_32_32_32:
      *f = (struct check_format){1, 1, 4};
      return true;
   case DB_FMT_16_16_16:
   case DB_FMT_16_16_16F:
      *f = (struct check_format){1, 1, 8};
      return true;
   default:
      if (!d || !d->texture)
         return false;
      *f = (struct check_format){d->block_w, d->block_h, d->bytes_per_el};
      return true;
   }
}

uint32_t
check_color_format(unsigned number)
{
   const struct db_format *d = db_format(number);
   return d && d->color ? d->bytes_per_el : 0;
}
