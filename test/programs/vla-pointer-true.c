// verdict: TRUE
// reason: pointers to variable-length arrays move and differ by the length that the type was made with
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int k = __VERIFIER_nondet_int(), n = 3;
  int block[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  int(*p)[n] = (int(*)[n])block, (*start)[n] = p;
  typedef int row[n];
  n = 5;
  p += 2;
  if ((*p)[1] != 7 || p - start != 2 || (char *)p - (char *)start != 24) reach_error();
  row other, *q = &other;
  (*q)[2] = k;
  if (other[2] != k || sizeof(row) != 12 || sizeof(int[n]) != 20) reach_error();
  row two[2];
  two[1][0] = k;
  if (((int *)two)[3] != k) reach_error();
  int calls = 0;
  if (sizeof(char[++calls + 2]) != 3 || calls != 1) reach_error();
  void *plain = block;
  if (((int(*)[n])plain)[1][2] != 7) reach_error();
}
