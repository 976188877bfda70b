// verdict: TRUE
// reason: a function without body cannot write to what is const, and does not write at all if it is pure
// externals: agree, see=pure
extern void abort(void);
void reach_error(void) {}
extern void show(const int *);
extern void see(int *);
static const int fixed = 3;

int main(void) {
  int x = 0;
  show(&fixed);
  see(&x);
  if (x || fixed != 3) reach_error();
  return 0;
}
