// verdict: TRUE
extern void reach_error(void);
int fesetround(int);
int main(void) {
  float low = 0.0f, high = 0.0f, step = 0.1f;
  for (int i = 0; i < 12; i++) {
    fesetround(0x400);
    low += step;
    fesetround(0x800);
    high += step;
  }
  if (!(low < high)) reach_error();
  return 0;
}
