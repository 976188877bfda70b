// verdict: TRUE
// reason: strings and blocks are read up to the limits that the calls give
// checks: assertion, deref
// native: older C libraries lack these functions
typedef unsigned long size_t;
extern char *strnstr(const char *s, const char *wanted, size_t n);
extern int timingsafe_bcmp(const void *a, const void *b, size_t n);
extern int timingsafe_memcmp(const void *a, const void *b, size_t n);
extern int *wcpcpy(int *to, const int *from);
extern int *wmempcpy(int *to, const int *from, size_t n);
extern int *wcschrnul(const int *s, int c);
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
static void check(int holds) { if (!holds) __assert_fail("", "", 0, ""); }
int main(void) {
  const char text[4] = {'a', 'b', 'a', 'c'}, other[4] = {'a', 'b', 'b', 'a'};
  int wide[6], again[6];
  check(strnstr(text, "ac", 4) == text + 2);
  check(strnstr(text, "ac", 3) == 0);
  check(strnstr(text, "", 0) == text);
  check(timingsafe_bcmp(text, other, 2) == 0 && timingsafe_bcmp(text, other, 4) != 0);
  check(timingsafe_memcmp(text, other, 4) < 0);
  check(wcpcpy(wide, L"xy") == wide + 2);
  check(wmempcpy(again, wide, 3) == again + 3 && again[1] == 'y');
  check(wcschrnul(again, 'z') == again + 2);
  return 0;
}
