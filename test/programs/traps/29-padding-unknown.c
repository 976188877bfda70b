// verdict: UNKNOWN
// reason: padding may differ between structs with equal members: never TRUE
void reach_error(void) {}

extern int memcmp(const void *, const void *, unsigned long);
struct plain { char c; int i; };
int main(void) {
  struct plain a, b;
  a.c = b.c = 1;
  a.i = b.i = 2;
  if (memcmp(&a, &b, sizeof a)) reach_error();
  return 0;
}
