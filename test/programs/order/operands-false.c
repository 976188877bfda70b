// verdict: FALSE
// reason: GCC reads the variable behind a call that changes it
// order: open
extern void reach_error(void);
static int g = 1;
static int set(int value) { g = value; return value; }
int main(void) {
  int x = g + set(5);
  if (x != 6) reach_error();
  return 0;
}
