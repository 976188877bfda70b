// verdict: FALSE
// depth: 0
// twin-of: fixed-element.c
// reason: the element that is chosen is overwritten before any loop
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int table[16];
  unsigned fixed = __VERIFIER_nondet_uint() % 16;
  table[fixed] = 7;
  table[__VERIFIER_nondet_uint() % 16] = __VERIFIER_nondet_int();
  if (table[fixed] != 7) reach_error();
  while (__VERIFIER_nondet_int()) table[0]++;
}
