// verdict: TRUE
// reason: setjmp that no run meets does no harm
typedef long jmp_buf[25];
extern int setjmp(jmp_buf);
extern void longjmp(jmp_buf, int) __attribute__((noreturn));
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
jmp_buf j;

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 5 && n < 3) {
    if (setjmp(j)) reach_error();
    longjmp(j, 1);
  }
  return 0;
}
