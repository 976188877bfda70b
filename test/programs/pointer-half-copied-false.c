// verdict: FALSE
// reason: half of a pointer's bytes is half of an address, not an offset
extern void reach_error(void);
extern void *memcpy(void *, const void *, unsigned long);
union u { int *p; int h[2]; };
static int g;
int main(void) {
  union u x, y; y.p = 0;
  x.p = &g;
  memcpy(&y, &x, 4);
  if (y.h[0] != 0) reach_error();
  return 0;
}
