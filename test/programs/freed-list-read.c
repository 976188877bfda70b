// verdict: UNKNOWN
// reason: of the blocks of a list those that were freed hold anything
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node { struct node *next; int value; };
int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 3; i++) {
    struct node *made = malloc(sizeof *made);
    made->next = list;
    made->value = 1;
    list = made;
  }
  struct node *first = list;
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  if (first->value != 1) reach_error();
  return 0;
}
