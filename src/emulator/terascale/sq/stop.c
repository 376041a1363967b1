/* SPDX-License-Identifier: MIT
 *
 * What is said of a shader that did not come to its end.
 */
#include "emulator/terascale/sq/stage.h"

const char *
sq_stop_text(enum sq_stop why)
{
   switch (why) {
   case SQ_STOP_NONE:
      break;
   case SQ_STOP_TIME:
      return "ran for too long and was stopped";
   case SQ_STOP_STACK:
      return "nests branches and loops deeper than the stack and was stopped";
   case SQ_STOP_CALLS:
      return "nests calls too deep and was stopped";
   case SQ_STOP_MEMORY:
      return "was stopped: out of memory for what it keeps there";
   }
   return "came to its end";
}
