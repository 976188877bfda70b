// verdict: FALSE
// reason: two blocks lead to each other alone
// checks: memtrack
extern void *malloc(unsigned long);
struct node { struct node *next; };
static struct node *kept;
int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  kept = a;
  a->next = b;
  b->next = a;
  kept = 0;
  return 0;
}
