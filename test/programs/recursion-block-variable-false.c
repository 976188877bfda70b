// verdict: FALSE
// reason: a variable whose declaration is executed again is another object
extern void reach_error(void);
int *seen[3];
int f(int n) { int s = 0; for (int i = 0; i < 2; i++) { int x = n * 10 + i; int *p = &x; if (n > 0) s += f(n - 1); s += *p; } return s; }
int main(void) { if (f(2) == 41 + 2 * (21 + 2 * 1)) reach_error(); return 0; }
