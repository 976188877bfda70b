// verdict: TRUE
// reason: each activation has an array of its own length
// why-wrong: each activation has an array of its own length
extern void reach_error(void);
int f(int n) { int a[n]; a[n - 1] = n; if (n > 1) { int r = f(n - 1); return r + a[n - 1] + (int)(sizeof a / sizeof a[0]); } return 1; }
int main(void) { if (f(4) != 1 + 4 + 6 + 8) reach_error(); return 0; } // wrong: int main(void) { if (f(4) == 1 + 4 + 6 + 8) reach_error(); return 0; }
