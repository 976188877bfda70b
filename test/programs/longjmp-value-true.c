// verdict: TRUE
// reason: longjmp goes back to where setjmp returned, with its value, never zero
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
typedef struct { long r[25]; } jmp_buf[1];
extern int _setjmp(jmp_buf) __attribute__((returns_twice));
extern void longjmp(jmp_buf, int) __attribute__((noreturn));
jmp_buf env; static void g(int x) { if (x > 3) longjmp(env, x - 4); }
int main(void){ int x = __VERIFIER_nondet_int(); int r = _setjmp(env); if (r == 0) { g(x); if (x > 3) reach_error(); return 0; } if (r != (x == 4 ? 1 : x - 4)) reach_error(); return 0; }
