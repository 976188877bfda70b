// verdict: TRUE
// reason: __atomic_clear and __atomic_test_and_set access one byte of an object of any type
void reach_error(void) {}
typedef struct { _Bool set; } flag;

int main(void) {
  flag global = {0}, other;
  if (__atomic_test_and_set(&global, 5) || !__atomic_test_and_set(&global, 0)) reach_error();
  __atomic_clear(&global, 5);
  if (global.set || __atomic_test_and_set(&global, 5)) reach_error();
  __atomic_clear(&other, 0);
  if (__atomic_test_and_set(&other, 5)) reach_error();
  int wide = 0x01020301;
  __atomic_clear(&wide, 5);
  if (wide != 0x01020300) reach_error();
  __atomic_test_and_set(&wide, 5);
  if (wide != 0x01020301) reach_error();
  return 0;
}
