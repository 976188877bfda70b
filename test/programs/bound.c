// verdict: TRUE
// reason: a bug deep in a deterministic loop is found; a bound proves nothing
// why-wrong: a bug deep in a deterministic loop is found; a bound proves nothing
extern void abort(void);
void reach_error(void) {}

int main(void) {
  unsigned i = 0;
  while (i < 1000) i++;
  if (i != 1000) reach_error(); // wrong: if (i == 1000) reach_error();
  return 0;
}
