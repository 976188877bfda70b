// verdict: TRUE
// reason: the address of a weak name that nobody defines is null
// why-wrong: the address of a weak name that nobody defines is null
extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern int f(int) __attribute__((weak));
extern int v __attribute__((weak));
int (*p)(int) = f;
int main(void) {
  if (f || &v || p != 0) reach_error();
  if (f != 0) reach_error(); // wrong: if (f == 0) reach_error();
  return 0;
}
