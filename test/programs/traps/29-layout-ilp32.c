// verdict: TRUE
// reason: alignment on ILP32: 4 bytes within structs for types of 8
// why-wrong: alignment on ILP32: 4 bytes within structs for types of 8
// data-model: ILP32
extern void reach_error(void);
extern long long __VERIFIER_nondet_longlong(void);
struct all {
  char a;
  long long b;
  double c;
  char *p;
  long l;
};
union odd {
  char c[5];
  int i;
};
int main(void) {
  if (sizeof(struct all) != 28) reach_error();
  if (__builtin_offsetof(struct all, b) != 4 || __builtin_offsetof(struct all, c) != 12) reach_error();
  if (sizeof(union odd) != 8) reach_error();
  if (_Alignof(long long) != 4 || __alignof__(long long) != 8) reach_error();
  struct all s;
  s.b = __VERIFIER_nondet_longlong();
  if ((int)s.b != (int)(s.b & 0xffffffff)) reach_error(); // wrong: if ((int)s.b == 3) reach_error();
  return 0;
}
