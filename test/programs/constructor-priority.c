// verdict: TRUE
// reason: constructors with priorities run in their order, before those without
// why-wrong: constructors do not run in the order of the text
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int n; __attribute__((constructor(102))) void b(void) { n = n * 10 + 2; } __attribute__((constructor(101))) void a(void) { n = n * 10 + 1; } __attribute__((constructor)) void c(void) { n = n * 10 + 3; }
int main(void){ if (n != 123) reach_error(); return 0; } // wrong: int main(void){ if (n == 123) reach_error(); return 0; }
