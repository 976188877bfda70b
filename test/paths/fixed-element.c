// verdict: TRUE
// reason: nothing overwrites the element that is chosen at the start
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int table[4];
  unsigned fixed = __VERIFIER_nondet_uint() % 4;
  table[fixed] = 7;
  while (__VERIFIER_nondet_int()) {
    unsigned at = __VERIFIER_nondet_uint() % 4;
    if (at != fixed) table[at] = __VERIFIER_nondet_int();
    if (table[fixed] != 7) reach_error();
  }
}
