// verdict: FALSE
// reason: a jump back into a block that control has left finds its variables without values
struct buffer { long content[40]; };
extern int _setjmp(struct buffer *);
extern void longjmp(struct buffer *, int);
extern void reach_error(void);
struct buffer b;
int main(void) {
  {
    volatile int x = 5;
    if (_setjmp(&b)) {
      if (x != 5)
        reach_error();
      return 0;
    }
  }
  {
    volatile int y = 7;
    y++;
  }
  longjmp(&b, 1);
}
