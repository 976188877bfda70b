// verdict: TRUE
// reason: what calloc cleared stays zero when the block grows
// why-wrong: what calloc cleared stays zero when the block grows
typedef unsigned long size_t;
extern void *calloc(size_t, size_t);
extern void *realloc(void *, size_t);
void reach_error(void) {}

int main(void) {
  int *a = calloc(2, sizeof *a);
  a[0] = 7;
  a = realloc(a, 4 * sizeof *a);
  a[2] = 1;
  if (a[0] != 7 || a[1] != 0 || a[2] != 1) reach_error(); // wrong: if (a[0] != 7 || a[1] == 0 || a[2] != 1) reach_error();
}
