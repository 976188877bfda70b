// verdict: TRUE
// reason: variables of a recursive function may be changed through pointers
// why-wrong: variables of a recursive function may be changed through pointers
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int gcd(int a, int b) { if (b == 0) return a; a %= b; swap(&a, &b); return gcd(a, b); }
int main(void) { if (gcd(48, 36) != 12) reach_error(); return 0; } // wrong: int main(void) { if (gcd(48, 36) == 12) reach_error(); return 0; }
