// The standard input where the program gives characters back. `__back` is 0, or one more than the
// character that was given back. Reading ends only at the end of the input.
#include "prelude.h"

// The library's `getchar`, which takes back the character that `__unread` gave the interpreter.
int __character(void);
void __unread(int);
int __ended;
int __back;

// The next character, or -1.
static int next(void) {
  if (__back != 0) {
    int pushed = (__back - 1) & 255;
    __back = 0;
    __character();
    return pushed;
  }
  if (__ended) return -1;
  int c = __character();
  if (c < 0) __ended = 1;
  return c;
}

// Gives a character back.
static void unread(int c) {
  if (c < 0) return;
  __back = c + 1;
  __unread(c);
}
