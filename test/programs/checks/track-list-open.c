// verdict: UNKNOWN
// reason: no formula says which blocks of a loop have pointers, and the end of the second loop is not evident
// checks: memtrack
extern void *malloc(unsigned long);
extern void free(void *);
struct node { struct node *next; };
int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 3; i++) { struct node *n = malloc(sizeof *n); n->next = list; list = n; }
  while (list) { struct node *n = list->next; free(list); list = n; }
  return 0;
}
