// verdict: FALSE
// reason: half of a pointer's bytes is half of an address, not an offset
extern void reach_error(void);
union u { int *p; int h[2]; };
static int g;
int main(void) {
  union u x;
  x.p = &g;
  x.h[1] = 0;
  if (x.h[0] != 0) reach_error();
  return 0;
}
