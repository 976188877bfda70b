// verdict: TRUE
// reason: the functions of the BSDs that clear and move blocks keep what they should
typedef unsigned long size_t;
void *malloc(size_t);
void freezero(void *, size_t);
void *recallocarray(void *, size_t, size_t, size_t);
void *reallocf(void *, size_t);
void explicit_bzero(void *, size_t);
void *explicit_memset(void *, int, size_t);
void reach_error(void) {}

int main(void) {
  int *p = malloc(4 * sizeof *p);
  p[0] = 7;
  p[1] = p[2] = p[3] = 1;
  p = recallocarray(p, 4, 8, sizeof *p);
  if (p[0] != 7 || p[3] != 1 || p[4] != 0 || p[7] != 0) reach_error();
  p = recallocarray(p, 8, 2, sizeof *p);
  if (p[1] != 1 || recallocarray(p, 2, -1UL, 2) != 0) reach_error();
  p = reallocf(p, 20);
  if (p[1] != 1) reach_error();
  freezero(p, 20);
  freezero(0, 3);
  char b[1000];
  explicit_bzero(b, sizeof b);
  if (b[999] != 0) reach_error();
  explicit_memset(b, 1, 3);
  if (b[2] != 1 || b[3] != 0) reach_error();
  return 0;
}
