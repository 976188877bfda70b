// verdict: UNKNOWN
// reason: a constant index beyond a member leads nowhere, through a pointer as well as by name
extern void reach_error(void);

struct s { int a[4], b; } s;

int main(void) {
  struct s *p = &s;
  p->b = 7;
  if (p->a[4] == 7) reach_error();
  return 0;
}
