// verdict: UNKNOWN
// reason: a write to a constant object by its name
// checks: deref
// native: the write ends the process
struct two {
  int a;
  int b;
};
static const struct two fixed = { 1, 2 };
int main(void) {
  struct two other = { 3, 4 };
  *(struct two *)&fixed = other;
  return 0;
}
