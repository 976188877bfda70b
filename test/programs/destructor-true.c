// verdict: TRUE
// reason: destructors run when main returns and at exit, in the reverse order of constructors
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void exit(int); void _exit(int); void quick(void) { _exit(3); } int n; int depth;
__attribute__((destructor(101))) void last(void) { if (n != 21) reach_error(); }
__attribute__((destructor)) static void second(void) { n = n * 10 + 1; }
__attribute__((destructor)) static void first(void) { n = n * 10 + 2; }
int main(void){ int x = __VERIFIER_nondet_int(); if (depth++ == 0 && x == 7) { main(); n = 0; } if (x == 1) exit(0); if (x == 2) { n = 5; quick(); } void (*f)(int) = exit; if (x == 3) f(1); return 0; }
