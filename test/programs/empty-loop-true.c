// verdict: TRUE
// reason: a loop with an empty body ends if its condition says so
extern void abort(void);
void reach_error(void) {}

int main(void) {
  while (1);
  reach_error();
  return 0;
}
