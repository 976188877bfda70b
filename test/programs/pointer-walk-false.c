// verdict: FALSE
// reason: a pointer walks over an array
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int a[6] = {1, 2, 3, 4, 5, 6}, s = 0;
  for (int *p = a; p != a + 6; ++p) s += *p;
  if (s == 21) reach_error();
  return 0;
}
