// verdict: FALSE
// reason: long has 32 bits in ILP32
// checks: overflow
// data-model: ILP32
int main(void) { volatile long x = 2147483647; x = x + 1; return 0; }
