// verdict: UNKNOWN
// reason: what the program writes to an object of an external function stays there, but not in memory of which nothing is known
// externals: havoc
extern void reach_error(void);
int *get(void);
int main(void) {
  int *p = get();
  if (!p) return 0;
  *p = 1;
  if (*p != 1) reach_error();
  return 0;
}
