// verdict: TRUE
// reason: a mark is set anew in every turn; locals that it does not see change keep their values
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
typedef struct { long r[25]; } jmp_buf[1];
extern int _setjmp(jmp_buf) __attribute__((returns_twice));
extern void longjmp(jmp_buf, int) __attribute__((noreturn));
jmp_buf env; static int work(int i) { if (i % 3 == 2) longjmp(env, i); return i; }
int main(void){ int n = __VERIFIER_nondet_int(), sum = 0; if (n > 6) return 0; volatile int bad = 0; for (int i = 0; i < n; i++) { if (_setjmp(env) == 0) { int w = work(i); if (w % 3 == 2) reach_error(); } else bad++; } if (bad > 2) reach_error(); if (n == 6 && bad != 2) reach_error(); return 0; }
