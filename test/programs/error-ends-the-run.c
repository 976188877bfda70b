// verdict: TRUE
// reason: error and err do not return, unless the status of error is 0
// why-wrong: error and err do not return, unless the status of error is 0
extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
void error(int, int, const char *, ...);
void err(int, const char *, ...);
int main(void) {
  int s = __VERIFIER_nondet_uchar();
  error(s, 0, "%d", s);
  if (s != 0) reach_error();
  if (s == 0) err(1, "x"); // wrong: if (s == 1) err(1, "x");
  reach_error();
  return 0;
}
