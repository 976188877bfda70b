// verdict: TRUE
// reason: a list whose links lie in structs, with its head outside: pointers have one offset in the head and another in the nodes
// why-wrong: the second task may be gone, too
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
struct link {
  struct link *next, *before;
};
struct task {
  int number;
  struct link link;
};
static struct link tasks = {&tasks, &tasks};

static struct task *taskOf(struct link *one) {
  return (struct task *)((char *)one - __builtin_offsetof(struct task, link));
}

static void add(struct link *one, struct link *behind) {
  one->next = behind->next;
  one->before = behind;
  behind->next->before = one;
  behind->next = one;
}

static void take(struct link *one) {
  one->next->before = one->before;
  one->before->next = one->next;
  one->next = one->before = 0;
}

int main(void) {
  int gone = __VERIFIER_nondet_int(), left = 0;
  struct task first, second;
  first.number = 1;
  second.number = 2;
  add(&first.link, &tasks);
  add(&second.link, tasks.before);
  for (struct link *at = tasks.next, *next; at != &tasks; at = next) {
    next = at->next;
    if (taskOf(at)->number == gone) take(at);
  }
  for (struct link *at = tasks.next; at != &tasks; at = at->next) left += taskOf(at)->number;
  if (left != (gone == 1 ? 2 : gone == 2 ? 1 : 3)) reach_error(); // wrong: if (left != (gone == 1 ? 2 : gone == 3 ? 1 : 3)) reach_error();
  return 0;
}
