// verdict: TRUE
// reason: labels of asm make names one function and one object
// why-wrong: labels of asm make names one function and one object
extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
int f(int) __asm__("g");
int g2(int x) __asm__("g");
int g2(int x) { return x + 1; }
extern int late __asm__("renamed");
int use(void) { return late; }
int x __asm__("renamed");
extern unsigned long mine(const char *) __asm__("strlen");
int main(void) {
  x = __VERIFIER_nondet_int();
  if (f(1) != 2 || f != g2 || late != x || use() != x || mine("abc") != 3) reach_error();
  late = 5;
  if (x != 5) reach_error(); // wrong: if (x == 5) reach_error();
  return 0;
}
