// verdict: UNKNOWN
// reason: two pointers have the same bytes where a block lies where one lay that was freed
extern void *malloc(unsigned long);
extern void free(void *);
extern int memcmp(const void *, const void *, unsigned long);
extern void reach_error(void);

int main(void) {
  int *p = malloc(4);
  free(p);
  int *q = malloc(4);
  if (memcmp(&p, &q, sizeof p) == 0) reach_error();
  free(q);
  return 0;
}
