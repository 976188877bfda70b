// verdict: TRUE
extern void reach_error(void);
union u { struct { int *buf; } a; };
struct xfer { union u u; };
int b;
int main(void) {
  struct xfer x;
  x.u.a.buf = &b;
  struct xfer y = x;
  if (y.u.a.buf != &b) reach_error(); // wrong: if (y.u.a.buf == &b) reach_error();
  return 0;
}
