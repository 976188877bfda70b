// verdict: TRUE
// reason: a jump back within a block keeps volatile variables of it and of those around
struct buffer { long content[40]; };
extern int _setjmp(struct buffer *);
extern void longjmp(struct buffer *, int);
extern void reach_error(void);
struct buffer b;
static void jump(void) {
  longjmp(&b, 2);
}
int main(void) {
  volatile int outer = 3;
  {
    volatile int x = 5;
    if (_setjmp(&b)) {
      if (x != 6 || outer != 4)
        reach_error();
      return 0;
    }
    x = 6;
    outer = 4;
    {
      int y = x;
      if (y == 6)
        jump();
    }
  }
  reach_error();
  return 0;
}
