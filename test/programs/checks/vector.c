// verdict: UNKNOWN
// reason: sums of vectors of signed numbers are contested
// checks: overflow
typedef int four __attribute__((vector_size(16)));
int main(void) { four a = { 1, 2, 3, 4 }; a = a + a; return a[0]; }
