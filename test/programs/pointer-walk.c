// verdict: TRUE
// reason: a pointer walks over an array
// why-wrong: a pointer walks over an array
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int a[6] = {1, 1, 1, 1, 1, 1}, s = 0; // wrong: int a[6] = {1, 2, 3, 4, 5, 6}, s = 0;
  for (int *p = a; p < a + 6; p++) s += *p; // wrong: for (int *p = a; p != a + 6; ++p) s += *p;
  if (s != 6) reach_error(); // wrong: if (s == 21) reach_error();
  return 0;
}
