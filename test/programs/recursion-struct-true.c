// verdict: TRUE
// reason: recursive functions may return structs, and keep some
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct pair { int a; long b; };
struct pair f(int n) { struct pair p = { n, 1 }; if (n > 0) { struct pair q = f(n - 1); p.a += q.a; p.b += q.b; } return p; }
int main(void) { struct pair r = f(4); if (r.a != 10 || r.b != 5) reach_error(); return 0; }
