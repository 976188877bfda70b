// verdict: TRUE
// reason: a quantifier over all bytes of an object compares its members, and pointers keep where they lead
// why-wrong: a member differs
// The words are CBMC's.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node {
  struct node *next, *before;
  int values[2];
};
static int is_zero(const struct node *n) {
  return __CPROVER_forall { int i; (i >= 0 && i < sizeof(*n)) ==> ((const unsigned char *)&*n)[i] == 0 };
}
static int is_same(const struct node *a, const struct node *b) {
  return __CPROVER_forall {
    unsigned i;
    i < sizeof(*a) ==> ((const unsigned char *)a)[i] == ((const unsigned char *)b)[i]
  };
}
int main(void) {
  struct node first = {0, 0, {0, 0}}, second = {&first, 0, {1, 2}};
  if (!is_zero(&first)) reach_error();
  first.values[1] = __VERIFIER_nondet_int();
  if (is_zero(&first) != (first.values[1] == 0)) reach_error();
  struct node copy = second;
  copy.values[0] = 1; // wrong: copy.values[0] = 2;
  if (!is_same(&second, &copy)) reach_error();
  // The list is still one.
  copy.next->values[0] = 7;
  if (first.values[0] != 7 || is_same(&first, &second)) reach_error();
  return 0;
}
