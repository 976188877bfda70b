// verdict: TRUE
// reason: a function called through a pointer may be left by longjmp; what is behind its call is not run
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
typedef struct { long r[25]; } jmp_buf[1];
extern int _setjmp(jmp_buf) __attribute__((returns_twice));
extern void longjmp(jmp_buf, int) __attribute__((noreturn));
jmp_buf env; static void g(int x) { if (x > 3) longjmp(env, x); } void (*p)(int) = g;
int main(void){ int x = __VERIFIER_nondet_int(); volatile int k = 0; if (_setjmp(env)) { if (k != 1) reach_error(); return 0; } k = 1; p(x); k = 2; if (x > 3) reach_error(); return 0; }
