// verdict: FALSE
// reason: no NaN equals itself
// question: termination
int main(void) { volatile double zero = 0.0; double x = zero / zero; while (x != x) {} return 0; }
