// verdict: TRUE
// reason: a function that CBMC leaves uninterpreted has equal values for equal arguments, also through a pointer
int __CPROVER_uninterpreted_f(int, const void *);
unsigned long __CPROVER_uninterpreted_hash(const void *key);
int nondet_int(void);
void reach_error(void) {}

static void check(int holds) {
  if (!holds) reach_error();
}

static unsigned long hash(const void *key) {
  unsigned long (*chosen)(const void *) = __CPROVER_uninterpreted_hash;
  return chosen(key);
}

int main(void) {
  int a = nondet_int(), b = nondet_int(), object, other;
  int x = __CPROVER_uninterpreted_f(a, &object);
  int y = __CPROVER_uninterpreted_f(b, &other);
  if (a == b + 3) check(__CPROVER_uninterpreted_f(b + 3, &object) == x);
  if (a == 7 && b == 8) check(__CPROVER_uninterpreted_f(8, &other) == y);
  unsigned long first = hash(&object), second = hash(&other);
  for (int i = 0; i < 100; i++) {
    check(hash(&object) == first);
    check(__CPROVER_uninterpreted_hash(&other) == second);
  }
}
