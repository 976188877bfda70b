// verdict: TRUE
// reason: a sorted array begins with the least element, however often the comparison is called
// why-wrong: a sorted array begins with the least element
void reach_error(void) {}
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
int compare(const void *a, const void *b) {
  int n = 3;
  while (n > 0) n--;
  return *(const int *)a - *(const int *)b + n;
}
int main(void) {
  int v[2] = {2, 1};
  qsort(v, 2, sizeof v[0], compare);
  if (v[0] != 1) reach_error(); // wrong: if (v[0] == 1) reach_error();
  return 0;
}
