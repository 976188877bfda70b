// verdict: TRUE
// The forms for a fixed size are unsigned, whatever their pointer points to.
extern void reach_error(void);
int main(void) {
  int x = -1;
  long before = __sync_fetch_and_add_4(&x, 1);
  if (before != 4294967295L || x != 0) reach_error();
  signed char c = -3;
  if (__atomic_load_1(&c, 5) != 253) reach_error();
  short expected = 7, s = 7;
  if (!__atomic_compare_exchange_2(&s, &expected, 9, 0, 5, 5) || s != 9) reach_error();
  if (__atomic_sub_fetch_8(&(long){3}, 4, 5) != -1ul) reach_error();
  if (__atomic_always_lock_free(16, 0) || !__atomic_is_lock_free(sizeof x, &x)) reach_error();
}
