// verdict: TRUE
// reason: members are what the initialiser says, whatever lies beside a bit-field
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  struct t { unsigned y : 4; unsigned z : 3; char c; } t = { n, 1, 'a' };
  if (t.z != 1 || t.c != 'a' || t.y != (n & 15) || (*(unsigned char *)&t & 15) != (n & 15)) reach_error();
  return 0;
}
