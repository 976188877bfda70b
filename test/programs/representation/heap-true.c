// verdict: TRUE
// reason: each _Bool of a fresh block is assigned before it is read
extern void reach_error(void);
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
struct node { _Bool truth; struct node *next; };
int main(void) {
  struct node *first = 0;
  for (int i = 0; i < 3; i++) {
    struct node *node = malloc(sizeof *node);
    if (node == 0) return 0;
    node->truth = __VERIFIER_nondet_int();
    node->next = first;
    first = node;
  }
  for (; first != 0; first = first->next)
    if (first->truth > 1) reach_error();
  return 0;
}
