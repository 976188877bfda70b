// verdict: TRUE
// reason: a buffer of any content is known once a mark is stored in it
// entry: f, 8, any
extern void reach_error(void);
typedef long jmp_buf[25];
extern int setjmp(jmp_buf);
extern void longjmp(jmp_buf, int) __attribute__((noreturn));
static jmp_buf place;
static int tries;
void f(void) {
  tries = 0;
  int got = setjmp(place);
  if (++tries > 2) reach_error();
  if (got == 0) longjmp(place, 7);
  if (got != 7 || tries != 2) reach_error();
}
