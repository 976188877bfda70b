// verdict: FALSE
// reason: an index beyond a row that leaves all rows
// checks: deref
int main(void) {
  int rows[2][3] = { { 0 } };
  volatile int i = 1, j = 3;
  return rows[i][j];
}
