// verdict: TRUE
// reason: a recursive call may be an argument of another one
// why-wrong: a recursive call may be an argument of another one
extern void reach_error(void);
int ack(int m, int n) { if (m == 0) return n + 1; if (n == 0) return ack(m - 1, 1); return ack(m - 1, ack(m, n - 1)); }
int main(void) { if (ack(2, 3) != 9) reach_error(); return 0; } // wrong: int main(void) { if (ack(2, 3) == 9) reach_error(); return 0; }
