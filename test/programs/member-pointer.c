// verdict: TRUE
// reason: a pointer to a member reaches the struct and back
// why-wrong: a pointer to a member reaches the struct and back
extern void abort(void);
void reach_error(void) {}
struct N { int a, b; };

int main(void) {
  struct N n = {1, 2};
  int *p = &n.b;
  struct N *q = (struct N *)((char *)p - 4); // wrong: p[-1] = 8;
  *p = 5; // wrong: if (n.a == 8) reach_error();
  if (q->a != 1 || q->b != 5) reach_error(); // wrong:
  return 0;
}
