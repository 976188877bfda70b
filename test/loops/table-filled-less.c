// verdict: FALSE
// found-by: bmc
// The first element of each row but the first stays as it was.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int table[100][90];
int main(void) {
  unsigned rows = __VERIFIER_nondet_uint(), columns = __VERIFIER_nondet_uint();
  if (rows > 100 || columns > 90) return 0;
  for (unsigned i = 0; i < rows; i++)
    for (unsigned j = i > 0; j < columns; j++) table[i][j] = (int)(i + 3 * j);
  for (unsigned i = 0; i < rows; i++)
    for (unsigned j = 0; j < columns; j++)
      if (table[i][j] != (int)(i + 3 * j)) reach_error();
  return 0;
}
