// verdict: UNKNOWN
// reason: the least value modulo minus one is contested
// checks: overflow
int main(void) { volatile int minus = -1, least = -2147483647 - 1; return minus == -1 ? least % minus : 0; }
