// verdict: TRUE
// reason: globals are as initialised
// entry: f
extern void reach_error(void);
static int g = 3;
void f(void) {
  if (g != 3) reach_error();
}
int main(void) {
  g = 4;
  f();
}
