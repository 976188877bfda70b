// verdict: TRUE
// reason: a constant has sign bit 1; of another value it is 0 or anything else
// why-wrong: a constant has sign bit 1; of another value it is 0 or anything else
extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  float f = __VERIFIER_nondet_int() ? -1.5f : 2.5f;
  if (__builtin_signbit(-0.0) != 1 || __builtin_signbit(2.0L) != 0) reach_error();
  if (!__builtin_signbit(f) != (f > 0)) reach_error(); // wrong: if (__builtin_signbit(f) && f < -1) reach_error();
  return 0;
}
