// Gives a program the inputs of a violating run.
#include "harness.h"

// Number of inputs that the run has taken.
unsigned long lemmata_next;

// The compiler's -finstrument-functions reports the call of each function, whether that has a body or not.
QUIET void __cyg_profile_func_enter(void *function, void *site) {
  if (IS_ERROR(function)) lemmata_exit(REACHED);
}

QUIET void __cyg_profile_func_exit(void *function, void *site) { }

QUIET void __VERIFIER_assume(int condition) {
  if (!condition) lemmata_exit(ASSUMPTION_FAILED);
}

// Writes the bytes at the start of a block, and zeros behind them.
QUIET void lemmata_put(unsigned char *block, __SIZE_TYPE__ size, const char *bytes, __SIZE_TYPE__ count) {
  for (__SIZE_TYPE__ i = 0; i < size && i < MOST_CLEARED; i++) block[i] = i < count ? bytes[i] : 0;
}

// Gives the block of a call of malloc the content that it has in the run; defined for each run.
QUIET void lemmata_fill(unsigned long call, unsigned char *block, __SIZE_TYPE__ size);

QUIET void *__real_malloc(__SIZE_TYPE__ size);

// `malloc` as the program sees it. Bytes beyond MOST_CLEARED are as the system gives them.
QUIET void *__wrap_malloc(__SIZE_TYPE__ size) {
  static unsigned long calls;
  void *block = __real_malloc(size);
  if (block != NULL && size != 0) lemmata_fill(calls++, block, size);
  return block;
}
