// verdict: TRUE
// reason: the table ends with a null name, whose steps lead to no object although functions have addresses
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

struct entry {
  const char *name;
  const void *function;
};

static int twice(int x) { return 2 * x; }
static int half(int x) { return x / 2; }
static const struct entry table[] = {{"twice", (const void *)twice}, {"half", (const void *)half}, {0, 0}};

struct state {
  const char *next;
  int count;
};

int main(void) {
  struct state s = {"ab", 7};
  int i = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
  if (i < 0 || i > 2 || k < 0 || k > 4) abort();
  unsigned long seen = (unsigned long)&s;
  if (seen == 0) abort();
  if (table[i].name && table[i].name[k] == 'x') s.count = 8;
  if (s.count != 7 || *s.next != 'a') reach_error();
  return 0;
}
