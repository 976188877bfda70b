// verdict: UNKNOWN
// reason: a pointer to an activation that has ended does not lead to a later one of the same function
extern void reach_error(void);
int *place;
void later(int value) {
  int mine = value;
  if (!place) place = &mine;
  if (value == 2 && *place != 2) reach_error();
}
int main(void) {
  for (int i = 0; i < 3; i++) later(i);
  return 0;
}
