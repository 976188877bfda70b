// verdict: TRUE
// reason: the members of a union share their bytes
extern void abort(void);
void reach_error(void) {}

int main(void) {
  union { unsigned u; unsigned char c[4]; } x;
  x.u = 0x11223344;
  x.c[0] = 0;
  if (x.u != 0x11223300) reach_error();
  return 0;
}
