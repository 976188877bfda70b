// verdict: FALSE
// reason: a goto past a declaration, into a block that was left before, finds no value there
extern void reach_error(void);
static int total;
static void turn(int i) {
  if (i == 1) goto past;
  {
    struct { int a, b; } pair;
    pair.a = 2;
    pair.b = 3;
  past:
    total += pair.b;
  }
}
int main(void) {
  turn(0);
  turn(1);
  if (total != 6) reach_error();
  return 0;
}
