// verdict: TRUE
// reason: two increments in the head of a loop stay below the greatest value
// checks: overflow
int main(void) {
  int turns = 0;
  for (int i = 2147483640; i < 2147483645; i++, i++) turns++;
  return turns != 3;
}
