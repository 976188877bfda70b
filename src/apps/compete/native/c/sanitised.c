// The ends of a program whose lost blocks LeakSanitizer looks for.
#include "harness.h"

extern int __real_main(int, char **, char **);
extern void __lsan_do_leak_check(void);

// Overwrites what the frames of the program left on the stack.
QUIET __attribute__((noinline, no_sanitize_address)) static void lemmata_clear_stack(void) {
  volatile char bytes[1 << 16];
  for (unsigned i = 0; i < sizeof bytes; i++) bytes[i] = 0;
}

// `main` as the C library calls it. Its variables are gone when LeakSanitizer looks for pointers.
QUIET __attribute__((no_sanitize_address)) int __wrap_main(int count, char **words, char **variables) {
  int result = __real_main(count, words, variables);
  lemmata_clear_stack();
  return result;
}

// Without this, LeakSanitizer does not look at programs that abort.
QUIET void __wrap_abort(void) {
  __lsan_do_leak_check();
  lemmata_exit(134);
}

// These end programs as `abort` does.
__attribute__((weak)) QUIET void __assert_fail() { __wrap_abort(); }
