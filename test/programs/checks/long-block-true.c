// verdict: TRUE
// reason: a word of 64 bits tells how many elements the block has, which may be more than 31 bits count
// checks: deref
// why-wrong: the index of the access may be the number of elements
extern void *malloc(unsigned long);
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    unsigned long n = __VERIFIER_nondet_ulong(), i = __VERIFIER_nondet_ulong();
    if (n > ~0ul / 16) return 0;
    int *a = malloc(n * sizeof *a);
    if (a == 0) return 0;
    if (i >= n) return 0; // wrong: if (i > n) return 0;
    a[i] = 5;
    return a[i] - 5;
}
