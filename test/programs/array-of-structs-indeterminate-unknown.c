// verdict: UNKNOWN
// reason: no replay gives the members of an array of structs their indeterminate values
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
struct s { char c; int n; };

int main(void) {
  struct s a[1000];
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= 1000 || j >= 1000) return 0;
  a[i].n = 3;
  a[i].c = 2;
  if (a[j].n == 5) reach_error();
  return 0;
}
