// verdict: UNKNOWN
// reason: the product of wide numbers may overflow or not
extern __int128 __VERIFIER_nondet_int128(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  __int128 left = __VERIFIER_nondet_int128(), right = 3, product;
  if (!__builtin_mul_overflow(left, right, &product)) abort();
  reach_error();
  return 0;
}
