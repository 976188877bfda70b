// verdict: TRUE
// reason: each activation has a value of its own for its parameter
// why-wrong: each activation has a value of its own for its parameter
extern void reach_error(void);
int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
int main(void) { if (fact(5) != 120) reach_error(); return 0; } // wrong: int main(void) { if (fact(5) == 120) reach_error(); return 0; }
