// verdict: TRUE
// reason: a volatile local keeps its value over jumps to two marks
// why-wrong: a volatile local keeps its value over jumps to two marks
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
typedef struct { long r[25]; } jmp_buf[1];
extern int _setjmp(jmp_buf) __attribute__((returns_twice));
extern void longjmp(jmp_buf, int) __attribute__((noreturn));
jmp_buf b1, b2;
int main(void) {
  volatile int x = 0;
  if (_setjmp(b2) == 0) {
    x = 0;
    if (_setjmp(b1) == 0) longjmp(b2, 1);
    if (x != 1) reach_error(); // wrong: if (x == 1) reach_error();
    return 0;
  }
  x = 1;
  longjmp(b1, 1);
}
