// verdict: TRUE
// reason: calls that read inputs, fill blocks of their own, or write objects apart are no conflict
// order: open
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern int printf(const char *, ...);
struct pair { struct pair *left, *right; int count; };
static int calls, turns;
static int call(void) { calls++; return 1; }
static int turn(void) { turns++; return 2; }
static int sum(int a, int b) { return a + b; }
static struct pair *made(struct pair *left, struct pair *right) {
  struct pair *p = malloc(sizeof *p);
  p->left = left; p->right = right; p->count = 1;
  return p;
}
static int count(const struct pair *p) { return p == 0 ? 0 : count(p->left) + count(p->right) + p->count; }
int main(void) {
  int k = sum(__VERIFIER_nondet_int() & 1, __VERIFIER_nondet_int() & 1), i = 0;
  printf("%d%d", printf("a"), printf("b"));
  if (sum(call(), turn()) != 3 || calls + turns != 2) reach_error();
  if (count(made(made(0, 0), made(0, 0))) != 3) reach_error();
  i = sum(i++, 2);
  if (k > 2 || i != 2) reach_error();
  return 0;
}
