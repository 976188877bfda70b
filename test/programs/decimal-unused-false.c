// verdict: FALSE
// reason: decimal floats matter only where they are computed with
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
_Decimal64 price;
_Decimal32 more(_Decimal32 x) { return x + 1.5df; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 5 && (sizeof price == 8 || sizeof(_Decimal128) != 16)) reach_error();
  return 0;
}
