// verdict: UNKNOWN
// reason: an index beyond a member writes to no object
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static struct { int first[2], second; } s;
int main(void) {
  s.first[__VERIFIER_nondet_uint() % 3] = 1;
  if (s.second != 0) reach_error();
  return 0;
}
