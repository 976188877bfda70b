// verdict: FALSE
// reason: an error code that went through a pointer is less than zero when the pointer is cast to a signed integer
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  long code = __VERIFIER_nondet_int();
  char *p = (char *)code;
  if ((long)p < 0L && (long)p >= -4095L) reach_error();
  return 0;
}
