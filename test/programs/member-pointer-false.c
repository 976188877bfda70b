// verdict: FALSE
// reason: a pointer to a member reaches the struct and back
extern void abort(void);
void reach_error(void) {}
struct N { int a, b; };

int main(void) {
  struct N n = {1, 2};
  int *p = &n.b;
  p[-1] = 8;
  if (n.a == 8) reach_error();
  return 0;
}
