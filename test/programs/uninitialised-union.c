// verdict: TRUE
// reason: bytes of a union that were not written keep one value
// why-wrong: bytes of a union that were not written can be anything
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

union both { int number; char bytes[8]; };
struct holder { int tag; union both both; };

int main(void) {
  struct holder h;
  h.both.number = 3;
  char first = h.both.bytes[5];
  h.tag = 1;
  if (h.both.bytes[0] != 3 || h.both.bytes[5] != first) reach_error(); // wrong: if (h.both.bytes[5] == 7 && h.both.bytes[7] == 1) reach_error();
  return 0;
}
