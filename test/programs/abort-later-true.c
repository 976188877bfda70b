// verdict: TRUE
// reason: a run that must abort later still reaches the error before
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int i = 0;
  while (1) {
    i++;
    if (i == 3) reach_error();
    if (i >= 2) abort();
  }
  return 0;
}
