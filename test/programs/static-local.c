// verdict: TRUE
// reason: a static local keeps its value between calls
// why-wrong: a static local keeps its value between calls
extern void abort(void);
void reach_error(void) {}
int next(void) { static int n; return ++n; }

int main(void) {
  next(); // wrong: if (next() + next() == 3) reach_error();
  next(); // wrong:
  if (next() != 3) reach_error(); // wrong:
  return 0;
}
