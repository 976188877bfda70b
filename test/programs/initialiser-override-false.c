// verdict: FALSE
// reason: braces for a part that was initialised before replace all of it
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
struct pair { int x, y; };
struct pair table[4] = {[0 ... 3] = {1, 2}, [2] = {5}};

int main(void) {
  int v = __VERIFIER_nondet_int();
  struct { struct pair p; int z; } s = {.p = {1, 2}, .p = {v}};
  if (table[2].y == 0 && table[3].y == 2 && s.p.x == 7 && s.p.y == 0) reach_error();
  return 0;
}
