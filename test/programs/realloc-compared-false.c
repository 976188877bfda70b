// verdict: FALSE
// reason: realloc may move a block, and a pointer to the old place differs from one to the new place
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);
extern void reach_error(void);

int main(void) {
  int *p = malloc(4);
  int *q = realloc(p, 100);
  if (q != 0 && p != q) reach_error();
  return 0;
}
