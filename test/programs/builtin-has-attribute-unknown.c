// verdict: UNKNOWN
// reason: __builtin_has_attribute
extern void reach_error(void);
__attribute__((noinline)) int f(void) { return 1; }
int main(void) {
  if (__builtin_has_attribute(f, noinline)) reach_error();
}
