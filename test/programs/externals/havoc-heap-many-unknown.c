// verdict: UNKNOWN
// reason: a change of one of many blocks is not replayed
// externals: havoc
extern void reach_error(void);
void *malloc(unsigned long);
void f(int *);
int main(void) {
  int *p[3];
  for (int i = 0; i < 3; i++) {
    p[i] = malloc(4);
    *p[i] = i;
  }
  f(p[1]);
  if (*p[1] == 7) reach_error();
  return 0;
}
