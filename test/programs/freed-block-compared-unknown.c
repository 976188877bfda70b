// verdict: UNKNOWN
// reason: a block may lie where one lay that was freed
extern void *malloc(unsigned long);
extern void free(void *);
extern void reach_error(void);

int main(void) {
  int *p = malloc(4);
  free(p);
  int *q = malloc(4);
  if (p == q && q != 0) reach_error();
  free(q);
  return 0;
}
