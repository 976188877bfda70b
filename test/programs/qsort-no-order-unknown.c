// verdict: UNKNOWN
// reason: the comparison goes in circles, so that libraries sort differently
extern void reach_error(void);
extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
static int circle(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x == y ? 0 : (x - y + 3) % 3 == 1 ? 1 : -1;
}
int main(void) {
  int a[3] = {0, 1, 2};
  qsort(a, 3, sizeof *a, circle);
  if (a[0] == 7) reach_error();
  return 0;
}
