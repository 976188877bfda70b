// verdict: TRUE
// reason: functions that the compiler knows have their own types without a declaration
void reach_error(void) {}

int main(void) {
  int *block = alloca(sizeof(int));
  *block = 5;
  float many = 3.0e38f * 10;
  if (*block != 5 || !isinff(many) || isnanf(many) || finite(2.5) == 0) reach_error();
  return 0;
}
