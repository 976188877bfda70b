// verdict: UNKNOWN
// reason: GCC takes the byte that test-and-set finds for a _Bool, and so any other value than 0 and 1 has no meaning
extern void reach_error(void);
int main(void) {
  unsigned char c = 2;
  if (!__atomic_test_and_set(&c, 0))
    reach_error();
  return 0;
}
