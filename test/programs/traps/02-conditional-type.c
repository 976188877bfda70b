// verdict: TRUE
// reason: both sides of a conditional expression have one type, whichever is chosen
// why-wrong: both sides of a conditional expression have one type, whichever is chosen
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = -1;
  unsigned u = 1;
  int c = __VERIFIER_nondet_int();
  long r = c ? i : u;
  if (c && r != 4294967295L) reach_error();
  if (!c && r != 1) reach_error();
  long long d = c ? (char)-1 : (unsigned short)9;
  if (c == 3 && d != -1) reach_error(); // wrong: if (c == 3 && d == -1) reach_error();
  return 0;
}
