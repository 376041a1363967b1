/* SPDX-License-Identifier: MIT */
/** \file u_thread_local.h  Variables of which each thread has its own. */
#ifndef U_THREAD_LOCAL_H
#define U_THREAD_LOCAL_H

/**
 * Storage class of a thread's own variable: read without a call, from the space that the C library keeps for libraries that are
 * loaded later (a few bytes each). It also keeps GCC 12 for AArch64 from TLS descriptors, whose address it may expect in a register
 * after a call of another function.
 */
#define U_THREAD_LOCAL __thread __attribute__((tls_model("initial-exec")))

#endif
