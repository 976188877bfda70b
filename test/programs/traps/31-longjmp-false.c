// verdict: FALSE
// reason: code behind setjmp is not dead
void reach_error(void) {}

typedef long jmp_buf[25];
extern int setjmp(jmp_buf);
extern void longjmp(jmp_buf, int) __attribute__((noreturn));
jmp_buf j;
int main(void) {
  if (setjmp(j)) reach_error();
  longjmp(j, 1);
}
