// verdict: FALSE
// reason: longjmp out of a called function comes back to setjmp
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
typedef struct { long r[25]; } jmp_buf[1];
extern int _setjmp(jmp_buf) __attribute__((returns_twice));
extern void longjmp(jmp_buf, int) __attribute__((noreturn));
jmp_buf env; static void g(int x) { if (x > 3) longjmp(env, x); }
int main(void){ int x = __VERIFIER_nondet_int(); if (_setjmp(env)) { reach_error(); return 0; } g(x); return 0; }
