// verdict: UNKNOWN
// reason: variables of blocks that a jump leaves are not ended
// checks: deref
typedef long jmp_buf[25];
extern int setjmp(jmp_buf);
extern void longjmp(jmp_buf, int) __attribute__((noreturn));
static jmp_buf buffer;
static int *p;
static void leave(void) {
  int x = 1;
  p = &x;
  longjmp(buffer, 1);
}
int main(void) {
  if (setjmp(buffer) == 0) leave();
  return p != 0 ? *p : 0;
}
