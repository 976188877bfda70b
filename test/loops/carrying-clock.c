// verdict: TRUE
// proved-by: houdini
// Minutes carry over into hours, and both tell the total.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned hours = 0, minutes = 0, total = 0;
  while (__VERIFIER_nondet_int()) {
    total++;
    minutes++;
    if (minutes == 60) {
      minutes = 0;
      hours++;
    }
  }
  if (60 * hours + minutes != total || minutes >= 60) reach_error();
  return 0;
}
