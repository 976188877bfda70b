// verdict: TRUE
// checks: deref
// Pointers to the elements of an array, and to the members that link them, keep to places of elements.
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
struct timer {
  unsigned due;
  _Bool armed;
  struct timer *next;
};
static struct timer pool[4];
static struct timer *head;
static void start(struct timer *t, unsigned due) {
  struct timer **p = &head;
  t->due = due;
  t->armed = 1;
  while (*p && (*p)->due <= due) p = &(*p)->next;
  t->next = *p;
  *p = t;
}
int main(void) {
  while (__VERIFIER_nondet_bool()) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i < 4 && !pool[i].armed) start(&pool[i], __VERIFIER_nondet_uint());
    if (head && __VERIFIER_nondet_bool()) {
      head->armed = 0;
      head = head->next;
    }
  }
  return 0;
}
