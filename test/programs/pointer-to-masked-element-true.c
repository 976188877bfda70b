// verdict: TRUE
// reason: a masked index leads to the elements of the array, never to the member behind it
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct part { int a; char b[3]; };
struct whole { struct part parts[2]; struct part *chosen; };
static struct whole make(int i) {
  struct whole whole = { { { i, "ab" }, { i + 1, "cd" } }, 0 };
  whole.chosen = &whole.parts[1];
  return whole;
}
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 5) return 0;
  struct whole first = make(i);
  first.chosen = &first.parts[i & 1];
  struct whole second = first;
  second.chosen->a = 100;
  if (first.parts[i & 1].a != 100 || second.parts[i & 1].a != i + (i & 1)) reach_error();
  first.chosen = first.parts + (unsigned)i % 2;
  if (first.chosen->b[0] != (i & 1 ? 'c' : 'a')) reach_error();
  return 0;
}
