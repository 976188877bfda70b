// verdict: UNKNOWN
// reason: C leaves open whether equal string literals are one object
extern void abort(void);
void reach_error(void) {}

int main(void) {
  const char *a = "abc", *b = "abc";
  if (a == b) reach_error();
  return 0;
}
