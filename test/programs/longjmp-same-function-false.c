// verdict: FALSE
// reason: longjmp comes back to setjmp in the same function
extern void abort(void);
void reach_error(void) {}
typedef struct { long r[25]; } jmp_buf[1];
extern int setjmp(jmp_buf);
extern void longjmp(jmp_buf, int) __attribute__((noreturn));
jmp_buf j;

int main(void) {
  if (setjmp(j)) reach_error();
  longjmp(j, 1);
  return 0;
}
