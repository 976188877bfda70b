// verdict: TRUE
// reason: a pointer to a member reaches the struct and back
extern void abort(void);
void reach_error(void) {}
struct N { int a, b; };

int main(void) {
  struct N n = {1, 2};
  int *p = &n.b;
  struct N *q = (struct N *)((char *)p - 4);
  *p = 5;
  if (q->a != 1 || q->b != 5) reach_error();
  return 0;
}
