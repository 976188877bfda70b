// verdict: TRUE
// reason: the body that the program gives wins over what is known of the library
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int abs(int x) { return x < 0 ? 1 : -1; }
unsigned long strlen(const char *s) { return 42; }
int main(void) {
  if (abs(__VERIFIER_nondet_int()) == 0) reach_error();
  if (strlen("ab") != 42) reach_error();
  return 0;
}
