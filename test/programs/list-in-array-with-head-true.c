// verdict: TRUE
// reason: links lead to a head in a variable and into the elements of an array
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct link { struct link *next, *previous; };
struct item { int value; struct link link; int negated; };
int main(void) {
  struct link head = { &head, &head };
  struct item items[3];
  for (int i = 0; i < 3; i++) {
    items[i].value = i;
    items[i].negated = -i;
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
  int sum = 0, count = 0;
  for (struct link *l = head.next; l != &head; l = l->next) {
    struct item *item = (struct item *)((char *)l - (unsigned long)&((struct item *)0)->link);
    sum += item->value;
    count++;
    if (item->negated != -item->value) reach_error();
  }
  if (count != 2 || sum != 3 - k) reach_error();
  return 0;
}
