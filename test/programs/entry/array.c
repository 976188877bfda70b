// verdict: TRUE
// reason: arguments are any, a program need not have a main
// why-wrong: arguments are any, a program need not have a main
// entry: f
extern void reach_error(void);
int f(const int *values, int count) {
  int sum = 0;
  if (!values || count < 0 || count > 4) return 0;
  for (int i = 0; i < count; i++) sum += values[i] & 3;
  if (sum > 12) reach_error(); // wrong: if (sum == 12) reach_error();
  return sum;
}
