// verdict: TRUE
// proved-by: houdini
// Counters of one byte, signed and unsigned, that wrap around in step with a wide one.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned char narrow = 7;
  signed char negative = -7;
  unsigned wide = 7;
  while (__VERIFIER_nondet_int()) {
    narrow = narrow + 5;
    negative = negative - 5;
    wide = wide + 5;
  }
  if (narrow != (wide & 255) || (unsigned char)(narrow + negative) != 0) reach_error();
  return 0;
}
