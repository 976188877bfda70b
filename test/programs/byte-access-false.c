// verdict: FALSE
// reason: the bytes of an object can be read through a pointer to char
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int v = __VERIFIER_nondet_int();
  unsigned char *p = (unsigned char *)&v;
  if (p[3] == 0x80 && p[0] == 1 && v < 0) reach_error();
  return 0;
}
