// verdict: TRUE
// reason: the inductive step forgets what loops write through pointers and in library functions
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) {}

extern void *memset(void *, int, unsigned long);
int main(void) {
  int x = 0, *p = &x;
  unsigned char bytes[2] = { 1, 1 };
  while (__VERIFIER_nondet_bool()) {
    *p = *p ? 0 : 2;
    memset(bytes, x, sizeof bytes);
    if (x == 1 || bytes[0] == 3 || bytes[1] != x) reach_error();
  }
  return 0;
}
