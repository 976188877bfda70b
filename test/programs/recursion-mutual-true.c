// verdict: TRUE
// reason: functions may call each other
extern void reach_error(void);
int odd(unsigned n);
int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int main(void) { if (!even(20) || even(13)) reach_error(); return 0; }
