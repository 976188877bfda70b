// verdict: TRUE
// reason: the result of one recursive call survives another one
// why-wrong: the result of one recursive call survives another one
extern void reach_error(void);
int fib(int n) { if (n < 2) return n; return fib(n - 1) + fib(n - 2); }
int main(void) { if (fib(12) != 144) reach_error(); return 0; } // wrong: int main(void) { if (fib(12) == 144) reach_error(); return 0; }
