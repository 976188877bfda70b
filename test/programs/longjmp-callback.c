// verdict: UNKNOWN
// reason: longjmp out of a function that the library calls
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
typedef struct { long r[25]; } jmp_buf[1];
extern int _setjmp(jmp_buf) __attribute__((returns_twice));
extern void longjmp(jmp_buf, int) __attribute__((noreturn));
extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *)); jmp_buf env; static int cmp(const void *a, const void *b) { if (*(int *)a < 0) longjmp(env, 1); return *(int *)a - *(int *)b; }
int main(void){ int a[3] = {3, __VERIFIER_nondet_int() & 7, 1}; if (_setjmp(env)) { reach_error(); } else qsort(a, 3, 4, cmp); return 0; }
