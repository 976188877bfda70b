// verdict: FALSE
// reason: an external function changes a block of the heap
// externals: havoc
extern void reach_error(void);
void *malloc(unsigned long);
struct n { struct n *next; int x; };
void f(struct n *);
int main(void) {
  struct n *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->next = b;
  b->next = a;
  a->x = b->x = 0;
  f(a);
  if (a->x == 5 && b->x == 6 && a->next == b) reach_error();
  return 0;
}
