// verdict: TRUE
// reason: the same for a matrix that is one array
// why-wrong: the same for a matrix that is one array
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) {}
int m[30][40];

int main(void) {
  unsigned r = __VERIFIER_nondet_uint() % 30, c = __VERIFIER_nondet_uint() % 40;
  m[r][c] = 7;
  if (c < 39 && m[r][c + 1] != 0) reach_error(); // wrong: if (m[29][39] == 7) reach_error();
  return 0;
}
