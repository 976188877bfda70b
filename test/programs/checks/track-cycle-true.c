// verdict: TRUE
// reason: the global variable leads to one block, and this to the other
// checks: memtrack
extern void *malloc(unsigned long);
struct node { struct node *next; };
static struct node *kept;
int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  kept = a;
  a->next = b;
  b->next = a;
  return 0;
}
