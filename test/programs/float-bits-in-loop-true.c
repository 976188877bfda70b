// verdict: TRUE
// reason: the bytes of floats are computed like anything else, so that a run without inputs stays one of constants
extern void reach_error(void);

int main(void) {
  union {
    float value;
    unsigned bits;
  } u;
  unsigned hash = 0;
  u.value = 1.0f;
  for (int i = 0; i < 300; i++) {
    u.value = u.value * 1.25f - 0.125f;
    if (u.value > 64.0f)
      u.value = -u.value / 100.0f;
    hash = hash * 31u + u.bits;
  }
  if (hash != 4016144621u)
    reach_error();
  return 0;
}
