// verdict: FALSE
// The lower half of one pointer and the upper half of another one are a third pointer.
extern void reach_error(void);
extern void *memcpy(void *, const void *, unsigned long);
extern void *memset(void *, int, unsigned long);

union { int *p; unsigned char b[8]; } u, v;

int main(void) {
  int a, b;
  u.p = &a;
  v.p = &b;
  memcpy(&v, &u, 4);
  if (v.p != &b) reach_error();
}
