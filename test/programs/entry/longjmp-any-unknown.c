// verdict: UNKNOWN
// reason: a buffer of any content leads anywhere, and to no mark that is set later
// entry: f, 8, any
extern void reach_error(void);
typedef long jmp_buf[25];
extern int setjmp(jmp_buf);
extern void longjmp(jmp_buf, int) __attribute__((noreturn));
static jmp_buf place, other;
void f(void) {
  if (setjmp(place) == 0) longjmp(other, 1);
  else reach_error();
}
