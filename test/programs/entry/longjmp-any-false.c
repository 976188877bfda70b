// verdict: FALSE
// reason: a jump to a mark in a buffer of any content is a run to the error
// entry: f, 2, any
extern void reach_error(void);
typedef long jmp_buf[25];
extern int setjmp(jmp_buf);
extern void longjmp(jmp_buf, int) __attribute__((noreturn));
static jmp_buf place;
void f(int x) {
  if (setjmp(place) == 0) {
    if (x == 4) longjmp(place, x);
  } else reach_error();
}
