// verdict: TRUE
// reason: a pointer walks over an array
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int a[6] = {1, 1, 1, 1, 1, 1}, s = 0;
  for (int *p = a; p < a + 6; p++) s += *p;
  if (s != 6) reach_error();
  return 0;
}
