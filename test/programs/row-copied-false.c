// verdict: FALSE
// reason: a row of a large table is copied by its elements, not by what lies beside the table
extern int __VERIFIER_nondet_int(void);
extern void *memcpy(void *, const void *, unsigned long);
void reach_error(void) {}
struct tables { int x[50][2]; int y[50][2]; } s;

int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 49) return 0;
  int row[2];
  s.x[7][1] = 9;
  memcpy(row, s.x[i], sizeof row);
  if (row[1] == 9) reach_error();
  return 0;
}
