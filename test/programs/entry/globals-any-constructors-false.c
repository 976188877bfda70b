// verdict: FALSE
// reason: globals of any content have other values than those that constructors leave
// entry: f, 8, any
extern void reach_error(void);
static int ready;
__attribute__((constructor)) static void prepare(void) { ready = 1; }
void f(void) {
  if (!ready) reach_error();
}
