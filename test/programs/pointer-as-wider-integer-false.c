// verdict: FALSE
// data-model: ILP32
// reason: GCC extends a pointer by its sign, and so unlike an unsigned integer
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int code = __VERIFIER_nondet_int();
  char *p = (char *)code;
  long long wide = (long long)p;
  if (wide < 0 && (unsigned long long)p != 0xffffffffULL && (unsigned long long)(unsigned long)p == 0xffffffffULL) reach_error();
  return 0;
}
