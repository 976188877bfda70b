// verdict: TRUE
// reason: without the option no allocation of a usual size fails
extern void *malloc(unsigned long);
extern void reach_error(void);

int main(void) {
  if (!malloc(4) || !malloc(1UL << 30)) reach_error();
  return 0;
}
