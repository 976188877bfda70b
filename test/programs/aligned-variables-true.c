// verdict: TRUE
// reason: variables and blocks of the stack lie at multiples of their alignment
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
_Alignas(64) char global[3];

int main(void) {
  _Alignas(128) char local[7];
  char *c = __builtin_alloca_with_align(9, 256);
  if ((unsigned long)local % 128 != 0 || (unsigned long)global % 64 != 0 || (unsigned long)c % 32 != 0) reach_error();
  return 0;
}
