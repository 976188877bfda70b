// verdict: TRUE
// reason: what holds after each return is proved by induction, however deep the recursion goes
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int depth;
int f(int n) { if (n <= 0) return 0; int r = f(n - 1); if (r < 0) reach_error(); return 1; }
int main(void) { int n = __VERIFIER_nondet_int(); int r = f(n); if (r != 0 && r != 1) reach_error(); return 0; }
