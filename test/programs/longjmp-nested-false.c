// verdict: FALSE
// reason: the innermost mark is the one whose buffer is named, through recursion and functions that never return
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
typedef struct { long r[25]; } jmp_buf[1];
extern int _setjmp(jmp_buf) __attribute__((returns_twice));
extern void longjmp(jmp_buf, int) __attribute__((noreturn));
static jmp_buf *top; 
__attribute__((noreturn)) static void raise(int v) { longjmp(*top, v); }
static int depth(int n) { if (n == 0) raise(7); return depth(n - 1) + 1; }
static int try(int n) { jmp_buf env; jmp_buf *old = top; int r = 5; top = &env; volatile int got; if ((got = _setjmp(env)) == 0) { r = n < 0 ? 0 : depth(n); } else { top = old; if (n == 2) raise(9); return got; } top = old; return r; }
int main(void){ int x = __VERIFIER_nondet_int(); if (x > 3) return 0; jmp_buf outer; top = &outer; int v = 3; switch (_setjmp(outer)) { case 0: v = try(x); if (v != (x < 0 ? 0 : 7)) reach_error(); break; case 9: if (x == 2) reach_error(); break; default: reach_error(); } return 0; }
