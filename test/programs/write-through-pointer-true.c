// verdict: TRUE
// reason: facts about a variable do not survive a write through a pointer to it, nor the other way round
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int a = 0, *p = &a;
  *p = __VERIFIER_nondet_int();
  if (a != *p) reach_error();
  a = 7;
  if (*p != 7) reach_error();
  return 0;
}
