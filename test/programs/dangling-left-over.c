// verdict: TRUE
// reason: a pointer to an earlier activation is left, and replaced before it is used
// why-wrong: a pointer to an earlier activation is left, and replaced before it is used
extern void reach_error(void);
int *place;
void set(int value) { *place = value; }
int twice(int value) {
  int mine = 0;
  place = &mine;
  set(value);
  return 2 * mine;
}
int main(void) {
  int sum = 0;
  for (int i = 1; i <= 3; i++) sum += twice(i);
  if (sum != 12) reach_error(); // wrong: if (sum == 12) reach_error();
  return 0;
}
