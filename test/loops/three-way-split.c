// verdict: TRUE
// proved-by: houdini
// slow: yes
// Each of n pieces goes to one of three heaps.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), done = 0, a = 0, b = 0, c = 0;
  while (done < n) {
    int heap = __VERIFIER_nondet_int();
    if (heap > 0) a++;
    else if (heap < 0) b++;
    else c++;
    done++;
  }
  if (a + b + c != n) reach_error();
  return 0;
}
