// verdict: UNKNOWN
// reason: a row beyond the last one, and an index before its start: the element is within the rows
// checks: deref
// native: the sanitiser of addresses sees objects as a whole
int main(void) {
  int rows[2][3] = { { 0 } };
  volatile int i = 2, j = -1;
  return rows[i][j];
}
