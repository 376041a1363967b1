/* SPDX-License-Identifier: MIT
 *
 * The program that teragl-run runs: signals that end teragl-run go to it, and it is waited for.
 */
#ifndef RUN_PROGRAM_H
#define RUN_PROGRAM_H

#include <stdbool.h>
#include <sys/types.h>

/** Holds back the signals that run_program() hands on. Before any thread or process is started; what is started with
 * exec wants run_release_signals() first. */
void run_hold_signals(void);
/** In a child process: the signals as teragl-run itself got them. */
void run_release_signals(void);

/** Runs argv[0] and waits for it, while \p look (may be NULL) is called now and then with its process number. SIGTERM,
 * SIGHUP, SIGQUIT, SIGUSR1 and SIGUSR2 are handed on to it; so is SIGINT, unless the terminal has already sent it one. It
 * gets SIGTERM if teragl-run itself is killed.
 * Its exit status, 128 + n if signal n ended it, 125 (with a sentence on stderr) if it can't be started. */
int run_program(char **argv, void (*look)(void *data, pid_t program), void *data);

#endif
