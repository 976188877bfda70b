// verdict: UNKNOWN
// reason: a handler of atexit is left by longjmp (C11 7.22.4.4p3)
extern void reach_error(void);
extern int atexit(void (*)(void));
extern void exit(int);
typedef long jmp_buf[25];
extern int setjmp(jmp_buf);
extern void longjmp(jmp_buf, int);
static jmp_buf start;
static void back(void) { longjmp(start, 1); }
int main(void) {
  if (setjmp(start)) reach_error();
  atexit(back);
  exit(0);
}
