// verdict: TRUE
// reason: recursive calls may lie in loops, and loops in recursive functions
extern void reach_error(void);
int count(int n) { int s = 1; for (int i = 0; i < n; i++) s += count(i); return s; }
int main(void) { for (int i = 0, p = 1; i < 6; i++, p *= 2) if (count(i) != p) reach_error(); return 0; }
