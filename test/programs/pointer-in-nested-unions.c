// verdict: TRUE
// reason: a pointer in a union is followed through records and unions of records
// why-wrong: a pointer in a union is followed through records and unions of records
extern void reach_error(void);
union u { int *p; char c[16]; long l; };
struct s { char k; union u u; };
union w { struct s s[2]; long raw[6]; };
int a[4], b;
int main(void) {
  union w w; struct s x, y;
  w.s[1].u.p = a + 2;
  x = w.s[1];
  union u z = x.u;
  y.u = z;
  if (y.u.p != a + 2) reach_error();
  *y.u.p = 5;
  if (a[2] != 5) reach_error(); // wrong: if (a[2] == 5) reach_error();
  y.u.c[0] += 4;
  return 0;
}
