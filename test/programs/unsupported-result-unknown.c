// verdict: UNKNOWN
// reason: what stands behind a branch on the result of an unsupported builtin may be reached
extern void abort(void);
void reach_error(void) {}
struct words {
  int content[10];
} first, second, zero;

int main(void) {
  if (!__atomic_compare_exchange(&first, &second, &zero, 0, 5, 2)) abort();
  reach_error();
  return 0;
}
