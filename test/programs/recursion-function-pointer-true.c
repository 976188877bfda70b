// verdict: TRUE
// reason: a function may call itself through a pointer that it was given
extern void reach_error(void);
typedef int (*fn)(int, void *);
int step(int n, void *next) { if (n == 0) return 0; return 2 + ((fn)next)(n - 1, next); }
int once(int n, void *next) { return 7; }
int main(void) { fn t[2] = { step, once }; if (t[0](3, (void *)t[0]) != 6 || t[0](3, (void *)t[1]) != 9) reach_error(); return 0; }
