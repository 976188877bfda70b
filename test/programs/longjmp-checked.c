// verdict: TRUE
// reason: the checking variant of longjmp jumps too
// why-wrong: the checking variant of longjmp jumps too
extern void reach_error(void);
typedef struct { long r[25]; } jmp_buf[1];
extern int _setjmp(jmp_buf);
extern void __longjmp_chk(jmp_buf, int) __attribute__((noreturn));
static jmp_buf place;
int main(void) {
  int got = _setjmp(place);
  if (got == 0) {
    __longjmp_chk(place, 3);
    reach_error();
  }
  if (got != 3) reach_error(); // wrong: if (got == 3) reach_error();
  return 0;
}
