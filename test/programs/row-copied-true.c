// verdict: TRUE
// reason: a row of a large table is copied and filled, and the others stay
extern int __VERIFIER_nondet_int(void);
extern void *memcpy(void *, const void *, unsigned long);
extern void *memset(void *, int, unsigned long);
void reach_error(void) {}
struct tables { int x[50][2]; int y[50][2]; } s;

int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 48) return 0;
  s.x[i][0] = 3;
  s.x[i][1] = 4;
  memcpy(s.y[i], s.x[i], sizeof s.y[i]);
  memset(s.x[i + 1], 1, sizeof s.x[0]);
  if (s.y[i][0] != 3 || s.y[i][1] != 4 || s.x[i][1] != 4 || s.x[i + 1][0] != 0x01010101) reach_error();
  return 0;
}
