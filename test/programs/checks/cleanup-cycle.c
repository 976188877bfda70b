// verdict: FALSE
// reason: the second of two blocks that lead to each other stays
// checks: memcleanup
extern void *malloc(unsigned long);
extern void free(void *);
struct node { struct node *next; };
int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->next = b;
  b->next = a;
  free(a);
  return 0;
}
