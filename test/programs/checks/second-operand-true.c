// verdict: TRUE
// reason: the second operand of && is evaluated only if the first one holds
// checks: overflow
int main(void) { volatile int x = 2147483647; return x < 100 && x + 1 > 3; }
