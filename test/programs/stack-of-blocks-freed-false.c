// verdict: FALSE
// reason: the block at the bottom of the stack is freed with nothing below it, and taken again
// checks: deref, free
// malloc: may fail
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node { struct node *below; int value; };
static struct node *top;
static int push(int value) {
  struct node *n = malloc(sizeof *n);
  if (!n) return 0;
  n->value = value;
  n->below = top;
  top = n;
  return 1;
}
static int pop(void) {
  struct node *n = top;
  int value = n->value;
  if (n->below) top = n->below;
  free(n);
  return value;
}
int main(void) {
  for (;;) {
    if (__VERIFIER_nondet_int()) {
      if (!push(__VERIFIER_nondet_int())) break;
    } else if (top) pop();
  }
  return 0;
}
