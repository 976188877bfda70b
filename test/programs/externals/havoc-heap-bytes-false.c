// verdict: FALSE
// reason: an external function changes a block of the heap
// externals: havoc
extern void reach_error(void);
void *malloc(unsigned long);
int f(void *, unsigned long);
int main(void) {
  char *p = malloc(100);
  p[0] = p[99] = 0;
  f(p, 100);
  if (p[0] == 104 && p[99] == 33) reach_error();
  return 0;
}
