// verdict: TRUE
// reason: the bits of a NaN from an initialiser stay the same from turn to turn of a loop
void reach_error(void) {}
union {
  float number;
  unsigned bits;
} first = { 0.0f / 0.0f };
struct {
  int before;
  union {
    double numbers[2];
    unsigned long bits[2];
  } both;
} second = { 3, { { 1.5, __builtin_nan("") } } };

int main(void) {
  unsigned bits = first.bits;
  for (int i = 0; i < 3; i++) {
    if (first.bits != bits || first.number == first.number) reach_error();
    if (second.both.bits[1] << 12 == 0 || second.both.numbers[0] != 1.5) reach_error();
  }
  return 0;
}
