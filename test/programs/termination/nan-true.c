// question: termination
// verdict: TRUE
// reason: a number equals itself
int main(void) { volatile double one = 1.0; double x = one / one; while (x != x) {} return 0; }
