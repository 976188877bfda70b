// question: termination
// verdict: TRUE
// reason: few calls of Ackermann are made
unsigned a(unsigned m, unsigned n) { return m == 0 ? n + 1 : n == 0 ? a(m - 1, 1) : a(m - 1, a(m, n - 1)); }
int main(void) { return (int)a(1, 1); }
