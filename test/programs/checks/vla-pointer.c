// verdict: TRUE
// reason: a pointer stays within an array of variable length
// why-wrong: a pointer reads behind an array of variable length
// checks: deref
int main(void) {
  volatile int n = 2;
  int count = n, width = 3;
  int rows[count][width];
  int *p = &rows[0][0];
  for (int i = 0; i < 6; i++) p[i] = i;
  width = 9;
  return p[5] != 5; // wrong: return p[6];
}
