// verdict: TRUE
// reason: freeing some blocks of a list leaves the others as they are
// why-wrong: freeing some blocks of a list leaves the others as they are
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void free(void *);
struct node { struct node *next; int value; };
int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 4; i++) {
    struct node *made = malloc(sizeof *made);
    made->next = list;
    made->value = i;
    list = made;
  }
  struct node *second = list->next;
  list->next = second->next;
  free(second);
  int sum = 0;
  for (struct node *at = list; at; at = at->next) sum += at->value;
  if (sum != 3 + 1 + 0) reach_error(); // wrong: if (sum == 3 + 1 + 0) reach_error();
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
