// verdict: TRUE
// reason: assignment of a struct copies all of it and shares nothing
// why-wrong: assignment of a struct copies all of it and shares nothing
extern int __VERIFIER_nondet_int(void); // wrong:
extern void abort(void);
void reach_error(void) {}
struct S { int n; short v[2]; };

int main(void) {
  struct S a = {1, {2, 3}}, b;
  b = a;
  a.v[1] = __VERIFIER_nondet_int(); // wrong: b.v[1]++;
  if (b.n != 1 || b.v[0] != 2 || b.v[1] != 3) reach_error(); // wrong: if (a.v[1] == 3 && b.v[1] == 4) reach_error();
  return 0;
}
