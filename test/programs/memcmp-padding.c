// verdict: UNKNOWN
// reason: padding may differ
struct S {
  char c;
  int i;
};
extern int memcmp(const void *, const void *, unsigned long);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  struct S a, b;
  a.c = b.c = 1;
  a.i = b.i = 2;
  if (memcmp(&a, &b, sizeof a)) reach_error();
  return 0;
}
