// verdict: TRUE
// reason: the local has a new value before it is read behind the jump
// why-wrong: the local has a new value before it is read behind the jump
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
typedef struct { long r[25]; } jmp_buf[1];
extern int _setjmp(jmp_buf) __attribute__((returns_twice));
extern void longjmp(jmp_buf, int) __attribute__((noreturn));
jmp_buf env;
int main(void) {
  int x = 0;
  if (_setjmp(env) == 0) { x = 5; longjmp(env, 1); }
  x = 1;
  x += 2;
  if (x != 3) reach_error(); // wrong: if (x == 3) reach_error();
  return 0;
}
