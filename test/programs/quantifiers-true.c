// verdict: TRUE
// reason: a quantifier in code is the truth of its condition for all values, or some value, of its range
// why-wrong: the condition does not hold for a value of the range
// The words are CBMC's, and so is `==>`. The values of small ranges between constants are conditions each; others are turns of a loop.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct list {
  void *first;
  unsigned long count;
};
static _Bool is_valid(const struct list *l) { return l->count > 0 && l->count < 10; }
static void use(struct list *l) {
  if (!(__CPROVER_forall { int i; (i >= 0 && i < sizeof(*l)) ==> ((const unsigned char *)l)[i] == 0 } || is_valid(l)))
    reach_error();
}
int main(void) {
  struct list l = {0, 0};
  use(&l);
  l.count = 3; // wrong: l.count = 10;
  use(&l);
  if (__CPROVER_forall { int i; (i >= 0 && i < sizeof(l)) ==> ((const unsigned char *)&l)[i] == 0 })
    reach_error();
  int n = __VERIFIER_nondet_int();
  __CPROVER_assume(n > 0 && n < 6);
  int a[6];
  for (int i = 0; i < 6; i++) a[i] = i;
  int all = __CPROVER_forall { int k; (0 <= k && k < n) ==> a[k] == k };
  int some = __CPROVER_exists { int k; 0 <= k && k < n && a[k] == 3 };
  if (!all) reach_error();
  if (!(n > 3 <==> some)) reach_error();
  if (!(n < 0 ==> __CPROVER_exists { int k; -1 <= k && k < 0 && k == 0 })) reach_error();
  return 0;
}
