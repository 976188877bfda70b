// verdict: TRUE
// reason: the loop ends before its counter is beyond the greatest value
// checks: overflow
int main(void) {
  int turns = 0;
  for (int i = 2147483640; i < 2147483647; i++) turns++;
  return turns != 7;
}
