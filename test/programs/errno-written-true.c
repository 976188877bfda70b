// verdict: TRUE
// reason: errno is an object like any other: 0 at the start, and what the program writes to it
extern void abort(void);
void reach_error(void) { abort(); }
extern int *__errno_location(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (*__errno_location() != 0) reach_error();
  int x = __VERIFIER_nondet_int();
  *__errno_location() = x;
  *__errno_location() ^= 1;
  if (*__errno_location() != (x ^ 1)) reach_error();
  return 0;
}
