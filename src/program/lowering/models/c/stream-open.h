// The standard input where the program changes its state in ways that models do not know: formulas
// allow any character, and only the interpreter keeps the state.
#include "prelude.h"

// The library's `getchar`, which takes back the character that `__unread` gave the interpreter.
int __character(void);
void __unread(int);

// The next character, or -1.
static int next(void) { return __character(); }

// Gives a character back.
static void unread(int c) { if (c >= 0) __unread(c); }
