// verdict: TRUE
// reason: assignment of a struct copies all of it and shares nothing
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}
struct S { int n; short v[2]; };

int main(void) {
  struct S a = {1, {2, 3}}, b;
  b = a;
  a.v[1] = __VERIFIER_nondet_int();
  if (b.n != 1 || b.v[0] != 2 || b.v[1] != 3) reach_error();
  return 0;
}
