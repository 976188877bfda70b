// verdict: TRUE
// reason: a pointer to a variable of a left block is compared
// why-wrong: a variable of a block that break left
// checks: deref
int main(void) {
  int *p = 0;
  for (int i = 0; i < 3; i++) {
    int x = i;
    p = &x;
    if (*p == 1) break;
  }
  return p != 0; // wrong: return *p;
}
