// verdict: TRUE
// reason: blocks that copies of one call allocate in a loop are of one family, and each of them is another block
// why-wrong: a block of one copy may follow one of the other
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void abort(void);
extern void reach_error(void);
struct node { int value; struct node *next; };

static struct node *made(int value, struct node *next) {
  struct node *n = malloc(sizeof *n);
  if (!n) abort();
  n->value = value;
  n->next = next;
  return n;
}

int main(void) {
  struct node *top = 0, *last = 0;
  while (__VERIFIER_nondet_int()) {
    last = top;
    if (__VERIFIER_nondet_int()) top = made(1, top);
    else top = made(2, top);
    if (top == last || top->value < 1 || top->value > 2) reach_error();
    if (last && (top->next != last || last->value > 2)) reach_error();
    // wrong: if (last && last->value != top->value) reach_error();
  }
  return 0;
}
