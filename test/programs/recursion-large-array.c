// verdict: TRUE
// reason: each activation has a large array of its own
// why-wrong: each activation has a large array of its own
extern void reach_error(void);
int f(int n) {
  int a[200];
  for (int i = 0; i < 5; i++) a[i * n] = i;
  if (n > 1) { int r = f(n - 1); return r + a[4 * n]; }
  return a[4];
}
int main(void) { if (f(3) != 12) reach_error(); return 0; } // wrong: int main(void) { if (f(3) == 12) reach_error(); return 0; }
