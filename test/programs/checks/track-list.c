// verdict: FALSE
// reason: the list loses its tail
// checks: memtrack
extern void *malloc(unsigned long);
extern void free(void *);
struct node { struct node *next; };
int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 3; i++) { struct node *n = malloc(sizeof *n); n->next = list; list = n; }
  free(list);
  return 0;
}
