// verdict: FALSE
// reason: the element that left the list is still linked to the head
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct link { struct link *next, *previous; };
struct item { int value; struct link link; };
int main(void) {
  struct link head = { &head, &head };
  struct item items[3];
  for (int i = 0; i < 3; i++) {
    items[i].value = i;
    struct link *l = &items[i].link;
    l->next = &head;
    l->previous = head.previous;
    head.previous->next = l;
    head.previous = l;
  }
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 2) return 0;
  struct link *gone = &items[k].link;
  gone->previous->next = gone->next;
  gone->next->previous = gone->previous;
  if (gone->next == &head && gone->previous == &items[1].link) reach_error();
  return 0;
}
