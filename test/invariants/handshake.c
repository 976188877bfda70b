// verdict: TRUE
// reason: an acknowledgement needs a valid request
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int armed = 0;
  _Bool request = 0, acknowledged = 0, valid = 0;
  for (;;) {
    int choice = __VERIFIER_nondet_int();
    if (choice == 1 && !request) { request = 1; valid = 1; }
    if (choice == 2 && request) acknowledged = 1;
    if (choice == 3 && acknowledged) { acknowledged = 0; request = 0; valid = 0; }
    if (armed && (acknowledged && !valid)) reach_error();
    if (__VERIFIER_nondet_int()) armed = 1;
  }
}
