// verdict: FALSE
// reason: an integer of 128 bits changes
// externals: havoc
extern void reach_error(void);
void f(__int128 *);
int main(void) {
  __int128 v = 4;
  f(&v);
  if (v >> 100 == 6) reach_error();
  return 0;
}
