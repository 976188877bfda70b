// verdict: FALSE
// reason: constructors change globals before the function that the program begins at
// entry: f
extern void reach_error(void);
static int ready;
__attribute__((constructor)) static void prepare(void) { ready = 1; }
void f(int x) {
  if (ready && x == 3) reach_error();
}
