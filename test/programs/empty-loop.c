// verdict: TRUE
// reason: a loop with an empty body ends if its condition says so
// why-wrong: a loop with an empty body ends if its condition says so
extern void abort(void);
void reach_error(void) {}

int main(void) {
  while (1); // wrong: do {
  // wrong: } while (0 + 0);
  reach_error();
  return 0;
}
