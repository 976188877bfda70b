// verdict: FALSE
// found-by: bmc
// The clock loses a minute at its second hour.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned hours = 0, minutes = 0, total = 0;
  while (__VERIFIER_nondet_int()) {
    total++;
    minutes++;
    if (minutes == 20) {
      minutes = 0;
      hours++;
      if (hours == 2) total++;
    }
  }
  if (20 * hours + minutes != total) reach_error();
  return 0;
}
