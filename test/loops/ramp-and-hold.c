// verdict: TRUE
// proved-by: houdini
// A level rises until it has reached its top, and stays there from that time on.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), level = 0, time = 0;
  if (n < 0 || n > 100000) return 0;
  while (time < n) {
    if (level < 1000) level += 2;
    time++;
  }
  if (time <= 500 && level != 2 * time) reach_error();
  if (time > 500 && level != 1000) reach_error();
  return 0;
}
