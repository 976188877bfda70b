// verdict: UNKNOWN
// reason: the locale "C" is always there, but proofs allow any result
extern char *setlocale(int, const char *);
void reach_error(void) {}
int main(void) {
  if (setlocale(6, "C") == 0) reach_error();
  return 0;
}
