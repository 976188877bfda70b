// faults: 9 deref
#include <string.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char *text = (char[4]){'a', 'b', 'c', 0};
  char last = __VERIFIER_nondet_char();
  text[3] = last;
  if (last != 0 && last != 'x') return 0;
  return (int)strlen(text);
}
