// verdict: UNKNOWN
// reason: GCC's own type of a bit-field's value has no counterpart
extern void reach_error(void);

int main(void) {
  struct { unsigned a : 20; } s = {0};
  __typeof__((0, s.a)) copy = -1;
  if (copy != 0xFFFFF) reach_error();
  return 0;
}
