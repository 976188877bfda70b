// verdict: TRUE
// reason: a mask keeps the count below the width
// checks: shift
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { unsigned a = __VERIFIER_nondet_uint(); return (1u << (a & 31)) == 1 || (a >> 31) > 1; }
