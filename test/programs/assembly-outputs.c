// verdict: TRUE
// reason: inline assembly changes its outputs and nothing else
// why-wrong: assembly that computes nothing leaves its operand alone
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int kept = x;
  int out;
  __asm__ volatile("nop");
  __asm__ volatile("" : "+r"(kept) : : "memory");
  if (kept == 3 && !(x == 3)) reach_error(); // wrong: if (kept == 3 && !(x == 4)) reach_error();
  __asm__("movl %1, %0" : "=r"(out) : "r"(x));
  if (kept != x) reach_error();
  return 0;
}
