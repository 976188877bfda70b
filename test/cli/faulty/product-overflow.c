// faults: 8 overflow; 10 deref
extern int __VERIFIER_nondet_int(void);
static unsigned char pixels[64];
int main(void) {
  int width = __VERIFIER_nondet_int();
  int height = __VERIFIER_nondet_int();
  if (width <= 0 || height <= 0) return 0;
  int size = width * height;
  if (size > 65) return 0;
  pixels[size - 1] = 1;
  return 0;
}
