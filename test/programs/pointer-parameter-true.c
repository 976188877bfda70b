// verdict: TRUE
// reason: a pointer to a local reaches it from an inlined function
extern void abort(void);
void reach_error(void) {}
void swap(int *p, int *q) { int t = *p; *p = *q; *q = t; }

int main(void) {
  int a = 1, b = 2;
  swap(&a, &b);
  if (a != 2 || b != 1) reach_error();
  return 0;
}
