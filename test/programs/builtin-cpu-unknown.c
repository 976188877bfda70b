// verdict: UNKNOWN
// reason: __builtin_cpu_supports
// What the processor has is not known.
extern void reach_error(void);
int main(void) {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("sse2")) reach_error();
}
