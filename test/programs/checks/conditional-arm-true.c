// verdict: TRUE
// reason: the other arm of ?: is not evaluated
// checks: overflow
int main(void) { volatile int x = 2147483647; return (x < 100 ? x * 2 : 0) == 7; }
