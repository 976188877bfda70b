// verdict: TRUE
// reason: pointers among bytes stay what they are when a record is assigned or copied
// why-wrong: pointers among bytes stay what they are when a record is assigned or copied
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *memcpy(void *, const void *, unsigned long);
union u { struct { int *buf; } a; long l; char c[8]; };
struct xfer { char k; union u u; int z; };
int b, d;
int main(void) {
  struct xfer x, y, z[3];
  int k = __VERIFIER_nondet_int();
  x.k = 1; x.u.a.buf = k ? &b : &d; x.z = k;
  memcpy(&y, &x, sizeof x);
  if (y.u.a.buf != (k ? &b : &d) || y.z != k) reach_error();
  z[1] = y;
  memcpy(z + 2, z + 1, sizeof *z);
  *z[2].u.a.buf = 7;
  if (k ? b != 7 : d != 7) reach_error(); // wrong: if (k ? b != 7 : d == 7) reach_error();
  union u q; q.l = k; union u r = q;
  if (r.l != k) reach_error();
  char raw[sizeof x]; 
  memcpy(raw, &x, sizeof x);
  struct xfer w;
  memcpy(&w, raw, sizeof x);
  if (w.u.a.buf != x.u.a.buf || w.z != k) reach_error();
  return 0;
}
