// verdict: FALSE
// reason: the limit of the search is the size of the block, and that of the comparison is not
// checks: deref
// native: older C libraries lack these functions
typedef unsigned long size_t;
extern char *strnstr(const char *s, const char *wanted, size_t n);
extern int timingsafe_memcmp(const void *a, const void *b, size_t n);
int main(void) {
  const char text[4] = {'a', 'b', 'a', 'c'};
  return strnstr(text, "ad", 4) == 0 && timingsafe_memcmp(text, "abacus", 5);
}
