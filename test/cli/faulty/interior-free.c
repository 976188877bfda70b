// faults: 12 free; 13 shift
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  char *text = malloc(4);
  if (text == NULL) return 1;
  text[0] = 'a';
  char *rest = text;
  if (n == 1) rest++;
  if (n > 1 && n < 30) rest = text;
  free(rest);
  return n > 1 ? 1u << n >> 1 > 0 : 0;
}
