// verdict: UNKNOWN
// reason: an external function may write any byte to a _Bool
// externals: agree
extern void reach_error(void);
extern void set(unsigned char *);
int main(void) {
  _Bool truth = 0;
  set((unsigned char *)&truth);
  if (*(unsigned char *)&truth == 2) reach_error();
  return 0;
}
