// verdict: UNKNOWN
// reason: of an environment beyond the bounds proofs know nothing, and within them no run gets different texts
extern char *getenv(const char *);
void reach_error(void) {}
int main(void) {
  const char *a = getenv("MODE"), *b = getenv("MODE");
  if (a != b) reach_error();
  return 0;
}
