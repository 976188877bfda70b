// faults: 14 deref
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int value; };
int main(void) {
  struct node *second = malloc(sizeof *second);
  struct node *first = malloc(sizeof *first);
  if (first == NULL || second == NULL) abort();
  *second = (struct node){NULL, __VERIFIER_nondet_int()};
  *first = (struct node){second, 1};
  int value = second->value;
  if (value == 9) free(second);
  int sum = 0;
  for (struct node *n = first; n != NULL; n = n->next) sum = n->value > 0;
  if (value != 9) free(second);
  free(first);
  return sum;
}
