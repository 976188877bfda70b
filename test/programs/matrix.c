// verdict: TRUE
// reason: two indices meet in the right element
// why-wrong: two indices meet in the right element
extern unsigned __VERIFIER_nondet_uint(void); // wrong:
extern void abort(void);
void reach_error(void) {}
unsigned m[3][4];

int main(void) {
  for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) m[i][j] = 10 * i + j;
  unsigned r = __VERIFIER_nondet_uint() & 1, c = __VERIFIER_nondet_uint() & 3; // wrong: if (m[2][3] == 23) reach_error();
  if (m[r][c] != 10 * r + c) reach_error(); // wrong:
  return 0;
}
