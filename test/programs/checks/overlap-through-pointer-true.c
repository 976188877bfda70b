// verdict: TRUE
// checks: overlap
// reason: the places that overlap go to memmove, and only others to memcpy
void *memcpy(void *, const void *, unsigned long), *memmove(void *, const void *, unsigned long);
int __VERIFIER_nondet_int(void);
static char text[16];
int main(void) {
  int isMove = __VERIFIER_nondet_int();
  void *(*copy)(void *, const void *, unsigned long) = isMove ? memmove : memcpy;
  copy(text, text + (isMove ? 1 : 8), 8);
  return 0;
}
