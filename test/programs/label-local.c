// verdict: TRUE
// reason: labels declared by __label__ belong to their block: each block has its own
// why-wrong: labels declared by __label__ belong to their block: each block has its own
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = ({ __label__ out; int r = 0; if ((x) > 3) { r = 1; goto out; } r = 2; out: r; });
  y += 10 * ({ __label__ out; int r = 0; if ((x + 1) > 3) { r = 1; goto out; } r = 2; out: r; });
  if (x == 3 && y != 12) reach_error(); // wrong: if (x == 3 && y == 12) reach_error();
  return 0;
}
