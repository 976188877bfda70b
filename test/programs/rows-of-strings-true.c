// verdict: TRUE
// reason: a large table of strings begins with them, and each row goes on with zeros
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  char names[10][20] = {"abc", "hello", [3] = "xyz"};
  int i = __VERIFIER_nondet_int();
  if (i < 3 || i > 19) return 0;
  if (names[0][i] != 0 || names[1][4] != 'o' || names[2][i] != 0 || names[3][0] != 'x') reach_error();
  return 0;
}
