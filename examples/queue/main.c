// Expected, with queue.c: TRUE. Two files, a header, pointers to a struct: what goes in first comes out first.
#include "queue.h"

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  struct queue q = {{0}, 0, 0};
  unsigned char first = __VERIFIER_nondet_uchar(), second = __VERIFIER_nondet_uchar(), out;
  push(&q, first);
  push(&q, second);
  if (!pop(&q, &out) || out != first) reach_error();
  if (!pop(&q, &out) || out != second) reach_error();
  if (pop(&q, &out)) reach_error();
  return 0;
}
