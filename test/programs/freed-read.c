// verdict: UNKNOWN
// reason: a block that was freed holds anything
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 5;
  free(p);
  if (*p != 5) reach_error();
  return 0;
}
