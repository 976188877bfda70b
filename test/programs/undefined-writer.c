// verdict: UNKNOWN
// reason: a function without body may write through its pointer
extern void abort(void);
void reach_error(void) {}
extern void init(int *);

int main(void) {
  int x = 0;
  init(&x);
  if (x) reach_error();
  return 0;
}
