// verdict: TRUE
// proved-by: houdini
// A sender with credits: what is on the way, what has arrived and the credits left are what there was.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int credits = 64, underway = 0, sent = 0, arrived = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int() && credits > 0) {
      credits--;
      underway++;
      sent++;
    } else if (underway > 0) {
      underway--;
      arrived++;
      credits++;
    }
    if (credits < 0 || underway > 64 || (unsigned)sent - (unsigned)arrived != (unsigned)underway) reach_error();
  }
  return 0;
}
