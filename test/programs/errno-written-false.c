// verdict: FALSE
// reason: the program itself writes 12 to errno, after a call that left it unknown
extern void abort(void);
void reach_error(void) { abort(); }
extern int *__errno_location(void);
extern int close(int);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  close(3);
  *__errno_location() = __VERIFIER_nondet_int();
  if (*__errno_location() == 12) reach_error();
  return 0;
}
