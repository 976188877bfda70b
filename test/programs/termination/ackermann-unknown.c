// verdict: UNKNOWN
// reason: Ackermann's recursion is not proved to end
// question: termination
extern unsigned __VERIFIER_nondet_uint(void);
unsigned a(unsigned m, unsigned n) { return m == 0 ? n + 1 : n == 0 ? a(m - 1, 1) : a(m - 1, a(m, n - 1)); }
int main(void) { return (int)a(__VERIFIER_nondet_uint() % 3, __VERIFIER_nondet_uint()); }
