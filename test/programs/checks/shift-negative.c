// verdict: UNKNOWN
// reason: a left shift of a negative value is contested
// checks: overflow
int main(void) { volatile int minus = -1; return (minus << 1) == 0; }
