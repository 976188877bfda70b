// verdict: TRUE
// reason: jumps within the function that the program begins at come back to their marks
// entry: f
extern void reach_error(void);
typedef long jmp_buf[25];
extern int setjmp(jmp_buf);
extern void longjmp(jmp_buf, int) __attribute__((noreturn));
static jmp_buf place;
static void leave(int x) { longjmp(place, x); }
void f(int x) {
  int got = setjmp(place);
  if (got == 0) leave(x);
  if (x != 0 && got != x) reach_error();
  if (got == 0) reach_error();
}
