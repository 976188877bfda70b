// verdict: UNKNOWN
// reason: what is written to an activation that has ended does not stay there
extern void reach_error(void);
int *leak(void) {
  int mine = 5;
  int *p = &mine;
  return p;
}
int sum(void) {
  int parts[4] = {1, 2, 3, 4};
  return parts[0] + parts[1] + parts[2] + parts[3];
}
int main(void) {
  int *p = leak();
  *p = 7;
  if (sum() != 10 || *p != 7) reach_error();
  return 0;
}
