// verdict: FALSE
// reason: the least int has no negative
// checks: overflow
int main(void) { volatile int least = -2147483647 - 1; return -least == least; }
