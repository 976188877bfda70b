// verdict: TRUE
// reason: test-and-set changes one byte to 1 and says whether it was 1
extern void reach_error(void);
int main(void) {
  _Bool b = 0;
  char d[2] = {0, 0};
  int i = 0x100;
  if (__atomic_test_and_set(&b, 0) || !b || !__atomic_test_and_set(&b, 0))
    reach_error();
  if (__atomic_test_and_set(d + 1, 0) || d[1] != 1 || d[0] != 0)
    reach_error();
  if (__atomic_test_and_set(&i, 0) || i != 0x101)
    reach_error();
  return 0;
}
