// verdict: TRUE
// reason: a compound literal is one object as long as its block is not left, however often a jump leads back to it
// why-wrong: a compound literal is one object as long as its block is not left, however often a jump leads back to it
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct pair { int a, b; };
int main(void) {
  struct pair *last, *now = 0;
  int count = __VERIFIER_nondet_int() ? 0 : 1;
again:
  last = now;
  now = &(struct pair){.b = count++};
  if (count < 3) goto again;
  if (now != last || last->b != 2) reach_error(); // wrong: if (now == last && last->b == 2) reach_error();
  return 0;
}
