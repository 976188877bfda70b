// verdict: UNKNOWN
// reason: the activation that set the mark has ended
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
typedef struct { long r[25]; } jmp_buf[1];
extern int _setjmp(jmp_buf) __attribute__((returns_twice));
extern void longjmp(jmp_buf, int) __attribute__((noreturn));
jmp_buf env; static void f(void) { _setjmp(env); }
int main(void){ f(); longjmp(env, 1); reach_error(); }
