// verdict: UNKNOWN
// reason: a record that may only be read has pointers through which one may write
struct W {
  int *p;
};
extern void use(const struct W *);
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int x = 0;
  struct W w = {&x};
  use(&w);
  if (x) reach_error();
  return 0;
}
