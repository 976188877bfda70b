// verdict: TRUE
// reason: members of array elements are told apart
// why-wrong: members of array elements are told apart
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
struct { int x; char y; } a[100];

int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 100;
  a[i].x = 1; // wrong:
  a[i].y = 2;
  if (a[i].x != 1) reach_error(); // wrong: if (a[50].y == 2 && a[50].x == 0) reach_error();
  return 0;
}
