// verdict: UNKNOWN
// reason: inline assembly has no meaning here
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int x = 1;
  __asm__ volatile("incl %0" : "+r"(x));
  if (x == 2) reach_error();
  return 0;
}
