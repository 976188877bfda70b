// verdict: FALSE
// reason: an external function changes a block of the heap
// externals: havoc
extern void reach_error(void);
void *malloc(unsigned long);
struct s { int x; struct s *next; short y; double d; };
void f(struct s *);
int main(void) {
  struct s *p = malloc(sizeof *p);
  p->x = 1;
  p->next = 0;
  f(p);
  if (p->x == 8 && p->y == 3 && p->d > 2 && p->d < 3) reach_error();
  return 0;
}
