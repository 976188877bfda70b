// verdict: UNKNOWN
// reason: an input may be the address of an object, also of one that was made later
extern void reach_error(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  union {
    unsigned long number;
    int *pointer;
  } u;
  u.number = __VERIFIER_nondet_ulong();
  int late = 1;
  if (u.pointer == &late) reach_error();
  return 0;
}
