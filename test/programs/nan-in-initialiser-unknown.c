// verdict: UNKNOWN
// reason: the payload of a NaN from an initialiser may be any
void reach_error(void) {}
union {
  float number;
  unsigned bits;
} first = { 0.0f / 0.0f };

int main(void) {
  for (int i = 0; i < 3; i++)
    if (first.bits == 0x7fc12345) reach_error();
  return 0;
}
