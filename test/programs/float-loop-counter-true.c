// verdict: TRUE
extern void reach_error(void);
int main(void) {
  int n = 0;
  float sum = 0.0f;
  for (float x = 0.0f; x < 1.0f; x += 0.125f) {
    n++;
    sum += 0.1f;
  }
  if (n != 8) reach_error();
  if (sum == 0.8f) reach_error();
  for (double d = 1.0; d != 0.0; d /= 2.0) n++;
  if (n != 1083) reach_error();
  return 0;
}
