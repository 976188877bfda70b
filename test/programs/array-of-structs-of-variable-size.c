// verdict: TRUE
// reason: elements of an array whose size is variable lie one behind the other
// why-wrong: elements of an array whose size is variable keep what was assigned
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4)
    return 0;
  typedef struct {
    char c[n];
    short k;
  } S;
  S list[2], *p = list + 1;
  p->k = 7;
  list[0].k = 5;
  list[0].c[n - 1] = 1;
  if (list[1].k != 7 || p[-1].k != 5) // wrong: if (list[1].k != 7 || p[-1].k != 6)
    reach_error();
  if ((char *)p - (char *)list != sizeof(S) || p - list != 1)
    reach_error();
  *p = list[0];
  if (p->k != 5 || p->c[n - 1] != 1)
    reach_error();
  return 0;
}
