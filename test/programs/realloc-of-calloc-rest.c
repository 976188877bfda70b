// verdict: UNKNOWN
// reason: what a block gains is indeterminate
typedef unsigned long size_t;
extern void *calloc(size_t, size_t);
extern void *realloc(void *, size_t);
void reach_error(void) {}

int main(void) {
  int *a = calloc(2, sizeof *a);
  a[0] = 7;
  a = realloc(a, 4 * sizeof *a);
  if (a[0] != 7 || a[3] != 0) reach_error();
}
