// verdict: TRUE
// A pointer that is copied as a whole over another one, or stored where one was cut, is itself.
extern void reach_error(void);
extern void *memcpy(void *, const void *, unsigned long);
extern void *memset(void *, int, unsigned long);

union { int *p; unsigned char b[8]; } u, v;

int main(void) {
  int a = 1, b = 2;
  u.p = &a;
  v.p = &b;
  memcpy(&v, &u, 4);
  memcpy(&v, &u, 8);
  if (v.p != &a || *v.p != 1) reach_error();
  v.b[0] = 7;
  v.p = &b;
  if (v.p != &b || *v.p != 2) reach_error();
}
