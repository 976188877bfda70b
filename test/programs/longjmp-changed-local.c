// verdict: UNKNOWN
// reason: a local that is not volatile and changes between setjmp and longjmp is indeterminate
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
typedef struct { long r[25]; } jmp_buf[1];
extern int _setjmp(jmp_buf) __attribute__((returns_twice));
extern void longjmp(jmp_buf, int) __attribute__((noreturn));
jmp_buf env;
int main(void){ int i = 0; if (_setjmp(env) == 0) { i = 5; longjmp(env, 1); } if (i != 5) reach_error(); return 0; }
