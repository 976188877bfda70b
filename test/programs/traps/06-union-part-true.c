// verdict: TRUE
// reason: a write to a part of a union leaves the other bytes: the rule here, as GCC does it
void reach_error(void) {}

int main(void) {
  union { unsigned long l; unsigned i; unsigned short s[4]; } u;
  u.l = 0xa1b2c3d4e5f60718;
  u.i = 0;
  if (u.l != 0xa1b2c3d400000000) reach_error();
  u.s[3] = 1;
  if (u.l >> 32 != 0x0001c3d4) reach_error();
  return 0;
}
