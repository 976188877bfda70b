// The standard input where the program gives no character back. Reading ends only at the end of the
// input.
#include "prelude.h"

// The library's `getchar`, which takes back the character that `__unread` gave the interpreter.
int __character(void);
void __unread(int);
int __ended;

// The next character, or -1.
static int next(void) {
  if (__ended) return -1;
  int c = __character();
  if (c < 0) __ended = 1;
  return c;
}

// Gives a character back.
static void unread(int c) {
  if (c < 0) return;
  __unread(c);
}
