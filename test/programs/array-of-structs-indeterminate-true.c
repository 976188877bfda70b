// verdict: TRUE
// reason: what was stored in an array of structs is there, whatever else it holds
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
struct s { char c; int n; };

int main(void) {
  struct s a[1000];
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= 1000 || j >= 1000) return 0;
  a[i].n = 3;
  a[i].c = 2;
  if (i == j && (a[j].n != 3 || a[j].c != 2)) reach_error();
  return 0;
}
