// verdict: TRUE
// reason: long has 64 bits in LP64
// checks: overflow
int main(void) { volatile long x = 2147483647; x = x + 1; return 0; }
