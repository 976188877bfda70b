// verdict: FALSE
// checks: alignment
// reason: the pointer leads one byte behind an aligned place
int main(void) {
  int numbers[2] = {0, 0};
  char *bytes = (char *)numbers;
  int *number = (int *)(bytes + 1);
  return *number;
}
