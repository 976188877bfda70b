// verdict: TRUE
// reason: unions go in and out of functions with all their bytes
// why-wrong: unions go in and out of functions with all their bytes
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
union number {
  float f;
  int i;
};
static int bits(union number n) { return n.i; }
static union number make(int i) {
  union number n;
  n.i = i;
  return n;
}
int main(void) {
  union number n = {.f = 1.0f};
  if (bits(n) != 0x3f800000) reach_error();
  if (make(0x40000000).f != 2.0f) reach_error();
  int i = __VERIFIER_nondet_int();
  if (bits(make(i)) != i) reach_error();
  n = make(i);
  if (n.f == 3.0f && i != 0x40400000) reach_error(); // wrong: if (n.f == 3.0f) reach_error();
  return 0;
}
