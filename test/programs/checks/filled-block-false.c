// verdict: FALSE
// reason: memset of a variable of a block that has ended
// checks: deref
extern void *memset(void *, int, unsigned long);
int main(void) {
  int *p = 0;
  { int x = 1; p = &x; *p = 2; }
  memset(p, 5, 4);
  return 0;
}
