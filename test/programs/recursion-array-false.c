// verdict: FALSE
// reason: each activation has an array of its own
extern void reach_error(void);
int f(int n) { int a[4]; for (int i = 0; i < 4; i++) a[i] = n + i; if (n > 0) { int r = f(n - 1); return r + a[n & 3]; } return a[3]; }
int main(void) { if (f(3) == 3 + (1+1) + (2+2) + (3+3)) reach_error(); return 0; }
