// verdict: FALSE
// reason: a shift into the sign bit is not representable
// checks: overflow
int main(void) { volatile int one = 1; return (one << 31) == 0; }
