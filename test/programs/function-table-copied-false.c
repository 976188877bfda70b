// verdict: FALSE
// reason: a table of functions that was copied as bytes calls what it holds now
extern void reach_error(void);
extern void *memcpy(void *, const void *, unsigned long);
struct operations { int (*first)(void); int (*second)(void); };
static int one(void) { return 1; }
static int two(void) { return 2; }
static struct operations a = { one, two }, b = { two, one };

int main(void) {
  memcpy(&a, &b, sizeof a);
  if (a.first() == 2 && a.second() == 1) reach_error();
  return 0;
}
