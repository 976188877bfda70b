// verdict: UNKNOWN
// reason: the memory of a released block may belong to another one
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  char *p = malloc(8);
  if (!p) return 0;
  free(p);
  char *q = malloc(8);
  if (!q) return 0;
  q[0] = 0;
  p[0] = 1;
  if (q[0] != 0) reach_error();
  return 0;
}
