/* SPDX-License-Identifier: MIT */
/* Included before all else into a test that shares its program with others (programs.c): main is a macro there. */
int main(void);
