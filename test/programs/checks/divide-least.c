// verdict: FALSE
// reason: the least value divided by minus one
// checks: overflow
int main(void) { volatile int least = -2147483647 - 1, minus = -1; return least / minus == 0; }
