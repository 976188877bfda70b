// verdict: TRUE
// reason: parameters of earlier activations may be read and changed through pointers
extern void reach_error(void);
int f(int n, int *acc) { int *mine = &n; if (*mine <= 0) return *acc; *acc += *mine; int r = f(*mine - 1, mine); return r * 10 + n; }
int main(void) { int z = 0; if (f(2, &z) != 113) reach_error(); if (z != 2) reach_error(); return 0; }
