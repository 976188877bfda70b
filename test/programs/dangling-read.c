// verdict: UNKNOWN
// reason: an activation that has ended holds anything, and not the same each time
extern void reach_error(void);
int *leak(void) {
  int mine = 5;
  int *p = &mine;
  return p;
}
int main(void) {
  int *p = leak();
  int first = *p;
  if (*p != first) reach_error();
  return 0;
}
